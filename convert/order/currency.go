package order

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/address"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

// Weights of the evidence for a currency.
const (
	currencyLabelled = 10.0 // "Currency: USD"
	currencyTotal    = 10.0 // with the amount on a total's line
	currencyHeading  = 2.0  // in a label or heading: "Amount AUD", "Rate (₹)"
	currencyAmount   = 1.0  // with any other amount
	currencyWord     = 0.3  // a code standing anywhere

	currencyDoubted = 0.1 // share of the weight that counts if a word was not read surely
)

// sureCurrency is the least confidence of a word whose currency counts in full.
const sureCurrency = 0.85

// currencyVote is the evidence for one currency.
type currencyVote struct {
	code  string
	score float64
	best  float64 // weight of the words kept as evidence, the greatest of all
	page  int
	words []*doc.Word
}

// currencyVotes is the evidence for each currency.
type currencyVotes []currencyVote

// add adds words as evidence for a currency.
func (all *currencyVotes) add(code string, weight float64, page int, words ...*doc.Word) {
	if slices.ContainsFunc(words, func(w *doc.Word) bool { return w.Confidence < sureCurrency }) {
		weight *= currencyDoubted
	}
	for i := range *all {
		if v := &(*all)[i]; v.code == code {
			v.score += weight
			if weight > v.best {
				v.best, v.page, v.words = weight, page, words
			}
			return
		}
	}
	*all = append(*all, currencyVote{code, weight, weight, page, words})
}

// currencyIn returns the currency of a part, determined from the codes and signs beside
// amounts, in headings and after labels. The cell is empty if none is printed.
func (r *reading) currencyIn(p part) Cell {
	var votes currencyVotes
	for _, c := range r.announcedIn(p) {
		if c.Kind == keyvalue.Currency {
			votes.add(c.Value, currencyLabelled, c.Page, c.Span.Words()...)
		}
	}
	for n := p.first; n <= p.last; n++ {
		for i := range r.pages[n].Lines {
			r.addCurrencies(&votes, n, r.pages[n].Lines[i].Segments)
		}
	}
	votes.resolveShared(r.locale.Country)
	var top currencyVote
	for _, v := range votes {
		if v.score > top.score {
			top = v
		}
	}
	if top.score == 0 {
		return Cell{}
	}
	return Cell{Value: top.code, Evidence: r.pages[top.page].Evidence(top.words, min(1, 0.5+0.1*top.score))}
}

// Bounds of texts that state a currency.
const (
	maxHeadingWords  = 6 // words of a heading
	maxCurrencyBytes = 9 // bytes of a currency's name and the marks around it
	leastInWords     = 4 // least number of words in an amount that is written out
)

// addCurrencies adds the evidence of the words of a line on page n.
func (r *reading) addCurrencies(votes *currencyVotes, n int, line []*layout.Segment) {
	total := false
	for k, s := range line {
		labels := r.labels.Index.Of(s)
		heading := len(labels) > 0 && labels[0].StartsSegment
		total = total || heading && labels[0].Strength(keyvalue.Total) > 0
		for w, word := range s.Words {
			code, amount := currencyAt(line, k, w, total)
			switch {
			case code == "":
				if within := value.CurrencyWithin(word.Text); within != "" {
					votes.add(within, currencyHeading, n, word)
				} else if dollar := dollarAt(s.Words, w); dollar != "" {
					votes.add(dollar, currencyHeading, n, s.Words[w-1], word)
				} else if name := value.CurrencyNamed(bareWord(word)); name != "" && (total || len(s.Words) >= leastInWords || headsAmounts(s) || word.Text[0] == '(') {
					votes.add(name, currencyWord, n, word)
				}
			case amount && total:
				votes.add(code, currencyTotal, n, word)
			case amount:
				votes.add(code, currencyAmount, n, word)
			case len(s.Words) <= maxHeadingWords && (heading || len(s.Words) == 1 || headsAmounts(s)), strings.HasSuffix(strings.TrimRight(word.Text, ".,:;"), ")"): // "(in Rs.)"
				votes.add(code, currencyHeading, n, word)
			case hasSign(word.Text) || strings.Contains(word.Text, code), w == len(s.Words)-1 && textnorm.CountLetters(word.Text) > len(code): // "in euros"
				votes.add(code, currencyWord, n, word)
			}
		}
	}
}

// lettersOfSums are letters that stand for a currency only beside totals and in the headings of amount columns.
var lettersOfSums = map[string]string{"US": "USD", "CA": "CAD", "Q": "GTQ", "L": "HNL"}

// headsAmounts reports whether a segment heads a column of amounts.
func headsAmounts(s *layout.Segment) bool {
	words := make([]string, len(s.Words))
	for i, w := range s.Words {
		words[i] = bareWord(w)
	}
	kinds := headings.Of(words)
	return max(kinds[headings.Price], kinds[headings.ListPrice], kinds[headings.Total], kinds[headings.TaxAmount], kinds[headings.Gross]) == 1
}

// dollars maps the word before "dollars" or "funds" to the currency that they name together.
var dollars = map[string]string{"us": "USD", "u.s": "USD", "american": "USD", "canadian": "CAD", "australian": "AUD", "singapore": "SGD", "zealand": "NZD", "kong": "HKD"}

// dollarAt returns the currency that a word names together with the one before it: "U.S. Dollars", "Canadian funds".
func dollarAt(words []*doc.Word, w int) string {
	if w == 0 {
		return ""
	}
	if name := bareWord(words[w]); name != "dollars" && name != "dollar" && name != "funds" {
		return ""
	}
	return dollars[bareWord(words[w-1])]
}

// bareWord returns a word folded, without the marks around it.
func bareWord(w *doc.Word) string { return textnorm.Fold(strings.Trim(w.Text, ":;.,()@-")) }

// currencyAt returns the currency that word w of segment k of a line states, and whether it stands
// with an amount: in the same word, in the word before or after it, or in a neighbouring segment.
func currencyAt(line []*layout.Segment, k, w int, total bool) (code string, amount bool) {
	words := line[k].Words
	text := words[w].Text
	if textnorm.HasDigit(text) {
		if f, ok := value.ScanFigure(text); ok && f.Unit == "" && isCurrencyAmount(text, &f) {
			return f.Currency, true
		}
		return "", false
	}
	if at := strings.LastIndex(text, "("); at > 0 && strings.HasSuffix(text, ")") { // "Amount(USD)"
		text = text[at:]
	}
	if len(text) > maxCurrencyBytes {
		return "", false
	}
	marked := strings.Trim(text, "()[],;:*-")
	word := strings.Trim(marked, ".")
	if of, per, _ := strings.Cut(word, "/"); per != "" { // "EUR/kg", "Price/EUR"
		if word = of; value.Currency(per) != "" {
			word = per
		}
	}
	if code = cmp.Or(value.Currency(word), value.Currency(marked)); word == value.Forint { // "M.N."
		code = value.Forint
	}
	letters := lettersOfSums[word]
	if code == "" && letters == "" {
		return "", false
	}
	heads, last := headsAmounts(line[k]), w == len(words)-1
	if code == "" && last && (heads || total) {
		code = letters
	}
	abbreviation := strings.EqualFold(word, code) && word != code && strings.HasSuffix(text, ".")                 // "Cad."
	if code == "" || abbreviation || !heads && address.TraitsOfWord(textnorm.Fold(word))&address.WordLegal != 0 { // "Sdn Bhd"
		return "", false
	}
	amount = w > 0 && (isFigure(words[w-1].Text+" "+word) || strings.ContainsAny(words[w-1].Text, ".,") && isFigure(words[w-1].Text)) || !last && isFigure(words[w+1].Text) ||
		last && w == 0 && k > 0 && isAmount(line[k-1], false) ||
		last && (hasSign(text) || k+1 < len(line) && isAmount(line[k+1], k+2 == len(line)))
	if !amount && !heads && len(word) <= 2 && textnorm.CountLetters(word) == len(word) && word == strings.ToUpper(word) {
		return "", false // other words, initials
	}
	return code, amount
}

// isCurrencyAmount reports whether a figure is an amount in its currency and not an identifier such as "RUB-0315" or "2RS".
// Letters are a currency if the number has a decimal or grouping mark, or if they are its code with no hyphen behind it.
func isCurrencyAmount(text string, f *value.Figure) bool {
	return f.Currency != "" && (strings.ContainsAny(f.Digits, ".,") || hasSign(text) ||
		strings.Contains(text, f.Currency) && len(f.Currency) == 3 && !strings.HasPrefix(text, f.Currency+"-"))
}

// hasSign reports whether a text contains a currency sign (Unicode category Sc).
func hasSign(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Sc, r) })
}

// isAmount reports whether the words of a segment are an amount: all are numbers, and the last one has decimals or the segment ends its line.
func isAmount(s *layout.Segment, ends bool) bool {
	return (ends || value.HasDecimals(s.Words[len(s.Words)-1].Text)) && !slices.ContainsFunc(s.Words, func(w *doc.Word) bool { return !isFigure(w.Text) })
}

// isFigure reports whether a word is a number without a unit or percent sign.
func isFigure(text string) bool {
	f, ok := value.ScanFigure(text)
	return ok && textnorm.HasDigit(text) && f.Unit == "" && !f.Percent
}

// sharedSign is the meaning of a sign that several countries use for their currency, or that is
// an ordinary word elsewhere.
type sharedSign struct {
	byCountry map[string]string
	otherwise string // if neither a code nor the country settles it; "" for no currency
}

// sharedSigns holds the shared signs by what package value reads them as.
var sharedSigns = map[string]sharedSign{
	"$":          {map[string]string{"US": "USD", "CA": "CAD", "AU": "AUD", "NZ": "NZD", "MX": "MXN", "SG": "SGD", "HK": "HKD", "TW": "TWD", "CL": "CLP", "CO": "COP", "AR": "ARS"}, "USD"},
	"kr":         {byCountry: map[string]string{"DK": "DKK", "SE": "SEK", "NO": "NOK", "IS": "ISK"}},
	"R":          {byCountry: map[string]string{"ZA": "ZAR"}},
	value.Yen:    {map[string]string{"CN": "CNY", "JP": "JPY"}, "JPY"},
	rupee:        {map[string]string{"PK": "PKR", "LK": "LKR", "NP": "NPR", "MU": "MUR"}, rupee},
	"RM":         {byCountry: map[string]string{"MY": "MYR"}},
	value.Forint: {byCountry: map[string]string{"HU": "HUF"}},

	value.Peso: {byCountry: map[string]string{"MX": "MXN", "CL": "CLP", "CO": "COP", "AR": "ARS", "UY": "UYU", "DO": "DOP", "PH": "PHP"}},
}

// leastShared is the score from which a sign that belongs to a single currency stands for it
// whatever the country: "Total R 1 200".
const leastShared = currencyTotal

// rupee is also what package value reads "Rs" as.
const rupee = "INR"

// resolveShared settles which currency a shared sign such as "$" or "kr" means: the one of its
// currencies that the document names most by code, else the only one with the sign if the sign's
// score is high enough, else that of the document's country, else the usual one.
func (all currencyVotes) resolveShared(country string) {
	for i := range all {
		v := &all[i]
		sign, ok := sharedSigns[v.code]
		if !ok {
			continue
		}
		code, named := sign.byCountry[country], 0.0
		for _, c := range sign.byCountry {
			if len(sign.byCountry) == 1 && v.score >= leastShared {
				code = c
			}
		}
		for _, o := range all { // the first of those with the highest score
			for _, c := range sign.byCountry {
				if o.code == c && o.score > named {
					code, named = c, o.score
				}
			}
		}
		if v.code = cmp.Or(code, sign.otherwise); v.code == "" {
			v.score = 0
		}
		for j := range all {
			if o := &all[j]; j != i && o.code == v.code {
				o.score, v.score = o.score+v.score, 0
			}
		}
	}
}
