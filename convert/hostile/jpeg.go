package hostile

import (
	"bytes"
	"encoding/binary"
	"strings"
)

// jpegs are JPEG files (ITU-T T.81) that declare, or hold, too much.
var jpegs = []Document{
	{"jpeg-of-two-bytes", refused, func() []byte { return []byte("\xff\xd8\xff") }},
	{"jpeg-file-beyond-all", refused, func() []byte { return jpegFile(0xc0, 65535, 65535, 1) }},
	{"jpeg-of-all-pixels-that-may-be", laborious, func() []byte { return jpegFile(0xc0, 10000, 10000, 1) }},
	{"jpeg-of-all-pixels-progressive", laborious, func() []byte { return jpegFile(0xc2, 10000, 10000, 10) }},
	{"jpeg-of-scans-that-may-be", laborious, func() []byte { return jpegFile(0xc2, 5000, 5000, 64) }},
	{"jpeg-of-a-scan-too-many", refused, func() []byte { return jpegFile(0xc2, 5000, 5000, 65) }},
	{"jpeg-of-thousands-of-scans", refused, func() []byte { return jpegFile(0xc2, 5000, 5000, 50_000) }},
	{"jpeg-of-a-million-scans", refused, func() []byte { return jpegFile(0xc2, 16, 16, million) }},
	{"jpeg-of-thousands-of-scans-one-after-the-other", refused, func() []byte { return jpegFile(0xc0, 5000, 5000, 50_000) }},
	{"jpeg-of-a-million-segments", refused, func() []byte {
		return []byte("\xff\xd8" + repeated("\xff\xe1\x00\x02", largest-million))
	}},
	{"jpeg-of-fill-bytes", refused, func() []byte { return []byte("\xff\xd8" + repeated("\xff", largest-million)) }},
	{"jpeg-of-restarts", laborious, func() []byte {
		file := jpegFile(0xc0, 5000, 5000, 1)
		return append(file[:len(file)-2:len(file)-2], repeated("\xff\xd0\xff\xd1\xff\xd2\xff\xd3\xff\xd4\xff\xd5\xff\xd6\xff\xd7", largest-million)...)
	}},
	{"jpeg-of-frames", either, func() []byte {
		file := jpegFile(0xc0, 16, 16, 1)
		return append(file[:2:2], bytes.Repeat(file[2:len(file)-2], 10_000)...)
	}},
	{"jpeg-with-a-thumbnail-of-itself", laborious, func() []byte {
		// An EXIF directory that declares 65,535 entries and has fewer: by turns an
		// orientation, and a resolution at an offset far outside the file.
		exif := "Exif\x00\x00MM\x00*\x00\x00\x00\x08\xff\xff" + repeated("\x01\x12\x00\x03\x00\x00\x00\x01\x00\x08\x00\x00\x01\x1a\x00\x05\x00\x00\x00\x01\xff\xff\xff\xff", 65_000)
		file := jpegFile(0xc0, 600, 800, 1)
		return []byte(string(file[:2]) + jpegSegment(0xe1, exif) + string(file[2:]))
	}},
}

func jpegSegment(marker byte, body string) string {
	return string([]byte{0xff, marker}) + string(binary.BigEndian.AppendUint16(nil, uint16(len(body)+2))) + body
}

// jpegFile returns a grey picture of the given size and number of scans. frame is
// the marker of its frame (T.81, Table B.1). After the first scan, those of a
// progressive picture have only empty blocks; those of others have no data.
func jpegFile(frame byte, width, height uint16, scans int) []byte {
	var b strings.Builder
	b.WriteString("\xff\xd8")
	b.WriteString(jpegSegment(0xdb, "\x00"+strings.Repeat("\x01", 64)))
	size := binary.BigEndian.AppendUint16([]byte{8}, height)
	size = binary.BigEndian.AppendUint16(size, width)
	b.WriteString(jpegSegment(frame, string(size)+"\x01\x01\x11\x00"))
	// Huffman tables of two codes: "0" means that nothing more follows, "10" is the
	// longest run of empty blocks.
	counts := "\x01\x01" + strings.Repeat("\x00", 14)
	b.WriteString(jpegSegment(0xc4, "\x00"+counts+"\x00\x01"))
	b.WriteString(jpegSegment(0xc4, "\x10"+counts+"\x00\xe0"))
	blocks := (int(width) + 7) / 8 * ((int(height) + 7) / 8)
	whole := strings.Repeat("\x00", min(blocks/4+1, 5*million)) // two bits per block
	for i := range scans {
		switch {
		case frame != 0xc2: // sequential
			b.WriteString(jpegSegment(0xda, "\x01\x01\x00\x00\x3f\x00"))
			if i == 0 {
				b.WriteString(whole)
			}
		case i == 0: // the DC coefficient of each block
			b.WriteString(jpegSegment(0xda, "\x01\x01\x00\x00\x00\x00"))
			b.WriteString(whole)
		default: // the AC coefficients
			b.WriteString(jpegSegment(0xda, "\x01\x01\x00\x01\x3f\x00"))
			// "10" and 14 bits of zeros: 16384 empty blocks.
			b.WriteString(strings.Repeat("\x80\x00", blocks>>14+1))
		}
	}
	b.WriteString("\xff\xd9")
	return []byte(b.String())
}
