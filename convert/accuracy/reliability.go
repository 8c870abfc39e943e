package accuracy

import (
	"fmt"
	"io"
	"math"
)

// binEdges are the upper ends of the bins of confidence; the last bin includes 1.
var binEdges = [...]float64{0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1}

// Bin is the cells whose confidence is at least From and below To.
type Bin struct {
	From, To     float64
	Cells, Right int
	confidence   float64 // sum
}

// Confidence is the mean confidence of the bin's cells, 0 if there are none.
func (b *Bin) Confidence() float64 { return b.confidence / float64(max(1, b.Cells)) }

// Share is the share of the bin's cells that is right, 0 if there are none.
func (b *Bin) Share() float64 { return share(b.Right, b.Cells, 0) }

// Reliability reports how well confidence is calibrated: of the cells given a
// confidence of 0.9, nine in ten should be right. Cells of the order head count
// once per order. Cells without evidence do not count.
type Reliability struct {
	Bins  [len(binEdges)]Bin
	Cells int
	// Error is the expected calibration error: the mean difference between a bin's
	// mean confidence and its share of right cells, weighted by cells. Compare Naeini
	// et al., "Obtaining well calibrated probabilities using Bayesian binning",
	// 2015.
	Error float64
}

// Reliable reports how reliable the confidence of cells is.
func Reliable(docs []*Document) *Reliability {
	r := new(Reliability)
	for i, to := range binEdges {
		r.Bins[i].To = to
		if i > 0 {
			r.Bins[i].From = binEdges[i-1]
		}
	}
	for _, d := range docs {
		for i := range d.Cells {
			c := &d.Cells[i]
			if c.Evidence == nil {
				continue
			}
			k := 0
			for k < len(binEdges)-1 && c.Evidence.Confidence >= binEdges[k] {
				k++
			}
			b := &r.Bins[k]
			b.Cells++
			b.confidence += c.Evidence.Confidence
			if c.Verdict == Right {
				b.Right++
			}
			r.Cells++
		}
	}
	for i := range r.Bins {
		b := &r.Bins[i]
		r.Error += math.Abs(b.Confidence()-b.Share()) * float64(b.Cells) / float64(max(1, r.Cells))
	}
	return r
}

// Verification reports how far the flag "verified" can be trusted.
type Verification struct {
	Docs     int // documents whose result has the flag, set or not
	Verified int // those of Docs that have it set
	Right    int // those of Verified that are right in every core cell
}

// Verify counts verified documents and those of them that are right.
func Verify(docs []*Document) Verification {
	var v Verification
	for _, d := range docs {
		if d.Result == nil || d.Result.Verified == nil {
			continue
		}
		v.Docs++
		if *d.Result.Verified {
			v.Verified++
			if d.Core {
				v.Right++
			}
		}
	}
	return v
}

// Share is the share of the verified documents that is right in every core cell.
func (v Verification) Share() float64 { return share(v.Right, v.Verified, 0) }

// LowerBound is the lower end of the 95 % confidence interval of Share.
func (v Verification) LowerBound() float64 { return wilson(v.Right, v.Verified) }

// wilson returns the lower end of the 95 % score interval of a
// proportion (Wilson, "Probable inference, the law of succession, and
// statistical inference", 1927).
func wilson(successes, trials int) float64 {
	if trials == 0 {
		return 0
	}
	const z = 1.959963984540054 // 97.5 % quantile of the normal distribution
	n := float64(trials)
	p := float64(successes) / n
	low := (p + z*z/(2*n) - z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))) / (1 + z*z/n)
	return max(0, low)
}

// WriteReliability writes the calibration table, the figures of the flag "verified", and those of other
// thresholds of confidence.
func WriteReliability(w io.Writer, docs []*Document) error {
	r := Reliable(docs)
	if r.Cells == 0 {
		_, err := fmt.Fprintln(w, "confidence: the results have no evidence")
		return err
	}
	fmt.Fprintln(w, "confidence      cells   right   share    mean")
	for i := range r.Bins {
		b := &r.Bins[i]
		fmt.Fprintf(w, "%.2f to %.2f  %7d %7d   %5.3f   %5.3f\n", b.From, b.To, b.Cells, b.Right, b.Share(), b.Confidence())
	}
	_, err := fmt.Fprintf(w, "expected calibration error %.3f\n", r.Error)
	if v := Verify(docs); v.Docs > 0 {
		_, err = fmt.Fprintf(w, "verified: %d of %d documents; %d of these right in every core cell (%.3f, at least %.3f with 95 %% confidence)\n",
			v.Verified, v.Docs, v.Right, v.Share(), v.LowerBound())
	}
	if err != nil {
		return err
	}
	return writeThresholds(w, docs)
}
