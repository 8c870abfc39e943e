package confidence

import (
	"math"
	"slices"
)

// near are the words on a word's line.
func (s *sheet) near(m *mark) []*mark {
	all := s.pages[m.page]
	half, y := m.Size/3, m.shown.MidY()
	from, _ := slices.BinarySearchFunc(all, y-half, func(k *mark, y float64) int {
		if k.shown.MidY() < y {
			return -1
		}
		return 1
	})
	to := from
	for to < len(all) && all[to].shown.MidY() <= y+half {
		to++
	}
	return all[from:to]
}

// How near words stand that may belong together, ems, and by how much they may overlap.
const (
	beside   = 0.8
	overlaps = 0.2
)

// longText is how many words a text has of which only the ends are looked at.
const longText = 12

// touched counts the words that no cell explains and that stand right before a cell's
// words, or right behind them.
func (s *sheet) touched(v *view) (before, behind int) {
	for i, m := range v.marks {
		if i > 0 && i < len(v.marks)-1 && len(v.marks) > longText {
			continue
		}
		for _, k := range s.near(m) {
			if k.used {
				continue
			}
			touches := func(gap float64) bool { return gap > -overlaps*m.Size && gap < beside*m.Size }
			if touches(k.shown.X0 - m.shown.X1) {
				behind++
			} else if touches(m.shown.X0 - k.shown.X1) {
				before++
			}
		}
	}
	return before, behind
}

// Reach of labels, ems.
const (
	reachLeft  = 25.0
	reachAbove = 3.5
)

// labelled gives the strength of the strongest label of its column that stands by a
// cell, and how many labels its column has.
func (s *sheet) labelled(v *view) (strength float64, count int) {
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
		gap, above := (m.Box.X0-l.Box.X1)/size, (m.Box.Y0-l.Box.Y1)/size
		left := math.Abs(l.Box.MidY()-m.Box.MidY()) < 0.6*size && gap > -1 && gap < reachLeft
		if left || above > -0.5 && above < reachAbove && l.Box.X0 < m.Box.X1 && l.Box.X1 > m.Box.X0-size {
			strength = max(strength, l.Strength)
		}
	}
	return strength, count
}
