package ranking

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

// maxNumberParts is the most words in which an amount is printed: "1 234 567 ,50".
const maxNumberParts = 4

// proposeSums adds the amounts, beginning with the last one: sums stand at the end of an order.
func (g *Graph) proposeSums() {
	parted := g.Locale.Blanks() || g.partedSum()
	for i := len(g.nodes) - 1; i >= 0; i-- {
		n := &g.nodes[i]
		isRate := n.next[right] >= 0 && strings.HasPrefix(g.nodes[n.next[right]].text, "%")
		for from := 0; from < len(n.Words) && len(n.Words) <= maxParted; {
			text, to := g.amountAt(n, from, parted)
			if text != "" && !(isRate && to == len(n.Words) && amountOf(text) <= maxRate) {
				g.add(sums, text, i, from, to)
			}
			from = to
		}
	}
	g.proposeTaxes()
}

// partedSum reports whether the sum of the lines is printed with a blank between thousands, in a document that has none
// in its line items.
func (g *Graph) partedSum() bool {
	if g.Sum.IsZero() {
		return false
	}
	for i := range g.nodes {
		words := g.nodes[i].Words
		for from := range words[:max(0, min(len(words), maxParted)-1)] {
			if first := words[from].Text; len(first) > 3 || !textnorm.OnlyDigits(first) {
				continue
			}
			if text, to := g.amountAt(&g.nodes[i], from, true); to > from+1 && g.Sum.Equal(decimalOf(text)) {
				return true
			}
		}
	}
	return false
}

// amountAt reads the longest amount that begins at word from of a node, and returns the index of the word behind it. Blanks
// group digits only if parted is true.
func (g *Graph) amountAt(n *node, from int, parted bool) (text string, to int) {
	for to = min(len(n.Words), from+maxNumberParts); to > from; to-- {
		words := n.Words[from:to]
		figures := 0
		for _, w := range words {
			if textnorm.HasDigit(w.Text) {
				figures++
			}
		}
		if figures == 0 || figures > 1 && !parted {
			continue
		}
		printed := textnorm.Join(words)
		a, ok := g.Locale.Printed(printed)
		if a.Unit == value.Forint && g.Locale.Country == "HU" {
			a.Unit = ""
		}
		marked := strings.ContainsAny(strings.TrimRight(printed, ".,"), ".,")
		if ok && a.Unit == "" && !a.Percent && (marked || a.Currency != "" || to == len(n.Words) && n.date.iso == "") {
			if from > 0 && words[0].Text[0] == '(' && !strings.HasSuffix(n.Words[from-1].Text, ":") { // brackets of a sentence make nothing negative
				return strings.TrimPrefix(a.Text, "-"), to
			}
			return a.Text, to
		}
	}
	return "", from + 1
}

// maxRate is the greatest number that is taken for a percentage if its percent sign stands in a column of its own.
const maxRate = 100

// Bounds for adding up taxes, such as those of several rates.
const (
	maxTaxes   = 4   // taxes
	maxAmounts = 80  // among which arithmetic looks for taxes: the last of an order
	alignment  = 4.0 // points; the right edges of amounts in one column differ by less
)

// proposeTaxes adds sums of several taxes. It adds up successive amounts
//   - that are announced as taxes and are less than the sum of the lines, if that is known (registration numbers are not);
//   - that are shares of other amounts by a rate, if their sum is the difference of two amounts or is itself printed;
//   - that stand beneath each other at the ends of lines with rates, if their sum is the difference of two amounts.
//
// It sets g.tax to the greatest sum of the second kind.
func (g *Graph) proposeTaxes() {
	var amounts, taxes []*Candidate
	for _, c := range slices.Backward(g.Candidates[sums]) { // in reading order
		if c.first != c.last {
			continue
		}
		amounts = append(amounts, c)
		if claimed := c.words[0].claimed; claimed != nil && claimed.strength(keyvalue.Tax) > 0 && (g.Sum.IsZero() || decimalOf(c.Value).LessThan(g.Sum)) {
			taxes = append(taxes, c)
		}
	}
	always := func(*Candidate, *Candidate) bool { return true }
	g.proposeRunsOf(taxes, always, func(int64) bool { return true })
	amounts = amounts[max(0, len(amounts)-maxAmounts):]
	leads := g.differences(amounts)
	g.tax = g.proposeRunsOf(g.shares(amounts), always, func(sum int64) bool {
		return leads(sum) || slices.ContainsFunc(amounts, func(c *Candidate) bool { return unitsOf(c.Value) == sum })
	})
	lineOf := func(c *Candidate) int32 { return g.nodes[c.first].line }
	rated := g.ratedLines()
	var last []*Candidate // of each line
	for i, c := range amounts {
		if i+1 == len(amounts) || lineOf(amounts[i+1]) != lineOf(c) {
			last = append(last, c)
		}
	}
	g.proposeRunsOf(last, func(a, b *Candidate) bool { return rated[lineOf(a)] && rated[lineOf(b)] && aligned(a, b) }, leads)
}

// shares returns the amounts that are, by a rate on their line, a share of another amount there.
func (g *Graph) shares(amounts []*Candidate) (found []*Candidate) {
	rates := map[int32][]float64{}
	for i := range g.nodes {
		n := &g.nodes[i]
		for _, w := range n.Words {
			if len(w.Text) > maxRateBytes {
				continue
			}
			if rate, ok := g.Locale.Printed(strings.Trim(w.Text, "(),:")); ok {
				rates[n.line] = append(rates[n.line], amountOf(rate.Text)/100)
			}
		}
	}
	for _, c := range amounts {
		line, v := g.nodes[c.first].line, amountOf(c.Value)
		_, behind, _ := strings.Cut(c.Value, ".")
		place := math.Pow10(-len(behind))
		isShare := func(of *Candidate) bool {
			return of != c && g.nodes[of.first].line == line && slices.ContainsFunc(rates[line], func(rate float64) bool {
				return math.Abs(amountOf(of.Value)*rate-v) < 1.001*place
			})
		}
		if v > 100*place && slices.ContainsFunc(amounts, isShare) {
			found = append(found, c)
		}
	}
	return found
}

// maxRateBytes is the most bytes of a rate: "12.5%".
const maxRateBytes = 6

// ratedLines returns the lines on which a percent sign is printed.
func (g *Graph) ratedLines() map[int32]bool {
	rated := map[int32]bool{}
	for i := range g.nodes {
		if strings.Contains(g.nodes[i].text, "%") {
			rated[g.nodes[i].line] = true
		}
	}
	return rated
}

// differences returns a function that reports whether some amount exceeds another one, or the sum of the lines, by a
// given sum, in ten-thousandths. If the greater amount is a whole number, as if rounded, it may be less than one off.
func (g *Graph) differences(amounts []*Candidate) func(sum int64) bool {
	var units []int64
	for _, c := range amounts {
		units = append(units, unitsOf(c.Value))
	}
	bases := slices.Clone(units)
	if !g.Sum.IsZero() {
		bases = append(bases, unitsOf(g.Sum.String()))
	}
	return func(sum int64) bool {
		return sum > 0 && slices.ContainsFunc(units, func(total int64) bool {
			return slices.ContainsFunc(bases, func(base int64) bool {
				off := total - base - sum
				return base > 0 && (off == 0 || total%unitsPerOne == 0 && -unitsPerOne < off && off < unitsPerOne)
			})
		})
	}
}

// aligned reports whether the right edges of two amounts are aligned.
func aligned(a, b *Candidate) bool {
	return math.Abs(a.words[len(a.words)-1].Box.X1-b.words[len(b.words)-1].Box.X1) < alignment
}

// proposeRunsOf adds the sums of successive amounts of a page, at least two, if goesOn is true for each and the one
// before it and is for the sum. It returns the greatest of these sums, in ten-thousandths.
func (g *Graph) proposeRunsOf(amounts []*Candidate, goesOn func(before, next *Candidate) bool, is func(sum int64) bool) (most int64) {
	for from, first := range amounts {
		sum, words := decimalOf(first.Value), first.words
		for k, c := range amounts[from+1 : min(len(amounts), from+maxTaxes)] {
			if c.Page != first.Page || !goesOn(amounts[from+k], c) {
				break
			}
			v := decimalOf(c.Value)
			places := max(-sum.Exponent(), -v.Exponent())
			sum, words = sum.Add(v), slices.Concat(words, c.words)
			if units := sum.Shift(4).Round(0).IntPart(); is(units) {
				g.addWords(sums, sum.StringFixed(places), words, int(first.first), int(c.last))
				most = max(most, units)
			}
		}
	}
	return most
}

func decimalOf(s string) decimal.Decimal {
	v, _ := decimal.NewFromString(s)
	return v
}

// maxOptions is how many of the likeliest values of a field are tried together with others.
const maxOptions = 6

// What arithmetic adds to the log odds of sums.
const (
	worthOfLines   = 2.5 // the lines add up to the subtotal or, where there is none, the total
	worthOfChain   = 3.5 // everything adds up to the total
	worthOfRate    = 1.5 // and the tax is a whole or half percentage, or the sum of several taxes
	worthOfTable   = 4.0 // the taxes stand beside the amounts that they are shares of, with their rates
	costOfFurther  = 0.5 // a discount or charge is needed for everything to add up
	costOfUnknown  = 2.0 // or another amount is
	costOfRounding = 1.0 // or the total is a whole number, and less than one off
	costOfTwice    = 3.0 // one amount is chosen for two sums
	costOfGreat    = 3.0 // tax is more than half of an order, or freight more than a third but not all
)

// unitsPerOne is one, in ten-thousandths.
const unitsPerOne = 10_000

// sumOption is a value that a field may have.
type sumOption struct {
	candidate int // -1 for none
	text      string
	units     int64   // ten-thousandths
	odds      float64 // log of the probability, or of a further amount what it adds to the log odds
	plain     bool    // a further amount that nothing announces, and that is printed without decimals
	words     []*word // from which it is read
	several   bool    // it is the sum of several amounts
}

// further returns the amounts that may lead to the total beside subtotal, tax and shipping, by their
// units: discounts, charges, and at a higher cost others. Of equal amounts those that cost less
// come first.
func (g *Graph) further() map[int64][]sumOption {
	all := map[int64][]sumOption{}
	for _, c := range g.Candidates[sums] {
		o := sumOption{text: "+ " + c.Value, units: unitsOf(c.Value), odds: -costOfFurther, words: c.words}
		first := c.words[0]
		claimed := first.claimed
		switch {
		case claimed != nil && claimed.strength(keyvalue.Discount) > 0:
			o.text, o.units = "- "+strings.TrimPrefix(c.Value, "-"), -max(o.units, -o.units)
		case claimed != nil && max(claimed.strength(keyvalue.Charge), claimed.strength(keyvalue.Interim)) > 0:
		case g.Tables.Contains(c.Page, first.Box.MidX(), first.Box.MidY()), claimed != nil && claimed.strength(keyvalue.Tax) > 0:
			continue // an item's, or a tax
		default:
			o.odds, o.plain = -costOfUnknown, !strings.Contains(c.Value, ".")
		}
		all[o.units] = append(all[o.units], o)
	}
	for _, same := range all {
		slices.SortStableFunc(same, func(a, b sumOption) int { return cmp.Compare(b.odds, a.odds) })
	}
	return all
}

func unitsOf(s string) int64 { return decimalOf(s).Shift(4).Round(0).IntPart() }

// sumOptions returns the likeliest values of a field, none, and, unless shown is 0, the value of so many units, which a
// table of taxes shows.
func (r *Ranked) sumOptions(shown int64) []sumOption {
	all := r.likeliest(maxOptions)
	if shown != 0 {
		if i := slices.IndexFunc(r.Candidates, func(c *Candidate) bool { return unitsOf(c.Value) == shown }); i >= 0 && !slices.Contains(all, i) {
			all = append(all, i)
		}
	}
	options := make([]sumOption, len(all))
	for k, i := range all {
		o := sumOption{candidate: i, odds: math.Log(r.Probability(i) + tinyProbability)}
		if i >= 0 {
			c := r.Candidates[i]
			o.text, o.words, o.several = c.Value, c.words, c.first != c.last
			o.units = unitsOf(o.text)
			if shown != 0 && o.units == shown {
				o.odds += worthOfTable
			}
		}
		options[k] = o
	}
	return options
}

// decodeSums chooses subtotal, tax, shipping and total together. It counts in favour of a choice that
// the line items add up to one of them, and that they add up themselves. It returns the arithmetic that
// the total rests on, which is empty where nothing adds up.
func (g *Graph) decodeSums(subtotal, tax, shipping, total *Ranked) (proof string) {
	d := sumDecoder{lines: unitsOf(g.Sum.String()), known: !g.Sum.IsZero(), further: g.further()}
	taxes, freights, totals := tax.sumOptions(g.tax), shipping.sumOptions(0), total.sumOptions(0)
	top := math.Inf(-1)
	for _, s := range subtotal.sumOptions(0) {
		for _, x := range taxes {
			for _, h := range freights {
				for _, t := range totals {
					if s.odds+x.odds+h.odds+t.odds+worthOfLines+worthOfChain+worthOfRate <= top {
						continue
					}
					c := sumChoice{s, x, h, t}
					if c.impossible() {
						continue
					}
					odds, further, chained := d.weigh(&c)
					if odds <= top {
						continue
					}
					top, proof = odds, ""
					if chained {
						proof = c.chain(d.base(&c), further)
					}
					subtotal.Best, tax.Best, shipping.Best, total.Best = s.candidate, x.candidate, h.candidate, t.candidate
				}
			}
		}
	}
	return proof
}

// sumChoice is a choice of values for the four sums.
type sumChoice struct{ subtotal, tax, shipping, total sumOption }

// impossible reports whether tax or freight is negative, as discounts are, though the total is not, or freight is
// above 0 and less than 1, as the amount by which a total is rounded is.
func (c *sumChoice) impossible() bool {
	return c.total.units >= 0 && min(c.tax.units, c.shipping.units) < 0 || 0 < c.shipping.units && c.shipping.units < unitsPerOne
}

// sumDecoder holds the amounts that the sums of an order may add up with.
type sumDecoder struct {
	lines   int64 // sum of the line items in ten-thousandths, where it is known
	known   bool
	further map[int64][]sumOption
}

// weigh returns the log odds of a choice and, if everything adds up (chained), the further amount that leads to the total.
func (d *sumDecoder) weigh(c *sumChoice) (odds float64, further sumOption, chained bool) {
	s, x, h, t := &c.subtotal, &c.tax, &c.shipping, &c.total
	odds = s.odds + x.odds + h.odds + t.odds
	if t.sameCandidate(s) || t.sameCandidate(x) || x.sameCandidate(s) {
		odds -= costOfTwice
	}
	if base := max(s.units, t.units, d.lines, 0); x.units > base/2 || h.units > base/3 && h.units != t.units {
		odds -= costOfGreat
	}
	made := s // what the lines should add up to
	if s.candidate < 0 {
		made = t
	}
	if d.known && made.candidate >= 0 && made.units == d.lines {
		odds += worthOfLines
	}
	if t.candidate < 0 || s.candidate < 0 && !d.known {
		return odds, further, false
	}
	base := d.base(c).units
	if t.units == base || c.overlap() { // amounts that cancel out, or one amount that counts twice, prove nothing
		return odds, further, false
	}
	from := base + x.units + h.units
	further, found := d.leading(c, t.units-from)
	if off := t.units - from; !found && t.units%unitsPerOne == 0 && -unitsPerOne < off && off < unitsPerOne {
		further, found = sumOption{text: strings.Replace("+ "+decimal.New(off, -4).StringFixed(2), "+ -", "- ", 1), odds: -costOfRounding}, true
	}
	if !found || further.units == 0 && x.units == 0 && h.units == 0 {
		return odds, further, false
	}
	if x.units > 0 && (x.several || isRated(x.units, base) || isRated(x.units, t.units-x.units)) {
		odds += worthOfRate
		if d.known && further.units == 0 && made == s && s.units != d.lines && t.units == d.lines { // the lines include tax
			odds += worthOfLines
		}
	}
	return odds + worthOfChain + further.odds, further, true
}

// isRated reports whether an amount is a whole or half percentage of a base, at most 30 %, as a tax is. The base must be at
// least 20, so that this is no coincidence.
func isRated(amount, base int64) bool {
	const parts, most, cent = 200, 60, unitsPerOne / 100
	rate := (amount*parts + base/2) / max(base, 1)
	off := amount - base*rate/parts
	return base >= 10*parts*cent && 0 < rate && rate <= most && -cent < off && off < cent
}

// leading returns the further amount that is the difference between the total and what a choice adds up
// to: none for a difference of 0, or else an amount that is printed apart from those of the choice, and
// that neither takes tax or freight back nor is the sum of the lines once more.
func (d *sumDecoder) leading(c *sumChoice, difference int64) (further sumOption, found bool) {
	if difference == 0 {
		return further, true
	}
	if difference == -c.tax.units || difference == -c.shipping.units || c.subtotal.candidate < 0 && difference == d.lines {
		return further, false
	}
	for _, o := range d.further[difference] {
		if o.plain && strings.Contains(c.total.text, ".") { // such as the number of a page
			continue
		}
		if !overlapping(&o, &c.subtotal) && !overlapping(&o, &c.tax) && !overlapping(&o, &c.shipping) && !overlapping(&o, &c.total) {
			return o, true
		}
	}
	return further, false
}

// overlap reports whether two sums of a choice that are not zero are read from the same words.
func (c *sumChoice) overlap() bool {
	all := [...]*sumOption{&c.subtotal, &c.tax, &c.shipping, &c.total}
	for i, o := range all {
		for _, other := range all[:i] {
			if o.units != 0 && other.units != 0 && overlapping(o, other) {
				return true
			}
		}
	}
	return false
}

// overlapping reports whether two amounts are read from some of the same words.
func overlapping(a, b *sumOption) bool {
	return slices.ContainsFunc(a.words, func(w *word) bool { return slices.Contains(b.words, w) })
}

// base returns what the arithmetic of a choice begins with: the subtotal or, if it has none, the sum of the lines.
func (d *sumDecoder) base(c *sumChoice) sumOption {
	if c.subtotal.candidate < 0 {
		return sumOption{text: "sum of lines", units: d.lines}
	}
	return c.subtotal
}

// sameCandidate reports whether two sums are the same candidate.
func (o *sumOption) sameCandidate(other *sumOption) bool {
	return o.candidate >= 0 && o.candidate == other.candidate
}

// chain returns the arithmetic that leads from a base to the total.
func (c *sumChoice) chain(base, further sumOption) string {
	s := base.text
	for _, o := range [...]sumOption{c.tax, c.shipping} {
		if o.units != 0 {
			s += " + " + o.text
		}
	}
	if further.text != "" {
		s += " " + further.text
	}
	return s + " = " + c.total.text
}

// prove notes the arithmetic that sums rest on in their evidence, and raises their confidence to at least leastProven.
func prove(head *schema.Cells, proof string) {
	for _, f := range fieldsOf[sums] {
		if e := &head[f].Evidence; proof != "" && head[f].Value != "" {
			e.Proof, e.Confidence = proof, max(e.Confidence, leastProven)
		}
	}
}

// leastProven is the least confidence of sums that add up.
const leastProven = 0.95
