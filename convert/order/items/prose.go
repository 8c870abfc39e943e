package items

import (
	"slices"
	"strings"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"

	"github.com/shopspring/decimal"
)

var proseItems = mechanism.New("items: quantities and prices within sentences")

// Bounds of items within sentences.
const (
	mostProseGap    = 60  // greatest distance between an item's quantity and price, words
	leastProseItems = 2   // fewest items
	mostMentions    = 500 // most numbers of a page
)

// mention is a number among the words of a page.
type mention struct {
	at     int // index of its word
	value  decimal.Decimal
	text   string
	amount bool // it has decimals or a currency
}

// proseItem is an item within a sentence: its numbers; total is nil if none is printed.
type proseItem struct{ quantity, price, total *mention }

// InProse finds items in running text: for each a quantity, words, a price and perhaps a total, in this order. All of the
// items' products must be printed, or their sum.
func (f *Finder) InProse() []*Table {
	if !proseItems.On() {
		return nil
	}
	t := &Table{}
	for _, p := range f.pages {
		var words []*doc.Word
		for _, l := range p.Lines {
			for _, s := range l.Segments {
				words = append(words, s.Words...)
			}
		}
		mentions := f.mentions(words)
		printed := map[string]bool{}
		for _, m := range mentions {
			printed[m.value.String()] = printed[m.value.String()] || m.amount
		}
		var best []proseItem
		for i := range mentions {
			if found := proseItemsFrom(mentions[i:], printed); len(found) > len(best) {
				best = found
			}
		}
		t.Lines = append(t.Lines, proseLines(p, words, best)...)
	}
	if len(t.Lines) == 0 {
		return nil
	}
	t.Regions = RegionsOfLines(f.pages, t.Lines)
	return []*Table{t}
}

// mentions returns the numbers among words.
func (r *reader) mentions(words []*doc.Word) (found []mention) {
	for i, w := range words {
		text := strings.Trim(strings.TrimRight(w.Text, "."), "()[],;:")
		if last, size := utf8.DecodeLastRuneInString(text); strings.ContainsRune(timesMarks, last) { // a text with several of them is a code
			text = text[:len(text)-size]
		}
		f, ok := value.ScanFigure(text)
		n, read := r.locale.Number(text)
		_, date := r.locale.Date(text)
		if !ok || !read || date || f.Percent || !n.Value.IsPositive() || len(found) == mostMentions {
			continue
		}
		beside := func(k int) bool { return 0 <= k && k < len(words) && value.Currency(words[k].Text) != "" }
		found = append(found, mention{i, n.Value, n.Text, value.HasDecimals(f.Digits) || f.Currency != "" || beside(i-1) || beside(i+1)})
	}
	return found
}

// proseItemsFrom returns the most items from the first number on that arithmetic proves by the printed amounts, nil for none. The
// first number must not be an amount: it is the first item's quantity, unless another number times the price makes its total.
func proseItemsFrom(numbers []mention, printed map[string]bool) (proven []proseItem) {
	var found []proseItem
	sum, products := decimal.Zero, true
	for {
		first := slices.IndexFunc(numbers, func(m mention) bool { return !m.amount })
		if first < 0 || len(found) == 0 && first > 0 {
			return proven
		}
		price := first + slices.IndexFunc(numbers[first:], func(m mention) bool { return m.amount })
		if price < first || numbers[price].at-numbers[first].at > mostProseGap {
			return proven
		}
		it, next := proseItem{quantity: &numbers[first], price: &numbers[price]}, price+1
		for k := first; k < price && next < len(numbers) && it.total == nil; k++ {
			if t := &numbers[next]; t.amount && t.value.Equal(numbers[k].value.Mul(it.price.value)) {
				it.quantity, it.total, next = &numbers[k], t, next+1
			}
		}
		found, numbers = append(found, it), numbers[next:]
		sum, products = sum.Add(it.quantity.value.Mul(it.price.value)), products && it.total != nil
		if len(found) >= leastProseItems && (products || printed[sum.String()]) {
			proven = slices.Clip(found)
		}
	}
}

// proseLines returns the cells of items, nil if one of them has no text.
func proseLines(p *layout.Page, words []*doc.Word, found []proseItem) (lines []schema.Cells) {
	texts := make([][]*doc.Word, len(found))
	for i, it := range found {
		texts[i] = words[it.quantity.at+1 : it.price.at]
	}
	for i, it := range found {
		var c schema.Cells
		text := withoutEnd(texts[i], texts)
		if len(text) > 1 && value.IsUnit(text[0].Text) {
			c[schema.Unit] = statedCell(p, text[0].Text, text[0])
			text = text[1:]
		}
		for len(text) > 1 && isLinkWord(text[0]) {
			text = text[1:]
		}
		if textnorm.CountLetters(textnorm.Join(text)) < leastText {
			return nil
		}
		c[schema.Quantity] = statedCell(p, it.quantity.text, words[it.quantity.at])
		c[schema.Description] = statedCell(p, strings.Trim(textnorm.Join(text), ",;:"), text...)
		c[schema.UnitPrice] = statedCell(p, it.price.text, words[it.price.at])
		if it.total != nil {
			c[schema.LineTotal] = statedCell(p, it.total.text, words[it.total.at])
		}
		lines = append(lines, c)
	}
	return lines
}

// withoutEnd removes from the end of a text the words with which most texts end, and those that only link others.
func withoutEnd(text []*doc.Word, texts [][]*doc.Word) []*doc.Word {
	for k := 1; len(text) > 1; k++ {
		last, alike := text[len(text)-1], 0
		for _, other := range texts {
			if len(other) >= k && textnorm.Fold(other[len(other)-k].Text) == textnorm.Fold(last.Text) {
				alike++
			}
		}
		if 2*alike <= len(texts) && (!isLinkWord(last) || textnorm.HasDigit(text[len(text)-2].Text)) {
			break
		}
		text = text[:len(text)-1]
	}
	return text
}

// isLinkWord reports whether a word only links others: it has no digit, no capital and at most two letters.
func isLinkWord(w *doc.Word) bool {
	return !textnorm.HasDigit(w.Text) && textnorm.CountLetters(w.Text) <= 2 && len(w.Text) <= 3 && strings.ToLower(w.Text) == w.Text
}
