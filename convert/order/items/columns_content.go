package items

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

// columnContent counts what the cells of a column contain.
type columnContent struct {
	filled        int
	figures       int // numbers, with a currency, a percent sign or a unit beside them
	percents      int
	measures      int // numbers with a unit
	perQuantities int // quantities that prices are commonly given for: 1, 100, with a unit or without
	dates         int
	codes         int // codes: see isCode
	wordlike      int // codes without a digit
	units         int // one short word, or two
	single        int // one short word alone
	texts         int
	short         int // may be the number of a line
	rising        int // of these, greater than the one before
	first         int // the first of these numbers
	last          int // the rank of the last: see ordinalRank
}

// highestFirstLine is the greatest number that the first line of a table commonly has.
const highestFirstLine = 100

// add counts one cell.
func (c *columnContent) add(l *value.Locale, words []*doc.Word) {
	if len(words) == 0 {
		return
	}
	text := textnorm.Join(words)
	if text == "" || strings.Trim(text, "-–—.") == "" {
		return
	}
	c.filled++
	if n, ok := l.NumberUnit(text); ok {
		c.figures++
		if n.Percent {
			c.percents++
		}
		if n.Unit != "" {
			c.measures++
		}
		if isPerQuantity(n.Value) {
			c.perQuantities++
		}
	}
	if len(words) <= 8 && textnorm.HasDigit(text) {
		if _, _, _, ok := l.FindDate(text); ok {
			c.dates++
		}
	}
	code := isCode(words)
	if code {
		c.codes++
		if !textnorm.HasDigit(text) {
			c.wordlike++
		}
	}
	if isUnitWord(text) {
		c.units++
		if len(words) == 1 {
			c.single++
		}
	}
	if (textnorm.CountLetters(text) >= 3 || countIdeographs(text) >= leastNamed) && !(code && textnorm.HasDigit(text)) {
		c.texts++
	}
	c.addOrdinal(text, words)
}

// addOrdinal counts a cell that may be the number of a line.
func (c *columnContent) addOrdinal(text string, words []*doc.Word) {
	if n, ok := lineOrdinal(text); ok && !(ocrrepair.Recognised(words) && value.HasDecimals(text)) {
		if c.short++; c.short == 1 {
			c.first = n
		}
		rank := ordinalRank(text, n)
		if rank > c.last {
			c.rising++
		}
		c.last = rank
	}
}

// countContents counts what the columns contain on the lines that surely state items.
func (t *tableDraft) countContents() {
	for _, l := range t.denseLines() {
		for c, words := range l.cells {
			t.columns[c].content.add(&t.locale, words)
		}
	}
}

func (c *columnContent) share(n int) float64 {
	if c.filled == 0 {
		return 0
	}
	return float64(n) / float64(c.filled)
}

// fits returns how well the content suits a kind, 0 to 1.
func (c *columnContent) fits(k headings.Kind) float64 {
	switch k {
	case headings.LineNumber:
		fit := min(c.share(c.short), c.share(c.rising)*1.1)
		if c.first > highestFirstLine {
			fit *= 0.4 // numbers of articles may be in ascending order, too
		}
		return fit
	case headings.Code:
		return c.share(c.codes) - 0.2*c.share(c.wordlike) // tax codes and the like have no digits, either
	case headings.OtherCode, headings.OrderNumber:
		return c.share(c.codes)
	case headings.Description:
		return max(0, c.share(c.texts)-0.4*c.share(c.single)-0.3*c.share(c.codes))
	case headings.Discount:
		return max(0, c.share(c.figures)-0.5*c.share(c.dates)-c.share(c.measures))
	case headings.Total:
		return max(0, c.share(c.figures)-0.5*c.share(c.dates)-c.share(c.measures)-c.share(c.percents))
	case headings.Quantity, headings.Price, headings.ListPrice, headings.Gross, headings.TaxAmount, headings.OtherQuantity:
		return max(0, c.share(c.figures)-0.5*c.share(c.dates)-c.share(c.percents))
	case headings.Unit:
		return c.share(c.units)
	case headings.Date, headings.OtherDate:
		return c.share(c.dates)
	case headings.PerUnits:
		return max(c.share(c.units), c.share(c.perQuantities))
	}
	return 0.6
}

// isCode reports whether words look like an article number: one word with digits
// or of capitals alone, or up to four words with digits.
func isCode(words []*doc.Word) bool {
	if len(words) > 4 {
		return false
	}
	digits, upper := false, 0
	for _, w := range words {
		d := textnorm.HasDigit(w.Text)
		digits = digits || d
		if len(words) > 1 && !d {
			return false
		}
		for _, r := range w.Text {
			switch {
			case unicode.IsLower(r) && !d:
				return false
			case unicode.IsUpper(r):
				upper++
			case r == '%' || r == '€' || r == '$':
				return false
			}
		}
	}
	return digits || upper >= 3 && len(words) == 1
}

// Numbers of ideographs, each of which says as much as several letters of an alphabet.
const (
	leastNamed = 2 // least of a text
	mostInUnit = 3 // most of a unit of measure
)

// countIdeographs counts the letters that each stand for a word or a syllable.
func countIdeographs(text string) (n int) {
	for _, r := range text {
		if layout.Ideograph(r) {
			n++
		}
	}
	return n
}

// isUnitWord reports whether text may be a unit of measure: a short word.
func isUnitWord(text string) bool {
	n := utf8.RuneCountInString(text)
	if n > 12 || n == 0 || countIdeographs(text) > mostInUnit || strings.Count(text, " ") > 1 {
		return false
	}
	if textnorm.HasDigit(text) {
		return value.IsUnit(text)
	}
	return textnorm.CountLetters(text) > 0 || text == "%" || text == "\""
}

// isKnownUnit reports whether words are a unit of measure that is common in
// orders.
func isKnownUnit(words []*doc.Word) bool {
	return len(words) == 1 && value.IsUnit(words[0].Text)
}
