package convert

import "lineitem/convert/doc"

// Page is a page as displayed, on which boxes of evidence lie.
type Page struct {
	Number int     `json:"page"`   // from 1
	Width  float64 `json:"width"`  // points, rounded to hundredths as boxes are
	Height float64 `json:"height"` // likewise
	// Pixels are those of an image file as it is displayed, turned by its EXIF
	// orientation; nil of pages of PDF files. What is at x points is at
	// x / 72 * Resolution pixels.
	Pixels *doc.Picture `json:"pixels,omitempty"`
}

// pagesOf are the pages of a document.
func pagesOf(d *doc.Document) []Page {
	pages := make([]Page, len(d.Pages))
	for i := range d.Pages {
		p := &d.Pages[i]
		width, height := p.Displayed()
		pages[i] = Page{p.Number, doc.Hundredths(width), doc.Hundredths(height), p.Picture}
	}
	return pages
}
