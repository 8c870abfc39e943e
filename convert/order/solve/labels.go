package solve

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"lineitem/convert/doc"
	"lineitem/convert/order/items"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/textnorm"
)

var (
	labelledCodes = mechanism.New("solve: codes behind labels in the texts of items")
	brokenCodes   = mechanism.New("solve: codes that line breaks part")
)

// marksAboutCodes are marks that may stand before and behind a code in its word.
const marksAboutCodes = ",;:|()[]"

// hasCode reports whether an item has a code that is not cut off by a line break.
func hasCode(l *schema.Cells) bool {
	code := l[schema.ItemCode].Value
	return code != "" && !strings.HasSuffix(code, "-")
}

// labelledCode is a code behind a label on the rows of an item.
type labelledCode struct {
	label string // folded
	text  string
	nodes []int // nodes of the label and of the code
	code  []int // nodes of the code
}

// takeLabelledCodes gives items without codes the codes behind a label in their texts ("SKU: KT-0412"), if most items have their
// codes behind this label. It reports whether it found any.
func (r *reviser) takeLabelledCodes() bool {
	if !labelledCodes.On() {
		return false
	}
	if !slices.ContainsFunc(r.lines, func(l *schema.Cells) bool { return !hasCode(l) }) {
		return false
	}
	all := make([][]labelledCode, len(r.lines))
	count := map[string]int{}
	for i, l := range r.lines {
		for _, c := range r.labelledCodes(i) {
			if !hasCode(l) {
				all[i] = append(all[i], c)
			} else if c.text != l[schema.ItemCode].Value {
				continue
			}
			count[c.label]++
		}
	}
	taken := false
	for i, l := range r.lines {
		k := slices.IndexFunc(all[i], func(c labelledCode) bool { return float64(count[c.label]) >= itemShare*float64(len(r.lines)) })
		if k < 0 {
			continue
		}
		c := &all[i][k]
		l[schema.ItemCode], r.words[i][tagging.ItemCode] = r.newCell(c.code, tagging.ItemCode, c.text), c.code
		r.changed[i] = r.words[i].drop(tagging.Description, c.nodes) || r.changed[i]
		r.words[i][tagging.Other] = slices.DeleteFunc(c.nodes, func(n int) bool { return slices.Contains(c.code, n) }) // so that no description includes the label
		taken = true
	}
	return taken
}

// labelledCodes returns the codes behind labels on the rows of item i in reading order, for each label the first one.
func (r *reviser) labelledCodes(i int) (found []labelledCode) {
	rows := r.rowsUpToNext(i)
	for _, row := range rows {
		for n := r.Rows[row].From; n < r.Rows[row].To; n++ {
			words := r.segmentFrom(n)
			k := items.CodeLabel(words)
			if opens := r.begins(n) || strings.ContainsAny(r.Nodes[n-1].Word.Text, "|·,;-–—(") || strings.HasPrefix(r.Nodes[n].Word.Text, "("); k == 0 || !opens {
				continue
			}
			c, ok := r.codeBehind(n, k, rows[len(rows)-1])
			if ok && !slices.ContainsFunc(found, func(o labelledCode) bool { return o.label == c.label }) {
				found = append(found, c)
			}
		}
	}
	return found
}

// segmentFrom returns the words of a node's segment, from the node on.
func (r *reviser) segmentFrom(n int) (words []*doc.Word) {
	for k := n; k < len(r.Nodes) && r.Nodes[k].Segment == r.Nodes[n].Segment; k++ {
		words = append(words, r.Nodes[k].Word)
	}
	return words
}

// codeBehind reads the code behind a label, given by its first node and its number of words. The code may stand in the next line of the label's
// column, or continue there after a hyphen, but not beneath row last.
func (r *reviser) codeBehind(label, words, last int) (c labelledCode, ok bool) {
	for n := label; n < label+words; n++ {
		c.nodes = append(c.nodes, n)
	}
	c.label = strings.TrimRight(textnorm.Fold(textnorm.Join(r.decoder.words(c.nodes))), ":. #")
	next := label + words
	if next >= len(r.Nodes) || r.Nodes[next].Segment != r.Nodes[label].Segment {
		next = r.beneath(label, last)
	} else if r.Nodes[next].Word.Text == ":" {
		next++
	}
	for next >= 0 && next < len(r.Nodes) {
		c.nodes, c.code = append(c.nodes, next), append(c.code, next)
		text := r.Nodes[next].Word.Text
		c.text += text
		if !strings.HasSuffix(text, "-") {
			break
		}
		next = r.beneath(next, last)
	}
	c.text = strings.Trim(c.text, marksAboutCodes)
	return c, len(c.text) > 1 && (textnorm.HasDigit(c.text) || !strings.ContainsFunc(c.text, notCodeRune) && r.endsAt(c.code[len(c.code)-1])) && !strings.HasSuffix(c.text, "-")
}

// begins reports whether a node is the first of its segment.
func (d *decoder) begins(n int) bool { return n == 0 || d.Nodes[n-1].Segment != d.Nodes[n].Segment }

// endsAt reports whether a node is the last of its segment, or of a part of it before a mark.
func (d *decoder) endsAt(n int) bool {
	return n+1 == len(d.Nodes) || d.Nodes[n+1].Segment != d.Nodes[n].Segment || isSeparator(d.Nodes[n+1].Word.Text)
}

// joinCodes joins codes that line breaks split after hyphens.
func (r *reviser) joinCodes() {
	if !brokenCodes.On() {
		return
	}
	for i, l := range r.lines {
		code := r.words[i][tagging.ItemCode]
		if len(code) != 1 {
			continue
		}
		rows := r.rowsUpToNext(i)
		if len(rows) == 0 {
			continue
		}
		for n := code[0]; r.endsWithHyphen(n); {
			if n = r.beneath(n, rows[len(rows)-1]); n < 0 || r.words[i].contains(n, tagging.Description) {
				break
			}
			code = append(code[:len(code):len(code)], n)
		}
		if n := r.above(code[0]); n >= 0 && r.endsWithHyphen(n) && !slices.ContainsFunc(r.words, func(w cellWords) bool { return w.contains(n, tagging.Description) }) {
			code = slices.Insert(slices.Clone(code), 0, n)
		}
		if len(code) == 1 {
			continue
		}
		text := strings.ReplaceAll(textnorm.Join(r.decoder.words(code)), " ", "")
		l[schema.ItemCode], r.words[i][tagging.ItemCode] = r.newCell(code, tagging.ItemCode, text), code
		r.changed[i] = r.words[i].drop(tagging.Description, code) || r.changed[i]
	}
}

// endsWithHyphen reports whether a node may be the first part of a code that goes on in the next line: it ends with a hyphen.
func (r *reviser) endsWithHyphen(node int) bool {
	text := r.Nodes[node].Word.Text
	return strings.HasSuffix(text, "-") && strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// above returns the last node of the segment in the line above that begins at the same x as a node's segment, if it is alone in that segment or looks
// like a code; -1 if there is none.
func (r *reviser) above(node int) int {
	n := &r.Nodes[node]
	if n.Row == 0 || r.Rows[n.Row-1].Page != r.Rows[n.Row].Page {
		return -1
	}
	for k := r.Rows[n.Row-1].From; k < r.Rows[n.Row-1].To; k++ {
		o := &r.Nodes[k]
		ends := k+1 == r.Rows[n.Row-1].To || r.Nodes[k+1].Segment != o.Segment
		alone := len(o.Segment.Words) == 1 || !strings.ContainsFunc(o.Word.Text, notCodeRune)
		if ends && alone && math.Abs(o.Segment.X0-n.Segment.X0) < sameEdge*em(n) {
			return k
		}
	}
	return -1
}

// beneath returns the first node of the nearest segment beneath a node's segment that begins at the same x, looking at rows up to last; -1 if
// there is none.
func (r *reviser) beneath(node, last int) int {
	n := &r.Nodes[node]
	for row := n.Row + 1; row <= last && row < len(r.Rows); row++ {
		for k := r.Rows[row].From; k < r.Rows[row].To; k++ {
			if o := &r.Nodes[k]; r.begins(k) && math.Abs(o.Segment.X0-n.Segment.X0) < sameEdge*em(n) {
				return k
			}
		}
	}
	return -1
}
