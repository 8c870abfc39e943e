package confidence

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"lineitem/convert/order/schema"
)

// numFeatures is how many features a cell has.
const numFeatures = 52

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

func (w *writer) flags(flags ...bool) {
	for _, b := range flags {
		v := 0.0
		if b {
			v = 1
		}
		w.add(v)
	}
}

// features gives the features of a cell.
func (s *sheet) features(o *orderView, v *view, row []float32) {
	w := &writer{row: row}
	s.addCell(w, v)
	s.addValue(w, v)
	addOrder(w, o)
	s.addParties(w, o, v)
	s.addNeighbours(w, o, v)
}

// addCell adds what the rules say of the cell.
func (s *sheet) addCell(w *writer, v *view) {
	e := &v.cell.Evidence
	w.add(float64(v.field), e.Confidence)
	w.flags(v.stated(), e.Proof != "", s.Locale.Recognised)
	least, mean := 1.0, 1.0
	if n := len(v.marks); n > 0 {
		mean = 0
		for _, m := range v.marks {
			least = min(least, m.Confidence)
			mean += m.Confidence / float64(n)
		}
	}
	w.add(least, mean)
}

// addValue adds what the value looks like.
func (s *sheet) addValue(w *writer, v *view) {
	letters, digits, upper, marks, blanks := 0, 0, 0, 0, 0
	for _, r := range v.cell.Value {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
			if unicode.IsUpper(r) {
				upper++
			}
		case r == ' ':
			blanks++
		default:
			marks++
		}
	}
	w.add(float64(len(v.cell.Value)), float64(digits), float64(letters), float64(upper)/float64(max(1, letters)), float64(marks), float64(blanks))
	w.add(float64(digitWords(v.cell.Value)), float64(strings.Count(v.cell.Value, ":")), float64(strings.Count(v.cell.Value, ",")))
	w.flags(strings.IndexFunc(v.cell.Value, unicode.IsLower) == 0)
	decimals := -1
	if slices.Contains(numericFields[:], v.field) || v.field >= schema.Subtotal {
		_, after, _ := strings.Cut(v.cell.Value, ".")
		decimals = len(after)
	}
	w.add(float64(decimals), s.again(v))
}

// again is how often a cell's rarest word is printed elsewhere, -1 for no word.
func (s *sheet) again(v *view) float64 {
	if len(v.marks) == 0 {
		return -1
	}
	least := math.Inf(1)
	for _, m := range v.marks {
		least = min(least, float64(s.seen[folded(m.Text)]-1))
	}
	return least
}

// addOrder adds what the whole order tells.
func addOrder(w *writer, o *orderView) {
	f := &o.whole
	n := float64(max(1, len(o.lines)))
	w.add(f.proved, f.counted)
	w.flags(f.sums, f.chain)
	w.add(f.left.words/n, f.left.digits/n, f.left.amounts, f.under, f.beneath, f.greater, f.dates, f.codes)
	most := 0
	for _, k := range f.patterns {
		most = max(most, k)
	}
	w.add(float64(most) / n)
	for _, field := range [...]schema.Field{schema.ItemCode, schema.Description, schema.UnitPrice, schema.LineTotal, schema.LineNumber} {
		w.add(f.columns[field].filled)
	}
	for _, field := range [...]schema.Field{schema.Subtotal, schema.Tax, schema.Total} {
		w.flags(o.head(field).stated())
	}
}

// addParties adds how often a name is printed, what heads it there, and whether it
// looks like one.
func (s *sheet) addParties(w *writer, o *orderView, v *view) {
	if v.field != schema.Buyer && v.field != schema.Supplier || !v.stated() {
		w.add(-1, -1, -1, -1, -1, -1, -1, -1, -1)
		return
	}
	p := s.party(o, v)
	rival := o.Head[schema.Buyer+schema.Supplier-v.field].Value
	w.add(float64(p.elsewhere), float64(p.blocks), float64(p.own), float64(p.other), float64(p.domains))
	w.flags(folded(rival) == folded(v.cell.Value), rival != "", p.legal, p.odd)
}

// addNeighbours adds whether words that no cell explains touch the cell's, and how it is
// aligned with its column.
func (s *sheet) addNeighbours(w *writer, o *orderView, v *view) {
	if len(v.marks) == 0 {
		w.add(-1, -1, -1)
		return
	}
	before, behind := s.touched(v)
	off := 0.0
	if v.line >= 0 {
		c, b := &o.whole.columns[v.field], v.box()
		off = min(math.Abs(b.X0-c.left), math.Abs(b.X1-c.right), math.Abs(b.MidX()-(c.left+c.right)/2)) / max(1, v.marks[0].Size)
	}
	w.add(float64(before), float64(behind), off)
}
