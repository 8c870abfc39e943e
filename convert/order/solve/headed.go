package solve

import (
	"math"
	"strings"
	"unicode"

	"lineitem/convert/doc"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/textnorm"
)

var headedCodes = mechanism.New("solve: codes under a heading that the reading left out")

// Bounds of a column of codes.
const (
	headRows    = 8 // above the first item in which its heading stands, at most
	mostOfCode  = 4 // words of a code
	leastOfCode = 3 // bytes
)

// takeHeadedCodes gives items without codes what stands under a heading of codes and in no other cell, where most of them have
// it, and reports whether there is such a column.
func (r *reviser) takeHeadedCodes() bool {
	if !headedCodes.On() || len(r.lines) == 0 {
		return false
	}
	for _, head := range r.codeHeadings() {
		codes := make([][]int, len(r.lines))
		found, bare := 0, 0
		for i, l := range r.lines {
			if hasCode(l) {
				continue
			}
			bare++
			if codes[i] = r.codeUnder(i, head); codes[i] != nil {
				found++
			}
		}
		if found == 0 || float64(found) < markedShare*float64(bare) {
			continue
		}
		for i, l := range r.lines {
			if codes[i] != nil {
				l[schema.ItemCode], r.words[i][tagging.ItemCode] = r.newCell(codes[i], tagging.ItemCode, textnorm.Join(r.decoder.words(codes[i]))), codes[i]
			}
		}
		return true
	}
	return false
}

// codeHeadings are the places of what heads columns of codes above the first item.
func (r *reviser) codeHeadings() (found []doc.Box) {
	first, _ := r.rowsOf(&r.words[0])
	for row := first - 1; row >= max(0, first-headRows) && first >= 0 && r.Rows[row].Page == r.Rows[first].Page; row-- {
		for n := r.Rows[row].From; n < r.Rows[row].To; {
			words := r.segmentFrom(n)
			var tokens []headings.Token
			for k, w := range words[:min(len(words), mostOfCode)] {
				tokens = headings.AppendTokens(tokens, k, textnorm.Fold(w.Text))
			}
			m, k := headings.Longest(tokens)
			if k == 0 {
				n++
				continue
			}
			last := tokens[k-1].Word
			if m.Kinds[0] == headings.Code && !m.Shared {
				found = append(found, doc.BoxOf(words[:last+1]))
			}
			n += last + 1
		}
	}
	return found
}

// codeUnder are the nodes on the first row of item i that stand in the column of a heading and in no cell, and may be a code.
func (r *reviser) codeUnder(i int, head doc.Box) []int {
	if row, _ := r.rowsOf(&r.words[i]); row >= 0 {
		for n := r.Rows[row].From; n < r.Rows[row].To; n++ {
			var nodes []int
			for k := n; k < r.Rows[row].To && r.Nodes[k].Segment == r.Nodes[n].Segment && !r.words[i].hold(k); k++ {
				nodes = append(nodes, k)
			}
			if len(nodes) == 0 || len(nodes) > mostOfCode {
				continue
			}
			box, size := doc.BoxOf(r.decoder.words(nodes)), em(&r.Nodes[n])
			text := textnorm.Join(r.decoder.words(nodes))
			if aligned := math.Abs(box.X0-head.X0) < sameEdge*size || math.Abs(box.MidX()-head.MidX()) < sameEdge*size || math.Abs(box.X1-head.X1) < sameEdge*size; !aligned {
				continue
			}
			if _, _, _, dated := r.Locale.FindDate(text); !dated && len(text) >= leastOfCode && textnorm.HasDigit(text) && !strings.ContainsFunc(text, notOfCode) {
				return nodes
			}
		}
	}
	return nil
}

// notOfCode reports whether a letter or mark stands in no code: what is no capital, digit, blank or one of a few marks.
func notOfCode(r rune) bool {
	return !unicode.IsUpper(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" -./_", r)
}
