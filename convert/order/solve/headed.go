package solve

import (
	"strings"
	"unicode"

	"lineitem/convert/doc"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/textnorm"
)

var headedCodes = mechanism.New("solve: codes under headings that the reading left out")

// Bounds of codes under headings.
const (
	headingRows     = 8 // rows above the first item in which the heading is looked for
	mostHeadedWords = 4 // words of a code
	leastCodeBytes  = 3 // bytes of a code
)

// takeHeadedCodes gives items without codes the words that stand under a heading of codes and in no cell, if most of these items have
// such words. It reports whether there is such a column.
func (r *reviser) takeHeadedCodes() bool {
	if !headedCodes.On() || len(r.lines) == 0 {
		return false
	}
	for _, head := range r.codeHeadings() {
		seen := make([][]int, len(r.lines))
		found, bare := 0, 0
		for i, l := range r.lines {
			if hasCode(l) {
				continue
			}
			bare++
			if seen[i] = r.codeUnder(i, head); seen[i] != nil {
				found++
			}
		}
		if found == 0 || float64(found) < itemShare*float64(bare) {
			continue
		}
		for i, nodes := range seen {
			if nodes != nil {
				r.put(i, tagging.ItemCode, nodes, textnorm.Join(r.decoder.words(nodes)))
			}
		}
		return true
	}
	return false
}

// codeHeadings returns the boxes of headings of columns of codes above the first item.
func (r *reviser) codeHeadings() (found []doc.Box) {
	first, _ := r.rowsOf(&r.words[0])
	for row := first - 1; row >= max(0, first-headingRows) && first >= 0 && r.Rows[row].Page == r.Rows[first].Page; row-- {
		for n := r.Rows[row].From; n < r.Rows[row].To; {
			words := r.segmentFrom(n)
			found = append(found, headings.Find(words, headings.Code)...)
			n += len(words)
		}
	}
	return found
}

// codeUnder returns the nodes on the first row of item i that stand in the column of a heading and in no cell, and may be a code; nil if
// there are none.
func (r *reviser) codeUnder(i int, head doc.Box) []int {
	if row, _ := r.rowsOf(&r.words[i]); row >= 0 {
		for n := r.Rows[row].From; n < r.Rows[row].To; n++ {
			var nodes []int
			for k := n; k < r.Rows[row].To && r.Nodes[k].Segment == r.Nodes[n].Segment && !r.words[i].contains(k); k++ {
				nodes = append(nodes, k)
			}
			if len(nodes) == 0 || len(nodes) > mostHeadedWords {
				continue
			}
			words := r.decoder.words(nodes)
			text := textnorm.Join(words)
			_, _, _, dated := r.Locale.FindDate(text)
			if !dated && len(text) >= leastCodeBytes && textnorm.HasDigit(text) && !strings.ContainsFunc(text, notCodeRune) &&
				doc.BoxOf(words).Misalignment(head) < sameEdge*em(&r.Nodes[n]) {
				return nodes
			}
		}
	}
	return nil
}

// notCodeRune reports whether a character never stands in a code: it is no capital, digit, blank or one of a few marks.
func notCodeRune(r rune) bool {
	return !unicode.IsUpper(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" -./_", r)
}
