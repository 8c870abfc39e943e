package items

import (
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/order/ocrrepair"
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

func allBold(words []*doc.Word) bool {
	return !slices.ContainsFunc(words, func(w *doc.Word) bool { return !w.Bold })
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
