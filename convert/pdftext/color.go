package pdftext

import (
	"math"

	"lineitem/convert/doc"
	"lineitem/convert/pdftext/cos"
)

// colorSpace converts colour components to a displayed colour, approximately:
// colours are only compared, not printed.
type colorSpace struct {
	kind   colorKind
	n      int         // components
	base   *colorSpace // of an indexed space; the alternate of a tint
	lookup []byte      // of an indexed space
	c0, c1 []float64   // ends of a tint transform, nil if it is not linear
}

type colorKind uint8

const (
	gray colorKind = iota
	rgb
	cmyk
	lab
	indexed
	tint    // Separation and DeviceN
	pattern // shown as a light gray
)

var (
	grayspace  = &colorSpace{kind: gray, n: 1}
	rgbSpace   = &colorSpace{kind: rgb, n: 3}
	cmykSpace  = &colorSpace{kind: cmyk, n: 4}
	patternTop = &colorSpace{kind: pattern}
)

// maxColorDepth bounds the nesting of colour spaces based on others.
const maxColorDepth = 4

// colorSpace reads a colour space (PDF 32000-1, 8.6), which may be named in
// the resources.
func (in *interpreter) colorSpace(o cos.Object, depth int) *colorSpace {
	o = in.Resolve(o)
	if name, ok := o.(cos.Name); ok {
		switch name {
		case "DeviceGray", "G", "CalGray":
			return grayspace
		case "DeviceRGB", "RGB", "CalRGB":
			return rgbSpace
		case "DeviceCMYK", "CMYK":
			return cmykSpace
		case "Pattern":
			return patternTop
		}
		if depth >= maxColorDepth {
			return grayspace
		}
		return in.colorSpace(in.resource("ColorSpace", name), depth+1)
	}
	array, ok := o.(cos.Array)
	if !ok || len(array) == 0 || depth >= maxColorDepth {
		return grayspace
	}
	at := func(i int) cos.Object {
		if i < len(array) {
			return array[i]
		}
		return nil
	}
	switch name := in.name(array[0]); name {
	case "ICCBased":
		switch in.integer(in.dict(at(1))["N"]) {
		case 3:
			return rgbSpace
		case 4:
			return cmykSpace
		}
		return grayspace
	case "CalGray":
		return grayspace
	case "CalRGB":
		return rgbSpace
	case "Lab":
		return &colorSpace{kind: lab, n: 3}
	case "Indexed", "I":
		s := &colorSpace{kind: indexed, n: 1, base: in.colorSpace(at(1), depth+1)}
		switch lookup := in.Resolve(at(3)).(type) {
		case cos.String:
			s.lookup = []byte(lookup)
		case *cos.Stream:
			s.lookup, _ = in.Data(lookup)
		}
		return s
	case "Separation", "DeviceN":
		s := &colorSpace{kind: tint, n: 1, base: in.colorSpace(at(2), depth+1)}
		if name == "DeviceN" {
			s.n = len(in.array(at(1)))
		}
		if f := in.dict(at(3)); s.n == 1 && in.integer(f["FunctionType"]) == 2 {
			s.c0, s.c1 = in.numbers(f["C0"]), in.numbers(f["C1"])
		}
		return s
	case "Pattern":
		return patternTop
	default:
		return in.colorSpace(name, depth+1)
	}
}

func (in *interpreter) numbers(o cos.Object) []float64 {
	array := in.array(o)
	out := make([]float64, min(len(array), 32))
	for i := range out {
		out[i], _ = in.number(array[i])
	}
	return out
}

// color returns the displayed colour of some components.
func (s *colorSpace) color(v []float64) doc.Color {
	at := func(i int) float64 {
		if i < len(v) {
			return v[i]
		}
		return 0
	}
	switch s.kind {
	case gray:
		return pack(at(0), at(0), at(0))
	case rgb:
		return pack(at(0), at(1), at(2))
	case cmyk:
		return cmykColor(at(0), at(1), at(2), at(3))
	case lab:
		l := at(0) / 100
		return pack(l, l, l)
	case indexed:
		var parts [4]float64
		n := min(s.base.n, len(parts))
		start := int(math.Max(0, math.Min(at(0), 255))) * n
		for i := range n {
			if start+i < len(s.lookup) {
				parts[i] = float64(s.lookup[start+i]) / 255
			}
		}
		return s.base.color(parts[:n])
	case tint:
		if len(s.c0) == s.base.n && len(s.c1) == s.base.n && s.base.n <= 4 {
			var parts [4]float64
			for i := range s.c0 {
				parts[i] = s.c0[i] + at(0)*(s.c1[i]-s.c0[i])
			}
			return s.base.color(parts[:s.base.n])
		}
		most := 0.0
		for _, ink := range v {
			most = max(most, ink)
		}
		return pack(1-most, 1-most, 1-most)
	}
	return pack(0.8, 0.8, 0.8)
}

// initial returns the colour that is current after the space is selected.
func (s *colorSpace) initial() doc.Color {
	switch s.kind {
	case cmyk:
		return 0
	case tint:
		return s.color([]float64{1})
	}
	return s.color(nil)
}

// pack returns the colour with components in [0, 1].
func pack(r, g, b float64) doc.Color {
	return level(r)<<16 | level(g)<<8 | level(b)
}

func level(v float64) doc.Color {
	switch {
	case !(v > 0):
		return 0
	case v >= 1:
		return 255
	}
	return doc.Color(v*255 + 0.5)
}

func cmykColor(c, m, y, k float64) doc.Color {
	return pack((1-c)*(1-k), (1-m)*(1-k), (1-y)*(1-k))
}
