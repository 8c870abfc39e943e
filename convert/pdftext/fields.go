package pdftext

import (
	"math"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/pdftext/cos"
	"lineitem/convert/pdftext/font"
)

// Limits on form fields.
const (
	maxFieldDepth = 16      // of the field hierarchy
	maxFieldLines = 1 << 10 // of one field's value
	maxOptions    = 1 << 12 // of a choice field
)

// Flags of form fields (PDF 32000-1, Tables 221 and 228).
const (
	fieldMultiline = 1 << 12
	fieldPassword  = 1 << 13
	fieldCombo     = 1 << 17
)

// field returns an entry of a form field, which may be inherited (12.7.3.1).
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

// paintValue writes the value of a text or choice field into its rectangle, roughly
// as a viewer does that generates an appearance for it.
func (in *interpreter) paintValue(dict cos.Dict, rect doc.Box) {
	lines, flags := in.fieldLines(dict)
	if len(lines) == 0 {
		return
	}
	const (
		padding   = 2.0  // points
		leading   = 1.2  // font sizes
		advance   = 0.5  // of an average glyph, font sizes
		automatic = 0.66 // font size as a share of the field's height, if the field does not state it
		usual     = 12.0
	)
	size := in.fieldSize(dict)
	if size < smallest || size > largest {
		size = usual
		if flags&fieldMultiline == 0 {
			size = math.Min(usual, automatic*rect.Height()/float64(len(lines)))
		}
	}
	baseline := rect.MidY() - 0.35*size
	if flags&fieldMultiline != 0 || len(lines) > 1 {
		baseline = rect.Y1 - padding - size
	}
	// share is how much of the free space is left of the text: none, half or all of it (Table 222).
	share := float64(in.integer(in.field(dict, "Q"))&3) / 2
	scale := in.gs.ctm.scale()
	s := in.page.style(style{size: size * scale, ux: in.gs.ctm.a / scale, uy: in.gs.ctm.b / scale})
	for _, line := range lines[:min(len(lines), maxFieldLines)] {
		line = font.Clean(line)
		room := math.Max(rect.Width()-2*padding, size)
		width := math.Min(advance*size*float64(len([]rune(line))), room)
		x, y := in.gs.ctm.apply(rect.X0+padding+share*(room-width), baseline)
		in.page.space = true
		in.page.spread(glyph{x: x, y: y, style: s}, line, width*scale)
		baseline -= leading * size
	}
}

// fieldLines returns the lines of a text or choice field's value, and its flags. For other fields,
// and for passwords, there are no lines.
func (in *interpreter) fieldLines(dict cos.Dict) (lines []string, flags int) {
	flags = in.integer(in.field(dict, "Ff"))
	switch in.name(in.field(dict, "FT")) {
	case "Tx":
		if flags&fieldPassword == 0 {
			lines = in.fieldText(dict)
		}
	case "Ch":
		lines = in.chosen(dict)
		flags &^= fieldMultiline // in choice fields this bit means something else
	}
	return lines, flags
}

// stale reports whether the appearance of a field shows no glyphs, or those of another
// value. Browsers then show the value instead, or nothing if it is empty. The glyphs of list boxes, which also show options
// that are not chosen, and of fields formatted by a script are not compared with the value.
func (in *interpreter) stale(dict cos.Dict, shown []glyph) bool {
	if len(shown) == 0 {
		return true
	}
	lines, flags := in.fieldLines(dict)
	switch in.name(in.field(dict, "FT")) {
	case "Tx":
		if flags&fieldPassword != 0 {
			return false
		}
	case "Ch":
		if flags&fieldCombo == 0 {
			return false
		}
	default:
		return false
	}
	if in.dict(in.field(dict, "AA"))["F"] != nil {
		return false
	}
	var text strings.Builder
	for i := range shown {
		text.WriteString(shown[i].text)
	}
	bare := func(s string) string { return strings.Join(strings.Fields(s), "") }
	return bare(text.String()) != bare(font.Clean(strings.Join(lines, " ")))
}

// fieldText returns the value of a text field, line by line.
func (in *interpreter) fieldText(dict cos.Dict) []string {
	var value string
	switch v := in.field(dict, "V").(type) {
	case cos.String:
		value = string(v)
	case *cos.Stream:
		data, _ := in.Data(v)
		value = string(data)
	default:
		return nil
	}
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(font.TextString(value))
	return strings.Split(text, "\n")
}

// chosen returns the selected options of a choice field, as they are displayed
// (12.7.4.4). The field's value names them by their export values or texts; if
// it has none, their indices (I) are used.
func (in *interpreter) chosen(dict cos.Dict) []string {
	options := in.array(in.field(dict, "Opt"))
	options = options[:min(len(options), maxOptions)]
	var values cos.Array
	switch v := in.field(dict, "V").(type) {
	case cos.String:
		values = cos.Array{v}
	case cos.Array:
		values = v
	}
	var lines []string
	if len(values) > 0 {
		shown := make(map[string]string, len(options))
		for _, o := range options {
			if exported, text, ok := in.option(o); ok {
				if _, twice := shown[exported]; !twice {
					shown[exported] = text
				}
			}
		}
		for _, v := range values[:min(len(values), maxFieldLines)] {
			if s, ok := in.Resolve(v).(cos.String); ok {
				value := font.TextString(string(s))
				if text, ok := shown[value]; ok {
					value = text
				}
				lines = append(lines, value)
			}
		}
		return lines
	}
	places := in.array(in.field(dict, "I"))
	for _, place := range places[:min(len(places), maxFieldLines)] {
		if i, ok := in.number(place); ok && i >= 0 && int(i) < len(options) {
			if _, text, ok := in.option(options[int(i)]); ok {
				lines = append(lines, text)
			}
		}
	}
	return lines
}

// option returns an option of a choice field: a single text, or a pair of the export value and
// the displayed text.
func (in *interpreter) option(o cos.Object) (exported, shown string, ok bool) {
	switch o := in.Resolve(o).(type) {
	case cos.String:
		text := font.TextString(string(o))
		return text, text, true
	case cos.Array:
		if len(o) == 2 {
			value, ok1 := in.Resolve(o[0]).(cos.String)
			text, ok2 := in.Resolve(o[1]).(cos.String)
			return font.TextString(string(value)), font.TextString(string(text)), ok1 && ok2
		}
	}
	return "", "", false
}

// fieldSize returns the font size of a field's default appearance, 0 if it is not stated.
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
