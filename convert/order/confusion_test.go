package order

import (
	"testing"

	"lineitem/convert/doc"
)

func TestSpelling(t *testing.T) {
	for _, c := range [...]struct{ read, want string }{
		{"Quantitv", "quantity"}, {"Quant1ty", "quantity"}, {"Descriptlon", "description"}, {"QTV", "qty"}, {"Oty", "qty"},
		{"Arnount", "amount"}, {"Preís", "preis"}, {"Einzelprels", "einzelpreis"}, {"Bestellnurnmer", "bestellnummer"}, {"0rder", "order"},
		{"Tota1", "total"}, {"P0", "po"}, {"Livraisan", "livraison"}, {"Dclivery", "delivery"}, {"M€nge", "m€nge"},
		// Known words, short words and codes stay.
		{"Order", "order"}, {"Orders", "orders"}, {"EA", "ea"}, {"M8", "m8"}, {"B12", "b12"}, {"X1O", "x1o"}, {"5G4", "5g4"},
	} {
		if got := lookup(&doc.Word{Confidence: 0.95}, c.read); got != c.want {
			t.Errorf("lookup(%q) = %q, want %q", c.read, got, c.want)
		}
	}
	if got := lookup(&doc.Word{Confidence: 1}, "Quantitv"); got != "quantitv" {
		t.Errorf("a word of a text layer is looked up as %q, want it as printed", got)
	}
}

func TestMendedWords(t *testing.T) {
	s := speller{orderWords()}
	for _, c := range [...]struct{ read, want string }{
		{"l2.50", "12.50"}, {"1,2O4.5O", "1,204.50"}, {"$3S.00", "$35.00"}, {"12.50'", "12.50"}, {"1.2O4,50€", "1.204,50€"}, {"12;50", "12,50"},
		{"2''969.34", "2'969.34"}, {"2O26-05-l2", "2026-05-12"}, {"12/O5/2026", "12/05/2026"}, {"12.05,2026", "12.05.2026"}, {"02/27//2026", "02/27/2026"}, {"20225-12-17", "2025-12-17"},
		{"E120.00", "120.00"}, {"2.00%%", "2.00%"}, {"LLimited", "Limited"}, {"alll", "all"}, {"VENNDOR:", "VENDOR:"},
		{"0rder", "Order"}, {"N0", "No"}, {"0RDER", "ORDER"}, {"L1ne", "Line"},
		// What may be meant as it was read stays.
		{"12:50", "12:50"}, {"436.723.69", "436.723.69"}, {"AB-1O42", "AB-1O42"}, {"2'913.01", "2'913.01"}, {"Quantitv", "Quantitv"},
		{"S5-10", "S5-10"}, {"1.022,89", "1.022,89"}, {"16.922,89", "16.922,89"}, {"1.2.3", "1.2.3"}, {"4-5816-14", "4-5816-14"}, {"B16,", "B16,"}, {"100", "100"}, {"B0LT", "B0LT"},
	} {
		if got := s.mended(c.read); got != c.want {
			t.Errorf("mended(%q) = %q, want %q", c.read, got, c.want)
		}
	}
}

func TestBrokenWords(t *testing.T) {
	at := func(text string, x0, x1 float64) doc.Word {
		return doc.Word{Text: text, Box: doc.Box{X0: x0, X1: x1, Y1: 10}, Baseline: 8, Size: 10, Confidence: 0.9}
	}
	for _, c := range [...]struct {
		a, b doc.Word
		want string
	}{
		{at("Pr", 0, 10), at("ice", 11, 20), "Price"},
		{at("1,2", 0, 10), at("34.50", 11, 30), "1,234.50"},
		{at("Unit", 0, 20), at("Price", 21, 40), "Unit Price"},
		{at("12.50", 0, 20), at("12.50", 21, 40), "12.50 12.50"},
		{at("Pr", 0, 10), at("ice", 14, 20), "Pr ice"}, // a blank lies between
	} {
		got := ""
		for i, w := range (speller{orderWords()}).mend([]doc.Word{c.a, c.b}) {
			if i > 0 {
				got += " "
			}
			got += w.Text
		}
		if got != c.want {
			t.Errorf("mend(%q, %q) = %q, want %q", c.a.Text, c.b.Text, got, c.want)
		}
	}
	if got := (speller{orderWords()}).mend([]doc.Word{at("UnitPrice", 0, 45)}); len(got) != 2 || got[0].Text != "Unit" || got[1].Text != "Price" {
		t.Errorf(`mend("UnitPrice") = %v, want two words`, got)
	}
}

func FuzzMended(f *testing.F) {
	for _, s := range []string{"l2.50", "12.05,2026", "0rder", "Stück|e", "€", "\xff0rder", "İSTANBUL1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 1<<10 {
			return
		}
		(speller{orderWords()}).mend([]doc.Word{{Text: s, Size: 10, Confidence: 0.5}})
		lookupAll(&doc.Word{Text: s, Confidence: 0.5})
	})
}
