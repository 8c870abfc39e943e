package ranking

import (
	"slices"
	"strings"

	"lineitem/convert/order/textnorm"
)

// Bounds of dates that follow an order's number.
const (
	maxBetween = 3  // words between them: "4711 of 3 May"
	datedOdds  = 20 // factor by which the odds of such a date rise
)

// dateNumber makes the date that follows the chosen number likelier as the order's date: "your order 4711 of 3 May" on
// an invoice that has a date of its own.
func (g *Graph) dateNumber(number, date *Ranked) {
	for _, n := range number.Candidates {
		if number.Best < 0 || n.value != number.Candidates[number.Best].value {
			continue
		}
		if i := slices.IndexFunc(date.Candidates, func(d *Candidate) bool { return g.follows(n, d) }); i >= 0 {
			date.favour(i, datedOdds)
			return
		}
	}
}

// follows reports whether a date stands behind a number in its segment, or in the one to the right, with at most
// maxBetween words between them and none with digits.
func (g *Graph) follows(number, date *Candidate) bool {
	n := &g.nodes[number.last]
	between, to := n.words[number.words[len(number.words)-1].at+1:], date.words[0].at
	switch {
	case date.words[0] == number.words[len(number.words)-1] && strings.Contains(date.words[0].Text, number.Value+"/"): // "4711/03.05.2026"
		return true
	case date.first == number.last && to >= len(n.words)-len(between):
		between = between[:to-(len(n.words)-len(between))]
	case date.first == n.next[right]:
		between = slices.Concat(between, g.nodes[date.first].words[:to])
	default:
		return false
	}
	return len(between) <= maxBetween && !slices.ContainsFunc(between, func(w *word) bool { return textnorm.HasDigit(w.Text) })
}

// favour multiplies the odds of a candidate, against the others and none, by the given factor, and chooses again.
func (r *Ranked) favour(i int, odds float64) {
	c := chances{p: r.P, none: r.None}
	all := 1 + (odds-1)*c.p[i]
	c.p[i] *= odds
	c.divide(all)
	r.None = c.none
	r.choose()
}
