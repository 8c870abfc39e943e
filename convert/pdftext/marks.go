package pdftext

import (
	"strings"

	"lineitem/convert/bidi"
	"lineitem/convert/pdftext/cos"
	"lineitem/convert/pdftext/font"
)

// maxMarks bounds the nesting of marked-content sequences.
const maxMarks = 1 << 10

// mark is an open marked-content sequence (PDF 32000-1, 14.6).
type mark struct {
	hidden   bool
	replaced bool
	actual   string
	first    int // index among the page's glyphs
}

// markOperator executes BDC.
func (in *interpreter) markOperator(args []cos.Operand) {
	if len(args) < 2 {
		in.beginMark("", nil)
		return
	}
	tag, properties := args[len(args)-2].Name, args[len(args)-1]
	switch {
	case properties.Kind == cos.NameOperand:
		o := in.resource("Properties", properties.Name)
		in.beginMark(tag, o)
	default:
		in.beginMark(tag, properties.Object)
	}
}

func (in *interpreter) beginMark(tag cos.Name, properties cos.Object) {
	m := mark{first: len(in.page.glyphs)}
	if tag == "OC" {
		m.hidden = in.hides(properties)
	}
	if properties != nil && tag != "OC" {
		if text, ok := in.Resolve(in.dict(properties)["ActualText"]).(cos.String); ok {
			m.replaced, m.actual = true, font.Clean(font.TextString(string(text)))
		}
	}
	if len(in.marks) < maxMarks {
		in.marks = append(in.marks, m)
		if m.hidden {
			in.unseen++
		}
	}
}

func (in *interpreter) endMark() {
	n := len(in.marks)
	if n == 0 {
		return
	}
	m := in.marks[n-1]
	in.marks = in.marks[:n-1]
	if m.hidden {
		in.unseen--
	}
	if m.replaced {
		in.page.replace(m.first, m.actual)
	}
}

// hiddenGroups returns the optional content groups that the default configuration
// turns off (8.11.4).
func (in *interpreter) hiddenGroups() map[cos.Ref]bool {
	properties := in.dict(in.dict(in.Trailer()["Root"])["OCProperties"])
	if properties == nil {
		return nil
	}
	config := in.dict(properties["D"])
	hidden := make(map[cos.Ref]bool)
	set := func(list cos.Array, off bool) {
		for _, o := range list {
			if ref, ok := o.(cos.Ref); ok {
				hidden[ref] = off
			}
		}
	}
	if in.name(config["BaseState"]) == "OFF" {
		set(in.array(properties["OCGs"]), true)
	}
	set(in.array(config["ON"]), false)
	set(in.array(config["OFF"]), true)
	return hidden
}

// hides reports whether an optional content group, or a membership dictionary
// over several (8.11.2), is off.
func (in *interpreter) hides(o cos.Object) bool {
	if len(in.hidden) == 0 || o == nil {
		return false
	}
	if ref, ok := o.(cos.Ref); ok {
		if off, known := in.hidden[ref]; known {
			return off
		}
	}
	dict := in.dict(o)
	if in.name(dict["Type"]) != "OCMD" {
		return false
	}
	groups := in.array(dict["OCGs"])
	if groups == nil && dict["OCGs"] != nil {
		groups = cos.Array{dict["OCGs"]}
	}
	on, off := 0, 0
	for _, group := range groups {
		if ref, ok := group.(cos.Ref); ok {
			if in.hidden[ref] {
				off++
			} else {
				on++
			}
		}
	}
	if on+off == 0 {
		return false
	}
	switch in.name(dict["P"]) {
	case "AllOn":
		return off > 0
	case "AnyOff":
		return off == 0
	case "AllOff":
		return on > 0
	}
	return on == 0
}

// replace replaces the glyphs from first on by the text that the producer states for
// them (14.9.4). Glyphs that have the same text already, or stand on more
// than one line, stay as they are. So does a bracket for which the text has the mirrored
// one, as happens in right-to-left text: the glyph is what is seen.
func (c *collector) replace(first int, text string) {
	if first >= len(c.glyphs) {
		return
	}
	glyphs := c.glyphs[first:]
	style := c.styles[glyphs[0].style]
	along := func(g *glyph) float64 { return g.x*style.ux + g.y*style.uy }
	across := func(g *glyph) float64 { return g.y*style.ux - g.x*style.uy }
	var own strings.Builder
	unknown := 0
	from, to := along(&glyphs[0]), along(&glyphs[0])
	for i := range glyphs {
		g := &glyphs[i]
		own.WriteString(g.text)
		if g.hidden {
			unknown++
		}
		if d := across(g) - across(&glyphs[0]); d > style.size || d < -style.size {
			return
		}
		from, to = min(from, along(g)), max(to, along(g)+g.width)
	}
	bare := strings.ReplaceAll(text, " ", "")
	if own.String() == bare || len(glyphs) == 1 && bidi.Mirror(own.String()) == bare {
		return
	}
	c.layer.Unknown -= unknown
	if glyphs[len(glyphs)-1].hidden {
		c.space = false // the space was recorded before the hidden glyph
	}
	place := glyphs[0]
	place.hidden = false
	place.x += (from - along(&place)) * style.ux
	place.y += (from - along(&glyphs[0])) * style.uy
	c.glyphs = c.glyphs[:first]
	c.spread(place, text, to-from)
}

// spread adds text at a glyph's place over some width, which its words share
// in proportion to their lengths.
func (c *collector) spread(place glyph, text string, width float64) {
	style := &c.styles[place.style]
	total := float64(len([]rune(text)))
	done := 0.0
	leftward := bidi.RightToLeft(text)
	for i, part := range strings.Split(text, " ") {
		n := float64(len([]rune(part)))
		if i > 0 {
			done++
		}
		if part == "" || len(c.glyphs) >= maxGlyphs {
			continue
		}
		g := place
		g.text, g.gap, g.width = part, 0, width*n/total
		at := done
		if leftward {
			at = total - done - n
		}
		g.x += width * at / total * style.ux
		g.y += width * at / total * style.uy
		g.spaced = place.spaced || i > 0
		c.glyphs = append(c.glyphs, g)
		done += n
	}
	if strings.HasSuffix(text, " ") {
		c.space = true
	}
}
