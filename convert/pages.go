package convert

import (
	"strconv"

	"lineitem/convert/doc"
	"lineitem/convert/jsontext"
)

// Page is a page as displayed, to which the boxes of evidence refer.
type Page struct {
	Number int     `json:"page"`   // from 1
	Width  float64 `json:"width"`  // points, rounded to hundredths as boxes are
	Height float64 `json:"height"` // likewise
	// Pixels is the size of an image file as displayed, rotated by its EXIF
	// orientation; nil for pages of PDF files. A position of x points is
	// x / 72 * Resolution pixels.
	Pixels *doc.Picture `json:"pixels,omitempty"`
}

// appendJSON appends the page as a JSON object.
func (p *Page) appendJSON(b []byte) []byte {
	b = strconv.AppendInt(append(b, `{"page":`...), int64(p.Number), 10)
	b = jsontext.AppendNumber(append(b, `,"width":`...), p.Width)
	b = jsontext.AppendNumber(append(b, `,"height":`...), p.Height)
	if p.Pixels != nil {
		b = p.Pixels.AppendJSON(append(b, `,"pixels":`...))
	}
	return append(b, '}')
}

// pagesOf returns the pages of a document.
func pagesOf(d *doc.Document) []Page {
	pages := make([]Page, len(d.Pages))
	for i := range d.Pages {
		p := &d.Pages[i]
		width, height := p.DisplayedSize()
		pages[i] = Page{p.Number, doc.Hundredths(width), doc.Hundredths(height), p.Picture}
	}
	return pages
}
