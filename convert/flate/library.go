//go:build !wasip1

package flate

import (
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/zlib"
)

var newReader, newZlibReader = flate.NewReader, zlib.NewReader
