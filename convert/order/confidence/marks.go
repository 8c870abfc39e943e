package confidence

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

// mark is a word of a page, with what is made of it.
type mark struct {
	*doc.Word
	shown  doc.Box // as displayed
	page   int     // index
	folded string  // its text as folded gives it
	table  bool    // it stands in a table of line items
	used   bool    // a cell was read from it
	digits bool
	amount bool // a number with decimals, or in groups
	date   bool
}

// code reports whether the word looks like one.
func (m *mark) code() bool { return m.digits && !m.amount && !m.date && len(m.Text) >= 4 }

// view is a cell with what is known of it.
type view struct {
	cell  *schema.Cell // of the head, or of a line
	field schema.Field
	line  int     // index; -1 for the order's
	marks []*mark // the words it was read from, as far as they are found
}

func (v *view) stated() bool { return v.cell.Value != "" }

// box is where the words stand on the page of the first one, as displayed.
func (v *view) box() doc.Box {
	var b doc.Box
	for _, m := range v.marks {
		if m.page == v.marks[0].page {
			b = b.Union(m.shown)
		}
	}
	return b
}

// orderView is an order with its cells: those of the head, then those of each
// line.
type orderView struct {
	*Order
	cells   []view
	whole   figures
	lines   []lineFigures
	texts   []text    // of the descriptions, by line
	parties [2]*party // buyer and supplier, once they were looked for
}

// head and at are the views of a field.
func (o *orderView) head(f schema.Field) *view { return &o.cells[f] }

func (o *orderView) at(line int, f schema.Field) *view {
	return &o.cells[int(schema.NumFields)*(line+1)+int(f)]
}

// sheet is a document's words and orders.
type sheet struct {
	*Reading
	marks   []mark
	pages   [][]*mark   // by page, from top to bottom as displayed
	index   map[int]int // pages' indices by their numbers
	seen    map[string]int
	domains []string // words that look like addresses in the web, folded
	texts   map[*layout.Segment]string
	orders  []orderView
}

// folded is a segment's text as folded gives it.
func (s *sheet) folded(seg *layout.Segment) string {
	t, ok := s.texts[seg]
	if !ok {
		t = folded(seg.Text())
		s.texts[seg] = t
	}
	return t
}

func newSheet(r *Reading) *sheet {
	words := 0
	for _, p := range r.Pages {
		words += len(p.Words)
	}
	s := &sheet{
		Reading: r, index: map[int]int{}, seen: make(map[string]int, words/2), texts: map[*layout.Segment]string{},
		marks: make([]mark, 0, words),
	}
	for n, p := range r.Pages {
		s.index[p.Number] = n
		for i := range p.Words {
			w := &p.Words[i]
			m := mark{Word: w, shown: p.Displayed(w.Box), page: n, folded: folded(w.Text)}
			if m.digits = strings.ContainsFunc(w.Text, textnorm.IsDigit); m.digits {
				m.amount = value.IsAmount(w.Text) || s.grouped(w.Text)
				if !m.amount && strings.ContainsAny(w.Text, "-/.") {
					_, m.date = r.Locale.Date(w.Text)
				}
			}
			if strings.IndexByte(w.Text, '@') >= 0 || strings.IndexByte(w.Text, '/') >= 0 || strings.HasPrefix(w.Text, "www") {
				s.domains = append(s.domains, m.folded)
			}
			s.seen[m.folded]++
			s.marks = append(s.marks, m)
		}
	}
	s.pages = make([][]*mark, len(r.Pages))
	for i := range s.marks {
		m := &s.marks[i]
		m.table = r.Tables.Hold(m.page, m.Box.MidX(), m.Box.MidY())
		s.pages[m.page] = append(s.pages[m.page], m)
	}
	for n := range s.pages {
		slices.SortStableFunc(s.pages[n], func(a, b *mark) int { return cmp.Compare(a.shown.MidY(), b.shown.MidY()) })
	}
	for i := range r.Orders {
		s.orders = append(s.orders, s.view(&r.Orders[i]))
	}
	for i := range s.orders {
		s.measure(&s.orders[i])
	}
	return s
}

// leastGrouped is how long an amount without decimals must be to be told by the
// marks that group its digits, bytes.
const leastGrouped = 5

// grouped reports whether a word is a number whose digits are grouped: "12,500",
// "3,18,450/-".
func (s *sheet) grouped(text string) bool {
	if len(text) < leastGrouped || len(text) > value.MaxNumber || !strings.ContainsAny(text, ",.'") {
		return false
	}
	_, ok := s.Locale.Number(text)
	return ok
}

// folded is the form in which words are looked up: letters and digits.
func folded(text string) string {
	plain := true
	for i := range len(text) {
		if c := text[i]; c >= 0x80 || c < '0' || c > 'z' || c > '9' && c < 'a' {
			plain = false
			break
		}
	}
	if plain {
		return text
	}
	var b [64]byte
	low := b[:0]
	for _, c := range text {
		switch {
		case 'a' <= c && c <= 'z' || '0' <= c && c <= '9':
			low = append(low, byte(c))
		case 'A' <= c && c <= 'Z':
			low = append(low, byte(c)+'a'-'A')
		case c >= utf8.RuneSelf && (unicode.IsLetter(c) || unicode.IsDigit(c)):
			low = utf8.AppendRune(low, unicode.ToLower(c))
		}
	}
	return string(low)
}

// view finds the words of an order's cells.
func (s *sheet) view(o *Order) orderView {
	v := orderView{Order: o, cells: make([]view, 0, int(schema.NumFields)*(len(o.Lines)+1))}
	add := func(cells *schema.Cells, line int) {
		for f := range schema.NumFields {
			c := view{cell: &cells[f], field: f, line: line}
			if c.stated() {
				c.marks = s.find(&c.cell.Evidence)
			}
			v.cells = append(v.cells, c)
		}
	}
	add(o.Head, -1)
	for i := range o.Lines {
		add(&o.Lines[i], i)
	}
	return v
}

// find returns the words that an evidence tells of, and marks them as used.
func (s *sheet) find(e *doc.Evidence) []*mark {
	n, ok := s.index[e.Page]
	if !ok {
		return nil
	}
	const slack = 0.5 // points that rounding may take
	var found []*mark
	for _, m := range between(s.pages[n], e.Box.Y0-slack, e.Box.Y1+slack) {
		if x := m.shown.MidX(); x < e.Box.X0-slack || x > e.Box.X1+slack {
			continue
		}
		if slices.ContainsFunc(e.Words, func(w string) bool { return strings.Contains(m.Text, w) || strings.Contains(w, m.Text) }) {
			m.used = true
			found = append(found, m)
		}
	}
	return found
}

// between are the words of a page whose middles stand at such heights.
func between(page []*mark, top, bottom float64) []*mark {
	from, _ := slices.BinarySearchFunc(page, top, func(m *mark, y float64) int { return cmp.Compare(m.shown.MidY(), y) })
	to := from
	for to < len(page) && page[to].shown.MidY() <= bottom {
		to++
	}
	return page[from:to]
}
