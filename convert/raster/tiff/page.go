package tiff

import (
	"fmt"
	"image"

	"lineitem/convert/doc"
)

// Photometric interpretations: what the values of samples mean.
const (
	whiteIsZero = 0
	blackIsZero = 1
	rgb         = 2
	palette     = 3
	cmyk        = 5
	ycbcr       = 6
)

// Compressions.
const (
	plain      = 1
	faxHuffman = 2
	faxGroup3  = 3
	faxGroup4  = 4
	lzwCoded   = 5
	jpegCoded  = 7
	deflated   = 8
	packBits   = 32773
	deflateOld = 32946
)

// A Page is one page of a file.
type Page struct {
	Number        int // from 1
	Width, Height int // pixels as stored; callers check them before Decode
	// Orientation is how the page is to be shown, 1 to 8 (TIFF 6.0, Orientation).
	Orientation int
	// DPIX and DPIY are the resolutions along stored rows and columns, pixels per inch, 0
	// if the file does not state them.
	DPIX, DPIY float64
	// Aspect is the height of a stored pixel divided by its width; 1 if the file does
	// not state it.
	Aspect float64

	dir           *directory
	compression   uint32
	photometric   uint32
	bits, samples int
	predictor     bool
	colors        [][3]byte // of a palette
	alpha         int       // what the sample after the colours is: noAlpha, associated or separate
	budget        int       // bytes of strips and tiles that may still be decompressed
}

// Extra samples: what the first one after the colours is.
const (
	noAlpha    = 0
	associated = 1 // opacity, by which the colours are multiplied already
	separate   = 2 // opacity, by which they are not
)

// newPage copies a page's description. Whether the page can be read is left to Decode.
func newPage(d *directory, number int) *Page {
	p := &Page{
		Number: number, dir: d,
		Width: int(min(d.valueOr(tagWidth, 0), 1<<31-1)), Height: int(min(d.valueOr(tagHeight, 0), 1<<31-1)),
		Orientation: int(d.valueOr(tagOrientation, 1)),
		Aspect:      1,
		compression: d.valueOr(tagCompression, plain),
		photometric: d.valueOr(tagPhotometric, whiteIsZero),
		bits:        int(d.valueOr(tagBits, 1)),
		samples:     int(d.valueOr(tagSamples, 1)),
		predictor:   d.valueOr(tagPredictor, 1) == 2,
	}
	if p.Orientation < 1 || p.Orientation > 8 {
		p.Orientation = 1
	}
	if x, y := d.rational(tagXResolution), d.rational(tagYResolution); x > 0 && y > 0 {
		p.Aspect = x / y
		switch d.valueOr(tagResolutionUnit, 2) {
		case 2:
			p.DPIX, p.DPIY = x, y
		case 3: // centimetres
			p.DPIX, p.DPIY = 2.54*x, 2.54*y
		}
	}
	if p.photometric == palette {
		p.colors = p.readColors()
	}
	if p.samples > p.colorSamples() && p.compression != jpegCoded {
		p.alpha = int(d.valueOr(tagExtraSamples, noAlpha))
	}
	return p
}

// colorSamples returns how many of a pixel's samples are its colour.
func (p *Page) colorSamples() int {
	switch p.photometric {
	case rgb, ycbcr:
		return 3
	case cmyk:
		return 4
	}
	return 1
}

// readColors reads the palette: first all reds, then all greens, then all blues, with values
// from 0 to 65535. Some programs write values from 0 to 255.
func (p *Page) readColors() [][3]byte {
	n := min(p.dir.count(tagColorMap)/3, 1<<8)
	var largest uint32
	for i := range 3 * n {
		v, _ := p.dir.at(tagColorMap, i)
		largest = max(largest, v)
	}
	colors := make([][3]byte, n)
	for i := range colors {
		for c := range 3 {
			v, _ := p.dir.at(tagColorMap, c*(p.dir.count(tagColorMap)/3)+i)
			if largest > 0xff {
				v >>= 8
			}
			colors[i][c] = byte(v)
		}
	}
	return colors
}

// unsupported returns an error if this package cannot read the page.
func (p *Page) unsupported() error {
	no := func(format string, v ...any) error {
		return &doc.UnsupportedError{Page: p.Number, Feature: fmt.Sprintf(format, v...)}
	}
	for i := range min(p.dir.count(tagBits), 8) {
		if v, _ := p.dir.at(tagBits, i); v != uint32(p.bits) {
			return no("a TIFF picture with samples of different sizes")
		}
	}
	format := p.dir.valueOr(tagSampleFormat, 1)
	switch {
	case p.bits != 1 && p.bits != 2 && p.bits != 4 && p.bits != 8 && p.bits != 16 || format != 1 && format != 4:
		return no("a TIFF picture with such samples")
	case p.photometric > cmyk && (p.photometric != ycbcr || p.compression != jpegCoded):
		return no("TIFF colour model %d", p.photometric)
	case p.photometric == palette && (len(p.colors) == 0 || p.bits > 8):
		return no("a TIFF picture with such a palette")
	case p.samples < p.colorSamples() || p.samples > 8:
		return no("a TIFF picture with %d samples per pixel", p.samples)
	case p.samples > 1 && p.dir.valueOr(tagPlanar, 1) != 1:
		return no("a TIFF picture with a plane for each colour")
	case p.predictor && p.bits < 8:
		return no("a TIFF picture with such a predictor")
	case p.fax() && (p.bits != 1 || p.samples != 1):
		return no("fax coding of colours")
	case p.compression == jpegCoded && (p.bits != 8 || p.photometric == palette):
		return no("a TIFF picture with such JPEG data")
	}
	switch p.compression {
	case plain, faxHuffman, faxGroup3, faxGroup4, lzwCoded, jpegCoded, deflated, deflateOld, packBits:
		return nil
	}
	return no("TIFF compression %d", p.compression)
}

// fax reports whether the page is coded as fax machines do.
func (p *Page) fax() bool {
	return p.compression == faxHuffman || p.compression == faxGroup3 || p.compression == faxGroup4
}

// A DecodeJPEG decodes a JPEG file of at most so many pixels.
type DecodeJPEG func(file []byte, pixels int) (image.Image, error)

// mostRead bounds how many bytes of strips and tiles are read for a page, in parts of the length
// of the file. Otherwise strips that all consist of the same bytes could take hours.
const mostRead = 4

// rowBytes returns the length of a decompressed row of width pixels.
func (p *Page) rowBytes(width int) int { return (width*p.samples*p.bits + 7) / 8 }

// Decode calls put with each of the page's rows, from the top as they are stored: a byte of
// grey for each pixel (0 black), or three bytes, of red, green and blue. Rows that the
// file lacks, or that are damaged beyond use, are white; lost is their number.
// Errors are *doc.UnsupportedError and *doc.LimitError.
func (p *Page) Decode(put func(row []byte), decodeJPEG DecodeJPEG) (lost int, err error) {
	if err := p.unsupported(); err != nil {
		return 0, err
	}
	p.budget = mostRead * len(p.dir.data)
	to := newPainter(p)
	if p.dir.valueOr(tagTileWidth, 0) > 0 {
		return p.decodeTiles(to, put, decodeJPEG)
	}
	height := int(min(p.dir.valueOr(tagRowsPerStrip, 1<<31-1), uint32(p.Height)))
	if height == 0 {
		height = p.Height
	}
	raw := make([]byte, p.rowBytes(p.Width))
	for y := 0; y < p.Height; y += height {
		rows := min(height, p.Height-y)
		strip := p.chunk(tagStripOffsets, tagStripByteCounts, y/height, len(raw)*rows)
		next, err := p.rows(strip, p.Width, rows, decodeJPEG)
		for i := range rows {
			if err == nil {
				err = next(raw)
			}
			if err != nil {
				if !p.isComplete(err) {
					lost += rows - i
				}
				for range rows - i {
					put(to.white())
				}
				break
			}
			put(to.paint(raw))
		}
	}
	return lost, nil
}

// mostBand is the greatest size of a row of tiles, bytes.
const mostBand = 64 << 20

// decodeTiles does what Decode does for a page in tiles. A row counts as lost if at least half of
// its tiles lack it.
func (p *Page) decodeTiles(to *painter, put func(row []byte), decodeJPEG DecodeJPEG) (lost int, err error) {
	width, height := int(p.dir.valueOr(tagTileWidth, 0)), int(p.dir.valueOr(tagTileHeight, 0))
	if width%8 != 0 || height <= 0 || width > 1<<16 || height > 1<<16 {
		return 0, &doc.UnsupportedError{Page: p.Number, Feature: "a TIFF picture with such tiles"}
	}
	across, tileBytes := (p.Width+width-1)/width, p.rowBytes(width)
	if across*tileBytes > mostBand/height {
		return 0, &doc.LimitError{Limit: "bytes of a row of tiles", Max: mostBand}
	}
	band := make([]byte, across*tileBytes*height)
	there := make([]int, across) // how many rows of each tile could be decoded
	for y := 0; y < p.Height; y += height {
		rows := min(height, p.Height-y)
		for i := range across {
			there[i] = 0
			tile := p.chunk(tagTileOffsets, tagTileByteCounts, y/height*across+i, tileBytes*height)
			next, err := p.rows(tile, width, height, decodeJPEG)
			for ; err == nil && there[i] < rows; there[i]++ {
				if err = next(band[(there[i]*across+i)*tileBytes:][:tileBytes]); err != nil {
					break
				}
			}
		}
		for i := range rows {
			row := to.paint(band[i*across*tileBytes:][:across*tileBytes])
			missing := 0
			for tile, n := range there {
				if i >= n {
					missing++
					to.whiten(tile*width, (tile+1)*width)
				}
			}
			if 2*missing >= across {
				lost++
			}
			put(row)
		}
	}
	return lost, nil
}
