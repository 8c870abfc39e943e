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

// form is how the values of a field are read.
type form uint8

const (
	text     form = iota // words of a line
	block                // lines
	code                 // words with digits
	date                 // ISO 8601
	amount               // plain decimal
	currency             // ISO 4217
)

// isText reports whether a form does not tell where a value ends.
func (k form) isText() bool { return k <= code }

// forms are those of the fields of the head.
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

// same reports whether two values of a form say the same. What was recognised may differ by
// some letters.
func same(k form, a, b string, recognised bool) bool {
	if a == "" || b == "" || a == b {
		return a == b
	}
	switch k {
	case amount:
		x, err1 := decimal.NewFromString(a)
		y, err2 := decimal.NewFromString(b)
		return err1 == nil && err2 == nil && x.Equal(y)
	case date, currency:
		return false
	}
	x, y := textnorm.Bare(a), textnorm.Bare(b)
	return x == y || recognised && k != code && misread(x, y) <= mostMisread
}

// misread is the share of letters by which two texts differ.
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

// tokens are those of all lines.
func (s *spot) tokens() (all []*token) {
	for _, run := range s.runs {
		all = append(all, run...)
	}
	return all
}

// evidence is where the value stands, which is as sure as given.
func (t *document) evidence(s *spot, sure float64) doc.Evidence {
	var words []*doc.Word
	for _, o := range s.tokens() {
		if len(words) == 0 || words[len(words)-1] != o.word {
			words = append(words, o.word)
		}
	}
	return t.page(s.first()).Evidence(words, sure)
}

// Bounds of values in tokens.
const (
	maxDateTokens   = 6
	maxAmountTokens = 4
)

// date reads the date that begins with a token.
func (t *document) date(o *token) (iso string, run []*token) {
	if o.bare == "" {
		return "", nil
	}
	all := t.runFrom(o, maxDateTokens)
	for n := range all {
		s := strings.Trim(printed(all[:n+1]), ",;:()[]|*")
		if n == 0 && t.pixels(o) {
			if fixed, ok := ocrrepair.Date(s); ok {
				s = fixed
			}
		}
		if textnorm.HasDigit(s) {
			if iso, ok := t.view.Locale.Date(s); ok {
				return iso, all[:n+1]
			}
		}
	}
	return "", nil
}

// amount reads the amount that begins with a token.
func (t *document) amount(o *token) (number string, run []*token) {
	all := t.runFrom(o, maxAmountTokens)
	for n := len(all); n > 0; n-- {
		figures := 0
		for _, p := range all[:n] {
			if textnorm.HasDigit(p.text) {
				figures++
			}
		}
		last := all[n-1].text
		if figures == 0 || figures > 1 && !t.view.Locale.Blanks() || n > 1 && !textnorm.HasDigit(last) && value.Currency(strings.Trim(last, ".,")) == "" {
			continue
		}
		s := strings.Trim(printed(all[:n]), ":;*|")
		v, ok := t.view.Locale.Number(s)
		if !ok && n == 1 && t.pixels(o) {
			if fixed, repaired := ocrrepair.Amount(s); repaired {
				v, ok = t.view.Locale.Number(fixed)
			}
		}
		if ok && !v.Percent {
			return v.Text, all[:n]
		}
	}
	return "", nil
}

// currency reads the currency that a token states.
func (t *document) currency(o *token) (iso string, run []*token) {
	s := strings.Trim(o.text, "()[],;:*-.")
	c := value.Currency(s)
	if len(c) != 3 || textnorm.HasDigit(s) {
		if c = value.CurrencyNamed(o.key); len(c) != 3 || len(o.key) <= 3 {
			return "", nil
		}
	}
	return c, []*token{o}
}

// values are the values of a form that tokens of a row state, from left to right.
func (t *document) values(k form, tokens []*token) (all []spot) {
	read := map[form]func(*token) (string, []*token){date: t.date, amount: t.amount, currency: t.currency}[k]
	for i := 0; i < len(tokens); {
		v, run := read(tokens[i])
		if len(run) > 0 {
			all = append(all, spot{v, [][]*token{run}})
		}
		i += max(1, len(run))
	}
	return all
}

// find finds where a value stands.
func (t *document) find(k form, v string) (found []spot) {
	if k.isText() {
		return t.findText(v)
	}
	for i := range t.rows {
		for _, s := range t.values(k, t.rows[i].tokens) {
			if same(k, v, s.value, false) && len(found) < maxSpots {
				found = append(found, s)
			}
		}
	}
	return found
}

// Bounds of where a text is looked for.
const (
	maxSpots    = 200     // in which a value stands
	maxSteps    = 200_000 // in looking for one
	maxSkipped  = 2       // lines that a text leaves out, one after the other
	lineReach   = 3.2     // heights of type from one line of a text to the next, as a rule,
	matchReach  = 5.5     // and at most
	mostMisread = 0.15    // share of the letters of a text that may be misread
)

// findText finds where a text stands: its letters and digits, in the order of lines that
// stand beneath each other.
func (t *document) findText(text string) (found []spot) {
	want := textnorm.Bare(text)
	if want == "" {
		return nil
	}
	steps := maxSteps
	for i := range t.rows {
		for _, o := range t.rows[i].tokens {
			if len(found) == maxSpots {
				return found
			}
			m := matcher{document: t, want: want, column: o.box, steps: &steps}
			m.column.X0 = o.segment.X0 // behind a label, lines may go on beneath that
			if m.from(o, 0) {
				found = append(found, spot{runs: m.runs})
			}
		}
	}
	return found
}

// matcher follows a text along its lines.
type matcher struct {
	*document
	want   string
	column doc.Box // extent of what was matched
	runs   [][]*token
	cost   int  // hundredths of letters that were misread
	steps  *int // that may still be taken in looking for the text
}

// from matches what is wanted from a byte on with the tokens from one on, and then with the
// lines beneath.
func (m *matcher) from(o *token, done int) bool {
	if *m.steps--; *m.steps < 0 {
		return false
	}
	column, cost := m.column, m.cost
	tokens := m.rows[o.line].tokens[o.at:]
	n, stated := 0, 0 // tokens, and of these the last one that has letters
	for ; n < len(tokens) && done < len(m.want); n++ {
		if o = tokens[n]; o.bare == "" && n > 0 {
			continue
		}
		took, c := m.take(o, done)
		if took == 0 {
			break
		}
		done, m.cost, m.column, stated = done+took, m.cost+c, m.column.Union(o.box), n+1
	}
	if stated > 0 && float64(m.cost) <= mostMisread*float64(100*len(m.want)) {
		m.runs = append(m.runs, tokens[:stated])
		if done == len(m.want) || m.beneath(tokens[0], done) {
			return true
		}
		m.runs = m.runs[:len(m.runs)-1]
	}
	m.column, m.cost = column, cost
	return false
}

// take is how many bytes of what is wanted a token states, 0 if it states something else,
// and what that costs.
func (m *matcher) take(o *token, done int) (n, cost int) {
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

// beneath goes on with the lines beneath one whose run begins with a token.
func (m *matcher) beneath(o *token, done int) bool {
	above := &m.rows[o.line]
	skipped := 0
	for i := o.line + 1; i < len(m.rows) && skipped <= maxSkipped; i++ {
		r := &m.rows[i]
		if r.number != above.number || r.baseline-above.baseline > matchReach*above.height*float64(1+skipped) {
			return false
		}
		inColumn := false
		for _, p := range r.tokens {
			if p.box.X1 < m.column.X0-above.height || p.box.X0 > m.column.X1 {
				continue
			}
			if inColumn = true; m.from(p, done) {
				return true
			}
		}
		skipped += flag(inColumn)
	}
	return false
}
