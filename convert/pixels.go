package convert

import (
	"context"
	"maps"
	"runtime"
	"slices"
	"sync"

	"lineitem/convert/doc"
	"lineitem/convert/handwriting"
	"lineitem/convert/raster"
	"lineitem/convert/segmentation"
)

// seesPixels reports whether the program includes the code that reads pictures and renders pages: the WebAssembly
// module has neither a Recognizer nor a Renderer, and leaves out everything that only they need.
const seesPixels = runtime.GOOS != "wasip1"

// readImage reads an image file, which is one page.
func (c *Converter) readImage(ctx context.Context, data []byte, kind doc.Kind, limits Limits, pictures *album) (*doc.Document, error) {
	if !seesPixels || c.Recognizer == nil {
		return nil, &doc.UnsupportedError{Feature: "reading " + string(kind) + " images"}
	}
	picture, err := raster.Decode(data, kind, raster.Limits{Pixels: limits.Pixels})
	if err != nil {
		return nil, err
	}
	pictures.draw(1, picture)
	document := &doc.Document{Pages: make([]doc.Page, 1)}
	page := &document.Pages[0]
	page.Number = 1
	if err := c.recognizeImage(ctx, picture, page); err != nil {
		return nil, err
	}
	return document, checkWords(document, limits)
}

// recognizeImage reads the picture of an image file into a page.
func (c *Converter) recognizeImage(ctx context.Context, picture *raster.Picture, page *doc.Page) error {
	if err := c.recognize(ctx, picture, page); err != nil {
		return err
	}
	perPoint := float64(picture.Gray.Rect.Dx()*picture.Reduction()) / page.ViewWidth
	page.Picture = &doc.Picture{Width: picture.File.X, Height: picture.File.Y, Resolution: doc.Hundredths(72 * perPoint)}
	return nil
}

// recognize reads a picture into a page.
func (c *Converter) recognize(ctx context.Context, picture *raster.Picture, page *doc.Page) error {
	if c.look != nil {
		c.look(page.Number, picture)
		return ctx.Err()
	}
	clean := raster.Clean(picture)
	if err := ctx.Err(); err != nil {
		return err
	}
	clean, lines, err := c.upright(ctx, clean)
	if err != nil {
		return err
	}
	readings, err := c.Recognizer.Recognize(ctx, segmentation.Strips(lines))
	if err != nil {
		return err
	}
	words, written := handwriting.Part(clean, lines, segmentation.Words(clean, lines, readings))
	size, seen := clean.Gray.Rect.Size(), picture.Gray.Rect.Size()
	*page = doc.Page{
		Number:     page.Number,
		Width:      float64(size.X) * 72 / clean.DPI,
		Height:     float64(size.Y) * 72 / clean.DPI,
		Source:     doc.Pixels,
		Words:      words,
		Unread:     written,
		Rules:      clean.Rules,
		Fills:      clean.Fills,
		View:       clean.View,
		Bend:       clean.Bend,
		ViewWidth:  float64(seen.X) * 72 / clean.ViewDPI,
		ViewHeight: float64(seen.Y) * 72 / clean.ViewDPI,
	}
	return ctx.Err()
}

// Pictures returns the pictures of those pages of a document that Document
// recognises, in page order, as they are before they are cleaned. It is
// for commands that measure how well pages are read. Errors are those of Document.
func (c *Converter) Pictures(ctx context.Context, data []byte) ([]*raster.Picture, error) {
	var mu sync.Mutex
	pages := map[int]*raster.Picture{}
	looking := *c
	looking.look = func(number int, p *raster.Picture) {
		mu.Lock()
		defer mu.Unlock()
		pages[number] = p
	}
	_, err := looking.document(ctx, data, doc.Unknown, nil)
	var pictures []*raster.Picture
	for _, number := range slices.Sorted(maps.Keys(pages)) {
		pictures = append(pictures, pages[number])
	}
	return pictures, err
}
