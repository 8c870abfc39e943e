package confidence

import (
	"slices"
	"strings"
	"unicode"

	"github.com/shopspring/decimal"

	"lineitem/convert/doc"
	"lineitem/convert/order/proof"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

// figures are an order as a whole, as far as it tells of its cells.
type figures struct {
	proved    float64 // share of lines that quantity × price = total proves
	sums      bool    // the lines make the subtotal, or the total
	chain     bool    // and from there on everything adds up to the total
	counted   float64 // share of lines whose number is the one before and the usual step
	left      counts  // words in its tables that no cell explains
	beneath   float64 // amounts beneath its last line that no cell explains
	greater   float64 // amounts on its pages that are greater than its total and used for nothing
	rivals    float64 // amounts beneath its lines that are little less than its total, and no other sum
	instead   []Place // these amounts, and those that are greater than its total
	divided   bool    // prices are for several units
	dates     float64 // different dates on its pages that no cell explains
	codes     float64 // words above its lines that look like a code and are used for nothing
	columns   [schema.NumFields]column
	patterns  map[uint32]int // how many lines state the same fields
	texts     texts
	pages     int
	continued float64                   // share of the lines beneath whose description stand words that no cell states
	tagged    [schema.NumFields]float64 // words that no cell states and that package tagging takes for the field's
	odd       [numOddities]float64      // share of the lines that are odd so
}

// column is what the cells of a field have in common.
type column struct {
	filled float64 // share of lines that state it
	shapes map[string]int
	values map[string]int
	words  int     // mean
	median int     // length, bytes
	left   float64 // median of where its cells begin, points
	right  float64 // and of where they end
}

// counts are numbers of words that are used for nothing.
type counts struct{ words, digits, amounts, codes float64 }

func (c *counts) add(m *mark) {
	c.words++
	if m.digits {
		c.digits++
	}
	if m.amount {
		c.amounts++
	}
	if m.code() && textnorm.CountLetters(m.Text) > 0 {
		c.codes++
	}
}

// lineFigures are a line as a whole.
type lineFigures struct {
	pattern   uint32 // fields that it states, as bits
	left      counts // words between its top and the next line's that no cell explains
	unread    Place  // where these stand
	box       doc.Box
	page      int // index, -1 where nothing is found of it
	proved    bool
	odd       [numOddities]bool
	continued float64                   // words that no cell states beneath its description
	tagged    [schema.NumFields]float64 // how probably one of the words left states the field
}

// numericFields are those whose values are numbers.
var numericFields = [...]schema.Field{schema.Quantity, schema.UnitPrice, schema.LineTotal}

// measure fills an order's figures.
func (s *sheet) measure(o *orderView) {
	w := &o.whole
	w.patterns = map[uint32]int{}
	o.lines = make([]lineFigures, len(o.Order.Lines))
	pages := map[int]bool{}
	for f := range schema.NumFields {
		for _, m := range o.head(f).marks {
			pages[m.page] = true
		}
	}
	for i := range o.lines {
		l := &o.lines[i]
		l.page, l.unread.Line = -1, i
		l.proved = strings.Contains(o.Order.Lines[i][schema.LineTotal].Evidence.Proof, "=")
		if l.proved {
			w.proved++
		}
		w.divided = w.divided || strings.Contains(o.Order.Lines[i][schema.LineTotal].Evidence.Proof, "/")
		for f := range schema.NumFields {
			v := o.at(i, f)
			if !v.stated() {
				continue
			}
			l.pattern |= 1 << f
			for _, m := range v.marks {
				pages[m.page] = true
				if l.page < 0 {
					l.page = m.page
				}
				if m.page == l.page {
					l.box = l.box.Union(m.shown)
				}
			}
		}
		w.patterns[l.pattern]++
		l.odd = o.oddities(i)
		for k, is := range l.odd {
			if is {
				w.odd[k] += 1 / float64(len(o.lines))
			}
		}
	}
	w.pages = len(pages)
	if n := len(o.lines); n > 0 {
		w.proved /= float64(n)
	}
	for f := range schema.NumFields {
		if ofLines(f) {
			w.columns[f] = o.column(f)
		}
	}
	o.describe()
	w.sums, w.chain = o.adds()
	w.counted = o.counted()
	s.leftOver(o, pages)
}

func (o *orderView) column(f schema.Field) column {
	c := column{shapes: map[string]int{}, values: map[string]int{}}
	var lengths []int
	var lefts, rights []float64
	for i := range o.lines {
		if v := o.at(i, f); v.stated() {
			if len(v.marks) > 0 {
				b := v.box()
				lefts, rights = append(lefts, b.X0), append(rights, b.X1)
			}
			c.shapes[shape(v.cell.Value)]++
			c.values[v.cell.Value]++
			lengths = append(lengths, len(v.cell.Value))
			c.words += len(v.marks)
		}
	}
	if n := len(lengths); n > 0 {
		c.filled = float64(n) / float64(len(o.lines))
		slices.Sort(lengths)
		c.median = lengths[n/2]
		c.words /= n
	}
	if n := len(lefts); n > 0 {
		slices.Sort(lefts)
		slices.Sort(rights)
		c.left, c.right = lefts[n/2], rights[n/2]
	}
	return c
}

// shape is a text with each run of letters, of digits and of blanks made one
// character.
func shape(text string) string {
	var b strings.Builder
	last := rune(0)
	for _, r := range text {
		switch {
		case unicode.IsLetter(r):
			r = 'a'
		case unicode.IsDigit(r):
			r = '0'
		case unicode.IsSpace(r):
			r = ' '
		}
		if r != last || r != 'a' && r != '0' && r != ' ' {
			b.WriteRune(r)
		}
		last = r
	}
	return b.String()
}

// adds reports whether the lines make the subtotal, or the total, and whether from
// there on everything adds up.
func (o *orderView) adds() (sums, chain bool) {
	lines, ok := proof.Sum(o.Order.Lines)
	if !ok {
		return false, false
	}
	total, ok := proof.Amount(o.Head[schema.Total].Value)
	if !ok || len(o.lines) == 0 {
		return false, false
	}
	from := lines
	if v, ok := proof.Amount(o.Head[schema.Subtotal].Value); ok {
		from = v
		sums = v.Equal(lines)
	} else {
		sums = total.Equal(lines)
	}
	with := from
	for _, f := range [...]schema.Field{schema.Tax, schema.Shipping} {
		v, _ := proof.Amount(o.Head[f].Value)
		with = with.Add(v)
	}
	if _, ok := proof.Amount(o.Head[schema.Subtotal].Value); !ok && with.Equal(total) {
		sums = true
	}
	chain = total.Equal(with) || total.Equal(from) || o.Head[schema.Total].Evidence.Proof != ""
	return sums, chain
}

// counted is the share of lines whose number follows the one before.
func (o *orderView) counted() float64 {
	steps := map[string]int{}
	most := 0
	var before decimal.Decimal
	known := false
	for i := range o.Order.Lines {
		v, ok := proof.Amount(o.Order.Lines[i][schema.LineNumber].Value)
		if ok && known {
			step := v.Sub(before)
			if step.Sign() > 0 {
				steps[step.String()]++
				most = max(most, steps[step.String()])
			}
		}
		before, known = v, ok
	}
	if len(o.lines) < 2 {
		return 1
	}
	return float64(most) / float64(len(o.lines)-1)
}

// rivalTotal is the share of a total from which on an amount may have been meant.
const rivalTotal = 0.75

// leftOver counts the words that no cell explains, where they should.
func (s *sheet) leftOver(o *orderView, pages map[int]bool) {
	r := s.leftReader(o)
	dates := map[string]bool{}
	line := 0
	for n := range s.pages {
		if !pages[n] {
			continue
		}
		for line < len(o.lines) && o.lines[line].page < n {
			line++
		}
		above := -1 // the line that began last
		for _, m := range s.pages[n] {
			y := m.shown.MidY()
			for line < len(o.lines) && o.lines[line].page == n && o.lines[line].box.Y0 <= y {
				above = line
				line++
			}
			if m.used {
				continue
			}
			if m.date {
				if iso, ok := s.Locale.Date(m.Text); ok {
					dates[iso] = true
				}
			}
			if above >= 0 && s.beneathText(o, above, m) {
				o.lines[above].continued++
			}
			if m.table && above >= 0 {
				o.lines[above].left.add(m)
				o.lines[above].unread.add(s.Pages[n].Number, m)
				o.whole.left.add(m)
			}
			for _, f := range unreadFields {
				p := s.Opinion(m.Word, f)
				if p > 0.5 {
					o.whole.tagged[f]++
				}
				if above >= 0 {
					l := &o.lines[above]
					l.tagged[f] = max(l.tagged[f], p)
				}
			}
			r.add(n, m)
		}
	}
	o.whole.dates = float64(len(dates))
	for i := range o.lines {
		if o.lines[i].continued > 0 {
			o.whole.continued += 1 / float64(len(o.lines))
		}
	}
}

// leftReader counts the codes and amounts of an order's pages that it does not state.
type leftReader struct {
	*sheet
	whole       *figures
	first, last int     // pages of the order's lines, -1 where there are none
	top, bottom float64 // of the first line, and of those on the last page
	total       decimal.Decimal
	hasTotal    bool
	sums        []decimal.Decimal // what may be printed beside the total: of the lines
}

func (s *sheet) leftReader(o *orderView) *leftReader {
	r := &leftReader{sheet: s, whole: &o.whole, first: -1, last: -1}
	for i := range o.lines {
		l := &o.lines[i]
		if l.page < 0 {
			continue
		}
		if r.first < 0 {
			r.first, r.top = l.page, l.box.Y0
		}
		if l.page > r.last {
			r.last, r.bottom = l.page, l.box.Y1
		}
		r.bottom = max(r.bottom, l.box.Y1)
	}
	r.total, r.hasTotal = proof.Amount(o.Head[schema.Total].Value)
	if v, ok := proof.Amount(o.Head[schema.Subtotal].Value); ok {
		r.sums = append(r.sums, v)
	}
	if v, ok := proof.Sum(o.Order.Lines); ok {
		r.sums = append(r.sums, v)
	}
	return r
}

// add counts a word of the nth page that no cell states.
func (r *leftReader) add(n int, m *mark) {
	y := m.shown.MidY()
	above := r.first < 0 || n < r.first || n == r.first && y < r.top
	if above && m.code() && !m.table {
		r.whole.codes++
	}
	if !m.amount {
		return
	}
	beneath := n == r.last && y > r.bottom || n > r.last && r.last >= 0
	if beneath {
		r.whole.beneath++
	}
	v, ok := r.Locale.Number(m.Text)
	if !ok || !r.hasTotal {
		return
	}
	near, whole := v.Value.InexactFloat64(), r.total.InexactFloat64()
	switch {
	case v.Value.GreaterThan(r.total):
		r.whole.greater++
		r.instead(n, m)
	case beneath && near > rivalTotal*whole && !v.Value.Equal(r.total) && !slices.ContainsFunc(r.sums, v.Value.Equal):
		r.whole.rivals++
		r.instead(n, m)
	}
}

// instead notes an amount of the nth page that may be the total.
func (r *leftReader) instead(n int, m *mark) {
	p := Place{Line: -1}
	p.add(r.Pages[n].Number, m)
	r.whole.instead = append(r.whole.instead, p)
}

// beneathText reports whether a word stands right beneath the description of a line.
func (s *sheet) beneathText(o *orderView, line int, m *mark) bool {
	v := o.at(line, schema.Description)
	if len(v.marks) == 0 || v.marks[0].page != m.page {
		return false
	}
	b := v.box()
	gap := m.shown.Y0 - b.Y1
	return gap > -0.3*m.Size && gap < 1.2*m.Size && m.shown.X0 < b.X1 && m.shown.X1 > b.X0
}
