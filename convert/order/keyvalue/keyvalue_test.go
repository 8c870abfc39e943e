package keyvalue

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/value"
)

// reader returns a reader of a typed page whose characters are 6 points wide.
func reader(text string) *Reader {
	page := doc.Page{Number: 1, Width: 612, Height: 792}
	for row, line := range strings.Split(text, "\n") {
		for from := 0; from < len(line); {
			n := strings.IndexByte(line[from:]+" ", ' ')
			if n > 0 {
				x, y := float64(from)*6, float64(row)*12
				page.Words = append(page.Words, doc.Word{Text: line[from : from+n], Size: 10, Baseline: y + 10, Confidence: 1,
					Box: doc.Box{X0: x, X1: x + float64(n)*6, Y0: y, Y1: y + 12}})
			}
			from += n + 1
		}
	}
	pages := layout.Analyze(&doc.Document{Pages: []doc.Page{page}})
	return &Reader{Index: NewIndex(pages, ocrrepair.NewSpeller(ocrrepair.NewVocabulary)), Locale: value.FindLocale(pages)}
}

func TestIndex(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string // label, what it announces, and what follows it
	}{
		{"Purchase Order No: 4711", []string{"Purchase Order No: [{number 1}] 4711"}},
		{"Bestellnummer 4711   Liefertermin", []string{"Bestellnummer [{number 1}] 4711", "Liefertermin [{delivery 1}] "}},
		{"Conditions / Terms : Net 30", []string{"Conditions / Terms [{terms 0.8}] Net 30"}},
		{"PO-4467 is no label", nil},
		{": NR-4467", nil},
		{"3. Ship via: UPS", []string{"Ship via: [{ship-via 1}] UPS"}},
		{"as our order says", nil},
	} {
		var got []string
		for _, l := range reader(test.text).Index.On(0) {
			var means []string
			for _, m := range l.Meanings {
				means = append(means, fmt.Sprintf("{%s %v}", strings.TrimPrefix(concepts[m.Kind], "labels."), m.Strength))
			}
			got = append(got, fmt.Sprintf("%s %v %s", l.Phrase().Text(), means, l.Value.Text()))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("labels of %q are %q, want %q", test.text, got, test.want)
		}
	}
}

func TestPlaces(t *testing.T) {
	const text = `
Order Date       PO Number       Ship Via
2/28/2026        X3078           FedEx

Terms:           Net 30`
	for _, p := range reader(text).Places(0) {
		if p.Label.onlySum() {
			continue // "Net"
		}
		want := map[string]string{"Order Date": "2/28/2026", "PO Number": "X3078", "Ship Via": "FedEx", "Terms:": "Net 30"}[p.Label.Segment.Text()]
		if p.Span.Text() != want {
			t.Errorf("%s announces %q, want %q", p.Label.Segment.Text(), p.Span.Text(), want)
		}
		if p.Geometry <= 0 || p.Geometry > 1 {
			t.Errorf("geometry of %q is %v, want one above 0 and at most 1", want, p.Geometry)
		}
	}
}

// TestCandidates checks that candidates have the form of what their labels
// announce.
func TestCandidates(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"Order No: 4500-118 dated 3 May 2026", "4500-118"},
		{"Order No: (PO-2231)", "PO-2231"},
		{"Order No: OA 2026 / 003307", "OA 2026 / 003307"},
		{"Order No: 7204518 OP", "7204518 OP"},
		{"Order No: 7204518 REV 2", "7204518"},
		{"Order No: Nr. 4711", "4711"},
		{"Order No: BR-0331", "BR-0331"},
		{"[Order #0331]", "0331"},
		{"Order No: *BC-2026-7310*", "BC-2026-7310"}, // a barcode
		{"Order No: of goods", ""},
		{"Order date: Monday, 3 May 2026", "2026-05-03"},
		{"Terms: Net 30", "Net 30"},
		{"Total: EUR 12.50", "12.50"},
		{"Total: 1,234.50 EUR", "1234.50"},
	} {
		var got []string
		for _, c := range reader(test.text).Candidates(0) {
			got = append(got, c.Value)
		}
		if test.want == "" && len(got) > 0 || test.want != "" && !slices.Contains(got, test.want) {
			t.Errorf("Candidates of %q = %q, want %q", test.text, got, test.want)
		}
	}
}

func TestSpan(t *testing.T) {
	s := &layout.Segment{Words: []*doc.Word{{Text: "No:12"}, {Text: "of"}, {Text: "May,"}}}
	span := Span{Segment: s, From: 0, To: 3, Skip: 3, Cut: 3}
	const text = "12 of May"
	if got := span.Text(); got != text {
		t.Fatalf("Text() = %q, want %q", got, text)
	}
	for from := range text {
		for to := from + 1; to <= len(text); to++ {
			if got, want := span.Slice(from, to).Text(), strings.TrimSpace(text[from:to]); got != want && strings.TrimSpace(got) != want {
				t.Errorf("Slice(%d, %d).Text() = %q, want %q", from, to, got, want)
			}
		}
	}
}
