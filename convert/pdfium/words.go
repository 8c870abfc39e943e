package pdfium

import (
	"context"
	"math"
	"strings"
	"unicode"

	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"golang.org/x/text/unicode/norm"

	"lineitem/convert/doc"
)

// maxChars bounds the characters that are read of a page.
const maxChars = 1 << 18

// Words reads a page's text layer (pages count from 1) as PDFium understands
// it: the words in the order of the text, and the page's size in points.
// unknown is the share of characters that the file does not tell the text of,
// in [0, 1].
func (p *File) Words(ctx context.Context, page int) (words []doc.Word, width, height, unknown float64, err error) {
	err = p.with(ctx, page, func(at requests.Page) error {
		if width, height, err = p.size(at); err != nil {
			return err
		}
		words, unknown, err = p.words(at, width, height)
		return err
	})
	return words, width, height, unknown, err
}

// Size is a page's size as displayed, points.
func (p *File) Size(ctx context.Context, page int) (width, height float64, err error) {
	err = p.with(ctx, page, func(at requests.Page) error {
		width, height, err = p.size(at)
		return err
	})
	return width, height, err
}

// textReader makes words of a page's characters.
type textReader struct {
	p     *File
	page  references.FPDF_TEXTPAGE
	view  doc.Transform // from user space to the displayed page
	text  strings.Builder
	word  doc.Word // that is being read
	first bool     // no character of it has been read
	words []doc.Word
}

func (p *File) words(at requests.Page, width, height float64) (words []doc.Word, unknown float64, err error) {
	view, err := p.view(at, width, height)
	if err != nil {
		return nil, 0, err
	}
	loaded, err := p.pdfium.FPDFText_LoadPage(&requests.FPDFText_LoadPage{Page: at})
	if err != nil {
		return nil, 0, err
	}
	defer p.pdfium.FPDFText_ClosePage(&requests.FPDFText_ClosePage{TextPage: loaded.TextPage})
	count, err := p.pdfium.FPDFText_CountChars(&requests.FPDFText_CountChars{TextPage: loaded.TextPage})
	if err != nil {
		return nil, 0, err
	}
	r := &textReader{p: p, page: loaded.TextPage, view: view, first: true}
	shown, bad := 0, 0
	for i := range min(count.Count, maxChars) {
		char, err := p.pdfium.FPDFText_GetUnicode(&requests.FPDFText_GetUnicode{TextPage: r.page, Index: i})
		if err != nil {
			return nil, 0, err
		}
		c := rune(char.Unicode)
		if c != 0 && unicode.IsSpace(c) || c == '\u00ad' || c == 0xfffe { // soft hyphens and PDFium's mark for them end lines
			r.end()
			continue
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

// view is the map from a page's user space to the page as displayed, points.
func (p *File) view(at requests.Page, width, height float64) (doc.Transform, error) {
	// PDFium maps onto whole device pixels; many of them make that exact.
	const fine = 1000 // pixels per point
	device := func(x, y float64) (float64, float64, error) {
		d, err := p.pdfium.FPDF_PageToDevice(&requests.FPDF_PageToDevice{
			Page: at, SizeX: int(width * fine), SizeY: int(height * fine), PageX: x, PageY: y,
		})
		if err != nil {
			return 0, 0, err
		}
		return float64(d.DeviceX) / fine, float64(d.DeviceY) / fine, nil
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

// Extents of a word's box above and below its baseline, in font sizes, as for
// words of text layers in general.
const (
	ascent  = 0.75
	descent = 0.22
)

// char adds character i to the word.
func (r *textReader) char(i int, c rune) error {
	pdfium := r.p.pdfium
	loose, err := pdfium.FPDFText_GetLooseCharBox(&requests.FPDFText_GetLooseCharBox{TextPage: r.page, Index: i})
	if err != nil {
		return nil // it has no place on the page
	}
	box := r.view.Box(doc.Box{
		X0: float64(loose.Rect.Left), Y0: float64(loose.Rect.Bottom),
		X1: float64(loose.Rect.Right), Y1: float64(loose.Rect.Top),
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
	r.text.WriteRune(c)
	r.word.Box = r.word.Box.Union(box)
	return nil
}

// apart reports whether a character that stands there belongs to another line or
// column than the word that is being read.
func (r *textReader) apart(box doc.Box) bool {
	gap := 2 * r.word.Size
	if r.word.Turn%180 == 0 {
		return box.X0 > r.word.Box.X1+gap || box.X1 < r.word.Box.X0-gap || box.OverlapY(r.word.Box) <= 0 && box.Height() > 0
	}
	return box.Y0 > r.word.Box.Y1+gap || box.Y1 < r.word.Box.Y0-gap || box.OverlapX(r.word.Box) <= 0 && box.Width() > 0
}

// begin begins a word with the style of a character.
func (r *textReader) begin(i int) error {
	pdfium := r.p.pdfium
	r.word = doc.Word{Confidence: 1}
	matrix, err := pdfium.FPDFText_GetMatrix(&requests.FPDFText_GetMatrix{TextPage: r.page, Index: i})
	if err != nil {
		return nil
	}
	size, err := pdfium.FPDFText_GetFontSize(&requests.FPDFText_GetFontSize{TextPage: r.page, Index: i})
	if err != nil {
		return err
	}
	origin, err := pdfium.FPDFText_GetCharOrigin(&requests.FPDFText_GetCharOrigin{TextPage: r.page, Index: i})
	if err != nil {
		return err
	}
	m, v := matrix.Matrix, r.view
	// The direction of writing and the height of the letters, as displayed.
	dx, dy := v[0]*float64(m.A)+v[1]*float64(m.B), v[3]*float64(m.A)+v[4]*float64(m.B)
	ux, uy := v[0]*float64(m.C)+v[1]*float64(m.D), v[3]*float64(m.C)+v[4]*float64(m.D)
	r.word.Size = size.FontSize * math.Hypot(ux, uy)
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
	_, r.word.Baseline = v.Apply(origin.X, origin.Y)
	if weight, err := pdfium.FPDFText_GetFontWeight(&requests.FPDFText_GetFontWeight{TextPage: r.page, Index: i}); err == nil {
		r.word.Bold = weight.FontWeight >= 600
	}
	if fill, err := pdfium.FPDFText_GetFillColor(&requests.FPDFText_GetFillColor{TextPage: r.page, Index: i}); err == nil {
		r.word.Color = doc.Color(fill.R&0xff<<16 | fill.G&0xff<<8 | fill.B&0xff)
	}
	return nil
}

// end ends the word.
func (r *textReader) end() {
	if !r.first && r.text.Len() > 0 {
		w := r.word
		w.Text = norm.NFC.String(r.text.String())
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
	r.text.Reset()
	r.first = true
}
