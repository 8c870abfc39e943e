package raster

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/draw"
	"image/png"
	"io"

	"lineitem/convert/doc"
	"lineitem/convert/flate"
)

// pngFile is the content of a PNG file (W3C PNG, third edition). It is read
// here and not by package image/png because that package returns nothing of a
// file that is cut off, and holds all of a picture before it can be made smaller.
type pngFile struct {
	width, height int
	depth         int // bits per sample: 1, 2, 4, 8, 16
	color         byte
	interlaced    bool
	palette       [256][3]byte // laid over white
	transparent   []byte       // tRNS
	orientation   orientation
	dpi           float64
	aspect        float64  // height of a pixel divided by its width; 0 where the file does not state it
	data          [][]byte // of the IDAT chunks
}

// Colour types (PNG, 11.2.1).
const (
	pngGray      = 0
	pngRGB       = 2
	pngPalette   = 3
	pngGrayAlpha = 4
	pngRGBA      = 6
)

const pngHeader = "\x89PNG\r\n\x1a\n"

func decodePNG(data []byte, limits Limits) (*Picture, error) {
	f, err := parsePNG(data)
	if err != nil {
		return nil, err
	}
	size := squareSize(f.width, f.height, f.aspect)
	for _, s := range []image.Point{{f.width, f.height}, size} {
		if err := limits.Check(s.X, s.Y); err != nil {
			return nil, err
		}
	}
	if f.interlaced {
		if most := maxInterlaced / f.pixelBytes(); f.width > most/f.height {
			return nil, &doc.LimitError{Limit: "pixels of an interlaced picture", Max: int64(most)}
		}
		return f.interlacedPicture(data)
	}
	return f.picture(size)
}

// maxInterlaced is the greatest size of an interlaced picture in memory, bytes.
// Package image/png holds all of it at once, and its largest pass once more.
const maxInterlaced = 192 << 20

// pixelBytes returns the size of a pixel in an image that package image/png decodes.
func (f *pngFile) pixelBytes() int {
	n := 4
	if f.color == pngPalette || f.color == pngGray && len(f.transparent) == 0 {
		n = 1
	}
	if f.depth == 16 {
		n *= 2
	}
	return n
}

// parsePNG reads the chunks. The file may end anywhere after its header.
func parsePNG(data []byte) (*pngFile, error) {
	f := &pngFile{orientation: upright}
	malformed := &doc.FormatError{Reason: "the PNG file has no valid header"}
	if !bytes.HasPrefix(data, []byte(pngHeader)) {
		return nil, malformed
	}
	data = data[len(pngHeader):]
	var plte []byte
	exifDPI := 0.0
	for len(data) >= 8 {
		n, kind := binary.BigEndian.Uint32(data), string(data[4:8])
		data = data[8:]
		body := data[:min(uint64(n), uint64(len(data)))]
		data = data[min(uint64(n)+4, uint64(len(data))):]
		if f.width == 0 && kind != "IHDR" {
			return nil, malformed
		}
		switch kind {
		case "IHDR":
			if f.width != 0 || !f.header(body) {
				return nil, malformed
			}
		case "PLTE":
			plte = body
		case "tRNS":
			f.transparent = body
		case "pHYs":
			f.setPixelSize(body)
		case "eXIf":
			f.orientation, exifDPI = readEXIF(body)
		case "IDAT":
			f.data = append(f.data, body)
		case "IEND":
			data = nil
		}
	}
	if f.width == 0 {
		return nil, malformed
	}
	if len(f.data) == 0 {
		return nil, cutOff(0)
	}
	if f.dpi == 0 {
		f.dpi = exifDPI
	}
	if f.aspect == 0 && f.dpi == 0 && f.depth == 1 && isFax(f.width, f.height) {
		f.aspect, f.dpi = faxAspect, faxDPI
	}
	f.setPalette(plte)
	return f, nil
}

// header reads the chunk IHDR. It reports whether the chunk is valid.
func (f *pngFile) header(body []byte) bool {
	if len(body) != 13 {
		return false
	}
	w, h := binary.BigEndian.Uint32(body), binary.BigEndian.Uint32(body[4:])
	f.width, f.height = int(min(w, 1<<31-1)), int(min(h, 1<<31-1))
	f.depth, f.color, f.interlaced = int(body[8]), body[9], body[12] != 0
	return f.width > 0 && f.height > 0 && f.validDepth() && body[10] == 0 && body[11] == 0
}

// setPixelSize reads the chunk pHYs, which states the pixels per unit along x and y.
func (f *pngFile) setPixelSize(body []byte) {
	if len(body) < 9 {
		return
	}
	x, y := float64(binary.BigEndian.Uint32(body)), float64(binary.BigEndian.Uint32(body[4:]))
	if x > 0 && y > 0 {
		f.aspect = x / y
	}
	if body[8] == 1 {
		f.dpi = perMeter(max(x, y))
	}
}

// setPalette sets the palette to the colours of the chunk PLTE, laid over white with the transparency that tRNS states.
func (f *pngFile) setPalette(plte []byte) {
	for i := range f.palette {
		alpha := uint32(0xff)
		if i < len(f.transparent) {
			alpha = uint32(f.transparent[i])
		}
		if 3*i+3 <= len(plte) {
			for k := range 3 {
				f.palette[i][k] = overWhite(plte[3*i+k], alpha)
			}
		}
	}
}

func (f *pngFile) validDepth() bool {
	switch f.depth {
	case 1, 2, 4:
		return f.color == pngGray || f.color == pngPalette
	case 8:
		return f.channels() > 0
	case 16:
		return f.channels() > 0 && f.color != pngPalette
	}
	return false
}

// channels returns the number of samples of a pixel, 0 for an unknown colour type.
func (f *pngFile) channels() int {
	switch f.color {
	case pngGray, pngPalette:
		return 1
	case pngGrayAlpha:
		return 2
	case pngRGB:
		return 3
	case pngRGBA:
		return 4
	}
	return 0
}

// overWhite returns a sample with opacity alpha (255 for opaque) laid over white.
func overWhite(v uint8, alpha uint32) uint8 {
	return uint8((uint32(v)*alpha + 0xff*(0xff-alpha) + 0x7f) / 0xff)
}

// picture decodes the rows of a file that is not interlaced, as far as they go. Size is the
// size of the picture once its pixels are made square.
func (f *pngFile) picture(size image.Point) (*Picture, error) {
	parts := make([]io.Reader, len(f.data))
	for i, part := range f.data {
		parts[i] = bytes.NewReader(part)
	}
	inflated, err := flate.NewZlibReader(io.MultiReader(parts...))
	if err != nil {
		return nil, cutOff(0)
	}
	defer inflated.Close()
	bits := f.channels() * f.depth
	step := max(1, bits/8) // bytes from a pixel to the one on its left
	stride := (f.width*bits + 7) / 8
	row, above := make([]byte, 1+stride), make([]byte, 1+stride)
	c := newReducedCanvas(f.width, f.height, reduction(size.X, size.Y))
	out := make([]byte, 3*f.width)
	for range f.height {
		if _, err := io.ReadFull(inflated, row); err != nil {
			break
		}
		if !unfilter(row[0], row[1:], above[1:], step) {
			break
		}
		f.put(c, row[1:], out)
		row, above = above, row
	}
	if part := float64(c.rows) / float64(f.height); part < leastRead {
		return nil, cutOff(part)
	}
	return c.squarePicture(f.dpi, size).turned(f.orientation), nil
}

// unfilter undoes a row's filter (PNG, 9.2). ok is false for an unknown one.
func unfilter(filter byte, row, above []byte, step int) (ok bool) {
	above = above[:len(row)]
	switch filter {
	case 0: // none
	case 1: // sub
		for i := step; i < len(row); i++ {
			row[i] += row[i-step]
		}
	case 2: // up
		for i := range row {
			row[i] += above[i]
		}
	case 3: // average
		for i := range min(step, len(row)) {
			row[i] += above[i] / 2
		}
		for i := step; i < len(row); i++ {
			row[i] += uint8((int(row[i-step]) + int(above[i])) / 2)
		}
	case 4: // Paeth
		for i := range min(step, len(row)) {
			row[i] += above[i]
		}
		for i := step; i < len(row); i++ {
			a, b, c := int(row[i-step]), int(above[i]), int(above[i-step])
			pa, pb := b-c, a-c
			pc := pa + pb
			pa, pb, pc = max(pa, -pa), max(pb, -pb), max(pc, -pc)
			switch {
			case pa <= pb && pa <= pc:
				row[i] += uint8(a)
			case pb <= pc:
				row[i] += uint8(b)
			default:
				row[i] += uint8(c)
			}
		}
	default:
		return false
	}
	return true
}

// put passes a row to the canvas, with 8 bits per channel, laid over white. Of 16
// bits the upper 8 are taken. out is scratch space for a row.
func (f *pngFile) put(c *canvas, row, out []byte) {
	wide := f.depth / 8 // bytes per sample
	switch f.color {
	case pngPalette:
		for x := range f.width {
			copy(out[3*x:3*x+3], f.palette[sample(row, x, f.depth)][:])
		}
		c.rgbRow(out)
	case pngGray:
		if f.depth == 8 && len(f.transparent) < 2 {
			c.grayRow(row)
			return
		}
		most, key := uint32(1)<<min(f.depth, 8)-1, f.key(0)
		for x := range f.width {
			full := sample(row, x, f.depth)
			v := full
			if f.depth == 16 {
				v >>= 8
			}
			out[x] = uint8(v * 0xff / most)
			if int(full) == key {
				out[x] = 0xff
			}
		}
		c.grayRow(out[:f.width])
	case pngGrayAlpha:
		for x := range f.width {
			out[x] = overWhite(row[2*x*wide], uint32(row[(2*x+1)*wide]))
		}
		c.grayRow(out[:f.width])
	case pngRGB:
		if wide == 1 && len(f.transparent) < 6 {
			c.rgbRow(row)
			return
		}
		for x := range f.width {
			hidden := len(f.transparent) >= 6
			for k := range 3 {
				out[3*x+k] = row[(3*x+k)*wide]
				hidden = hidden && int(sample(row, 3*x+k, f.depth)) == f.key(k)
			}
			if hidden {
				copy(out[3*x:], "\xff\xff\xff")
			}
		}
		c.rgbRow(out)
	case pngRGBA:
		for x := range f.width {
			p := row[4*x*wide : 4*(x+1)*wide]
			alpha := uint32(p[3*wide])
			for k := range 3 {
				out[3*x+k] = overWhite(p[k*wide], alpha)
			}
		}
		c.rgbRow(out)
	}
}

// key returns a channel of the colour that is transparent, -1 if no colour is.
func (f *pngFile) key(channel int) int {
	if 2*channel+2 > len(f.transparent) {
		return -1
	}
	return int(binary.BigEndian.Uint16(f.transparent[2*channel:]))
}

// sample returns sample i of a row.
func sample(row []byte, i, depth int) uint32 {
	switch depth {
	case 8:
		return uint32(row[i])
	case 16:
		return uint32(row[2*i])<<8 | uint32(row[2*i+1])
	}
	at := i * depth
	return uint32(row[at/8]) >> (8 - depth - at%8) & (1<<depth - 1)
}

// interlacedPicture reads a file whose rows come in seven passes, which is
// rare, with package image/png.
func (f *pngFile) interlacedPicture(data []byte) (*Picture, error) {
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, &doc.FormatError{Reason: "the PNG file is damaged"}
	}
	return imagePicture(img, f.dpi).turned(f.orientation), nil
}

// imagePicture makes a picture from any image, laid over white.
func imagePicture(img image.Image, dpi float64) *Picture {
	bounds := img.Bounds()
	c := newCanvas(bounds.Dx(), bounds.Dy())
	row := image.NewRGBA(image.Rect(0, 0, bounds.Dx(), 1))
	rgb := make([]byte, 3*bounds.Dx())
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		draw.Draw(row, row.Rect, image.White, image.Point{}, draw.Src)
		draw.Draw(row, row.Rect, img, image.Pt(bounds.Min.X, y), draw.Over)
		for x := range bounds.Dx() {
			copy(rgb[3*x:3*x+3], row.Pix[4*x:])
		}
		c.rgbRow(rgb)
	}
	return c.picture(dpi)
}
