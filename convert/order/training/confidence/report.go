package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"lineitem/convert/order/confidence"
)

// candidates returns the complete documents that were read unchanged, the most confident first.
func candidates(wholes []*judgedDocument) []*judgedDocument {
	some := slices.DeleteFunc(slices.Clone(wholes), func(o *judgedDocument) bool { return !o.plain() || !o.complete() })
	slices.SortStableFunc(some, func(a, b *judgedDocument) int { return cmp.Compare(b.p, a.p) })
	return some
}

func (o *judgedDocument) complete() bool {
	return len(o.orders) > 0 && !slices.ContainsFunc(o.orders, func(e confidence.Examined) bool { return !e.Complete })
}

// bins is the number of confidence bins for the calibration error.
const bins = 20

// tally counts the cells and documents of a set.
type tally struct {
	cells, right, expected          [bins]float64
	documents, core, verified, good int
}

// report prints how reliable the confidences are, for each set of documents.
func report(out io.Writer, wholes []*judgedDocument, w *confidence.Weights) {
	tallies := map[string]*tally{}
	for _, o := range wholes {
		name := o.set
		switch {
		case o.masked > 0:
			name += ", masked"
		case o.misread > 0:
			name += ", misread"
		}
		if tallies[name] == nil {
			tallies[name] = new(tally)
		}
		tallies[name].add(o, confidence.Threshold)
	}
	reportCoverage(out, wholes)
	fmt.Fprintf(out, "slope %.3f, shift %.3f\n", w.Slope, w.Shift)
	for _, name := range slices.Sorted(maps.Keys(tallies)) {
		t := tallies[name]
		cells, off := 0.0, 0.0
		for b := range bins {
			cells += t.cells[b]
			off += math.Abs(t.right[b] - t.expected[b])
		}
		fmt.Fprintf(out, "%-26s %4d documents, %4d right in every core cell; %3d verified, %3d of these right; %6.0f cells, calibration error %.4f\n",
			name, t.documents, t.core, t.verified, t.good, cells, off/max(1, cells))
	}
}

func (t *tally) add(o *judgedDocument, least float64) {
	t.documents++
	sure := o.complete() && o.p >= least
	if sure {
		t.verified++
	}
	if o.core {
		t.core++
		if sure {
			t.good++
		}
	}
	for i := range o.orders {
		for k, p := range o.cells[i] {
			if is := o.right[i][k]; is != unknown && o.orders[i].Cases[k].Stated {
				b := min(int(p*bins), bins-1)
				t.cells[b]++
				t.expected[b] += p
				t.right[b] += float64(is)
			}
		}
	}
}

// wrongs is the number of wrong documents that are named, the most confident ones.
const wrongs = 30

// reportCoverage prints, for each of the most confident wrong documents, its probability of being right and
// how many right documents of each set have a higher one.
func reportCoverage(out io.Writer, wholes []*judgedDocument) {
	good, named := map[string]int{}, 0
	for _, o := range candidates(wholes) {
		if o.core {
			good[o.set]++
			continue
		}
		if named++; named > wrongs {
			return
		}
		fmt.Fprintf(out, "%.4f %s is wrong; surer and right:", o.p, o.id)
		for _, set := range slices.Sorted(maps.Keys(good)) {
			fmt.Fprintf(out, " %s %d", set, good[set])
		}
		fmt.Fprintln(out)
	}
}
