package pdftext

import (
	"lineitem/convert/pdftext/cos"
)

// maxPainted is how many operators a program that shows a page may have to carry
// out for it. Drawings have a million.
const maxPainted = 16 << 20

// maxPaintingDepth is how deep forms, patterns, soft masks and glyphs may paint one
// another.
const maxPaintingDepth = 64

// labour counts the operators that showing a page takes: those of its content,
// and those of forms, patterns, soft masks and glyphs each time that they are
// painted. Programs that show pages carry out all of them, also where each of ten
// levels paints the next one a hundred times, and some never end where a pattern
// paints itself.
type labour struct {
	*interpreter
	known map[any]int // operators, by reference or, of a direct stream, itself
	under []painting  // what is being looked at, the outermost first
	read  int         // operators that were looked at
}

// painting is a stream that is being looked at.
type painting struct {
	key  any
	form bool // it is painted by Do: programs do not let such paint themselves
}

// laborious reports whether showing a page takes more than maxPainted operators.
func (in *interpreter) laborious(l *leaf) bool {
	w := &labour{interpreter: in, known: make(map[any]int)}
	n := w.operators(in.contents(l.dict["Contents"]), l.resources)
	list := in.array(l.dict["Annots"])
	for _, o := range list[:min(len(list), maxAnnotations)] {
		if n > maxPainted {
			break
		}
		if s := in.appearance(in.dict(o)); s != nil {
			n += w.of(s, l.resources, true)
		}
	}
	return n > maxPainted
}

// of counts what painting a stream takes, whose resources are the given ones
// unless it has its own.
func (w *labour) of(s *cos.Stream, dict cos.Dict, form bool) int {
	var key any = s
	if s.Ref != (cos.Ref{}) {
		key = s.Ref
	}
	if n, ok := w.known[key]; ok {
		return n
	}
	if len(w.under) >= maxPaintingDepth {
		return maxPainted + 1
	}
	onlyForms := form
	for i := len(w.under) - 1; i >= 0; i-- {
		if w.under[i].key == key {
			if onlyForms {
				return 0
			}
			return maxPainted + 1
		}
		onlyForms = onlyForms && w.under[i].form
	}
	if own := w.dict(s.Dict["Resources"]); own != nil {
		dict = own
	}
	content, _ := w.Data(s)
	w.under = append(w.under, painting{key, form})
	n := w.operators(content, dict)
	w.under = w.under[:len(w.under)-1]
	w.known[key] = n
	return n
}

// operators counts what a content stream takes, up to somewhat more than
// maxPainted.
func (w *labour) operators(content []byte, dict cos.Dict) int {
	find := func(category, name cos.Name) cos.Object { return w.entry(w.dict(dict[category]), category, name) }
	n, glyph := 0, 0 // glyph is what the largest glyph of the current font takes
	lexer := cos.NewLexer(content)
	for n <= maxPainted {
		op, args, ok := lexer.Operation()
		if !ok {
			break
		}
		n++
		if w.read++; w.read > maxPainted {
			return maxPainted + 1
		}
		if w.read%checkEvery == 0 && w.ctx.Err() != nil {
			break
		}
		name, _ := nameOperand(args)
		switch op {
		case "BI":
			lexer.InlineImage()
		case "Do":
			if s := w.stream(find("XObject", name)); s != nil && w.name(s.Dict["Subtype"]) == "Form" {
				n += w.of(s, dict, true)
			}
		case "scn", "SCN":
			if s := w.stream(find("Pattern", name)); s != nil {
				n += w.of(s, dict, false)
			}
		case "gs":
			if s := w.stream(w.dict(w.dict(find("ExtGState", name))["SMask"])["G"]); s != nil {
				n += w.of(s, dict, false)
			}
		case "Tf":
			if len(args) > 1 {
				glyph = w.largestGlyph(w.dict(find("Font", args[len(args)-2].Name)), dict)
			}
		case "Tj", "TJ", "'", "\"":
			if glyph > 0 && len(args) > 0 {
				n += glyph * shownBytes(args[len(args)-1])
			}
		}
	}
	return n
}

// largestGlyph is what the largest glyph of a Type 3 font takes (PDF 32000-1,
// 9.6.5); 0 for other fonts.
func (w *labour) largestGlyph(font, dict cos.Dict) int {
	if w.name(font["Subtype"]) != "Type3" {
		return 0
	}
	if own := w.dict(font["Resources"]); own != nil {
		dict = own
	}
	most := 0
	for _, proc := range w.dict(font["CharProcs"]) {
		if s := w.stream(proc); s != nil {
			most = max(most, min(w.of(s, dict, false), maxPainted+1))
		}
	}
	return most
}

// shownBytes is how many bytes an operator shows as text.
func shownBytes(o cos.Operand) int {
	n := len(o.Text)
	for i := range o.Array {
		n += len(o.Array[i].Text)
	}
	return n
}
