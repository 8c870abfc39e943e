package order

import (
	"lineitem/convert/layout"
	"lineitem/convert/order/wording"
)

// endsLabel tells whether a phrase may end before t[end]: "PO-4467" and
// "Order1043" do not begin with a label.
func endsLabel(t []token, end int, s *layout.Segment) bool {
	last := t[end-1]
	word := s.Words[last.word].Text
	if last.to == len(word) || end >= len(t) {
		return true
	}
	if t[end-1].text == "#" {
		return true
	}
	next := t[end]
	switch next.text {
	case ":", "：", "#", ".", ")", "*", "=", ",", "(", "[":
		return true
	case "-", "–", "/", "_", "'", "’":
		return next.to == len(word)
	}
	return false
}

// leads tells whether nothing but numbering ("3.", "a.", "17(c)"), marks and
// small words stand before a label.
func leads(t []token) bool {
	for i, k := range t {
		if k.text == "|" || k.text == "·" || k.text == "•" {
			return leads(t[i+1:]) // fields side by side
		}
	}
	for i, k := range t {
		numbering := len(k.text) == 1 || len(k.text) <= 2 && wording.OnlyDigits(k.text) || len(k.text) == 3 && wording.OnlyDigits(k.text[:2])
		switch {
		case k.mark, labelGlue()[k.text], possessives()[k.text], rate(t, i):
		case numbering && i+1 < len(t) && t[i+1].mark && (t[i+1].text == "." || t[i+1].text == ")" || t[i+1].text == "("):
		default:
			return false
		}
	}
	return true
}

// rate tells whether t[i] is a figure of a rate before a label: "19,00 % MwSt".
func rate(t []token, i int) bool {
	if !wording.OnlyDigits(t[i].text) || len(t[i].text) > 4 {
		return false
	}
	for n := i + 1; n < min(len(t), i+4); n++ {
		if t[n].text == "%" {
			return true
		}
		if t[n].text != "." && t[n].text != "," && !wording.OnlyDigits(t[n].text) {
			return false
		}
	}
	return false
}

// skipSmall skips small words that end a label before a colon or at the end of its
// segment: "Livraison le :".
func skipSmall(t []token, i int) int {
	end := i
	for end < len(t) && labelGlue()[t[end].text] {
		end++
	}
	if end == len(t) || t[end].text == ":" {
		return end
	}
	return i
}

// skipRemark skips what belongs to a label although no lexicon holds it: marks,
// a remark in brackets ("(Date)", "(If any)"), and after the name of a sum the
// currency and the rate ("VAT 19 %", "Total EUR").
func skipRemark(t []token, i int, sum bool) int {
	for i < len(t) {
		switch k := t[i]; {
		case k.mark && (k.text == ")" || k.text == "." || k.text == "*"):
			i++
		case k.mark && k.text == "(":
			end := i + 1
			for end < len(t) && t[end].text != ")" && (sum || !wording.HasDigit(t[end].text)) {
				end++
			}
			if end == len(t) || t[end].text != ")" || end-i > 8 || end == i+1 {
				return i
			}
			i = end + 1
		case sum && k.mark && k.text == "@":
			i++
		case sum && currencyToken(k.text):
			i++
		case sum:
			end := i
			for end < len(t) && end < i+3 && (wording.OnlyDigits(t[end].text) || t[end].text == "." || t[end].text == ",") {
				end++
			}
			if end == i || end >= len(t) || t[end].text != "%" {
				return i
			}
			i = end + 1
		default:
			return i
		}
	}
	return i
}
