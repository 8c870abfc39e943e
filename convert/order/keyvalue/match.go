package keyvalue

import (
	"slices"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/textnorm"
)

// findLabels returns the labels of a segment, from left to right.
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

// labelAt reads the label that begins at t[i]. It returns the index at which the next one
// may begin, whether or not one was found.
func labelAt(t []token, i int, s *layout.Segment) (l Label, next int, ok bool) {
	p, end := longest(t, i, func(p *phrase) bool { return len(p.meanings) > 0 })
	if p == nil || !mayEnd(t, end, s) {
		return l, i + 1, false
	}
	means := p.meanings
	// Forms in two languages print each label twice: "Conditions / Terms".
	if half := skipPoint(t, end); isDivider(t, half, s) {
		if other, to := longest(t, half+1, func(p *phrase) bool { return len(p.meanings) > 0 }); other != nil && mayEnd(t, to, s) {
			means, end = joinMeanings(means, other.meanings), to
		}
	}
	l = Label{Segment: s, Meanings: means, StartsSegment: isLeading(t[:i]), first: &t[i], last: &t[end-1]}
	next = l.endAt(t, end)
	short := l.onlySum() && l.Strength(Tax) == 1 && len(s.Words) <= maxTaxWords // "Input CGST 9%"
	if !l.Colon && (!l.StartsSegment && !short || end == i+1 && colonWords()[l.first.text]) {
		return l, end, false // within running text
	}
	return l, next, true
}

// maxTaxWords is the most words of a segment in which a tax counts as a label wherever it stands.
const maxTaxWords = 4

// endAt sets the label's value and box, and whether a colon follows its phrase, which ends before
// t[end]. It returns the index of the value's first token.
func (l *Label) endAt(t []token, end int) (next int) {
	small := end // words that end a label: "Livraison le :"
	for small < len(t) && t[small].small {
		small++
	}
	if small == len(t) || isColon(t[small].text) {
		end = small
	}
	figures := l.isSum() || l.Roles != 0
	next = skipRemark(t, end, figures)
	for next < len(t) && isColon(t[next].text) {
		l.Colon = true
		next = skipRemark(t, next+1, l.isSum())
	}
	l.EndsSegment = next >= len(t)
	l.Box = doc.BoxOf(l.Phrase().Words())
	if !l.EndsSegment {
		l.Value = Span{Segment: l.Segment, From: t[next].word, Skip: t[next].from, To: len(l.Segment.Words)}
	}
	return next
}

func skipPoint(t []token, i int) int {
	for i < len(t) && t[i].text == "." {
		i++
	}
	return i
}

// longest returns the longest phrase that begins at t[i] and satisfies is, or nil if there is none,
// and the index behind it.
func longest(t []token, i int, is func(*phrase) bool) (p *phrase, end int) {
	if i >= len(t) {
		return nil, i
	}
	list := t[i].phrases
	for k := range list {
		if is(&list[k]) {
			if end, ok := list[k].matches(t, i); ok {
				return &list[k], end
			}
		}
	}
	return nil, i
}

// matches reports whether t[i:] begins with a phrase, and returns the index behind it. Marks, small
// words and currencies may stand within the phrase, as may short numbers within the name of a sum: "P/O No",
// "Total GBP incl. VAT", "Total 7 Nos". "Payment terms 30 days" is more than the label.
func (f *phrase) matches(t []token, i int) (end int, ok bool) {
	p, phrase := 0, f.words
	for ; i < len(t); i++ {
		k := &t[i]
		switch {
		case k.mark:
			if !withinLabel(k.text) {
				return 0, false
			}
		case k.text == phrase[p]:
			p++
			if k.rest != "" {
				if p == len(phrase) || k.rest != phrase[p] {
					return 0, false
				}
				p++
			}
			if p == len(phrase) {
				return i + 1, true
			}
		case !k.inside, textnorm.OnlyDigits(k.text) && !f.isSum():
			return 0, false
		}
	}
	return 0, false
}

// isSum reports whether a phrase names a sum.
func (f *phrase) isSum() bool {
	return slices.ContainsFunc(f.meanings, func(m Meaning) bool { return m.Kind.isSum() })
}

// withinLabel reports whether a mark may stand in a label: "P/O No", "Shipping & Handling",
// "Sub-Total", "Freight (est.)".
func withinLabel(mark string) bool { return !isColon(mark) && mark != "|" && mark != ";" }

// mayEnd reports whether a phrase may end before t[end]: "PO-4467" and "Order1043" do
// not begin with a label.
func mayEnd(t []token, end int, s *layout.Segment) bool {
	last := t[end-1]
	word := s.Words[last.word].Text
	if last.to == len(word) || end >= len(t) || last.text == numberSign && (last.folded == "" || t[end].text != "-") { // "Nr.4711" and "#-4711", not "BR-4711"
		return true
	}
	if r, _ := utf8.DecodeLastRuneInString(word[:last.to]); !t[end].mark && layout.Blankless(r) {
		return true
	}
	switch next := t[end]; next.text {
	case "-", "–", "/", "_", "'", "’":
		return next.to == len(word)
	default:
		return next.mark || next.text == numberSign
	}
}

// isDivider reports whether t[i] is the mark between the halves of a label. It is a word of
// its own or a slash that ends a word, unlike the slash of "N°/Ref" and the dash of "Sub-Total".
func isDivider(t []token, i int, s *layout.Segment) bool {
	if i >= len(t) || !t[i].mark {
		return false
	}
	switch word := s.Words[t[i].word].Text; word {
	case "/", "//", "-", "–", "—":
		return true
	default:
		return t[i].text == "/" && t[i].to == len(word) // "Datum/ Date"
	}
}

// isLeading reports whether only numbering ("3.", "a.", "17(c)"), marks and small words stand
// before a label, up to the segment's beginning or to a mark that separates it from another field.
func isLeading(t []token) bool {
	for i := len(t) - 1; i >= 0; i-- {
		switch k := &t[i]; {
		case k.mark:
			if k.text == "|" || k.text == "·" || k.text == "•" {
				return true
			}
		case !k.small && !k.our && !isFieldNumber(t, i):
			return false
		}
	}
	return true
}

// isFieldNumber reports whether t[i] is the number of a field: "3.", "17(c)".
func isFieldNumber(t []token, i int) bool {
	if i+1 == len(t) || t[i+1].text != "." && t[i+1].text != ")" && t[i+1].text != "(" {
		return false
	}
	text := t[i].text
	return len(text) == 1 || len(text) == 2 && textnorm.OnlyDigits(text)
}

// isColon reports whether a mark separates a label from its value.
func isColon(s string) bool { return s == ":" || s == "：" || s == "=" }

// maxRemark is the greatest length of a remark in brackets, in tokens.
const maxRemark = 8

// skipRemark skips what belongs to a label although it is not in the lexicon: marks, remarks
// in brackets such as "(Date)" and "(If any)", and, if figures may be part of the label, as in
// the name of a sum, a rate: "VAT 19 %". It returns the index behind them.
func skipRemark(t []token, i int, figures bool) int {
	for i < len(t) {
		end := i
		switch t[i].text {
		case ")", ".", "*", "'":
			end++ // "מס' 4711" is an abbreviation, as "No. 4711" is
		case "(":
			for end < len(t) && t[end].text != ")" && (figures || !textnorm.HasDigit(t[end].text)) {
				end++
			}
			if end == len(t) || t[end].text != ")" || end-i > maxRemark {
				return i
			}
			end++
		default:
			for figures && end < len(t) && (textnorm.OnlyDigits(t[end].text) || t[end].text == "." || t[end].text == ",") {
				end++
			}
			if end == i || end == len(t) || t[end].text != "%" {
				return i
			}
			end++
		}
		i = end
	}
	return i
}
