package confidence

import (
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"lineitem/convert/doc"
	"lineitem/convert/order/proof"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/wording"
)

// figures are an order as a whole, as far as it tells of its cells.
type figures struct {
	proved   float64 // share of lines that quantity × price = total proves
	sums     bool    // the lines make the subtotal, or the total
	chain    bool    // and from there on everything adds up to the total
	counted  float64 // share of lines whose number is the one before and the usual step
	left     counts  // words in its tables that no cell explains
	under    float64 // amounts beneath its last line, and above its sums, that no cell explains
	beneath  float64 // amounts beneath its last line that no cell explains
	greater  float64 // amounts on its pages that are greater than its total and used for nothing
	rivals   float64 // amounts beneath its lines that are little less than its total, and no other sum
	divided  bool    // prices are for several units
	dates    float64 // different dates on its pages that no cell explains
	codes    float64 // words above its lines that look like a code and are used for nothing
	columns  [schema.NumFields]column
	patterns map[uint32]int // how many lines state the same fields
	texts    texts
}

// column is what the cells of a field have in common.
type column struct {
	filled float64 // share of lines that state it
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
	if m.digits && !m.amount && !m.date && len(m.Text) >= 4 && wording.CountLetters(m.Text) > 0 {
		c.codes++
	}
}

// lineFigures are a line as a whole.
type lineFigures struct {
	pattern uint32 // fields that it states, as bits
	left    counts // words between its top and the next line's that no cell explains
	box     doc.Box
	page    int // index, -1 where nothing is found of it
	proved  bool
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
		l.page = -1
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
	}
	if n := len(o.lines); n > 0 {
		w.proved /= float64(n)
	}
	for f := range schema.NumFields {
		if OfLines(f) {
			w.columns[f] = o.column(f)
		}
	}
	o.describe()
	w.sums, w.chain = o.adds()
	w.counted = o.counted()
	s.leftOver(o, pages)
}

func (o *orderView) column(f schema.Field) (c column) {
	var lefts, rights []float64
	stated := 0
	for i := range o.lines {
		v := o.at(i, f)
		if !v.stated() {
			continue
		}
		stated++
		if len(v.marks) > 0 {
			b := v.box()
			lefts, rights = append(lefts, b.X0), append(rights, b.X1)
		}
	}
	c.filled = float64(stated) / float64(max(1, len(o.lines)))
	if n := len(lefts); n > 0 {
		slices.Sort(lefts)
		slices.Sort(rights)
		c.left, c.right = lefts[n/2], rights[n/2]
	}
	return c
}

// adds tells whether the lines make the subtotal, or the total, and whether from
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

// closes tells whether the order's arithmetic closes: of each line, of the sum of
// the lines, and of what is added to that.
func (o *orderView) closes() bool {
	return len(o.lines) > 0 && o.whole.proved == 1 && o.whole.sums && o.whole.chain
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
var rivalTotal = decimal.New(75, -2)

// leastCode is how long a word is at least that looks like a code, bytes.
const leastCode = 4

// extent is where an order's lines and sums stand.
type extent struct {
	first, last int             // pages of the first and the last line, -1 where there is none
	top, bottom float64         // of the lines, on these pages
	sums        map[int]float64 // by page, where the sums begin
	total       decimal.Decimal // zero where there is none
	known       []decimal.Decimal
}

func (o *orderView) extent() extent {
	e := extent{first: -1, last: -1, sums: map[int]float64{}}
	for i := range o.lines {
		l := &o.lines[i]
		if l.page < 0 {
			continue
		}
		if e.first < 0 {
			e.first, e.top = l.page, l.box.Y0
		}
		if l.page > e.last {
			e.last, e.bottom = l.page, l.box.Y1
		}
		e.bottom = max(e.bottom, l.box.Y1)
	}
	for _, f := range [...]schema.Field{schema.Subtotal, schema.Tax, schema.Shipping, schema.Total} {
		for _, m := range o.head(f).marks {
			if y, ok := e.sums[m.page]; !ok || m.shown.MidY() < y {
				e.sums[m.page] = m.shown.MidY()
			}
		}
	}
	e.total, _ = proof.Amount(o.Head[schema.Total].Value)
	if v, ok := proof.Amount(o.Head[schema.Subtotal].Value); ok {
		e.known = append(e.known, v)
	}
	if v, ok := proof.Sum(o.Order.Lines); ok {
		e.known = append(e.known, v)
	}
	return e
}

// above reports whether a word stands above the lines, and beneath whether it does so
// beneath them.
func (e *extent) above(m *mark) bool {
	return e.first < 0 || m.page < e.first || m.page == e.first && m.shown.MidY() < e.top
}

func (e *extent) beneath(m *mark) bool {
	return e.last >= 0 && (m.page > e.last || m.page == e.last && m.shown.MidY() > e.bottom)
}

// leftOver counts the words that no cell explains, where they should.
func (s *sheet) leftOver(o *orderView, pages map[int]bool) {
	e := o.extent()
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
			for line < len(o.lines) && o.lines[line].page == n && o.lines[line].box.Y0 <= m.shown.MidY() {
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
			if m.table && above >= 0 {
				o.lines[above].left.add(m)
				o.whole.left.add(m)
			}
			if m.digits && !m.date && !m.amount && !m.table && len(m.Text) >= leastCode && e.above(m) {
				o.whole.codes++
			}
			if m.amount {
				s.amountLeft(o, &e, m)
			}
		}
	}
	o.whole.dates = float64(len(dates))
}

// amountLeft counts an amount that no cell explains.
func (s *sheet) amountLeft(o *orderView, e *extent, m *mark) {
	w := &o.whole
	beneath := e.beneath(m)
	if beneath {
		w.beneath++
		if end, ok := e.sums[m.page]; ok && m.shown.MidY() < end-m.Size/2 {
			w.under++
		}
	}
	v, ok := s.Locale.Number(m.Text)
	switch {
	case !ok || !o.head(schema.Total).stated():
	case v.Value.GreaterThan(e.total):
		w.greater++
	case beneath && v.Value.GreaterThan(e.total.Mul(rivalTotal)) && !v.Value.Equal(e.total) && !slices.ContainsFunc(e.known, v.Value.Equal):
		w.rivals++
	}
}

// digitWords counts the words of a text that are made of digits and marks alone,
// one digit at least.
func digitWords(text string) (n int) {
	for _, w := range strings.Fields(text) {
		if wording.HasDigit(w) && wording.CountLetters(w) == 0 {
			n++
		}
	}
	return n
}
