package font

import (
	"bytes"

	"lineitem/convert/pdftext/cos"
)

// program is a font program's information on the text of its glyphs. It is asked
// only where the PDF's own tables are silent.
type program struct {
	builtin [256]string       // by code, from the program's own encoding
	glyphs  []string          // by glyph index
	byName  map[string]string // of glyphs whose names are arbitrary
}

// maxProgramGlyphs bounds the glyphs of one program; both formats count them
// in 16 bits.
const maxProgramGlyphs = 1 << 16

// loadProgram reads the program of a descriptor. A damaged one says what
// stands before the damage.
func loadProgram(r reader, descriptor cos.Dict) *program {
	p := &program{}
	p.read(r.program(descriptor))
	return p
}

// read tells the kind of program by its first bytes: what the descriptor calls
// it is sometimes wrong.
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

// text is that of a simple font's code, or of the glyph name that its
// Differences give it.
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

// span is the n bytes of b at i, nil if it does not have them.
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
