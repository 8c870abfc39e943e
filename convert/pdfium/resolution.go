package pdfium

import (
	"math"

	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/requests"
)

// Resolutions at which pages are rendered, pixels per inch.
const (
	usual    = 200 // text of 8 points has capitals of about 16 pixels
	finest   = 300 // scans keep theirs up to here
	coarsest = 60  // and from here on
)

// resolution is the one at which a page is rendered, pixels per inch. A page
// that is one large image, as scans are, is rendered in the image's own
// resolution, or a whole part of it, so that its pixels stay as they are. The
// error is a *doc.LimitError where an image has more pixels than may be.
func (p *File) resolution(at requests.Page, width, height float64) (float64, error) {
	const (
		mostObjects = 256 // of a page that are looked at
		large       = 0.6 // part of the page that the image covers
	)
	count, err := p.pdfium.FPDFPage_CountObjects(&requests.FPDFPage_CountObjects{Page: at})
	if err != nil {
		return 0, err
	}
	dpi, covered := float64(usual), large*width*height
	for i := range min(count.Count, mostObjects) {
		object, err := p.pdfium.FPDFPage_GetObject(&requests.FPDFPage_GetObject{Page: at, Index: i})
		if err != nil {
			return 0, err
		}
		kind, err := p.pdfium.FPDFPageObj_GetType(&requests.FPDFPageObj_GetType{PageObject: object.PageObject})
		if err != nil || kind.Type != enums.FPDF_PAGEOBJ_IMAGE {
			continue
		}
		size, err := p.pdfium.FPDFImageObj_GetImagePixelSize(&requests.FPDFImageObj_GetImagePixelSize{ImageObject: object.PageObject})
		if err != nil {
			continue
		}
		if err := p.limits.Check(int(size.Width), int(size.Height)); err != nil {
			return 0, err
		}
		box, err := p.pdfium.FPDFPageObj_GetBounds(&requests.FPDFPageObj_GetBounds{PageObject: object.PageObject})
		if err != nil {
			continue
		}
		if area := float64(box.Right-box.Left) * float64(box.Top-box.Bottom); area >= covered {
			covered = area
			// Turned or not, the area is the same.
			dpi = scanResolution(72 * math.Sqrt(float64(size.Width)*float64(size.Height)/area))
		}
	}
	return dpi, nil
}

// scanResolution is the resolution for an image of native pixels per inch.
func scanResolution(native float64) float64 {
	switch {
	case !(native >= coarsest):
		return usual
	case native <= finest+1:
		return native
	}
	return native / math.Ceil(native/(finest+1))
}
