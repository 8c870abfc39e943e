package order

import (
	"fmt"
	"strings"
	"testing"

	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/taught"
)

// visit holds what changes from one order of an invented layout to the next.
type visit struct{ number, date, due, supplier, street, town, reference, goods, price, sum string }

// memo returns an order in a layout whose labels nobody else uses.
func (v visit) memo() string {
	return fmt.Sprintf(`
Halloran Boat Works Ltd
8 Slipway Road
Cowes PO31 7QA

                         PURCHASE ORDER

Slip chit  %s                      Chalked up  %s
Berth by   %s                      Skipper ref %s

Made out for
%s
%s
%s

Item     Description                 Qty     Unit Price      Amount
1        %-26s  2          %s       %s

                                             Grand total     %s
`, v.number, v.date, v.due, v.reference, v.supplier, v.street, v.town, v.goods, v.price, v.sum, v.sum)
}

// row returns the correct row of the order.
func (v visit) row() map[string]string {
	day := func(d string) string { return d[6:] + "-" + d[3:5] + "-" + d[:2] }
	return map[string]string{
		"po_number": v.number, "po_date": day(v.date), "delivery_date": day(v.due), "buyer": "Halloran Boat Works Ltd", "supplier": v.supplier,
		"line_number": "1", "description": v.goods, "quantity": "2", "unit_price": v.price, "line_total": v.sum, "total": v.sum,
	}
}

var visits = []visit{
	{"K-5512", "14/03/2026", "02/04/2026", "Denholm Chandlers Ltd", "3 Quay Street", "Leith EH6 6PA", "R. Tull", "Bronze cleat", "12.50", "25.00"},
	{"K-6047", "29/05/2026", "17/06/2026", "Marrable & Son Ltd", "17 Foundry Lane", "Hull HU1 1AA", "P. Ames", "Oak plank", "41.20", "82.40"},
}

// taughtBy returns a reader that was taught the layout of an example.
func taughtBy(t *testing.T, text string, row map[string]string) *Reader {
	t.Helper()
	by := new(Reader)
	lesson, err := by.Learn(ordertest.Typed(text), []map[string]string{row})
	if err != nil {
		t.Fatalf("Learn: %v", err)
	}
	for _, u := range lesson.Unexplained {
		t.Errorf("the example's %s %q is not explained", u.Field.Key(), u.Value)
	}
	by.Layout = func(taught.Fingerprint) *taught.Layout { return lesson.Layout }
	return by
}

// TestTaughtLabels checks that values after labels that no lexicon knows are found once an order of
// the layout has been corrected.
func TestTaughtLabels(t *testing.T) {
	example, other := visits[0], visits[1]
	by := taughtBy(t, example.memo(), example.row())
	d := ordertest.Typed(other.memo())
	plain, orders := new(Reader).Read(d), by.Read(d)
	if len(plain) != 1 || len(orders) != 1 {
		t.Fatalf("%d orders before it was taught, %d after, want one each", len(plain), len(orders))
	}
	for _, f := range [...]Field{PONumber, PODate, DeliveryDate, Buyer, Supplier, Total} {
		want := other.row()[f.Key()]
		if got := orders[0].Head[f].Value; got != want {
			t.Errorf("%s = %q, want %q (%q before it was taught)", f.Key(), got, want, plain[0].Head[f].Value)
		}
	}
	if e := orders[0].Head[PONumber].Evidence; e.Page != 1 || e.Layout == "" || strings.Join(e.Words, " ") != other.number {
		t.Errorf("evidence of the number: page %d, layout %q, words %q", e.Page, e.Layout, e.Words)
	}
}

// TestTaughtSilence checks that a value that the reader takes from the example although its
// corrected row has none is left out on other orders.
func TestTaughtSilence(t *testing.T) {
	form := func(v visit) string {
		return strings.NewReplacer("Skipper ref", "Ship via:  ", v.reference, "UPS Ground").Replace(v.memo())
	}
	example, other := visits[0], visits[1]
	row := example.row() // on this form "Ship via" is followed by the name of the person who ordered
	d := ordertest.Typed(form(other))
	if orders := new(Reader).Read(d); len(orders) != 1 || orders[0].Head[ShipVia].Value == "" {
		t.Fatalf("before it was taught: %d orders, want one with a shipping method", len(orders))
	}
	by := taughtBy(t, form(example), row)
	if orders := by.Read(d); len(orders) != 1 || orders[0].Head[ShipVia].Value != "" {
		t.Errorf("the shipping method is %q, want none", orders[0].Head[ShipVia].Value)
	}
}

// TestTaughtFieldsThatTheExampleLacks checks that fields for which the example has nothing are read
// as before.
func TestTaughtFieldsThatTheExampleLacks(t *testing.T) {
	example, other := visits[0], visits[1]
	by := taughtBy(t, example.memo(), example.row())
	text := strings.Replace(other.memo(), "Made out for", "Payment terms: Net 30 days\n\nMade out for", 1)
	if orders := by.Read(ordertest.Typed(text)); len(orders) != 1 || orders[0].Head[PaymentTerms].Value != "Net 30 days" {
		t.Errorf("payment terms = %q, want %q", orders[0].Head[PaymentTerms].Value, "Net 30 days")
	}
}

// TestTaughtAbsence checks that, if the example states no order number, what looks like one on
// others is not taken for it: either all orders of a layout have a number, or none has.
func TestTaughtAbsence(t *testing.T) {
	form := func(v visit) string { return strings.Replace(v.memo(), "Slip chit  "+v.number, "", 1) }
	row := visits[0].row()
	delete(row, "po_number")
	text := strings.Replace(form(visits[1]), "Made out for", "Order number: 88123\n\nMade out for", 1)
	plain := new(Reader).Read(ordertest.Typed(text))
	if len(plain) != 1 || plain[0].Head[PONumber].Value != "88123" {
		t.Fatalf("before it was taught: %+v, want the number 88123", plain)
	}
	by := taughtBy(t, form(visits[0]), row)
	if orders := by.Read(ordertest.Typed(text)); len(orders) != 1 || orders[0].Head[PONumber].Value != "" {
		t.Errorf("the number is %q, want none", orders[0].Head[PONumber].Value)
	}
}

// TestTaughtKeepsNoValues checks that a layout keeps none of the values of an order, as users are
// promised.
func TestTaughtKeepsNoValues(t *testing.T) {
	example := visits[0]
	lesson, err := new(Reader).Learn(ordertest.Typed(example.memo()), []map[string]string{example.row()})
	if err != nil {
		t.Fatal(err)
	}
	kept, err := lesson.Layout.Encode()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range [...]string{"5512", "denholm", "tull", "bronze", "12.5", "2026"} {
		if strings.Contains(strings.ToLower(string(kept)), s) {
			t.Errorf("the layout holds %q: %s", s, kept)
		}
	}
}

// TestTaughtDates checks that one corrected date settles the order of day and month for the layout,
// even if that date could be read in one way only.
func TestTaughtDates(t *testing.T) {
	form := func(date string) string {
		return strings.NewReplacer("Cowes PO31 7QA", "Dayton, OH 45402", "14/03/2026", date, "02/04/2026", date, "Chalked up ", "Order date:").Replace(visits[0].memo())
	}
	d := ordertest.Typed(form("05/06/2026"))
	if orders := new(Reader).Read(d); len(orders) != 1 || orders[0].Head[PODate].Value != "2026-05-06" {
		t.Fatalf("before it was taught: %+v, want the date with the month first", orders)
	}
	for printed, iso := range map[string]string{"03/04/2026": "2026-04-03", "28/04/2026": "2026-04-28"} {
		row := visits[0].row()
		row["po_date"], row["delivery_date"] = iso, iso
		by := taughtBy(t, form(printed), row)
		if orders := by.Read(d); len(orders) != 1 || orders[0].Head[PODate].Value != "2026-06-05" {
			t.Errorf("after %s, the date = %q, want it with the day first", printed, orders[0].Head[PODate].Value)
		}
	}
}

// TestTaughtLogo checks that a name printed only in a picture is given on all orders of the layout.
func TestTaughtLogo(t *testing.T) {
	form := func(v visit) string { return strings.ReplaceAll(v.memo(), "Halloran Boat Works Ltd", "") }
	by := taughtBy(t, form(visits[0]), visits[0].row())
	orders := by.Read(ordertest.Typed(form(visits[1])))
	if len(orders) != 1 || orders[0].Head[Buyer].Value != "Halloran Boat Works Ltd" || orders[0].Head[Buyer].Evidence.Page != 0 {
		t.Errorf("buyer = %q on page %d, want the one of the logo on none", orders[0].Head[Buyer].Value, orders[0].Head[Buyer].Evidence.Page)
	}
}

// TestTaughtWrapped checks that a value that begins right of its label may continue beneath it.
func TestTaughtWrapped(t *testing.T) {
	form := func(v visit, first, rest string) string {
		return strings.Replace(v.memo(), "Made out for", "Settled thus: "+first+"\n"+rest+"\n\nMade out for", 1)
	}
	row := visits[0].row()
	row["payment_terms"] = "half now, half when the mast stands"
	by := taughtBy(t, form(visits[0], "half now, half", "when the mast stands"), row)
	const want = "all of it at the launch"
	orders := by.Read(ordertest.Typed(form(visits[1], "all of it", "at the launch")))
	if len(orders) != 1 || orders[0].Head[PaymentTerms].Value != want {
		t.Errorf("terms = %q, want %q", orders[0].Head[PaymentTerms].Value, want)
	}
}

// TestTaughtNumberTwice checks that a number printed twice is found even if one of its labels is
// missing.
func TestTaughtNumberTwice(t *testing.T) {
	form := func(v visit) string { return strings.Replace(v.memo(), "Slip chit ", "Slip chit:", 1) }
	by := taughtBy(t, form(visits[0])+"\nOrder number: "+visits[0].number+"\n", visits[0].row())
	orders := by.Read(ordertest.Typed(form(visits[1])))
	if len(orders) != 1 || orders[0].Head[PONumber].Value != visits[1].number {
		t.Errorf("number = %q, want %q", orders[0].Head[PONumber].Value, visits[1].number)
	}
}

// TestTaughtTwice checks that a second example settles what the first left open, and that what it
// contradicts is reported.
func TestTaughtTwice(t *testing.T) {
	both := func(v visit, other string) string {
		return strings.Replace(v.memo(), "Slip chit  "+v.number, "Slip chit  "+other+"   Chit no. "+v.number, 1)
	}
	first, second := visits[0], visits[1]
	wrong := first.row()
	wrong["po_number"] = "Q-1001" // the user took the wrong one of two numbers
	by := taughtBy(t, both(first, "Q-1001"), wrong)
	lesson, err := by.Learn(ordertest.Typed(both(second, "Q-2002")), []map[string]string{second.row()})
	if err != nil {
		t.Fatal(err)
	}
	if len(lesson.Contradictions) != 1 || !strings.HasPrefix(lesson.Contradictions[0], "PO #: ") {
		t.Errorf("contradictions = %q, want one of the number", lesson.Contradictions)
	}
	by.Layout = func(taught.Fingerprint) *taught.Layout { return lesson.Layout }
	if orders := by.Read(ordertest.Typed(both(first, "Q-1001"))); len(orders) != 1 || orders[0].Head[PONumber].Value != first.number {
		t.Errorf("number = %q, want %q: what was learned last counts", orders[0].Head[PONumber].Value, first.number)
	}
	if lesson, err = by.Learn(ordertest.Typed(both(first, "Q-1001")), []map[string]string{first.row()}); err != nil || len(lesson.Contradictions) != 0 {
		t.Errorf("a third example that agrees: %v, contradictions %q", err, lesson.Contradictions)
	}
}
