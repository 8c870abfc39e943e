package pdftext

import (
	"math"

	"lineitem/convert/pdftext/cos"
	"lineitem/convert/pdftext/font"
)

// textState are the text parameters (PDF 32000-1, 9.3) and, between BT and ET,
// the text matrices.
type textState struct {
	font      *font.Font
	size      float64
	charSpace float64
	wordSpace float64
	scale     float64 // Tz, 1 for 100 %
	leading   float64
	rise      float64
	mode      int
	matrix    matrix
	line      matrix
}

// Text rendering modes (PDF 32000-1, Table 106).
const (
	strokeText        = 1
	fillAndStrokeText = 2
	invisibleText     = 3
	clipText          = 4 // added to the other modes
)

// Font sizes that count as readable, points as displayed.
const (
	smallest = 0.05
	largest  = 10000
)

func (in *interpreter) textOperator(op cos.Keyword, args []cos.Operand) {
	t := &in.gs.text
	var v [6]float64
	switch op {
	case "BT":
		t.matrix, t.line = identity, identity
	case "ET":
	case "Tc":
		if operands(args, v[:1]) {
			t.charSpace = v[0]
		}
	case "Tw":
		if operands(args, v[:1]) {
			t.wordSpace = v[0]
		}
	case "Tz":
		if operands(args, v[:1]) {
			t.scale = v[0] / 100
		}
	case "TL":
		if operands(args, v[:1]) {
			t.leading = v[0]
		}
	case "Ts":
		if operands(args, v[:1]) {
			t.rise = v[0]
		}
	case "Tr":
		if operands(args, v[:1]) {
			t.mode = int(v[0])
		}
	case "Tf":
		if n := len(args); n >= 2 && args[n-2].Kind == cos.NameOperand {
			t.font = in.namedFont(args[n-2].Name)
			in.branched = in.branched || t.font != nil && t.font.Type3
			t.size = args[n-1].Number
		}
	case "Td":
		if operands(args, v[:2]) {
			t.newLine(v[0], v[1])
		}
	case "TD":
		if operands(args, v[:2]) {
			t.leading = -v[1]
			t.newLine(v[0], v[1])
		}
	case "Tm":
		if operands(args, v[:6]) {
			if m := (matrix{v[0], v[1], v[2], v[3], v[4], v[5]}); m.finite() {
				t.line, t.matrix = m, m
			}
		}
	case "T*":
		t.newLine(0, -t.leading)
	case "Tj":
		in.showOperand(args)
	case "'":
		t.newLine(0, -t.leading)
		in.showOperand(args)
	case "\"":
		if n := len(args); n >= 3 {
			t.wordSpace, t.charSpace = args[n-3].Number, args[n-2].Number
		}
		t.newLine(0, -t.leading)
		in.showOperand(args)
	case "TJ":
		if n := len(args); n > 0 && args[n-1].Kind == cos.ArrayOperand {
			in.showArray(args[n-1].Array)
		} else {
			in.showOperand(args)
		}
	}
}

// newLine moves to the start of a line, offset from the start of the current one.
func (t *textState) newLine(x, y float64) {
	m := matrix{1, 0, 0, 1, x, y}.then(t.line)
	if m.finite() {
		t.line, t.matrix = m, m
	}
}

func (in *interpreter) showOperand(args []cos.Operand) {
	if n := len(args); n > 0 && args[n-1].Kind == cos.StringOperand {
		in.showArray(args[n-1:])
	}
}

// showArray shows strings with adjustments between them (9.4.3).
func (in *interpreter) showArray(elements []cos.Operand) {
	t := &in.gs.text
	f := t.font
	if f == nil || len(elements) == 0 {
		return
	}
	device := t.matrix.then(in.gs.ctm)
	across, up := math.Hypot(device.a, device.b), math.Hypot(device.c, device.d)
	if !(across > 0) || !(up > 0) || t.size == 0 || !device.finite() {
		return
	}
	// The glyphs advance along (ux, uy); unit is the length of one text space unit on the page.
	size := math.Abs(t.size) * math.Abs(device.a*device.d-device.b*device.c) / across
	ux, uy, unit := device.a/across, device.b/across, across
	scale, forward := t.scale, 1.0
	if f.Vertical { // downward; adjustments and spacings count upward
		ux, uy, unit = -device.c/up, -device.d/up, up
		scale, forward = 1, -1
	}
	if t.size*scale < 0 {
		ux, uy, unit = -ux, -uy, -unit
	}
	color := in.gs.fill.color
	if t.mode == strokeText || t.mode == strokeText+clipText {
		color = in.gs.stroke.color
	}
	s := in.page.style(style{
		font: f, size: size * f.Scale, ux: ux, uy: uy, color: color,
		bold:      f.Bold || t.mode == fillAndStrokeText,
		invisible: t.mode == invisibleText || t.mode == invisibleText+clipText,
	})
	hide := in.unseen > 0 || size*f.Scale < smallest || size*f.Scale > largest

	first := len(in.page.glyphs)

	// pos is the distance from the text matrix's origin in text space.
	pos := 0.0
	x0, y0 := device.apply(0, t.rise)
	for i := range elements {
		switch e := &elements[i]; e.Kind {
		case cos.NumberOperand:
			pos -= e.Number / 1000 * t.size * scale * forward
		case cos.StringOperand:
			for str := e.Text; len(str) > 0; {
				g, n := f.Next(str)
				str = str[n:]
				width := g.Width * t.size
				spacing := t.charSpace
				if g.Space {
					spacing += t.wordSpace
				}
				spacing *= forward
				if !hide {
					x, y := x0+pos*unit*ux, y0+pos*unit*uy
					if f.Vertical {
						shift := g.OffsetX*t.size - 0.25*t.size // moves the glyph's middle to where that of a turned line would be
						x, y = x+shift*device.a, y+shift*device.b
					}
					in.page.glyph(g, s, x, y, math.Abs(width*scale*unit), spacing*scale*unit, &in.gs.clip)
				}
				pos += (width + spacing) * scale
			}
		}
	}
	in.page.spacing(first)
	if f.Vertical {
		t.matrix = matrix{1, 0, 0, 1, 0, -pos}.then(t.matrix)
	} else {
		t.matrix = matrix{1, 0, 0, 1, pos, 0}.then(t.matrix)
	}
	if in.page.full() {
		in.stopped = true
	}
}
