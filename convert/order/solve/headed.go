package solve

import (
	"slices"
	"strings"
	"unicode"

	"github.com/shopspring/decimal"

	"lineitem/convert/doc"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/textnorm"
)

var headedCells = mechanism.New("solve: codes and figures under headings that the reading left out")

// Bounds of what stands under headings.
const (
	headRows    = 8 // above the first item in which its heading stands, at most
	mostOfCell  = 4 // words of a cell
	leastOfCode = 3 // bytes of a code
)

// takeHeadedCodes gives items without codes what stands under a heading of codes and in no other cell, where most of them have
// it, and reports whether there is such a column.
func (r *reviser) takeHeadedCodes() bool {
	return r.takeHeaded(headings.Code, tagging.ItemCode, hasCode, func(text string) bool {
		_, _, _, dated := r.Locale.FindDate(text)
		return !dated && len(text) >= leastOfCode && textnorm.HasDigit(text) && !strings.ContainsFunc(text, notOfCode)
	})
}

// mostFigure is more than quantities and amounts are: what is greater is a code.
var mostFigure = decimal.New(1, 9)

// takeHeadedFigures gives items, none of which has one, the figures under a heading.
func (r *reviser) takeHeadedFigures() {
	for _, c := range [...]struct {
		kind headings.Kind
		tag  tagging.Tag
	}{{headings.Quantity, tagging.Quantity}, {headings.Price, tagging.UnitPrice}, {headings.Total, tagging.LineTotal}} {
		has := func(l *schema.Cells) bool { return l[tagging.Fields[c.tag]].Value != "" }
		if !slices.ContainsFunc(r.lines, has) {
			r.takeHeaded(c.kind, c.tag, has, func(text string) bool {
				v, ok := r.Locale.Number(text)
				return ok && !v.Percent && v.Value.LessThan(mostFigure)
			})
		}
	}
}

// takeHeaded fills a cell of the items that lack it with what stands under a heading of a kind and in no other cell, where most of
// them have it, and reports whether there is such a column.
func (r *reviser) takeHeaded(kind headings.Kind, tag tagging.Tag, has func(l *schema.Cells) bool, may func(text string) bool) bool {
	if !headedCells.On() || len(r.lines) == 0 {
		return false
	}
	for _, head := range r.headings(kind) {
		seen := make([][]int, len(r.lines))
		found, bare := 0, 0
		for i, l := range r.lines {
			if has(l) {
				continue
			}
			bare++
			if seen[i] = r.under(i, head, may); seen[i] != nil {
				found++
			}
		}
		if found == 0 || float64(found) < markedShare*float64(bare) {
			continue
		}
		for i, l := range r.lines {
			if seen[i] == nil {
				continue
			}
			text := textnorm.Join(r.decoder.words(seen[i]))
			if v, ok := r.Locale.Number(text); ok && tag != tagging.ItemCode {
				text = v.Text
			}
			l[tagging.Fields[tag]], r.words[i][tag] = r.newCell(seen[i], tag, text), seen[i]
		}
		return true
	}
	return false
}

// headings are the places of what heads columns of a kind above the first item.
func (r *reviser) headings(kind headings.Kind) (found []doc.Box) {
	first, _ := r.rowsOf(&r.words[0])
	for row := first - 1; row >= max(0, first-headRows) && first >= 0 && r.Rows[row].Page == r.Rows[first].Page; row-- {
		for n := r.Rows[row].From; n < r.Rows[row].To; {
			words := r.segmentFrom(n)
			found = append(found, headings.Find(words, kind)...)
			n += len(words)
		}
	}
	return found
}

// under are the nodes on the first row of item i that stand in the column of a heading and in no cell, and may be what it heads.
func (r *reviser) under(i int, head doc.Box, may func(text string) bool) []int {
	if row, _ := r.rowsOf(&r.words[i]); row >= 0 {
		for n := r.Rows[row].From; n < r.Rows[row].To; n++ {
			var nodes []int
			for k := n; k < r.Rows[row].To && r.Nodes[k].Segment == r.Nodes[n].Segment && !r.words[i].hold(k); k++ {
				nodes = append(nodes, k)
			}
			if len(nodes) == 0 || len(nodes) > mostOfCell {
				continue
			}
			words := r.decoder.words(nodes)
			if doc.BoxOf(words).Misalignment(head) < sameEdge*em(&r.Nodes[n]) && may(textnorm.Join(words)) {
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
