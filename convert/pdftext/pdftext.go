// Package pdftext reads the positioned words, ruling lines and fills of a
// PDF's text layer.
package pdftext

import (
	"context"

	"lineitem/convert/doc"
)

// Limits bound one reading. Zero means no limit for Pages and Words.
type Limits struct {
	Pages int
	Words int
}

// Read returns the document's pages. Errors are those of package doc, or ctx's.
func Read(ctx context.Context, data []byte, limits Limits) (*doc.Document, error) {
	return nil, &doc.UnsupportedError{Feature: "PDF"}
}
