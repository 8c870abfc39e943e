package pdfium

import (
	"errors"
	"math"

	"github.com/klippa-app/go-pdfium/enums"
)

// Resolutions at which pages are rendered, pixels per inch.
const (
	usual    = 200 // text of 8 points has capitals of about 16 pixels
	finest   = 300 // scans up to this resolution are rendered at their own
	coarsest = 60  // images below it are rendered at the usual resolution
)

// resolution returns the resolution at which to render a page, pixels per inch. A page
// that is one large image, such as a scan, is rendered at the image's own
// resolution, or a whole fraction of it, so that its pixels are preserved. The
// error is a *doc.LimitError if an image has more pixels than allowed.
func (p *File) resolution(at page, width, height float64) (float64, error) {
	const (
		mostObjects = 256 // objects of a page that are examined
		large       = 0.6 // least share of the page that such an image covers
	)
	count, err := at.integer("FPDFPage_CountObjects", at.handle)
	if err != nil {
		return 0, err
	}
	dpi, covered := float64(usual), large*width*height
	for i := range min(count, mostObjects) {
		object, err := at.call("FPDFPage_GetObject", at.handle, i32(i))
		if err != nil {
			return 0, err
		}
		if uint32(object) == 0 {
			return 0, errors.New("an object of the page is missing")
		}
		kind, err := at.integer("FPDFPageObj_GetType", object)
		if err != nil {
			return 0, err
		}
		if enums.FPDF_PAGEOBJ(kind) != enums.FPDF_PAGEOBJ_IMAGE {
			continue
		}
		size, ok, err := at.get("FPDFImageObj_GetImagePixelSize", 2, 4, true, object)
		if err != nil {
			return 0, err
		}
		if !ok {
			continue
		}
		w, h := int(uint32(size[0])), int(uint32(size[1]))
		if err := p.limits.Check(w, h); err != nil {
			return 0, err
		}
		box, ok, err := at.get("FPDFPageObj_GetBounds", 4, 4, true, object)
		if err != nil {
			return 0, err
		}
		if !ok {
			continue
		}
		left, bottom, right, top := float(box[0]), float(box[1]), float(box[2]), float(box[3])
		if area := (right - left) * (top - bottom); area >= covered {
			covered = area
			// The area does not depend on a rotation.
			dpi = scanResolution(72 * math.Sqrt(float64(w)*float64(h)/area))
		}
	}
	return dpi, nil
}

// scanResolution returns the resolution for an image of native pixels per inch.
func scanResolution(native float64) float64 {
	switch {
	case !(native >= coarsest):
		return usual
	case native <= finest+1:
		return native
	}
	return native / math.Ceil(native/(finest+1))
}
