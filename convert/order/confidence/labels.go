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

// Places of a word by a label.
const (
	elsewhere = iota
	behindLabel
	beneathLabel
)

// stands is where a word stands by a label, and how far from it, ems. A word behind it may
// begin before its end by as much as least, which is not positive.
func (l *Label) stands(m *mark, least float64) (gap float64, at int) {
	size := max(1, m.Size)
	gap = (m.Box.X0 - l.Box.X1) / size
	if math.Abs(l.Box.MidY()-m.Box.MidY()) < 0.6*size && gap > least && gap < reachLeft {
		return gap, behindLabel
	}
	gap = (m.Box.Y0 - l.Box.Y1) / size
	if gap > -0.5 && gap < reachAbove && l.Box.X0 < m.Box.X1 && l.Box.X1 > m.Box.X0-size {
		return gap, beneathLabel
	}
	return gap, elsewhere
}

// rivalled returns the strength of the strongest label of a cell's column that stands by another value.
func (s *sheet) rivalled(v *view) float64 {
	strength := 0.0
	own := folded(v.cell.Value)
	for i := range s.Labels {
		l := &s.Labels[i]
		if l.Field != v.field || l.Strength <= strength {
			continue
		}
		if m := s.announced(l); m != nil && m.digits && !slices.Contains(v.marks, m) && !strings.Contains(own, m.folded) {
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
		switch _, at := l.stands(m, -0.2); {
		case at == behindLabel && (behind == nil || m.Box.X0 < behind.Box.X0):
			behind = m
		case at == beneathLabel && (beneath == nil || m.Box.Y0 < beneath.Box.Y0):
			beneath = m
		}
	}
	if behind != nil {
		return behind
	}
	return beneath
}

// labelled returns the strength of the strongest label of its column that stands by
// a cell.
func (s *sheet) labelled(v *view) float64 {
	strength, _, _ := s.labels(v)
	return strength
}

// labels returns the strength of that label, how near the nearest one stands, and how
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
		if gap, at := l.stands(v.marks[0], -1); at != elsewhere {
			own, near = max(own, l.Strength), min(near, gap)
		}
	}
	return own, near, count
}
