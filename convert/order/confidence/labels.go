package confidence

import (
	"math"
	"slices"
	"strings"
)

// Reach of labels, ems.
const (
	reachLeft  = 25.0
	reachAbove = 3.5
)

// rivalled gives the strength of the strongest label of a cell's column that stands by another value.
func (s *sheet) rivalled(v *view) float64 {
	strength := 0.0
	own := folded(v.cell.Value)
	for i := range s.Labels {
		l := &s.Labels[i]
		if l.Field != v.field || l.Strength <= strength {
			continue
		}
		if m := s.announced(l); m != nil && m.digits && !slices.Contains(v.marks, m) && !strings.Contains(own, folded(m.Text)) {
			strength = l.Strength
		}
	}
	return strength
}

// announced is the word that a label stands by: the nearest behind it or, where there is none,
// beneath it; nil for none.
func (s *sheet) announced(l *Label) *mark {
	var behind, beneath *mark
	for _, m := range s.pages[l.Page] {
		size := max(1, m.Size)
		switch gap, above := (m.Box.X0-l.Box.X1)/size, (m.Box.Y0-l.Box.Y1)/size; {
		case math.Abs(l.Box.MidY()-m.Box.MidY()) < 0.6*size && gap > -0.2 && gap < reachLeft:
			if behind == nil || m.Box.X0 < behind.Box.X0 {
				behind = m
			}
		case above > -0.5 && above < reachAbove && l.Box.X0 < m.Box.X1 && l.Box.X1 > m.Box.X0-size:
			if beneath == nil || m.Box.Y0 < beneath.Box.Y0 {
				beneath = m
			}
		}
	}
	if behind != nil {
		return behind
	}
	return beneath
}

// labelled gives the strength of the strongest label of its column that stands by
// a cell.
func (s *sheet) labelled(v *view) float64 {
	strength, _, _ := s.labels(v)
	return strength
}

// labels gives the strength of that label, how near the nearest one stands, and how
// many labels its column has.
func (s *sheet) labels(v *view) (own, near float64, count int) {
	near = 99.0
	for i := range s.Labels {
		l := &s.Labels[i]
		if l.Field != v.field {
			continue
		}
		count++
		if len(v.marks) == 0 || v.marks[0].page != l.Page {
			continue
		}
		m := v.marks[0]
		size := max(1, m.Size)
		gap := (m.Box.X0 - l.Box.X1) / size
		switch above := (m.Box.Y0 - l.Box.Y1) / size; {
		case math.Abs(l.Box.MidY()-m.Box.MidY()) < 0.6*size && gap > -1 && gap < reachLeft:
		case above > -0.5 && above < reachAbove && l.Box.X0 < m.Box.X1 && l.Box.X1 > m.Box.X0-size:
			gap = above
		default:
			continue
		}
		own, near = max(own, l.Strength), min(near, gap)
	}
	return own, near, count
}
