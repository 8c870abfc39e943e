package pdftext

import (
	"context"

	"lineitem/convert/doc"
	"lineitem/convert/pdftext/cos"
	"lineitem/convert/pdftext/font"
)

// Limits on the interpretation of one page.
const (
	maxOperators  = 4 << 20 // of the page and of its forms, counted each time they are painted
	maxFormDepth  = 16      // forms painted by forms
	maxStates     = 512     // graphics states saved at a time
	maxGlyphs     = 1 << 20
	maxPathPoints = 1 << 16 // of one path
	maxPieces     = 1 << 17 // of ruling lines; and as many fills
	checkEvery    = 1 << 12 // operators between two checks of the context
)

// interpreter runs content streams (PDF 32000-1, 7.8.2) and gathers what they
// paint onto one page at a time.
type interpreter struct {
	objects
	fonts  map[cos.Ref]*font.Font
	direct map[*cos.Object]*font.Font
	hidden map[cos.Ref]bool // optional content groups that are off

	ctx       context.Context
	page      *collector
	shared    cos.Dict // the resources of the page
	operators int
	depth     int
	stopped   bool
	branched  bool // some content was not run: that of patterns, soft masks, glyphs, hidden or too deeply nested forms

	gs        state
	saved     []state
	resources *resources
	path      path
	pending   bool // W was seen: the next painting operator sets the clip
	marks     []mark
	unseen    int // marks among them that hide content
	lexers    []*cos.Lexer
}

// state is the graphics state (PDF 32000-1, 8.4.1), as far as it matters here.
type state struct {
	ctm       matrix
	clip      doc.Box // of the displayed page
	fill      paint
	stroke    paint
	lineWidth float64
	altered   alteration
	text      textState
}

// alteration is a set of reasons why a painted area does not hide everything beneath its box.
type alteration uint8

const (
	transparent alteration = 1 << iota
	blended
	masked
	ragged // it is clipped to a shape other than a box
)

// alter sets or clears a reason.
func (s *state) alter(reason alteration, given bool) {
	s.altered &^= reason
	if given {
		s.altered |= reason
	}
}

// paint is a current colour with its space.
type paint struct {
	space *colorSpace
	color doc.Color
}

// resources are the resources of the content stream that is being run, with the fonts used
// so far.
type resources struct {
	dict  cos.Dict
	fonts map[cos.Name]*font.Font
	kinds map[cos.Name]cos.Dict // resolved categories
}

func newInterpreter(file cos.File) *interpreter {
	in := &interpreter{objects: objects{file}, fonts: make(map[cos.Ref]*font.Font)}
	in.hidden = in.hiddenGroups()
	return in
}

// begin prepares for a page.
func (in *interpreter) begin(ctx context.Context, page *collector) {
	in.ctx, in.page = ctx, page
	in.operators, in.depth, in.stopped, in.branched = 0, 0, false, false
}

// restart sets the initial graphics state, in which user space maps onto the
// displayed page by m.
func (in *interpreter) restart(m matrix) {
	in.saved, in.marks, in.unseen, in.pending = in.saved[:0], in.marks[:0], 0, false
	in.path.reset()
	in.gs = state{
		ctm:       m,
		clip:      doc.Box{X1: in.page.width, Y1: in.page.height},
		fill:      paint{space: grayspace},
		stroke:    paint{space: grayspace},
		lineWidth: 1,
		text:      textState{scale: 1, matrix: identity, line: identity},
	}
}

// resource returns an entry of a category of the current resources. If a form lacks it, it is
// taken from the page's resources, as viewers do.
func (in *interpreter) resource(category, name cos.Name) cos.Object {
	r := in.resources
	dict, ok := r.kinds[category]
	if !ok {
		dict = in.dict(r.dict[category])
		if r.kinds == nil {
			r.kinds = make(map[cos.Name]cos.Dict)
		}
		r.kinds[category] = dict
	}
	return in.entry(dict, category, name)
}

// entry returns a named entry of a category's dictionary, or else that of the page's resources.
func (in *interpreter) entry(dict cos.Dict, category, name cos.Name) cos.Object {
	if o := dict[name]; o != nil {
		return o
	}
	return in.dict(in.shared[category])[name]
}

// run interprets a content stream with the given resources. Graphics states and
// marks that the stream leaves open are closed at its end.
func (in *interpreter) run(content []byte, dict cos.Dict) {
	if in.depth > maxFormDepth {
		return
	}
	outer := in.resources
	in.resources = &resources{dict: dict}
	if in.depth == len(in.lexers) {
		in.lexers = append(in.lexers, cos.NewLexer(nil))
	}
	lexer := in.lexers[in.depth]
	lexer.Reset(content)
	in.depth++
	saved, marks := len(in.saved), len(in.marks)
	for !in.stopped {
		op, args, ok := lexer.Operation()
		if !ok {
			break
		}
		if in.operators++; in.operators%checkEvery == 0 {
			in.stopped = in.ctx.Err() != nil || in.operators > maxOperators
		}
		if op == "BI" {
			dict, _ := lexer.InlineImage()
			in.image(dict)
			continue
		}
		in.operator(op, args, saved)
	}
	for len(in.marks) > marks {
		in.endMark()
	}
	if len(in.saved) > saved {
		in.gs = in.saved[saved]
		in.saved = in.saved[:saved]
	}
	lexer.Reset(nil)
	in.depth--
	in.resources = outer
}

// operands stores the last len(v) operands in v. ok is false
// if there are too few, or if one of them is not a number.
func operands(args []cos.Operand, v []float64) bool {
	if len(args) < len(v) {
		return false
	}
	args = args[len(args)-len(v):]
	for i := range v {
		if args[i].Kind != cos.NumberOperand {
			return false
		}
		v[i] = args[i].Number
	}
	return true
}

// operator executes one operator. bottom is the number of saved states that belong to
// the enclosing streams.
func (in *interpreter) operator(op cos.Keyword, args []cos.Operand, bottom int) {
	var v [6]float64
	switch op {
	// Graphics state (8.4.4).
	case "q":
		if len(in.saved) < maxStates {
			in.saved = append(in.saved, in.gs)
		}
	case "Q":
		if n := len(in.saved); n > bottom {
			in.gs = in.saved[n-1]
			in.saved = in.saved[:n-1]
		}
	case "cm":
		if operands(args, v[:6]) {
			if m := (matrix{v[0], v[1], v[2], v[3], v[4], v[5]}).then(in.gs.ctm); m.finite() {
				in.gs.ctm = m
			}
		}
	case "w":
		if operands(args, v[:1]) {
			in.gs.lineWidth = v[0]
		}
	case "gs":
		if name, ok := nameOperand(args); ok {
			in.extGState(in.dict(in.resource("ExtGState", name)))
		}

	// Colours (8.6.8).
	case "g", "G", "rg", "RG", "k", "K", "cs", "CS", "sc", "scn", "SC", "SCN":
		in.colorOperator(op, args)

	// Paths (8.5).
	case "m", "l", "c", "v", "y", "h", "re", "S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "n", "W", "W*", "sh":
		in.pathOperator(op, args)

	// Text (9.3 and 9.4).
	case "Tj", "TJ", "'", "\"", "Td", "TD", "Tm", "T*", "BT", "ET", "Tf", "Tc", "Tw", "Tz", "TL", "Ts", "Tr":
		in.textOperator(op, args)

	// Objects and marked content (8.8, 8.10, 14.6).
	case "Do":
		if name, ok := nameOperand(args); ok {
			in.paintObject(in.stream(in.resource("XObject", name)))
		}
	case "BMC":
		in.beginMark("", nil)
	case "BDC":
		in.markOperator(args)
	case "EMC":
		in.endMark()
	}
}

// colorOperator executes an operator that sets a colour or a colour space.
func (in *interpreter) colorOperator(op cos.Keyword, args []cos.Operand) {
	switch op {
	case "g":
		in.setColor(&in.gs.fill, grayspace, args)
	case "G":
		in.setColor(&in.gs.stroke, grayspace, args)
	case "rg":
		in.setColor(&in.gs.fill, rgbSpace, args)
	case "RG":
		in.setColor(&in.gs.stroke, rgbSpace, args)
	case "k":
		in.setColor(&in.gs.fill, cmykSpace, args)
	case "K":
		in.setColor(&in.gs.stroke, cmykSpace, args)
	case "cs":
		in.setSpace(&in.gs.fill, args)
	case "CS":
		in.setSpace(&in.gs.stroke, args)
	case "sc", "scn":
		in.setColor(&in.gs.fill, in.gs.fill.space, args)
	case "SC", "SCN":
		in.setColor(&in.gs.stroke, in.gs.stroke.space, args)
	}
}

// pathOperator executes an operator that builds or paints a path.
func (in *interpreter) pathOperator(op cos.Keyword, args []cos.Operand) {
	var v [6]float64
	switch op {
	case "m":
		if operands(args, v[:2]) {
			in.path.move(in.gs.ctm.apply(v[0], v[1]))
		}
	case "l":
		if operands(args, v[:2]) {
			in.path.line(in.gs.ctm.apply(v[0], v[1]))
		}
	case "c":
		if operands(args, v[:6]) {
			in.path.curve(in.gs.ctm.apply(v[4], v[5]))
		}
	case "v", "y":
		if operands(args, v[:4]) {
			in.path.curve(in.gs.ctm.apply(v[2], v[3]))
		}
	case "h":
		in.path.close()
	case "re":
		if operands(args, v[:4]) {
			in.path.rectangle(in.gs.ctm, v[0], v[1], v[2], v[3])
		}
	case "S":
		in.paint(false, true)
	case "s":
		in.path.close()
		in.paint(false, true)
	case "f", "F", "f*":
		in.paint(true, false)
	case "B", "B*":
		in.paint(true, true)
	case "b", "b*":
		in.path.close()
		in.paint(true, true)
	case "n":
		in.paint(false, false)
	case "W", "W*":
		in.pending = true
	case "sh":
		if in.unseen == 0 {
			in.page.layer.Paths++
		}
	}
}

func nameOperand(args []cos.Operand) (cos.Name, bool) {
	if n := len(args); n > 0 && args[n-1].Kind == cos.NameOperand {
		return args[n-1].Name, true
	}
	return "", false
}

func (in *interpreter) setColor(p *paint, space *colorSpace, args []cos.Operand) {
	p.space = space
	var v [8]float64
	n := 0
	for _, arg := range args {
		if arg.Kind == cos.NumberOperand && n < len(v) {
			v[n] = arg.Number
			n++
		}
	}
	if space.kind == pattern {
		in.branched = true
	}
	if n > 0 || space.kind == pattern {
		p.color = space.color(v[:n])
	}
}

func (in *interpreter) setSpace(p *paint, args []cos.Operand) {
	if name, ok := nameOperand(args); ok {
		p.space = in.colorSpace(name, 0)
		p.color = p.space.initial()
	}
}

// extGState applies a graphics state parameter dictionary (8.4.5).
func (in *interpreter) extGState(dict cos.Dict) {
	if width, ok := in.number(dict["LW"]); ok {
		in.gs.lineWidth = width
	}
	if opacity, ok := in.number(dict["ca"]); ok {
		in.gs.alter(transparent, opacity < 1)
	}
	if mode := in.Resolve(dict["BM"]); mode != nil {
		in.gs.alter(blended, mode != cos.Name("Normal") && mode != cos.Name("Compatible"))
	}
	if mask := in.Resolve(dict["SMask"]); mask != nil {
		in.gs.alter(masked, mask != cos.Name("None"))
		in.branched = in.branched || mask != cos.Name("None")
	}
	if array := in.array(dict["Font"]); len(array) == 2 {
		in.gs.text.font = in.loadFont(array[0], &array[0])
		in.gs.text.size, _ = in.number(array[1])
	}
}

// paintObject is the operator Do: it runs forms, and records the places of images.
func (in *interpreter) paintObject(s *cos.Stream) {
	if s == nil {
		return
	}
	if in.unseen > 0 || in.hides(s.Dict["OC"]) {
		in.branched = true
		return
	}
	switch in.name(s.Dict["Subtype"]) {
	case "Form":
		in.form(s)
	case "Image":
		in.scan(s)
		in.image(s.Dict)
	}
}

// form runs a form XObject (8.10.1).
func (in *interpreter) form(s *cos.Stream) {
	if in.depth > maxFormDepth {
		in.branched = true
		return
	}
	content, _ := in.Data(s)
	if len(content) == 0 {
		return
	}
	outer, outerPath, pending := in.gs, in.path, in.pending
	in.path, in.pending = path{}, false
	if m := in.matrix(s.Dict["Matrix"]).then(in.gs.ctm); m.finite() {
		in.gs.ctm = m
	}
	if box, ok := in.box(s.Dict["BBox"]); ok {
		in.gs.clip = in.gs.clip.Intersect(in.gs.ctm.box(box))
	}
	dict := in.dict(s.Dict["Resources"])
	if dict == nil && in.resources != nil { // the page's, as in PDF 1.1
		dict = in.resources.dict
	}
	in.run(content, dict)
	in.gs, in.path, in.pending = outer, outerPath, pending
}

// loadFont returns the font of a dictionary. Fonts are loaded once per file; a
// dictionary that is a direct object is cached by the place where it stands,
// if that is given.
func (in *interpreter) loadFont(o cos.Object, place *cos.Object) *font.Font {
	ref, indirect := o.(cos.Ref)
	if indirect {
		if f, ok := in.fonts[ref]; ok {
			return f
		}
	} else if f, ok := in.direct[place]; ok {
		return f
	}
	var f *font.Font
	if dict := in.dict(o); dict != nil {
		f = font.Load(in.File, dict)
	}
	switch {
	case indirect:
		in.fonts[ref] = f
	case place != nil:
		if in.direct == nil {
			in.direct = make(map[*cos.Object]*font.Font)
		}
		in.direct[place] = f
	}
	return f
}

// namedFont returns the font with a name in the current resources.
func (in *interpreter) namedFont(name cos.Name) *font.Font {
	f, ok := in.resources.fonts[name]
	if !ok {
		f = in.loadFont(in.resource("Font", name), nil)
		if in.resources.fonts == nil {
			in.resources.fonts = make(map[cos.Name]*font.Font)
		}
		in.resources.fonts[name] = f
	}
	return f
}
