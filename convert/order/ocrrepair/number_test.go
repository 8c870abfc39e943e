package ocrrepair

import (
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/schema"
)

// recognisedPage lays out words that were recognised, each on a line of its own and
// with a confidence.
func recognisedPage(source doc.Source, words ...doc.Word) []*layout.Page {
	for i := range words {
		y := 40 + 20*float64(i)
		words[i].Size, words[i].Baseline = 10, y+8
		words[i].Box = doc.Box{X0: 40, Y0: y, X1: 40 + 6*float64(len(words[i].Text)), Y1: y + 10}
	}
	return layout.Analyze(&doc.Document{Pages: []doc.Page{{Number: 1, Width: 612, Height: 792, Source: source, Words: words}}})
}

// An order's number is read as it is printed elsewhere, where that is surer and one
// character differs.
func TestOrderNumber(t *testing.T) {
	for _, tt := range []struct {
		name, elsewhere string
		sure            float64
		want            string
	}{
		{"the same shape, read surely", "PO-48150", 0.99, "PO-48150"},
		{"read no more surely", "PO-48150", 0.5, "PO-4815O"},
		{"another number", "PO-77150", 0.99, "PO-4815O"},
	} {
		pages := recognisedPage(doc.Pixels, doc.Word{Text: "PO-4815O", Confidence: 0.6}, doc.Word{Text: tt.elsewhere, Confidence: tt.sure})
		c := schema.Cell{Value: "PO-4815O"}
		if OrderNumber(pages, &c); c.Value != tt.want {
			t.Errorf("%s: OrderNumber = %q, want %q", tt.name, c.Value, tt.want)
		}
	}
}

// Lines repairs what was recognised, and nothing that a file states itself.
func TestLines(t *testing.T) {
	for source, want := range map[doc.Source]string{doc.Pixels: "42.00", doc.Text: "48.00"} {
		pages := recognisedPage(source, doc.Word{Text: "Order", Confidence: 1})
		lines := []schema.Cells{*lineOf("12|3.50||48.00")}
		Lines(pages, lines)
		if got := lines[0][schema.LineTotal].Value; got != want {
			t.Errorf("on a page of %v 12 × 3.50 = 48.00 becomes a total of %s, want %s", source, got, want)
		}
	}
}
