package confidence

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"lineitem/convert/order/neural"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

// What may be odd about a line.
const (
	codeBefore  = iota // its description begins with what looks like a code
	codeBehind         // or ends with it
	codeCounted        // its item code is the line's number
	numOddities
)

// oddities are what is odd about the ith line.
func (o *orderView) oddities(i int) (odd [numOddities]bool) {
	if text := o.at(i, schema.Description).marks; len(text) > 1 {
		odd[codeBefore], odd[codeBehind] = text[0].code(), text[len(text)-1].code()
	}
	code, _, _ := strings.Cut(o.at(i, schema.ItemCode).cell.Value, " ")
	odd[codeCounted] = code != "" && strings.Trim(code, "0") == strings.Trim(strconv.Itoa(i+1), "0")
	return odd
}

// unreadFields are those whose words package tagging may see where no cell states them.
var unreadFields = [...]schema.Field{schema.ItemCode, schema.Description, schema.Quantity, schema.UnitPrice, schema.LineTotal}

// addOpinion adds what the networks hold of the cell's words, of those that no cell states, and of the head.
func (s *sheet) addOpinion(w *neural.Features, o *orderView, v *view) {
	ranked, unread := -1.0, -1.0
	least, mean, none := -1.0, -1.0, -1.0
	switch {
	case v.line < 0:
		ranked = o.Ranked[v.field]
	case len(v.marks) > 0:
		least, mean, none = 1, 0, 0
		for _, m := range v.marks {
			p := s.Opinion(m.Word, v.field)
			least, mean = min(least, p), mean+p/float64(len(v.marks))
			none = max(none, s.Opinion(m.Word, schema.NumFields))
		}
		fallthrough
	default:
		unread = o.lines[v.line].tagged[v.field]
	}
	w.Add(ranked, least, mean, none, unread)
	for _, f := range unreadFields {
		w.Add(o.whole.tagged[f])
	}
	all, worst := 1.0, 1.0
	for _, p := range o.Ranked {
		all, worst = all*p, min(worst, p)
	}
	w.Add(all, worst)
}

// addOddities adds what is odd about a cell's words, about what stands by them, and about the codes of its line.
func (s *sheet) addOddities(w *neural.Features, o *orderView, v *view) {
	amounts, dates, numbers := 0.0, 0.0, 0.0
	for _, m := range v.marks {
		switch {
		case m.amount:
			amounts++
		case m.date:
			dates++
		case m.digits && textnorm.CountLetters(m.Text) == 0:
			numbers++
		}
	}
	w.Add(amounts, dates, numbers, cutOff(v))
	w.Flag(bulleted(v), s.wraps(v))
	if v.line >= 0 {
		l := &o.lines[v.line]
		w.Flag(l.odd[:]...)
		w.Add(l.continued, -1)
	} else {
		w.Add(-1, -1, -1, -1, s.rivalled(v))
	}
	w.Add(o.whole.odd[:]...)
	w.Add(o.whole.continued, float64(len(v.marks))-float64(o.whole.columns[v.field].words))
	p := s.party(o, v)
	w.Flag(p.legal, p.heading, strings.EqualFold(o.Head[schema.Buyer].Value, o.Head[schema.Supplier].Value))
	w.Add(float64(p.elsewhere), float64(p.blocks), float64(p.domains), float64(p.other))
}

// wraps reports whether digits that no cell states stand right beneath a cell's words, as where a
// value goes on in the next line.
func (s *sheet) wraps(v *view) bool {
	if len(v.marks) == 0 || v.line >= 0 {
		return false
	}
	b, last := v.box(), v.marks[len(v.marks)-1]
	slack := last.Size / 2
	for _, m := range between(s.pages[last.page], b.Y1, b.Y1+1.2*last.Size) {
		if !m.used && m.digits && m.shown.X0 > b.X0-slack && m.shown.X1 < b.X1+slack {
			return true
		}
	}
	return false
}

// cutOff is how many letters and digits of a cell's words its value lacks.
func cutOff(v *view) float64 {
	n := 0
	for _, m := range v.marks {
		n += len(m.folded)
	}
	return max(0, float64(n-len(folded(v.cell.Value))))
}

// bulleted reports whether one of a cell's words begins with a mark of lists.
func bulleted(v *view) bool {
	return slices.ContainsFunc(v.marks, func(m *mark) bool {
		first, size := utf8.DecodeRuneInString(m.Text)
		return strings.ContainsRune("•▪●◦‣", first) || first == '*' && len(m.Text) == size
	})
}
