package order

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/order/items"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/textnorm"
)

// Where on a page, and with what score, an order number must stand to begin an order.
const (
	numberZone   = 0.45 // share of the page's height, from the top
	surePlace    = 0.45 // least score of a number at the place where the previous order has its own
	sureAlone    = 0.7  // least score of one elsewhere, on a page with a heading of a party
	samePlaceGap = 20.0 // points by which the place of the same field may differ between orders
)

// ordersByPage is a mechanism: it finds several orders in one file.
var ordersByPage = mechanism.New("order: several orders by their pages")

// split returns the parts of the document that hold one order each. A new order
// begins on a page whose head has a different number from the previous order's,
// at the same place or on a page with headings of parties. All other pages, such as
// continuations and terms, belong to the order before.
func split(r *reading) []part {
	if len(r.pages) == 0 {
		return nil
	}
	parts := []part{{}}
	current := r.pageHeadNumber(0)
	for n := 1; n < len(r.pages); n++ {
		found := r.pageHeadNumber(n)
		if ordersByPage.On() && r.beginsOrder(n, &found, &current) {
			parts = append(parts, part{first: n})
			current = found
		} else if current.key == "" {
			current = found
		}
		parts[len(parts)-1].last = n
	}
	for i := range parts {
		parts[i].tables = cutTables(r.tables, parts[i], len(parts) == 1)
	}
	return parts
}

// pageNumber is the order number that is printed in a page's head.
type pageNumber struct {
	text  string // as printed
	key   string // letters and digits only; "" if there is no number
	box   doc.Box
	score float64
	also  []string // all order numbers that labels announce on the page, as printed
	sure  float64  // least confidence of the words it was read from
}

// pageHeadNumber finds the order number in the head of a page.
func (r *reading) pageHeadNumber(n int) pageNumber {
	var top pageNumber
	for _, c := range r.announced[n] {
		if c.Kind != keyvalue.Number {
			continue
		}
		top.also = append(top.also, c.Value)
		if c.Score > top.score && c.Span.Segment.Y0 < numberZone*r.pages[n].Height {
			top.text, top.key, top.score, top.box = c.Value, textnorm.Bare(c.Value), c.Score, c.Span.Segment.Box
			top.sure = ocrrepair.Confidence(c.Span.Words())
		}
	}
	return top
}

// beginsOrder reports whether the number found in the head of page n begins a new order after the current one.
func (r *reading) beginsOrder(n int, found, current *pageNumber) bool {
	if found.key == "" || current.key == "" {
		return false
	}
	sure := min(found.sure, current.sure)
	if slices.ContainsFunc(found.also, func(text string) bool { return sameNumber(text, current.text, sure < 1) }) || sure < 1 && ocrrepair.SameNumber(found.key, current.key, sure) {
		return false
	}
	if math.Abs(found.box.X0-current.box.X0) < samePlaceGap && math.Abs(found.box.Y0-current.box.Y0) < samePlaceGap {
		return found.score >= surePlace
	}
	return found.score >= sureAlone && r.headsParties(n)
}

// headsParties reports whether a heading of a supplier or of an address stands
// on the page, as on the first page of an order.
func (r *reading) headsParties(n int) bool {
	for i := range r.pages[n].Lines {
		if slices.ContainsFunc(r.pages[n].Lines[i].Segments, r.headings.Begin) {
			return true
		}
	}
	return false
}

// sameNumber reports whether two texts print the same number, with or without a prefix or suffix:
// PO204418, 204418, 204418-1. Further digits next to it, other than leading zeros, make it a different
// number, except on recognised pages, where digits may have been lost.
func sameNumber(a, b string, recognised bool) bool {
	x, y := textnorm.Bare(a), textnorm.Bare(b)
	if len(x) > len(y) {
		b, x, y = a, y, x
	}
	if x == y || len(x) < 3 {
		return x == y
	}
	goesOn := figuresGoOn(b, len(y))
	for from := strings.Index(y, x); from >= 0 && from+len(x) <= len(y); from++ {
		if strings.HasPrefix(y[from:], x) && (recognised || !goesOn[from] && !goesOn[from+len(x)]) {
			return true
		}
	}
	return false
}

// figuresGoOn reports for each of the n bytes of a text's letters and digits whether it is a digit that
// directly follows another, not counting a number's leading zeros. One element more, for the end, is false.
func figuresGoOn(text string, n int) []bool {
	goesOn, at, figures := make([]bool, n+1), 0, false
	for _, r := range text {
		if !unicode.IsDigit(r) {
			figures = false
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			goesOn[at] = figures
			at += utf8.RuneLen(unicode.ToLower(r))
			figures = figures || unicode.IsDigit(r) && r != '0'
		}
	}
	return goesOn
}

// cutTables returns the part's tables. A table that runs on into another order is
// cut at the part's pages.
func cutTables(tables []*items.Table, p part, whole bool) []*items.Table {
	if whole {
		return tables
	}
	var own []*items.Table
	for _, t := range tables {
		inside := 0
		for _, g := range t.Regions {
			if p.first <= g.Page && g.Page <= p.last {
				inside++
			}
		}
		switch inside {
		case 0:
		case len(t.Regions):
			own = append(own, t)
		default:
			own = append(own, t.Within(p.first, p.last))
		}
	}
	return own
}
