package pdfium

import (
	"context"
	"errors"
	"math"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"lineitem/convert/doc"
)

// maxChars is the greatest number of characters that are read of a page.
const maxChars = 1 << 18

// Words returns the words of a page's text layer (pages count from 1) as PDFium decodes
// it, in the order of the text, and the page's size in points.
// unknown is the share of characters whose text the file does not state,
// in [0, 1].
func (p *File) Words(ctx context.Context, number int) (words []doc.Word, width, height, unknown float64, err error) {
	err = p.with(ctx, number, func(at page) error {
		if width, height, err = at.size(); err != nil {
			return err
		}
		words, unknown, err = at.words(width, height)
		return err
	})
	return words, width, height, unknown, err
}

// Size returns a page's size as displayed, points.
func (p *File) Size(ctx context.Context, number int) (width, height float64, err error) {
	err = p.with(ctx, number, func(at page) error {
		width, height, err = at.size()
		return err
	})
	return width, height, err
}

// textReader builds words from a page's characters.
type textReader struct {
	page
	text  uint64          // PDFium's handle of the page's text
	view  doc.Transform   // from user space to the displayed page
	word  doc.Word        // the word being read
	runes strings.Builder // its text
	first bool            // no character of the word has been read yet
	words []doc.Word
}

func (at page) words(width, height float64) (words []doc.Word, unknown float64, err error) {
	view, err := at.view(width, height)
	if err != nil {
		return nil, 0, err
	}
	text, err := at.call("FPDFText_LoadPage", at.handle)
	if err != nil {
		return nil, 0, err
	}
	if uint32(text) == 0 {
		return nil, 0, errors.New("the page's text cannot be read")
	}
	defer at.call("FPDFText_ClosePage", text)
	count, err := at.integer("FPDFText_CountChars", text)
	if err != nil {
		return nil, 0, err
	}
	if count < 0 {
		return nil, 0, errors.New("the page's characters cannot be counted")
	}
	r := &textReader{page: at, text: text, view: view, first: true}
	shown, bad := 0, 0
	for i := range min(count, maxChars) {
		char, err := at.integer("FPDFText_GetUnicode", text, i32(i))
		if err != nil {
			return nil, 0, err
		}
		c := rune(char)
		if c != 0 && unicode.IsSpace(c) || c == '\u00ad' || c == 0xfffe { // soft hyphens, and PDFium's mark for them, stand at line ends
			r.end()
			continue
		}
		if unicode.Is(unicode.Cf, c) {
			continue // invisible: joiners and controls of the direction of writing
		}
		shown++
		if c == 0 || c == unicode.ReplacementChar || unicode.IsControl(c) || !unicode.IsPrint(c) && !unicode.Is(unicode.Co, c) {
			bad++
			continue
		}
		if unicode.Is(unicode.Co, c) {
			bad++
		}
		if err := r.char(i, c); err != nil {
			return nil, 0, err
		}
	}
	r.end()
	return r.words, float64(bad) / float64(max(1, shown)), nil
}

// view returns the map from a page's user space to the page as displayed, points.
func (at page) view(width, height float64) (doc.Transform, error) {
	// PDFium rounds to whole device pixels; with many of them the rounding does not matter.
	const fine = 1000 // pixels per point
	device := func(x, y float64) (float64, float64, error) {
		d, ok, err := at.get("FPDF_PageToDevice", 2, 4, true, at.handle, 0, 0,
			i32(int(width*fine)), i32(int(height*fine)), 0, math.Float64bits(x), math.Float64bits(y))
		if err == nil && !ok {
			err = errors.New("the page has no place on a device")
		}
		return float64(int32(d[0])) / fine, float64(int32(d[1])) / fine, err
	}
	const unit = 100 // points
	x0, y0, err := device(0, 0)
	if err != nil {
		return doc.Identity, err
	}
	x1, y1, err := device(unit, 0)
	if err != nil {
		return doc.Identity, err
	}
	x2, y2, err := device(0, unit)
	if err != nil {
		return doc.Identity, err
	}
	return doc.Transform{
		(x1 - x0) / unit, (x2 - x0) / unit, x0,
		(y1 - y0) / unit, (y2 - y0) / unit, y0,
		0, 0, 1,
	}, nil
}

// Extents of a word's box above and below its baseline, in font sizes, the same as for
// words of our own reader.
const (
	ascent  = 0.75
	descent = 0.22
)

// char adds character i to the word.
func (r *textReader) char(i int, c rune) error {
	loose, ok, err := r.get("FPDFText_GetLooseCharBox", 4, 4, false, r.text, i32(i))
	if err != nil || !ok {
		return err // without an error the character has no place on the page
	}
	box := r.view.Box(doc.Box{ // left, top, right, bottom
		X0: float(loose[0]), Y0: float(loose[3]),
		X1: float(loose[2]), Y1: float(loose[1]),
	})
	if math.IsNaN(box.X0 + box.Y0 + box.X1 + box.Y1) {
		return nil
	}
	if r.first {
		if err := r.begin(i); err != nil {
			return err
		}
		r.first = false
	} else if r.apart(box) {
		r.end()
		return r.char(i, c)
	}
	r.runes.WriteRune(c)
	r.word.Box = r.word.Box.Union(box)
	return nil
}

// apart reports whether a character with this box belongs to another line or
// column than the word being read.
func (r *textReader) apart(box doc.Box) bool {
	gap := 2 * r.word.Size
	if r.word.Turn%180 == 0 {
		return box.X0 > r.word.Box.X1+gap || box.X1 < r.word.Box.X0-gap || box.OverlapY(r.word.Box) <= 0 && box.Height() > 0
	}
	return box.Y0 > r.word.Box.Y1+gap || box.Y1 < r.word.Box.Y0-gap || box.OverlapX(r.word.Box) <= 0 && box.Width() > 0
}

// begin begins a word with the style of a character.
func (r *textReader) begin(i int) error {
	r.word = doc.Word{Confidence: 1}
	m, ok, err := r.get("FPDFText_GetMatrix", 6, 4, false, r.text, i32(i))
	if err != nil || !ok {
		return err
	}
	size, err := r.call("FPDFText_GetFontSize", r.text, i32(i))
	if err != nil {
		return err
	}
	origin, ok, err := r.get("FPDFText_GetCharOrigin", 2, 8, true, r.text, i32(i))
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("a character has no origin")
	}
	// The direction of writing and the height of the letters, as displayed.
	v := r.view
	a, b, c, d := float(m[0]), float(m[1]), float(m[2]), float(m[3])
	dx, dy := v[0]*a+v[1]*b, v[3]*a+v[4]*b
	ux, uy := v[0]*c+v[1]*d, v[3]*c+v[4]*d
	r.word.Size = math.Float64frombits(size) * math.Hypot(ux, uy)
	switch {
	case math.Abs(dx) >= math.Abs(dy) && dx >= 0:
		r.word.Turn = 0
	case math.Abs(dx) >= math.Abs(dy):
		r.word.Turn = 180
	case dy > 0:
		r.word.Turn = 90
	default:
		r.word.Turn = 270
	}
	_, r.word.Baseline = v.Apply(math.Float64frombits(origin[0]), math.Float64frombits(origin[1]))
	weight, err := r.integer("FPDFText_GetFontWeight", r.text, i32(i))
	if err != nil {
		return err
	}
	r.word.Bold = weight >= 600
	fill, ok, err := r.get("FPDFText_GetFillColor", 4, 4, true, r.text, i32(i))
	if ok {
		r.word.Color = doc.Color(fill[0]&0xff<<16 | fill[1]&0xff<<8 | fill[2]&0xff)
	}
	return err
}

// end ends the word.
func (r *textReader) end() {
	if !r.first && r.runes.Len() > 0 {
		w := r.word
		w.Text = norm.NFC.String(r.runes.String())
		if !(w.Size > 0) {
			w.Size = w.Box.Height()
		}
		switch {
		case w.Turn == 0:
			w.Box.Y0, w.Box.Y1 = w.Baseline-ascent*w.Size, w.Baseline+descent*w.Size
		default:
			w.Baseline = w.Box.MidY()
		}
		r.words = append(r.words, w)
	}
	r.runes.Reset()
	r.first = true
}
