package convert

import (
	"context"
	"errors"

	"lineitem/convert/doc"
	"lineitem/convert/raster"
	"lineitem/convert/raster/tiff"
)

// readTIFF reads a TIFF file, whose pages are those of the document. As in PDF files,
// pages that cannot be read are empty unless that is so with all of them.
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

// emptyPage is a page as large as it is shown if it has the resolution of a fax, of which
// nothing has been read.
func emptyPage(p *tiff.Page) doc.Page {
	const points = 72.0 / 204
	width, height := points*float64(p.Width), points*float64(p.Height)*p.Aspect
	if raster.Sideways(p.Orientation) {
		width, height = height, width
	}
	return doc.Page{Number: p.Number, Width: width, Height: height, Source: doc.Pixels, View: doc.Identity}
}

// drawTIFF puts the pictures of a TIFF file's pages in. They are decoded once more, so
// that no more than two are held at a time. Errors are ctx's.
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
