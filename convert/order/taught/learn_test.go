package taught_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/order"
	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/taught"
)

// rowsOf returns the correct rows of a generated order.
func rowsOf(s *ordertest.Sample) []map[string]string {
	var rows []map[string]string
	for _, r := range s.Rows {
		rows = append(rows, maps.Clone(map[string]string(r)))
	}
	return rows
}

// TestLearnRefuses checks that rows that cannot be those of the document are refused with a
// sentence that says what to do.
func TestLearnRefuses(t *testing.T) {
	s := ordertest.GenerateAlike(3, 0)
	right := rowsOf(s)
	one := ordertest.Typed("PURCHASE ORDER 4711\n\nItem   Description   Qty   Price   Amount\n\nA-17   Brass hinge   2   3.00   6.00\n")
	line := map[string]string{"item_code": "A-17", "description": "Brass hinge", "quantity": "2", "unit_price": "3.00", "line_total": "6.00"}
	var thousand, more []map[string]string
	for len(thousand) < 1000 {
		thousand = append(thousand, line)
	}
	for len(more) <= taught.MaxRows {
		more = append(more, line)
	}
	long := maps.Clone(line)
	long["description"] = strings.Repeat("Brass hinge ", 1000)
	for _, test := range []struct {
		name     string
		document *doc.Document
		rows     []map[string]string
		want     string
	}{
		{"no rows", one, nil, "there are no rows: send the correct rows, one per line item"},
		{"empty rows", one, []map[string]string{{}}, "the rows state nothing: give the values that are right"},
		{"an unknown column", one, []map[string]string{line, {"qty": "2"}}, `row 2 has a column "qty", which there is not: name columns as answers do, such as "quantity"`},
		{"rows of another document", s.Document, rowsOf(ordertest.GenerateAlike(8, 0)), "too few words of the rows were found in the document (1 of 31): send the rows of this document"},
		{"one other word", one, []map[string]string{{"item_code": "B-18"}}, "too few words of the rows were found in the document (0 of 1): send the rows of this document"},
		{"a thousand rows of one line", one, thousand, "too few words of the rows were found in the document (6 of 6000): send the rows of this document"},
		{"too many rows", one, more, "there are 2001 rows, more than 2000: send a shorter document of the same layout"},
		{"a long value", one, []map[string]string{long}, "row 1: description has 12000 bytes, more than 4096: send what the document says"},
		{"no text", &doc.Document{Pages: []doc.Page{{Number: 1, Width: 600, Height: 800}}}, right, "the document has no text that can be read: give a PDF file with text, or a sharper picture"},
		{"a poor picture", &doc.Document{Pages: []doc.Page{{Number: 1, Width: 600, Height: 800, Words: s.Document.Pages[0].Words[:5]}}}, right, "only 5 words of the document can be read, too few to find values by: send a sharper picture of the whole page"},
	} {
		lesson, err := new(order.Reader).Learn(test.document, test.rows)
		var wrong *taught.RowsError
		if !errors.As(err, &wrong) || !strings.HasSuffix(wrong.Reason, test.want) {
			t.Errorf("%s: Learn = %v, %v, want %q", test.name, lesson, err, test.want)
		}
	}
}

// teach teaches a document to a reader that knows the given layouts.
func teach(t *testing.T, s *ordertest.Sample, rows []map[string]string, layouts ...*taught.Layout) *taught.Lesson {
	t.Helper()
	lesson, err := (&order.Reader{Layout: taught.NewIndex(layouts).Find}).Learn(s.Document, rows)
	if err != nil {
		t.Fatalf("Learn: %v", err)
	}
	return lesson
}

// TestLearnAgain checks that a layout keeps its ID and name when it is taught again, and
// that the same document counts once.
func TestLearnAgain(t *testing.T) {
	first, second := ordertest.GenerateAlike(3, 0), ordertest.GenerateAlike(3, 1)
	l := teach(t, first, rowsOf(first)).Layout
	if l.Examples != 1 || l.Name == "" {
		t.Errorf("a layout that was taught once is called %q and has %d examples", l.Name, l.Examples)
	}
	again := teach(t, first, rowsOf(first), l).Layout
	if again.ID != l.ID || again.Name != l.Name || again.Examples != 1 {
		t.Errorf("the same document makes %s, %q with %d examples of %s, %q with 1", again.ID, again.Name, again.Examples, l.ID, l.Name)
	}
	refined := teach(t, second, rowsOf(second), again).Layout
	if refined.ID != l.ID || refined.Name != l.Name || refined.Examples != 2 || len(refined.Fingerprint) > len(l.Fingerprint) {
		t.Errorf("another document makes %s, %q with %d examples and %d words of %s, %q with 1 and %d", refined.ID, refined.Name, refined.Examples, len(refined.Fingerprint), l.ID, l.Name, len(l.Fingerprint))
	}
	third := ordertest.GenerateAlike(3, 2)
	if taught.NewIndex([]*taught.Layout{refined}).Find(fingerprintOf(third.Document)) != refined {
		t.Error("a third document is not known again")
	}
	if last := teach(t, second, rowsOf(second), refined).Layout; last.Examples != 2 {
		t.Errorf("the second document taught twice makes %d examples, want 2", last.Examples)
	}
}

// TestLearnContradicts checks that teaching values that contradict the layout reports the
// contradictions.
func TestLearnContradicts(t *testing.T) {
	first, second := ordertest.GenerateAlike(3, 0), ordertest.GenerateAlike(3, 1)
	l := teach(t, first, rowsOf(first)).Layout
	rows := rowsOf(second)
	for i := range rows {
		rows[i]["po_number"], rows[i]["po_date"] = rows[i]["po_date"], rows[i]["po_number"]
	}
	told := strings.Join(teach(t, second, rows, l).Contradictions, "\n")
	if !strings.Contains(told, "PO #: ") {
		t.Errorf("the contradictions are %q, want one of the order's number", told)
	}
	if told := teach(t, second, rowsOf(second), l).Contradictions; len(told) > 0 {
		t.Errorf("right rows contradict: %q", told)
	}
}

// ropes returns an order whose items have the given columns, in that order, and its correct
// rows.
func ropes(number string, columns []string, items ...map[string]string) (document string, rows []map[string]string) {
	headings := map[string]string{"item_code": "Hank", "description": "Lay and stuff", "quantity": "Coils", "unit_price": "Apiece", "line_total": "Reckoning"}
	var b strings.Builder
	line := func(cell func(column string) string) {
		for _, c := range columns {
			fmt.Fprintf(&b, "%-20s", cell(c))
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "\nHalvard Rope Walk Ltd                    PURCHASE ORDER\n12 Tar Lane\nLeith EH6 6PA\n\nOrder No: %s\n\nGoods as agreed at the fair, delivered to the yard\n\n", number)
	line(func(column string) string { return headings[column] })
	for _, item := range items {
		line(func(column string) string { return item[column] })
		row := maps.Clone(item)
		row["po_number"], row["buyer"] = number, "Halvard Rope Walk Ltd"
		rows = append(rows, row)
	}
	return b.String(), rows
}

// TestLearnContradictsLines checks that a document whose columns are in another order still
// counts as one of the layout, if its form is recognised, and that contradictions are
// reported.
func TestLearnContradictsLines(t *testing.T) {
	item := func(code, description, quantity, price, total string) map[string]string {
		return map[string]string{"item_code": code, "description": description, "quantity": quantity, "unit_price": price, "line_total": total}
	}
	columns := []string{"item_code", "description", "quantity", "unit_price", "line_total"}
	swapped := []string{"line_total", "unit_price", "quantity", "description", "item_code"}
	document, rows := ropes("R-4471", columns, item("H-17", "Hemp three strand", "2", "3.50", "7.00"), item("H-23", "Manila cable", "4", "8.25", "33.00"))
	l := teach(t, &ordertest.Sample{Document: ordertest.Typed(document)}, rows).Layout
	document, rows = ropes("R-5060", swapped, item("H-31", "Sisal plain", "5", "2.20", "11.00"), item("H-44", "Coir soft", "3", "6.10", "18.30"))
	lesson := teach(t, &ordertest.Sample{Document: ordertest.Typed(document)}, rows, l)
	if lesson.Layout.ID != l.ID || lesson.Layout.Examples != 2 {
		t.Errorf("columns in another order make %s with %d examples, want %s with 2", lesson.Layout.ID, lesson.Layout.Examples, l.ID)
	}
	for _, want := range []string{
		`Item #: "11.00" stands where the earlier documents have it, "H-31" is right (in 2 of 2 line items)`,
		`Unit Price: nothing stands where the earlier documents have it, "2.20" is right (in 2 of 2 line items)`,
	} {
		if !slices.Contains(lesson.Contradictions, want) {
			t.Errorf("the contradictions are %q, want %q among them", lesson.Contradictions, want)
		}
	}
	document, _ = ropes("R-6002", swapped, item("H-52", "Cotton braid", "7", "1.10", "7.70"))
	if found := taught.NewIndex([]*taught.Layout{lesson.Layout}).Find(fingerprintOf(ordertest.Typed(document))); found != lesson.Layout {
		t.Error("a third document is not known again")
	}
}

// usualHeadings replaces the headings of ropes, which could be names.
var usualHeadings = strings.NewReplacer("Lay and stuff", "Description  ", "Coils", "Qty  ", "Apiece", "Price ", "Reckoning", "Amount   ")

// TestLearnUnprinted checks that a supplier or a currency that is in the rows but not
// printed is given for other documents that state none, but not instead of one that they
// state.
func TestLearnUnprinted(t *testing.T) {
	columns := []string{"description", "quantity", "unit_price", "line_total"}
	item := map[string]string{"description": "Hemp three strand", "quantity": "2", "unit_price": "3.50", "line_total": "7.00"}
	ropes := func(number string) (string, []map[string]string) {
		document, rows := ropes(number, columns, item)
		return usualHeadings.Replace(document), rows
	}
	document, rows := ropes("R-4471")
	rows[0]["supplier"], rows[0]["currency"] = "Tarbert Twine Ltd", "GBP"
	lesson := teach(t, &ordertest.Sample{Document: ordertest.Typed(document)}, rows)
	if want := "Supplier / Vendor: 'Tarbert Twine Ltd' where none is stated"; !slices.Contains(lesson.Layout.Remarks(), want) {
		t.Errorf("Remarks() = %q, want %q among them", lesson.Layout.Remarks(), want)
	}
	by := order.Reader{Layout: func(taught.Fingerprint) *taught.Layout { return lesson.Layout }}
	none, _ := ropes("R-5060")
	other := strings.Replace(none, "Goods as agreed", "Supplier: Leven Jute Ltd\n\nGoods as agreed", 1) + "\n\nTotal USD 7.00\n"
	for _, test := range [...][3]string{{none, "Tarbert Twine Ltd", "GBP"}, {other, "Leven Jute Ltd", "USD"}} {
		head := by.Read(ordertest.Typed(test[0]))[0].Head
		if head[schema.Supplier].Value != test[1] || head[schema.Currency].Value != test[2] {
			t.Errorf("supplier %q, currency %q, want %q, %q", head[schema.Supplier].Value, head[schema.Currency].Value, test[1], test[2])
		}
	}
}

// TestLearnStop checks that a text's final full stop is dropped if it was dropped in the
// example's rows.
func TestLearnStop(t *testing.T) {
	columns := []string{"description", "quantity", "unit_price", "line_total"}
	item := map[string]string{"description": "Hemp three strand", "quantity": "2", "unit_price": "3.50", "line_total": "7.00"}
	memo := func(number, terms string) (string, []map[string]string) {
		document, rows := ropes(number, columns, item)
		return strings.Replace(document, "Goods as agreed", "Payment terms: "+terms+"\n\nSettle by: "+terms+"\n\nGoods as agreed", 1), rows
	}
	for _, test := range [...]struct{ printed, right, other, want string }{
		{"Net 30 days.", "Net 30 days", "Net 45 days.", "Net 45 days"},
		{"Net 30 days.", "Net 30 days", "Net 45 days", "Net 45 days"},
		{"Net 30 days.", "Net 30 days.", "Net 45 days.", "Net 45 days."},
		{"Net 30 days", "Net 30 days", "Net 45 days.", "Net 45 days."},
	} {
		document, rows := memo("R-4471", test.printed)
		rows[0]["payment_terms"], rows[0]["ship_via"] = test.right, test.right // a reader without a layout finds only the first
		l := teach(t, &ordertest.Sample{Document: ordertest.Typed(document)}, rows).Layout
		document, _ = memo("R-5060", test.other)
		head := (&order.Reader{Layout: func(taught.Fingerprint) *taught.Layout { return l }}).Read(ordertest.Typed(document))[0].Head
		if head[schema.PaymentTerms].Value != test.want || head[schema.ShipVia].Value != test.want {
			t.Errorf("%q for %q makes %q and %q of %q, want %q", test.right, test.printed, head[schema.PaymentTerms].Value, head[schema.ShipVia].Value, test.other, test.want)
		}
	}
}

// BenchmarkLearn measures learning from generated orders of all kinds, whose words are
// known.
func BenchmarkLearn(b *testing.B) {
	var samples []*ordertest.Sample
	for n := range uint64(50) {
		samples = append(samples, ordertest.GenerateAlike(n, 0))
	}
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		learned(b, samples[n%len(samples)])
	}
}
