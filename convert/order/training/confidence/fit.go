package main

import (
	"fmt"
	"io"
	"math"
	"slices"

	"lineitem/convert/order/boost"
	"lineitem/convert/order/confidence"
	"lineitem/convert/order/training/boosting"
)

// options are those of the trees: few and small ones, since errors are few.
var options = boosting.Options{Trees: 100, Leaves: 8, Depth: 4, Bins: 32, Shrinkage: 0.09, MinWeight: 6, Lambda: 4, Features: 0.4}

// fit fits the weights to the lessons and tells how good they are for authors
// that they were not fitted to.
func fit(lessons []*lesson, stdout io.Writer) *confidence.Weights {
	scores := crossScores(lessons)
	w := &confidence.Weights{Cells: train(lessons)}
	w.Slope, w.Shift = platt(lessons, scores)
	p := probabilities(lessons, scores, w)
	wholes := wholesOf(lessons, p)
	w.Base, w.Signs = weigh(wholes)
	crossOdds(wholes)
	w.Least = leastOdds(wholes)
	report(stdout, lessons, p, wholes, w)
	return w
}

// train trains the trees.
func train(lessons []*lesson) *boost.Model {
	var set *boosting.Set
	for _, l := range lessons {
		for i := range l.orders {
			for k, c := range l.orders[i].Cases {
				if set == nil {
					set = boosting.NewSet(len(c.Features))
				}
				if l.right[i][k] != unknown {
					for range l.counts {
						set.Add([][]float32{c.Features}, []bool{l.right[i][k] == right})
					}
				}
			}
		}
	}
	m, _ := boosting.Train(set, nil, options)
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

func probabilities(lessons []*lesson, scores [][][]float64, w *confidence.Weights) [][][]float64 {
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

// report tells how reliable confidences are, by variant.
func report(out io.Writer, lessons []*lesson, p [][][]float64, wholes []*whole, w *confidence.Weights) {
	fmt.Fprintf(out, "slope %.3f shift %.3f, %d trees; base %.3f least %.3f signs %.2f\n", w.Slope, w.Shift, w.Cells.Trees(), w.Base, w.Least, w.Signs)
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
		docs, right := 0, 0
		for _, l := range lessons {
			if l.variant == v {
				docs++
				if l.complete {
					right++
				}
			}
		}
		candidates, sound, verified, good := 0, 0, 0, 0
		for _, o := range wholes {
			if o.variant != v {
				continue
			}
			candidates++
			if o.sound {
				sound++
			}
			if o.sound && o.odds >= w.Least {
				verified++
				if o.complete {
					good++
				}
			}
		}
		fmt.Fprintf(out, "    of %d documents %d are right in every core cell, %d are complete, %d sound; %d verified, of these %d right\n", docs, right, candidates, sound, verified, good)
	}
}

// edges are the lower ends of the bins of confidence.
var edges = [...]float64{0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99}

type bin struct{ cells, right, sum float64 }
