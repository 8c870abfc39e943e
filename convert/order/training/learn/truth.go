package main

import (
	"slices"
	"strings"

	"lineitem/convert/order"
	"lineitem/convert/order/learn"
	"lineitem/convert/order/training"
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
	training.Each(n, func(i int) { all[i] = asked(order(i)) })
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
		a.answer(q.Topic.String())
		questions = append(questions, a)
	}
	return questions
}

// answer notes which candidates are the value that stands in all rows.
func (a *question) answer(key string) {
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
