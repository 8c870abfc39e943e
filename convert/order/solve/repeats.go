package solve

import (
	"slices"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"lineitem/convert/order/mechanism"
	proofs "lineitem/convert/order/proof"
	"lineitem/convert/order/schema"
)

var (
	repeatedItems = mechanism.New("solve: items that a further table parts by dates or places")
	sumsOfItems   = mechanism.New("solve: rows that state what items come to")
)

// WithoutRepeats returns an order's line items without those that state the sum of others, and without those at the end that repeat, in
// parts, what the ones before them order: by delivery dates, countries or depots.
func WithoutRepeats(lines []schema.Cells) []schema.Cells {
	if sumsOfItems.On() {
		lines = withoutSums(lines)
	}
	if !repeatedItems.On() || len(lines) > mostRepeated {
		return lines
	}
	for k := 1; k < len(lines); k++ {
		if partsOf(lines[:k], lines[k:]) {
			return lines[:k]
		}
	}
	return lines
}

// withoutSums returns lines without those that state the sum of the lines right above them, or a tax: a rate of the sum of all lines above, or of
// a sum of some successive lines above that stands on the same row. Lines with a line number or without a total always stay.
func withoutSums(lines []schema.Cells) []schema.Cells {
	kept := make([]schema.Cells, 0, len(lines))
	sums, group := make([]decimal.Decimal, 1), 0 // sums[k] is the sum of the first k kept lines; group is how many of them stand above the last sum
	for i := range lines {
		c, all := &lines[i], sums[len(kept)]
		total, ok := proofs.Amount(c[schema.LineTotal].Value)
		quantity, counted := proofs.Amount(c[schema.Quantity].Value)
		price, priced := proofs.Amount(c[schema.UnitPrice].Value)
		taxes := func(base, rate decimal.Decimal) bool {
			return rate.LessThan(hundred) && base.Mul(rate).Div(hundred).Sub(total).Abs().LessThanOrEqual(rounding) && slices.ContainsFunc(sums, func(from decimal.Decimal) bool {
				return slices.ContainsFunc(sums, from.Add(base).Equal)
			})
		}
		switch {
		case !ok || total.IsZero() || c[schema.LineNumber].Value != "":
		case !priced && len(kept)-group > 1 && all.Sub(sums[group]).Equal(total):
			group = len(kept)
			continue
		case priced && !counted && taxes(all, price), priced && counted && (taxes(quantity, price) || taxes(price, quantity)):
			continue
		}
		kept, sums = append(kept, *c), append(sums, all.Add(total))
	}
	return kept
}

// mostRepeated is the most lines that are compared with each other.
const mostRepeated = 400

// partsOf reports whether lines are parts of the items above them: each names one of these and states no more of it, and none has figures of its
// own that multiply up. If they begin on another page than that on which the items end, each must state a quantity less than the item's. On the
// same page they must begin again with the first item, keep the order of the items, and name more than one.
func partsOf(items, lines []schema.Cells) bool {
	apart := pageOf(&items[len(items)-1]) != pageOf(&lines[0])
	var named []int // the items
	for i := range lines {
		c := &lines[i]
		of := slices.IndexFunc(items, func(item schema.Cells) bool { return sameArticle(&item, c) })
		if of < 0 || provesTotal(c) || c[schema.PONumber].Value != items[of][schema.PONumber].Value {
			return false
		}
		named = append(named, of)
		all, ok1 := proofs.Amount(items[of][schema.Quantity].Value)
		part, ok2 := proofs.Amount(c[schema.Quantity].Value)
		if ok2 && (!ok1 || part.GreaterThan(all) || apart && part.Equal(all)) || !ok2 && apart {
			return false
		}
	}
	if alikeItems(items) || follows(&items[len(items)-1], &lines[0]) {
		return false
	}
	return apart || len(items) > 1 && named[0] == 0 && slices.IsSorted(named) && len(slices.Compact(named)) > 1
}

// alikeItems reports whether any two items are of the same article.
func alikeItems(items []schema.Cells) bool {
	for i := range items {
		if slices.ContainsFunc(items[:i], func(c schema.Cells) bool { return sameArticle(&c, &items[i]) }) {
			return true
		}
	}
	return false
}

// sameArticle reports whether a line names the article of an item: by its code, which may stand in the description of either, or
// if neither has a code, by its line number or its description.
func sameArticle(item, line *schema.Cells) bool {
	code, other := item[schema.ItemCode].Value, line[schema.ItemCode].Value
	text, own := item[schema.Description].Value, line[schema.Description].Value
	switch {
	case code != "" && other != "":
		return code == other
	case code != "":
		return own == code
	case other != "":
		first, _, _ := strings.Cut(text, " ")
		return first == other
	case line[schema.LineNumber].Value != "" && line[schema.LineNumber].Value == item[schema.LineNumber].Value:
		return true
	}
	return own != "" && own == text
}

// follows reports whether an item's number is greater than that of the item before it, as "2.1" is than "1.3".
func follows(before, c *schema.Cells) bool {
	last, ok1 := numberParts(before)
	number, ok2 := numberParts(c)
	return ok1 && ok2 && slices.Compare(number, last) > 0
}

// numberParts returns the parts of an item's number between points.
func numberParts(c *schema.Cells) (parts []int, ok bool) {
	for _, s := range strings.Split(strings.TrimRight(c[schema.LineNumber].Value, "."), ".") {
		n, err := strconv.Atoi(s)
		if err != nil {
			return nil, false
		}
		parts = append(parts, n)
	}
	return parts, true
}

// pageOf returns the number of the page on which an item is stated; 0 if it states nothing.
func pageOf(c *schema.Cells) int {
	for _, f := range schema.LineFields {
		if c[f].Value != "" {
			return c[f].Evidence.Page
		}
	}
	return 0
}
