package items

import (
	"math"
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

var lists = mechanism.New("items: lists of quantities and what is ordered")

// Bounds of lists.
const (
	mostListed   = 16  // most words of a line
	listGap      = 2.5 // baselines of neighbouring lines of a list are less than this apart, ems
	unitWords    = 2   // most words of a unit in one segment with its quantity
	listedDigits = 4   // most digits of a quantity that begins a line; postal codes have more
)

// timesMarks are marks that may follow a quantity.
const timesMarks = "xX×"

// Listed finds items in lists without headings, as in messages: consecutive lines that begin or end with a quantity
// ("30x bread rolls", "6 kg hake", "Valve  200 pcs"), and lines of freight ("18 pallets  glass  9,740 kg").
func (f *Finder) Listed() []*Table {
	if !lists.On() {
		return nil
	}
	t := &Table{}
	for _, p := range f.pages {
		var run []schema.Cells
		sure := false // a line of freight is in the run
		end := func() {
			if len(run) > 1 || sure {
				t.Lines = append(t.Lines, run...)
			}
			run, sure = nil, false
		}
		for i := range p.Lines {
			l := &p.Lines[i]
			if i > 0 && !inList(&p.Lines[i-1], l) {
				end()
			}
			if f.classify(l) != plainLine {
				end()
			} else if cells, ok := f.freight(p, l); ok {
				run, sure = append(run, cells), true
			} else if cells, ok := f.endsWithQuantity(p, l); ok {
				run = append(run, cells)
			} else if cells, ok := f.beginsWithQuantity(p, l); ok {
				run = append(run, cells)
			} else {
				end()
			}
		}
		end()
	}
	if len(t.Lines) == 0 {
		return nil
	}
	t.Regions = RegionsOfLines(f.pages, t.Lines)
	return []*Table{t}
}

// inList reports whether two neighbouring lines may belong to one list.
func inList(above, l *layout.Line) bool {
	return l.Baseline-above.Baseline < listGap*l.Segments[0].Size() && math.Abs(l.Segments[0].X0-above.Segments[0].X0) < textEdge
}

// freight reads a line that states a quantity with its unit, the goods, and measures of the goods.
func (r *reader) freight(p *layout.Page, l *layout.Line) (cells schema.Cells, ok bool) {
	if len(l.Segments) < 3 {
		return cells, false
	}
	count, goods := l.Segments[0].Words, l.Segments[1].Words
	if len(count) < 2 || !textnorm.OnlyDigits(count[0].Text) || textnorm.HasDigit(textnorm.Join(count[1:])) || textnorm.CountLetters(textnorm.Join(goods)) < leastText || len(count) > 1+unitWords {
		return cells, false
	}
	for _, s := range l.Segments[2:] {
		if n, ok := r.readFigure(textnorm.Join(s.Words)); !ok || textnorm.CountLetters(n.Unit) == 0 {
			return cells, false
		}
	}
	return listedItem(p, count[:1], count[0].Text, count[1:], goods), true
}

// endsWithQuantity reads a line whose last segment is a quantity with its unit; the segment with the most letters is the description.
func (r *reader) endsWithQuantity(p *layout.Page, l *layout.Line) (cells schema.Cells, ok bool) {
	before, last := l.Segments[:len(l.Segments)-1], l.Segments[len(l.Segments)-1].Words
	if len(before) == 0 || len(last) != 2 || !value.IsUnit(last[1].Text) {
		return cells, false
	}
	n, ok := r.readFigure(last[0].Text)
	if !ok || n.Percent || !n.Value.IsPositive() {
		return cells, false
	}
	letters := func(s *layout.Segment) int { return textnorm.CountLetters(textnorm.Join(s.Words)) }
	text := slices.MaxFunc(before, func(a, b *layout.Segment) int { return letters(a) - letters(b) })
	return listedItem(p, last[:1], n.Text, last[1:], text.Words), letters(text) >= leastText
}

// beginsWithQuantity reads a line of few words that is a quantity, perhaps with a unit, followed by nothing but a text.
func (r *reader) beginsWithQuantity(p *layout.Page, l *layout.Line) (cells schema.Cells, ok bool) {
	var words []*doc.Word
	for _, s := range l.Segments {
		words = append(words, s.Words...)
	}
	for len(words) > 0 && !textnorm.HasDigit(words[0].Text) && textnorm.CountLetters(words[0].Text) == 0 {
		words = words[1:] // bullets and boxes
	}
	if len(words) < 2 || len(words) > mostListed {
		return cells, false
	}
	quantity := strings.TrimRight(words[0].Text, timesMarks)
	if len(quantity) > listedDigits || !textnorm.OnlyDigits(quantity) || strings.Trim(quantity, "0") == "" {
		return cells, false
	}
	rest := words[1:]
	if len(rest) > 1 && strings.Trim(rest[0].Text, timesMarks) == "" {
		rest = rest[1:]
	}
	var unit []*doc.Word
	own := slices.ContainsFunc(l.Segments, func(s *layout.Segment) bool { return len(s.Words) == 2 && s.Words[1] == rest[0] })
	if len(rest) > 1 && (own || value.IsUnit(rest[0].Text)) && !textnorm.HasDigit(rest[0].Text) {
		unit, rest = rest[:1], rest[1:]
	}
	text := textnorm.Join(rest)
	if textnorm.CountLetters(text) < leastText || strings.HasSuffix(text, ":") {
		return cells, false
	}
	return listedItem(p, words[:1], quantity, unit, rest), true
}

// listedItem returns an item with a quantity, its unit, if any, and a description.
func listedItem(p *layout.Page, count []*doc.Word, quantity string, unit, text []*doc.Word) (cells schema.Cells) {
	cells[schema.Quantity] = statedCell(p, quantity, count...)
	if len(unit) > 0 {
		cells[schema.Unit] = statedCell(p, textnorm.Join(unit), unit...)
	}
	cells[schema.Description] = statedCell(p, textnorm.Join(text), text...)
	return cells
}
