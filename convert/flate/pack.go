package flate

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"io"
	"strings"
)

// Pack compresses data that the program embeds, to be read by Unpack: its size in four bytes, the lowest first, and what it
// deflates to.
func Pack(data []byte) []byte {
	b := bytes.NewBuffer(binary.LittleEndian.AppendUint32(nil, uint32(len(data))))
	w, _ := flate.NewWriter(b, flate.BestCompression) // the level is known
	w.Write(data)                                     // a buffer takes all
	w.Close()
	return b.Bytes()
}

// Unpack returns what Pack compressed. It panics if that is damaged, which embedded data is not.
func Unpack(packed []byte) string {
	size, deflated := binary.LittleEndian.Uint32(packed), packed[4:]
	var data strings.Builder
	data.Grow(int(size))
	if _, err := io.Copy(&data, NewReader(bytes.NewReader(deflated))); err != nil {
		panic(err)
	}
	return data.String()
}
