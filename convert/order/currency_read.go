package order

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/value"
	"lineitem/convert/order/wording"
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

// readCurrency tells the order's currency from codes and signs: beside amounts,
// in headings, after a label. It is absent where none is printed.
func readCurrency(r *reading, p part, o *Order, found []candidate) {
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
		if c.field == Currency {
			vote(c.value, currencyLabelled, c.page, c.span.words()...)
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
		o.Head[Currency] = Cell{Value: v.code, Evidence: r.evidence(v.page, v.words, min(1, 0.5+0.1*v.score))}
	}
}

// currencyVotes lets the words of one page vote.
func (r *reading) currencyVotes(n int, vote func(string, float64, int, ...*doc.Word)) {
	page, pl := r.pages[n], &r.labels.pages[n]
	for i := range page.Lines {
		total := false
		for _, s := range page.Lines[i].Segments {
			labels := pl.of(s)
			heading := len(labels) > 0 && labels[0].lead
			total = total || heading && labels[0].strength(labelTotal) > 0
			for w, word := range s.Words {
				code, amount := currencyWordAt(s.Words, w)
				switch {
				case code == "":
					if name := value.CurrencyNamed(bareWord(word)); name != "" && len(s.Words) > 3 {
						vote(name, currencyWord, n, word) // an amount in words
					}
				case total && (amount || signAlone(s, word.Text) || endsMoney(s.Words, w)):
					vote(code, currencyTotal, n, word)
				case amount, signAlone(s, word.Text):
					vote(code, currencyAmount, n, word)
				case heading && len(s.Words) <= 6 && !beforeCode(s.Words, w), bracketed(word.Text), endsMoney(s.Words, w):
					vote(code, currencyHeading, n, word)
				case w == 0 && len(s.Words) > 3 && strings.Contains(wordCodes, " "+word.Text+" "): // "INR Twelve Thousand Only"
					vote(code, currencyAmount, n, word)
				case len(code) == 3 && strings.ContainsAny(word.Text, "$€£₹"),
					len(code) == 3 && strings.Trim(word.Text, ".,;:()") == code && strings.Contains(wordCodes, " "+code+" "):
					vote(code, currencyWord, n, word)
				}
			}
		}
	}
}

// signAlone tells whether a currency's sign stands apart from its amount, at the
// other side of a column, as accounting formats set it.
func signAlone(s *layout.Segment, word string) bool {
	return word == s.Words[len(s.Words)-1].Text && strings.ContainsAny(word, "$€£₹") && !wording.HasDigit(word)
}

// beforeCode tells whether a word of letters and figures stands behind the word:
// "TO: VND F2207" is a vendor's number.
func beforeCode(words []*doc.Word, i int) bool {
	return i+1 < len(words) && wording.HasDigit(words[i+1].Text) && strings.ContainsFunc(words[i+1].Text, unicode.IsLetter)
}

func bracketed(s string) bool {
	s = strings.TrimRight(s, ".,:;")
	return len(s) > 2 && (s[0] == '(' && s[len(s)-1] == ')' || s[0] == '[' && s[len(s)-1] == ']')
}

// currencyWordAt gives the currency that a word bears, and whether it stands
// with an amount: in the same word, or in the one before or behind.
func currencyWordAt(words []*doc.Word, i int) (code string, amount bool) {
	text := words[i].Text
	if wording.HasDigit(text) {
		f, ok := value.ScanFigure(text)
		if !ok || f.Unit != "" || len(f.Currency) == 3 && strings.HasPrefix(text, f.Currency+"-") {
			return "", false // with a hyphen it is a code of its own: "RUB-0315"
		}
		return f.Currency, f.Currency != ""
	}
	if len(text) > 9 {
		return "", false
	}
	word := strings.Trim(text, "()[],;:*-.")
	code = value.Currency(word)
	if code == "" {
		code = value.Currency(strings.Trim(text, "()[],;:*-"))
	}
	if word == forint {
		code = forint
	}
	if code == "" {
		return "", false
	}
	beside := false
	for _, j := range [...]int{i + 1, i - 1} {
		if j >= 0 && j < len(words) && wording.HasDigit(words[j].Text) {
			f, ok := value.ScanFigure(words[j].Text)
			number := len(f.Digits) > 1 && f.Digits[0] == '0' && wording.ASCIIDigit(f.Digits[1]) // such as an account's
			beside = beside || ok && f.Unit == "" && !f.Percent && !number
		}
	}
	// In lower case most of them are other words.
	if len(word) == 2 && wording.CountLetters(word) == 2 && word == strings.ToUpper(word) && !besideAmount(words, i) {
		beside = false // "KC 905" is a place
	}
	if word != code && strings.EqualFold(word, code) && !besideAmount(words, i) {
		beside = false // "14. Cad." is a street
	}
	beside = beside || word == "euro" && endsMoney(words, i)
	if first, _ := utf8.DecodeRuneInString(word); unicode.IsLetter(first) && word == strings.ToLower(word) && len(word) > 1 && !strings.ContainsAny(word, "$€£₹") && !(beside && (word == "euro" || word == "rs" || word == "kr")) {
		return "", false
	}
	if !beside && word == strings.ToUpper(word) && len(word) == 2 && wording.CountLetters(word) == 2 {
		// "RS" and the like are initials, unless they tell what a price is in.
		if !endsMoney(words, i) {
			return "", false
		}
		if code == "RM" {
			code = "MYR"
		}
	}
	return code, beside
}

// besideAmount tells whether a number with decimals or grouped digits stands
// beside a word.
func besideAmount(words []*doc.Word, i int) bool {
	for _, j := range [...]int{i + 1, i - 1} {
		if j >= 0 && j < len(words) && (value.IsAmount(words[j].Text) || strings.ContainsAny(words[j].Text, ",/")) {
			return true
		}
	}
	return false
}

// endsMoney tells whether a word ends or begins a heading such as "Unit price KD",
// "Kč celkem".
func endsMoney(words []*doc.Word, i int) bool {
	return i > 0 && i == len(words)-1 && moneyWords[bareWord(words[i-1])] || i == 0 && len(words) == 2 && moneyWords[bareWord(words[1])]
}

// moneyWords are words of headings behind which a currency may stand, and
// little words between them.
var moneyWords = wording.Set(`price amount total rate value cost ext extended net gross unit u/price each in preis betrag summe wert ep prix montant
	precio importe prezzo importo valor totaal totale prijs bedrag cena celkem wartosc kwota razem pris belopp belob sum hinta
	egysegar ar ertek netto brutto osszesen osszeg fiyat fiyati tutar tutari toplam pret valoare`)

// resolveShared settles what "$" and "kr" mean here: the dollar or crown that
// the document names by its code, else that of its country; "$" alone is the
// American one.
func (r *reading) resolveShared(votes []currencyVote) []currencyVote {
	for i, v := range votes {
		var code string
		switch v.code {
		case "$":
			code = sharedSign(votes, dollars, dollarCountry[r.locale.Country], "USD")
		case "kr":
			code = sharedSign(votes, crowns, crownCountry[r.locale.Country], "")
		case "R":
			fallback := ""
			if v.best >= currencyTotal {
				fallback = "ZAR" // no word puts an R before a total
			}
			code = sharedSign(votes, "ZAR", map[string]string{"ZA": "ZAR"}[r.locale.Country], fallback)
		case "INR":
			if len(v.words) == 0 || !strings.HasPrefix(wording.Fold(v.words[0].Text), "r") {
				continue
			}
			code = sharedSign(votes, rupees, rupeeCountry[r.locale.Country], "INR")
		case forint:
			code = map[string]string{"HU": "HUF"}[r.locale.Country]
		case "RM":
			code = sharedSign(votes, "MYR", map[string]string{"MY": "MYR"}[r.locale.Country], "")
		default:
			continue
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

func sharedSign(votes []currencyVote, codes, country, fallback string) string {
	best, score := "", 0.0
	for _, v := range votes {
		if strings.Contains(codes, v.code) && len(v.code) == 3 && v.score > score {
			best, score = v.code, v.score
		}
	}
	switch {
	case best != "":
		return best
	case country != "":
		return country
	}
	return fallback
}

// forint is what Hungary counts money in and others lengths.
const forint = "Ft"

const (
	dollars = "USD CAD AUD NZD MXN SGD HKD TWD CLP COP ARS"
	crowns  = "DKK SEK NOK ISK"
	rupees  = "PKR LKR NPR MUR"
)

var dollarCountry = map[string]string{"CA": "CAD", "AU": "AUD", "NZ": "NZD", "MX": "MXN", "SG": "SGD", "CL": "CLP", "CO": "COP", "AR": "ARS"}

var rupeeCountry = map[string]string{"PK": "PKR", "LK": "LKR", "NP": "NPR", "MU": "MUR"}

var crownCountry = map[string]string{"DK": "DKK", "SE": "SEK", "NO": "NOK"}

// wordCodes are the codes that speak for themselves wherever they stand.
const wordCodes = " USD EUR GBP CHF CAD AUD NZD INR PKR JPY CNY MXN BRL SEK NOK DKK PLN CZK HUF ZAR SGD HKD AED MYR THB "

// currencyIn finds the currency that a span names: the value of a currency label.
func currencyIn(s span) (string, span) {
	code, from, to := value.FindCurrency(s.text())
	if code == "" {
		return "", span{}
	}
	return code, s.slice(from, to)
}
