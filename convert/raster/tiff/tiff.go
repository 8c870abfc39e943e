// Package tiff reads the pages of TIFF files (TIFF 6.0, and Adobe's technical notes on
// JPEG and Deflate), as fax servers, scanners and archives write them. Package
// golang.org/x/image/tiff reads the first page only, no JPEG, and no fax coding of two
// dimensions.
package tiff

import (
	"bytes"
	"encoding/binary"

	"lineitem/convert/doc"
)

// Tags of fields (TIFF 6.0, section 8 and appendix A).
const (
	tagNewSubfileType  = 254
	tagSubfileType     = 255
	tagWidth           = 256
	tagHeight          = 257
	tagBits            = 258
	tagCompression     = 259
	tagPhotometric     = 262
	tagFillOrder       = 266
	tagStripOffsets    = 273
	tagOrientation     = 274
	tagSamples         = 277
	tagRowsPerStrip    = 278
	tagStripByteCounts = 279
	tagXResolution     = 282
	tagYResolution     = 283
	tagPlanar          = 284
	tagT4Options       = 292
	tagResolutionUnit  = 296
	tagPredictor       = 317
	tagColorMap        = 320
	tagTileWidth       = 322
	tagTileHeight      = 323
	tagTileOffsets     = 324
	tagTileByteCounts  = 325
	tagExtraSamples    = 338
	tagSampleFormat    = 339
	tagJPEGTables      = 347
)

// Types of fields that are read here.
const (
	typeByte      = 1
	typeShort     = 3
	typeLong      = 4
	typeRational  = 5
	typeUndefined = 7
)

const (
	// mostFields is how many fields of a directory are read at most; programs write 12 to 60.
	mostFields = 512
	// sparePictures is how many directories a file may have besides two for each page that is
	// allowed; some directories are not pages.
	sparePictures = 100
)

// A directory is an image file directory: the fields that describe one picture.
type directory struct {
	data   []byte // the file
	order  binary.ByteOrder
	fields map[uint16]field
}

// A field is one or several values in the file.
type field struct {
	kind  uint16
	count uint32
	value []byte // at least count values of that kind
}

// Pages reads the directories of a file's pages. A file of more than most pages is an error.
// Reduced pictures of pages, and masks, are left out. Errors are *doc.FormatError,
// *doc.UnsupportedError and *doc.LimitError.
func Pages(data []byte, most int) ([]*Page, error) {
	if len(data) < 8 {
		return nil, &doc.FormatError{Reason: "the TIFF file has no valid header"}
	}
	var order binary.ByteOrder = binary.LittleEndian
	if data[0] == 'M' {
		order = binary.BigEndian
	}
	if order.Uint16(data[2:]) == 43 {
		return nil, &doc.UnsupportedError{Feature: "BigTIFF"}
	}
	var pages []*Page
	seen := map[uint32]bool{}
	for at := order.Uint32(data[4:]); at != 0 && !seen[at]; {
		seen[at] = true
		d, next, ok := readDirectory(data, order, at)
		if !ok {
			break // the rest is cut off
		}
		at = next
		if d.isPage() {
			pages = append(pages, newPage(d, len(pages)+1))
		}
		if len(pages) > most || len(seen) > 2*most+sparePictures {
			return nil, &doc.LimitError{Limit: "pages", Max: int64(most)}
		}
	}
	if len(pages) == 0 {
		return nil, &doc.FormatError{Reason: "the TIFF file has no pages"}
	}
	return pages, nil
}

// readDirectory reads the directory at an offset, and the offset of the next one. ok is
// false if there is no directory there.
func readDirectory(data []byte, order binary.ByteOrder, at uint32) (d *directory, next uint32, ok bool) {
	if uint64(at)+2 > uint64(len(data)) {
		return nil, 0, false
	}
	n := int(order.Uint16(data[at:]))
	rest := data[at+2:]
	if n == 0 || len(rest) < 12*n {
		return nil, 0, false
	}
	if end := rest[12*n:]; len(end) >= 4 {
		next = order.Uint32(end)
	}
	d = &directory{data, order, map[uint16]field{}}
	for i := range min(n, mostFields) {
		entry := rest[12*i:][:12]
		if f, ok := d.field(entry); ok {
			d.fields[order.Uint16(entry)] = f
		}
	}
	return d, next, true
}

// field reads an entry of a directory. ok is false for types that are not read, for entries
// without values, and if the values lie outside of the file.
func (d *directory) field(entry []byte) (f field, ok bool) {
	f.kind, f.count = d.order.Uint16(entry[2:]), d.order.Uint32(entry[4:])
	size := uint64(f.size()) * uint64(f.count)
	if f.size() == 0 || f.count == 0 {
		return field{}, false
	}
	if size <= 4 {
		f.value = entry[8:12]
		return f, true
	}
	at := uint64(d.order.Uint32(entry[8:]))
	if at+size > uint64(len(d.data)) {
		return field{}, false
	}
	f.value = d.data[at : at+size]
	return f, true
}

// size returns the size of one value, bytes; 0 for types that are not read.
func (f *field) size() int {
	switch f.kind {
	case typeByte, typeUndefined:
		return 1
	case typeShort:
		return 2
	case typeLong:
		return 4
	case typeRational:
		return 8
	}
	return 0
}

// count returns the number of a field's values, 0 if there is no such field.
func (d *directory) count(tag uint16) int { return int(d.fields[tag].count) }

// at returns a field's i-th value as an integer; ok is false if there is none.
func (d *directory) at(tag uint16, i int) (v uint32, ok bool) {
	f := d.fields[tag]
	if uint64(i) >= uint64(f.count) {
		return 0, false
	}
	value := f.value[i*f.size():]
	switch f.kind {
	case typeByte, typeUndefined:
		return uint32(value[0]), true
	case typeShort:
		return uint32(d.order.Uint16(value)), true
	case typeLong:
		return d.order.Uint32(value), true
	}
	return 0, false
}

// valueOr returns a field's first value, or the value otherwise if there is none.
func (d *directory) valueOr(tag uint16, otherwise uint32) uint32 {
	if v, ok := d.at(tag, 0); ok {
		return v
	}
	return otherwise
}

// rational returns a field's first value, 0 if there is none.
func (d *directory) rational(tag uint16) float64 {
	f := d.fields[tag]
	if f.kind != typeRational {
		return float64(d.valueOr(tag, 0))
	}
	above, below := d.order.Uint32(f.value), d.order.Uint32(f.value[4:])
	if below == 0 {
		return 0
	}
	return float64(above) / float64(below)
}

// raw returns a field's bytes as they stand in the file.
func (d *directory) raw(tag uint16) []byte { return bytes.Clone(d.fields[tag].value) }

// isPage reports whether the picture is a page, and not a reduced picture of a page or a
// mask.
func (d *directory) isPage() bool {
	const reduced, mask = 1, 4 // bits of NewSubfileType; old files have 2 for reduced
	const transparency = 4     // photometric interpretation
	return d.valueOr(tagNewSubfileType, 0)&(reduced|mask) == 0 && d.valueOr(tagSubfileType, 1) != 2 &&
		d.valueOr(tagPhotometric, whiteIsZero) != transparency
}
