package pdftext

import (
	"math"
	"testing"

	"lineitem/convert/doc"
)

func TestWords(t *testing.T) {
	for _, test := range []struct{ name, content, want string }{
		{"spaces", "BT /F 10 Tf 50 700 Td (Purchase Order) Tj ET", "Purchase|Order"},
		{"adjustments as spaces", "BT /F 10 Tf 50 700 Td [(Pur)20(chase)-280(Order)] TJ ET", "Purchase|Order"},
		{"each glyph placed alone", "BT /C 10 Tf 1 0 0 1 50 700 Tm (Q)Tj 1 0 0 1 56 700 Tm (t)Tj 1 0 0 1 62 700 Tm (y)Tj 1 0 0 1 74 700 Tm (1)Tj ET", "Qty|1"},
		{"letters out of order", "BT /C 10 Tf 1 0 0 1 62 700 Tm (y)Tj 1 0 0 1 50 700 Tm (Q)Tj 1 0 0 1 56 700 Tm (t)Tj ET", "Qty"},
		{"letterspaced by Tc", "BT /F 10 Tf 4 Tc 50 700 Td (ORDER) Tj ET", "ORDER"},
		{"letterspaced by adjustments", "BT /F 10 Tf 50 700 Td [(O)-300(R)-300(D)-300(E)-300(R)-900(N)-300(O)] TJ ET", "ORDER|NO"},
		{"letterspaced by spaces", "BT /F 10 Tf 50 700 Td (O R D E R  N O:  4 7) Tj ET", "ORDER|NO:|47"},
		{"three letters between spaces", "BT /F 10 Tf 50 700 Td (R K N Pumps) Tj ET", "R|K|N|Pumps"},
		{"spacing as a space", "BT /C 9 Tf 5.4 Tc 50 700 Td (6R) Tj 0 Tc 16.2 0 Td (L) Tj ET", "6|RL"},
		{"word spacing", "BT /F 10 Tf 30 Tw 50 700 Td (a b) Tj ET", "a|b"},
		{"lines", "BT /F 10 Tf 12 TL 50 700 Td (a) Tj T* (b) Tj (c) ' 1 1 (d) \" ET", "a|b|c|d"},
		{"columns", "BT /F 10 Tf 50 700 Td (a) Tj 100 0 Td (b) Tj ET", "a|b"},
		{"painted twice", "BT /F 10 Tf 50 700 Td (Total) Tj 0.3 0 Td (Total) Tj ET", "Total"},
		{"shadow", "BT /F 10 Tf 0.8 g 50.7 699.3 Td (Total) Tj 0 g -0.7 0.7 Td (Total) Tj ET", "Total"},
		{"each glyph twice", "BT /C 10 Tf 50 700 Td (T)Tj 0.3 0 Td (T)Tj 5.7 0 Td (o)Tj 0.3 0 Td (o)Tj ET", "To"},
		{"double letters", "BT /F 10 Tf 50 700 Td (Bill 1100) Tj ET", "Bill|1100"},
		{"invisible over visible", "BT /F 10 Tf 50 700 Td (Total) Tj 3 Tr (0.00) Tj 1 0 0 1 50 700 Tm (Tota1) Tj ET", "Total|0.00"},
		{"label against value", "BT /B 10 Tf 50 700 Td (Number) Tj /F 10 Tf (4711) Tj ET", "Number|4711"},
		{"bold within a word", "BT /F 10 Tf 50 700 Td (15-) Tj /B 10 Tf (CLASS) Tj ET", "15-CLASS"},
		{"leaders", "BT /F 10 Tf 50 700 Td (Total.......12.50) Tj 0 -20 Td (Name:_____) Tj ET", "Total|.......|12.50|Name:|_____"},
		{"accent over letter", "BT /F 10 Tf 50 700 Td [(Caf\\351 )] TJ (Gr) Tj [(\\250)333(u)] TJ (n) Tj ET", "Café|Grün"},
		{"ligature", "BT /F 10 Tf 50 700 Td (\\336) Tj ET", "Þ"},
		{"nothing but spaces", "BT /F 10 Tf 50 700 Td (   ) Tj (\\240) Tj ET", ""},
		{"superscript apart", "BT /F 10 Tf 50 700 Td (m) Tj /F 6 Tf 4 Ts (2) Tj ET", "m|2"},
		{"off the page", "BT /F 10 Tf 50 900 Td (gone) Tj 0 -200 Td (here) Tj ET", "here"},
		{"clipped away", "q 0 0 100 100 re W n BT /F 10 Tf 50 700 Td (gone) Tj 0 -650 Td (here) Tj ET Q", "here"},
		{"operators amiss", "BT /F 10 Tf 1 Tj Td (x) Tf 50 700 Td [/A (a) <</B 1>> (b)] TJ ET", "ab"},
	} {
		if got := texts(firstPage(t, file{content: test.content})); got != test.want {
			t.Errorf("%s: words of %q = %q, want %q", test.name, test.content, got, test.want)
		}
	}
}

// TestCombiningMarks checks that a mark is combined with the letter above or beneath which it
// is painted, also if it is painted back over it.
func TestCombiningMarks(t *testing.T) {
	const thai = "/Font << /T << /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding << /Differences [65 /uni0E25 /uni0E39 /uni0E01 /uni0E35] >> >> >>"
	for content, want := range map[string]string{
		"BT /T 10 Tf 1 0 0 1 50 700 Tm (A)Tj 1 0 0 1 51 697 Tm (B)Tj 1 0 0 1 56 700 Tm (C)Tj ET": "ลูก",
		"BT /T 10 Tf 1 0 0 1 50 700 Tm (C)Tj 1 0 0 1 48 704 Tm (D)Tj 1 0 0 1 90 700 Tm (A)Tj ET": "กี|ล",
	} {
		if got := texts(firstPage(t, file{resources: thai, content: content})); got != want {
			t.Errorf("words of %q = %q, want %q", content, got, want)
		}
	}
}

func TestWordsKeepPlaceAndStyle(t *testing.T) {
	p := firstPage(t, file{content: "BT /C 10 Tf 1 0 0 rg 2 0 0 2 50 700 Tm (ab) Tj ET 0.5 G 0 1 0 rg BT /C 8 Tf 0 1 -1 0 300 400 Tm (up) Tj 0 -1 1 0 320 400 Tm (dn) Tj -1 0 0 -1 500 400 Tm (un) Tj ET"})
	want := []doc.Word{
		{Text: "ab", Box: doc.Box{X0: 50, Y0: 85, X1: 74, Y1: 104.4}, Baseline: 100, Size: 20, Color: 0xff0000},
		{Text: "up", Box: doc.Box{X0: 294, Y0: 390.4, X1: 301.76, Y1: 400}, Baseline: 395.2, Size: 8, Color: 0x00ff00, Turn: 270},
		{Text: "dn", Box: doc.Box{X0: 318.24, Y0: 400, X1: 326, Y1: 409.6}, Baseline: 404.8, Size: 8, Color: 0x00ff00, Turn: 90},
		{Text: "un", Box: doc.Box{X0: 490.4, Y0: 398.24, X1: 500, Y1: 406}, Baseline: 402.12, Size: 8, Color: 0x00ff00, Turn: 180},
	}
	if len(p.Words) != len(want) {
		t.Fatalf("words = %q, want %d", texts(p), len(want))
	}
	for i, w := range want {
		w.Confidence = 1
		got := p.Words[i]
		if !sameBox(got.Box, w.Box) || math.Abs(got.Baseline-w.Baseline) > 0.01 || math.Abs(got.Size-w.Size) > 0.01 {
			t.Errorf("%q: box %v baseline %.2f size %.2f, want %v %.2f %.2f", w.Text, got.Box, got.Baseline, got.Size, w.Box, w.Baseline, w.Size)
		}
		if got.Text != w.Text || got.Turn != w.Turn || got.Color != w.Color || got.Confidence != 1 {
			t.Errorf("word %d = %+v, want %+v", i, got, w)
		}
	}
}

func sameBox(a, b doc.Box) bool {
	return math.Abs(a.X0-b.X0) < 0.02 && math.Abs(a.Y0-b.Y0) < 0.02 && math.Abs(a.X1-b.X1) < 0.02 && math.Abs(a.Y1-b.Y1) < 0.02
}

func TestTwicePaintedIsBold(t *testing.T) {
	p := firstPage(t, file{content: "BT /F 10 Tf 50 700 Td (Total) Tj 0.3 0 Td (Total) Tj 100 0 Td (plain) Tj 0.8 g 100 0 Td (shade) Tj 0 g 0.5 -0.5 Td (shade) Tj 2 Tr 100 0 Td (fat) Tj ET"})
	got := map[string]bool{}
	for _, w := range p.Words {
		got[w.Text] = w.Bold
		if w.Color != 0 {
			t.Errorf("%q has the colour %06x of its shadow", w.Text, w.Color)
		}
	}
	if !got["Total"] || got["plain"] || got["shade"] || !got["fat"] {
		t.Errorf("bold = %v, want Total and fat", got)
	}
}
