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

// Where and how surely an order number must stand on a page to begin an order.
const (
	numberZone   = 0.45 // in this upper part of the page
	surePlace    = 0.45 // score of a number at the place where the order before has its own
	sureAlone    = 0.7  // score of one elsewhere, on a page that has a head of its own
	samePlaceGap = 20.0 // points by which the same field may differ between orders
)

// ordersByPage finds several orders in one file.
var ordersByPage = mechanism.New("order: several orders by their pages")

// split reports which parts of the document hold one order each. A new order
// begins on a page in whose head another number is printed than the order's
// before, at the same place or with headings of parties; all other pages, such as
// continuations and terms, go on with it.
func split(r *reading) []part {
	if len(r.pages) == 0 {
		return nil
	}
	parts := []part{{}}
	current := r.headNumber(0)
	for n := 1; n < len(r.pages); n++ {
		found := r.headNumber(n)
		if ordersByPage.On() && r.begins(n, &found, &current) {
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
	key   string // letters and digits only; "" where there is none
	box   doc.Box
	score float64
	also  []string // all numbers on the page, as printed
	sure  float64  // least confidence of the words it was read from
}

// headNumber finds the order number in the head of a page.
func (r *reading) headNumber(n int) pageNumber {
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

// begins reports whether the number in a page's head begins a new order behind that of another.
func (r *reading) begins(n int, found, current *pageNumber) bool {
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

// sameNumber reports whether two texts print one number, which may be printed with or without
// what stands before and behind it: PO204418, 204418, 204418-1. Figures that go on make it another,
// other than zeros before it, except on recognised pages, where some may be lost.
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

// figuresGoOn reports of each byte of a text's letters and digits, n in all, and of the end, whether
// it is a figure that follows another, other than zeros before a number.
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

// cutTables returns the part's tables. A table that was read on into the next
// order is cut where its lines' pages end.
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
