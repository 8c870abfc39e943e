package pdftext

import (
	"math"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/pdftext/cos"
	"lineitem/convert/pdftext/font"
)

// Bounds of the annotations.
const (
	maxAnnotations = 1 << 14 // of one page
	maxFieldDepth  = 16      // of the tree of form fields
	maxFieldLines  = 1 << 10 // of one field's value
)

// Flags of annotations and form fields (PDF 32000-1, Tables 165, 221 and 228).
const (
	annotHidden = 1 << 1
	annotNoView = 1 << 5

	fieldMultiline = 1 << 12
	fieldPassword  = 1 << 13
)

// annotations paints the appearances of a page's annotations, and the values
// of form fields that have none.
func (in *interpreter) annotations(l *leaf, page matrix) {
	list := in.array(l.dict["Annots"])
	for _, o := range list[:min(len(list), maxAnnotations)] {
		dict := in.dict(o)
		if dict == nil || in.integer(dict["F"])&(annotHidden|annotNoView) != 0 || in.hides(dict["OC"]) {
			continue
		}
		subtype := in.name(dict["Subtype"])
		rect, ok := in.box(dict["Rect"])
		if !ok || subtype == "Popup" || subtype == "Link" {
			continue
		}
		in.restart(page)
		if s := in.appearance(dict); s != nil {
			in.paintAppearance(s, rect)
		} else if subtype == "Widget" {
			in.paintValue(dict, rect)
		}
	}
}

// appearance is an annotation's normal appearance, that of its state where
// there are several (12.5.5).
func (in *interpreter) appearance(dict cos.Dict) *cos.Stream {
	switch n := in.Resolve(in.dict(dict["AP"])["N"]).(type) {
	case *cos.Stream:
		return n
	case cos.Dict:
		return in.stream(n[in.name(dict["AS"])])
	}
	return nil
}

// paintAppearance fits an appearance stream into its annotation's rectangle
// (12.5.5, algorithm 8.1).
func (in *interpreter) paintAppearance(s *cos.Stream, rect doc.Box) {
	box, ok := in.box(s.Dict["BBox"])
	if !ok {
		return
	}
	box = in.matrix(s.Dict["Matrix"]).box(box)
	if box.Empty() {
		return
	}
	sx, sy := rect.Width()/box.Width(), rect.Height()/box.Height()
	fit := matrix{sx, 0, 0, sy, rect.X0 - box.X0*sx, rect.Y0 - box.Y0*sy}
	if m := fit.then(in.gs.ctm); m.finite() {
		in.gs.ctm = m
		in.form(s)
	}
}

// field is an entry of a form field, which may be inherited (12.7.3.1).
func (in *interpreter) field(dict cos.Dict, key cos.Name) cos.Object {
	for range maxFieldDepth {
		if o := in.Resolve(dict[key]); o != nil {
			return o
		}
		if dict = in.dict(dict["Parent"]); dict == nil {
			break
		}
	}
	return nil
}

// paintValue writes a text or choice field's value into its rectangle, about
// as a viewer would that makes an appearance for it.
func (in *interpreter) paintValue(dict cos.Dict, rect doc.Box) {
	kind, flags := in.name(in.field(dict, "FT")), in.integer(in.field(dict, "Ff"))
	value, ok := in.field(dict, "V").(cos.String)
	if kind != "Tx" && kind != "Ch" || !ok || flags&fieldPassword != 0 {
		return
	}
	const (
		padding   = 2.0  // points
		leading   = 1.2  // font sizes
		advance   = 0.5  // of a glyph on the average, font sizes
		automatic = 0.66 // font size of a field that leaves it open, of its height
		usual     = 12.0
	)
	size := in.fieldSize(dict)
	if size < smallest || size > largest {
		size = usual
		if flags&fieldMultiline == 0 {
			size = math.Min(usual, automatic*rect.Height())
		}
	}
	baseline := rect.MidY() - 0.35*size
	if flags&fieldMultiline != 0 {
		baseline = rect.Y1 - padding - size
	}
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(font.TextString(string(value)))
	lines := strings.Split(text, "\n")
	scale := in.gs.ctm.scale()
	s := in.page.style(style{size: size * scale, ux: in.gs.ctm.a / scale, uy: in.gs.ctm.b / scale})
	for _, line := range lines[:min(len(lines), maxFieldLines)] {
		line = font.Clean(line)
		x, y := in.gs.ctm.apply(rect.X0+padding, baseline)
		width := math.Min(advance*size*float64(len([]rune(line))), math.Max(rect.Width()-2*padding, size))
		in.page.space = true
		in.page.spread(glyph{x: x, y: y, style: s}, line, width*scale)
		baseline -= leading * size
	}
}

// fieldSize is the font size of a field's default appearance, 0 if it is open.
func (in *interpreter) fieldSize(dict cos.Dict) float64 {
	appearance, ok := in.field(dict, "DA").(cos.String)
	if !ok {
		form := in.dict(in.dict(in.Trailer()["Root"])["AcroForm"])
		appearance, _ = in.Resolve(form["DA"]).(cos.String)
	}
	lexer := cos.NewLexer([]byte(appearance))
	for {
		op, args, ok := lexer.Operation()
		if !ok {
			return 0
		}
		if n := len(args); op == "Tf" && n > 0 {
			return args[n-1].Number
		}
	}
}
