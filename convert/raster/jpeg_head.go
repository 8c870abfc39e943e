package raster

import (
	"bytes"
	"encoding/binary"
	"math"

	"lineitem/convert/doc"
)

// maxScans is how many scans a JPEG file may have, as each goes over the whole
// picture again. Common encoders write one to ten.
const maxScans = 64

// jpegHead is a JPEG file's description of its picture (ITU-T T.81, Annex B; JFIF
// 1.02; EXIF 2.32).
type jpegHead struct {
	width, height int
	components    int
	progressive   bool
	orientation   orientation
	dpi           float64
	scans         []jpegScan
}

// jpegScan is a scan of a file.
type jpegScan struct {
	end    int  // offset just after its last byte, 0 if the file ends before
	detail bool // whether it carries the finest detail of the brightness
}

// parseJPEG reads the file's segments up to the end of the first picture.
func parseJPEG(data []byte) (*jpegHead, error) {
	h := &jpegHead{orientation: upright}
	malformed := &doc.FormatError{Reason: "the JPEG file has no valid header"}
	exifDPI, adobe := 0.0, false
	for at := 2; at+4 <= len(data); {
		if data[at] != 0xff {
			at++ // what stands between segments is skipped, as all decoders do
			continue
		}
		marker := data[at+1]
		switch {
		case marker == 0xff:
			at++
			continue
		case marker == 0 || marker == 0x01 || marker >= 0xd0 && marker <= 0xd8:
			at += 2
			continue
		}
		if marker == 0xd9 {
			break
		}
		n := int(binary.BigEndian.Uint16(data[at+2:]))
		body := data[at+4 : min(len(data), at+2+max(n, 2))]
		at += 2 + n
		switch marker {
		case 0xc0, 0xc1, 0xc2:
			if len(body) < 6 || h.width != 0 {
				return nil, malformed
			}
			if body[0] == 12 {
				return nil, &doc.UnsupportedError{Feature: "a JPEG picture of 12 bits per sample"}
			}
			h.height, h.width = int(binary.BigEndian.Uint16(body[1:])), int(binary.BigEndian.Uint16(body[3:]))
			h.components, h.progressive = int(body[5]), marker == 0xc2
		case 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf:
			return nil, &doc.UnsupportedError{Feature: "this kind of JPEG compression (lossless or arithmetic)"}
		case 0xe0:
			h.jfif(body)
		case 0xee:
			adobe = adobe || bytes.HasPrefix(body, []byte("Adobe"))
		case 0xe1:
			if bytes.HasPrefix(body, []byte(exifPrefix)) {
				h.orientation, exifDPI = readEXIF(body)
			}
		case 0xda:
			scan := newScan(body)
			at = min(at, len(data))
			if next := scanEnd(data[at:]); next >= 0 {
				at += next
				scan.end = at
			} else {
				at = len(data)
			}
			h.scans = append(h.scans, scan)
			if len(h.scans) > maxScans {
				return h, h.valid(malformed)
			}
		}
	}
	if h.components == 4 && !adobe {
		return nil, &doc.UnsupportedError{Feature: "a JPEG picture of four colours that does not say which they are"}
	}
	if h.dpi == 0 {
		h.dpi = exifDPI
	}
	return h, h.valid(malformed)
}

func (h *jpegHead) valid(malformed error) error {
	switch {
	case h.width == 0 || h.height == 0:
		return malformed
	case len(h.scans) == 0:
		return cutOff(0)
	}
	return nil
}

// newScan reads the header of a scan (T.81, B.2.3).
func newScan(body []byte) jpegScan {
	if len(body) == 0 {
		return jpegScan{}
	}
	n := int(body[0])
	if len(body) < 1+2*n+3 {
		return jpegScan{}
	}
	// The first component of a picture is its brightness. In a progressive picture
	// a scan of detail (AC coefficients) holds only one component.
	return jpegScan{detail: n == 1 && body[1] <= 1 && body[1+2*n+1] == 63}
}

// scanEnd returns where the coded data of a scan ends: at the next marker that does
// not belong to it. It returns -1 if the file ends before.
func scanEnd(data []byte) int {
	for at := 0; ; {
		i := bytes.IndexByte(data[at:], 0xff)
		if i < 0 || at+i+1 >= len(data) {
			return -1
		}
		at += i
		switch marker := data[at+1]; {
		case marker == 0xff:
			at++
		case marker == 0 || marker >= 0xd0 && marker <= 0xd7:
			at += 2
		default:
			return at
		}
	}
}

// jfif reads the resolution of a JFIF segment.
func (h *jpegHead) jfif(body []byte) {
	if len(body) < 12 || string(body[:5]) != "JFIF\x00" {
		return
	}
	density := float64(binary.BigEndian.Uint16(body[8:]))
	switch body[7] {
	case 1:
		h.dpi = density
	case 2:
		h.dpi = math.Round(density * 2.54)
	}
}
