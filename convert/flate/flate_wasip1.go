package flate

import (
	"compress/flate"
	"compress/zlib"
	"io"
)

type Resetter = flate.Resetter

func NewReader(r io.Reader) io.ReadCloser { return flate.NewReader(r) }

func NewZlibReader(r io.Reader) (io.ReadCloser, error) { return zlib.NewReader(r) }
