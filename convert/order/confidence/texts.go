package confidence

import (
	"strings"
	"unicode"

	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

// text is what reports whether all of a description's words belong to it: of
// remarks beneath it, each line begins alike in every item.
type text struct {
	rows   float64 // lines that it takes on the page
	common float64 // share of its words, behind its first line, that most items have
	labels float64 // lines but the first that hold a colon
	sizes  float64 // its largest font size over its smallest
	indent float64 // how far a later line begins from where the first does, at most, ems
	loose  float64 // lines that end though the next one's first word had room on them
	mixed  bool    // it is in letters of several scripts
}

// texts are what an order's descriptions have in common.
type texts struct {
	rows     float64 // most lines that one takes
	many     float64 // share that take more than one
	numbered float64 // share that begin with a number
	coded    float64 // share that begin with what looks like a code
	dated    bool    // one holds a date
}

// describe fills what is known of the descriptions.
func (o *orderView) describe() {
	o.texts = make([]text, len(o.lines))
	c := &o.whole.texts
	in := map[string]int{} // in how many descriptions a word stands
	edge := 0.0            // how far they reach
	for i := range o.lines {
		v := o.at(i, schema.Description)
		has := map[string]bool{}
		for _, m := range v.marks {
			has[m.Text] = true
			c.dated = c.dated || m.date
			edge = max(edge, m.shown.X1)
		}
		for word := range has {
			in[word]++
		}
	}
	stated := 0.0
	for i := range o.lines {
		v := o.at(i, schema.Description)
		if !v.stated() {
			continue
		}
		stated++
		o.texts[i] = o.described(v, in, edge)
		t := &o.texts[i]
		c.rows = max(c.rows, t.rows)
		if t.rows > 1 {
			c.many++
		}
		first, _, _ := strings.Cut(v.cell.Value, " ")
		switch letters := textnorm.CountLetters(first); {
		case textnorm.HasDigit(first) && letters == 0:
			c.numbered++
		case textnorm.HasDigit(first) && len(first) > 3:
			c.coded++
		}
	}
	if stated > 0 {
		c.many, c.numbered, c.coded = c.many/stated, c.numbered/stated, c.coded/stated
	}
}

// wordSpace is the blank before a word, ems, and a little more.
const wordSpace = 0.4

// described looks at one description, where in tells how many have a word, and
// edge how far all of them reach.
func (o *orderView) described(v *view, in map[string]int, edge float64) text {
	t := text{rows: 1, sizes: 1}
	if len(v.marks) == 0 {
		return t
	}
	first := v.marks[0]
	least, most := first.Size, first.Size
	later, common := 0.0, 0.0
	latin, other := false, false
	colon := false
	for i, m := range v.marks {
		least, most = min(least, m.Size), max(most, m.Size)
		if i > 0 && m.shown.Y0 > v.marks[i-1].shown.Y1-m.Size/2 {
			t.rows++
			colon = false
			end := 0.0
			for _, k := range v.marks[:i] {
				if k.shown.MidY() > v.marks[i-1].shown.Y0 {
					end = max(end, k.shown.X1)
				}
			}
			width := m.shown.Width()
			for _, k := range v.marks[i:] {
				if k.shown.X0 < m.shown.X0 && k.shown.MidY() < m.shown.Y1 {
					width = k.shown.Width() // the first word of its line
				}
			}
			if end+wordSpace*m.Size+width < edge {
				t.loose++
			}
			t.indent = max(t.indent, (m.shown.X0-first.shown.X0)/max(1, first.Size), (first.shown.X0-m.shown.X0)/max(1, first.Size))
		}
		if t.rows > 1 {
			later++
			if len(o.lines) > 1 && 2*in[m.Text] > len(o.lines) {
				common++
			}
			if !colon && strings.ContainsAny(m.Text, ":=") {
				colon = true
				t.labels++
			}
		}
		for _, r := range m.Text {
			if unicode.IsLetter(r) {
				if unicode.Is(unicode.Latin, r) {
					latin = true
				} else {
					other = true
				}
			}
		}
	}
	if later > 0 {
		t.common = common / later
	}
	t.sizes = most / max(1, least)
	t.mixed = latin && other
	return t
}
