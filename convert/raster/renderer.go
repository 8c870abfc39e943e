package raster

import (
	"context"

	"lineitem/convert/doc"
)

// Renderer renders the pages of PDF files, and reads their text layers in another way than package
// pdftext does. It is safe for concurrent use and deterministic. Package pdfium has the one that the
// program uses; a build without it reads the text layers that pdftext understands.
type Renderer interface {
	// Open opens a PDF file; Close it after use. Its error is a *doc.FormatError for a file that cannot
	// be opened, and a *doc.EncryptedError for one that opens only with a password.
	Open(ctx context.Context, data []byte, limits Limits) (PDF, error)
}

// PDF is an open PDF file. Its pages are numbered from 1. It is safe for concurrent use.
// Errors are *doc.FormatError and *doc.LimitError where the document is at fault, and ctx's.
type PDF interface {
	// Pages returns the number of pages.
	Pages() int
	// Words reads a page's text layer: the words in the order of the text, and the page's size in
	// points. unknown is the share of characters whose text the file does not state, in [0, 1].
	Words(ctx context.Context, page int) (words []doc.Word, width, height, unknown float64, err error)
	// Picture renders a page as it is displayed, in colour. DPI/72 of its pixels make a point.
	Picture(ctx context.Context, page int) (*Picture, error)
	// Part renders part of a page at a resolution of at most dpi pixels per inch. The part is a box in
	// points of the page as it is displayed, which the caller expects to be width by height points. If
	// the page has another size, the box would be another part, and the error is a *doc.FormatError.
	Part(ctx context.Context, page int, width, height float64, part doc.Box, dpi float64) (*Picture, error)
	// Show renders a page ready to be shown to people.
	Show(ctx context.Context, page int) (*Shown, error)
	// Close frees the file.
	Close() error
}
