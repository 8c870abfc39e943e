package solve

import (
	"strconv"
	"strings"

	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
)

var countingNumbers = mechanism.New("solve: numbers that count the items at one place")

// takeNumbers gives the items numbers, if none has one yet and all have at the same place numbers that count them in ones or tens.
func (r *reviser) takeNumbers() {
	const leastCounted = 2
	if !countingNumbers.On() || len(r.lines) < leastCounted {
		return
	}
	for _, l := range r.lines {
		if l[schema.LineNumber].Value != "" {
			return
		}
	}
	for _, step := range [...]int{1, 10} {
		for _, first := range r.numbered(0, step) {
			nodes := []int{first}
			for i := 1; i < len(r.lines) && len(nodes) == i; i++ {
				for _, n := range r.numbered(i, step*(i+1)) {
					if r.aligned([]int{first}, []int{n}) {
						nodes = append(nodes, n)
						break
					}
				}
			}
			if len(nodes) < len(r.lines) {
				continue
			}
			for i, n := range nodes {
				l, number := r.lines[i], nodes[i:i+1]
				l[schema.LineNumber], _, _ = r.cellOf(number, tagging.LineNumber)
				r.words[i][tagging.LineNumber] = number
				r.changed[i] = r.words[i].drop(tagging.Description, []int{n}) || r.changed[i]
			}
			return
		}
	}
}

// numbered returns the nodes of item i that state a given number, are the first or second word of a segment, and belong to no cell except its
// description. They may stand above what was read of the item.
func (r *reviser) numbered(i, number int) (found []int) {
	const mostAbove = 2 // rows above what was read of the item
	first, last := r.rowsOf(&r.words[i])
	start := max(0, first-mostAbove)
	if i > 0 {
		_, before := r.rowsOf(&r.words[i-1])
		start = max(start, before+1)
	}
	for row := start; row <= last && first >= 0; row++ {
		for n := r.Rows[row].From; n < r.Rows[row].To; n++ {
			opens := r.begins(n) || r.begins(n-1)
			text := strings.Trim(r.Nodes[n].Word.Text, "().#:")
			if v, err := strconv.Atoi(text); err == nil && v == number && opens && !r.words[i].contains(n, tagging.Description) {
				found = append(found, n)
			}
		}
	}
	return found
}
