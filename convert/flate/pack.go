package flate

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"io"
)

// Pack compresses data that the program embeds, to be read by Unpack: its size in four bytes, the lowest first, and what it
// deflates to.
func Pack(data []byte) []byte {
	var b bytes.Buffer
	size := binary.LittleEndian.AppendUint32(nil, uint32(len(data)))
	b.Write(size)
	w, _ := flate.NewWriter(&b, flate.BestCompression) // the level is known
	w.Write(data)                                      // a buffer takes all
	w.Close()
	return b.Bytes()
}

// Unpack returns what Pack compressed. It panics if that is damaged, which embedded data is not.
func Unpack(packed []byte) []byte {
	data := make([]byte, binary.LittleEndian.Uint32(packed))
	if _, err := io.ReadFull(NewReader(bytes.NewReader(packed[4:])), data); err != nil {
		panic(err)
	}
	return data
}
