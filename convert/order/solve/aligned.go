package solve

import (
	"math"
	"slices"
	"strings"

	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/textnorm"
)

var alignedCodes = mechanism.New("solve: codes that descriptions begin with in the column of codes")

// leastAligned is how many codes make a column at least.
const leastAligned = 2

// takeAlignedCodes gives items without codes the first word of their descriptions where it stands by itself in the column of the
// other items' codes.
func (r *reviser) takeAlignedCodes() {
	if !alignedCodes.On() {
		return
	}
	for i, l := range r.lines {
		text := r.words[i][tagging.Description]
		if l[schema.ItemCode].Value != "" || len(text) < 2 || !r.endsAt(text[0]) {
			continue
		}
		code, rest := r.Nodes[text[0]].Word.Text, slices.Clone(text[1:])
		if isMark(r.Nodes[rest[0]].Word.Text) { // "KT-0412 / Door mat"
			rest = rest[1:]
		}
		if len(code) < leastOfCode || strings.ContainsFunc(code, notOfCode) || textnorm.CountLetters(textnorm.Join(r.decoder.words(rest))) == 0 || !r.underCodes(text[0]) {
			continue
		}
		l[schema.ItemCode], r.words[i][tagging.ItemCode] = r.newCell(text[:1], tagging.ItemCode, code), text[:1]
		r.words[i][tagging.Description], r.changed[i] = rest, true
	}
}

// underCodes reports whether a node begins where most codes do.
func (r *reviser) underCodes(node int) bool {
	n := &r.Nodes[node]
	aligned, all := 0, 0
	for i := range r.words {
		if c := r.words[i][tagging.ItemCode]; len(c) > 0 {
			all++
			if math.Abs(r.Nodes[c[0]].Word.Box.X0-n.Word.Box.X0) < sameEdge*em(n) {
				aligned++
			}
		}
	}
	return aligned >= leastAligned && float64(aligned) >= markedShare*float64(all)
}
