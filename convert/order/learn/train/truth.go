package main

import (
	"runtime"
	"slices"
	"strings"
	"sync"
	"unicode"

	"lineitem/convert/order"
	"lineitem/convert/order/learn"
	"lineitem/convert/order/wording"
)

// question is a question with its answer.
type question struct {
	learn.Question
	right []bool // by candidate
	none  bool   // it is right to choose none
	from  *sample
}

// byTopic asks all questions about so many orders.
func byTopic(n int, order func(i int) *sample) [learn.NumTopics][]question {
	all := make([][]question, n)
	next := make(chan int)
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for i := range next {
				all[i] = asked(order(i))
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wait.Wait()
	var topics [learn.NumTopics][]question
	for _, questions := range all {
		for _, q := range questions {
			topics[q.Topic] = append(topics[q.Topic], q)
		}
	}
	return topics
}

// asked are the questions about an order whose answers its rows tell.
func asked(s *sample) []question {
	var questions []question
	for _, q := range order.Questions(s.document) {
		a := question{Question: q, from: s, right: make([]bool, len(q.Rows))}
		known := false
		switch key, column := strings.CutPrefix(q.Topic.String(), "column "); {
		case column:
			known = a.answerColumn(key)
		default:
			known = a.answerValue(key)
		}
		if known {
			questions = append(questions, a)
		}
	}
	return questions
}

// answerValue tells which candidates are the value that stands in all rows.
func (a *question) answerValue(key string) bool {
	var values []string
	for _, row := range a.from.rows {
		if !slices.Contains(values, row[key]) {
			values = append(values, row[key])
		}
	}
	for i := range a.from.rows {
		for _, v := range a.from.also.of(i, key) {
			if !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
	}
	a.none = slices.Contains(values, "")
	for i := range a.Values {
		a.right[i] = slices.ContainsFunc(values, func(v string) bool { return v != "" && same(key, v, a.Values[i][0]) })
	}
	return true
}

// enough is the share of a column's cells that must state what the rows do.
const enough = 0.6

// answerColumn tells which columns state what the rows have under a key.
func (a *question) answerColumn(key string) bool {
	form := wording.Bare
	switch key {
	case "quantity", "unit_price", "line_total":
		form = significant
	}
	wanted := map[string]bool{}
	for _, row := range a.from.rows {
		if v := row[key]; v != "" {
			wanted[form(v)] = true
		}
	}
	delete(wanted, "")
	states := func(cell string) bool {
		cell = form(cell)
		if key != "description" || len(cell) <= 2 {
			return wanted[cell]
		}
		for v := range wanted {
			if strings.Contains(v, cell) {
				return true
			}
		}
		return false
	}
	shares := make([]float64, len(a.Values))
	best := 0.0
	for i, cells := range a.Values {
		n := 0
		for _, cell := range cells {
			if states(cell) {
				n++
			}
		}
		shares[i] = float64(n) / float64(max(1, len(cells)))
		best = max(best, shares[i])
	}
	if a.none = best < enough; a.none {
		return len(wanted) == 0 || len(wanted) > 1 // where all lines are alike, the order's value may stand elsewhere
	}
	for i := range shares {
		a.right[i] = shares[i] == best
	}
	return true
}

// same tells whether a value is a column's right one, nearly.
func same(key, want, got string) bool {
	if strings.HasSuffix(key, "_date") {
		return want == got
	}
	a, b := []rune(wording.Bare(want)), []rune(wording.Bare(got))
	if string(a) == string(b) {
		return true
	}
	if key == "po_number" || len(a)+len(b) > 600 {
		return false
	}
	return 2*float64(common(a, b)) >= 0.95*float64(len(a)+len(b))
}

// common is the length of the longest common subsequence.
func common(a, b []rune) int {
	before := make([]int, len(b)+1)
	now := make([]int, len(b)+1)
	for i := range a {
		for j := range b {
			now[j+1] = max(now[j], before[j+1])
			if a[i] == b[j] {
				now[j+1] = before[j] + 1
			}
		}
		before, now = now, before
	}
	return before[len(b)]
}

// significant are the digits of a number that its form does not change.
func significant(s string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s), "0")
}
