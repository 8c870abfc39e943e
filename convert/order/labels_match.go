package order

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/spelling"
	"lineitem/convert/order/value"
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

// span is a run of words of one segment; of the first word it may leave out
// some bytes.
type span struct {
	seg       *layout.Segment
	from, to  int // words
	off       int // bytes of the first word that are left out
	truncated int // bytes of the last word that are taken; 0 for all
}

func (s span) empty() bool { return s.seg == nil || s.from >= s.to }

// first is the span's first word.
func (s span) first() *doc.Word {
	if s.empty() {
		return nil
	}
	return s.seg.Words[s.from]
}

// words are the span's words, the first and last whole.
func (s span) words() []*doc.Word {
	if s.empty() {
		return nil
	}
	return s.seg.Words[s.from:s.to]
}

// text is the span's words joined with one space.
func (s span) text() string {
	if s.empty() {
		return ""
	}
	var b []byte
	for i := s.from; i < s.to; i++ {
		w := s.seg.Words[i].Text
		if i == s.to-1 && s.truncated > 0 {
			w = w[:s.truncated]
		}
		if i == s.from {
			w = w[min(s.off, len(w)):]
		} else {
			b = append(b, ' ')
		}
		b = append(b, w...)
	}
	return string(b)
}

// token is a run of letters and digits, or one mark, of a segment.
type token struct {
	text     string // canonical word; for marks the mark
	rest     string // the second word of a compound
	word     int    // index into the segment's words
	from, to int    // bytes within the word
	mark     bool
}

// maxLabelTokens bounds how much of a segment is searched for labels; what
// stands beyond is prose.
const maxLabelTokens = 48

// tokens takes a segment apart.
func tokens(speller *spelling.Speller, t []token, words []*doc.Word) []token {
	for n, w := range words {
		s := w.Text
		for i := 0; i < len(s) && len(t) < maxLabelTokens; {
			r, size := utf8.DecodeRuneInString(s[i:])
			if !wording.IsWordRune(r) {
				if r == '№' || r == '#' {
					t = append(t, token{text: "#", word: n, from: i, to: i + size})
				} else {
					t = append(t, token{text: s[i : i+size], word: n, from: i, to: i + size, mark: true})
				}
				i += size
				continue
			}
			end := wording.WordEnd(s, i)
			text := s[i:end]
			if dotted := dottedEnd(s, i); dotted > end {
				end = dotted
				text = letters(s[i:end])
			}
			if strings.EqualFold(text, "del") && strings.HasPrefix(s[end:], ".") {
				text = "dely" // "Del. date", not the Spanish article
			}
			stem, rest := canonicalWord(speller.Lookup(w, text))
			t = append(t, token{text: stem, rest: rest, word: n, from: i, to: end})
			i = end
		}
	}
	return t
}

// dottedEnd is the end of a dotted abbreviation ("P.O.") that begins at i.
func dottedEnd(s string, i int) int {
	end := i
	for count := 0; ; count++ {
		r, size := utf8.DecodeRuneInString(s[end:])
		if !unicode.IsLetter(r) || end+size < len(s) && s[end+size] != '.' {
			if count > 1 {
				return end
			}
			return i
		}
		end += size
		if end < len(s) {
			end++ // the full stop
		} else if count > 0 {
			return end
		} else {
			return i
		}
	}
}

// letters leaves the full stops out.
func letters(s string) string {
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		if s[i] != '.' {
			b = append(b, s[i])
		}
	}
	return string(b)
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

func labelMark(s string) bool {
	switch s {
	case "/", "&", "-", ".", "(", ")", "'", "’", "+", "–", ",", "$", "€", "£", "₹", "*", "@", "%":
		return true
	}
	return false
}

// currencyToken tells whether a folded token is the code of a currency.
func currencyToken(s string) bool {
	return len(s) == 3 && s != "all" && s != "top" && s != "try" && s != "cop" && value.Currency(s) != "" || s == "rs"
}

// findLabels finds the labels of a segment, left to right.
func findLabels(speller *spelling.Speller, buf []token, s *layout.Segment) []label {
	t := tokens(speller, buf[:0], s.Words)
	var found []label
	for i := 0; i < len(t); {
		if t[i].mark {
			i++
			continue
		}
		means, end := matchAt(t, i)
		before := t[afterField(t, i, s):i]
		if leads(before) {
			if m, to := composed(t, i, s); to > end || means == nil {
				means, end = m, to
			}
		}
		if means == nil || !endsLabel(t, end, s) {
			i++
			continue
		}
		l := label{seg: s, means: means, first: t[i], last: t[end-1], lead: leads(before) || len(found) == 0 && afterOtherHalf(t, i, s)}
		if halves(t, end, s) && end+1 < len(t) {
			if other, to := matchAt(t, end+1); other != nil && endsLabel(t, to, s) {
				l.means, l.last, end = bothHalves(means, other), t[to-1], to
			}
		}
		// A label inside running text is one only where a colon says so.
		next := skipRemark(t, skipSmall(t, end, &l), l.isSum())
		if to := skipOtherHalf(t, next, s); to > next {
			next = to
		}
		for next < len(t) && t[next].mark && (t[next].text == ":" || t[next].text == "：" || t[next].text == "=") {
			l.colon = true
			next = skipRemark(t, next+1, l.isSum())
		}
		if !l.colon && end-i == 1 && colonLabels[t[i].text] {
			i = end
			continue
		}
		if !l.lead && !l.colon && !(next < len(t) && l.namesNumber(s.Words[t[next].word].Text)) {
			i = end
			continue
		}
		l.whole = next >= len(t) || l.lead && titleGoesOn(t, next, s, &l)
		if l.strength(labelDate) >= 0.9 && rolesOf()[t[i].text]&roleOrder != 0 && slices.ContainsFunc(t[i:end], func(k token) bool { return k.text == "/" }) {
			l.means = append(l.means[:len(l.means):len(l.means)], announced{labelNumberDate, l.strength(labelDate)}) // "Order / Date"
		}
		l.box = s.Words[t[i].word].Box
		for w := t[i].word; w <= t[end-1].word; w++ {
			l.box = l.box.Union(s.Words[w].Box)
		}
		if next < len(t) {
			l.value = span{seg: s, from: t[next].word, off: t[next].from, to: len(s.Words)}
		}
		if n := len(found); n > 0 {
			found[n-1].value.end(t[i])
		}
		found = append(found, l)
		i = max(next, end)
	}
	return found
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
// lines of several fields part them by "|" or "·".
func afterField(t []token, i int, s *layout.Segment) int {
	for n := i - 1; n >= 0; n-- {
		if t[n].mark {
			switch s.Words[t[n].word].Text {
			case "|", "·", "•":
				return n + 1
			}
		}
	}
	return 0
}

// titleGoesOn tells whether a title of an order goes on with one or two words of
// its kind, so that its number stands beneath: "ORDINE APERTO".
func titleGoesOn(t []token, next int, s *layout.Segment, l *label) bool {
	if l.colon || l.strength(labelNumber) != titleStrength || next >= len(t) || len(t)-next > 2 {
		return false
	}
	for _, k := range t[next:] {
		if text := s.Words[k.word].Text; k.mark || wording.HasDigit(text) || text != strings.ToUpper(text) {
			return false
		}
	}
	return true
}

// skipSmall skips small words between a date's label and its colon or the end of
// its segment: "Livraison le", "Lieferung bis :".
func skipSmall(t []token, i int, l *label) int {
	if l.strength(labelDelivery)+l.strength(labelDate) == 0 {
		return i
	}
	end := i
	for end < len(t) && !t[end].mark && (labelGlue[t[end].text] || rolesOf()[t[end].text] == roleLimit) {
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
			if n := amountsInBrackets(t[i+1 : end]); sum && n {
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

// amountsInBrackets tells whether brackets hold an amount, not a remark or rate.
func amountsInBrackets(t []token) bool {
	digits := 0
	for _, k := range t {
		if k.text == "%" || !k.mark && !wording.HasDigit(k.text) && !currencyToken(k.text) {
			return false
		}
		if wording.HasDigit(k.text) {
			digits++
		}
	}
	return digits > 0
}

// end ends the span before the token.
func (s *span) end(t token) {
	if s.seg == nil {
		return
	}
	s.to, s.truncated = t.word, 0
	if t.from > 0 {
		s.to, s.truncated = t.word+1, t.from
	}
}

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
		numbering := len(k.text) == 1 || len(k.text) <= 2 && wording.OnlyDigits(k.text) || len(k.text) == 3 && wording.OnlyDigits(k.text[:2])
		switch {
		case k.mark, labelGlue[k.text], possessives[k.text], rate(t, i):
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

// possessives are words by which an order's sender calls things its own, and
// such as ask or add.
var possessives = wording.Set("please plus add less zzgl zuzuglich our unsere unser unserer unseren notre nos nuestro nuestra ns nostro nostra nossa nosso onze ons the")

// onlyNumber tells whether the label is a bare "No." or "#".
func (l *label) onlyNumber() bool {
	return l.first == l.last && l.first.text == "#"
}

// slice is the part of the span that makes text()[from:to].
func (s span) slice(from, to int) span {
	at, out := 0, span{seg: s.seg, from: -1}
	for i := s.from; i < s.to; i++ {
		w := s.seg.Words[i].Text
		skip, length := 0, len(w)
		if i == s.to-1 && s.truncated > 0 {
			length = s.truncated
		}
		if i == s.from {
			skip = min(s.off, length)
		}
		start, end := at, at+length-skip
		if out.from < 0 && from < end {
			out.from, out.off = i, skip+max(0, from-start)
		}
		if out.from >= 0 && start < to {
			out.to, out.truncated = i+1, 0
			if to < end || length < len(w) {
				out.truncated = skip + min(to, end) - start
			}
		}
		at = end + 1
	}
	if out.from < 0 {
		return span{}
	}
	return out
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

// endsSegment tells whether the token is the last of the label's segment.
func (t token) endsSegment(l *label) bool {
	return t.word == len(l.seg.Words)-1 && t.to == len(l.seg.Words[t.word].Text)
}
