package parties

import (
	"strings"
	"unicode"

	"lineitem/convert/doc"
	"lineitem/convert/order/address"
	"lineitem/convert/order/wording"
)

// behindPhrase leaves out what a text says before the name: "Invoice in name of
// Acme Ltd", "Acme is a trading style of Acme Holdings Ltd".
func behindPhrase(words []*doc.Word) []*doc.Word {
	for i := len(words) - 2; i >= 2; i-- {
		switch words[i-1].Text {
		case "of", "to", "from", "with", "for", "von", "de", "van", "af", "av", "til", "till":
		default:
			continue
		}
		if w := words[i-2].Text; len(w) > 3 && startsLower(w) && !startsLower(words[i].Text) && address.Traits(wording.Join(words[i:]))&address.Legal != 0 {
			return words[i:]
		}
	}
	return words
}

// behindDepartment leaves out the department that is named before its
// organisation: "Accounts Payable, Acme Ltd".
func behindDepartment(words []*doc.Word) []*doc.Word {
	for i, w := range words[:min(len(words), 4)] {
		if strings.HasSuffix(w.Text, ",") && i+2 < len(words) {
			before, after := address.Traits(wording.Join(words[:i+1])), address.Traits(wording.Join(words[i+1:]))
			if before&address.Place != 0 && before&(address.Legal|address.Postal) == 0 && after&(address.Legal|address.Org) != 0 && after&address.Place == 0 && !legalNext(words[i+1:]) {
				return words[i+1:]
			}
			break
		}
	}
	return words
}

// behindLabel leaves out the label of a name, which may be set without a blank:
// "Company:Acme Ltd".
func behindLabel(text string) string {
	label, rest, ok := strings.Cut(text, ":")
	if !ok || strings.TrimSpace(rest) == "" || strings.Count(label, " ") > 4 {
		return text
	}
	for w := range strings.FieldsSeq(wording.Fold(label)) {
		if w = strings.Trim(w, ".#()"); headWords()[w] != 0 || fieldCaptions[w] == captionName {
			return rest
		}
	}
	return text
}

// startsNumbered tells whether words begin with a number or a numbered part of a
// building: "14 High Street", "Unit 9 Parkside Works".
func startsNumbered(words []*doc.Word) bool {
	if len(words) == 0 {
		return false
	}
	if wording.StartsDigit(words[0].Text) {
		return true
	}
	a, ok := address.NewWord(words[0].Text)
	return ok && a.Traits&address.WordStreet != 0 && len(words) > 1 && wording.HasDigit(words[1].Text)
}

// nameOpeners stand before a name and are no part of it.
var nameOpeners = wording.Set("herrn herr frau m/s m/s. messrs messrs. firma company firm spett.le spettle spettabile ditta an to to: vendor: supplier: for name: fa. fa exmo exmos srs sres sres. señores")

func trimNameStart(words []*doc.Word) []*doc.Word {
	for len(words) > 1 {
		w := wording.Fold(words[0].Text)
		if strings.Trim(w, ":-–.,*•·|#") == "" || nameOpeners[w] {
			words = words[1:]
			continue
		}
		// A party's number: "206117 - Acme", "[V0281] Acme Inc".
		if partyCode(words[0].Text) && (len(words) > 2 || len(words) == 2 && len(words[1].Text) > 3) {
			words = words[1:]
			continue
		}
		if digits := strings.Trim(w, "()-#"); digits != "" && wording.DigitsTail(digits) == digits && len(digits) >= 4 && (len(words) < 3 || isDash(words[1].Text)) {
			words = words[1:]
			continue
		}
		break
	}
	return words
}

// partyCode tells whether a word is the number by which one party knows another.
func partyCode(s string) bool {
	digits, letters := 0, 0
	for _, r := range s {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsUpper(r):
			letters++
		case unicode.IsLetter(r):
			return false
		}
	}
	return digits >= 5 && letters <= 4 || digits >= 3 && letters > 0 && letters <= 4 && (digits > letters || s[0] == '[')
}

// trimNameEnd takes a party's number from behind its name: "Acme Inc - 206117",
// "Acme Inc (206117)", "Acme Inc (vendor id 206117)", "Acme Inc (cód. 22-01)".
func trimNameEnd(words []*doc.Word) []*doc.Word {
	if open := openBracket(words); open > 0 && open+1 < len(words) && codeLine(blockLine{text: wording.Join(words[open:]), words: words[open:]}) {
		words = words[:open]
	}
	for len(words) > 1 {
		last := words[len(words)-1].Text
		w := strings.Trim(last, "()[]-#:")
		if n := len(w) - 2; n >= 4 && w[n] == '-' && last[0] == '(' {
			w = w[:n] // a register's number ends in a letter: "(118204-K)"
		}
		if w != "" && (wording.DigitsTail(w) != w || len(w) < 4) {
			break
		}
		if open := openBracket(words); open > 0 {
			words = words[:open]
		} else if w == "" || isDash(words[len(words)-2].Text) || strings.ContainsAny(last, "([#") {
			words = words[:len(words)-1]
		} else {
			break
		}
	}
	if last := len(words) - 1; last > 0 && words[last].Text == addressee {
		words = words[:last]
	}
	return words
}

// openBracket is the index of the word that opens the bracket which the last
// word closes, -1 when there is none.
func openBracket(words []*doc.Word) int {
	if end := words[len(words)-1].Text; !strings.HasSuffix(end, ")") && !strings.HasSuffix(end, "]") {
		return -1
	}
	for i := len(words) - 1; i >= 0; i-- {
		if t := words[i].Text; t[0] == '(' || t[0] == '[' {
			return i
		}
	}
	return -1
}

func isDash(s string) bool {
	return s == "-" || s == "–" || s == "—" || s == "/" || s == "|" || s == "·" || s == "•"
}

// addressStart is the index of the first word that no longer belongs to the
// name, where an address or a register entry follows it on the same line.
func addressStart(words []*doc.Word) int {
	for i := 1; i < len(words); i++ {
		t := words[i].Text
		switch {
		case i > 1 && runsOn(words, i): // "Acme Ltd thru broker Jones"
			return i
		case t == "·" || t == "|" || t == "•" || t == "●" || t == "∙":
			return i
		case registers(t) && (strings.HasSuffix(words[i-1].Text, ".") && len(words[i-1].Text) > 2 || i > 1 && legalNext(words[i-1:])): // "Acme Ltd Registered in England"
			return i
		case strings.HasSuffix(words[i-1].Text, ",") && i > 1 && legalNext(words[i-1:]) && !legalNext(words[i:]): // "Acme Ltd, Leeds"
			return i
		case strings.HasSuffix(t, ":") && len(t) > 3:
			if a, ok := address.NewWord(t); ok && a.Traits&(address.WordPerson|address.WordPhone|address.WordMail|address.WordTax) != 0 {
				return i
			}
		case strings.EqualFold(t, "c/o"):
			return i
		case isDash(t) || strings.HasSuffix(words[i-1].Text, ","):
			rest := words[i:min(len(words), i+6)]
			if address.Traits(wording.Join(rest))&(address.Street|address.Town|address.POBox|address.Phone|address.Mail|address.Web) != 0 && !legalNext(rest) {
				return i
			}
			if isDash(t) && i+1 < len(words) && legalNext(words[i-1:]) && !legalNext(words[i+1:]) && startsAddress(words[i+1:]) {
				return i // "Acme GmbH - Am Bach 4 - 20095 Hamburg"
			}
		}
	}
	return len(words)
}

// registers tells whether a word begins the entry of a register: "Registered in England".
func registers(word string) bool {
	a, ok := address.NewWord(word)
	return ok && a.Capital && (a.Traits&(address.WordTax|address.WordPhone|address.WordMail) != 0 || a.Key == "registered")
}

// runsOn tells whether the words from i on are a text that goes on behind a
// name with its legal form: they begin with a small letter and link nothing to it.
func runsOn(words []*doc.Word, i int) bool {
	a, ok := address.NewWord(words[i-1].Text)
	if !ok || a.Traits&(address.WordLegal|address.WordShort) == 0 || address.Traits(wording.Join(words[:i]))&address.Legal == 0 {
		return false
	}
	b, ok := address.NewWord(words[i].Text)
	if ok && proxyWords[b.Key] {
		return true
	}
	if !ok || b.Capital || b.Dotted || b.Traits&(address.WordLegal|address.WordShort) != 0 {
		return false
	}
	switch b.Key {
	case "and", "und", "et", "y", "e", "i", "a", "og", "och", "ja", "en", "de", "di", "du", "z", "s", "sp", "spol", "o", "of", "in", "for":
		return false
	}
	return startsLower(words[i].Text)
}

// proxyWords stand before who signs for a firm: "Acme GmbH i.V. Menn".
var proxyWords = wording.Set("iv ia ppa")

// startsAddress tells whether words are a street and, behind another dash, a town.
func startsAddress(words []*doc.Word) bool {
	for i := 1; i < min(len(words), maxNameWords); i++ {
		if isDash(words[i].Text) {
			return wording.HasDigit(words[i-1].Text) && address.Traits(wording.Join(words[i+1:min(len(words), i+5)]))&address.Town != 0
		}
	}
	return false
}

// legalNext tells whether a legal form comes next, as in "Hotels, LLC, 4 Row".
func legalNext(words []*doc.Word) bool {
	a, ok := address.NewWord(words[0].Text)
	return ok && a.Traits&(address.WordLegal|address.WordShort) != 0 && a.Capital
}
