package parties

import (
	"slices"
	"strings"
	"unicode"

	"lineitem/convert/doc"
	"lineitem/convert/order/address"
	"lineitem/convert/order/textnorm"
)

// connects reports whether a word at the end of a line connects what follows with
// the name before it.
func connects(word string) bool {
	switch textnorm.Fold(word) {
	case "&", "and", "und", "et", "y", "e", "of", "de", "der", "des", "di", "du", "-", "for", "van", "sp.", "z", "spol.":
		return true
	}
	return false
}

// startsNumbered reports whether words begin with a number or a numbered part of a
// building: "14 High Street", "Unit 9 Parkside Works".
func startsNumbered(words []*doc.Word) bool {
	if len(words) == 0 {
		return false
	}
	if textnorm.StartsDigit(words[0].Text) {
		return true
	}
	a, ok := address.NewWord(words[0].Text)
	return ok && a.Traits&address.WordStreet != 0 && len(words) > 1 && textnorm.HasDigit(words[1].Text)
}

func isDash(s string) bool {
	return s == "-" || s == "–" || s == "—" || s == "/" || s == "|" || s == "·" || s == "•"
}

// legalNext reports whether a legal form comes next, as in "Hotels, LLC, 4 Row".
func legalNext(words []*doc.Word) bool {
	a, ok := address.NewWord(words[0].Text)
	return ok && a.Traits&(address.WordLegal|address.WordShort) != 0 && a.Capital
}

// trimNameStart leaves out what stands before a name: marks, a label of one word, a form of
// address, and the number by which one party knows the other: "206117 - Acme Inc".
func trimNameStart(words []*doc.Word) []*doc.Word {
	for len(words) > 1 {
		w := textnorm.Fold(words[0].Text)
		label := strings.HasSuffix(w, ":")
		coded := partyCode(words[0].Text) || isDash(words[1].Text) && textnorm.OnlyDigits(w)
		if strings.Trim(w, ":-–.,*•·|#") != "" && !openers()[w] && !coded && !label {
			break
		}
		words = words[1:]
	}
	return words
}

// partyCode reports whether a word is the number by which one party knows another.
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
	return digits >= 5 && letters <= 4 || digits >= 3 && letters > 0 && letters < digits
}

// trimNameEnd leaves out a party's number behind its name: "Acme Inc - 206117",
// "Acme Inc (206117)", "Acme Inc (vendor id 206117)".
func trimNameEnd(words []*doc.Word) []*doc.Word {
	last := len(words) - 1
	if last > 0 && words[last].Text == addressee {
		return words[:last]
	}
	open := 0
	for i := last; i > 0 && strings.HasSuffix(words[last].Text, ")"); i-- {
		open += strings.Count(words[i].Text, ")") - strings.Count(words[i].Text, "(")
		if words[i].Text[0] == '(' && open <= 0 {
			if slices.ContainsFunc(words[i:], func(w *doc.Word) bool { return textnorm.HasDigit(w.Text) }) {
				words = words[:i]
			}
			break
		}
	}
	for len(words) > 1 {
		w := strings.Trim(words[len(words)-1].Text, "[]-–#:")
		if w != "" && !(textnorm.OnlyDigits(w) && len(w) >= 4) {
			break
		}
		words = words[:len(words)-1]
	}
	return words
}

// addressStart is the index of the first word that no longer belongs to the
// name, where an address or something else follows it on the same line.
func addressStart(words []*doc.Word) int {
	form := 0 // behind the last legal form
	for i := 1; i < len(words); i++ {
		t := words[i].Text
		if legalNext(words[i:]) {
			form = i + 1
		}
		number := i+1 < len(words) && textnorm.HasDigit(words[i+1].Text)
		switch {
		case t == "·" || t == "|" || t == "•" || t == "●" || t == "∙" || strings.EqualFold(t, "c/o"):
			return i
		case strings.HasSuffix(words[i-1].Text, ",") && i > 1 && legalNext(words[i-1:]) && !legalNext(words[i:]): // "Acme Ltd, Leeds"
			return i
		case strings.HasSuffix(t, ":") && len(t) > 3 && introduces(t), number && registers(t): // "Acme Ltd Attn: Jane Doe", "Acme Ltda RUC 0190447718001"
			return i
		case strings.HasSuffix(t, ":") && form > 0 && (number || i+1 == len(words)): // "Acme Co. Vendor ID: 200731"
			return form
		case (isDash(t) || strings.HasSuffix(words[i-1].Text, ",")) && noNamePart(words[i:]):
			return i
		}
	}
	return len(words)
}

// noNamePart reports whether words behind a dash or a comma are no part of a name: they
// state an address, or begin with a word of titles, or one that introduces something.
func noNamePart(words []*doc.Word) bool {
	if isDash(words[0].Text) && len(words) > 1 && (introduces(words[1].Text) || noName()[textnorm.Fold(words[1].Text)]) {
		return true
	}
	rest := words[:min(len(words), 6)]
	const stated = address.Street | address.Town | address.POBox | address.Phone | address.Mail | address.Web
	return address.Traits(textnorm.Join(rest))&stated != 0 && !legalNext(rest)
}

// introduces reports whether a word introduces a person, or a number to reach or to
// register somebody.
func introduces(word string) bool {
	a, ok := address.NewWord(word)
	return ok && a.Traits&(address.WordPerson|address.WordPhone|address.WordMail|address.WordTax) != 0
}

// registers reports whether a word stands before the number of a register.
func registers(word string) bool {
	a, ok := address.NewWord(word)
	return ok && a.Traits&address.WordTax != 0
}
