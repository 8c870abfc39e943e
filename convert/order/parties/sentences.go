package parties

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/order/address"
	"lineitem/convert/order/wording"
)

// signature reads the name from "for Acme Ltd" over a signature.
func signature(s *partySeg) (partyName, bool) {
	if len(s.keys()) < 2 || len(s.Words) > 10 {
		return partyName{}, false
	}
	from := 0
	switch s.keys()[0].text {
	case "for":
		from = 1
		if len(s.keys()) > 5 && s.keys()[1].text == "and" && s.keys()[2].text == "on" && s.keys()[3].text == "behalf" {
			from = 5
		}
	case "on":
		if len(s.keys()) > 3 && s.keys()[1].text == "behalf" && s.keys()[2].text == "of" {
			from = 3
		}
	}
	if from == 0 || from >= len(s.Words) {
		return partyName{}, false
	}
	n, ok := newPartyName(s.Words[from:])
	return n, ok && n.traits != 0
}

// partyTerms are the words by which conditions call the parties they name:
// Acme Ltd ("Buyer").
var partyTerms = map[string]partyRole{
	"buyer": roleBuyer, "purchaser": roleBuyer, "customer": roleBuyer, "client": roleBuyer, "kaufer": roleBuyer, "auftraggeber": roleBuyer,
	"besteller": roleBuyer, "acheteur": roleBuyer, "comprador": roleBuyer, "acquirente": roleBuyer, "committente": roleBuyer, "koper": roleBuyer,
	"seller": roleSupplier, "supplier": roleSupplier, "vendor": roleSupplier, "lieferant": roleSupplier, "verkaufer": roleSupplier,
	"fournisseur": roleSupplier, "vendeur": roleSupplier, "proveedor": roleSupplier, "fornitore": roleSupplier, "fornecedor": roleSupplier, "leverancier": roleSupplier,
}

// inSentence reads the name of a party from running text: what stands before
// its term in brackets and quotes, or behind "issued by". 0 stands for none.
func inSentence(s *partySeg) (partyName, partyRole) {
	if len(s.Words) < 5 {
		return partyName{}, 0
	}
	for i, w := range s.Words {
		if i == 0 {
			continue
		}
		from, to, role := 0, 0, partyRole(0)
		if strings.ContainsAny(w.Text, "\"“”„«'’") && strings.HasPrefix(w.Text, "(") {
			role = partyTerms[strings.Trim(wording.Fold(w.Text), "()\"'.,;:")]
			from, to = capitalsBefore(s.Words, i), i
		} else if w.Text == "by" && (s.Words[i-1].Text == "issued" || s.Words[i-1].Text == "placed") {
			role = roleBuyer
			from, to = i+1, legalAfter(s.Words, i+1)
		}
		if role == 0 || from >= to {
			continue
		}
		if n, ok := newPartyName(s.Words[from:to]); ok && n.traits != 0 {
			return n, role
		}
	}
	return partyName{}, 0
}

// capitalsBefore is the index of the first of the words before i that make up
// a name: they begin with capitals, save a few small ones within.
func capitalsBefore(words []*doc.Word, i int) int {
	from := i
	for k := i - 1; k >= 0 && k > i-maxNameWords; k-- {
		r, _ := utf8.DecodeRuneInString(words[k].Text)
		switch {
		case unicode.IsUpper(r) || unicode.IsDigit(r):
			from = k
		case words[k].Text != "&" && words[k].Text != "of" && words[k].Text != "and" && words[k].Text != "de":
			return from
		}
	}
	return from
}

// legalAfter is the index behind the legal form that closes the name which
// begins at from, or from when there is none.
func legalAfter(words []*doc.Word, from int) int {
	for k := from + 1; k < len(words) && k < from+maxNameWords; k++ {
		if a, ok := address.NewWord(words[k].Text); ok && a.Capital && a.Traits&address.WordLegal != 0 {
			return k + 1
		}
	}
	return from
}
