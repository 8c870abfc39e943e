// Package flate decompresses deflated data (RFC 1951). It uses the faster of two libraries where the program's size allows it; the
// module for browsers uses the standard library, which it contains anyway.
package flate

import (
	"compress/flate"
	"io"
)

// Resetter is a reader that can be reused for other data.
type Resetter = flate.Resetter

// NewReader returns a reader that decompresses the data of r. It is a Resetter.
func NewReader(r io.Reader) io.ReadCloser { return newReader(r) }

// NewZlibReader returns a reader that decompresses the data of r, which has a header and a checksum (RFC 1950).
func NewZlibReader(r io.Reader) (io.ReadCloser, error) { return newZlibReader(r) }
