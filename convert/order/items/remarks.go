package items

import (
	"slices"
	"strings"
	"unicode"

	"lineitem/convert/doc"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/wording"
)

// Beneath an item's description stand instructions, references and parts of
// bundles, which are no part of it. What they say tells little, as descriptions
// speak of certificates and of packing, too. So their setting tells: a remark is
// wider than the description's cell, smaller, bolder, further left, or a row of
// the table by itself, where what goes on with a description is set as it is.

// Measures of remarks.
const (
	overCell   = 3.0  // ems by which a line runs over its cell
	smallPrint = 0.96 // of the description's size
	smallSeen  = 0.8  // the same where sizes are measured from pixels
	ownRow     = 0.97 // of the pitch of the table's rows
	leastPitch = 1.4  // ems; texts themselves are set more narrowly
	leastGaps  = 6    // lines that tell how far apart those of a text are
)

// describing gives the lines of an item's texts that make its description: up to
// one that is set bolder than the first, or runs over the column's cell.
func (t *tableDraft) describing(texts []itemText) []itemText {
	texts = slices.DeleteFunc(texts, func(text itemText) bool { return len(text.words) == 0 })
	for i := 1; i < len(texts); i++ {
		text, before := &texts[i], texts[:i]
		if last := &before[i-1]; text.part == last.part && text.line.Baseline <= last.line.Baseline {
			continue
		}
		bolder := allBold(text.words) && !before[0].words[0].Bold
		if bolder || text.over() > overCell && !slices.ContainsFunc(before, func(b itemText) bool { return b.over() > 1 }) {
			return before
		}
	}
	return texts
}

// isSmaller tells whether a word is set smaller than another.
func isSmaller(w, than *doc.Word) bool {
	least := smallPrint
	if ocrrepair.Recognised([]*doc.Word{w}) {
		least = smallSeen
	}
	return w.Size < least*than.Size
}

// over is by how much a line runs over the cell of its column, ems.
func (text *itemText) over() float64 {
	if len(text.words) == 0 {
		return 0
	}
	last := text.words[len(text.words)-1]
	return (last.Box.X1 - text.part.extents[text.column].right) / last.Size
}

// isOrnament tells whether words stand between signs that set them off: "** see
// drawing **", "xxx nothing follows xxx".
func isOrnament(words []*doc.Word) bool {
	first, last := words[0].Text, words[len(words)-1].Text
	if strings.HasPrefix(first, "**") || strings.HasPrefix(first, "--") || strings.HasPrefix(first, "==") {
		return true
	}
	return len(words) > 2 && first == last && len(first) > 1 && strings.Trim(first, first[:1]) == "" && !unicode.IsDigit(rune(first[0]))
}

// isComponent tells whether words are a part of a bundle: a bullet and its code.
func isComponent(words []*doc.Word) bool {
	return len(words) > 2 && isBullet(words[0].Text) && isCode(words[1:2]) && wording.CountLetters(words[1].Text) > 0
}

// statesPart tells whether a line beneath an item states a part of it that has a
// quantity of its own, or of its price: a bullet with a quantity, a label of sums
// or prices with an amount.
func (t *tableDraft) statesPart(l *bodyLine) bool {
	words, last := l.Segments[0].Words, l.Segments[len(l.Segments)-1].Words
	if len(l.Segments) < 2 {
		return false
	}
	if isBullet(words[0].Text) {
		filled, _, _ := t.figuresOf(l)
		return filled[kindQuantity]
	}
	if !FigureLike(last) {
		return false
	}
	tokens := t.tokens(words)
	m, n := columnWords().longest(tokens)
	if n == 0 || n < len(tokens) {
		return false
	}
	switch m.kinds[0] {
	case kindPrice, kindList, kindTotal, kindGross, kindTaxAmount:
		return true
	}
	return false
}

// isBullet tells whether a word is the mark of a list's entry.
func isBullet(s string) bool {
	switch s {
	case "•", "·", "▪", "■", "●", "◦", "‣", "-", "–", "+", ">", "*":
		return true
	}
	return false
}

func allBold(words []*doc.Word) bool {
	return !slices.ContainsFunc(words, func(w *doc.Word) bool { return !w.Bold })
}

// findPitch gives the least distance between the lines of two items that follow
// each other without a line between, ems; 0 where none do, or where it tells
// nothing as it is that of running text.
func (t *tableDraft) findPitch() float64 {
	least := 0.0
	for _, p := range t.parts {
		for i := 1; i < len(p.lines); i++ {
			a, b := &p.lines[i-1], &p.lines[i]
			if !t.isAnchor(a) || !t.isAnchor(b) {
				continue
			}
			if pitch := (b.Baseline - a.Baseline) / b.Segments[0].Size(); least == 0 || pitch < least {
				least = pitch
			}
		}
	}
	if least < leastPitch {
		return 0
	}
	return least
}

// findLeading gives the distance beyond which lines are not of one text, ems:
// more than usual where most lines between the table's items are set so.
func (t *tableDraft) findLeading() float64 {
	var gaps []float64
	for _, p := range t.parts {
		first := slices.IndexFunc(p.lines, func(l bodyLine) bool { return t.isAnchor(&l) })
		for i := max(1, first+1); first >= 0 && i < len(p.lines); i++ {
			if l := &p.lines[i]; l.class == totalLine {
				break
			} else if t.isText(l) && !t.isAnchor(l) {
				gaps = append(gaps, (l.Baseline-p.lines[i-1].Baseline)/l.Segments[0].Size())
			}
		}
	}
	if len(gaps) < leastGaps {
		return textLeading
	}
	slices.Sort(gaps)
	if usual := 1.05 * gaps[len(gaps)/2]; usual > textLeading && usual < apartLeading {
		return usual
	}
	return textLeading
}

// standsAlone tells whether a line is as far from the one before as rows of the
// table are.
func (t *tableDraft) standsAlone(l *bodyLine, gap float64) bool {
	return t.pitch > 0 && gap >= ownRow*t.pitch
}
