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

// reader reads a typed page, whose letters are 6 points wide.
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
		want []string // label, what it announces, and what stands behind it
	}{
		{"Purchase Order No: 4711", []string{"Purchase Order No: [{number 1}] 4711"}},
		{"Bestellnummer 4711   Liefertermin", []string{"Bestellnummer [{number 1}] 4711", "Liefertermin [{delivery 1}] "}},
		{"Conditions / Terms : Net 30", []string{"Conditions / Terms [{terms 0.8}] Net 30"}},
		{"PO-4467 is no label", nil},
		{"3. Ship via: UPS", []string{"Ship via: [{ship-via 1}] UPS"}},
		{"as our order says", nil},
	} {
		var got []string
		for _, l := range reader(test.text).Index.On(0) {
			var means []string
			for _, m := range l.Means {
				means = append(means, fmt.Sprintf("{%s %v}", strings.TrimPrefix(m.Kind.Concept(), "labels."), m.Strength))
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
		want := map[string]string{"Order Date": "2/28/2026", "PO Number": "X3078", "Ship Via": "FedEx", "Terms:": "Net 30"}[p.Label.Segment.Text()]
		if p.Span.Text() != want {
			t.Errorf("%s announces %q, want %q", p.Label.Segment.Text(), p.Span.Text(), want)
		}
		if p.Geometry <= 0 || p.Geometry > 1 {
			t.Errorf("geometry of %q is %v, want one above 0 and at most 1", want, p.Geometry)
		}
	}
}

func TestOrderNumber(t *testing.T) {
	r := reader("Order")
	for _, test := range []struct {
		text     string
		strength float64
		want     string
		shape    float64
	}{
		{"4500-118 dated 3 May 2026", 1, "4500-118", 1},
		{"(PO-2231)", 1, "PO-2231", 1},
		{"OA 2026 / 003307", 1, "OA 2026 / 003307", 1},
		{"*BC-2026-7310*", 1, "BC-2026-7310", 1}, // a barcode
		{"7204518 OP", 1, "7204518 OP", 1},
		{"Nr. 4711", 1, "4711", 1},
		{"of goods", 0.75, "of", 0},
	} {
		s := &layout.Segment{}
		for w := range strings.FieldsSeq(test.text) {
			s.Words = append(s.Words, &doc.Word{Text: w, Confidence: 1})
		}
		got, at, shape := r.orderNumber(Whole(s), test.strength)
		if got != test.want || shape != test.shape {
			t.Errorf("orderNumber(%q, %v) = %q, %v; want %q, %v", test.text, test.strength, got, shape, test.want, test.shape)
		}
		if shape > 0 && at.Text() != got {
			t.Errorf("orderNumber(%q) stands at %q, want %q", test.text, at.Text(), got)
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
