package items

import (
	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/wording"
)

// Items that stand in no table may begin with a line of fields: a number, a code
// behind its label, a date behind another. Their text follows, then the figures.

// openingOf is the line that opens the item whose figures stand on the line at end:
// its number stands there before its code, and nothing but its text beneath.
func (r *reader) openingOf(p *layout.Page, first, end int) (line int, ok bool) {
	for k := end - 1; k >= max(first, end-looseAbove); k-- {
		l, next := &p.Lines[k], &p.Lines[k+1]
		if (next.Baseline-l.Baseline)/l.Segments[0].Size() > textLeading || r.opensSum(l) {
			return 0, false
		}
		if words := l.Segments[0].Words; len(words) == 1 && len(l.Segments) > 1 {
			_, numbered := lineOrdinal(words[0].Text)
			return k, numbered && r.codeLabel(l.Segments[1].Words) > 0
		}
		if len(l.Segments) > 1 {
			return 0, false
		}
	}
	return 0, false
}

// readOpening reads the line that opens an item: its number, its code behind a
// label, and when it is to come, which is no part of its text.
func (r *reader) readOpening(l *layout.Line, text *looseText) {
	text.number = l.Segments[0].Words
	text.boxes = append(text.boxes, l.Box)
	code := l.Segments[1].Words
	text.code = code[r.codeLabel(code):]
	for _, s := range l.Segments[2:] {
		if m, n := columnWords().longest(r.tokens(s.Words)); n > 0 && n < len(s.Words) && m.has(kindDate) {
			if iso, _, _, ok := r.locale.FindDate(wording.Join(s.Words[n:])); ok {
				text.date, text.dated = iso, s.Words[n:]
			}
			continue
		}
		text.lines = append(text.lines, s.Words)
	}
}

// codeLabel is of how many words the label of a code is with which words begin
// that are such a label and a code; 0 where they are not.
func (r *reader) codeLabel(words []*doc.Word) int {
	tokens := r.tokens(words)
	m, n := columnWords().longest(tokens)
	if n == 0 || n == len(tokens) || !m.has(kindCode) || !isCode(words[tokens[n].word:]) || !wording.HasDigit(wording.Join(words[tokens[n].word:])) {
		return 0
	}
	return tokens[n].word
}
