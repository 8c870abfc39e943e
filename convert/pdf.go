package convert

import (
	"context"
	"errors"
	"runtime"
	"sync"

	"lineitem/convert/doc"
	"lineitem/convert/pdftext"
	"lineitem/convert/raster"
)

// readPDF reads a PDF file. First our own reader reads its text layer; pages whose
// text layer is missing or cannot be trusted are then read again, by the renderer or from their pixels. So
// a file may have pages of each kind. Without a renderer such a page is an error.
func (c *Converter) readPDF(ctx context.Context, data []byte, limits Limits, pictures *album) (*doc.Document, error) {
	document, layers, err := pdftext.ReadLayers(ctx, data, pdftext.Limits{Pages: limits.Pages, Words: limits.Words})
	var format *doc.FormatError
	switch {
	case err != nil && (c.Renderer == nil || !errors.As(err, &format)):
		return nil, err
	case !seesPixels || c.Renderer == nil:
		return document, unreadPage(document, layers)
	}
	r := &pdfReader{converter: c, rendered: lazyPDF{library: c.Renderer, data: data, limits: raster.Limits{Pixels: limits.Pixels}}}
	defer r.rendered.close()
	if document != nil {
		r.judgePages(document, layers)
	} else if err := r.doubtPages(ctx, err, limits.Pages); err != nil {
		return nil, err
	}
	if err := r.readAgain(ctx); err != nil {
		return nil, err
	}
	if err := checkWords(r.document, limits); err != nil {
		return nil, err
	}
	return r.document, pictures.drawPDF(ctx, r)
}

// unreadPage returns a *doc.UnsupportedError for the first page that only a renderer can read, nil
// if there is none: rows on such a page must not go missing silently.
func unreadPage(d *doc.Document, layers []pdftext.Layer) error {
	for i := range layers {
		switch judge(d.Pages[i].Words, layers[i]) {
		case absent:
			return &doc.UnsupportedError{Page: i + 1, Feature: "text that is a picture"}
		case doubted:
			return &doc.UnsupportedError{Page: i + 1, Feature: "a text layer whose letters cannot be told"}
		}
	}
	return nil
}

// checkWords returns a *doc.LimitError if a document has too many words.
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

// pdfReader reads again those pages of a PDF file whose text layer cannot be
// trusted.
type pdfReader struct {
	converter *Converter
	rendered  lazyPDF
	document  *doc.Document
	layers    []pdftext.Layer // of each page; none if our reader could not open the file
	qualities []layerQuality  // of each page
}

// judgePages takes over the pages that our reader has read, and judges their text layers.
func (r *pdfReader) judgePages(document *doc.Document, layers []pdftext.Layer) {
	r.document, r.layers = document, layers
	r.qualities = make([]layerQuality, len(layers))
	for i := range layers {
		r.qualities[i] = judge(document.Pages[i].Words, layers[i])
	}
}

// doubtPages makes an empty page for each page that the renderer finds in a file that our reader
// cannot open. If the renderer cannot open it either, the error is that of our
// reader, unread.
func (r *pdfReader) doubtPages(ctx context.Context, unread error, most int) error {
	file, err := r.rendered.open(ctx)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return unread
	case file.Pages() > most:
		return &doc.LimitError{Limit: "pages", Max: int64(most)}
	}
	r.document = &doc.Document{Pages: make([]doc.Page, file.Pages())}
	r.qualities = make([]layerQuality, file.Pages())
	for i := range r.document.Pages {
		r.document.Pages[i].Number = i + 1
		r.qualities[i] = doubted
	}
	return nil
}

// pagesAtOnce is the number of pages that are read at the same time; it bounds their memory. While
// the lines of one page are recognised, on all processors, another one is cleaned.
const pagesAtOnce = 2

// readAgain reads again the pages that are not trusted. A page that cannot be read
// stays as it is; if the document then has no words at all, the first page's error
// is returned.
func (r *pdfReader) readAgain(ctx context.Context) error {
	var pages []int
	for i, t := range r.qualities {
		if t != good {
			pages = append(pages, i)
		}
	}
	errs := eachPage(len(pages), func(i int) error { return r.page(ctx, pages[i]) })
	if err := ctx.Err(); err != nil {
		return err
	}
	return fault(r.document, errs)
}

// eachPage calls read with 0 to n-1, several at a time, and returns its errors.
func eachPage(n int, read func(i int) error) []error {
	errs := make([]error, n)
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(n, pagesAtOnce, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := range next {
				errs[i] = read(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
	return errs
}

// fault returns the error of a document from those of its pages; the document's own faults count only if it has no words.
func fault(d *doc.Document, errs []error) error {
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
	for i := range d.Pages {
		if len(d.Pages[i].Words) > 0 {
			return nil
		}
	}
	return first
}

// lazyPDF is a PDF file that the renderer opens when one of its pages is first needed. Several
// goroutines may open it at the same time.
type lazyPDF struct {
	library raster.Renderer
	data    []byte
	limits  raster.Limits

	mu     sync.Mutex
	file   raster.PDF // nil until it is opened
	failed error      // why it cannot be opened
}

func (p *lazyPDF) open(ctx context.Context) (raster.PDF, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.file == nil && p.failed == nil {
		p.file, p.failed = p.library.Open(ctx, p.data, p.limits)
	}
	return p.file, p.failed
}

func (p *lazyPDF) close() {
	if p.file != nil {
		p.file.Close()
	}
}
