package trust

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"lineitem/convert/doc"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/wording"
)

// numFeatures is how many features a cell has.
const numFeatures = 71

// writer fills a row of features.
type writer struct {
	row []float32
	n   int
}

func (w *writer) add(values ...float64) {
	for _, v := range values {
		w.row[w.n] = float32(v)
		w.n++
	}
}

func (w *writer) flag(b bool) {
	v := 0.0
	if b {
		v = 1
	}
	w.add(v)
}

// row gives the features of a cell.
func (s *sheet) row(o *orderView, v *view, row []float32) {
	w := &writer{row: row}
	s.addCell(w, o, v)
	s.addValue(w, v)
	s.addPlace(w, v)
	s.addOrder(w, o)
	s.addLine(w, o, v)
	s.addParties(w, o, v)
	s.addDate(w, o, v)
}

// addCell adds what the rules say of the cell.
func (s *sheet) addCell(w *writer, o *orderView, v *view) {
	e := &v.cell.Evidence
	w.add(float64(v.field))
	w.flag(v.stated())
	w.flag(v.line >= 0)
	w.add(e.Confidence)
	w.flag(e.Proof != "")
	least, mean := 1.0, 1.0
	if n := len(v.marks); n > 0 {
		mean = 0
		for _, m := range v.marks {
			least = min(least, m.Confidence)
			mean += m.Confidence / float64(n)
		}
	}
	w.flag(s.Locale.Recognised)
	w.add(least, mean)
	w.add(float64(len(v.marks)), float64(len(e.Words)-len(v.marks)))
}

// addValue adds what the value looks like.
func (s *sheet) addValue(w *writer, v *view) {
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
	w.add(float64(len(v.cell.Value)), float64(digits), float64(letters), float64(upper)/float64(max(1, letters)), float64(marks), float64(blanks))
	w.add(float64(digitWords(v.cell.Value)))
	w.add(float64(strings.Count(v.cell.Value, ":")), float64(strings.Count(v.cell.Value, ",")))
	first, _ := firstRune(v.cell.Value)
	w.flag(unicode.IsLower(first))
	decimals := -1
	if slices.Contains(numericFields[:], v.field) || v.field >= schema.Subtotal {
		_, after, _ := strings.Cut(v.cell.Value, ".")
		decimals = len(after)
	}
	w.add(float64(decimals))
	// How often its rarest word is printed elsewhere.
	again := math.Inf(1)
	for _, m := range v.marks {
		again = min(again, float64(s.seen[folded(m.Text)]-1))
	}
	if math.IsInf(again, 1) {
		again = -1
	}
	w.add(again)
}

func firstRune(text string) (rune, bool) {
	for _, r := range text {
		return r, true
	}
	return 0, false
}

// addPlace adds where the cell stands.
func (s *sheet) addPlace(w *writer, v *view) {
	if len(v.marks) == 0 {
		w.add(-1, -1, -1, -1, -1, -1, -1)
		w.flag(false)
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
	w.add(m.shown.X0/max(1, page.Width), m.shown.Y0/max(1, page.Height), float64(m.page), float64(rows), m.Size/page.BodySize())
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
	w.add(gap)
	w.flag(colon)
	w.flag(m.table)
}

// near are the words on a word's line.
func (s *sheet) near(m *mark) []*mark {
	all := s.pages[m.page]
	half := m.Size / 3
	y := m.shown.MidY()
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

// addOrder adds what the whole order tells.
func (s *sheet) addOrder(w *writer, o *orderView) {
	f := &o.whole
	n := float64(max(1, len(o.lines)))
	w.add(float64(len(s.orders)), float64(f.pages), float64(len(s.Pages)), float64(len(o.lines)))
	w.add(f.proved, f.counted)
	w.flag(f.sums)
	w.flag(f.chain)
	w.add(f.left.words/n, f.left.digits/n, f.left.amounts, f.under, f.greater, f.dates, f.codes)
	most := 0
	for _, k := range f.patterns {
		most = max(most, k)
	}
	w.add(float64(most) / n)
	for _, field := range [...]schema.Field{schema.ItemCode, schema.Description, schema.UnitPrice, schema.LineTotal, schema.LineNumber} {
		w.add(f.columns[field].filled)
	}
	for _, field := range [...]schema.Field{schema.Subtotal, schema.Tax, schema.Total} {
		w.flag(o.head(field).stated())
	}
}

// addLine adds what a cell's line and column tell.
func (s *sheet) addLine(w *writer, o *orderView, v *view) {
	if v.line < 0 {
		w.add(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1)
		return
	}
	l, c := &o.lines[v.line], &o.whole.columns[v.field]
	n := float64(len(o.lines))
	w.flag(l.proved)
	w.add(float64(o.whole.patterns[l.pattern])/n, l.left.words, l.left.digits, l.left.amounts)
	filled := max(1, c.filled*n)
	w.add(c.filled, float64(c.shapes[shape(v.cell.Value)])/filled, float64(c.values[v.cell.Value])/filled)
	w.add(float64(len(v.cell.Value)) / float64(max(1, c.median)))
	w.add(min(float64(v.line), 3), min(n-1-float64(v.line), 3))
}

// addParties adds how often a name is printed, and what else bears it.
func (s *sheet) addParties(w *writer, o *orderView, v *view) {
	if v.field != schema.Buyer && v.field != schema.Supplier || !v.stated() {
		w.add(-1, -1, -1, -1)
		return
	}
	name := folded(v.cell.Value)
	elsewhere, blocks := 0, 0
	for _, p := range s.Pages {
		for i := range p.Lines {
			for _, seg := range p.Lines[i].Segments {
				if strings.Contains(folded(seg.Text()), name) {
					elsewhere++
				}
			}
		}
	}
	for _, f := range [...]schema.Field{schema.ShipTo, schema.BillTo} {
		if strings.Contains(folded(o.Head[f].Value), name) {
			blocks++
		}
	}
	other := schema.Buyer
	if v.field == schema.Buyer {
		other = schema.Supplier
	}
	w.add(float64(elsewhere), float64(blocks))
	w.flag(folded(o.Head[other].Value) == name)
	w.flag(o.Head[other].Value != "")
}

// addDate adds whether a date can be read in one way only, and how it stands to
// others.
func (s *sheet) addDate(w *writer, o *orderView, v *view) {
	if v.field != schema.PODate && v.field != schema.DeliveryDate || !v.stated() {
		w.add(-1, -1)
		return
	}
	text := strings.Join(v.cell.Evidence.Words, " ")
	w.flag(wording.CountLetters(text) >= 3 || strings.HasPrefix(v.cell.Value, strings.Join(v.cell.Evidence.Words, "")))
	day := v.cell.Value[max(0, len(v.cell.Value)-2):]
	w.flag(day > "12")
}
