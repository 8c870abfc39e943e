package order_test

import (
	"strings"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/order"
	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/review"
	"lineitem/convert/order/schema"
)

// TestLikelyWrongIsLeftOut checks that values read from pixels that are likely wrong are left out of the order, and
// that the review says so, with their places. Asking for evidence must make no difference.
func TestLikelyWrongIsLeftOut(t *testing.T) {
	const misread = 0.08
	left := 0
	for seed := range uint64(12) {
		d := ordertest.Recognised(ordertest.Generate(seed).Document, seed, misread)
		orders := order.Read(d)
		rows, evidence := order.Rows(orders)
		for _, e := range order.Review(d, orders) {
			if e.Code != review.Missing || e.Page == 0 {
				continue
			}
			left++
			f, _ := schema.FieldOf(e.Key)
			if got := rows[e.Row][f].Value; got != "" {
				t.Errorf("document %d, row %d: %s = %q, which the review says was left out", seed, e.Row, e.Key, got)
			}
			if e.Box.Empty() || !strings.Contains(e.Message, "left out") {
				t.Errorf("document %d: the entry %+v does not tell what was left out where", seed, e)
			}
		}
		for i, row := range evidence {
			for key, e := range row {
				if e.Confidence < order.LeastGiven && e.Page > 0 && e.Proof == "" {
					t.Errorf("document %d, row %d: %s is given with the confidence %g, want at least %g", seed, i, key, e.Confidence, order.LeastGiven)
				}
			}
		}
		if values, _ := order.Rows(new(order.Reader).ReadValues(d)); !sameRows(values, rows) {
			t.Errorf("document %d: Values gives other rows than Read", seed)
		}
	}
	if left == 0 {
		t.Errorf("nothing is left out where %g of the characters are misread", misread)
	}
}

// TestTextLayersAreGivenInFull checks that no value read from a text layer is left out.
func TestTextLayersAreGivenInFull(t *testing.T) {
	for seed := range uint64(6) {
		d := ordertest.Generate(seed).Document
		for _, e := range order.Review(d, order.Read(d)) {
			if strings.Contains(e.Message, "left out") {
				t.Errorf("document %d: %+v", seed, e)
			}
		}
	}
}

// TestHandwritingIsReviewed checks that the review tells where something is written by hand, unless the order is
// verified without it.
func TestHandwritingIsReviewed(t *testing.T) {
	d := plainOrder("144.00", "144.01")
	d.Pages[0].Unread = []doc.Box{{X0: 10, Y0: 20, X1: 60, Y1: 30}, {X0: 300, Y0: 25, X1: 340, Y1: 40}}
	want := doc.Box{X0: 10, Y0: 20, X1: 340, Y1: 40}
	found := false
	for _, e := range order.Review(d, order.Read(d)) {
		found = found || e.Code == review.PixelsPoor && e.Page == 1 && e.Box == want
	}
	if !found {
		t.Errorf("no entry tells of the handwriting at %v", want)
	}
	sure := plainOrder()
	sure.Pages[0].Unread = d.Pages[0].Unread
	if got := order.Review(sure, order.Read(sure)); len(got) > 0 {
		t.Errorf("an order that is verified has the entries %v", got)
	}
}

func sameRows(a, b []order.Row) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		for f := range a[i] {
			if a[i][f] != b[i][f] {
				return false
			}
		}
	}
	return true
}
