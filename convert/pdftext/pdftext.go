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

// Layer reports what a page holds besides its words, from which may be seen how
// far they can be trusted.
type Layer struct {
	Glyphs    int // that are shown, spaces left out
	Unknown   int // glyphs among them that nothing tells the text of
	Invisible int // glyphs in text rendering mode 3, as recognised text lies over scans
	Paths     int // filled or stroked
	// Images is the part of the page that images cover, in [0, 1]; what two of
	// them cover counts twice.
	Images float64
	// Laborious says that showing the page takes so much work that it must not be
	// tried: it may paint itself.
	Laborious bool
	// Scan is the image that is all that the page shows, or nil if there is none,
	// or where it is not stored plainly.
	Scan *Scan
}

// Read returns the pages of a document whose kind is doc.PDF. A page that is damaged has what could be
// read of it. Errors are those of package doc, or ctx's.
func Read(ctx context.Context, data []byte, limits Limits) (*doc.Document, error) {
	document, _, err := ReadLayers(ctx, data, limits)
	return document, err
}

// ReadLayers is Read; it also describes the text layer of each page.
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
		return nil, nil, own.Err() // no empty document, but one that was not read
	}
	return document, layers, nil
}

// open finds the file's pages. The reader of package cos goes first: it reads
// sound files faster and damaged ones oftener. What it finds no page in is
// offered to rsc.io/pdf.
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
