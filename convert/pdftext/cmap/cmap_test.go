package cmap

import (
	"strings"
	"testing"
)

const toUnicode = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
1 begincodespacerange <0000> <FFFF> endcodespacerange
4 beginbfchar
<0003> <0020>
<0024> <00660069>
<0025> <D83DDE00>
<0026> <41>
endbfchar
3 beginbfrange
<0030> <0032> <0391>
<0040> <0042> [<0061> <00620063> <0064>]
<0050> <0051> <0066006C>
endbfrange
endcmap`

func TestText(t *testing.T) {
	m := Parse([]byte(toUnicode), nil)
	for code, want := range map[uint32]string{
		0x03: " ", 0x24: "fi", 0x25: "😀", 0x26: "A", 0x27: "", 0x30: "Α", 0x31: "Β", 0x32: "Γ", 0x33: "",
		0x40: "a", 0x41: "bc", 0x42: "d", 0x50: "fl", 0x51: "fm", 0xffff: "",
	} {
		if got := m.Text(code, 2); got != want {
			t.Errorf("Text(%#x) = %q, want %q", code, got, want)
		}
	}
}

func TestLaterDefinitionsWin(t *testing.T) {
	m := Parse([]byte("1 beginbfchar <05> <0041> endbfchar 1 beginbfrange <00> <FF> <0000> endbfrange 1 beginbfchar <05> <0042> endbfchar"), nil)
	if got := m.Text(5, 1); got != "B" {
		t.Errorf("Text(5) = %q, want B", got)
	}
}

func TestNext(t *testing.T) {
	mixed := Parse([]byte("2 begincodespacerange <00> <80> <8140> <FEFE> endcodespacerange"), nil)
	for _, test := range []struct {
		m    *CMap
		in   string
		want []int // lengths of the codes
	}{
		{Predefined("Identity-H"), "\x00A\x00B", []int{2, 2}},
		{Predefined("Identity-H"), "\x00A\x00", []int{2, 1}},
		{mixed, "A\x81\x40B", []int{1, 2, 1}},
		{mixed, "\xff\xff", []int{1, 1}},
		{mixed, "\x81", []int{1}},
		{Predefined("90ms-RKSJ-H"), "\x88\x9fA\xb1", []int{2, 1, 1}},
		{Predefined("UniJIS-UTF16-H"), "\xd8\x3d\xde\x00\x00A", []int{4, 2}},
		{Parse(nil, nil), "AB", []int{1, 1}},
	} {
		var got []int
		for s := []byte(test.in); len(s) > 0; {
			_, n := test.m.Next(s)
			got = append(got, n)
			s = s[n:]
		}
		if len(got) != len(test.want) {
			t.Errorf("codes of %q have lengths %v, want %v", test.in, got, test.want)
			continue
		}
		for i := range got {
			if got[i] != test.want[i] {
				t.Errorf("codes of %q have lengths %v, want %v", test.in, got, test.want)
				break
			}
		}
	}
}

func TestCID(t *testing.T) {
	base := Parse([]byte("1 begincodespacerange <0000> <FFFF> endcodespacerange 1 begincidrange <0000> <00FF> 100 endcidrange"), nil)
	m := Parse([]byte("/WMode 1 def /Base usecmap 1 begincidchar <0005> 7 endcidchar"), func(name string) *CMap {
		if name != "Base" {
			t.Errorf("usecmap asks for %q, want Base", name)
		}
		return base
	})
	if !m.Vertical {
		t.Error("WMode 1 is not vertical")
	}
	for code, want := range map[uint32]uint32{0x05: 7, 0x06: 106, 0xff: 355} {
		if got, ok := m.CID(code, 2); got != want || !ok {
			t.Errorf("CID(%#x) = %d, %v, want %d", code, got, ok, want)
		}
	}
	if _, ok := m.CID(0x100, 2); ok {
		t.Error("CID of a code beyond all ranges")
	}
}

// TestOneBase checks that a map that names others over and over loads each of
// them at most once.
func TestOneBase(t *testing.T) {
	asked := 0
	m := Parse([]byte(strings.Repeat("/A usecmap /B usecmap ", 1000)), func(name string) *CMap {
		if asked++; name == "A" {
			return nil
		}
		return Parse([]byte("1 begincodespacerange <0000> <FFFF> endcodespacerange 1 begincidrange <0000> <00FF> 100 endcidrange"), nil)
	})
	if asked != 2 {
		t.Errorf("of two maps that are named a thousand times, the first of which there is not, %d were asked for, want 2", asked)
	}
	if got, ok := m.CID(5, 2); got != 105 || !ok {
		t.Errorf("CID(5) = %d, %v, want 105", got, ok)
	}
}

// TestLongTexts checks that a text longer than any ligature is ignored: shown a
// million times, it would use up all memory.
func TestLongTexts(t *testing.T) {
	for _, test := range []struct {
		letters int
		want    string
	}{{256, strings.Repeat("B", 256)}, {257, ""}} {
		m := Parse([]byte("1 beginbfchar <41> <"+strings.Repeat("0042", test.letters)+"> endbfchar"), nil)
		if got := m.Text(0x41, 1); got != test.want {
			t.Errorf("the text of a code with %d letters = %q, want %q", test.letters, got, test.want)
		}
	}
}

func TestPredefined(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"90ms-RKSJ-H", "\x92\x8d\x95\xb6\x8f\x91A", "注文書A"},
		{"EUC-H", "\xc3\xed\xca\xb8", "注文"},
		{"H", "\x43\x6d\x4a\x38", "注文"},
		{"GBK-EUC-H", "\xb6\xa9\xb5\xa5", "订单"},
		{"ETen-B5-V", "\xad\x71\xb3\xe6", "訂單"},
		{"KSCms-UHC-H", "\xc1\xd6\xb9\xae", "주문"},
		{"UniGB-UCS2-H", "\x8b\xa2\x53\x55", "订单"},
		{"UniJIS-UTF16-H", "\x6c\xe8\xd8\x40\xdc\x0b", "注𠀋"},
		{"UniKS-UTF8-H", "주문", "주문"},
		{"UniCNS-UTF32-H", "\x00\x00\x8a\x02", "訂"},
	} {
		m := Predefined(test.name)
		var got strings.Builder
		for s := []byte(test.in); len(s) > 0; {
			code, n := m.Next(s)
			got.WriteString(m.Text(code, n))
			s = s[n:]
		}
		if got.String() != test.want || m.Vertical != strings.HasSuffix(test.name, "-V") {
			t.Errorf("%s: text of %q = %q, vertical %v, want %q", test.name, test.in, got.String(), m.Vertical, test.want)
		}
	}
	if m := Predefined("Unknown-H"); m != nil {
		t.Errorf("Predefined of an unknown name = %v, want nil", m)
	}
}

func FuzzCMap(f *testing.F) {
	f.Add([]byte(toUnicode), []byte("\x00\x03\x00\x24"))
	f.Add([]byte("2 begincodespacerange <00> <80> <8140> <FEFE> endcodespacerange /H usecmap 1 begincidrange <00> <ff> 0 endcidrange"), []byte("A\x81\x40"))
	f.Add([]byte("1 beginbfrange <00000000> <ffffffff> <d800> endbfrange"), []byte("abc"))
	f.Fuzz(func(t *testing.T, data, s []byte) {
		if len(data)+len(s) > 1<<16 {
			t.Skip("large inputs only cost time")
		}
		m := Parse(data, Predefined)
		for len(s) > 0 {
			code, n := m.Next(s)
			if n < 1 || n > len(s) {
				t.Fatalf("Next(%q) takes %d bytes", s, n)
			}
			m.Text(code, n)
			m.CID(code, n)
			s = s[n:]
		}
	})
}
