package pdftext

import (
	"strings"
	"testing"
)

const toUnicodeMap = "1 begincodespacerange <0000> <FFFF> endcodespacerange " +
	"2 beginbfchar <0001> <00660069> <0002> <0020> endbfchar 1 beginbfrange <0010> <0020> <0061> endbfrange"

// TestFonts reads one string shown in fonts of every kind.
func TestFonts(t *testing.T) {
	const (
		cidFont = "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << >> "
		plain   = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica "
	)
	charProc := stream("", "500 0 0 0 500 700 d1 0 0 500 700 re f")
	for _, test := range []struct {
		name, font, show string
		objects          []string // numbered from 11
		want             string
		width            float64 // of the first word at a size of 10, points; 0 for any
	}{
		{"differences", plain + "/Encoding << /Differences [65 /eacute /fi 200 /Euro] >> >>", "(AB\\310)", nil, "éfi€", 0},
		{"symbol", "<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>", "(abc)", nil, "αβχ", 0},
		{"dingbats", "<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>", "(4)", nil, "✔", 0},
		{"Mac encoding", plain + "/Encoding /MacRomanEncoding >>", "(\\216)", nil, "é", 0},
		{"TrueType without encoding", "<< /Type /Font /Subtype /TrueType /BaseFont /Y >>", "(\\351)", nil, "é", 0},
		{"widths", plain + "/FirstChar 65 /Widths [100 200] /FontDescriptor << /MissingWidth 400 >> >>", "(ABC)", nil, "ABC", 7},
		{"standard widths", "<< /Type /Font /Subtype /TrueType /BaseFont /Arial,Bold /Encoding /WinAnsiEncoding >>", "(AB)", nil, "AB", 14.44},
		{"simple with ToUnicode", plain + "/ToUnicode 11 0 R >>", "(\\001\\020)", []string{stream("", toUnicodeMap)}, "fia", 0},
		{"composite", "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /ToUnicode 11 0 R /DescendantFonts [ " + cidFont + "/DW 500 /W [1 [600] 16 18 250] >> ] >>",
			"<00010010001200020011>", []string{stream("", toUnicodeMap)}, "fiac|b", 11},
		{"composite without ToUnicode", "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [ " + cidFont + ">> ] >>", "<00410042>", nil, "", 0},
		{"composite with the name of a map", "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /ToUnicode /Identity-H /DescendantFonts [ " + cidFont + ">> ] >>",
			"<00410042D83D20AC>", nil, "AB|€", 0},
		{"predefined CMap", "<< /Type /Font /Subtype /Type0 /Encoding /90ms-RKSJ-H /DescendantFonts [ << /Subtype /CIDFontType0 /BaseFont /Ryumin-Light >> ] >>",
			"<928D95B62031>", nil, "注文|1", 20},
		{"embedded CMap", "<< /Type /Font /Subtype /Type0 /Encoding 11 0 R /ToUnicode 12 0 R /DescendantFonts [ " + cidFont + "/W [5 [700]] >> ] >>", "<41>",
			[]string{stream("", "1 begincodespacerange <00> <ff> endcodespacerange 1 begincidchar <41> 5 endcidchar"),
				stream("", "1 beginbfchar <41> <005A> endbfchar")}, "Z", 7},
		{"Type 3", "<< /Type /Font /Subtype /Type3 /FontMatrix [0.002 0 0 0.002 0 0] /FontBBox [0 0 500 700] /FirstChar 97 /Widths [300 300] " +
			"/Encoding << /Differences [97 /a /b] >> /CharProcs << /a 11 0 R /b 11 0 R >> >>", "(ab)", []string{charProc}, "ab", 12},
		{"Type 3 without widths", "<< /Type /Font /Subtype /Type3 /FontMatrix [0.001 0 0 0.001 0 0] /FontBBox [0 0 500 700] " +
			"/Encoding << /Differences [97 /a /b] >> /CharProcs << /a 11 0 R /b 11 0 R >> >>", "(ab)", []string{charProc}, "ab", 10},
		{"broken", "<< /Type /Font /Subtype /Type0 /Encoding 99 0 R /DescendantFonts 7 /ToUnicode (x) >>", "(ab)", nil, "", 0},
	} {
		p := firstPage(t, file{
			content:   "BT /X 10 Tf 50 700 Td " + test.show + " Tj ET",
			resources: "/Font << /X 10 0 R >>",
			objects:   append([]string{test.font}, test.objects...),
		})
		if got := texts(p); got != test.want {
			t.Errorf("%s: words = %q, want %q", test.name, got, test.want)
			continue
		}
		if test.width > 0 && abs(p.Words[0].Box.Width()-test.width) > 0.01 {
			t.Errorf("%s: width of %q = %v, want %v", test.name, p.Words[0].Text, p.Words[0].Box.Width(), test.width)
		}
	}
}

func TestVerticalWriting(t *testing.T) {
	p := firstPage(t, file{
		content:   "BT /X 10 Tf 300 700 Td <6CE86587> Tj ET",
		resources: "/Font << /X << /Type /Font /Subtype /Type0 /Encoding /UniJIS-UCS2-V /DescendantFonts [ << /Subtype /CIDFontType0 >> ] >> >>",
	})
	if len(p.Words) != 1 || p.Words[0].Text != "注文" || p.Words[0].Turn != 90 {
		t.Fatalf("words = %+v, want one that runs downward", p.Words)
	}
	if b := p.Words[0].Box; abs(b.Y0-100) > 0.01 || abs(b.Y1-120) > 0.01 || abs(b.MidX()-300) > 1 {
		t.Errorf("box = %v, want 20 points down from y 100 around x 300", b)
	}
}

// TestVerticalAdvances checks that vertical advances may be given for ranges in
// any order.
func TestVerticalAdvances(t *testing.T) {
	p := firstPage(t, file{
		content: "BT /X 10 Tf 300 700 Td <000700640063> Tj ET",
		resources: "/Font << /X << /Type /Font /Subtype /Type0 /Encoding /Identity-V /ToUnicode 10 0 R /DescendantFonts [ << /Subtype /CIDFontType0" +
			" /W2 [ 100 200 -500 500 880 7 9 -2000 500 880 10 [ -900 500 880 ] ] >> ] >> >>",
		objects: []string{stream("", "3 beginbfchar <0007> <6CE8> <0064> <6587> <0063> <66F8> endbfchar")},
	})
	if len(p.Words) != 1 || p.Words[0].Text != "注文書" {
		t.Fatalf("words = %+v, want one", p.Words)
	}
	if b := p.Words[0].Box; abs(b.Y0-100) > 0.01 || abs(b.Y1-135) > 0.01 {
		t.Errorf("box = %v, want 20, 5 and 10 points down from y 100", b)
	}
}

// TestTextOfFontPrograms reads documents without the ToUnicode maps that state
// their text: most words must be read from the embedded font programs.
func TestTextOfFontPrograms(t *testing.T) {
	for _, name := range []string{"german-letter", "portuguese-page-offset", "us-multipage"} {
		data := orderFile(t, name)
		stripped := []byte(strings.ReplaceAll(string(data), "/ToUnicode", "/XoUnicode"))
		if string(stripped) == string(data) {
			t.Fatalf("%s names no ToUnicode map", name)
		}
		want, got := map[string]int{}, 0
		for _, w := range read(t, data).Pages[0].Words {
			want[w.Text]++
		}
		words := read(t, stripped).Pages[0].Words
		for _, w := range words {
			if want[w.Text] > 0 {
				want[w.Text]--
				got++
			}
		}
		if share := float64(got) / float64(len(words)); share < 0.9 {
			t.Errorf("%s without ToUnicode: %.2f of the words are right, want 0.9", name, share)
		}
	}
}
