package pdftext

import "testing"

// TestRightToLeft checks that text written from right to left is read in that
// order, however it is painted, and that numbers and Latin words within it are
// not reversed.
func TestRightToLeft(t *testing.T) {
	const shalom, salam = "שלום", "سلام"
	font := func(name, glyphs string) string {
		return "/" + name + " << /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding << /Differences [65 " + glyphs + "] >> >>"
	}
	resources := "/Font << " + font("H", "/uni05E9 /uni05DC /uni05D5 /uni05DD") + font("A", "/uni0633 /uni0644 /uni0627 /uni0645") + " >>"
	for _, tt := range []struct{ name, content, want string }{
		{"Hebrew from left to right", "BT /H 10 Tf 50 700 Td (DCBA) Tj ET", shalom},
		{"Arabic from left to right", "BT /A 10 Tf 50 700 Td (DCBA) Tj ET", salam},
		{"two words", "BT /H 10 Tf 50 700 Td (CBA DCBA) Tj ET", "שלו|" + shalom},
		{"a number", "BT /H 10 Tf 50 700 Td (4711 DCBA) Tj ET", "4711|" + shalom},
		{"a number in a word", "BT /H 10 Tf 50 700 Td (12-DCBA) Tj ET", shalom + "-12"},
		{"a colon", "BT /H 10 Tf 50 700 Td (:DCBA) Tj ET", shalom + ":"},
		{"brackets", "BT /H 10 Tf 50 700 Td (\\(DCBA\\)) Tj ET", "(" + shalom + ")"},
		{"brackets whose text is told", "BT /H 10 Tf 50 700 Td /Span << /ActualText (\\)) >> BDC (\\() Tj EMC (DCBA) Tj /Span << /ActualText (\\() >> BDC (\\)) Tj EMC ET", "(" + shalom + ")"},
		{"glyph by glyph as it is read", "BT /H 10 Tf 1 0 0 1 80 700 Tm (A) Tj 1 0 0 1 74 700 Tm (B) Tj 1 0 0 1 68 700 Tm (C) Tj 1 0 0 1 62 700 Tm (D) Tj ET", shalom},
		{"with a space", "BT /H 10 Tf 1 0 0 1 80 700 Tm (A) Tj 1 0 0 1 74 700 Tm (D) Tj 1 0 0 1 68 700 Tm ( ) Tj 1 0 0 1 62 700 Tm (A) Tj 1 0 0 1 56 700 Tm (B) Tj 1 0 0 1 50 700 Tm (D) Tj ET", "שם|שלם"},
		{"as its producer says", "/Span << /ActualText <FEFF05E905DC05D505DD0020003100320020> >> BDC BT /H 10 Tf 50 700 Td (XXXX) Tj ET EMC", shalom + "|12"},
	} {
		p := firstPage(t, file{content: tt.content, resources: resources})
		if got := texts(p); got != tt.want {
			t.Errorf("%s: words of %q = %q, want %q", tt.name, tt.content, got, tt.want)
		}
	}
}
