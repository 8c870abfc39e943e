package items

import (
	"slices"

	"lineitem/convert/layout"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/mechanism"
)

var besideTables = mechanism.New("items: tables that go on beside themselves")

// unfold puts the parts of a table that are side by side, under the same headings, one beneath the other: it cuts the lines from
// the headings on between the parts, and puts the right halves after the left ones. The pages of the layout are not changed.
func (r *reader) unfold() {
	if !besideTables.On() {
		return
	}
	for i, p := range r.pages {
		at, x := r.repeatedHeadings(i)
		if at < 0 {
			continue
		}
		unfolded := *p
		unfolded.Lines = slices.Clone(p.Lines[:at])
		for _, right := range [...]bool{false, true} {
			for k := at; k < len(p.Lines); k++ {
				if l := segmentsBeside(&p.Lines[k], x, right); len(l.Segments) > 0 {
					unfolded.Lines = append(unfolded.Lines, l)
				}
			}
		}
		r.pages = slices.Clone(r.pages)
		r.pages[i] = &unfolded
		r.unfolded[i] = true
		r.headings[i] = r.pageHeadings(&unfolded)
	}
}

// repeatedHeadings returns the line of a page on which the same headings of a table appear twice, and the x between them at which to cut
// the page; the line is -1 if there is none.
func (r *reader) repeatedHeadings(page int) (line int, x float64) {
	for i, cells := range r.headings[page] {
		half := len(cells) / 2
		if half < 2 || len(cells) != 2*half || r.scoreHeader([][]columnHeading{cells[:half]}) < leastHeaderScore-furtherLineScore {
			continue
		}
		if slices.EqualFunc(cells[:half], cells[half:], func(a, b columnHeading) bool {
			return slices.EqualFunc(a.tokens, b.tokens, func(a, b headings.Token) bool { return a.Text == b.Text })
		}) {
			return i, (cells[half-1].X1 + cells[half].X0) / 2
		}
	}
	return -1, 0
}

// segmentsBeside returns the segments of a line that begin left of x or, if right is set, the others.
func segmentsBeside(l *layout.Line, x float64, right bool) layout.Line {
	part := layout.Line{Baseline: l.Baseline}
	for _, s := range l.Segments {
		if s.X0 < x != right {
			part.Segments = append(part.Segments, s)
			part.Box = part.Box.Union(s.Box)
		}
	}
	return part
}
