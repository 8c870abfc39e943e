package order

import (
	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/ocrrepair"
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
func findLabels(speller *ocrrepair.Speller, buf []token, s *layout.Segment) []label {
	t := tokens(speller, buf[:0], s.Words)
	var found []label
	for i := 0; i < len(t); {
		l, next, ok := labelAt(t, i, s)
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

// labelAt reads the label that begins at t[i].
// It gives where the next one may begin, whether or not one was found.
func labelAt(t []token, i int, s *layout.Segment) (l label, next int, ok bool) {
	if t[i].mark {
		return l, i + 1, false
	}
	leading := leads(t[:i])
	means, end := matchAt(t, i)
	if means == nil || !endsLabel(t, end, s) {
		return l, i + 1, false
	}
	l = label{seg: s, means: means, lead: leading}
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
	if !l.announcesHere() {
		return l, end, false
	}
	l.whole = next >= len(t)
	for _, w := range s.Words[l.first.word : l.last.word+1] {
		l.box = l.box.Union(w.Box)
	}
	if next < len(t) {
		l.value = span{seg: s, from: t[next].word, off: t[next].from, to: len(s.Words)}
	}
	return l, max(next, end), true
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
		case p > 0 && tok.rest == "" && (labelGlue()[tok.text] || currencyToken(tok.text) || len(tok.text) <= 2 && wording.OnlyDigits(tok.text)):
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
	next = skipRemark(t, skipSmall(t, end), l.isSum())
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
// running text it is one only where a colon says so.
func (l *label) announcesHere() bool {
	switch {
	case l.colon:
		return true
	case l.first == l.last && colonLabels()[l.first.text]:
		return false
	}
	return l.lead
}
