package font

import (
	"encoding/binary"
	"testing"
)

func be16(v ...int) (b []byte) {
	for _, v := range v {
		b = binary.BigEndian.AppendUint16(b, uint16(v))
	}
	return b
}

// trueType returns a font file of some tables.
func trueType(tables map[string][]byte) []byte {
	tags := []string{"cmap", "maxp", "post"}
	data := append([]byte{0, 1, 0, 0}, be16(len(tags), 0, 0, 0)...)
	offset := 12 + 16*len(tags)
	var body []byte
	for _, tag := range tags {
		data = append(data, tag...)
		data = binary.BigEndian.AppendUint32(data, 0)
		data = binary.BigEndian.AppendUint32(data, uint32(offset+len(body)))
		data = binary.BigEndian.AppendUint32(data, uint32(len(tables[tag])))
		body = append(body, tables[tag]...)
	}
	return append(data, body...)
}

func sampleTrueType() []byte {
	maxp := append([]byte{0, 1, 0, 0}, be16(6)...)
	// post format 2: .notdef, A, custom, eacute, uni20AC, space
	post := append([]byte{0, 2, 0, 0}, make([]byte, 28)...)
	post = append(post, be16(6, 0, 36, 258, 259, 260, 3)...)
	for _, name := range []string{"odd", "eacute", "uni20AC"} {
		post = append(append(post, byte(len(name))), name...)
	}
	// cmap: (3,1) format 4 maps U+0042 to glyph 2; (3,0) format 6 maps F041 to glyph 3.
	format4 := be16(4, 32, 0, 4, 4, 1, 0, 0x42, 0xffff, 0, 0x42, 0xffff, 2-0x42, 1, 0, 0)
	format6 := be16(6, 12, 0, 0xf041, 1, 3)
	cmap := be16(0, 2, 3, 1, 0, 20, 3, 0, 0, 20+len(format4))
	cmap = append(append(cmap, format4...), format6...)
	return trueType(map[string][]byte{"maxp": maxp, "post": post, "cmap": cmap})
}

func TestTrueTypeTellsGlyphs(t *testing.T) {
	p := &program{}
	p.readTrueType(sampleTrueType())
	for gid, want := range []string{"", "A", "B", "é", "€", " ", ""} {
		if got := p.glyphText(uint32(gid)); got != want {
			t.Errorf("glyph %d = %q, want %q", gid, got, want)
		}
	}
	if got := p.text('A', ""); got != "é" {
		t.Errorf("code A of the symbolic map = %q, want é", got)
	}
	if got := p.text('x', "odd"); got != "B" {
		t.Errorf("glyph named odd = %q, want B", got)
	}
}

// cffIndexOf returns an INDEX with one-byte offsets.
func cffIndexOf(items ...string) []byte {
	if len(items) == 0 {
		return []byte{0, 0}
	}
	b := append(be16(len(items)), 1)
	offset := 1
	b = append(b, byte(offset))
	for _, item := range items {
		offset += len(item)
		b = append(b, byte(offset))
	}
	for _, item := range items {
		b = append(b, item...)
	}
	return b
}

func sampleCFF() []byte {
	number := func(v int) []byte { return append([]byte{28}, be16(v)...) }
	build := func(charset, encoding, charstrings int) []byte {
		top := append(number(charset), 15)
		top = append(append(top, number(encoding)...), 16)
		top = append(append(top, number(charstrings)...), 17)
		data := append([]byte{1, 0, 4, 1}, cffIndexOf("Sample")...)
		data = append(data, cffIndexOf(string(top))...)
		data = append(data, cffIndexOf("uni20AC", "f_i")...)
		return append(data, cffIndexOf()...) // global subroutines
	}
	at := len(build(0, 0, 0))
	charset := append([]byte{0}, be16(34, 391, 392)...) // A, uni20AC, f_i
	encoding := []byte{1, 1, 65, 2}                     // codes 65 to 67
	data := build(at, at+len(charset), at+len(charset)+len(encoding))
	data = append(append(data, charset...), encoding...)
	return append(data, cffIndexOf("x", "x", "x", "x")...)
}

func TestCFFTellsGlyphs(t *testing.T) {
	p := &program{}
	p.readCFF(sampleCFF())
	for gid, want := range []string{"", "A", "€", "fi"} {
		if got := p.glyphText(uint32(gid)); got != want {
			t.Errorf("glyph %d = %q, want %q", gid, got, want)
		}
	}
	for code, want := range map[byte]string{'A': "A", 'B': "€", 'C': "fi", 'D': ""} {
		if got := p.text(code, ""); got != want {
			t.Errorf("code %q = %q, want %q", code, got, want)
		}
	}
	if len(cffStrings) != 228 {
		t.Errorf("%d standard strings, want 228", len(cffStrings))
	}
}

const sampleType1 = `%!PS-AdobeFont-1.0: Sample
/Encoding 256 array 0 1 255 {1 index exch /.notdef put} for
dup 65 /eacute put
dup 8#102 /B put
dup 67 /uni20AC put
readonly def
currentfile eexec dup 68 /D put`

func TestType1TellsCodes(t *testing.T) {
	p := &program{}
	p.readType1([]byte(sampleType1))
	for code, want := range map[byte]string{'A': "é", 'C': "€", 'D': ""} {
		if got := p.text(code, ""); got != want {
			t.Errorf("code %q = %q, want %q", code, got, want)
		}
	}
	p = &program{}
	p.readType1([]byte("%!\n/Encoding StandardEncoding def"))
	if got := p.text('\'', ""); got != "’" {
		t.Errorf("code ' of the standard encoding = %q, want ’", got)
	}
}

func FuzzFontProgram(f *testing.F) {
	f.Add(sampleTrueType())
	f.Add(sampleCFF())
	f.Add([]byte(sampleType1))
	f.Add(append([]byte("OTTO"), sampleTrueType()[4:]...))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			t.Skip("large inputs only cost time")
		}
		p := &program{}
		p.read(data)
		if len(p.glyphs) > maxProgramGlyphs {
			t.Fatalf("%d glyphs", len(p.glyphs))
		}
		for code := range 256 {
			p.text(byte(code), "")
			p.glyphText(uint32(code))
		}
	})
}
