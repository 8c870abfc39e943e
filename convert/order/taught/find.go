package taught

import (
	"strings"

	"github.com/shopspring/decimal"

	"lineitem/convert/doc"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

// form is the form of a field's values, which decides how they are read.
type form uint8

const (
	text     form = iota // words of a line
	block                // lines
	code                 // words with digits
	date                 // ISO 8601
	amount               // plain decimal
	currency             // ISO 4217
)

// isText reports whether values of the form do not show where they end.
func (k form) isText() bool { return k <= code }

// forms maps the fields of the head to the forms of their values.
var forms = map[schema.Field]form{
	schema.PONumber: code, schema.PODate: date, schema.Buyer: text, schema.Supplier: text, schema.ShipTo: block, schema.BillTo: block,
	schema.DeliveryDate: date, schema.PaymentTerms: text, schema.ShipVia: text, schema.Currency: currency,
	schema.Subtotal: amount, schema.Tax: amount, schema.Shipping: amount, schema.Total: amount,
}

// headFields are the fields of the head, in the order of the columns.
var headFields = func() (all []schema.Field) {
	for f := range schema.NumFields {
		if _, ok := forms[f]; ok {
			all = append(all, f)
		}
	}
	return all
}()

// sameInForm reports whether two values of a form say the same. Recognised texts, except codes, may
// differ by some letters.
func sameInForm(k form, a, b string, recognised bool) bool {
	if a == "" || b == "" || a == b {
		return a == b
	}
	if !k.isText() {
		return normal(a) == normal(b)
	}
	x, y := textnorm.Bare(a), textnorm.Bare(b)
	return x == y || recognised && k != code && misread(x, y) <= mostMisread
}

// normal returns a value in a form in which values that say the same are equal: numbers may
// differ in zeros at their ends.
func normal(v string) string {
	if d, err := decimal.NewFromString(strings.Trim(v, " %")); err == nil {
		return d.String()
	}
	return v
}

// misread returns the share of letters by which two texts differ: their edit distance, in
// bytes, divided by the length of the longer one.
func misread(a, b string) float64 {
	const most = 600
	a, b = a[:min(len(a), most)], b[:min(len(b), most)]
	costs := make([]int, len(b)+1)
	for j := range costs {
		costs[j] = j
	}
	for i := range a {
		before := costs[0]
		costs[0]++
		for j := range b {
			cost := before
			if a[i] != b[j] {
				cost++
			}
			before = costs[j+1]
			costs[j+1] = min(cost, costs[j]+1, costs[j+1]+1)
		}
	}
	return float64(costs[len(b)]) / float64(max(len(a), len(b), 1))
}

// spot is where a value stands: runs of tokens, one for each line of it.
type spot struct {
	value string // what it states, if its form tells that
	runs  [][]*token
}

func (s *spot) first() *token { return s.runs[0][0] }

func (s *spot) last() *token {
	run := s.runs[len(s.runs)-1]
	return run[len(run)-1]
}

// tokens returns the tokens of all lines.
func (s *spot) tokens() (all []*token) {
	for _, run := range s.runs {
		all = append(all, run...)
	}
	return all
}

// evidence returns where tokens stand, with a confidence of at most sure. Tokens on a further
// page are left out of its box.
func (t *document) evidence(tokens []*token, sure float64) doc.Evidence {
	page := t.page(tokens[0])
	e := doc.Evidence{Page: page.Number, Confidence: sure}
	var box doc.Box
	for _, o := range tokens {
		e.Words = append(e.Words, o.text)
		e.Confidence, e.Source = min(e.Confidence, o.word.Confidence), max(e.Source, o.word.Source)
		if t.page(o) == page {
			box = box.Union(o.box)
		}
	}
	e.Box = page.Displayed(box)
	return e
}

// values returns the values of a form that the tokens of a row state, from left to right.
func (t *document) values(k form, tokens []*token) (all []spot) {
	read := map[form]func([]*token) (string, int){date: t.date, amount: t.amount, currency: t.currency}[k]
	for len(tokens) > 0 {
		v, n := read(tokens)
		if n > 0 {
			all = append(all, spot{v, [][]*token{tokens[:n]}})
		}
		tokens = tokens[max(1, n):]
	}
	return all
}

// date reads the date with which tokens begin, and returns of how many tokens it consists; 0 if
// there is none.
func (t *document) date(tokens []*token) (iso string, n int) {
	const most = 6
	if tokens[0].bare == "" {
		return "", 0
	}
	for n := 1; n <= min(most, len(tokens)); n++ {
		s := strings.Trim(printed(tokens[:n]), ",;:()[]|*")
		if n == 1 && t.pixels(tokens[0]) {
			if fixed, ok := ocrrepair.Date(s); ok {
				s = fixed
			}
		}
		if textnorm.HasDigit(s) {
			if iso, ok := t.view.Locale.Date(s); ok {
				return iso, n
			}
		}
	}
	return "", 0
}

// amount reads the amount with which tokens begin, and returns of how many tokens it consists;
// 0 if there is none.
func (t *document) amount(tokens []*token) (number string, n int) {
	const most = 4
	for n := min(most, len(tokens)); n > 0; n-- {
		figures := 0
		for _, o := range tokens[:n] {
			figures += flag(textnorm.HasDigit(o.text))
		}
		last := tokens[n-1].text
		if figures == 0 || figures > 1 && !t.view.Locale.Blanks() || n > 1 && !textnorm.HasDigit(last) && value.Currency(strings.Trim(last, ".,")) == "" {
			continue
		}
		s := strings.Trim(printed(tokens[:n]), ":;*|")
		v, ok := t.view.Locale.Number(s)
		if !ok && n == 1 && t.pixels(tokens[0]) {
			if fixed, repaired := ocrrepair.Amount(s); repaired {
				v, ok = t.view.Locale.Number(fixed)
			}
		}
		if ok && !v.Percent {
			return v.Text, n
		}
	}
	return "", 0
}

// currency reads the currency that the first token states.
func (t *document) currency(tokens []*token) (iso string, n int) {
	s := strings.Trim(tokens[0].text, "()[],;:*-.")
	c := value.Currency(s)
	if len(c) != 3 || textnorm.HasDigit(s) {
		if c = value.CurrencyNamed(tokens[0].key); len(c) != 3 || len(tokens[0].key) <= 3 {
			return "", 0
		}
	}
	return c, 1
}

// Bounds of where a text is looked for.
const (
	maxSpots    = 200     // places where a value stands
	maxSteps    = 200_000 // of the search for one text
	maxSkipped  = 2       // successive lines that a text leaves out
	matchReach  = 5.5     // sizes of type from one line of a text to the next
	mostMisread = 0.15    // share of the letters of a text that may be misread
)

// find returns where a value stands.
func (t *document) find(k form, v string) (found []spot) {
	if k.isText() {
		return t.findText(v)
	}
	if t.stated[k] == nil {
		t.stated[k] = map[string][]spot{}
		for i := range t.rows {
			for _, s := range t.values(k, t.rows[i].tokens) {
				t.stated[k][normal(s.value)] = append(t.stated[k][normal(s.value)], s)
			}
		}
	}
	all := t.stated[k][normal(v)]
	return all[:min(len(all), maxSpots)]
}

// findText returns where a text stands. It compares letters and digits only, which may go on in
// lines beneath each other.
func (t *document) findText(text string) (found []spot) {
	m := matcher{document: t, want: textnorm.Bare(text)}
	for _, o := range t.tokens {
		if len(found) == maxSpots {
			break
		}
		if n, _ := m.matchToken(o, 0); n == 0 {
			continue // most tokens do not begin the text
		}
		m.left, m.right = scaleOf(t.page(o))*o.segment.X0, o.x1 // if it stands behind a label, further lines may begin beneath the label
		if runs := m.match(o, 0, 0); runs != nil {
			found = append(found, spot{runs: runs})
		}
	}
	return found
}

// matcher matches a text with the tokens of successive lines.
type matcher struct {
	*document
	want        string
	left, right float64 // where its first line stands
	steps       int     // taken so far
}

// match matches the wanted text, from byte done on, with the tokens of a row from o on, and
// then with the lines beneath; cost is that of the letters misread so far, in hundredths of a
// letter. It returns the runs that state the text; nil if none do.
func (m *matcher) match(o *token, done, cost int) [][]*token {
	if m.steps++; m.steps > maxSteps {
		return nil
	}
	tokens := m.restOfRow(o)
	stated := 0 // tokens up to the last one that has letters
	for n := 0; n < len(tokens) && done < len(m.want); n++ {
		if tokens[n].bare == "" && n > 0 {
			continue
		}
		took, c := m.matchToken(tokens[n], done)
		if took == 0 {
			break
		}
		done, cost, stated = done+took, cost+c, n+1
	}
	if stated == 0 || float64(cost) > mostMisread*float64(100*len(m.want)) {
		return nil
	}
	run := tokens[:stated]
	if done == len(m.want) {
		return [][]*token{run}
	}
	if rest := m.beneath(o, max(m.right, run[stated-1].x1), done, cost); rest != nil {
		return append([][]*token{run}, rest...)
	}
	return nil
}

// matchToken returns how many bytes of the wanted text, from byte done on, a token states, 0 if it
// states something else, and the cost of its misread letters.
func (m *matcher) matchToken(o *token, done int) (n, cost int) {
	rest := m.want[done:]
	if o.bare == "" || strings.HasPrefix(rest, o.bare) {
		return len(o.bare), 0
	}
	if !m.pixels(o) || len(o.bare) < 3 || len(o.bare) > ocrrepair.MaxWord {
		return 0, 0
	}
	limit := 25 * len(o.bare)
	for k := len(o.bare) - 1; k <= min(len(o.bare)+1, len(rest)); k++ {
		if c := ocrrepair.Cost(o.bare, rest[:k], limit); c <= limit && (n == 0 || c < cost) {
			n, cost = k, c
		}
	}
	return n, cost
}

// beneath continues a match in the lines beneath that of o; right is the right edge of the text
// so far.
func (m *matcher) beneath(o *token, right float64, done, cost int) [][]*token {
	above := &m.rows[o.row]
	skipped := 0
	for i := o.row + 1; i < len(m.rows) && skipped <= maxSkipped; i++ {
		r := &m.rows[i]
		if r.number != above.number || r.y-above.y > matchReach*above.em*float64(1+skipped) {
			return nil
		}
		inColumn := false
		for _, p := range r.tokens {
			if p.x1 < m.left-above.em || p.x0 > right {
				continue
			}
			inColumn = true
			if runs := m.match(p, done, cost); runs != nil {
				return runs
			}
		}
		skipped += flag(inColumn)
	}
	return nil
}
