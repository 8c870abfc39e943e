package convert

import (
	"context"
	"errors"
	"image"
	"runtime"
	"sync"

	"lineitem/convert/doc"
	"lineitem/convert/pdftext"
	"lineitem/convert/raster"
	"lineitem/convert/textline"
)

// What tells text layers that cannot be trusted.
const (
	mostUnknown = 0.05 // share of glyphs that nothing tells the text of

	// A page on which images cover at least so much holds its text in them if
	// it has no more words than a stamp, or a header that was added later.
	stampImages, stampWords   = 0.5, 40
	pictureImages, fewestSeen = 0.15, 12

	// A page that is an image with hidden words over it is a scan that some
	// scanner's recogniser has read: so much is image, and hidden.
	overImages, overHidden = 0.9, 0.9
)

// trust says what the words of a page's text layer are good for.
type trust uint8

const (
	good    trust = iota // they are the page's text
	doubted              // another reader may understand the layer better
	absent               // the text is in pixels, if there is any
)

// judge tells whether the words of a page are all of its text.
func judge(words []doc.Word, layer pdftext.Layer) trust {
	switch n := len(words); {
	case n == 0 && layer.Glyphs > 0:
		return doubted
	case n == 0 && layer.Images == 0 && layer.Paths == 0:
		return good // an empty page
	case n == 0,
		n < stampWords && layer.Images >= stampImages,
		n < fewestSeen && layer.Images >= pictureImages:
		return absent
	}
	if layer.Images >= overImages && float64(layer.Invisible) >= overHidden*float64(layer.Glyphs) && mostlyLatin(words) {
		return absent // ours reads better, and sees the rules of tables
	}
	if float64(layer.Unknown) > mostUnknown*float64(layer.Glyphs) {
		return doubted
	}
	if !legible(words) {
		if 2*layer.Invisible > layer.Glyphs {
			return absent // what a poor recogniser laid over a scan
		}
		return doubted
	}
	return good
}

// readPDF reads a PDF file: its text layer where that is good, as PDFium
// understands it where ours does not, and else its pixels.
func (c *Converter) readPDF(ctx context.Context, data []byte, limits Limits, pictures *album) (*doc.Document, error) {
	document, layers, err := pdftext.ReadLayers(ctx, data, pdftext.Limits{Pages: limits.Pages, Words: limits.Words})
	var format *doc.FormatError
	if c.PDFium == nil || err != nil && !errors.As(err, &format) {
		return document, err
	}
	r := &pageReader{
		converter: c, data: data, limits: raster.Limits{Pixels: limits.Pixels},
		document: document, layers: layers, trusts: make([]trust, len(layers)),
	}
	defer r.close()
	if document == nil {
		file, openErr := r.pdf(ctx)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case openErr != nil:
			return nil, err // what our reader said of it
		case file.Pages() > limits.Pages:
			return nil, &doc.LimitError{Limit: "pages", Max: int64(limits.Pages)}
		}
		r.document = &doc.Document{Pages: make([]doc.Page, file.Pages())}
		r.trusts = make([]trust, file.Pages())
		for i := range r.document.Pages {
			r.document.Pages[i].Number = i + 1
			r.trusts[i] = doubted
		}
	}
	for i := range layers {
		r.trusts[i] = judge(document.Pages[i].Words, layers[i])
	}
	if err := r.read(ctx); err != nil {
		return nil, err
	}
	if err := checkWords(r.document, limits); err != nil {
		return nil, err
	}
	return r.document, pictures.drawPDF(ctx, r)
}

// readImage reads an image file, which is one page.
func (c *Converter) readImage(ctx context.Context, data []byte, kind doc.Kind, limits Limits, pictures *album) (*doc.Document, error) {
	if c.Recognizer == nil {
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
	if err := c.recognize(ctx, picture, page); err != nil {
		return nil, err
	}
	perPoint := float64(picture.Gray.Rect.Dx()*picture.Reduction()) / page.ViewWidth
	page.Picture = &doc.Picture{Width: picture.File.X, Height: picture.File.Y, Resolution: doc.Hundredths(72 * perPoint)}
	return document, checkWords(document, limits)
}

func checkWords(d *doc.Document, limits Limits) error {
	n := 0
	for i := range d.Pages {
		n += len(d.Pages[i].Words)
	}
	if n > limits.Words {
		return &doc.LimitError{Limit: "words", Max: int64(limits.Words)}
	}
	return nil
}

// recognize makes a page of what a picture shows.
func (c *Converter) recognize(ctx context.Context, picture *raster.Picture, page *doc.Page) error {
	clean := raster.Clean(picture)
	if err := ctx.Err(); err != nil {
		return err
	}
	lines := textline.Find(clean, c.Recognizer.StripHeight())
	if err := ctx.Err(); err != nil {
		return err
	}
	strips := make([]*image.Gray, len(lines))
	for i := range lines {
		strips[i] = lines[i].Strip
	}
	readings, err := c.Recognizer.Recognize(ctx, strips)
	if err != nil {
		return err
	}
	size, seen := clean.Gray.Rect.Size(), picture.Gray.Rect.Size()
	*page = doc.Page{
		Number:     page.Number,
		Width:      float64(size.X) * 72 / clean.DPI,
		Height:     float64(size.Y) * 72 / clean.DPI,
		Source:     doc.Pixels,
		Words:      textline.Words(clean, lines, readings),
		Rules:      clean.Rules,
		Fills:      clean.Fills,
		View:       clean.View,
		ViewWidth:  float64(seen.X) * 72 / clean.DPI,
		ViewHeight: float64(seen.Y) * 72 / clean.DPI,
	}
	return ctx.Err()
}

// pageReader reads again those pages of a PDF file whose words cannot be
// trusted.
type pageReader struct {
	converter *Converter
	data      []byte
	limits    raster.Limits
	document  *doc.Document
	layers    []pdftext.Layer // of each page; none where our reader opened nothing
	trusts    []trust         // likewise

	mu     sync.Mutex
	file   *raster.PDF // nil until it is needed
	failed error       // why it cannot be opened
}

// pdf is the file as PDFium opens it.
func (r *pageReader) pdf(ctx context.Context) (*raster.PDF, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.file == nil && r.failed == nil {
		r.file, r.failed = r.converter.PDFium.Open(ctx, r.data, r.limits)
	}
	return r.file, r.failed
}

func (r *pageReader) close() {
	if r.file != nil {
		r.file.Close()
	}
}

// pagesAtOnce bounds the memory of pages that are read at the same time: while
// the lines of one are recognised, on all processors, another one is cleaned.
const pagesAtOnce = 2

// read reads the pages, several at a time. A page of which nothing can be read
// stays as it is; when that is so with every page of the document, the first
// one's error is returned.
func (r *pageReader) read(ctx context.Context) error {
	var pages []int
	for i, t := range r.trusts {
		if t != good {
			pages = append(pages, i)
		}
	}
	errs := make([]error, len(pages))
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(len(pages), pagesAtOnce, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := range next {
				errs[i] = r.page(ctx, pages[i])
			}
		})
	}
	for i := range pages {
		next <- i
	}
	close(next)
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	var first error
	for _, err := range errs {
		var format *doc.FormatError
		var limit *doc.LimitError
		switch {
		case err == nil:
		case !errors.As(err, &format) && !errors.As(err, &limit):
			return err // it is not the document's fault
		case first == nil:
			first = err
		}
	}
	for i := range r.document.Pages {
		if len(r.document.Pages[i].Words) > 0 {
			return nil
		}
	}
	return first
}

// page reads page i again.
func (r *pageReader) page(ctx context.Context, i int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	page := &r.document.Pages[i]
	if r.laborious(i) {
		return &doc.FormatError{Page: i + 1, Reason: "showing the page takes too much work: it paints itself, or the same over and over"}
	}
	if r.trusts[i] == doubted {
		better, err := r.text(ctx, page)
		if better || err != nil && r.converter.Recognizer == nil {
			return err
		}
	}
	if r.converter.Recognizer == nil {
		return nil
	}
	picture, err := r.picture(ctx, i)
	if err != nil {
		return err
	}
	return r.converter.recognize(ctx, picture, page)
}

// laborious tells whether PDFium must not be asked for page i: it might never end.
func (r *pageReader) laborious(i int) bool { return i < len(r.layers) && r.layers[i].Laborious }

// picture is what page i shows: the image that covers it as it is, where there
// is one, and else what PDFium renders.
func (r *pageReader) picture(ctx context.Context, i int) (*raster.Picture, error) {
	page := &r.document.Pages[i]
	if i < len(r.layers) && r.layers[i].Scan != nil && page.Width > 0 {
		s := r.layers[i].Scan
		scan := raster.Scan{
			Data: s.Data, Width: s.Width, Height: s.Height, Components: s.Components, Orientation: s.Orientation,
		}
		across, down := float64(s.Width), float64(s.Height)
		if s.Orientation > 4 { // it lies on its side
			across, down = down, across
		}
		if f := s.Fax; f != nil {
			scan.Fax, scan.Group3, scan.ByteAlign, scan.Negative = true, f.K == 0, f.ByteAlign, f.BlackIs1 != f.Inverted
		}
		scan.DPI = across * 72 / page.Width
		// Pixels that are not square are for PDFium.
		if square := down * 72 / page.Height / scan.DPI; square > 0.98 && square < 1.02 {
			if picture, err := raster.DecodeScan(scan, r.limits); err == nil {
				return picture, nil
			}
		}
	}
	file, err := r.pdf(ctx)
	if err != nil {
		return nil, err
	}
	return file.Picture(ctx, page.Number)
}

// text takes a page's words from PDFium, if they are better than what there is.
func (r *pageReader) text(ctx context.Context, page *doc.Page) (better bool, err error) {
	file, err := r.pdf(ctx)
	if err != nil {
		return false, err
	}
	words, width, height, unknown, err := file.Words(ctx, page.Number)
	if err != nil {
		return false, err
	}
	if page.Width == 0 {
		page.Width, page.Height = width, height
	}
	fine := len(words) > 0 && unknown <= mostUnknown && legible(words)
	if fine || r.converter.Recognizer == nil && len(words) > len(page.Words) {
		page.Words = words
	}
	return fine, nil
}
