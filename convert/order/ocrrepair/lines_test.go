package ocrrepair

import (
	"strings"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/value"
)

// lineOf returns a line from quantity, price, discount and total as read, separated by bars.
func lineOf(cells string) *schema.Cells {
	var c schema.Cells
	for i, f := range [...]schema.Field{schema.Quantity, schema.UnitPrice, schema.Discount, schema.LineTotal} {
		text := strings.Split(cells, "|")[i]
		shown := text
		if n, ok := (&value.Locale{Recognised: true}).Number(text); ok && f != schema.Discount {
			shown = n.Text
		}
		c[f] = schema.Cell{Value: shown, Evidence: doc.Evidence{Page: 1, Confidence: 0.8, Words: strings.Fields(text)}}
	}
	return &c
}

func TestRepairProduct(t *testing.T) {
	for _, tt := range [...]struct{ name, line, want, proof string }{
		{"a digit unlike it stays", "12|3.50||48.00", "12|3.50||48.00", ""},
		{"so do several", "2|1400.00||1400.00", "2|1400.00||1400.00", ""},
		{"a digit like it", "12|3.50||42.80", "12|3.50||42.00", "12 × 3.50 = 42.00"},
		{"a lost point", "3|6846.08||20.53824", "3|6846.08||20538.24", "3 × 6846.08 = 20538.24"},
		{"a digit of the price", "25|21.28||530.00", "25|21.20||530.00", "25 × 21.20 = 530.00"},
		{"a dollar sign", "2|412.50||5825.00", "2|412.50||825.00", "2 × 412.50 = 825.00"},
		{"after a discount", "10|20.00|5%|198.00", "10|20.00|5%|190.00", "10 × 20.00 - 5% = 190.00"},
		{"what comes out stays", "10|2.50||25.00", "10|2.50||25.00", ""},
		{"two wrong figures", "10|2.58||26.00", "10|2.58||26.00", ""},
	} {
		c := lineOf(tt.line)
		repairProduct(c)
		got := strings.Join([]string{c[schema.Quantity].Value, c[schema.UnitPrice].Value, c[schema.Discount].Value, c[schema.LineTotal].Value}, "|")
		if got != tt.want || c[schema.LineTotal].Evidence.Proof != tt.proof {
			t.Errorf("%s: repairProduct(%q) = %q, %q, want %q, %q", tt.name, tt.line, got, c[schema.LineTotal].Evidence.Proof, tt.want, tt.proof)
		}
		if tt.proof != "" && c[schema.LineTotal].Evidence.Confidence <= 0.8 {
			t.Errorf("%s: a proved total keeps the confidence %g", tt.name, c[schema.LineTotal].Evidence.Confidence)
		}
	}
}

// recognisedPage lays out words, each on a line of its own, as words from the given source.
func recognisedPage(source doc.Source, words ...doc.Word) []*layout.Page {
	for i := range words {
		y := 40 + 20*float64(i)
		words[i].Size, words[i].Baseline = 10, y+8
		words[i].Box = doc.Box{X0: 40, Y0: y, X1: 40 + 6*float64(len(words[i].Text)), Y1: y + 10}
	}
	return layout.Analyze(&doc.Document{Pages: []doc.Page{{Number: 1, Width: 612, Height: 792, Source: source, Words: words}}})
}

// TestLines checks that recognised figures are repaired, and those of a text layer are not.
func TestLines(t *testing.T) {
	for source, want := range map[doc.Source]string{doc.Pixels: "42.00", doc.Text: "42.80"} {
		pages := recognisedPage(source, doc.Word{Text: "Order", Confidence: 1})
		lines := []schema.Cells{*lineOf("12|3.50||42.80")}
		Lines(pages, lines)
		if got := lines[0][schema.LineTotal].Value; got != want {
			t.Errorf("on a page of %v 12 × 3.50 = 42.80 becomes a total of %s, want %s", source, got, want)
		}
	}
}

// TestLinesWithMisreadMarks checks that decimal marks are repaired even where each digit is sure, as marks are
// misread in the same way on several lines. Prices per hundred must stay.
func TestLinesWithMisreadMarks(t *testing.T) {
	pages := recognisedPage(doc.Pixels, doc.Word{Text: "Order", Confidence: 1})
	for _, tt := range [...]struct{ first, second, want string }{
		{"1.600|0.20||320.00", "2.400|0.05||120.00", "1600 0.20"},
		{"1|31842||318.42", "2|4.50||9.00", "1 318.42"},
		{"1600|12.00||192.00", "2400|5.00||120.00", "1600 12.00"},
	} {
		lines := []schema.Cells{*lineOf(tt.first), *lineOf(tt.second)}
		for i := range lines {
			for _, f := range [...]schema.Field{schema.Quantity, schema.UnitPrice, schema.LineTotal} {
				lines[i][f].Evidence.Confidence = 0.99
			}
		}
		Lines(pages, lines)
		if got := lines[0][schema.Quantity].Value + " " + lines[0][schema.UnitPrice].Value; got != tt.want {
			t.Errorf("quantity and price of %s before %s become %s, want %s", tt.first, tt.second, got, tt.want)
		}
	}
}

// TestLinesWithTax checks that totals that include the same tax on several lines are not repaired, although they
// look like products of other figures.
func TestLinesWithTax(t *testing.T) {
	pages := recognisedPage(doc.Pixels, doc.Word{Text: "Order", Confidence: 1})
	for _, tt := range [...]struct{ first, second, want string }{
		{"60|136.80||9028.80", "48|180.00||9504.00", "60"},
		{"60|136.80||9028.80", "48|180.00||8640.00", "66"},
	} {
		lines := []schema.Cells{*lineOf(tt.first), *lineOf(tt.second)}
		lines[0][schema.UnitPrice].Evidence.Confidence, lines[0][schema.LineTotal].Evidence.Confidence = 0.95, 0.95
		Lines(pages, lines)
		if got := lines[0][schema.Quantity].Value; got != tt.want {
			t.Errorf("with the line %s, the quantity of %s becomes %s, want %s", tt.second, tt.first, got, tt.want)
		}
	}
}

// TestLineNumbers checks that a letter is read as a digit in a line number that continues the count.
func TestLineNumbers(t *testing.T) {
	pages := recognisedPage(doc.Pixels, doc.Word{Text: "Order", Confidence: 1})
	for read, want := range map[string]string{"l": "1", "l 2": "1 2", "1 2 B": "1 2 B", "I II": "I II", "A B": "A B", "4 S 6": "4 5 6"} {
		var lines []schema.Cells
		for n := range strings.FieldsSeq(read) {
			c := *lineOf("12|3.50||42.00")
			c[schema.LineNumber] = schema.Cell{Value: n, Evidence: doc.Evidence{Page: 1}}
			lines = append(lines, c)
		}
		Lines(pages, lines)
		var got []string
		for i := range lines {
			got = append(got, lines[i][schema.LineNumber].Value)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("the line numbers %s become %s, want %s", read, strings.Join(got, " "), want)
		}
	}
}
