package solve

import (
	"slices"
	"strings"

	"lineitem/convert/order/items"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

var besideUnits = mechanism.New("solve: units behind quantities that the reading left out")

// takeUnits gives items without units the words right behind their quantities, if these are known units or the network finds them more likely
// to be units than descriptions.
func (r *reviser) takeUnits() {
	if !besideUnits.On() {
		return
	}
	const leastUnit = 0.1 // probability of a unit that is not known as one
	for i, l := range r.lines {
		figure := r.words[i][tagging.Quantity]
		if l[schema.Unit].Value != "" || len(figure) == 0 {
			continue
		}
		last := slices.Max(figure)
		n := last + 1
		if n == len(r.Nodes) || r.Nodes[n].Segment != r.Nodes[last].Segment || r.words[i].contains(n, tagging.Description) {
			continue
		}
		unit := items.CleanUnit(r.Nodes[n].Word.Text)
		seen := r.Words[n][tagging.Unit] > max(leastUnit, r.Words[n][tagging.Description]) && textnorm.CountLetters(unit) > 0
		if seen || value.IsUnit(unit) {
			l[schema.Unit], r.words[i][tagging.Unit] = r.newCell([]int{n}, tagging.Unit, unit), []int{n}
			r.changed[i] = r.words[i].drop(tagging.Description, []int{n}) || r.changed[i]
		}
	}
	r.takePlacedUnits()
}

// trimUnits removes from units an amount before and a code behind them, if the network takes neither for part of a unit, and the marks around
// them. A short whole number behind a unit is kept, since it may count what is in it.
func (r *reviser) trimUnits() {
	const least, longest = 0.1, 3 // probability of being part of a unit, digits of a count
	for i, l := range r.lines {
		foreign := func(word string) bool {
			return slices.ContainsFunc(r.words[i][tagging.Unit], func(n int) bool {
				return r.Nodes[n].Word.Text == word && r.Words[n][tagging.Unit] < least
			})
		}
		words := strings.Fields(l[schema.Unit].Value)
		if len(words) > 1 && value.HasDecimals(words[0]) && foreign(words[0]) {
			words = words[1:]
		}
		if n := len(words) - 1; n > 0 && textnorm.HasDigit(words[n]) && (len(words[n]) > longest || !textnorm.OnlyDigits(words[n])) && foreign(words[n]) {
			words = words[:n]
		}
		l[schema.Unit].Value = items.CleanUnit(strings.Join(words, " "))
	}
}

// takePlacedUnits gives items without units words that belong to no cell and stand in the same column of most of them, if the network finds it
// probable enough that they are units. Less is asked of known units, except single letters, which may as well mark a tax or a size.
func (r *reviser) takePlacedUnits() {
	const leastSeen, known = 0.2, 0.02 // least mean probability of being units, and that of known units
	bare := 0
	var places []codePlace
	for i, l := range r.lines {
		if l[schema.Unit].Value != "" {
			continue
		}
		bare++
		for _, nodes := range r.leftOut(i) {
			places = r.addPlaced(places, placedCode{item: i, nodes: nodes}, tagging.Unit)
		}
	}
	var best *codePlace
	for k := range places {
		p := &places[k]
		count, least := float64(len(p.codes)), 0.0
		for _, c := range p.codes {
			if text := items.CleanUnit(textnorm.Join(r.decoder.words(c.nodes))); len(text) > 1 && value.IsUnit(text) {
				least += known
			} else {
				least += leastSeen
			}
		}
		if count >= max(leastItems, itemShare*float64(bare)) && p.sum >= least && (best == nil || p.sum > best.sum) {
			best = p
		}
	}
	if best == nil {
		return
	}
	for _, c := range best.codes {
		r.lines[c.item][schema.Unit], _, _ = r.cellOf(c.nodes, tagging.Unit)
		r.words[c.item][tagging.Unit] = c.nodes
	}
}

// leftOut returns the runs of words with letters that are in no cell, stand on the rows of item i before its total, and extend to the end of a
// segment or to a mark.
func (r *reviser) leftOut(i int) (found [][]int) {
	const longest = 3 // words
	first, last := r.rowsOf(&r.words[i])
	for row := first; row <= last && first >= 0; row++ {
		var run []int
		for n := r.Rows[row].From; n < r.Rows[row].To; n++ {
			if r.words[i].contains(n) {
				if run = nil; slices.Contains(r.words[i][tagging.LineTotal], n) {
					break
				}
				continue
			}
			run = append(run, n)
			if !r.endsAt(n) {
				continue
			}
			if text := items.CleanUnit(textnorm.Join(r.decoder.words(run))); len(run) <= longest && textnorm.CountLetters(text) > 0 {
				found = append(found, run)
			}
			run = nil
		}
	}
	return found
}
