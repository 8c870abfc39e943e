package hostile

import (
	"encoding/binary"
	"strings"
)

// tiffs are TIFF files (TIFF 6.0) that declare, or hold, too much.
var tiffs = []Document{
	{"tiff-header-only", refused, func() []byte { return []byte("II*\x00\x08\x00\x00\x00") }},
	{"tiff-of-no-pixels", refused, func() []byte { return tiffFile("x", tiffPage(0, 0, 1, 1, 8)) }},
	{"tiff-beyond-all", refused, func() []byte { return tiffFile("x", tiffPage(1<<31, 1<<31, 1, 1, 8)) }},
	{"tiff-of-a-page-that-is-its-own-next", either, func() []byte {
		data := tiffFile(strings.Repeat("\xff", 32), tiffPage(16, 16, 16, 1, 8))
		binary.LittleEndian.PutUint32(data[len(data)-4:], binary.LittleEndian.Uint32(data[4:]))
		return data
	}},
	{"tiff-of-a-hundred-thousand-pages", refused, func() []byte {
		pages := make([]string, 100_000)
		for i := range pages {
			pages[i] = tiffPage(1, 1, 1, 1, 8)
		}
		return tiffFile("x", pages...)
	}},
	{"tiff-of-all-pixels-that-may-be", laborious, func() []byte {
		return tiffFile(strings.Repeat("\xff", 1250), tiffPage(10_000, 10_000, 10_000, 4, 8))
	}},
	{"tiff-of-a-strip-that-is-not-a-fax", refused, func() []byte {
		return tiffFile(strings.Repeat("\x00", 18*million), tiffPage(10_000, 10_000, 1, 3, 8))
	}},
	{"tiff-with-a-bomb-of-pixels", laborious, func() []byte {
		return tiffFile(bomb("\xff", 13*million), tiffPage(10_000, 10_000, 10_000, 8, 8))
	}},
}

// tiffPage returns the fields of a page of one bit per pixel. at is the offset of its
// data, the only strip offset that the page gives.
func tiffPage(width, height, rowsPerStrip, compression, at uint32) string {
	var b []byte
	fields := [][2]uint32{{256, width}, {257, height}, {259, compression}, {262, 0}, {273, at}, {278, rowsPerStrip}}
	b = binary.LittleEndian.AppendUint16(b, uint16(len(fields)))
	for _, f := range fields {
		b = binary.LittleEndian.AppendUint16(b, uint16(f[0]))
		b = binary.LittleEndian.AppendUint16(b, 4) // LONG
		b = binary.LittleEndian.AppendUint32(b, 1)
		b = binary.LittleEndian.AppendUint32(b, f[1])
	}
	return string(b)
}

// tiffFile returns a file of data, which begins at offset 8, and of pages.
func tiffFile(data string, pages ...string) []byte {
	b := binary.LittleEndian.AppendUint32([]byte("II*\x00"), uint32(8+len(data)))
	b = append(b, data...)
	for i, page := range pages {
		b = append(b, page...)
		next := uint32(0)
		if i+1 < len(pages) {
			next = uint32(len(b) + 4)
		}
		b = binary.LittleEndian.AppendUint32(b, next)
	}
	return b
}
