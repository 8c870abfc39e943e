package order

import (
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/spelling"
	"lineitem/convert/order/wording"
)

// label is one phrase of the lexicon, found in a segment.
type label struct {
	seg   *layout.Segment
	means []announced
	first token // where the phrase begins
	last  token // where it ends
	// colon tells that a colon, or what stands for one, follows the phrase.
	colon bool
	// lead tells that nothing but item numbering stands before it in its segment.
	lead bool
	// whole tells that nothing follows it in its segment.
	whole bool
	box   doc.Box
	value span // what stands behind it in its segment, up to the next label
}

// strength gives how surely the label announces what its kind says; 0 when not.
func (l *label) strength(k labelKind) float64 {
	for _, m := range l.means {
		if m.kind == k {
			return m.strength
		}
	}
	return 0
}

// surest is the strength of what the label announces most surely.
func (l *label) surest() float64 {
	surest := 0.0
	for _, m := range l.means {
		surest = max(surest, m.strength)
	}
	return surest
}

// onlyNumber tells whether the label is a bare "No." or "#".
func (l *label) onlyNumber() bool {
	return l.first == l.last && l.first.text == "#"
}

// isSum tells whether a label announces a sum.
func (l *label) isSum() bool {
	for _, m := range l.means {
		if m.kind >= labelSubtotal && m.kind <= labelInterim {
			return true
		}
	}
	return false
}

// onlySum tells whether a label announces sums and nothing else.
func onlySum(l *label) bool {
	for _, m := range l.means {
		if m.kind < labelSubtotal || m.kind > labelInterim {
			return false
		}
	}
	return true
}

// findLabels finds the labels of a segment, left to right.
func findLabels(speller *spelling.Speller, buf []token, s *layout.Segment) []label {
	t := tokens(speller, buf[:0], s.Words)
	var found []label
	for i := 0; i < len(t); {
		l, next, ok := labelAt(t, i, s, len(found) == 0)
		if ok {
			if n := len(found); n > 0 {
				found[n-1].value.end(t[i])
			}
			found = append(found, l)
		}
		i = next
	}
	return found
}

// labelAt reads the label that begins at t[i], the segment's first or another.
// It gives where the next one may begin, whether or not one was found.
func labelAt(t []token, i int, s *layout.Segment, first bool) (l label, next int, ok bool) {
	if t[i].mark {
		return l, i + 1, false
	}
	leading := leads(t[afterField(t, i, s):i])
	means, end := phraseAt(t, i, s, leading)
	if means == nil || !endsLabel(t, end, s) {
		return l, i + 1, false
	}
	l = label{seg: s, means: means, lead: leading || first && afterOtherHalf(t, i, s)}
	half := end
	for half < len(t) && t[half].text == "." { // "Zahlungsbed. / Payment"
		half++
	}
	if halves(t, half, s) && half+1 < len(t) {
		if other, to := matchAt(t, half+1); other != nil && endsLabel(t, to, s) {
			l.means, end = bothHalves(means, other), to
		}
	}
	l.first, l.last = t[i], t[end-1]
	next = l.skipColon(t, end)
	if !l.announcesHere(t, next) {
		return l, end, false
	}
	last := l.last.word
	if l.lead && titleGoesOn(t, next, &l) {
		next, last = len(t), len(s.Words)-1
	}
	l.whole = next >= len(t)
	if l.strength(labelDate) >= 0.9 && rolesOf()[t[i].text]&roleOrder != 0 && slices.ContainsFunc(t[i:end], func(k token) bool { return k.text == "/" }) {
		l.means = append(l.means[:len(l.means):len(l.means)], announced{labelNumberDate, l.strength(labelDate)}) // "Order / Date"
	}
	for _, w := range s.Words[l.first.word : last+1] {
		l.box = l.box.Union(w.Box)
	}
	if next < len(t) {
		l.value = span{seg: s, from: t[next].word, off: t[next].from, to: len(s.Words)}
	}
	return l, max(next, end), true
}

// phraseAt gives what begins at t[i] and ends before t[end]: a phrase of the
// lexicon, or where it leads its field the longer one that its words compose.
func phraseAt(t []token, i int, s *layout.Segment, leading bool) (means []announced, end int) {
	means, end = matchAt(t, i)
	if leading {
		if m, to := composed(t, i, s); to > end || means == nil {
			return m, to
		}
	}
	return means, end
}

// matchAt gives the longest phrase of the lexicon that begins at t[i], and the
// index behind it.
func matchAt(t []token, i int) (means []announced, end int) {
	for _, e := range labelLexicon()[t[i].text] {
		if end, ok := matchPhrase(t, i, e.words); ok {
			return e.means, end
		}
	}
	return nil, 0
}

func matchPhrase(t []token, i int, phrase []string) (end int, ok bool) {
	p := 0
	for ; i < len(t); i++ {
		tok := t[i]
		switch {
		case tok.mark:
			// Marks inside a label: "P/O No", "Shipping & Handling", "Sub-Total", "Freight (est.)".
			if p == 0 || !labelMark(tok.text) {
				return 0, false
			}
			continue
		case tok.text == phrase[p]:
			p++
			if tok.rest != "" {
				if p == len(phrase) || tok.rest != phrase[p] {
					return 0, false
				}
				p++
			}
		case p > 0 && tok.rest == "" && (labelGlue[tok.text] || currencyToken(tok.text) || len(tok.text) <= 2 && wording.OnlyDigits(tok.text)):
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

// skipColon skips what belongs to the label behind its phrase, and the colon,
// which it notes. It gives where the label's value begins.
func (l *label) skipColon(t []token, end int) (next int) {
	next = skipRemark(t, skipSmall(t, end, l), l.isSum())
	next = max(next, skipOtherHalf(t, next, l.seg))
	for next < len(t) && (colonMark(t[next].text) || next == end && halves(t, next, l.seg) && t[next].text != "/") {
		l.colon = true
		next = skipRemark(t, next+1, l.isSum())
	}
	return next
}

// colonMark tells whether a mark parts a label from its value. Typewriters set a
// dash for it, apart from both.
func colonMark(s string) bool { return s == ":" || s == "：" || s == "=" }

// announcesHere tells whether the phrase is a label where it stands. Inside
// running text it is one only where a colon or a number says so.
func (l *label) announcesHere(t []token, next int) bool {
	switch {
	case l.colon:
		return true
	case l.first == l.last && colonLabels[l.first.text]:
		return false
	}
	return l.lead || next < len(t) && l.namesNumber(l.seg.Words[t[next].word].Text)
}

// colonLabels are labels only before a colon: without one they are values or
// parts of them, "Our Truck".
var colonLabels = wording.Set("truck trucking trucker route")

// namesNumber tells whether a label within running text announces a number: the
// word behind it looks like one.
func (l *label) namesNumber(word string) bool {
	switch strength := l.strength(labelNumber); {
	case strength >= 0.9:
		return wording.HasDigit(word)
	case strength >= titleStrength && l.first.word != l.last.word:
		return len(strings.FieldsFunc(word, func(r rune) bool { return !wording.IsDigit(r) })) > 0 && len(word) >= 5 && wording.HasDigit(word[len(word)-1:])
	}
	return false
}

// afterField is the index of the first token of the field that t[i] belongs to:
// lines of several fields part them by "|" or "·", subjects by commas.
func afterField(t []token, i int, s *layout.Segment) int {
	subject := len(t) > 1 && subjectWords[t[0].text] && colonMark(t[1].text)
	for n := i - 1; n >= 0; n-- {
		if !t[n].mark {
			continue
		}
		switch s.Words[t[n].word].Text {
		case "|", "·", "•":
			return n + 1
		}
		if subject && (n == 1 || t[n].text == ",") {
			return n + 1
		}
	}
	return 0
}

// subjectWords name what a letter is about: "Betreft: opdracht, inkooporder 4500031877".
var subjectWords = wording.Set("subject re betreff betreft betrifft objet asunto oggetto assunto arende emne aihe dotyczy vec sub")

// titleGoesOn tells whether a title of an order goes on with one or two words of
// its kind, so that its number stands beneath: "ORDINE APERTO".
func titleGoesOn(t []token, next int, l *label) bool {
	if l.colon || l.strength(labelNumber) != titleStrength || next >= len(t) || len(t)-next > 2 {
		return false
	}
	for _, k := range t[next:] {
		if text := l.seg.Words[k.word].Text; k.mark || wording.HasDigit(text) || text != strings.ToUpper(text) {
			return false
		}
	}
	return true
}
