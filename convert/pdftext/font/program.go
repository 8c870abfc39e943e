package font

import (
	"bytes"

	"lineitem/convert/pdftext/cos"
)

// program holds the texts of glyphs according to a font program. It is used
// only if the PDF's own tables do not state them.
type program struct {
	builtin [256]string       // by code, from the program's own encoding
	glyphs  []string          // by glyph index
	byName  map[string]string // of glyphs whose names are arbitrary
}

// maxProgramGlyphs is the greatest number of glyphs of a program; both formats count them
// in 16 bits.
const maxProgramGlyphs = 1 << 16

// loadProgram reads the program of a descriptor. Of a damaged one it reads what
// precedes the damage.
func loadProgram(r reader, descriptor cos.Dict) *program {
	p := &program{}
	p.read(r.program(descriptor))
	return p
}

// read detects the kind of program by its first bytes, because the descriptor
// is sometimes wrong about it.
func (p *program) read(data []byte) {
	switch {
	case bytes.HasPrefix(data, []byte("OTTO")):
		p.readCFF(table(data, "CFF "))
		p.readTrueType(data)
	case bytes.HasPrefix(data, []byte("\x01\x00")) && !bytes.HasPrefix(data, []byte("\x00\x01\x00\x00")):
		p.readCFF(data)
	case bytes.HasPrefix(data, []byte("%!")) || bytes.HasPrefix(data, []byte("\x80\x01")):
		p.readType1(data)
	default:
		p.readTrueType(data)
	}
}

// text returns the text of a simple font's code, or of the glyph name that
// Differences states for it.
func (p *program) text(code byte, name string) string {
	if name != "" && name != ".notdef" {
		return p.byName[name]
	}
	return p.builtin[code]
}

func (p *program) glyphText(gid uint32) string {
	if int(gid) < len(p.glyphs) {
		return p.glyphs[gid]
	}
	return ""
}

// span returns the n bytes of b at i, nil if b is too short.
func span(b []byte, i, n int) []byte {
	if i < 0 || n < 0 || i > len(b) || n > len(b)-i {
		return nil
	}
	return b[i : i+n]
}

func u16(b []byte, i int) int {
	if s := span(b, i, 2); s != nil {
		return int(s[0])<<8 | int(s[1])
	}
	return 0
}

func u32(b []byte, i int) int {
	return u16(b, i)<<16 | u16(b, i+2)
}
