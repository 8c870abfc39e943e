// Package doc represents a document before it is interpreted: its kind,
// its pages, and the words, ruling lines and fills on them.
//
// Everything above this package (layout, order) reads documents only through
// these types, whether the words came from a PDF's text layer or from
// recognised pixels.
package doc

import (
	"math"
	"strconv"

	"lineitem/convert/jsontext"
)

// Document is a file read into pages. It never changes after it was read.
type Document struct {
	Pages []Page
}

// Page is one displayed page. Coordinates are in points (1/72 inch) with the
// origin in the top left corner of the displayed (rotated, cropped) page, x to
// the right and y downward. Pages from pixels use the same unit.
type Page struct {
	Number int     // from 1
	Width  float64 // points
	Height float64 // points
	Source Source
	Words  []Word // in painting order
	Rules  []Rule // ruling lines, from strokes and thin fills
	Fills  []Fill // filled rectangles large enough to lie behind text
	// Drawn are the places of images, and of shapes that may be the outlines of letters, as far as
	// they are visible: what they say is in no text layer. Pages from pixels have none, nor have
	// pages that take too much work to render.
	Drawn  []Box
	Unread []Box // places of handwriting, which is not read
	// View maps the page's points to those of the page as displayed: pages from
	// pixels are rotated upright and deskewed before they are read.
	View Transform
	// Bend is the bend that was removed from the picture of a page from pixels before it was read.
	Bend Bend
	// ViewWidth and ViewHeight are the size of the page as displayed, points, to which
	// View maps; 0 if they equal Width and Height.
	ViewWidth, ViewHeight float64
	// Picture is the image file that the page is; nil for pages of PDF files.
	Picture *Picture
}

// Picture is the size of an image file, or of a page of a TIFF file after its pixels were made
// square.
type Picture struct {
	Width  int `json:"width"`  // pixels, turned as the page is displayed
	Height int `json:"height"` // likewise
	// Resolution is how many pixels make an inch (72 points) of the page, either way.
	Resolution float64 `json:"resolution"`
}

// AppendJSON appends the size as a JSON object.
func (p *Picture) AppendJSON(b []byte) []byte {
	b = strconv.AppendInt(append(b, `{"width":`...), int64(p.Width), 10)
	b = strconv.AppendInt(append(b, `,"height":`...), int64(p.Height), 10)
	b = jsontext.AppendNumber(append(b, `,"resolution":`...), p.Resolution)
	return append(b, '}')
}

// DisplayedSize returns the size of the page as displayed, points.
func (p *Page) DisplayedSize() (width, height float64) {
	if p.ViewWidth > 0 && p.ViewHeight > 0 {
		return p.ViewWidth, p.ViewHeight
	}
	return p.Width, p.Height
}

// DisplayedBox returns where a box of the page is on the page as displayed.
func (p *Page) DisplayedBox(b Box) Box { return p.View.Box(p.Bend.Bent(b)) }

// Source reports how words were read. The words of a page have its Source, except that a page with a
// text layer may also hold words recognised in pictures.
type Source uint8

const (
	Text   Source = iota // from the text layer
	Pixels               // recognised by OCR
)

// Word is a run of glyphs that a reader would see as one word. Its text is
// Unicode in normalization form C and never empty or blank.
type Word struct {
	Text     string
	Box      Box
	Baseline float64 // y of the baseline, points; for turned words y of the middle
	Size     float64 // font size as displayed, points
	Bold     bool
	Source   Source
	Color    Color
	// Turn is the direction of writing, clockwise: 0, 90, 180 or 270 degrees.
	Turn int
	// Confidence is in [0, 1]; 1 for a text layer.
	Confidence float64
}

// Color is an opaque displayed colour, 0xRRGGBB.
type Color uint32

// Rule is a horizontal or vertical ruling line. Its box is as thin as the line.
type Rule struct {
	Box
	Vertical bool
}

// Fill is a filled rectangle that may lie behind text.
type Fill struct {
	Box
	Color Color
}

// Box is a rectangle in page coordinates; X0 <= X1, Y0 <= Y1.
type Box struct {
	X0 float64 `json:"x0"`
	Y0 float64 `json:"y0"`
	X1 float64 `json:"x1"`
	Y1 float64 `json:"y1"`
}

// Rounded returns the box in hundredths of a point, which is finer than any print.
// NaN, which a page's View can yield, becomes 0.
func (b Box) Rounded() Box {
	return Box{Hundredths(b.X0), Hundredths(b.Y0), Hundredths(b.X1), Hundredths(b.Y1)}
}

// Hundredths rounds a length to hundredths of its unit.
func Hundredths(v float64) float64 {
	const exact = 1 << 53 / 100 // larger numbers have no exact hundredths
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return 0
	case math.Abs(v) > exact:
		return v
	}
	return math.Round(v*100)/100 + 0 // no -0
}

// Width is the box's extent along x, points.
func (b Box) Width() float64 { return b.X1 - b.X0 }

// Height is the box's extent along y, points.
func (b Box) Height() float64 { return b.Y1 - b.Y0 }

// MidX is the middle of the box along x.
func (b Box) MidX() float64 { return (b.X0 + b.X1) / 2 }

// MidY is the middle of the box along y.
func (b Box) MidY() float64 { return (b.Y0 + b.Y1) / 2 }

// Empty reports whether the box encloses no area.
func (b Box) Empty() bool { return b.X1 <= b.X0 || b.Y1 <= b.Y0 }

// Union returns the smallest box that holds both. An empty box adds nothing.
func (b Box) Union(o Box) Box {
	if b == (Box{}) {
		return o
	}
	if o == (Box{}) {
		return b
	}
	return Box{min(b.X0, o.X0), min(b.Y0, o.Y0), max(b.X1, o.X1), max(b.Y1, o.Y1)}
}

// BoxOf returns the smallest box that holds all words.
func BoxOf(words []*Word) Box {
	var box Box
	for _, w := range words {
		box = box.Union(w.Box)
	}
	return box
}

// Intersect returns the part common to both; it may be Empty.
func (b Box) Intersect(o Box) Box {
	return Box{max(b.X0, o.X0), max(b.Y0, o.Y0), min(b.X1, o.X1), min(b.Y1, o.Y1)}
}

// Contains reports whether the point lies in the box, its edges included.
func (b Box) Contains(x, y float64) bool {
	return x >= b.X0 && x <= b.X1 && y >= b.Y0 && y <= b.Y1
}

// OverlapX returns the length that both boxes share along x, 0 if they are apart.
func (b Box) OverlapX(o Box) float64 { return max(0, min(b.X1, o.X1)-max(b.X0, o.X0)) }

// OverlapY returns the length that both boxes share along y, 0 if they are apart.
func (b Box) OverlapY(o Box) float64 { return max(0, min(b.Y1, o.Y1)-max(b.Y0, o.Y0)) }

// Misalignment returns how far two boxes are from being aligned in one column, points: the least horizontal distance between
// their left edges, their middles or their right edges.
func (b Box) Misalignment(o Box) float64 {
	return min(math.Abs(b.X0-o.X0), math.Abs(b.MidX()-o.MidX()), math.Abs(b.X1-o.X1))
}

// Evidence reports where a value was read and with what confidence. It is built from
// words and carried upward, never reconstructed.
type Evidence struct {
	Page       int      `json:"page"` // from 1; 0 when the value was inferred, not read
	Box        Box      `json:"box"`
	Confidence float64  `json:"confidence"` // in [0, 1]
	Words      []string `json:"words"`      // as printed, in reading order
	Source     Source   `json:"-"`          // Pixels if any of the words was recognised by OCR
	// Proof is the arithmetic that confirms the value, empty when there is
	// none: "12 × 3.50 = 42.00".
	Proof string `json:"proof,omitempty"`
	// Cut reports whether the value was too long and was truncated.
	Cut bool `json:"cut,omitempty"`
	// Layout names the layout, taught by a customer, that led to the value; empty if
	// none did.
	Layout string `json:"layout,omitempty"`
}

// AppendJSON appends the evidence as a JSON object.
func (e *Evidence) AppendJSON(b []byte) []byte {
	b = strconv.AppendInt(append(b, `{"page":`...), int64(e.Page), 10)
	b = e.Box.AppendJSON(append(b, `,"box":`...))
	b = jsontext.AppendNumber(append(b, `,"confidence":`...), e.Confidence)
	b = append(b, `,"words":`...)
	b = jsontext.AppendList(b, e.Words, func(b []byte, word *string) []byte { return jsontext.AppendString(b, *word) })
	if e.Proof != "" {
		b = jsontext.AppendString(append(b, `,"proof":`...), e.Proof)
	}
	if e.Cut {
		b = append(b, `,"cut":true`...)
	}
	if e.Layout != "" {
		b = jsontext.AppendString(append(b, `,"layout":`...), e.Layout)
	}
	return append(b, '}')
}

// AppendJSON appends the box as a JSON object.
func (b Box) AppendJSON(text []byte) []byte {
	text = jsontext.AppendNumber(append(text, `{"x0":`...), b.X0)
	text = jsontext.AppendNumber(append(text, `,"y0":`...), b.Y0)
	text = jsontext.AppendNumber(append(text, `,"x1":`...), b.X1)
	text = jsontext.AppendNumber(append(text, `,"y1":`...), b.Y1)
	return append(text, '}')
}
