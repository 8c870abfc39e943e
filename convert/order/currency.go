package order

import (
	"strings"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

// Weights of what speaks for a currency.
const (
	currencyLabelled = 10.0 // "Currency: USD"
	currencyTotal    = 10.0 // with the amount on a total's line
	currencyHeading  = 2.0  // in a label or heading: "Amount AUD", "Rate (₹)"
	currencyAmount   = 1.0  // with any other amount
	currencyWord     = 0.3  // a code standing anywhere
)

// currencyVote is what has been said for one currency.
type currencyVote struct {
	code  string
	score float64
	best  float64 // of the words kept as evidence
	page  int
	words []*doc.Word
}

// readCurrency determines the order's currency from codes and signs: beside amounts,
// in headings, after a label. It is absent where none is printed.
func readCurrency(r *reading, p part, o *Order, found []keyvalue.Candidate) {
	var votes []currencyVote
	vote := func(code string, weight float64, page int, words ...*doc.Word) {
		for i := range votes {
			if votes[i].code == code {
				votes[i].score += weight
				if weight > votes[i].best {
					votes[i].best, votes[i].page, votes[i].words = weight, page, words
				}
				return
			}
		}
		votes = append(votes, currencyVote{code, weight, weight, page, words})
	}
	for _, c := range found {
		if c.Field == Currency {
			vote(c.Value, currencyLabelled, c.Page, c.Span.Words()...)
		}
	}
	for n := p.first; n <= p.last; n++ {
		r.currencyVotes(n, vote)
	}
	votes = r.resolveShared(votes)
	top := -1
	for i, v := range votes {
		if v.score >= currencyWord && (top < 0 || v.score > votes[top].score) {
			top = i
		}
	}
	if top >= 0 {
		v := votes[top]
		o.Head[Currency] = Cell{Value: v.code, Evidence: r.pages[v.page].Evidence(v.words, min(1, 0.5+0.1*v.score))}
	}
}

// currencyVotes lets the words of one page vote.
func (r *reading) currencyVotes(n int, vote func(string, float64, int, ...*doc.Word)) {
	page := r.pages[n]
	for i := range page.Lines {
		total := false
		segments := page.Lines[i].Segments
		for k, s := range segments {
			labels := r.labels.Index.Of(s)
			heading := len(labels) > 0 && labels[0].Lead
			total = total || heading && labels[0].Strength(keyvalue.Total) > 0
			for w, word := range s.Words {
				code, amount := currencyWordAt(s.Words, w)
				amount = amount || signAtEdge(s, w) || w == len(s.Words)-1 && k+1 < len(segments) && startsFigure(segments[k+1])
				switch {
				case code == "":
					if len(s.Words) > 3 {
						if name := value.CurrencyNamed(bareWord(word)); name != "" {
							vote(name, currencyWord, n, word) // an amount in words
						}
					}
				case amount && total:
					vote(code, currencyTotal, n, word)
				case amount:
					vote(code, currencyAmount, n, word)
				case heading && len(s.Words) <= maxHeadingWords, bracketed(s.Words, w):
					vote(code, currencyHeading, n, word)
				case len(code) == 3 && (strings.ContainsAny(word.Text, "$€£₹") || wordCodes[strings.Trim(word.Text, ".,;:()")]):
					vote(code, currencyWord, n, word)
				}
			}
		}
	}
}

// Bounds of what bears a currency.
const (
	maxHeadingWords  = 6 // of a heading
	maxCurrencyBytes = 9 // of a currency's name and the marks about it
)

// signAtEdge reports whether a word is a currency's sign that ends a segment, with
// its amount at the other side of a column.
func signAtEdge(s *layout.Segment, w int) bool {
	text := s.Words[w].Text
	return w == len(s.Words)-1 && strings.ContainsAny(text, "$€£₹") && !textnorm.HasDigit(text)
}

// startsFigure reports whether a segment is a number, behind a currency on the other side
// of a column.
func startsFigure(s *layout.Segment) bool {
	f, ok := value.ScanFigure(s.Words[0].Text)
	return ok && len(s.Words) == 1 && f.Unit == "" && !f.Percent
}

// bracketed reports whether a word stands in brackets, alone or behind another: "(USD)",
// "(in Rs.)".
func bracketed(words []*doc.Word, i int) bool {
	last := strings.TrimRight(words[i].Text, ".,:;")
	if len(last) < 2 {
		return false
	}
	before := ""
	if i > 0 {
		before = words[i-1].Text
	}
	for _, pair := range [...]string{"()", "[]"} {
		if last[len(last)-1] == pair[1] && (last[0] == pair[0] && len(last) > 2 || before != "" && before[0] == pair[0]) {
			return true
		}
	}
	return false
}

// currencyWordAt returns the currency that a word bears, and whether it stands
// with an amount: in the same word, or in the one before or behind.
func currencyWordAt(words []*doc.Word, i int) (code string, amount bool) {
	text := words[i].Text
	if textnorm.HasDigit(text) {
		f, ok := value.ScanFigure(text)
		if !ok || f.Unit != "" || len(f.Currency) == 3 && strings.HasPrefix(text, f.Currency+"-") {
			return "", false // with a hyphen it is a code of its own: "RUB-0315"
		}
		return f.Currency, f.Currency != ""
	}
	if len(text) > maxCurrencyBytes {
		return "", false
	}
	word := strings.Trim(text, "()[],;:*-.")
	if code, sign, ok := strings.Cut(word, "("); ok && value.Currency(sign) != "" {
		word = code // "USD($)"
	}
	if code = value.Currency(word); word == forint {
		code = forint
	}
	if code == "" {
		return "", false
	}
	amount = besideFigure(words, i)
	if letters := textnorm.CountLetters(word); letters == utf8.RuneCountInString(word) && letters > 1 {
		lower := word == strings.ToLower(word)
		if lower && !(amount && (word == "euro" || word == "rs" || word == "kr")) || !amount && letters == 2 && word == strings.ToUpper(word) {
			return "", false // other words, initials
		}
	}
	return code, amount
}

// besideFigure reports whether a number stands before or behind a word.
func besideFigure(words []*doc.Word, i int) bool {
	for _, j := range [...]int{i + 1, i - 1} {
		if j < 0 || j >= len(words) || !textnorm.HasDigit(words[j].Text) {
			continue
		}
		f, ok := value.ScanFigure(words[j].Text)
		code := len(f.Digits) > 1 && f.Digits[0] == '0' && textnorm.ASCIIDigit(f.Digits[1]) // such as an account's
		if ok && f.Unit == "" && !f.Percent && !code {
			return true
		}
	}
	return false
}

// sharedSign is what a sign means that several countries count money in, or that is
// another word elsewhere.
type sharedSign struct {
	byCountry map[string]string
	otherwise string // where neither a code nor the country says; "" for no currency
}

// sharedSigns are these signs by what package value takes them for.
var sharedSigns = map[string]sharedSign{
	"$":    {map[string]string{"US": "USD", "CA": "CAD", "AU": "AUD", "NZ": "NZD", "MX": "MXN", "SG": "SGD", "HK": "HKD", "TW": "TWD", "CL": "CLP", "CO": "COP", "AR": "ARS"}, "USD"},
	"kr":   {byCountry: map[string]string{"DK": "DKK", "SE": "SEK", "NO": "NOK", "IS": "ISK"}},
	"R":    {map[string]string{"ZA": "ZAR"}, "ZAR"},
	rupee:  {map[string]string{"PK": "PKR", "LK": "LKR", "NP": "NPR", "MU": "MUR"}, rupee},
	"RM":   {byCountry: map[string]string{"MY": "MYR"}},
	forint: {byCountry: map[string]string{"HU": "HUF"}},

	value.Peso: {byCountry: map[string]string{"MX": "MXN", "CL": "CLP", "CO": "COP", "AR": "ARS", "UY": "UYU", "DO": "DOP", "PH": "PHP"}},
}

const (
	forint = "Ft"  // what Hungary counts money in and others lengths
	rupee  = "INR" // also what "Rs" is taken for
)

var signs = mechanism.New("currency: what signs mean by country")

// resolveShared settles what "$" and "kr" mean here: the dollar or crown that the
// document names by its code, else that of its country, else the usual one.
func (r *reading) resolveShared(votes []currencyVote) []currencyVote {
	for i, v := range votes {
		if !signs.On() {
			break
		}
		sign, ok := sharedSigns[v.code]
		if !ok || v.code == rupee && len(v.words) > 0 && !strings.HasPrefix(textnorm.Fold(v.words[0].Text), "r") {
			continue
		}
		code, named := sign.byCountry[r.locale.Country], 0.0
		for _, o := range votes {
			for _, c := range sign.byCountry {
				if o.code == c && o.score > named {
					code, named = c, o.score
				}
			}
		}
		if code == "" && (v.code != "R" || v.best >= currencyTotal) { // no word puts an R before a total
			code = sign.otherwise
		}
		votes[i].code = code
		if code == "" {
			votes[i].score = 0
		}
		for j := range votes {
			if j != i && votes[j].code == code {
				votes[j].score += votes[i].score
				votes[i].score = 0
			}
		}
	}
	return votes
}

// wordCodes are the codes that speak for themselves wherever they stand.
var wordCodes = textnorm.Set("USD EUR GBP CHF CAD AUD NZD INR PKR JPY CNY MXN BRL SEK NOK DKK PLN CZK HUF ZAR SGD HKD AED MYR THB")
