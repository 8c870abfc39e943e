package layout

import (
	"cmp"
	"math"
	"slices"

	"lineitem/convert/doc"
)

// Measures of ruling, points.
const (
	snap      = 2.0 // edges no farther apart than this are one line
	leastFill = 4.0 // fills thinner than this are ornaments, not cells
)

// maxEdges bounds the number of a page's edges in each direction; the longest are
// kept. Forms have some hundreds.
const maxEdges = 4000

// edges are a page's ruling: rules and the borders of fills.
type edges struct {
	vertical   edgeSet // at x, spans along y
	horizontal edgeSet // at y, spans along x
}

// edgeSet is a set of parallel edges, by position.
type edgeSet []edge

// edge is all that is drawn along one straight line.
type edge struct {
	at    float64 // x of a vertical edge, y of a horizontal one
	spans []span  // disjoint, ascending
}

type span struct{ from, to float64 }

// stroke is one drawn piece of an edge.
type stroke struct {
	at float64
	span
}

func findEdges(p *doc.Page) edges {
	var v, h []stroke
	for _, r := range p.Rules {
		if r.Vertical {
			v = append(v, stroke{r.MidX(), span{r.Y0, r.Y1}})
		} else {
			h = append(h, stroke{r.MidY(), span{r.X0, r.X1}})
		}
	}
	for _, f := range p.Fills {
		if f.Width() < leastFill || f.Height() < leastFill || f.Width() > 0.9*p.Width && f.Height() > 0.6*p.Height {
			continue
		}
		v = append(v, stroke{f.X0, span{f.Y0, f.Y1}}, stroke{f.X1, span{f.Y0, f.Y1}})
		h = append(h, stroke{f.Y0, span{f.X0, f.X1}}, stroke{f.Y1, span{f.X0, f.X1}})
	}
	return edges{vertical: join(v), horizontal: join(h)}
}

// join merges strokes that lie on one line, and on it those that touch.
func join(strokes []stroke) edgeSet {
	if len(strokes) > maxEdges {
		slices.SortStableFunc(strokes, func(a, b stroke) int {
			return cmp.Compare(b.to-b.from, a.to-a.from)
		})
		strokes = strokes[:maxEdges]
	}
	slices.SortFunc(strokes, func(a, b stroke) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	var set edgeSet
	for len(strokes) > 0 {
		n, sum := 0, 0.0
		for n < len(strokes) && strokes[n].at-strokes[0].at <= snap {
			sum += strokes[n].at
			n++
		}
		set = append(set, edge{at: sum / float64(max(1, n)), spans: merge(strokes[:max(1, n)])})
		strokes = strokes[max(1, n):]
	}
	return set
}

// merge returns the union of the strokes' spans.
func merge(strokes []stroke) []span {
	slices.SortFunc(strokes, func(a, b stroke) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	spans := make([]span, 0, 1)
	for _, s := range strokes {
		if k := len(spans) - 1; k >= 0 && s.from <= spans[k].to+snap {
			spans[k].to = max(spans[k].to, s.to)
		} else {
			spans = append(spans, s.span)
		}
	}
	return spans
}

// crosses reports whether an edge lies between from and to at the given place
// along the edges.
func (set edgeSet) crosses(from, to, along float64) bool {
	_, ok := set.first(from, to, along)
	return ok
}

// first returns the first edge between from and to at the given place along the edges.
func (set edgeSet) first(from, to, along float64) (at float64, ok bool) {
	i, _ := slices.BinarySearchFunc(set, from, func(e edge, x float64) int { return cmp.Compare(e.at, x) })
	for ; i < len(set) && set[i].at <= to; i++ {
		if set[i].covers(along, along) {
			return set[i].at, true
		}
	}
	return 0, false
}

// nearest returns the last edge before x and the first one from x on at the given
// place along the edges; infinite where there are none.
func (set edgeSet) nearest(x, along float64) (before, after float64) {
	before, after = math.Inf(-1), math.Inf(1)
	start, _ := slices.BinarySearchFunc(set, x, func(e edge, x float64) int { return cmp.Compare(e.at, x) })
	for i := start - 1; i >= 0; i-- {
		if set[i].covers(along, along) {
			before = set[i].at
			break
		}
	}
	for i := start; i < len(set); i++ {
		if set[i].covers(along, along) {
			after = set[i].at
			break
		}
	}
	return before, after
}

// covers reports whether the edge is drawn from a to b, within the snap distance.
func (e *edge) covers(a, b float64) bool {
	i, found := slices.BinarySearchFunc(e.spans, a, func(s span, x float64) int { return cmp.Compare(s.from, x+snap) })
	if !found {
		i--
	}
	return i >= 0 && e.spans[i].to+snap >= b
}
