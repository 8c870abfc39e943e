package raster

import (
	"bytes"
	"image"
	"image/jpeg"

	"lineitem/convert/doc"
	"lineitem/convert/raster/tiff"
)

// DecodeTIFF decodes a page of a TIFF file. Transparent pixels are laid over white. Pixels
// that are not square, such as those of fax machines, are made so, and the page is turned as
// its orientation says. Rows that are missing are white; if more than half are missing, that
// is an error. Errors are those of Decode.
func DecodeTIFF(page *tiff.Page, limits Limits) (*Picture, error) {
	limits = limits.withDefaults()
	if err := limits.Check(page.Width, page.Height); err != nil {
		return nil, err
	}
	size := squareSize(page.Width, page.Height, page.Aspect)
	if err := limits.Check(size.X, size.Y); err != nil {
		return nil, err
	}
	c := newReducedCanvas(page.Width, page.Height, reduction(size.X, size.Y))
	lost, err := page.Decode(func(row []byte) {
		if len(row) == page.Width {
			c.grayRow(row)
		} else {
			c.rgbRow(row)
		}
	}, decodePartJPEG)
	if err != nil {
		return nil, err
	}
	if there := 1 - float64(lost)/float64(page.Height); there < leastRead {
		return nil, cutOff(there)
	}
	return c.squarePicture(max(page.DPIX, page.DPIY), size).turned(orientation(page.Orientation)), nil
}

// decodePartJPEG decodes a strip or tile of a page, a JPEG file of at most so many pixels.
func decodePartJPEG(file []byte, pixels int) (image.Image, error) {
	head, err := parseJPEG(file)
	if err != nil {
		return nil, err
	}
	if err := (Limits{Pixels: pixels}).Check(head.width, head.height); err != nil {
		return nil, err
	}
	if len(head.scans) > maxScans {
		return nil, &doc.LimitError{Limit: "scans of a JPEG picture", Max: maxScans}
	}
	return jpeg.Decode(bytes.NewReader(file))
}
