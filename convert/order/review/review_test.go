package review

import (
	"strings"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/order/schema"
)

// cells returns the cells stated as "key=value".
func cells(text string) (c schema.Cells) {
	for field := range strings.FieldsSeq(text) {
		key, value, _ := strings.Cut(field, "=")
		if f, ok := schema.FieldOf(key); ok {
			c[f] = schema.Cell{Value: value, Evidence: doc.Evidence{Page: 1, Box: doc.Box{X1: 9, Y1: 9}}}
		}
	}
	return c
}

func TestArithmetic(t *testing.T) {
	for _, test := range []struct {
		name, head string
		lines      []string
		want       string // codes and messages of the entries
	}{
		{"what is right", "subtotal=7.00 tax=0.70 shipping=2 total=9.70", []string{"quantity=2 unit_price=3.50 line_total=7.00"}, ""},
		{"a line", "", []string{"quantity=2 unit_price=3.50 line_total=7.50"}, "line_unproven 2 × 3.50 does not make 7.50."},
		{"a price per hundred", "", []string{"quantity=200 unit_price=3.50 line_total=7.00"}, ""},
		{"a discount", "", []string{"quantity=2 unit_price=100 discount=10% line_total=180.00"}, ""},
		{"a subtotal", "subtotal=9.00", []string{"line_total=7.00", "line_total=3.00"}, "total_unproven The lines make 10, not 9.00."},
		{"a total", "tax=0.70 total=7.90", []string{"line_total=7.00"}, "total_unproven The lines, tax and freight make 7.7, not 7.90."},
		{"a total of a subtotal", "subtotal=7.00 total=8.00", []string{"line_total=7.00"}, "total_unproven The subtotal, tax and freight make 7, not 8.00."},
		{"lines without totals", "total=9.70", []string{"line_total=7.00", "quantity=3"}, ""},
	} {
		head := cells(test.head)
		var lines []schema.Cells
		for _, l := range test.lines {
			lines = append(lines, cells(l))
		}
		var l List
		l.Arithmetic(&head, lines)
		var got []string
		for _, e := range l.Entries() {
			got = append(got, string(e.Code)+" "+e.Message)
		}
		if strings.Join(got, "; ") != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestProvenIsNotContradicted checks that a subtotal proven by other arithmetic is
// not reported as wrong: a document may state more than there are columns for.
func TestProvenIsNotContradicted(t *testing.T) {
	head, line := cells("subtotal=8.00"), cells("line_total=7.00")
	head[schema.Subtotal].Evidence.Proof = "7.00 + 1.00 = 8.00"
	var l List
	if l.Arithmetic(&head, []schema.Cells{line}); !l.Empty() {
		t.Errorf("entries = %v, want none", l.Entries())
	}
}

// TestJoin checks that each value has one entry, the first that was added, and that
// the entries of all orders are sorted by doubt, with their rows counted in the whole
// answer.
func TestJoin(t *testing.T) {
	c := cells("total=1")
	var one, two List
	one.Add(0, schema.Total, &c[schema.Total], LowConfidence, 0.2, "first")
	one.Add(0, schema.Total, &c[schema.Total], TwoCandidates, 0.9, "again")
	one.AddAt(1, 2, doc.Box{X1: 1.234, Y1: 1}, UnreadWords, 0.3, "words")
	two.Add(0, schema.PODate, &c[schema.PODate], Missing, 0.8, "nothing")
	got := Join([][]Entry{one.Entries(), two.Entries()}, []int{0, 3})
	want := []Entry{
		{Row: 3, Key: "po_date", Code: Missing, Message: "nothing"},
		{Row: 1, Code: UnreadWords, Message: "words", Page: 2, Box: doc.Box{X1: 1.23, Y1: 1}},
		{Row: 0, Key: "total", Code: LowConfidence, Message: "first", Page: 1, Box: doc.Box{X1: 9, Y1: 9}},
	}
	if len(got) != len(want) {
		t.Fatalf("Join = %v, want %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("entry %d = %v, want %v", i, got[i], want[i])
		}
	}
}
