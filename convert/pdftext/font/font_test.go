package font

import (
	"math"
	"testing"
)

func TestNameText(t *testing.T) {
	for name, want := range map[string]string{
		"A": "A", "space": " ", "zero": "0", "exclam": "!", "eacute": "é", "Adieresis": "Ä", "ccedilla": "ç", "Scommaaccent": "Ș",
		"ecircumflexacute": "ế", "germandbls": "ß", "Lslash": "Ł", "dotlessi": "ı", "Euro": "€", "alpha": "α", "Omega": "Ω",
		"afii10017": "А", "afii10023": "Ё", "afii10097": "я", "uni00E9": "é", "uni00410042": "AB", "u1F600": "😀",
		"A.sc": "A", "f_i": "fi", "ffi": "ﬃ", "a_b.alt": "ab", "Asmall": "a", "sixoldstyle": "6", "onesuperior": "¹", "threeinferior": "3",
		"": "", ".notdef": "", "g23": "", "uniD800": "", "u00": "", "nosuchname": "", "zacute": "ź", "Tcommaaccent": "Ţ",
	} {
		if got := nameText(name); got != want {
			t.Errorf("nameText(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestEncodings(t *testing.T) {
	for _, test := range []struct {
		name string
		e    *encoding
		code byte
		want string
	}{
		{"Standard", standardEncoding(), 0x27, "’"}, {"Standard", standardEncoding(), 0xae, "ﬁ"}, {"Standard", standardEncoding(), 0xfb, "ß"},
		{"Standard", standardEncoding(), 0xa0, ""}, {"Standard", standardEncoding(), 'A', "A"}, {"Standard", standardEncoding(), 0xbd, "‰"},
		{"WinAnsi", winAnsiEncoding(), 0x80, "€"}, {"WinAnsi", winAnsiEncoding(), 0x81, "•"}, {"WinAnsi", winAnsiEncoding(), 0xad, "-"},
		{"WinAnsi", winAnsiEncoding(), 0xe9, "é"}, {"MacRoman", macRomanEncoding(), 0x8e, "é"}, {"MacRoman", macRomanEncoding(), 0xdb, "¤"},
		{"PDFDoc", pdfDocEncoding(), 0xa0, "€"}, {"PDFDoc", pdfDocEncoding(), 0x84, "—"}, {"PDFDoc", pdfDocEncoding(), 0xff, "ÿ"}, {"PDFDoc", pdfDocEncoding(), 0x1f, "˜"},
		{"Symbol", symbolEncoding(), 'a', "α"}, {"Symbol", symbolEncoding(), 0x7e, "∼"}, {"Symbol", symbolEncoding(), 0xfe, "⎭"}, {"Symbol", symbolEncoding(), 0xb7, "•"},
		{"ZapfDingbats", zapfDingbatsEncoding(), '4', "✔"}, {"ZapfDingbats", zapfDingbatsEncoding(), 'n', "■"}, {"ZapfDingbats", zapfDingbatsEncoding(), 0xac, "①"},
	} {
		if got := test.e[test.code]; got != test.want {
			t.Errorf("%s[%#x] = %q, want %q", test.name, test.code, got, test.want)
		}
	}
}

func TestTextString(t *testing.T) {
	for in, want := range map[string]string{
		"abc\x80": "abc•", "\xfe\xff\x00A\xd8\x3d\xde\x00": "A😀", "\xff\xfeA\x00": "A", "\xfe\xff\x00\x1ben\x00\x1b\x00A\x00\x1bdeDE\x00\x1b\x00B\x00\x1bC\x00": "AB䌀", "\xef\xbb\xbfé": "é", "": "",
	} {
		if got := TextString(in); got != want {
			t.Errorf("TextString(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestClean(t *testing.T) {
	for _, test := range []struct {
		in    string
		width float64
		want  string
		known bool
	}{
		{"A", 1, "A", true}, {"\u00a0", 1, " ", true}, {"\u2003\u2009", 1, " ", true}, {"ﬁ", 1, "fi", true}, {"ﬄ", 1, "ffl", true},
		{"\u00ad", 0.3, "-", true}, {"\u00ad", 0, "", true}, {"a\u200bb", 1, "ab", true}, {"\ufeff", 1, "", true},
		{"\x01", 1, "", false}, {"", 1, "", false}, {"\ufffd", 1, "", false}, {"\n", 0, " ", true}, {"e\u0301", 1, "e\u0301", true},
	} {
		if got, known := clean(test.in, test.width); got != test.want || known != test.known {
			t.Errorf("clean(%q, %v) = %q, %v, want %q, %v", test.in, test.width, got, known, test.want, test.known)
		}
	}
}

func TestStandardMetrics(t *testing.T) {
	for _, test := range []struct {
		name, text string
		flags      int64
		want       float64
		standard   bool
	}{
		{"Helvetica", "A", 0, 667, true}, {"Helvetica-Bold", "a", 0, 556, true}, {"ArialMT", "W", 0, 944, true}, {"Arial,Bold", "b", 0, 611, true},
		{"Arial-BoldMT", "€", 0, 556, true}, {"Helvetica", "é", 0, 556, true}, {"Helvetica", "í", 0, 278, true}, {"Helvetica", "–", 0, 556, true}, {"Helvetica", "±", 0, 584, true},
		{"Times-Roman", "m", 0, 778, true}, {"TimesNewRomanPS-BoldMT", "m", 0, 833, true}, {"TimesNewRoman,Italic", "m", 0, 722, true},
		{"Times-BoldItalic", "&", 0, 778, true}, {"CourierNew", "é", 0, 600, true}, {"Courier-BoldOblique", "i", 0, 600, true},
		{"Symbol", "α", 0, 549, true}, {"ZapfDingbats", "✔", 0, 846, true},
		{"Unknown", "A", flagFixedPitch, 600, false}, {"Unknown", "A", flagSerif, 722, false}, {"Unknown", "A", 0, 667, false},
	} {
		m, standard := standardMetrics(test.name, test.flags)
		if got := m.width(test.text); math.Abs(got-test.want) > 0.5 || standard != test.standard {
			t.Errorf("width of %q in %s = %v, standard %v, want %v, %v", test.text, test.name, got, standard, test.want, test.standard)
		}
	}
}

func TestIsBoldAndBaseName(t *testing.T) {
	for name, want := range map[string]string{"ABCDEF+Arial-BoldMT": "Arial-BoldMT", "Arial": "Arial", "C+Arial": "C+Arial"} {
		if got := baseName(name); got != want {
			t.Errorf("baseName(%q) = %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]bool{"Arial-BoldMT": true, "Roboto-Black": true, "SemiBold": true, "Arial": false} {
		if got := isBold(name); got != want {
			t.Errorf("isBold(%q) = %v, want %v", name, got, want)
		}
	}
}
