package order

import (
	"lineitem/convert/layout"
)

// Forms in two languages print each label twice: "Conditions / Terms",
// "Betaling – Paiement". Both halves are one label.

// halves tells whether t[i] is the mark between the halves of a label: a word of
// its own, as the slash of "N°/Ref" and the dash of "Sub-Total" are not.
func halves(t []token, i int, s *layout.Segment) bool {
	if i >= len(t) || !t[i].mark {
		return false
	}
	switch s.Words[t[i].word].Text {
	case "/", "//", "-", "–", "—":
		return true
	}
	// "Datum/ Date"
	return t[i].text == "/" && t[i].to == len(s.Words[t[i].word].Text) && t[i].from > 0
}

// bothHalves joins what two halves of a label mean.
func bothHalves(a, b []announced) []announced {
	both := append([]announced(nil), a...)
next:
	for _, m := range b {
		for i := range both {
			if both[i].kind == m.kind {
				both[i].strength = max(both[i].strength, m.strength)
				continue next
			}
		}
		both = append(both, m)
	}
	return both
}
