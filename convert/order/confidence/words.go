package confidence

import (
	"cmp"
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

// pageWord is a word of a page, with how it was used.
type pageWord struct {
	*doc.Word
	shown  doc.Box // as displayed
	page   int     // index
	table  bool    // it stands in a table of line items
	used   bool    // a cell was read from it
	states uint32  // columns of line items whose cells were read from it, as bits
	digits bool
}

// view is a cell with the words that it was read from.
type view struct {
	cell  *schema.Cell // of the head, or of a line
	field schema.Field
	line  int         // index; -1 for the order's
	words []*pageWord // the words it was read from, as far as they were found
}

func (v *view) stated() bool { return v.cell.Value != "" }

// sheet is a document's words and orders.
type sheet struct {
	*Reading
	pages  [][]*pageWord // by page, from top to bottom as displayed
	index  map[int]int   // index of each page by its number
	seen   map[string]int
	orders []orderView
}

func newSheet(r *Reading) *sheet {
	words := 0
	for _, p := range r.Pages {
		words += len(p.Words)
	}
	s := &sheet{Reading: r, index: map[int]int{}, seen: make(map[string]int, words/2), pages: make([][]*pageWord, len(r.Pages))}
	for n, p := range r.Pages {
		s.index[p.Number] = n
		words := make([]pageWord, len(p.Words))
		s.pages[n] = make([]*pageWord, len(p.Words))
		for i := range p.Words {
			w, m := &p.Words[i], &words[i]
			*m = pageWord{Word: w, shown: p.Displayed(w.Box), page: n, table: r.Tables.Contains(n, w.Box.MidX(), w.Box.MidY())}
			m.digits = strings.ContainsFunc(w.Text, textnorm.IsDigit)
			s.seen[w.Text]++
			s.pages[n][i] = m
		}
		slices.SortStableFunc(s.pages[n], func(a, b *pageWord) int { return cmp.Compare(a.shown.MidY(), b.shown.MidY()) })
	}
	for i := range r.Orders {
		s.orders = append(s.orders, s.view(&r.Orders[i]))
	}
	for i := range s.orders {
		s.measure(&s.orders[i])
	}
	return s
}

// view returns an order with the words of its cells.
func (s *sheet) view(o *Order) orderView {
	v := orderView{Order: o, cells: make([]view, 0, int(schema.NumFields)*(len(o.Lines)+1))}
	add := func(cells *schema.Cells, line int) {
		for f := range schema.NumFields {
			c := view{cell: &cells[f], field: f, line: line}
			if c.stated() {
				c.words = s.find(&c.cell.Evidence)
			}
			for _, m := range c.words {
				if m.used = true; line >= 0 {
					m.states |= 1 << f
				}
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

// find returns the words that an evidence names.
func (s *sheet) find(e *doc.Evidence) []*pageWord {
	n, ok := s.index[e.Page]
	if !ok {
		return nil
	}
	const slack = 0.5 // points that rounding may take
	var found []*pageWord
	for _, m := range between(s.pages[n], e.Box.Y0-slack, e.Box.Y1+slack) {
		if x := m.shown.MidX(); x < e.Box.X0-slack || x > e.Box.X1+slack {
			continue
		}
		if slices.ContainsFunc(e.Words, func(w string) bool { return strings.Contains(m.Text, w) || strings.Contains(w, m.Text) }) {
			found = append(found, m)
		}
	}
	return found
}

// between returns the words of a page whose middles stand at heights from top to bottom.
func between(page []*pageWord, top, bottom float64) []*pageWord {
	from, _ := slices.BinarySearchFunc(page, top, func(m *pageWord, y float64) int { return cmp.Compare(m.shown.MidY(), y) })
	to := from
	for to < len(page) && page[to].shown.MidY() <= bottom {
		to++
	}
	return page[from:to]
}

// beside is the greatest distance at which words may belong together, in ems.
const beside = 0.8

// touched counts the words that no cell explains and that stand directly before or directly
// after a cell's words.
func (s *sheet) touched(v *view) (before, behind int) {
	for i, m := range v.words {
		if i > 0 && i < len(v.words)-1 && len(v.words) > 12 {
			continue // only the ends of long texts count
		}
		y := m.shown.MidY()
		for _, k := range between(s.pages[m.page], y-m.Size/3, y+m.Size/3) {
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
