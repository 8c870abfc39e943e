package convert

import (
	"context"
	"errors"

	"lineitem/convert/doc"
	"lineitem/convert/raster"
	"lineitem/convert/raster/tiff"
)

// readTIFF reads a TIFF file, each page of which is a page of the document. As in PDF files,
// pages that cannot be read are empty, unless no page can be read.
func (c *Converter) readTIFF(ctx context.Context, data []byte, limits Limits, pictures *album) (*doc.Document, error) {
	if !seesPixels || c.Recognizer == nil {
		return nil, &doc.UnsupportedError{Feature: "reading tiff images"}
	}
	pages, err := tiff.Pages(data, limits.Pages)
	if err != nil {
		return nil, err
	}
	document := &doc.Document{Pages: make([]doc.Page, len(pages))}
	errs := eachPage(len(pages), func(i int) error {
		page := &document.Pages[i]
		*page = emptyPage(pages[i])
		if err := ctx.Err(); err != nil {
			return err
		}
		picture, err := raster.DecodeTIFF(pages[i], raster.Limits{Pixels: limits.Pixels})
		var format *doc.FormatError
		if errors.As(err, &format) && len(pages) > 1 {
			format.Page = pages[i].Number
		}
		if err != nil {
			return err
		}
		return c.recognizeImage(ctx, picture, page)
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := fault(document, errs); err != nil {
		return nil, err
	}
	if err := checkWords(document, limits); err != nil {
		return nil, err
	}
	return document, pictures.drawTIFF(ctx, pages, limits)
}

// emptyPage returns a page of which nothing has been read. It has the size that it would be displayed
// at if it had the resolution of a fax (204 pixels per inch).
func emptyPage(p *tiff.Page) doc.Page {
	const points = 72.0 / 204
	width, height := points*float64(p.Width), points*float64(p.Height)*p.Aspect
	if raster.Sideways(p.Orientation) {
		width, height = height, width
	}
	return doc.Page{Number: p.Number, Width: width, Height: height, Source: doc.Pixels, View: doc.Identity}
}

// drawTIFF adds the pictures of a TIFF file's pages. They are decoded once more, so
// that no more than two are in memory at a time. Errors are ctx's.
func (a *album) drawTIFF(ctx context.Context, pages []*tiff.Page, limits Limits) error {
	if a == nil {
		return nil
	}
	for _, page := range pages[:min(len(pages), a.most)] {
		if a.bytes > PictureBytes {
			break
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if p, err := raster.DecodeTIFF(page, raster.Limits{Pixels: limits.Pixels}); err == nil {
			a.draw(page.Number, p)
		}
	}
	return nil
}
