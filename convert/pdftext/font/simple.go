package font

import (
	"strings"

	"lineitem/convert/pdftext/cos"
)

// simple is a Type 1, MMType1 or TrueType font (PDF 32000-1, 9.6): its codes have
// one byte.
type simple struct {
	names    map[byte]string // from Differences
	base     *encoding       // nil if the font program's own encoding counts
	fallback *encoding       // used if the program does not state the text either
	program  func(code byte, name string) string

	first   int
	widths  []float64 // from FirstChar on, thousandths
	missing float64
	metrics *metrics // used if there are no Widths
}

func (f *Font) loadSimple(r reader, dict, descriptor cos.Dict) {
	s := &simple{}
	f.codes = s
	flags := r.integer(descriptor["Flags"])
	s.loadWidths(r, dict, descriptor)
	known, standard := standardMetrics(f.Name, flags)
	if s.widths == nil {
		s.metrics = known
	}
	s.loadEncoding(r, dict["Encoding"])

	s.fallback = standardEncoding()
	if r.name(dict["Subtype"]) == "TrueType" {
		s.fallback = winAnsiEncoding()
	}
	if standard && known == symbol {
		s.base, s.fallback = nil, symbolEncoding()
	}
	if standard && known == zapfDingbats || strings.Contains(strings.ToLower(f.Name), "dingbats") {
		s.base, s.fallback = nil, zapfDingbatsEncoding()
	}
	if hasProgram(r, descriptor) {
		var p *program
		s.program = func(code byte, name string) string {
			if p == nil {
				p = loadProgram(r, descriptor)
			}
			return p.text(code, name)
		}
	} else if s.base == nil {
		s.base = s.fallback
	}
}

func hasProgram(r reader, descriptor cos.Dict) bool {
	return descriptor["FontFile"] != nil || descriptor["FontFile2"] != nil || descriptor["FontFile3"] != nil
}

func (s *simple) loadWidths(r reader, dict, descriptor cos.Dict) {
	s.missing = r.number(descriptor["MissingWidth"])
	s.first = int(r.integer(dict["FirstChar"]))
	widths := r.array(dict["Widths"])
	if len(widths) == 0 {
		return
	}
	s.widths = make([]float64, min(len(widths), 256))
	for i := range s.widths {
		s.widths[i] = r.number(widths[i])
	}
}

// loadEncoding reads an Encoding entry: a name, or a dictionary with the
// differences from a base encoding (PDF 32000-1, 9.6.6).
func (s *simple) loadEncoding(r reader, o cos.Object) {
	switch e := r.file.Resolve(o).(type) {
	case cos.Name:
		s.base = namedEncoding(string(e))
	case cos.Dict:
		s.base = namedEncoding(r.name(e["BaseEncoding"]))
		code := 0
		for _, o := range r.array(e["Differences"]) {
			switch o := r.file.Resolve(o).(type) {
			case int64:
				code = int(o)
			case float64:
				code = int(o)
			case cos.Name:
				if s.names == nil {
					s.names = make(map[byte]string)
				}
				if code >= 0 && code < 256 {
					s.names[byte(code)] = string(o)
				}
				code++
			}
		}
	}
}

func (s *simple) text(code uint32, _ int) string {
	c := byte(code)
	name, named := s.names[c]
	if text := nameText(name); text != "" {
		return text
	}
	if !named && s.base != nil {
		if text := s.base[c]; text != "" {
			return text
		}
	}
	if s.program != nil {
		if text := s.program(c, name); text != "" {
			return text
		}
	}
	if name == ".notdef" {
		return ""
	}
	return s.fallback[c]
}

func (s *simple) width(code uint32, _ int, text string) float64 {
	if s.metrics != nil {
		return s.metrics.width(text) / 1000
	}
	if i := int(code) - s.first; i >= 0 && i < len(s.widths) {
		return s.widths[i] / 1000
	}
	return s.missing / 1000
}
