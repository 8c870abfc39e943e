package font

import (
	"sort"
	"strings"

	"lineitem/convert/pdftext/cmap"
	"lineitem/convert/pdftext/cos"
)

// composite is a Type 0 font with its descendant CIDFont (PDF 32000-1, 9.7).
type composite struct {
	cmap    *cmap.CMap
	program func(cid uint32) string // nil without a font program

	widths       []cidWidth // sorted
	defaultWidth float64
	verticals    []cidVertical // sorted
	defaultY     float64       // DW2: vertical advance, negative is downward
}

// cidWidth holds one width for the CIDs from lo to hi, or, in list, a width for each.
type cidWidth struct {
	lo, hi uint32
	width  float64
	list   []float64
}

type cidVertical struct {
	lo, hi   uint32
	advance  float64
	originX  float64
	hasShift bool
}

// Limits on W and W2.
const (
	maxCIDRanges = 1 << 16
	// maxOverlap is how many ranges that begin at or before a CID are searched for it.
	// Ranges overlap only in malformed files.
	maxOverlap = 8
)

func (f *Font) loadComposite(r reader, dict cos.Dict) (descriptor cos.Dict) {
	var descendant cos.Dict
	switch d := r.file.Resolve(dict["DescendantFonts"]).(type) {
	case cos.Array:
		if len(d) > 0 {
			descendant = r.dict(d[0])
		}
	case cos.Dict:
		descendant = d
	}
	descriptor = r.dict(descendant["FontDescriptor"])
	if name := baseName(r.name(descendant["BaseFont"])); name != "" {
		f.Name = name
	}
	c := &composite{defaultWidth: 1000, defaultY: -1000}
	switch e := r.file.Resolve(dict["Encoding"]).(type) {
	case cos.Name:
		c.cmap = cmap.Predefined(string(e))
		if c.cmap == nil && strings.HasSuffix(string(e), "-V") {
			c.cmap = cmap.Predefined("Identity-V")
		}
	case *cos.Stream:
		c.cmap = r.cmap(e, 0)
	}
	if c.cmap == nil {
		c.cmap = cmap.Predefined("Identity-H")
	}
	f.cmap, f.codes, f.Vertical = c.cmap, c, c.cmap.Vertical
	if w, ok := r.float(descendant["DW"]); ok {
		c.defaultWidth = w
	}
	c.loadWidths(r, r.array(descendant["W"]))
	if f.Vertical {
		c.loadVerticals(r, descendant)
	}
	if hasProgram(r, descriptor) {
		var p *program
		var toGID []byte
		c.program = func(cid uint32) string {
			if p == nil {
				p = loadProgram(r, descriptor)
				if s, ok := r.file.Resolve(descendant["CIDToGIDMap"]).(*cos.Stream); ok {
					toGID, _ = r.file.Data(s)
				}
			}
			gid := cid
			if i := 2 * int(cid); toGID != nil && i+1 < len(toGID) {
				gid = uint32(toGID[i])<<8 | uint32(toGID[i+1])
			}
			return p.glyphText(gid)
		}
	}
	return descriptor
}

// loadWidths reads W: runs of "first [w1 w2 ...]" and "first last w"
// (PDF 32000-1, 9.7.4.3).
func (c *composite) loadWidths(r reader, w cos.Array) {
	for i := 0; i+1 < len(w) && len(c.widths) < maxCIDRanges; {
		first := uint32(r.integer(w[i]))
		switch o := r.file.Resolve(w[i+1]).(type) {
		case cos.Array:
			list := make([]float64, len(o))
			for j := range o {
				list[j] = r.number(o[j])
			}
			if len(o) > 0 {
				c.widths = append(c.widths, cidWidth{lo: first, hi: first + uint32(len(o)) - 1, list: list})
			}
			i += 2
		default:
			if i+2 < len(w) {
				c.widths = append(c.widths, cidWidth{lo: first, hi: uint32(r.integer(w[i+1])), width: r.number(w[i+2])})
			}
			i += 3
		}
	}
	sort.SliceStable(c.widths, func(i, j int) bool { return c.widths[i].lo < c.widths[j].lo })
}

// loadVerticals reads DW2 and W2.
func (c *composite) loadVerticals(r reader, descendant cos.Dict) {
	if dw2 := r.array(descendant["DW2"]); len(dw2) == 2 {
		c.defaultY = r.number(dw2[1])
	}
	w := r.array(descendant["W2"])
	for i := 0; i+1 < len(w) && len(c.verticals) < maxCIDRanges; {
		first := uint32(r.integer(w[i]))
		if list, ok := r.file.Resolve(w[i+1]).(cos.Array); ok {
			for j := 0; j+2 < len(list) && len(c.verticals) < maxCIDRanges; j += 3 {
				cid := first + uint32(j/3)
				c.verticals = append(c.verticals, cidVertical{cid, cid, r.number(list[j]), r.number(list[j+1]), true})
			}
			i += 2
			continue
		}
		if i+4 < len(w) {
			c.verticals = append(c.verticals,
				cidVertical{first, uint32(r.integer(w[i+1])), r.number(w[i+2]), r.number(w[i+3]), true})
		}
		i += 5
	}
	sort.SliceStable(c.verticals, func(i, j int) bool { return c.verticals[i].lo < c.verticals[j].lo })
}

func (c *composite) cid(code uint32, n int) (uint32, bool) { return c.cmap.CID(code, n) }

func (c *composite) text(code uint32, n int) string {
	if text := c.cmap.Text(code, n); text != "" {
		return text
	}
	if c.program == nil {
		return ""
	}
	cid, ok := c.cid(code, n)
	if !ok {
		return ""
	}
	return c.program(cid)
}

func (c *composite) width(code uint32, n int, text string) float64 {
	cid, ok := c.cid(code, n)
	if !ok {
		// A predefined CMap of a national character set: its CIDs are not known
		// here, but in all of Adobe's collections those of ASCII are 1 to 95.
		if len(text) != 1 || text[0] < ' ' || text[0] > '~' {
			return c.defaultWidth / 1000
		}
		cid = uint32(text[0]) - ' ' + 1
		if w, ok := c.listed(cid); ok {
			return w / 1000
		}
		return 0.5
	}
	if w, ok := c.listed(cid); ok {
		return w / 1000
	}
	return c.defaultWidth / 1000
}

// listed returns the width of a CID according to W.
func (c *composite) listed(cid uint32) (float64, bool) {
	i := sort.Search(len(c.widths), func(i int) bool { return c.widths[i].lo > cid })
	for last := max(0, i-maxOverlap); i > last; {
		i--
		if w := &c.widths[i]; cid <= w.hi {
			if w.list != nil {
				return w.list[cid-w.lo], true
			}
			return w.width, true
		}
	}
	return 0, false
}

// vertical returns a glyph's downward advance and the distance from its origin to its
// middle, for a font size of 1; width is its horizontal advance.
func (c *composite) vertical(code uint32, n int, width float64) (advance, offsetX float64) {
	advance, originX := c.defaultY, width*500
	if cid, ok := c.cid(code, n); ok {
		i := sort.Search(len(c.verticals), func(i int) bool { return c.verticals[i].lo > cid })
		for last := max(0, i-maxOverlap); i > last; {
			i--
			if v := &c.verticals[i]; cid <= v.hi {
				advance, originX = v.advance, v.originX
				break
			}
		}
	}
	return -advance / 1000, width/2 - originX/1000
}
