package electronic

import (
	"fmt"
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/proof"
	"lineitem/convert/order/review"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

// Print is the printed content of a document that also states its orders as XML.
type Print struct {
	pages   []*layout.Page
	locale  value.Locale
	counted bool
	looked  int // number of text lines searched so far
}

// NewPrint analyses the layout of a document's pages. counted says that as many orders were read from the print as
// the XML states, so that their numbers of line items may be compared.
func NewPrint(d *doc.Document, counted bool) *Print {
	pages := layout.Analyze(d)
	return &Print{pages: pages, locale: value.FindLocale(pages), counted: counted}
}

// Bounds of the search. Real orders are far below them; beyond, values get no place.
const (
	mostLooked  = 4_000_000 // pairs of line items compared to align them
	mostAligned = 1_000_000 // pairs of line items that are compared
)

// leastContradicting is the confidence from which a printed value is believed to contradict the XML.
const leastContradicting = 0.9

// Compare sets in the values of an order from XML the places where they are printed, takes values that the XML
// leaves out from the print, and adds review entries for values that are printed differently. printed is the
// order as it was read from the print, or nil if none was.
func (p *Print) Compare(o *Order, printed *Order, l *review.List) {
	none := new(Order)
	if printed == nil {
		printed = none
	}
	c := comparison{Print: p, list: l, twins: twins(o, printed)}
	c.compare(0, &o.Head, &printed.Head, headFields, c.everywhere())
	c.dated = o.Head[schema.DeliveryDate].Value != ""
	of := align(o.Lines, printed.Lines)
	for i := range o.Lines {
		if of[i] < 0 {
			continue
		}
		read := &printed.Lines[of[i]]
		var next *schema.Cells
		if of[i]+1 < len(printed.Lines) {
			next = &printed.Lines[of[i]+1]
		}
		if c.twins {
			asPrinted(&o.Lines[i], read)
		}
		c.compare(i, &o.Lines[i], read, schema.LineFields[:], c.around(read, next))
	}
	if n, m := len(o.Lines), len(printed.Lines); p.counted && n > 0 && m > 0 && n != m && proven(printed) {
		l.AddAt(0, 0, doc.Box{}, review.XMLDiffers, doubtDiffers, fmt.Sprintf("The XML has %d line items, but %d are printed.", n, m))
	}
}

// doubtDiffers is the doubt of an entry for a value that is printed differently.
const doubtDiffers = 0.9

// proven reports whether arithmetic confirms each line, and also that no line is missing.
func proven(o *Order) bool {
	if o.Head[schema.Subtotal].Evidence.Proof == "" && o.Head[schema.Total].Evidence.Proof == "" {
		return false
	}
	return !slices.ContainsFunc(o.Lines, func(c schema.Cells) bool { return c[schema.LineTotal].Evidence.Proof == "" })
}

// headFields are the columns of the order head.
var headFields = func() (fields []schema.Field) {
	for f := range schema.NumFields {
		if !slices.Contains(schema.LineFields[:], f) || f == schema.DeliveryDate {
			fields = append(fields, f)
		}
	}
	return fields
}()

// comparison compares one order.
type comparison struct {
	*Print
	list  *review.List
	twins bool // the print shows the same order as the XML
	dated bool // the order head states a delivery date, which counts for its line items
}

// twins reports whether an order and the printed one are the same, by number or total.
func twins(o, printed *Order) bool {
	for _, f := range [...]schema.Field{schema.PONumber, schema.Total} {
		if a, b := o.Head[f].Value, printed.Head[f].Value; a != "" && b != "" && sameValue(f, a, b) {
			return true
		}
	}
	return false
}

// compare compares the cells of a row with those read from the print. scope are the lines of
// text in which they may be printed.
func (c *comparison) compare(row int, cells, read *schema.Cells, fields []schema.Field, scope []line) {
	for _, f := range fields {
		cell, other := &cells[f], &read[f]
		if cell.Value == "" {
			c.fill(row, f, cell, other)
			continue
		}
		if other.Value != "" && (f == schema.Unit || sameValue(f, cell.Value, other.Value)) {
			place(cell, &other.Evidence)
			continue
		}
		if at, ok := c.find(f, cell.Value, scope); ok {
			place(cell, &at)
			continue
		}
		if other.Value != "" && contradicts(f, cell, other) {
			place(cell, &other.Evidence)
			cell.Evidence.Confidence = differing
			c.list.Add(row, f, cell, review.XMLDiffers, doubtDiffers, fmt.Sprintf("The XML states “%s”, but “%s” is printed.", brief(cell.Value), brief(other.Value)))
		}
	}
}

// asPrinted takes over from the print how a line item is worded: its unit, for which the XML states
// a code, and the price before a discount if price and discount make the same total.
func asPrinted(cells, read *schema.Cells) {
	if unit := &read[schema.Unit]; cells[schema.Unit].Value != "" && unit.Value != "" && unit.Evidence.Confidence >= filled {
		cells[schema.Unit] = *unit
	}
	if read[schema.Discount].Value == "" || cells[schema.Discount].Value != "" ||
		!sameValue(schema.Quantity, cells[schema.Quantity].Value, read[schema.Quantity].Value) {
		return
	}
	price, discount := &read[schema.UnitPrice], &read[schema.Discount]
	if reason, _ := proof.LineProof(cells[schema.Quantity].Value, price.Value, discount.Value, cells[schema.LineTotal].Value); reason != "" {
		cells[schema.UnitPrice], cells[schema.Discount] = *price, *discount
	}
}

// filled is the confidence from which a printed value replaces one that the XML leaves out.
const filled = 0.6

// fill takes over a printed value that the XML leaves out, but no sums: those of the XML are complete.
func (c *comparison) fill(row int, f schema.Field, cell, printed *schema.Cell) {
	e := &printed.Evidence
	if !c.twins || printed.Value == "" || e.Confidence < filled || f >= schema.Subtotal || f == schema.DeliveryDate && c.dated {
		return
	}
	*cell = *printed
	if e.Confidence < leastContradicting {
		c.list.Add(row, f, cell, review.LowConfidence, 1-e.Confidence, "The XML does not state it, and what is printed is not sure.")
	}
}

// differing is the confidence of a value that is printed differently: only one of the two is right.
const differing = 0.5

// place copies the place where a value is printed, and the printed words, to a cell.
func place(c *schema.Cell, at *doc.Evidence) {
	c.Evidence.Page, c.Evidence.Box, c.Evidence.Words, c.Evidence.Source = at.Page, at.Box, at.Words, at.Source
}

// brief returns a text shortened to at most 60 characters, for a message.
func brief(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// tells reports whether a column's values in XML and in print are equal apart from their format.
// Addresses, terms and units, for instance, are worded differently.
func tells(f schema.Field) bool {
	switch f {
	case schema.ShipTo, schema.BillTo, schema.PaymentTerms, schema.ShipVia, schema.Unit, schema.Discount, schema.LineNumber:
		return false
	}
	return true
}

// contradicts reports whether a printed value that was read certainly differs from the one in the
// XML: arithmetic confirms it, or its confidence is high and arithmetic does not confirm that of the XML. A currency
// sign that several countries use does not contradict, as it names no currency.
func contradicts(f schema.Field, cell, printed *schema.Cell) bool {
	e := &printed.Evidence
	switch {
	case !tells(f):
		return false
	case f == schema.Currency && !slices.ContainsFunc(e.Words, func(w string) bool { return strings.Contains(w, printed.Value) }):
		return false
	case e.Proof != "":
		return true
	}
	return e.Confidence >= leastContradicting && cell.Evidence.Proof == ""
}

// isNumber reports whether the values of a column are numbers.
func isNumber(f schema.Field) bool {
	switch f {
	case schema.Quantity, schema.UnitPrice, schema.Discount, schema.LineTotal, schema.Subtotal, schema.Tax, schema.Shipping, schema.Total:
		return true
	}
	return false
}

// sameValue reports whether two values of a column mean the same.
func sameValue(f schema.Field, a, b string) bool {
	if a == b {
		return true
	}
	if isNumber(f) {
		x, ok := number(a)
		y, ok2 := number(b)
		return ok && ok2 && x.Equal(y)
	}
	x, y := textnorm.Bare(textnorm.Fold(a)), textnorm.Bare(textnorm.Fold(b))
	if x == "" || y == "" {
		return false
	}
	switch f {
	case schema.PODate, schema.DeliveryDate: // 01/02/03 may mean six different days
		return slices.Equal(dateParts(a), dateParts(b))
	case schema.Buyer, schema.Supplier, schema.Description:
		return strings.Contains(x, y) || strings.Contains(y, x)
	}
	return x == y
}

// dateParts returns the last two digits of a date's year, its month and its day, sorted.
func dateParts(iso string) []string {
	parts := strings.Split(iso, "-")
	parts[0] = strings.TrimPrefix(parts[0], "20")
	slices.Sort(parts)
	return parts
}

// line is a line of text on a page.
type line struct {
	page  *layout.Page
	words []*doc.Word // from left to right
}

// everywhere returns the lines of text of all pages.
func (c *comparison) everywhere() (all []line) {
	for _, p := range c.pages {
		all = c.add(all, p, nil)
	}
	return all
}

// margin is how far the area of a line item reaches above its words, and ends above the next item, points.
const margin = 3

// around returns the lines of text beside a printed line item, and below it down to the next one.
func (c *comparison) around(read, next *schema.Cells) (all []line) {
	page, box := extent(read)
	if page == 0 {
		return nil
	}
	bottom := box.Y1 + 2*box.Height()
	if p, b := extent(next); p == page && b.Y0 > box.Y0 {
		bottom = b.Y0 - margin
	}
	for _, p := range c.pages {
		if p.Number == page {
			all = c.add(all, p, func(b doc.Box) bool { return b.MidY() >= box.Y0-margin && b.MidY() <= bottom })
		}
	}
	return all
}

// add appends the lines of text of a page that satisfy inside, or all lines if it is nil.
func (c *comparison) add(all []line, p *layout.Page, inside func(doc.Box) bool) []line {
	for i := range p.Lines {
		if c.looked++; c.looked > mostLooked {
			return all
		}
		l := &p.Lines[i]
		if inside != nil && !inside(p.Displayed(l.Box)) {
			continue
		}
		var words []*doc.Word
		for _, s := range l.Segments {
			words = append(words, s.Words...)
		}
		all = append(all, line{p, words})
	}
	return all
}

// extent returns the page on which a line item begins, and the box of its cells on that page.
func extent(cells *schema.Cells) (page int, box doc.Box) {
	if cells == nil {
		return 0, box
	}
	page = cells.Page()
	for _, f := range schema.LineFields {
		if e := &cells[f].Evidence; e.Page == page && page > 0 {
			box = box.Union(e.Box)
		}
	}
	return page, box
}

// find finds where a value is printed: the last such line for sums, the first one for other values.
func (c *comparison) find(f schema.Field, v string, scope []line) (at doc.Evidence, ok bool) {
	if c.looked += len(scope); c.looked > mostLooked {
		return at, false
	}
	is := c.matcher(f, v)
	for i := range scope {
		l := &scope[i]
		if f >= schema.Subtotal {
			l = &scope[len(scope)-1-i]
		}
		if words := run(l.words, is); words != nil {
			return l.page.Evidence(words, stated), true
		}
	}
	switch f {
	case schema.Description, schema.Buyer, schema.Supplier, schema.ShipTo, schema.BillTo, schema.PaymentTerms:
		return scattered(v, scope)
	}
	return at, false
}

// mostWords is the greatest number of words in which a number or a date is printed.
const mostWords = 5

// matcher returns a function that reports whether text, made of n words, is the column's value. more is false if
// further words cannot make it the value.
func (c *comparison) matcher(f schema.Field, v string) func(text string, n int) (is, more bool) {
	switch {
	case isNumber(f):
		want, ok := number(strings.TrimSuffix(v, "%"))
		percent := strings.HasSuffix(v, "%")
		return func(text string, n int) (is, more bool) {
			if !ok || !textnorm.HasDigit(text) {
				return false, ok && n < 2
			}
			for _, r := range c.locale.Readings(text) {
				if r.Value.Equal(want) && (!percent || r.Percent) {
					return true, false
				}
			}
			return false, n < mostWords
		}
	case f == schema.PODate || f == schema.DeliveryDate:
		return func(text string, n int) (is, more bool) {
			iso, ok := c.locale.Date(strings.Trim(text, ",;:"))
			return ok && iso == v, n < mostWords && textnorm.HasDigit(text) || n < 2
		}
	case f == schema.Currency:
		return func(text string, n int) (is, more bool) {
			code, _, _ := value.FindCurrency(text)
			return code == v, false
		}
	}
	want := textnorm.Bare(textnorm.Fold(v))
	return func(text string, n int) (is, more bool) {
		got := textnorm.Bare(textnorm.Fold(text))
		return got == want && want != "", strings.HasPrefix(want, got)
	}
}

// run returns the first run of words that the matcher accepts as the value.
func run(words []*doc.Word, is func(text string, n int) (is, more bool)) []*doc.Word {
	for i := range words {
		text := ""
		for n := i; n < len(words); n++ {
			if n > i {
				text += " "
			}
			text += words[n].Text
			found, more := is(text, n-i+1)
			if found {
				return words[i : n+1]
			}
			if !more {
				break
			}
		}
	}
	return nil
}

// leastFound is the share of a text's letters that must be found together.
const leastFound = 0.8

// scattered finds a text that is printed on several lines, one below the other, each of which has
// words of the text.
func scattered(v string, scope []line) (at doc.Evidence, ok bool) {
	want, letters := map[string]bool{}, 0
	for _, w := range strings.Fields(v) {
		if w = textnorm.Bare(textnorm.Fold(w)); w != "" && !want[w] {
			want[w] = true
			letters += len(w)
		}
	}
	const mostLines = 12
	for i := range scope {
		seen, found := map[string]bool{}, 0
		var words []*doc.Word
		for k := i; k < min(len(scope), i+mostLines) && scope[k].page == scope[i].page; k++ {
			own := matching(scope[k].words, want)
			if len(own) == 0 {
				break
			}
			words = append(words, own...)
			for _, w := range own {
				if b := textnorm.Bare(textnorm.Fold(w.Text)); !seen[b] {
					seen[b] = true
					found += len(b)
				}
			}
			if letters > 0 && float64(found) >= leastFound*float64(letters) {
				return scope[i].page.Evidence(words, stated), true
			}
		}
	}
	return at, false
}

// matching returns the longest run of a line's words that are wanted.
func matching(words []*doc.Word, want map[string]bool) (best []*doc.Word) {
	from := 0
	for i, w := range words {
		bare := textnorm.Bare(textnorm.Fold(w.Text))
		if bare != "" && !want[bare] {
			from = i + 1
		} else if i+1-from > len(best) {
			best = words[from : i+1]
		}
	}
	return best
}

// align matches the printed line items with those of the XML: both keep their order, and
// as many cells as possible are equal. It returns for each line the index of the printed one, -1 if there is none.
func align(lines, read []schema.Cells) []int {
	n, m := len(lines), len(read)
	of := make([]int, n)
	if n == m || n*m > mostAligned {
		for i := range of {
			if of[i] = i; i >= m {
				of[i] = -1
			}
		}
		return of
	}
	best := make([][]int, n+1) // the most equal cells of the lines from i and the printed ones from k
	for i := range best {
		best[i] = make([]int, m+1)
	}
	alike := func(i, k int) (score int) {
		for _, f := range schema.LineFields {
			if a, b := lines[i][f].Value, read[k][f].Value; a != "" && b != "" && sameValue(f, a, b) {
				score++
			}
		}
		return score
	}
	for i := n - 1; i >= 0; i-- {
		for k := m - 1; k >= 0; k-- {
			best[i][k] = max(best[i+1][k], best[i][k+1], best[i+1][k+1]+alike(i, k))
		}
	}
	for i, k := 0, 0; i < n; i++ {
		for of[i] = -1; k < m && best[i][k] == best[i][k+1]; {
			k++
		}
		if k < m && best[i][k] > best[i+1][k] {
			of[i] = k
			k++
		}
	}
	return of
}
