package solve

import (
	"slices"
	"strings"

	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/textnorm"
)

var alignedCodes = mechanism.New("solve: codes that descriptions begin with in the column of codes")

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
		if len(code) < leastOfCode || strings.ContainsFunc(code, notOfCode) || textnorm.CountLetters(textnorm.Join(r.decoder.words(rest))) == 0 || !r.underCodes(text[:1]) {
			continue
		}
		r.takeSeen(l, text, text[:1])
		r.words[i][tagging.ItemCode], r.words[i][tagging.Description], r.changed[i] = text[:1], rest, true
	}
}

// underCodes reports whether a node stands where most codes do.
func (r *reviser) underCodes(node []int) bool {
	aligned, all := 0, 0
	for i := range r.words {
		if c := r.words[i][tagging.ItemCode]; len(c) > 0 {
			all++
			if r.aligned(c[:1], node) {
				aligned++
			}
		}
	}
	return aligned >= leastMarked && float64(aligned) >= markedShare*float64(all)
}
