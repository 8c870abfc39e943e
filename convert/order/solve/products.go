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
	leastProduct = 1000.0 // a smaller whole number may be a product by chance
	columnGain   = 1.0    // nats, for a figure in the column of the same cell of another item
	leastRate    = 0.02   // probability of being a discount, for a percentage without its sign
)

// figureSet are figures that multiply up: quantity, price, total and discount. The discount has no words if there is none.
type figureSet [4]candidate

var figureTags = [len(figureSet{})]tagging.Tag{tagging.Quantity, tagging.UnitPrice, tagging.LineTotal, tagging.Discount}

// takeProducts gives items whose figures do not multiply up figures on their rows that do, if most items then have figures
// that multiply up: a few may do so by chance. If not, it only fills in missing figures (see onlyAdds). Totals that add up to a printed sum stay.
func (r *reviser) takeProducts() {
	if !provenProducts.On() {
		return
	}
	lines := make([]schema.Cells, len(r.lines))
	var open []int // items whose figures do not multiply up
	for i, c := range r.lines {
		if lines[i] = *c; !provesTotal(c) {
			open = append(open, i)
		}
	}
	if len(open) == 0 {
		return
	}
	summed := prove(r.Pages, r.Locale, lines).summed
	found, proven := make([]figureSet, len(r.lines)), len(r.lines)-len(open)
	for _, i := range open {
		if found[i] = r.findFigureSet(i, summed); found[i][0].nodes != nil {
			proven++
		}
	}
	most := float64(proven) >= itemShare*float64(len(r.lines))
	for _, single := range [...]bool{false, true} { // trivial quantities come last, since they must stand in the column of others
		for i := range r.lines {
			f := &found[i]
			if f[0].nodes == nil || !most && !r.onlyAdds(i, f) || single != trivial(&f[0]) || single && !r.inColumn(f[0].nodes[0], tagging.Quantity) {
				continue
			}
			for k, tag := range figureTags {
				if f[k].nodes != nil {
					r.put(i, tag, f[k].nodes, f[k].cell.Value)
				}
			}
		}
	}
}

// exchangePrices exchanges quantity and price of an item if the quantity is printed with a currency sign and the price is not: arithmetic cannot
// tell them apart.
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

// isMoney reports whether a figure is printed behind a currency sign.
func (r *reviser) isMoney(nodes []int) bool {
	n := nodes[0]
	if !r.begins(n) && !textnorm.HasDigit(r.Nodes[n-1].Word.Text) {
		nodes = append([]int{n - 1}, nodes...)
	}
	text := textnorm.Join(r.decoder.words(nodes))
	sign := strings.IndexFunc(text, func(c rune) bool { return unicode.Is(unicode.Sc, c) })
	return sign >= 0 && sign < strings.IndexFunc(text, unicode.IsDigit)
}

// put makes nodes the cell of item i for a tag, with text as its value, and takes them out of the item's other cells.
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

// findFigureSet returns the likeliest figures on the rows of an item that multiply up. If keepTotal is set, the item's total must be among them.
func (r *reviser) findFigureSet(i int, keepTotal bool) (best figureSet) {
	figures, rates := r.figuresOf(i)
	if len(figures) > mostFigures {
		return best
	}
	top := math.Inf(-1)
	held := candidate{nodes: r.words[i][tagging.LineTotal]}
	stays := func(total *candidate) bool {
		return r.lines[i][schema.LineTotal].Value == total.cell.Value || overlaps(held, *total) // the same total with its cents
	}
	for q := range figures {
		for p := range figures {
			if p == q || trivial(&figures[p]) {
				continue
			}
			for t := range figures {
				total := &figures[t]
				if !value.HasDecimals(total.cell.Value) && (total.value < leastProduct || trivial(&figures[q])) || keepTotal && !stays(total) {
					continue
				}
				for d := range rates {
					if !isRoundedProduct(figures[q].value, figures[p].value*(1-rates[d].value/100), total) {
						continue
					}
					try := figureSet{figures[q], figures[p], *total, rates[d]}
					if score, ok := r.scoreFigures(i, &try); ok && score > top {
						best, top = try, score
					}
				}
			}
		}
	}
	return best
}

// isRoundedProduct reports whether a quantity and a price make a total, which may be rounded to a whole amount.
func isRoundedProduct(quantity, price float64, total *candidate) bool {
	return isProduct(quantity, price, total.value) || !strings.Contains(total.cell.Value, ".") && math.Abs(quantity*price-total.value) < 0.5
}

// trivial reports whether a factor is 0 or 1, so that its product proves nothing.
func trivial(c *candidate) bool { return c.value == 0 || c.value == 1 }

// onlyAdds reports whether figures differ from those that an item has only by a quantity or a price that it lacks.
func (r *reviser) onlyAdds(i int, f *figureSet) bool {
	same := func(k int) bool { return slices.Equal(r.words[i][figureTags[k]], f[k].nodes) }
	lacks := func(k int) bool { return len(r.words[i][figureTags[k]]) == 0 }
	return same(2) && (same(0) && lacks(1) || lacks(0) && same(1))
}

// scoreFigures returns the log probability that figures are those of an item, raised for figures in the column of other items'. It reports whether they are
// admissible: no word stands in two of them, a discount that the item has is among them, and the network does not doubt them much more than
// those that the item has.
func (r *reviser) scoreFigures(i int, f *figureSet) (score float64, ok bool) {
	lost := 0.0
	for k, tag := range figureTags {
		if f[k].nodes == nil {
			continue
		}
		for _, other := range f[:k] {
			if overlaps(f[k], other) {
				return 0, false
			}
		}
		p := math.Log(r.probability(f[k].nodes, tag) + smoothing)
		if score += p; r.inColumn(f[k].nodes[len(f[k].nodes)-1], tag) {
			score += columnGain
		}
		if held := r.words[i][tag]; len(held) > 0 {
			lost += math.Log(r.probability(held, tag)+smoothing) - p
		}
	}
	discount := r.words[i][tagging.Discount]
	kept := len(discount) == 0 || slices.ContainsFunc(f[:], func(c candidate) bool { return slices.Contains(c.nodes, discount[0]) })
	forMany := f[3].nodes == nil && f[3].value > 0 // such prices are rare, so they only prove what an item lacks
	return score, kept && lost < productGain && (!forMany || r.onlyAdds(i, f))
}

// figuresOf returns the numbers on the rows of an item that may be its figures, and the possible rates of discount: none, the percentages on its
// rows, and those that stand for prices per hundred and per thousand.
func (r *reviser) figuresOf(i int) (figures, rates []candidate) {
	rates = []candidate{{}, {value: 99}, {value: 99.9}} // none, and what prices per hundred and per thousand amount to
	if held := r.lines[i][schema.Discount]; len(r.words[i][tagging.Discount]) > 0 {
		if v, ok := proofs.Amount(held.Value); ok {
			rates = append(rates, candidate{nodes: r.words[i][tagging.Discount], cell: held, value: v.InexactFloat64()})
		}
	}
	for _, row := range r.rowsUpToNext(i) {
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
					c.cell.Value = proofs.DiscountText(text, printed)
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

// textOf joins the words of a figure. Between the whole and cents that are printed in a column of their own it puts a decimal mark.
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

// areCents reports whether a word may be the cents of an amount whose whole part is the word before it.
func areCents(word string) bool { return len(word) == 2 && textnorm.OnlyDigits(word) }

// inColumn reports whether a node ends at the same x as the cell of some item for the tag.
func (r *reviser) inColumn(node int, tag tagging.Tag) bool {
	n := &r.Nodes[node]
	return slices.ContainsFunc(r.words, func(w cellWords) bool {
		return len(w[tag]) > 0 && math.Abs(r.Nodes[w[tag][len(w[tag])-1]].Word.Box.X1-n.Word.Box.X1) < sameEdge*em(n)
	})
}
