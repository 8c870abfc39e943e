package raster

import (
	"bytes"
	"encoding/binary"
)

// Tags of EXIF's first image file directory.
const (
	tagOrientation    = 0x0112
	tagXResolution    = 0x011a
	tagResolutionUnit = 0x0128
)

// exifPrefix stands before EXIF data in a segment of a JPEG file, and by mistake in other files.
const exifPrefix = "Exif\x00\x00"

// readEXIF returns the orientation that EXIF data state, and the resolution in pixels per inch, 0 if
// they state none.
func readEXIF(tiff []byte) (o orientation, dpi float64) {
	o = upright
	tiff = bytes.TrimPrefix(tiff, []byte(exifPrefix))
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(tiff, []byte("II*\x00")):
		order = binary.LittleEndian
	case bytes.HasPrefix(tiff, []byte("MM\x00*")):
		order = binary.BigEndian
	default:
		return o, 0
	}
	if len(tiff) < 8 {
		return o, 0
	}
	at := uint64(order.Uint32(tiff[4:]))
	if at+2 > uint64(len(tiff)) {
		return o, 0
	}
	entries := int(order.Uint16(tiff[at:]))
	at += 2
	unit := 1.0
	for range entries {
		if at+12 > uint64(len(tiff)) {
			break
		}
		entry := tiff[at : at+12]
		at += 12
		switch order.Uint16(entry) {
		case tagOrientation:
			if v := order.Uint16(entry[8:]); v >= 1 && v <= 8 {
				o = orientation(v)
			}
		case tagResolutionUnit:
			if order.Uint16(entry[8:]) == 3 { // centimetres
				unit = 2.54
			}
		case tagXResolution:
			if p := uint64(order.Uint32(entry[8:])); p+8 <= uint64(len(tiff)) {
				if d := order.Uint32(tiff[p+4:]); d != 0 {
					dpi = float64(order.Uint32(tiff[p:])) / float64(d)
				}
			}
		}
	}
	return o, dpi * unit
}
