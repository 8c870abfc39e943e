package taught

import (
	"strings"

	"github.com/shopspring/decimal"

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

// forms are those of the fields of the head; fields that are not here are line items'.
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
func same(k form, a, b string, pixels bool) bool {
	if a == b {
		return true
	}
	if a == "" || b == "" {
		return false
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
	return x == y || pixels && k != code && misread(x, y) <= mostMisread
}

// misread is the share of letters by which two texts differ.
func misread(a, b string) float64 {
	const most = 600
	a, b = a[:min(len(a), most)], b[:min(len(b), most)]
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		before := row[0]
		row[0]++
		for j := range b {
			cost := before
			if a[i] != b[j] {
				cost++
			}
			before = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return float64(row[len(b)]) / float64(max(len(a), len(b), 1))
}

// Bounds of values in tokens.
const (
	maxDateTokens   = 6
	maxAmountTokens = 4
)

// printed is the text of tokens, with the blanks that stand between their words.
func printed(run []*token) string {
	var b strings.Builder
	for i, o := range run {
		if i > 0 && o.word != run[i-1].word {
			b.WriteByte(' ')
		}
		b.WriteString(o.text)
	}
	return b.String()
}

// runFrom is a number of tokens of a row from one on; fewer where the row ends.
func (t *document) runFrom(o *token, n int) []*token {
	run := make([]*token, 0, n)
	for ; o != nil && len(run) < n; o = t.next(o) {
		run = append(run, o)
	}
	return run
}

// dateAt reads the date that begins with a token.
func (t *document) dateAt(o *token) (iso string, run []*token) {
	if o.bare == "" {
		return "", nil
	}
	all := t.runFrom(o, maxDateTokens)
	for n := 1; n <= len(all); n++ {
		s := strings.Trim(printed(all[:n]), ",;:()[]|*")
		if !textnorm.HasDigit(s) {
			continue
		}
		if iso, ok := t.view.Locale.Date(s); ok {
			return iso, all[:n]
		}
		if n == 1 && t.pixels(o) {
			if fixed, ok := ocrrepair.Date(s); ok {
				if iso, ok := t.view.Locale.Date(fixed); ok {
					return iso, all[:n]
				}
			}
		}
	}
	return "", nil
}

// amountAt reads the amount that begins with a token.
func (t *document) amountAt(o *token) (number string, run []*token) {
	all := t.runFrom(o, maxAmountTokens)
	for n := len(all); n > 0; n-- {
		figures := 0
		for _, p := range all[:n] {
			if textnorm.HasDigit(p.text) {
				figures++
			}
		}
		if figures == 0 || figures > 1 && !t.view.Locale.Blanks() || !textnorm.HasDigit(all[n-1].text) && value.Currency(strings.Trim(all[n-1].text, ".,")) == "" && n > 1 {
			continue
		}
		s := strings.Trim(printed(all[:n]), ":;*|")
		if v, ok := t.view.Locale.Number(s); ok && !v.Percent {
			return v.Text, all[:n]
		}
		if n == 1 && t.pixels(o) {
			if fixed, ok := ocrrepair.Amount(s); ok {
				if v, ok := t.view.Locale.Number(fixed); ok && !v.Percent {
					return v.Text, all[:n]
				}
			}
		}
	}
	return "", nil
}

// currencyAt reads the currency that a token states.
func (t *document) currencyAt(o *token) (iso string, run []*token) {
	s := strings.Trim(o.text, "()[],;:*-.")
	if c := value.Currency(s); len(c) == 3 && !textnorm.HasDigit(s) {
		return c, []*token{o}
	}
	if c := value.CurrencyNamed(o.key); len(c) == 3 && len(o.key) > 3 {
		return c, []*token{o}
	}
	return "", nil
}

// valueAt reads a value of a form that begins with a token, other than texts.
func (t *document) valueAt(k form, o *token) (v string, run []*token) {
	switch k {
	case date:
		return t.dateAt(o)
	case amount:
		return t.amountAt(o)
	case currency:
		return t.currencyAt(o)
	}
	return "", nil
}

// find finds where a value stands.
func (t *document) find(k form, v string) []spot {
	if k == text || k == block || k == code {
		return t.findText(v)
	}
	var found []spot
	for i := range t.rows {
		r := &t.rows[i]
		for at := 0; at < len(r.tokens); {
			got, run := t.valueAt(k, &r.tokens[at])
			if len(run) == 0 {
				at++
				continue
			}
			if same(k, v, got, false) && len(found) < maxSpots {
				found = append(found, spot{runs: [][]*token{run}})
			}
			at += len(run)
		}
	}
	return found
}
