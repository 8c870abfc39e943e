package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"lineitem/convert/order/boost"
	"lineitem/convert/order/trust"
)

// options are those of the trees: few and small ones, since errors are few.
var options = boost.Options{Trees: 150, Leaves: 8, Depth: 4, Shrinkage: 0.06, MinWeight: 6, Lambda: 4, Features: 0.4}

// fit fits the weights to the lessons and tells how good they are for authors
// that they were not fitted to.
func fit(lessons []*lesson, stdout io.Writer) *trust.Weights {
	scores := crossScores(lessons)
	w := &trust.Weights{Cells: train(lessons)}
	w.Slope, w.Shift = platt(lessons, scores)
	p := probabilities(lessons, scores, w)
	w.Least, w.Most = thresholds(lessons, p)
	report(stdout, lessons, p, w)
	return w
}

// train trains the trees.
func train(lessons []*lesson) *boost.Model {
	var set *boost.Set
	for _, l := range lessons {
		for i := range l.orders {
			for k, c := range l.orders[i].Cases {
				if set == nil {
					set = boost.NewSet(len(c.Features))
				}
				if l.right[i][k] != unknown {
					for range l.counts {
						set.Add([][]float32{c.Features}, []bool{l.right[i][k] == right})
					}
				}
			}
		}
	}
	m, _ := boost.Train(set, nil, options)
	return m
}

// crossScores gives the scores of each lesson's cases by trees that were trained
// without its author.
func crossScores(lessons []*lesson) [][][]float64 {
	models := map[string]*boost.Model{}
	scores := make([][][]float64, len(lessons))
	for n, l := range lessons {
		m := models[l.author]
		if m == nil {
			m = train(slices.DeleteFunc(slices.Clone(lessons), func(o *lesson) bool { return o.author == l.author }))
			models[l.author] = m
		}
		for i := range l.orders {
			var s []float64
			for _, c := range l.orders[i].Cases {
				s = append(s, m.Score(c.Features))
			}
			scores[n] = append(scores[n], s)
		}
	}
	return scores
}

// platt fits the slope and shift that make scores probabilities, by Newton's
// method.
func platt(lessons []*lesson, scores [][][]float64) (slope, shift float64) {
	slope, shift = 1, 0
	for range 30 {
		var ga, gb, haa, hab, hbb float64
		for n, l := range lessons {
			for i := range l.right {
				for k, v := range l.right[i] {
					if v == unknown {
						continue
					}
					s := scores[n][i][k]
					p := 1 / (1 + math.Exp(-(slope*s + shift)))
					d, h := p, p*(1-p)*float64(l.counts)
					if v == right {
						d--
					}
					d *= float64(l.counts)
					ga, gb = ga+d*s, gb+d
					haa, hab, hbb = haa+h*s*s, hab+h*s, hbb+h
				}
			}
		}
		haa, hbb = haa+1e-6, hbb+1e-6
		det := haa*hbb - hab*hab
		da, db := (hbb*ga-hab*gb)/det, (haa*gb-hab*ga)/det
		slope, shift = slope-da, shift-db
		if math.Abs(da)+math.Abs(db) < 1e-10 {
			break
		}
	}
	return slope, shift
}

func probabilities(lessons []*lesson, scores [][][]float64, w *trust.Weights) [][][]float64 {
	p := make([][][]float64, len(lessons))
	for n := range lessons {
		for i := range scores[n] {
			var row []float64
			for _, s := range scores[n][i] {
				row = append(row, 1/(1+math.Exp(-(w.Slope*s+w.Shift))))
			}
			p[n] = append(p[n], row)
		}
	}
	return p
}

// doubt is how much is doubted of a lesson's document: what its core cells are
// short of, in all and the worst one.
type doubt struct {
	lesson       *lesson
	closes       bool
	least, total float64
}

func doubts(lessons []*lesson, p [][][]float64) []doubt {
	var out []doubt
	for n, l := range lessons {
		d := doubt{lesson: l, closes: len(l.orders) > 0, least: 1}
		for i := range l.orders {
			least, total := l.orders[i].Core(p[n][i])
			d.closes = d.closes && l.orders[i].Closes
			d.least, d.total = min(d.least, least), max(d.total, total)
		}
		out = append(out, d)
	}
	return out
}

// leastPrecision is the share of verified documents that are to be right.
const leastPrecision = 0.99

// thresholds picks the most that may be doubted of a verified document, such that
// of those that are doubted no more, leastPrecision are right. The least
// probability of a cell follows from it.
func thresholds(lessons []*lesson, p [][][]float64) (least, most float64) {
	all := slices.DeleteFunc(doubts(lessons, p), func(d doubt) bool { return !d.closes })
	slices.SortStableFunc(all, func(a, b doubt) int { return cmp.Compare(a.total, b.total) })
	n, good := 0, 0
	for _, d := range all {
		n += d.lesson.counts
		if d.lesson.complete {
			good += d.lesson.counts
		}
		if float64(good) >= leastPrecision*float64(n) {
			most = d.total
		}
	}
	return math.Exp(-most), most
}

// report tells how reliable confidences are, by variant.
func report(out io.Writer, lessons []*lesson, p [][][]float64, w *trust.Weights) {
	fmt.Fprintf(out, "slope %.3f shift %.3f least %.3f most %.3f, %d trees\n", w.Slope, w.Shift, w.Least, w.Most, w.Cells.Trees())
	for v := range variants {
		var bins [len(edges)]bin
		var cells, off float64
		for n, l := range lessons {
			if l.variant != v {
				continue
			}
			for i := range l.right {
				for k, is := range l.right[i] {
					if is == unknown || !l.orders[i].Cases[k].Stated {
						continue
					}
					b := &bins[0]
					for e := range edges {
						if p[n][i][k] >= edges[e] {
							b = &bins[e]
						}
					}
					b.cells++
					b.sum += p[n][i][k]
					if is == right {
						b.right++
					}
				}
			}
		}
		fmt.Fprintf(out, "variant %d (%.3g unknown, %.3g misread):", v, variants[v].unknown, variants[v].misread)
		for e, b := range bins {
			if b.cells > 0 {
				fmt.Fprintf(out, "  %.2f- %.0f of %.0f %.3f (%.3f)", edges[e], b.right, b.cells, b.right/b.cells, b.sum/b.cells)
			}
			cells += b.cells
			off += math.Abs(b.right - b.sum)
		}
		fmt.Fprintf(out, "  error %.3f\n", off/cells)
		docs, closes, complete, verified, good := 0, 0, 0, 0, 0
		for _, d := range doubts(lessons, p) {
			if d.lesson.variant != v {
				continue
			}
			docs++
			if d.lesson.complete {
				complete++
			}
			if d.closes {
				closes++
			}
			if d.closes && d.total <= w.Most {
				verified++
				if d.lesson.complete {
					good++
				}
			}
		}
		fmt.Fprintf(out, "    of %d documents %d are right in every core cell, %d close; %d verified, of these %d right\n", docs, complete, closes, verified, good)
	}
}

// edges are the lower ends of the bins of confidence.
var edges = [...]float64{0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99}

type bin struct{ cells, right, sum float64 }
