// Package pdftext reads the positioned words, ruling lines and fills of a
// PDF's text layer. It interprets content streams, fonts and CMaps itself
// (PDF 32000-1, 7.8, 8 and 9) and reads the file's objects through cos.File.
package pdftext

import (
	"context"
	"errors"

	"lineitem/convert/doc"
	"lineitem/convert/pdftext/cos"
	"lineitem/convert/pdftext/rscpdf"
)

// Limits bound one reading. Zero means no limit for Pages and Words.
type Limits struct {
	Pages int
	Words int
}

// Layer describes what a page contains besides its words; it shows how
// far these can be trusted.
type Layer struct {
	Glyphs    int // glyphs shown, except spaces
	Unknown   int // those of them whose text is unknown
	Invisible int // those in text rendering mode 3, such as OCR text over scans
	Paths     int // filled or stroked paths
	// Images is the share of the page that images cover, in [0, 1]; areas covered by two
	// images count twice.
	Images float64
	// Expensive says that rendering the page takes so much work that it must not be
	// tried: it may paint itself.
	Expensive bool
	// Scan is the image that is all that the page shows; nil if there is none,
	// or if its encoding is not one of the plain ones.
	Scan *Scan
}

// Read returns the pages of a document whose kind is doc.PDF. Of a damaged page it returns what could be
// read. Errors are those of package doc, or ctx's.
func Read(ctx context.Context, data []byte, limits Limits) (*doc.Document, error) {
	document, _, err := ReadLayers(ctx, data, limits)
	return document, err
}

// ReadLayers is like Read, and also describes the text layer of each page.
func ReadLayers(ctx context.Context, data []byte, limits Limits) (*doc.Document, []Layer, error) {
	file, leaves, err := open(data, limits)
	if err != nil {
		return nil, nil, err
	}
	in := newInterpreter(file)
	c := collectors.Get().(*collector)
	defer c.release()
	document := &doc.Document{Pages: make([]doc.Page, len(leaves))}
	layers := make([]Layer, len(leaves))
	words, seen := 0, false
	for i := range leaves {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		page := &document.Pages[i]
		page.Number = i + 1
		layers[i] = in.readPage(ctx, c, &leaves[i], page)
		words += len(page.Words)
		seen = seen || len(page.Words) > 0 || layers[i].Glyphs > 0 || layers[i].Paths > 0 || layers[i].Images > 0
		if limits.Words > 0 && words > limits.Words {
			return nil, nil, &doc.LimitError{Limit: "words", Max: int64(limits.Words)}
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	if own, ok := file.(*cos.Reader); ok && !seen && own.Err() != nil {
		return nil, nil, own.Err() // the document is not empty, but could not be read
	}
	return document, layers, nil
}

// open finds the file's pages. The reader of package cos is tried first: it reads
// intact files faster and damaged ones more often. If it finds no pages, rsc.io/pdf
// is tried.
func open(data []byte, limits Limits) (cos.File, []leaf, error) {
	var format *doc.FormatError
	own, err := cos.Open(data, cos.Limits{})
	if err == nil {
		leaves, err := pages(own, limits.Pages)
		if err != nil || len(leaves) > 0 {
			return own, leaves, err
		}
	} else if !errors.As(err, &format) {
		return nil, nil, err
	}
	second, errSecond := rscpdf.Open(data, rscpdf.Limits{})
	if errSecond == nil {
		leaves, err := pages(second, limits.Pages)
		if err != nil || len(leaves) > 0 {
			return second, leaves, err
		}
	}
	if err == nil {
		err = &doc.FormatError{Reason: "the file has no page that can be read"}
	}
	return nil, nil, err
}
