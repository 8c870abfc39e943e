// Package font reads PDF fonts as far as text extraction needs them: the text
// and the advance width of each code (PDF 32000-1, 9.5 to 9.10). It draws
// nothing, and reads a font program only if the file's own tables are not enough.
package font

import (
	"strings"
	"unicode/utf16"

	"lineitem/convert/pdftext/cmap"
	"lineitem/convert/pdftext/cos"
)

// Font maps strings to glyphs. It is not safe for concurrent use.
type Font struct {
	Name     string // without the tag of a font subset
	Bold     bool
	Vertical bool // glyphs advance downward
	Type3    bool // glyphs are content streams
	// Scale is the size of the em for a font size of 1: 1 except for Type 3 fonts.
	Scale float64

	file  cos.File
	codes source           // text and metrics of a code according to the kind of font
	cmap  *cmap.CMap       // splits strings of composite fonts into codes, nil for simple ones
	unic  *cmap.CMap       // ToUnicode, nil if there is none
	utf16 bool             // ToUnicode is a name: codes are UTF-16 code units
	low   *[256]Glyph      // cached glyphs of codes of one byte, nil before the first
	high  [256]*[256]Glyph // cached glyphs of codes of two bytes
}

// Glyph is the glyph that a code shows.
type Glyph struct {
	// Text is in Unicode, cleaned: " " for every kind of space, "" for a glyph
	// that shows nothing, or whose text is unknown; Known is false in the latter
	// case.
	Text  string
	Known bool
	// Width is the advance for a font size of 1: along x, or downward in
	// vertical writing.
	Width float64
	// OffsetX is the distance from the origin of vertical writing to the glyph's middle.
	OffsetX float64
	// Space reports whether word spacing applies: the code 32 of one byte.
	Space bool

	loaded bool
}

// source decodes the codes of one kind of font: the text without
// ToUnicode, not cleaned, and the metrics.
type source interface {
	text(code uint32, n int) string
	width(code uint32, n int, text string) float64
}

// Flags of a font descriptor (PDF 32000-1, Table 123).
const (
	flagFixedPitch = 1 << 0
	flagSerif      = 1 << 1
	flagSymbolic   = 1 << 2
	flagItalic     = 1 << 6
	flagForceBold  = 1 << 18
)

// Load reads a font dictionary. It never fails: for missing or
// malformed entries it uses defaults.
func Load(file cos.File, dict cos.Dict) *Font {
	r := reader{file}
	f := &Font{file: file, Scale: 1}
	f.Name = baseName(r.name(dict["BaseFont"]))
	switch m := file.Resolve(dict["ToUnicode"]).(type) {
	case *cos.Stream:
		f.unic = r.cmap(m, 0)
	case cos.Name: // not in PDF 32000-1, but browsers accept it
		f.utf16 = m == "Identity-H" || m == "Identity-V"
	}
	descriptor := r.dict(dict["FontDescriptor"])
	switch r.name(dict["Subtype"]) {
	case "Type0":
		descriptor = f.loadComposite(r, dict)
	case "Type3":
		f.Type3 = true
		f.loadType3(r, dict)
	default:
		f.loadSimple(r, dict, descriptor)
	}
	f.Bold = isBold(f.Name) || r.integer(descriptor["Flags"])&flagForceBold != 0 || r.number(descriptor["FontWeight"]) >= 600
	return f
}

// Next cuts the first code from s, which must not be empty, and returns its glyph,
// valid until the next call. n is the code's length in bytes, at least 1.
func (f *Font) Next(s []byte) (g *Glyph, n int) {
	if f.cmap == nil {
		g = f.single(s[0])
		if !g.loaded {
			f.load(g, uint32(s[0]), 1)
		}
		return g, 1
	}
	code, n := f.cmap.Next(s)
	switch {
	case n == 1:
		g = f.single(byte(code))
	case code <= 0xffff:
		page := f.high[code>>8]
		if page == nil {
			page = new([256]Glyph)
			f.high[code>>8] = page
		}
		g = &page[code&0xff]
	default:
		g = new(Glyph)
	}
	if !g.loaded {
		f.load(g, code, n)
	}
	return g, n
}

func (f *Font) single(code byte) *Glyph {
	if f.low == nil {
		f.low = new([256]Glyph)
	}
	return &f.low[code]
}

// load fills in a glyph on its first use.
func (f *Font) load(g *Glyph, code uint32, n int) {
	g.loaded = true
	g.Space = n == 1 && code == ' '
	var text string
	if f.unic != nil {
		text = f.unic.Text(code, n)
	}
	if !meaningful(text) {
		if own := f.codes.text(code, n); own != "" {
			text = own
		} else if f.utf16 && n == 2 && !utf16.IsSurrogate(rune(code)) {
			text = string(rune(code))
		}
	}
	g.Width = f.codes.width(code, n, text)
	g.Text, g.Known = clean(text, g.Width)
	if c, ok := f.codes.(*composite); ok && f.Vertical {
		g.Width, g.OffsetX = c.vertical(code, n, g.Width)
	}
}

// meaningful reports whether a text from a ToUnicode map is usable: producers fill
// gaps with U+0000 and U+FFFD.
func meaningful(text string) bool {
	for _, r := range text {
		if r > 0x1f && r != 0xfffd && r != 0xffff && !(r >= 0xe000 && r < 0xf900) || r == '\t' || r == '\n' || r == '\r' {
			return true
		}
	}
	return false
}

// baseName strips the tag of a subset: "ABCDEF+Name".
func baseName(name string) string {
	if tag, rest, ok := strings.Cut(name, "+"); ok && len(tag) == 6 && tag == strings.ToUpper(tag) {
		return rest
	}
	return name
}

// isBold reports whether a font's name is that of a bold face.
func isBold(name string) bool {
	lower := strings.ToLower(name)
	for _, word := range [...]string{"bold", "black", "heavy", "demi"} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return false
}
