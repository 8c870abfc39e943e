package accuracy

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Threshold reports which documents would be verified if a confidence of at least At were required.
type Threshold struct {
	At          float64
	Docs, Right int // documents with at least that confidence, and those of them that are right in every core cell
	AllRight    int // documents with any confidence that are right in every core cell
}

// Precision is the share of the documents at or above the threshold that is right in every core cell.
func (t *Threshold) Precision() float64 { return share(t.Right, t.Docs, 0) }

// LowerBound is the lower end of the 95 % confidence interval of Precision.
func (t *Threshold) LowerBound() float64 { return wilson(t.Right, t.Docs) }

// Coverage is the share of the documents right in every core cell that reaches the threshold, among
// documents with a confidence.
func (t *Threshold) Coverage() float64 { return share(t.Right, t.AllRight, 0) }

// thresholds are the confidences for which tables are printed.
var thresholds = [...]float64{0.5, 0.7, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995, 0.998}

// Thresholds returns the figures for each of a list of confidences, so that a threshold can be
// chosen. It returns nil if no result has a confidence.
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

// byConfidence returns the documents with a confidence, the most confident first, and the number of
// them that are right in every core cell.
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

// Chart is a line in a square whose two axes run from 0 to 1.
type Chart struct {
	Title, Across, Upwards string
	Points                 string // in the syntax of SVG's points attribute
}

// chartSize is the side of the square, pixels.
const chartSize = 240

// Grid returns the positions of the chart's grid lines, pixels.
func (Chart) Grid() []int {
	return []int{chartSize / 5, chartSize * 2 / 5, chartSize * 3 / 5, chartSize * 4 / 5}
}

// through returns the chart with its line drawn through the points.
func (c Chart) through(points [][2]float64) Chart {
	var b strings.Builder
	for _, p := range points {
		fmt.Fprintf(&b, "%.1f,%.1f ", chartSize*p[0], chartSize*(1-p[1]))
	}
	c.Points = strings.TrimSpace(b.String())
	return c
}

// calibrationChart plots the share of right cells of each bin against its mean confidence.
func calibrationChart(r *Reliability) Chart {
	var points [][2]float64
	for i := range r.Bins {
		if b := &r.Bins[i]; b.Cells > 0 {
			points = append(points, [2]float64{b.Confidence(), b.Share()})
		}
	}
	return Chart{Title: "How many values of a confidence are right", Across: "mean confidence", Upwards: "share that is right"}.through(points)
}

// coverageChart plots precision against coverage while the threshold falls from the most confident
// document to the least confident one.
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
