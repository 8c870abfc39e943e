package confidence

import (
	"math"
	"strings"
	"unicode"

	"lineitem/convert/order/schema"
	"lineitem/convert/order/wording"
)

// text is what tells whether all of a description's words belong to it.
type text struct {
	rows  int  // lines that it takes on the page
	odd   bool // a later line looks like a remark
	mixed bool // it is in letters of several scripts
}

// texts are what an order's descriptions have in common.
type texts struct {
	rows     int     // most lines that one takes
	numbered float64 // share that begin with a number
	coded    float64 // share that begin with what looks like a code
	dated    bool    // one holds a date
}

// describe fills what is known of the descriptions.
func (o *orderView) describe() {
	o.texts = make([]text, len(o.lines))
	c := &o.whole.texts
	in := map[string]int{} // in how many descriptions a word stands
	stated := 0.0
	for i := range o.lines {
		v := o.at(i, schema.Description)
		has := map[string]bool{}
		for _, m := range v.marks {
			has[m.Text] = true
			c.dated = c.dated || m.date
		}
		for word := range has {
			in[word]++
		}
		if v.stated() {
			stated++
		}
		first, _, _ := strings.Cut(v.cell.Value, " ")
		switch letters := wording.CountLetters(first); {
		case wording.HasDigit(first) && letters == 0:
			c.numbered++
		case wording.HasDigit(first) && len(first) > 3:
			c.coded++
		}
	}
	if stated > 0 {
		c.numbered, c.coded = c.numbered/stated, c.coded/stated
	}
	for i := range o.lines {
		o.texts[i] = o.described(o.at(i, schema.Description), in)
		c.rows = max(c.rows, o.texts[i].rows)
	}
}

// What makes later lines of a description odd.
const (
	commonWords = 0.3  // share of their words that most items have
	otherSize   = 1.06 // largest font size over smallest
	indented    = 0.3  // how far one begins from where the first does, ems
)

// described looks at one description, where in tells how many have a word.
func (o *orderView) described(v *view, in map[string]int) (t text) {
	if len(v.marks) == 0 {
		return t
	}
	t.rows = 1
	first := v.marks[0]
	least, most, indent := first.Size, first.Size, 0.0
	later, common := 0, 0
	colon, latin, other := false, false, false
	for i, m := range v.marks {
		least, most = min(least, m.Size), max(most, m.Size)
		if i > 0 && m.shown.Y0 > v.marks[i-1].shown.Y1-m.Size/2 {
			t.rows++
			indent = max(indent, math.Abs(m.shown.X0-first.shown.X0)/max(1, first.Size))
		}
		if t.rows > 1 {
			later++
			if len(o.lines) > 1 && 2*in[m.Text] > len(o.lines) {
				common++
			}
			colon = colon || strings.ContainsAny(m.Text, ":=")
		}
		for _, r := range m.Text {
			if unicode.IsLetter(r) {
				latin, other = latin || unicode.Is(unicode.Latin, r), other || !unicode.Is(unicode.Latin, r)
			}
		}
	}
	t.mixed = latin && other
	t.odd = t.rows > 1 && (colon || float64(common) >= commonWords*float64(later) || most > otherSize*max(1, least) || indent > indented)
	return t
}
