package raster

import (
	"bytes"
	"image"
	"image/jpeg"

	"golang.org/x/image/ccitt"

	"lineitem/convert/doc"
)

// Scan is an image as a PDF file stores it: a JPEG file, or CCITT coded data (PDF
// 32000-1, 7.4.6 and 7.4.8).
type Scan struct {
	Data          []byte
	Width, Height int // pixels, as the PDF file states them
	Components    int // of JPEG: 1 for grey, 3 for colour
	// Orientation is how the image lies on the page, as in EXIF: 1 to 8.
	Orientation int
	// DPI is the resolution on the page, pixels per inch.
	DPI float64

	Fax       bool // CCITT, not JPEG
	Group3    bool // group 3 of one dimension, not group 4
	ByteAlign bool // each row begins at a byte
	Negative  bool // what the coding calls white is black on the page
}

// DecodeScan decodes the image that covers a page of a PDF file. It returns an
// error if the image is not exactly as the PDF file says: rendering the page gives
// a better result then.
func DecodeScan(s Scan, limits Limits) (*Picture, error) {
	if err := limits.Check(s.Width, s.Height); err != nil {
		return nil, err
	}
	malformed := &doc.FormatError{Reason: "the image of the page is damaged"}
	if s.Orientation < 1 || s.Orientation > 8 {
		return nil, malformed
	}
	var img image.Image
	if s.Fax {
		gray, err := decodeFax(s)
		if err != nil {
			return nil, malformed
		}
		img = gray
	} else {
		head, err := parseJPEG(s.Data)
		if err != nil || head.width != s.Width || head.height != s.Height || head.components != s.Components || len(head.scans) > maxScans {
			return nil, malformed
		}
		if img, err = jpeg.Decode(bytes.NewReader(s.Data)); err != nil {
			return nil, malformed
		}
	}
	p := turnedPicture(img, orientation(s.Orientation), 0)
	// The page's size is known, so the resolution is not a guess.
	p.DPI = s.DPI * float64(p.Gray.Rect.Dx()) / float64(s.shownWidth())
	return p, nil
}

// shownWidth returns the width of the image as it lies on the page, pixels.
func (s *Scan) shownWidth() int {
	if Sideways(s.Orientation) {
		return s.Height
	}
	return s.Width
}

func decodeFax(s Scan) (*image.Gray, error) {
	format := ccitt.Group4
	if s.Group3 {
		format = ccitt.Group3
	}
	img := image.NewGray(image.Rect(0, 0, s.Width, s.Height))
	err := ccitt.DecodeIntoGray(img, bytes.NewReader(s.Data), ccitt.MSB, format, &ccitt.Options{Align: s.ByteAlign, Invert: s.Negative})
	return img, err
}
