package confidence

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/neural"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

// NumFeatures is how many features a cell has.
const NumFeatures = 113

// row fills in the features of a cell, and returns how many these are.
func (s *sheet) row(o *orderView, v *view, row []float32) int {
	f := neural.Features(row[:0])
	w := &f
	s.addCell(w, o, v)
	s.addValue(w, v)
	s.addPlace(w, v)
	s.addOrder(w, o)
	s.addLine(w, o, v)
	s.addParties(w, o, v)
	s.addDate(w, o, v)
	s.addLabels(w, v)
	s.addNeighbours(w, o, v)
	addText(w, o, v)
	s.addOpinion(w, o, v)
	s.addOddities(w, o, v)
	return len(f)
}

// addCell adds what the rules say of the cell.
func (s *sheet) addCell(w *neural.Features, o *orderView, v *view) {
	e := &v.cell.Evidence
	w.Add(float64(v.field))
	w.Flag(v.stated(), v.line >= 0)
	w.Add(e.Confidence)
	w.Flag(e.Proof != "")
	least, mean := 1.0, 1.0
	if n := len(v.marks); n > 0 {
		mean = 0
		for _, m := range v.marks {
			least = min(least, m.Confidence)
			mean += m.Confidence / float64(n)
		}
	}
	w.Flag(s.Locale.Recognised)
	w.Add(least, mean)
	w.Add(float64(len(v.marks)), float64(len(e.Words)-len(v.marks)))
}

// addValue adds what the value looks like.
func (s *sheet) addValue(w *neural.Features, v *view) {
	letters, digits, upper, marks, blanks := 0, 0, 0, 0, 0
	for _, r := range v.cell.Value {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsUpper(r):
			upper++
			letters++
		case unicode.IsLetter(r):
			letters++
		case r == ' ':
			blanks++
		default:
			marks++
		}
	}
	w.Add(float64(len(v.cell.Value)), float64(digits), float64(letters), float64(upper)/float64(max(1, letters)), float64(marks), float64(blanks))
	w.Add(float64(strings.Count(v.cell.Value, ":")), float64(strings.Count(v.cell.Value, ",")))
	first, _ := utf8.DecodeRuneInString(v.cell.Value)
	w.Flag(unicode.IsLower(first))
	decimals := -1
	if slices.Contains(numericFields[:], v.field) || v.field >= schema.Subtotal {
		_, after, _ := strings.Cut(v.cell.Value, ".")
		decimals = len(after)
	}
	w.Add(float64(decimals))
	// How often its rarest word is printed elsewhere.
	again := math.Inf(1)
	for _, m := range v.marks {
		again = min(again, float64(s.seen[m.folded]-1))
	}
	if math.IsInf(again, 1) {
		again = -1
	}
	w.Add(again)
}

// addPlace adds where the cell stands.
func (s *sheet) addPlace(w *neural.Features, v *view) {
	if len(v.marks) == 0 {
		w.Add(-1, -1, -1, -1, -1, -1)
		return
	}
	m := v.marks[0]
	page := s.Pages[m.page]
	rows, box := 1, doc.Box{}
	for i, k := range v.marks {
		box = box.Union(k.shown)
		if i > 0 && k.shown.Y0 > v.marks[i-1].shown.Y1-k.Size/2 {
			rows++
		}
	}
	w.Add(m.shown.X0/max(1, page.Width), float64(m.page), float64(rows), m.Size/page.BodySize())
	// The word on its left.
	gap, colon := 99.0, false
	for _, k := range s.near(m) {
		if k.used && k.table == m.table || k.shown.X1 > m.shown.X0+1 {
			continue
		}
		if d := (m.shown.X0 - k.shown.X1) / max(1, m.Size); d < gap {
			gap, colon = d, strings.ContainsAny(k.Text[len(k.Text)-1:], ":#.")
		}
	}
	w.Add(gap)
	w.Flag(colon)
}

// near are the words on a word's line.
func (s *sheet) near(m *mark) []*mark {
	y := m.shown.MidY()
	return between(s.pages[m.page], y-m.Size/3, y+m.Size/3)
}

// addOrder adds what the whole order tells.
func (s *sheet) addOrder(w *neural.Features, o *orderView) {
	f := &o.whole
	n := float64(max(1, len(o.lines)))
	w.Add(float64(len(s.orders)), float64(f.pages), float64(len(s.Pages)), float64(len(o.lines)))
	w.Add(f.counted)
	w.Flag(f.sums, f.chain)
	w.Add(f.left.words/n, f.left.digits/n, f.left.amounts, f.beneath, f.greater, f.dates, f.codes)
	for _, field := range [...]schema.Field{schema.ItemCode, schema.Description, schema.UnitPrice, schema.LineTotal, schema.LineNumber} {
		w.Add(f.columns[field].filled)
	}
	for _, field := range [...]schema.Field{schema.Tax, schema.Total} {
		w.Flag(o.head(field).stated())
	}
}

// addLine adds what a cell's line and column tell.
func (s *sheet) addLine(w *neural.Features, o *orderView, v *view) {
	if v.line < 0 {
		w.Add(-1, -1, -1, -1, -1, -1, -1, -1, -1)
		return
	}
	l, c := &o.lines[v.line], &o.whole.columns[v.field]
	n := float64(len(o.lines))
	w.Flag(l.proved)
	w.Add(float64(o.whole.patterns[l.pattern])/n, l.left.words, l.left.digits)
	filled := max(1, c.filled*n)
	w.Add(c.filled, float64(c.shapes[shape(v.cell.Value)])/filled, float64(c.values[v.cell.Value])/filled)
	w.Add(float64(len(v.cell.Value)) / float64(max(1, c.median)))
	w.Add(min(n-1-float64(v.line), 3))
}

// addParties adds how often a name is printed under a heading of its own, and whether
// it looks like none.
func (s *sheet) addParties(w *neural.Features, o *orderView, v *view) {
	if v.field != schema.Buyer && v.field != schema.Supplier || !v.stated() {
		w.Add(-1, -1)
		return
	}
	p := s.party(o, v)
	w.Add(float64(p.own))
	w.Flag(p.odd)
}

// headingReach is how far above a name its heading may stand, ems.
const headingReach = 9.0

// headed reports what heads a segment: its own beginning, the segment on its left,
// or the nearest heading above it.
func (s *sheet) headed(p *layout.Page, seg *layout.Segment) (buyer, supplier bool) {
	if s.Heads == nil {
		return false, false
	}
	if buyer, supplier, _ = s.Heads(seg); buyer || supplier {
		return buyer, supplier
	}
	for _, left := range p.Lines[seg.Line].Segments {
		if left.X1 <= seg.X0+1 {
			if buyer, supplier, _ = s.Heads(left); buyer || supplier {
				return buyer, supplier
			}
		}
	}
	size := max(1, seg.Size())
	for n := seg.Line - 1; n >= 0; n-- {
		line := &p.Lines[n]
		if seg.Y0-line.Y1 > headingReach*size {
			break
		}
		for _, above := range line.Segments {
			if above.X0 < seg.X1 && above.X1 > seg.X0-size {
				if buyer, supplier, _ = s.Heads(above); buyer || supplier {
					return buyer, supplier
				}
			}
		}
	}
	return false, false
}

// addDate adds whether a date can be read in one way only, and how it stands to
// others.
func (s *sheet) addDate(w *neural.Features, o *orderView, v *view) {
	if v.field != schema.PODate && v.field != schema.DeliveryDate || !v.stated() {
		w.Add(-1, -1)
		return
	}
	text := strings.Join(v.cell.Evidence.Words, " ")
	w.Flag(textnorm.CountLetters(text) >= 3 || strings.HasPrefix(v.cell.Value, strings.Join(v.cell.Evidence.Words, "")))
	day := v.cell.Value[max(0, len(v.cell.Value)-2):]
	w.Flag(day > "12")
}

// addLabels adds the labels of its column that stand by a cell of the order, and how
// many there are.
func (s *sheet) addLabels(w *neural.Features, v *view) {
	if v.line >= 0 {
		w.Add(-1, -1, -1)
		return
	}
	own, near, count := s.labels(v)
	w.Add(own, near, float64(count))
}

// beside is how near words stand that may belong together, ems.
const beside = 0.8

// addNeighbours adds how many words that no cell explains stand right before the cell's, and how
// it is aligned with its column.
func (s *sheet) addNeighbours(w *neural.Features, o *orderView, v *view) {
	if len(v.marks) == 0 {
		w.Add(-1, -1, -1)
		return
	}
	before, behind := s.touched(v)
	off := 0.0
	if v.line >= 0 {
		c, b := &o.whole.columns[v.field], v.box()
		off = min(math.Abs(b.X0-c.left), math.Abs(b.X1-c.right), math.Abs(b.MidX()-(c.left+c.right)/2)) / max(1, v.marks[0].Size)
	}
	w.Add(float64(before), float64(behind), off)
}

// touched counts the words that no cell explains and that stand right before a
// cell's words, or right behind them.
func (s *sheet) touched(v *view) (before, behind int) {
	for i, m := range v.marks {
		if i > 0 && i < len(v.marks)-1 && len(v.marks) > 12 {
			continue // of long texts only the ends
		}
		for _, k := range s.near(m) {
			if k.used {
				continue
			}
			if d := k.shown.X0 - m.shown.X1; d > -0.2*m.Size && d < beside*m.Size {
				behind++
			} else if d := m.shown.X0 - k.shown.X1; d > -0.2*m.Size && d < beside*m.Size {
				before++
			}
		}
	}
	return before, behind
}

// addText adds what tells a description or a code with all of its words, and no
// other.
func addText(w *neural.Features, o *orderView, v *view) {
	if v.field != schema.Description && v.field != schema.ItemCode {
		w.Add(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1)
		return
	}
	t, column := &o.texts[v.line], &o.whole.texts
	w.Add(t.rows, column.rows, column.many)
	w.Add(t.common, t.labels, t.sizes, t.indent, t.loose)
	w.Flag(t.mixed)
	w.Add(column.numbered, column.coded)
}
