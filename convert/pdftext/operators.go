package pdftext

import (
	"lineitem/convert/pdftext/cos"
)

// maxPainted is the greatest number of operators that a renderer may have to
// execute for a page. Drawings have a million.
const maxPainted = 16 << 20

// maxPaintingDepth is the greatest depth to which forms, patterns, soft masks and glyphs may paint one
// another.
const maxPaintingDepth = 64

// operatorCounter counts the operators that rendering a page takes: those of its content,
// and those of forms, patterns, soft masks and glyphs each time that they are
// painted. Renderers execute all of them, even if each of ten
// levels paints the next one a hundred times, and some never end if a pattern
// paints itself.
type operatorCounter struct {
	*interpreter
	known map[any]int // number of operators, by reference or, for a direct stream, by the stream itself
	under []painting  // streams being examined, the outermost first
	read  int         // operators examined so far
}

// painting is a stream that is being examined.
type painting struct {
	key  any
	form bool // it is painted by Do: renderers do not let such streams paint themselves
}

// isExpensive reports whether rendering a page takes more than maxPainted operators.
func (in *interpreter) isExpensive(l *leaf) bool {
	w := &operatorCounter{interpreter: in, known: make(map[any]int)}
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

// of counts the operators of painting a stream. dict are its resources,
// unless it has its own.
func (w *operatorCounter) of(s *cos.Stream, dict cos.Dict, form bool) int {
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

// operators counts the operators of a content stream, including those of what it paints; it stops
// somewhat above maxPainted.
func (w *operatorCounter) operators(content []byte, dict cos.Dict) int {
	find := func(category, name cos.Name) cos.Object { return w.entry(w.dict(dict[category]), category, name) }
	n, glyph := 0, 0 // glyph is the number of operators of the most laborious glyph of the current font
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

// largestGlyph returns the number of operators of the most laborious glyph of a Type 3 font (PDF 32000-1,
// 9.6.5); 0 for other fonts.
func (w *operatorCounter) largestGlyph(font, dict cos.Dict) int {
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

// shownBytes returns the number of bytes that an operand shows as text.
func shownBytes(o cos.Operand) int {
	n := len(o.Text)
	for i := range o.Array {
		n += len(o.Array[i].Text)
	}
	return n
}
