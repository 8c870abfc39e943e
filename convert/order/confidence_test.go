package order_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/order"
	"lineitem/convert/order/confidence"
	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/review"
)

// plainOrder returns an order with nothing doubtful in it, after the given
// replacements.
func plainOrder(replace ...string) *doc.Document {
	type text struct {
		x, y float64
		text string
	}
	texts := []text{
		{50, 60, "Brightwater Instruments Ltd"}, {50, 74, "12 Harbour Road"}, {50, 88, "Bristol BS1 5TT"},
		{400, 60, "PURCHASE ORDER"},
		{400, 88, "PO Number:"}, {480, 88, "PO-204417"},
		{400, 102, "PO Date:"}, {480, 102, "14 March 2026"},
		{50, 140, "Supplier:"}, {50, 154, "Oakfield Fasteners Ltd"}, {50, 168, "4 Mill Lane"}, {50, 182, "Leeds LS1 4AP"},
		{320, 140, "Bill To:"}, {320, 154, "Brightwater Instruments Ltd"}, {320, 168, "12 Harbour Road"}, {320, 182, "Bristol BS1 5TT"},
		{50, 240, "Line"}, {90, 240, "Item"}, {170, 240, "Description"}, {360, 240, "Qty"}, {410, 240, "Unit"}, {450, 240, "Unit Price"}, {520, 240, "Amount"},
		{50, 258, "1"}, {90, 258, "OF-10440"}, {170, 258, "Hex bolt M8 x 40 zinc"}, {360, 258, "100"}, {410, 258, "EA"}, {450, 258, "0.35"}, {520, 258, "35.00"},
		{50, 274, "2"}, {90, 274, "OF-10872"}, {170, 274, "Washer M8 stainless"}, {360, 274, "250"}, {410, 274, "EA"}, {450, 274, "0.12"}, {520, 274, "30.00"},
		{50, 290, "3"}, {90, 290, "OF-11903"}, {170, 290, "Threaded rod M8 1 m"}, {360, 290, "20"}, {410, 290, "EA"}, {450, 290, "2.75"}, {520, 290, "55.00"},
		{430, 330, "Subtotal:"}, {520, 330, "120.00"},
		{430, 346, "VAT 20%:"}, {520, 346, "24.00"},
		{430, 362, "Total GBP:"}, {520, 362, "144.00"},
	}
	swap := strings.NewReplacer(replace...)
	page := doc.Page{Number: 1, Width: 612, Height: 792}
	for _, t := range texts {
		x := t.x
		for _, w := range strings.Fields(swap.Replace(t.text)) {
			width := 5 * float64(len([]rune(w)))
			page.Words = append(page.Words, doc.Word{
				Text: w, Box: doc.Box{X0: x, Y0: t.y - 8, X1: x + width, Y1: t.y + 2}, Baseline: t.y, Size: 10, Confidence: 1,
			})
			x += width + 2.8
		}
	}
	return &doc.Document{Pages: []doc.Page{page}}
}

func TestVerified(t *testing.T) {
	for _, test := range []struct {
		name    string
		replace []string
		want    bool
	}{
		{"everything fits", nil, true},
		{"the total is a cent more", []string{"144.00", "144.01"}, false},
		{"the total is a cent less", []string{"144.00", "143.99"}, false},
		{"the total is more by a number of a line", []string{"144.00", "145.00"}, false},
		{"the total is more by an amount of a line", []string{"144.00", "174.00"}, false},
		{"a line's total is a cent more", []string{"55.00", "55.01"}, false},
		{"the subtotal is another", []string{"120.00", "125.00"}, false},
		{"a quantity is another", []string{"250", "260"}, false},
		{"there is no order number", []string{"PO Number:", "", "PO-204417", ""}, false},
		{"there is no date", []string{"PO Date:", "", "14 March 2026", ""}, false},
		{"nobody supplies", []string{"Supplier:", "", "Oakfield Fasteners Ltd", "", "4 Mill Lane", "", "Leeds LS1 4AP", ""}, false},
	} {
		d := plainOrder(test.replace...)
		if got := len(order.Review(d, order.Read(d))) == 0; got != test.want {
			t.Errorf("%s: Verified = %t, want %t", test.name, got, test.want)
		}
	}
	off := order.Read(plainOrder("144.00", "144.01"))[0]
	if !slices.Contains(off.Judgement.Warnings, confidence.SumsUnproven) || slices.Contains(off.Judgement.Warnings, confidence.LinesUnproven) {
		t.Errorf("the signs against an order whose total is a cent more are %v, want %v among them, and not %v", off.Judgement.Warnings, confidence.SumsUnproven, confidence.LinesUnproven)
	}
	sure := order.Read(plainOrder())[0]
	if sure.Judgement.Probability < confidence.Threshold || off.Judgement.Probability > sure.Judgement.Probability {
		t.Errorf("probabilities %g of an order about which nothing is doubtful, %g of one with another total; want the first at least %g and the other no more", sure.Judgement.Probability, off.Judgement.Probability, confidence.Threshold)
	}
	if got := order.Review(new(doc.Document), nil); len(got) != 1 || got[0].Code != review.Missing {
		t.Errorf("Review of a document without orders = %v, want that none was found", got)
	}
}

// TestProof checks that the evidence of sums that add up states the arithmetic.
func TestProof(t *testing.T) {
	head := order.Read(plainOrder())[0].Head
	for _, f := range [...]order.Field{order.Subtotal, order.Tax, order.Total} {
		if got, want := head[f].Evidence.Proof, "120.00 + 24.00 = 144.00"; got != want {
			t.Errorf("proof of %s = %q, want %q", f.Key(), got, want)
		}
	}
}

// TestConfidence checks that confidences are probabilities, the same each time, and
// that judging changes no values.
func TestConfidence(t *testing.T) {
	d := plainOrder("144.00", "144.01")
	orders := order.Read(d)
	if again := order.Read(d); !reflect.DeepEqual(orders, again) {
		t.Error("Read gives other orders the second time")
	}
	unjudged, _ := new(order.Reader).ReadUnjudged(d)
	rows, evidence := order.Rows(orders)
	if before, _ := order.Rows(unjudged); !reflect.DeepEqual(rows, before) {
		t.Errorf("values changed with their confidences:\n%v\n%v", rows, before)
	}
	for i := range evidence {
		for key, e := range evidence[i] {
			if !(e.Confidence > 0 && e.Confidence <= 1) {
				t.Errorf("row %d, %s: confidence = %g, want it in (0, 1]", i, key, e.Confidence)
			}
		}
	}
	sure, _ := order.Rows(order.Read(plainOrder()))
	if len(sure) != 3 {
		t.Errorf("Rows of the plain order = %d, want 3", len(sure))
	}
}

// TestValues checks that reading without confidences gives the same values.
func TestValues(t *testing.T) {
	for seed := range uint64(20) {
		d := ordertest.Generate(seed).Document
		want, _ := order.Rows(order.Read(d))
		if got, _ := order.Rows(new(order.Reader).ReadValues(d)); !reflect.DeepEqual(got, want) {
			t.Errorf("seed %d: Values gives the rows %v, want %v", seed, got, want)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	d := plainOrder()
	b.Run("judged", func(b *testing.B) {
		for b.Loop() {
			order.Read(d)
		}
	})
	b.Run("unjudged", func(b *testing.B) {
		for b.Loop() {
			new(order.Reader).ReadUnjudged(d)
		}
	})
}

// TestSeveralOrdersStandSomewhere checks that the review of a document with several
// unverified orders says where each order's number is.
func TestSeveralOrdersStandSomewhere(t *testing.T) {
	d := plainOrder("144.00", "145.00")
	other := plainOrder("PO-204417", "PO-204503", "144.00", "145.00").Pages[0]
	other.Number = 2
	d.Pages = append(d.Pages, other)
	orders := new(order.Reader).Read(d)
	n := 0
	for _, e := range order.Review(d, orders) {
		if e.Code != review.SeveralOrders {
			continue
		}
		if want := orders[e.Row/3].Head[order.PONumber].Evidence; e.Page != want.Page || e.Box != want.Box.Rounded() {
			t.Errorf("row %d: page %d, %v, want page %d, %v", e.Row, e.Page, e.Box, want.Page, want.Box)
		}
		n++
	}
	if n != 2 {
		t.Errorf("%d entries, want 2", n)
	}
}
