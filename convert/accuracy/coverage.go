package accuracy

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Threshold reports which documents would be verified if they needed a confidence of at least At.
type Threshold struct {
	At          float64
	Docs, Right int // with such a confidence, and of these right in every core cell
	AllRight    int // of all documents with a confidence
}

// Precision is the share of such documents that is right in every core cell.
func (t *Threshold) Precision() float64 { return share(t.Right, t.Docs, 0) }

// LowerBound is the lower end of the 95 % confidence interval of Precision.
func (t *Threshold) LowerBound() float64 { return wilson(t.Right, t.Docs) }

// Coverage is the share of the documents that are right in every core cell that has such a
// confidence.
func (t *Threshold) Coverage() float64 { return share(t.Right, t.AllRight, 0) }

// thresholds are those that tables show.
var thresholds = [...]float64{0.5, 0.7, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995, 0.998}

// Thresholds reports what documents of at least such confidences are worth, so that one can be
// chosen. It gives none where no result has a confidence.
func Thresholds(docs []*Document) []Threshold {
	sure, right := byConfidence(docs)
	if len(sure) == 0 {
		return nil
	}
	all := make([]Threshold, len(thresholds))
	for i, at := range thresholds {
		t := &all[i]
		t.At, t.AllRight = at, right
		for _, d := range sure {
			if *d.Result.Confidence >= at {
				t.add(d)
			}
		}
	}
	return all
}

func (t *Threshold) add(d *Document) {
	t.Docs++
	if d.Core {
		t.Right++
	}
}

// byConfidence are the documents with a confidence, the surest first, and how many of them are
// right in every core cell.
func byConfidence(docs []*Document) (sure []*Document, right int) {
	for _, d := range docs {
		if d.Result != nil && d.Result.Confidence != nil {
			sure = append(sure, d)
			if d.Core {
				right++
			}
		}
	}
	slices.SortStableFunc(sure, func(a, b *Document) int { return cmp.Compare(*b.Result.Confidence, *a.Result.Confidence) })
	return sure, right
}

// writeThresholds writes the table of thresholds.
func writeThresholds(w io.Writer, docs []*Document) (err error) {
	for i, t := range Thresholds(docs) {
		if i == 0 {
			fmt.Fprintln(w, "confidence of documents   docs   right   share  at least  of those right")
		}
		_, err = fmt.Fprintf(w, "%5.3f and more         %7d %7d   %5.3f     %5.3f           %5.3f\n", t.At, t.Docs, t.Right, t.Precision(), t.LowerBound(), t.Coverage())
	}
	return err
}

// Chart is a line through points of a square whose sides lead from 0 to 1.
type Chart struct {
	Title, Across, Upwards string
	Points                 string // as SVG has them
}

// chartSize is the side of the square, pixels.
const chartSize = 240

// Grid is where the lines of a chart's grid lie, pixels.
func (Chart) Grid() []int {
	return []int{chartSize / 5, chartSize * 2 / 5, chartSize * 3 / 5, chartSize * 4 / 5}
}

// through draws the chart's line.
func (c Chart) through(points [][2]float64) Chart {
	var b strings.Builder
	for _, p := range points {
		fmt.Fprintf(&b, "%.1f,%.1f ", chartSize*p[0], chartSize*(1-p[1]))
	}
	c.Points = strings.TrimSpace(b.String())
	return c
}

// calibrationChart shows how many of the cells of each bin are right.
func calibrationChart(r *Reliability) Chart {
	var points [][2]float64
	for i := range r.Bins {
		if b := &r.Bins[i]; b.Cells > 0 {
			points = append(points, [2]float64{b.Confidence(), b.Share()})
		}
	}
	return Chart{Title: "How many values of a confidence are right", Across: "mean confidence", Upwards: "share that is right"}.through(points)
}

// coverageChart leads from the surest document to the least sure one.
func coverageChart(docs []*Document) Chart {
	sure, right := byConfidence(docs)
	var points [][2]float64
	t := Threshold{AllRight: right}
	for i, d := range sure {
		t.add(d)
		if i+1 == len(sure) || *sure[i+1].Result.Confidence != *d.Result.Confidence {
			points = append(points, [2]float64{t.Coverage(), t.Precision()})
		}
	}
	return Chart{Title: "What other thresholds would be worth", Across: "share of the right documents that is covered", Upwards: "share of the covered that is right"}.through(points)
}
