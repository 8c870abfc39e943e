package pdftext

import (
	"math"

	"lineitem/convert/doc"
	"lineitem/convert/pdftext/cos"
)

// Scan is an image that covers a page and is all that it shows, as stored in the
// file.
type Scan struct {
	Data          []byte // a JPEG file, or CCITT data described by Fax
	Fax           *Fax   // nil for JPEG
	Width, Height int    // pixels
	Components    int    // 1 for grey, 3 for colour
	// Orientation says how the image lies on the page as displayed, as numbered
	// in TIFF and EXIF: 1 is upright.
	Orientation int
}

// Fax says how a CCITT encoded image is decoded (PDF 32000-1, Table 11).
type Fax struct {
	K         int // < 0 for group 4, 0 for group 3 in one dimension
	Columns   int
	ByteAlign bool
	BlackIs1  bool
	// Inverted says that samples of 1 are black on the page.
	Inverted bool
}

// covering is the greatest distance between the edges of a scan and of its page, points.
const covering = 2.0

// scan records an image that is about to be painted, if it could be the whole
// page.
func (in *interpreter) scan(s *cos.Stream) {
	c := in.page
	c.scan = nil
	if c.painted > 0 || s.Raw == nil || s.Impl != nil || in.gs.altered != 0 {
		return
	}
	page := doc.Box{X1: c.width, Y1: c.height}
	m := in.gs.ctm
	if !covers(m.box(doc.Box{X1: 1, Y1: 1}), page) || !covers(in.gs.clip, page) {
		return
	}
	orientation := m.orientation()
	for _, key := range [...]cos.Name{"SMask", "Mask", "Matte", "Alternates"} {
		if s.Dict[key] != nil {
			return
		}
	}
	scan := &Scan{
		Data: s.Raw, Width: in.integer(s.Dict["Width"]), Height: in.integer(s.Dict["Height"]),
		Components: 1, Orientation: orientation,
	}
	if orientation == 0 || scan.Width <= 0 || scan.Height <= 0 {
		return
	}
	filter, params := in.onlyFilter(s.Dict)
	switch filter {
	case "DCTDecode":
		if s.Dict["Decode"] != nil || params["ColorTransform"] != nil {
			return
		}
		switch space := in.colorSpace(s.Dict["ColorSpace"], 0); {
		case s.Dict["ColorSpace"] == nil:
			return
		case space.kind == rgb:
			scan.Components = 3
		case space.kind != gray:
			return
		}
	case "CCITTFaxDecode":
		inverted, ok := in.blackOnes(s.Dict)
		if !ok {
			return
		}
		fax := &Fax{K: in.integer(params["K"]), Columns: 1728, Inverted: inverted}
		if n := in.integer(params["Columns"]); n > 0 {
			fax.Columns = n
		}
		fax.ByteAlign, _ = in.Resolve(params["EncodedByteAlign"]).(bool)
		fax.BlackIs1, _ = in.Resolve(params["BlackIs1"]).(bool)
		if fax.Columns != scan.Width || fax.K > 0 {
			return
		}
		scan.Fax = fax
	default:
		return
	}
	c.scan = scan
}

func covers(b, page doc.Box) bool {
	return b.X0 <= page.X0+covering && b.Y0 <= page.Y0+covering && b.X1 >= page.X1-covering && b.Y1 >= page.Y1-covering &&
		// An image that reaches beyond the page would be displaced against it.
		(b.Width() <= page.Width()+2*covering && b.Height() <= page.Height()+2*covering)
}

// onlyFilter returns the filter of a stream that has just one, and its parameters.
func (in *interpreter) onlyFilter(dict cos.Dict) (cos.Name, cos.Dict) {
	filter, params := in.Resolve(dict["Filter"]), in.Resolve(dict["DecodeParms"])
	if list, ok := filter.(cos.Array); ok {
		if len(list) != 1 {
			return "", nil
		}
		filter = in.Resolve(list[0])
	}
	if list, ok := params.(cos.Array); ok && len(list) > 0 {
		params = in.Resolve(list[0])
	}
	name, _ := filter.(cos.Name)
	d, _ := params.(cos.Dict)
	return name, d
}

// blackOnes reports whether samples of 1 in an image of one bit are black. ok is
// false if the image is not black and white.
func (in *interpreter) blackOnes(dict cos.Dict) (inverted, ok bool) {
	if decode := in.array(dict["Decode"]); len(decode) == 2 {
		first, _ := in.number(decode[0])
		inverted = first == 1
	}
	if mask, _ := in.Resolve(dict["ImageMask"]).(bool); mask {
		return inverted, in.gs.fill.color == 0 && in.gs.fill.space.kind != pattern // paints where samples are 0
	}
	if in.integer(dict["BitsPerComponent"]) > 1 || dict["ColorSpace"] == nil {
		return false, false
	}
	space := in.colorSpace(dict["ColorSpace"], 0)
	return inverted, space.kind == gray
}

// orientation returns how the unit square that an image fills lies on the page,
// whose y runs downward: 1 to 8 as in TIFF, or 0 if its sides are not level.
func (m matrix) orientation() int {
	across, down := math.Abs(m.a)+math.Abs(m.d), math.Abs(m.b)+math.Abs(m.c)
	const level = 0.002
	switch {
	case down <= level*across:
		switch {
		case m.a > 0 && m.d < 0:
			return 1
		case m.a < 0 && m.d < 0:
			return 2
		case m.a < 0 && m.d > 0:
			return 3
		case m.a > 0 && m.d > 0:
			return 4
		}
	case across <= level*down:
		// The image's rows run along b, its columns against c.
		switch {
		case m.b > 0 && m.c < 0:
			return 5
		case m.b > 0 && m.c > 0:
			return 6
		case m.b < 0 && m.c > 0:
			return 7
		case m.b < 0 && m.c < 0:
			return 8
		}
	}
	return 0
}
