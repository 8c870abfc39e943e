package font

import (
	"math"

	"lineitem/convert/pdftext/cos"
)

// type3 is a font whose glyphs are content streams (PDF 32000-1, 9.6.5).
type type3 struct {
	simple
	r      reader
	procs  cos.Dict
	matrix float64 // FontMatrix's scale along x
}

func (f *Font) loadType3(r reader, dict cos.Dict) {
	t := &type3{r: r, procs: r.dict(dict["CharProcs"]), matrix: 0.001}
	f.codes = t
	f.Name = r.name(dict["Name"])
	t.loadWidths(r, dict, nil)
	t.loadEncoding(r, dict["Encoding"])
	t.fallback = standardEncoding()
	vertical := 0.001
	if m := r.array(dict["FontMatrix"]); len(m) >= 4 {
		t.matrix = math.Hypot(r.number(m[0]), r.number(m[1]))
		vertical = math.Hypot(r.number(m[2]), r.number(m[3]))
	}
	// The em of most such fonts is 1 in text space, whatever the FontMatrix. For
	// others, such as bitmaps in device pixels, the bounding box shows the
	// size: it is a little taller than the em.
	if box := r.array(dict["FontBBox"]); len(box) == 4 {
		height := math.Abs(r.number(box[3])-r.number(box[1])) * vertical
		if height > 2.5 && height < 1000 || height > 0.001 && height < 0.1 {
			f.Scale = height / 1.2
		}
	}
}

// width returns the advance for a font size of 1. Widths are stated in the font's glyph space.
func (t *type3) width(code uint32, n int, text string) float64 {
	if t.widths != nil {
		return t.simple.width(code, n, text) * 1000 * t.matrix
	}
	return t.procWidth(byte(code)) * t.matrix
}

// procWidth returns the width that a glyph's stream declares with d0 or d1.
func (t *type3) procWidth(code byte) float64 {
	s, ok := t.r.file.Resolve(t.procs[cos.Name(t.names[code])]).(*cos.Stream)
	if !ok {
		return 0
	}
	data, _ := t.r.file.Data(s)
	op, args, _ := cos.NewLexer(data).Operation()
	if (op == "d0" || op == "d1") && len(args) >= 2 {
		return args[0].Number
	}
	return 0
}
