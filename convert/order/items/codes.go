package items

import (
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

var codePlaces = mechanism.New("items: codes by their place in descriptions")

// codePlace is where the code of an item is if it shares the description's column.
type codePlace uint8

const (
	codeNowhere codePlace = iota // or behind a column gap before the text
	codeBeneath                  // the last line
	codeLeading                  // the first word
)

// How many of a table's items must have their codes in the same place.
const (
	leastCodes = 2   // items, at least
	codeShare  = 0.6 // of all items, at least
)

// findCodePlace returns where codes are in the column of descriptions, if codes
// have no column of their own: where most items have one.
func (t *tableDraft) findCodePlace(rows []tableRow) codePlace {
	d := t.find(headings.Description)
	if d < 0 {
		d = t.find(headings.Code)
	}
	if d < 0 || !codePlaces.On() {
		return codeNowhere
	}
	beneath, leading := 0, 0
	for i := range rows {
		for c := range t.columns {
			if t.columns[c].kind == headings.Code && c != d && len(rows[i].cells[c]) > 0 {
				return codeNowhere
			}
		}
		texts := t.textsOf(&rows[i], d)
		n := len(texts) - 1
		if n >= 0 && leadsWithCode(texts[0].words) {
			leading++
		}
		if n > 0 && isCodeLine(texts[n].words) && !isCodeLine(texts[0].words) && texts[n].beginsText(&texts[n-1]) {
			beneath++
		}
	}
	least := max(leastCodes, int(codeShare*float64(len(rows))+0.5))
	switch {
	case beneath >= least:
		return codeBeneath
	case leading >= min(least, len(rows)) && (t.columns[d].states(headings.Code) || t.columns[d].namesCodes()):
		return codeLeading
	}
	return codeNowhere
}

// textColumn returns the index of the column of descriptions, or -1 if there is
// none. Descriptions that follow codes may be in the column of codes.
func (t *tableDraft) textColumn() int {
	if d := t.find(headings.Description); d >= 0 || t.codes != codeLeading {
		return d
	}
	return t.find(headings.Code)
}

// isCodeLine reports whether a line is nothing but a code that has a digit or
// a hyphen: "KP-12", "KP-A-B".
func isCodeLine(words []*doc.Word) bool {
	return len(words) == 1 && isCode(words) && (textnorm.HasDigit(words[0].Text) || strings.Contains(words[0].Text, "-"))
}

// leastText is the least number of letters of a text.
const leastText = 3

// leadsWithCode reports whether words are a code followed by a text.
func leadsWithCode(words []*doc.Word) bool {
	return len(words) > 1 && len(words[0].Text) >= 4 && isCode(words[:1]) && textnorm.HasDigit(words[0].Text) && (!value.HasDecimals(words[0].Text) || strings.Count(words[0].Text, ".") > 1) &&
		textnorm.CountLetters(textnorm.Join(words[1:])) >= leastText
}

// textsOf returns the lines of a row's texts that are in the column d of
// descriptions, without asides (see isAside).
func (t *tableDraft) textsOf(r *tableRow, d int) []itemText {
	texts := make([]itemText, 0, len(r.more))
	for i := range r.more {
		text := &r.more[i]
		if len(text.words) > 0 && text.column == d && (r.beginsWith(text) || !labelledLines.On() || !t.isAside(text.words)) {
			texts = append(texts, *text)
		}
	}
	return texts
}

// takeCode removes an item's code from its texts, where both share the column d, sets
// the code's cell and returns the remaining texts.
func (t *tableDraft) takeCode(r *tableRow, d int, texts []itemText, cells *schema.Cells) []itemText {
	if cells[schema.ItemCode].Value != "" || len(texts) == 0 {
		return texts
	}
	shared := t.columns[d].states(headings.Code)
	n := len(texts) - 1
	switch {
	case n > 0 && t.codes == codeBeneath && isCodeLine(texts[n].words):
		t.set(cells, schema.ItemCode, r, d, texts[n].words, "")
		return texts[:n]
	case t.codes == codeLeading && leadsWithCode(texts[0].words):
		t.set(cells, schema.ItemCode, r, d, texts[0].words[:1], strings.TrimRight(texts[0].words[0].Text, ":"))
		texts[0].words = texts[0].words[1:]
		return texts
	case shared && t.codeFirst(texts):
		code := texts[0].words
		t.set(cells, schema.ItemCode, r, d, code, "")
		texts[0].words = texts[0].words[len(code):]
		return texts
	case shared && n > 0 && texts[n].line != r.anchor && isCode(texts[n].words) && textnorm.HasDigit(textnorm.Join(texts[n].words)):
		t.set(cells, schema.ItemCode, r, d, texts[n].words, "")
		return texts[:n]
	}
	return texts
}

// codeWords returns the words of a row's code: its first line, and the lines that
// continue it if it was too long for its column. More codes may follow beneath.
func (t *tableDraft) codeWords(r *tableRow, c int) []*doc.Word {
	var words []*doc.Word
	e := &r.part.extents[c]
	for i := range r.more {
		text := &r.more[i]
		if text.column != c || len(text.words) == 0 {
			continue
		}
		if len(words) > 0 {
			last, next := words[len(words)-1], text.words[0]
			broken := strings.ContainsAny(last.Text[len(last.Text)-1:], "-/_.")
			full := last.Box.X1-words[0].Box.X0 >= 0.85*(e.right-e.left)
			if !broken && !full || next.Baseline-last.Baseline > lastLeading*last.Size {
				break
			}
		}
		words = append(words, text.words...)
	}
	return words
}

// codeFirst reports whether the code is the first line of a cell that holds a code
// and a text.
func (t *tableDraft) codeFirst(texts []itemText) bool {
	return isCode(texts[0].words) && (len(texts) > 1 || t.columns[texts[0].column].kind == headings.Code)
}

// beginsText reports whether a line begins a text rather than continues the line before:
// its first word would have fitted into the cell behind that line.
func (text *itemText) beginsText(before *itemText) bool {
	last, first := before.words[len(before.words)-1], text.words[0]
	return last.Box.X1+0.3*first.Size+first.Box.Width() < before.part.extents[before.column].right
}
