package confidence

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/order/neural"
	"lineitem/convert/order/schema"
)

// Case is a cell that is judged: one that states something, or a core cell without a value, for
// which the document may state one.
type Case struct {
	Line     int // index; -1 for the cells of the order
	Field    schema.Field
	Stated   bool
	Features []float32
	view     *view
}

// NumFeatures is the number of features of a cell.
const NumFeatures = 49

// describe fills in the features of a cell, and returns how many there are.
func (s *sheet) describe(o *orderView, v *view, row []float32) int {
	f := neural.Features(row[:0])
	s.addReading(&f, v)
	addValue(&f, v)
	s.addPlace(&f, v)
	o.addOrder(&f)
	o.addLine(&f, v)
	s.addProbabilities(&f, o, v)
	return len(f)
}

// addReading adds how surely the cell was read.
func (s *sheet) addReading(w *neural.Features, v *view) {
	e := &v.cell.Evidence
	w.Add(float64(v.field), e.Confidence)
	w.Flag(v.stated(), v.line >= 0, e.Proof != "", s.Locale.Recognised)
	least, again := 1.0, -1
	for i, m := range v.words {
		least = min(least, m.Confidence)
		if n := s.seen[m.Text] - 1; i == 0 || n < again {
			again = n // how often the cell's rarest word is printed elsewhere
		}
	}
	w.Add(least, float64(again), float64(len(v.words)))
}

// addValue adds what the value looks like.
func addValue(w *neural.Features, v *view) {
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
	w.Flag(unicode.IsLower(first), unicode.IsDigit(first))
}

// addPlace adds where the cell stands, and how many words that no cell explains touch it before
// and after.
func (s *sheet) addPlace(w *neural.Features, v *view) {
	if len(v.words) == 0 {
		w.Add(-1, -1, -1, -1, -1)
		return
	}
	m, rows := v.words[0], 1
	for i, k := range v.words[1:] {
		if k.shown.Y0 > v.words[i].shown.Y1-k.Size/2 {
			rows++
		}
	}
	before, behind := s.touched(v)
	w.Add(m.shown.X0/max(1, s.Pages[m.page].Width), float64(m.page), float64(rows), float64(before), float64(behind))
}

// addOrder adds what is known of the order as a whole.
func (o *orderView) addOrder(w *neural.Features) {
	n := float64(max(1, len(o.lines)))
	w.Add(n, o.proved, o.left.words/n, o.left.digits/n)
	w.Flag(o.sums, o.chain)
	for _, f := range [...]schema.Field{schema.ItemCode, schema.Description, schema.UnitPrice, schema.LineTotal, schema.LineNumber} {
		w.Add(o.filled[f])
	}
	all, least := 1.0, 1.0
	for _, p := range o.Ranked {
		all, least = all*p, min(least, p)
	}
	w.Add(all, least)
	for k := range o.tagged {
		w.Add(o.tagged[k].unread)
	}
}

// addLine adds what is known of the cell's line and column.
func (o *orderView) addLine(w *neural.Features, v *view) {
	if v.line < 0 {
		w.Add(-1, -1)
		return
	}
	w.Flag(strings.Contains(o.Order.Lines[v.line][schema.LineTotal].Evidence.Proof, "="))
	w.Add(o.filled[v.field])
}

// addProbabilities adds what the networks say about the cell: for a cell of the head, the probability that
// package ranking gives it; for a cell of a line, the probabilities that package tagging gives to its
// words and to words by its line that no cell states.
func (s *sheet) addProbabilities(w *neural.Features, o *orderView, v *view) {
	if v.line < 0 {
		w.Add(o.Ranked[v.field], -1, -1, -1, -1)
		return
	}
	least, mean, none, unread := -1.0, -1.0, -1.0, -1.0
	for i, m := range v.words {
		p := s.FieldProbability(m.Word, v.field)
		if i == 0 {
			least, mean = 1, 0
		}
		least, mean = min(least, p), mean+p/float64(len(v.words))
		none = max(none, s.FieldProbability(m.Word, schema.NumFields))
	}
	if k := slices.Index(taggedFields[:], v.field); k >= 0 {
		unread = o.lines[v.line].tagged[k]
	}
	w.Add(-1, least, mean, none, unread)
}
