// Package flate decompresses deflated data (RFC 1951), with the quicker of two libraries where the program's size allows it: the
// module for browsers has the standard library's, which it has anyway.
package flate

import (
	"compress/flate"
	"io"
)

// Resetter is a reader that can be used again.
type Resetter = flate.Resetter

// NewReader returns a reader of what is deflated in r. It is a Resetter.
func NewReader(r io.Reader) io.ReadCloser { return newReader(r) }

// NewZlibReader returns a reader of what stands deflated in r between a header and a checksum (RFC 1950).
func NewZlibReader(r io.Reader) (io.ReadCloser, error) { return newZlibReader(r) }
