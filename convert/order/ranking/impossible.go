package ranking

import (
	"slices"
	"strings"
)

// impossible are the candidates of a group that are none of its values, however probable the network finds them; nil
// where all may be. They stay candidates, since others are compared with them.
func (g *Graph) impossible(k group) []bool {
	var is func(value string) bool
	switch k {
	case numbers:
		is = func(number string) bool { return g.isDate(number) || amount(number) }
	case names:
		is = hasCaption
	default:
		return nil
	}
	out := make([]bool, len(g.Candidates[k]))
	for i, c := range g.Candidates[k] {
		out[i] = is(c.Value)
	}
	return out
}

// isDate reports whether a number is a date, or the year of one that is printed.
func (g *Graph) isDate(number string) bool {
	if _, from, to, ok := g.Locale.FindDate(number); ok && from == 0 && to == len(number) {
		return true
	}
	return len(number) == yearDigits && slices.ContainsFunc(g.nodes, func(n node) bool { return strings.HasPrefix(n.date.iso, number) })
}

// yearDigits is how many digits a year has.
const yearDigits = 4

// hasCaption reports whether a name holds what it is the name of: "Factory: Acme Ltd".
func hasCaption(name string) bool { return strings.ContainsAny(name, ":：") }

// leaveOut gives the probability of some candidates to the others and to none.
func (c *chances) leaveOut(out []bool) {
	if out == nil {
		return
	}
	left := 1.0
	for i := range c.p {
		if out[i] {
			left -= c.p[i]
			c.p[i] = 0
		}
	}
	left = max(left, leastOdds)
	for i := range c.p {
		c.p[i] /= left
	}
	c.none /= left
}
