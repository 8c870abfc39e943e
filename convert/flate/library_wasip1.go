package flate

import (
	"compress/flate"
	"compress/zlib"
)

var newReader, newZlibReader = flate.NewReader, zlib.NewReader
