package solve

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"lineitem/convert/order/mechanism"
	proofs "lineitem/convert/order/proof"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

var provenProducts = mechanism.New("solve: figures of items that arithmetic finds together")

// Bounds of looking for figures that multiply up.
const (
	mostFigures  = 24     // on the rows of an item
	leastProduct = 1000.0 // of whole numbers: lesser ones are products by chance
	columnGain   = 1.0    // nats, for a figure in the column of other items'
	leastRate    = 0.02   // probability of a discount that is a percentage without its sign
)

// factors are figures that multiply up: quantity, price, total, and a discount, which has no words where there is none.
type factors [4]candidate

var factorTags = [len(factors{})]tagging.Tag{tagging.Quantity, tagging.UnitPrice, tagging.LineTotal, tagging.Discount}

// takeProducts gives items whose figures do not multiply up those on their rows that do, where most items then have
// such: those of a few may be chance. Totals that add up to a printed sum stay.
func (r *reviser) takeProducts() {
	if !provenProducts.On() {
		return
	}
	lines := make([]schema.Cells, len(r.lines))
	var open []int // items whose figures do not multiply up
	for i, c := range r.lines {
		if lines[i] = *c; !closes(c) {
			open = append(open, i)
		}
	}
	if len(open) == 0 {
		return
	}
	summed := prove(r.Pages, r.Locale, lines).summed
	found, proven := make([]factors, len(r.lines)), len(r.lines)-len(open)
	for _, i := range open {
		if found[i] = r.factorsOf(i, summed); found[i][0].nodes != nil {
			proven++
		}
	}
	most := float64(proven) >= markedShare*float64(len(r.lines))
	for _, single := range [...]bool{false, true} { // those with trivial quantities in the column of others come last
		for i := range r.lines {
			f := &found[i]
			if f[0].nodes == nil || !most && !r.adds(i, f) || single != trivial(&f[0]) || single && !r.inColumn(f[0].nodes[0], tagging.Quantity) {
				continue
			}
			for k, tag := range factorTags {
				if f[k].nodes != nil {
					r.put(i, tag, f[k].nodes, f[k].cell.Value)
				}
			}
		}
	}
}

// exchangePrices makes a quantity that is printed with a sign of a currency the price of its item, and a price that is printed with none the
// quantity: arithmetic cannot tell them apart.
func (r *reviser) exchangePrices() {
	for i, c := range r.lines {
		quantity, price := r.words[i][tagging.Quantity], r.words[i][tagging.UnitPrice]
		if len(quantity) == 0 || len(price) == 0 || !r.isMoney(quantity) || r.isMoney(price) {
			continue
		}
		c[schema.Quantity], c[schema.UnitPrice] = c[schema.UnitPrice], c[schema.Quantity]
		r.words[i][tagging.Quantity], r.words[i][tagging.UnitPrice] = price, quantity
	}
}

// isMoney reports whether a figure is printed behind the sign of a currency.
func (r *reviser) isMoney(nodes []int) bool {
	n := nodes[0]
	if !r.begins(n) && !textnorm.HasDigit(r.Nodes[n-1].Word.Text) {
		nodes = append([]int{n - 1}, nodes...)
	}
	text := textnorm.Join(r.decoder.words(nodes))
	sign := strings.IndexFunc(text, func(c rune) bool { return unicode.Is(unicode.Sc, c) })
	return sign >= 0 && sign < strings.IndexFunc(text, unicode.IsDigit)
}

// put makes nodes the cell of an item, and takes them out of its others.
func (r *reviser) put(i int, tag tagging.Tag, nodes []int, text string) {
	words := &r.words[i]
	for k := range words {
		if other := tagging.Tag(k); other != tag && words.drop(other, nodes) {
			if len(words[k]) == 0 {
				r.lines[i][tagging.Fields[k]] = schema.Cell{}
			}
			r.changed[i] = r.changed[i] || other == tagging.Description
		}
	}
	r.lines[i][tagging.Fields[tag]], words[tag] = r.newCell(nodes, tag, text), nodes
}

// factorsOf are the likeliest figures on the rows of an item that multiply up, with its total where that is to stay.
func (r *reviser) factorsOf(i int, keepTotal bool) (best factors) {
	figures, rates := r.figuresOf(i)
	if len(figures) > mostFigures {
		return best
	}
	top := math.Inf(-1)
	held := candidate{nodes: r.words[i][tagging.LineTotal]}
	stays := func(total *candidate) bool {
		return r.lines[i][schema.LineTotal].Value == total.cell.Value || crosses(held, *total) // with its cents
	}
	for q := range figures {
		for p := range figures {
			if p == q || trivial(&figures[p]) {
				continue
			}
			for t := range figures {
				total := &figures[t]
				if !value.IsAmount(total.cell.Value) && (total.value < leastProduct || trivial(&figures[q])) || keepTotal && !stays(total) {
					continue
				}
				for d := range rates {
					if !makes(figures[q].value, figures[p].value*(1-rates[d].value/100), total) {
						continue
					}
					try := factors{figures[q], figures[p], *total, rates[d]}
					if score, ok := r.judge(i, &try); ok && score > top {
						best, top = try, score
					}
				}
			}
		}
	}
	return best
}

// makes reports whether a quantity and a price make a total, which may be rounded to a whole amount.
func makes(quantity, price float64, total *candidate) bool {
	return product(quantity, price, total.value) || !strings.Contains(total.cell.Value, ".") && math.Abs(quantity*price-total.value) < 0.5
}

// trivial reports whether what a factor makes proves nothing.
func trivial(c *candidate) bool { return c.value == 0 || c.value == 1 }

// adds reports whether figures add to those of an item nothing but the quantity or the price that it lacks.
func (r *reviser) adds(i int, f *factors) bool {
	same := func(k int) bool { return slices.Equal(r.words[i][factorTags[k]], f[k].nodes) }
	lacks := func(k int) bool { return len(r.words[i][factorTags[k]]) == 0 }
	return same(2) && (same(0) && lacks(1) || lacks(0) && same(1))
}

// judge is how likely figures are those of an item. It reports whether no words stand in two of them, a discount that the item has is
// among them, and the network does not doubt them much more than those that it has.
func (r *reviser) judge(i int, f *factors) (score float64, ok bool) {
	lost := 0.0
	for k, tag := range factorTags {
		if f[k].nodes == nil {
			continue
		}
		for _, other := range f[:k] {
			if crosses(f[k], other) {
				return 0, false
			}
		}
		p := math.Log(r.probability(f[k].nodes, tag) + floor)
		if score += p; r.inColumn(f[k].nodes[len(f[k].nodes)-1], tag) {
			score += columnGain
		}
		if held := r.words[i][tag]; len(held) > 0 {
			lost += math.Log(r.probability(held, tag)+floor) - p
		}
	}
	discount := r.words[i][tagging.Discount]
	kept := len(discount) == 0 || slices.ContainsFunc(f[:], func(c candidate) bool { return slices.Contains(c.nodes, discount[0]) })
	forMany := f[3].nodes == nil && f[3].value > 0 // rare: only what an item lacks is found by it
	return score, kept && lost < productGain && (!forMany || r.adds(i, f))
}

// figuresOf are the numbers on the rows of an item that may be figures of it, and the rates of discount: none, and the percentages.
func (r *reviser) figuresOf(i int) (figures, rates []candidate) {
	rates = []candidate{{}, {value: 99}, {value: 99.9}} // none, and what prices for a hundred and for a thousand leave
	if held := r.lines[i][schema.Discount]; len(r.words[i][tagging.Discount]) > 0 {
		if v, ok := proofs.Amount(held.Value); ok {
			rates = append(rates, candidate{nodes: r.words[i][tagging.Discount], cell: held, value: v.InexactFloat64()})
		}
	}
	for _, row := range r.upToNext(i) {
		for n := r.Rows[row].From; n < r.Rows[row].To; n++ {
			runs := [][]int{{n}}
			switch {
			case n+1 < r.Rows[row].To && r.Nodes[n+1].Word.Text == "%":
				runs[0] = append(runs[0], n+1)
			case r.goesBefore(n):
				runs = append(runs, []int{n - 1, n})
			}
			if n+1 < r.Rows[row].To && areCents(r.Nodes[n+1].Word.Text) {
				runs = append(runs, []int{n, n + 1})
			}
			for _, run := range runs {
				text := r.textOf(run)
				printed, ok := r.Locale.NumberUnit(strings.Trim(text, "()×"))
				c := candidate{nodes: run, value: math.Abs(printed.Value.InexactFloat64())}
				switch {
				case !ok || slices.Contains(r.words[i][tagging.LineNumber], n):
				case printed.Percent:
					c.cell.Value = proofs.TakenNumber(text, printed)
					rates = append(rates, c)
				case !printed.Value.IsNegative():
					c.cell.Value = printed.Text
					figures = append(figures, c)
					if r.Words[n][tagging.Discount] > leastRate && c.value > 0 && c.value < 100 {
						c.cell.Value += "%"
						rates = append(rates, c)
					}
				}
			}
		}
	}
	return figures, rates
}

// textOf joins the words of a figure. Cents in a column of their own are parted from the whole by a mark.
func (r *reviser) textOf(run []int) string {
	words := r.decoder.words(run)
	text := textnorm.Join(words)
	whole, cents, ok := strings.Cut(text, " ")
	switch {
	case !ok || !areCents(cents):
		return text
	case strings.Contains(whole, "."):
		return whole + "," + cents
	}
	return whole + "." + cents
}

// areCents reports whether a word may be the cents of an amount of which the word before it is the whole.
func areCents(word string) bool { return len(word) == 2 && textnorm.OnlyDigits(word) }

// inColumn reports whether a node ends where the same cell of another item does.
func (r *reviser) inColumn(node int, tag tagging.Tag) bool {
	n := &r.Nodes[node]
	return slices.ContainsFunc(r.words, func(w cellWords) bool {
		return len(w[tag]) > 0 && math.Abs(r.Nodes[w[tag][len(w[tag])-1]].Word.Box.X1-n.Word.Box.X1) < sameEdge*em(n)
	})
}
