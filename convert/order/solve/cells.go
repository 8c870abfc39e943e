package solve

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"lineitem/convert/doc"
	"lineitem/convert/order/items"
	"lineitem/convert/order/ocrrepair"
	proofs "lineitem/convert/order/proof"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

// candidate is a run of words that may state a value.
type candidate struct {
	nodes []int
	cell  schema.Cell
	value float64 // of a figure
	score float64 // logarithm of its probability
}

// readItem reads the cells of an item. It reports whether they make an item: they name
// what is bought, or have several figures, or a figure and a line number.
func (d *decoder) readItem(rows itemRows) (item, bool) {
	it := item{rows: rows}
	d.readFigures(&it)
	for _, tag := range [...]tagging.Tag{tagging.LineNumber, tagging.ItemCode, tagging.Unit, tagging.Discount, tagging.Delivery} {
		it.set(tag, d.likeliest(rows, tag))
	}
	it.set(tagging.Description, d.description(rows))
	d.unitOfQuantity(&it)
	c := &it.cells
	figures := 0
	for _, f := range [...]schema.Field{schema.Quantity, schema.UnitPrice, schema.LineTotal} {
		if c[f].Value != "" {
			figures++
		}
	}
	named := c[schema.Description].Value != "" || c[schema.ItemCode].Value != ""
	return it, named || figures > 1 || figures > 0 && c[schema.LineNumber].Value != ""
}

// likeliest returns the likeliest candidate; one without words if there is none.
func (d *decoder) likeliest(rows itemRows, tag tagging.Tag) (best candidate) {
	for _, c := range d.candidates(rows, tag) {
		if best.nodes == nil || c.score > best.score {
			best = c
		}
	}
	return best
}

func (it *item) set(tag tagging.Tag, c candidate) {
	if c.cell.Value != "" {
		it.cells[tagging.Fields[tag]], it.words[tag] = c.cell, c.nodes
	}
}

// Bounds, gains and costs of an item's figures.
const (
	maxCandidates = 4   // of a figure
	leastFigure   = 0.1 // probability of a candidate whose word is not classified as the figure
	productGain   = 3.0 // nats, for quantity and price that make the total
	absentCost    = 1.5 // nats, for leaving out a figure that words are classified as
)

// readFigures reads quantity, price and total: the likeliest ones that multiply up, unless
// others are much likelier.
func (d *decoder) readFigures(it *item) {
	tags := [...]tagging.Tag{tagging.Quantity, tagging.UnitPrice, tagging.LineTotal}
	var options [len(tags)][]candidate
	for k, tag := range tags {
		options[k] = d.candidates(it.rows, tag)
		options[k] = append(options[k], d.untaggedCandidates(it.rows, tag)...)
		slices.SortStableFunc(options[k], func(a, b candidate) int {
			return int(math.Copysign(1, b.score-a.score))
		})
		options[k] = options[k][:min(len(options[k]), maxCandidates)]
		absent := candidate{score: -absentCost}
		if len(options[k]) == 0 || options[k][0].score < math.Log(0.5) && !d.isTagged(options[k][0], tag) {
			absent.score = 0
		}
		options[k] = append(options[k], absent)
	}
	best, chosen := math.Inf(-1), [len(tags)]int{}
	for q, quantity := range options[0] {
		for p, price := range options[1] {
			for t, total := range options[2] {
				score := quantity.score + price.score + total.score
				if overlaps(quantity, price) || overlaps(price, total) || overlaps(quantity, total) {
					continue
				}
				if quantity.nodes != nil && price.nodes != nil && total.nodes != nil && isProduct(quantity.value, price.value, total.value) {
					score += productGain
				}
				if score > best {
					best, chosen = score, [...]int{q, p, t}
				}
			}
		}
	}
	for k, tag := range tags {
		it.set(tag, options[k][chosen[k]])
	}
}

// isTagged reports whether the words of a candidate are classified as tag.
func (d *decoder) isTagged(c candidate, tag tagging.Tag) bool {
	return len(c.nodes) > 0 && d.best[c.nodes[0]] == tag
}

// overlaps reports whether two candidates share words.
func overlaps(a, b candidate) bool {
	return slices.ContainsFunc(a.nodes, func(n int) bool { return slices.Contains(b.nodes, n) })
}

// isProduct reports whether a quantity times a price makes a total, up to rounding to cents.
func isProduct(quantity, price, total float64) bool {
	return math.Abs(quantity*price-total) <= 0.011+1e-6*math.Abs(total)
}

// candidates returns the runs of words that are classified as tag and can be read as such a value.
func (d *decoder) candidates(rows itemRows, tag tagging.Tag) []candidate {
	var found []candidate
	for _, r := range rows {
		row := &d.Rows[r]
		for i := row.From; i < row.To; i++ {
			if d.best[i] != tag {
				continue
			}
			var run []int
			for ; i < row.To && d.best[i] == tag && (len(run) == 0 || d.mayShareCell(i-1, i)); i++ {
				run = append(run, i)
			}
			if tag == tagging.Discount {
				run, i = d.discount(run, i, row.To)
			}
			i--
			c, ok := d.candidate(run, tag)
			if ok {
				found = append(found, c)
			}
			if whole := d.grouped(run); whole != nil {
				if w, ok := d.candidate(whole, tag); ok {
					w.score = c.score + groupGain
					found = append(found, w)
				}
			}
		}
	}
	return found
}

// discount adds to the words of a discount before node i further discounts behind a plus, and a percent sign. It returns the node after them.
func (d *decoder) discount(run []int, i, end int) ([]int, int) {
	for i+1 < end && d.Nodes[i].Word.Text == "+" && d.best[i+1] == tagging.Discount {
		run, i = append(run, i, i+1), i+2
	}
	if i < end && d.Nodes[i].Word.Text == "%" {
		run, i = append(run, i), i+1
	}
	return run, i
}

// groupGain is the gain in nats for a figure that includes the word before it as its first group of digits.
const groupGain = 0.1

// groupDigits is the number of digits in a group where blanks separate groups: "12 450,00".
const groupDigits = 3

// isFirstGroup reports whether a word may be the first group of a figure's digits.
func isFirstGroup(s string) bool { return len(s) <= groupDigits && textnorm.OnlyDigits(s) }

// isLastGroup reports whether a word may be the last group of a figure's digits, with
// or without decimals.
func isLastGroup(s string) bool {
	if len(s) < groupDigits || !textnorm.OnlyDigits(s[:groupDigits]) {
		return false
	}
	rest := s[groupDigits:]
	return rest == "" || (rest[0] == '.' || rest[0] == ',') && textnorm.OnlyDigits(rest[1:])
}

// goesBefore reports whether the word before a node may be the first group of a figure's digits, and the node the last.
func (d *decoder) goesBefore(n int) bool {
	return !d.begins(n) && isLastGroup(d.Nodes[n].Word.Text) && isFirstGroup(d.Nodes[n-1].Word.Text)
}

// grouped returns the nodes of a figure with the word before it, which may be a group of its digits; nil if there is no such word.
func (d *decoder) grouped(run []int) []int {
	i := run[0] - 1
	if !d.goesBefore(run[0]) {
		return nil
	}
	if k := d.best[i]; k != tagging.Other && (k == tagging.Description || d.p[i][k] > 0.9) {
		return nil
	}
	return append([]int{i}, run...)
}

// untaggedCandidates returns candidates of single words that are not classified as tag but may state its figure.
func (d *decoder) untaggedCandidates(rows itemRows, tag tagging.Tag) []candidate {
	var found []candidate
	for _, r := range rows {
		row := &d.Rows[r]
		for i := row.From; i < row.To; i++ {
			if d.best[i] == tag || d.p[i][tag] < leastFigure {
				continue
			}
			if c, ok := d.candidate([]int{i}, tag); ok {
				found = append(found, c)
			}
		}
	}
	return found
}

func (d *decoder) candidate(run []int, tag tagging.Tag) (candidate, bool) {
	cell, v, ok := d.cellOf(run, tag)
	if !ok {
		return candidate{}, false
	}
	sum := 0.0
	for _, n := range run {
		sum += d.p[n][tag]
	}
	return candidate{run, cell, v, math.Log(sum/float64(len(run)) + smoothing)}, true
}

// mayShareCell reports whether two neighbouring nodes may belong to the same cell.
func (d *decoder) mayShareCell(a, b int) bool {
	x, y := d.Nodes[a].Word, d.Nodes[b].Word
	return d.Nodes[a].Segment == d.Nodes[b].Segment || y.Box.X0-x.Box.X1 < max(4, x.Size)
}

// unitOfQuantity takes the unit from the quantity's words if no other words state
// it: "12EA".
func (d *decoder) unitOfQuantity(it *item) {
	nodes := it.words[tagging.Quantity]
	if len(nodes) == 0 || it.cells[schema.Unit].Value != "" {
		return
	}
	n, ok := d.Locale.NumberUnit(textnorm.Join(d.words(nodes)))
	if unit := items.CleanUnit(n.Unit); ok && textnorm.CountLetters(unit) > 0 {
		it.cells[schema.Unit] = d.newCell(nodes, tagging.Quantity, unit)
	}
}

// description joins all words of a description.
func (d *decoder) description(rows itemRows) candidate {
	var nodes []int
	for k, r := range rows {
		row := &d.Rows[r]
		for from, to := row.From, 0; from < row.To; from = to {
			to = from + len(d.Nodes[from].Segment.Words)
			if k > 0 {
				nodes = append(nodes, d.wholeSegment(from, to)...)
			} else {
				nodes = append(nodes, d.describing(from, to)...)
			}
		}
	}
	text := strings.TrimSpace(textnorm.Join(d.words(nodes)))
	if !strings.ContainsFunc(text, unicode.IsLetter) && !textnorm.HasDigit(text) {
		return candidate{}
	}
	return candidate{nodes: nodes, cell: d.newCell(nodes, tagging.Description, text)}
}

// describing returns the nodes of a segment that are classified as description.
func (d *decoder) describing(from, to int) []int {
	var nodes []int
	for i := from; i < to; i++ {
		if d.best[i] == tagging.Description {
			nodes = append(nodes, i)
		}
	}
	return nodes
}

// wholeSegment returns the describing nodes of a segment in a further line of an item, if on average its words are likely enough to
// describe it (wholeShare). If not, the words that seem to describe it are the label of something else.
func (d *decoder) wholeSegment(from, to int) []int {
	nodes := d.describing(from, to)
	others, sum := 0, 0.0
	for i := from; i < to; i++ {
		if k := d.best[i]; k == tagging.Description || k == tagging.Other {
			sum += d.p[i][tagging.Description]
			others++
		}
	}
	if sum < wholeShare*float64(others) {
		return nil
	}
	return nodes
}

// wholeShare is the least mean probability of describing an item at which the words of a segment are taken to do so.
const wholeShare = 0.5

// cellOf reads a run of words as the value of a tag. V is its number, for figures only.
func (d *decoder) cellOf(run []int, tag tagging.Tag) (c schema.Cell, v float64, ok bool) {
	text := textnorm.Join(d.words(run))
	switch tag {
	case tagging.Quantity, tagging.UnitPrice, tagging.LineTotal:
		n, ok := d.figure(run)
		if !ok {
			return c, 0, false
		}
		v, err := strconv.ParseFloat(n.Text, 64)
		return d.newCell(run, tag, n.Text), v, err == nil
	case tagging.Discount:
		n, ok := d.Locale.Number(text)
		if _, several := proofs.Discounted(hundred, text); !ok && several == "" {
			return c, 0, false
		}
		if ok {
			text = proofs.DiscountText(text, n)
		}
		return d.newCell(run, tag, text), 0, true
	case tagging.Delivery:
		iso, ok := d.Locale.Date(text)
		return d.newCell(run, tag, iso), 0, ok
	case tagging.ItemCode, tagging.LineNumber:
		text = strings.Trim(text, "()[]:,;|#")
	case tagging.Unit:
		text = items.CleanUnit(text)
	}
	return d.newCell(run, tag, text), 0, text != ""
}

// figure reads words as a number that a unit may follow. In words recognised by OCR, letters that look
// like digits may stand for these.
func (d *decoder) figure(run []int) (value.Number, bool) {
	words := d.words(run)
	text := textnorm.Join(words)
	n, ok := d.Locale.NumberUnit(text)
	if !ok && ocrrepair.Recognised(words) {
		if meant, digits, letters, all := ocrrepair.Numerals(strings.Trim(text, "$€£ "+ocrrepair.StrayMarks)); all && digits >= letters {
			n, ok = d.Locale.NumberUnit(meant)
		}
	}
	return n, ok && !n.Percent
}

func (d *decoder) words(nodes []int) []*doc.Word {
	words := make([]*doc.Word, len(nodes))
	for i, n := range nodes {
		words[i] = d.Nodes[n].Word
	}
	return words
}

// newCell returns a cell with the words it was read from as evidence.
func (d *decoder) newCell(nodes []int, tag tagging.Tag, text string) schema.Cell {
	page := d.Pages[d.Nodes[nodes[0]].Page]
	e := doc.Evidence{Page: page.Number, Confidence: 1}
	var box doc.Box
	sum := 0.0
	for _, n := range nodes {
		w := d.Nodes[n].Word
		e.Words = append(e.Words, w.Text)
		if d.Nodes[n].Page == d.Nodes[nodes[0]].Page {
			box = box.Union(w.Box)
		}
		e.Confidence = min(e.Confidence, w.Confidence)
		sum += float64(d.Words[n][tag])
	}
	e.Box = page.Displayed(box)
	e.Confidence = min(e.Confidence, sum/float64(len(nodes)))
	return schema.Cell{Value: text, Evidence: e}
}
