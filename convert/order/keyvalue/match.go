package keyvalue

import (
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/textnorm"
)

// findLabels finds the labels of a segment, left to right.
func findLabels(t []token, s *layout.Segment) []Label {
	var found []Label
	for i := 0; i < len(t); {
		l, next, ok := labelAt(t, i, s)
		if ok {
			if n := len(found); n > 0 {
				found[n-1].Value.end(&t[i])
			}
			found = append(found, l)
		}
		i = next
	}
	return found
}

// labelAt reads the label that begins at t[i]. It gives where the next one may begin,
// whether or not one was found.
func labelAt(t []token, i int, s *layout.Segment) (l Label, next int, ok bool) {
	if t[i].mark {
		return l, i + 1, false
	}
	p, end := phraseAt(t, i)
	if p == nil || !mayEnd(t, end, s) {
		return l, i + 1, false
	}
	means := p.means
	// Forms in two languages print each label twice: "Conditions / Terms".
	half := skipPoint(t, end) // "Zahlungsbed. / Payment"
	if halves(t, half, s) && half+1 < len(t) {
		if other, to := phraseAt(t, half+1); other != nil && mayEnd(t, to, s) {
			means, end = joinMeanings(means, other.means), to
		}
	}
	l = Label{Segment: s, Means: means, Lead: leads(t[:i]) || beginsSentence(t, i) && announcesTerms(means), first: &t[i], last: &t[end-1]}
	next = l.skipColon(t, end)
	if !l.Colon && (!l.Lead || l.first == l.last && colonWords()[l.first.text]) {
		return l, end, false // within running text
	}
	l.endAt(t, next)
	return l, max(next, end), true
}

// beginsSentence reports whether t[i] begins another sentence of its segment: a full stop
// stands before it, behind a word that is no abbreviation, or a mark.
func beginsSentence(t []token, i int) bool {
	return i > 1 && t[i-1].mark && t[i-1].text == "." && t[i-1].word < t[i].word && (t[i-2].mark || len(t[i-2].text) > maxAbbreviation)
}

// announcesTerms reports whether something announces terms of payment.
func announcesTerms(means []Meaning) bool {
	return slices.ContainsFunc(means, func(m Meaning) bool { return m.Kind == Terms })
}

// endAt notes that the label's value begins at t[next].
func (l *Label) endAt(t []token, next int) {
	l.Whole = next >= len(t)
	l.Box = doc.BoxOf(l.Phrase().Words())
	if next < len(t) {
		l.Value = Span{Segment: l.Segment, From: t[next].word, Skip: t[next].from, To: len(l.Segment.Words)}
	}
}

func skipPoint(t []token, i int) int {
	for i < len(t) && t[i].text == "." {
		i++
	}
	return i
}

// phraseAt is the longest phrase of a label that begins at t[i], or nil if there is none,
// and the index behind it.
func phraseAt(t []token, i int) (p *phrase, end int) {
	list := t[i].phrases
	for k := range list {
		if len(list[k].means) == 0 {
			continue
		}
		if end, ok := matches(t, i, list[k].words); ok {
			return &list[k], end
		}
	}
	return nil, i
}

// matches reports whether t[i:] begins with a phrase, and where it ends. Marks, small
// words, currencies and short figures may stand within it: "P/O No", "Total GBP incl. VAT".
func matches(t []token, i int, phrase []string) (end int, ok bool) {
	p := 0
	for ; i < len(t); i++ {
		k := &t[i]
		switch {
		case k.mark:
			if p == 0 || !withinLabel(k.text) {
				return 0, false
			}
			continue
		case k.text == phrase[p]:
			p++
			if k.rest != "" {
				if p == len(phrase) || k.rest != phrase[p] {
					return 0, false
				}
				p++
			}
		case p > 0 && k.small:
			continue
		default:
			return 0, false
		}
		if p == len(phrase) {
			return i + 1, true
		}
	}
	return 0, false
}

// mayEnd reports whether a phrase may end before t[end]: "PO-4467" and "Order1043" do
// not begin with a label.
func mayEnd(t []token, end int, s *layout.Segment) bool {
	last := t[end-1]
	word := s.Words[last.word].Text
	if last.to == len(word) || end >= len(t) || last.text == numberSign {
		return true
	}
	switch next := t[end]; next.text {
	case ":", "：", numberSign, ".", ")", "*", "=", ",", "(", "[":
		return true
	case "-", "–", "/", "_", "'", "’":
		return next.to == len(word)
	}
	return false
}

// halves reports whether t[i] is the mark between the halves of a label: a word of
// its own, as the slash of "N°/Ref" and the dash of "Sub-Total" are not.
func halves(t []token, i int, s *layout.Segment) bool {
	if i >= len(t) || !t[i].mark {
		return false
	}
	word := s.Words[t[i].word].Text
	switch word {
	case "/", "//", "-", "–", "—":
		return true
	}
	return t[i].text == "/" && t[i].to == len(word) && t[i].from > 0 // "Datum/ Date"
}

// leads reports whether nothing but numbering ("3.", "a.", "17(c)"), marks and small
// words stand before a label, or another field and the mark that parts it.
func leads(t []token) bool {
	for i, k := range t {
		if k.text == "|" || k.text == "·" || k.text == "•" {
			return leads(t[i+1:])
		}
	}
	for i, k := range t {
		if !k.mark && !smallWords()[k.text] && !ourWords()[k.text] && !numbers(t, i) {
			return false
		}
	}
	return true
}

// numbers reports whether t[i] is the number of a field: "3.", "17(c)".
func numbers(t []token, i int) bool {
	text := t[i].text
	if i+1 == len(t) || !t[i+1].mark || t[i+1].text != "." && t[i+1].text != ")" && t[i+1].text != "(" {
		return false
	}
	return len(text) == 1 || len(text) <= 2 && textnorm.OnlyDigits(text) || len(text) == 3 && textnorm.OnlyDigits(text[:2])
}

// skipColon skips what belongs to the label behind its phrase, and the colon, which it
// notes. It gives where the label's value begins.
func (l *Label) skipColon(t []token, end int) (next int) {
	next = skipRemark(t, skipSmall(t, end), l.IsSum())
	for next < len(t) && (isColon(t[next].text) || next == end && halves(t, next, l.Segment) && t[next].text != "/") {
		l.Colon = true
		next = skipRemark(t, next+1, l.IsSum())
	}
	return next
}

// isColon reports whether a mark parts a label from its value.
func isColon(s string) bool { return s == ":" || s == "：" || s == "=" }

// skipSmall skips small words that end a label before a colon or at the end of its
// segment: "Livraison le :".
func skipSmall(t []token, i int) int {
	end := i
	for end < len(t) && smallWords()[t[end].text] {
		end++
	}
	if end == len(t) || t[end].text == ":" {
		return end
	}
	return i
}

// maxRemark bounds a remark in brackets, tokens.
const maxRemark = 8

// skipRemark skips what belongs to a label although no lexicon holds it: marks,
// a remark in brackets ("(Date)", "(If any)"), and after the name of a sum the
// currency and the rate ("VAT 19 %", "Total EUR").
func skipRemark(t []token, i int, sum bool) int {
	for i < len(t) && remarks.On() {
		next := i
		switch k := t[i]; {
		case k.mark && (k.text == ")" || k.text == "." || k.text == "*"), sum && (k.mark && k.text == "@" || isCurrency(k.text)):
			next = i + 1
		case k.mark && k.text == "(":
			next = skipBrackets(t, i, sum)
		case sum:
			next = skipRate(t, i)
		}
		if next == i {
			break
		}
		i = next
	}
	return i
}

// skipBrackets skips a remark in brackets. Figures belong to it only where it is one of
// a sum.
func skipBrackets(t []token, i int, sum bool) int {
	end := i + 1
	for end < len(t) && t[end].text != ")" && (sum || !textnorm.HasDigit(t[end].text)) {
		end++
	}
	if end == len(t) || t[end].text != ")" || end-i > maxRemark || end == i+1 {
		return i
	}
	return end + 1
}

// skipRate skips a rate: "19,5 %".
func skipRate(t []token, i int) int {
	end := i
	for end < len(t) && end < i+3 && (textnorm.OnlyDigits(t[end].text) || t[end].text == "." || t[end].text == ",") {
		end++
	}
	if end == i || end >= len(t) || t[end].text != "%" {
		return i
	}
	return end + 1
}
