package cmap

import "lineitem/convert/pdftext/cos"

// Bounds on a map that is embedded in a file.
const (
	maxRanges = 1 << 17 // ranges of one map, further ones are dropped
	maxSpaces = 64      // codespace ranges, likewise
	maxText   = 512     // bytes of a code's text in UTF-16, the limit of PDF 32000-1, 9.10.3; longer ones are dropped
)

// Parse reads a CMap file (Adobe Technical Note 5014; PDF 32000-1, 9.7.5.4 and
// 9.10.3). It never fails: what is malformed is skipped. use returns the named map
// on which the CMap builds (usecmap). It may be nil and may return nil, and is not
// called again once it has returned a map.
func Parse(data []byte, use func(name string) *CMap) *CMap {
	m := &CMap{}
	p := parser{lexer: cos.NewLexer(data), m: m, use: use}
	var last cos.Object
	var key cos.Name
	for {
		o, op, ok := p.lexer.Next()
		if !ok {
			break
		}
		switch op {
		case "":
			if name, ok := last.(cos.Name); ok {
				key = name
			}
			last = o
			continue
		case "usecmap":
			if name, ok := last.(cos.Name); ok {
				p.base(string(name))
			}
		case "def":
			if key == "WMode" {
				mode, _ := last.(int64)
				m.Vertical = mode == 1
			}
			key = ""
		case "begincodespacerange":
			p.codespaces()
		case "beginbfchar":
			p.bfchars()
		case "beginbfrange":
			p.bfranges()
		case "begincidchar":
			p.cidchars()
		case "begincidrange":
			p.cidranges()
		}
		last = nil
	}
	m.finish()
	return m
}

type parser struct {
	lexer *cos.Lexer
	m     *CMap
	use   func(name string) *CMap // nil once a map was used
}

// base adds what the named map holds. A map builds on only one other: otherwise
// a file with maps that name many maps, which name many in turn, would be read
// without end.
func (p *parser) base(name string) {
	if p.use == nil {
		return
	}
	if b := p.use(name); b != nil {
		p.use = nil
		p.m.spaces = append(p.m.spaces, b.spaces[:min(len(b.spaces), maxSpaces-len(p.m.spaces))]...)
		p.m.cids = append(p.m.cids, b.cids[:min(len(b.cids), maxRanges-len(p.m.cids))]...)
		p.m.identity = p.m.identity || b.identity
		p.m.decode = b.decode
	}
}

// row reads a section's next row of len(o) objects into o. It returns false at the
// section's end, which is any keyword.
func (p *parser) row(o []cos.Object) bool {
	for i := range o {
		value, op, ok := p.lexer.Next()
		if !ok || op != "" {
			return false
		}
		o[i] = value
	}
	return true
}

// code returns the value of a string of one to four bytes as a code, and its
// length n in bytes.
func code(o cos.Object) (value uint32, n int, ok bool) {
	s, ok := o.(cos.String)
	if !ok || len(s) == 0 || len(s) > 4 {
		return 0, 0, false
	}
	for i := range len(s) {
		value = value<<8 | uint32(s[i])
	}
	return value, len(s), true
}

func (p *parser) codespaces() {
	var o [2]cos.Object
	for p.row(o[:]) {
		lo, n, ok1 := code(o[0])
		hi, n2, ok2 := code(o[1])
		if ok1 && ok2 && n == n2 && len(p.m.spaces) < maxSpaces {
			p.m.spaces = append(p.m.spaces, codespace{n, lo, hi})
		}
	}
}

func (p *parser) bfchars() {
	var o [2]cos.Object
	for p.row(o[:]) {
		if c, _, ok := code(o[0]); ok {
			p.text(textRange{lo: c, hi: c, text: destination(o[1])})
		}
	}
}

func (p *parser) bfranges() {
	var o [3]cos.Object
	for p.row(o[:]) {
		lo, _, ok1 := code(o[0])
		hi, _, ok2 := code(o[1])
		if !ok1 || !ok2 || hi < lo {
			continue
		}
		r := textRange{lo: lo, hi: hi}
		if list, ok := o[2].(cos.Array); ok {
			r.list = make([]string, len(list))
			for i, element := range list {
				r.list[i] = destination(element)
			}
		} else {
			r.text = destination(o[2])
		}
		p.text(r)
	}
}

func (p *parser) text(r textRange) {
	if len(p.m.texts) < maxRanges && (r.text != "" || r.list != nil) {
		p.m.texts = append(p.m.texts, r)
	}
}

// destination returns the text of a bfchar or bfrange entry. A glyph name in its
// place does not occur in practice and gives "".
func destination(o cos.Object) string {
	if s, ok := o.(cos.String); ok && len(s) <= maxText {
		return utf16Text(string(s))
	}
	return ""
}

func (p *parser) cidchars() {
	var o [2]cos.Object
	for p.row(o[:]) {
		c, n, ok := code(o[0])
		if cid, isInt := o[1].(int64); ok && isInt {
			p.cid(cidRange{n, c, c, uint32(cid)})
		}
	}
}

func (p *parser) cidranges() {
	var o [3]cos.Object
	for p.row(o[:]) {
		lo, n, ok1 := code(o[0])
		hi, _, ok2 := code(o[1])
		if cid, isInt := o[2].(int64); ok1 && ok2 && isInt && lo <= hi {
			p.cid(cidRange{n, lo, hi, uint32(cid)})
		}
	}
}

func (p *parser) cid(r cidRange) {
	if len(p.m.cids) < maxRanges {
		p.m.cids = append(p.m.cids, r)
	}
}
