package tiff

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/draw"
	"io"
	"math/bits"

	"golang.org/x/image/tiff/lzw"

	"lineitem/convert/flate"
)

// rows reads decompressed rows one after the other.
type rows func(row []byte) error

var errMissing = errors.New("the data is not in the file")

// isComplete reports whether an error only means that a fax has fewer rows than it states, as
// happens when the length is written before the rows have come.
func (p *Page) isComplete(err error) bool { return err == io.EOF && p.fax() }

// chunk returns the data of the i-th strip or tile, as far as it is in the file. size is the
// size of its decompressed rows in bytes. It is used instead of the count of bytes that the file
// states for data that is not compressed, as that is not always right.
func (p *Page) chunk(offsets, counts uint16, i, size int) []byte {
	at, ok := p.dir.at(offsets, i)
	if !ok || uint64(at) >= uint64(len(p.dir.data)) {
		return nil
	}
	data := p.dir.data[at:]
	n, ok := p.dir.at(counts, i)
	if p.compression == plain {
		n = uint32(min(size, 1<<31))
	}
	if ok || p.compression == plain {
		data = data[:min(uint64(n), uint64(len(data)))]
	}
	if p.budget -= len(data); p.budget < 0 {
		return nil
	}
	if p.dir.valueOr(tagFillOrder, 1) == 2 && p.compression != jpegCoded {
		data = bytes.Clone(data)
		for i, b := range data {
			data[i] = bits.Reverse8(b)
		}
	}
	return data
}

// rows returns a function that reads the rows of a strip or tile of width by height pixels.
func (p *Page) rows(data []byte, width, height int, decodeJPEG DecodeJPEG) (rows, error) {
	if len(data) == 0 {
		return nil, errMissing
	}
	var r io.Reader = bytes.NewReader(data)
	switch p.compression {
	case faxHuffman:
		return newFax(data, huffman, width).next, nil
	case faxGroup4:
		return newFax(data, group4, width).next, nil
	case faxGroup3:
		coding := group3
		if p.dir.valueOr(tagT4Options, 0)&1 != 0 {
			coding = group3two
		}
		return newFax(data, coding, width).next, nil
	case jpegCoded:
		return p.jpegRows(data, width, height, decodeJPEG)
	case lzwCoded:
		r = lzw.NewReader(r, lzw.MSB, 8)
	case packBits:
		r = &unpacker{data: data}
	case deflated, deflateOld:
		var err error
		if r, err = flate.NewZlibReader(r); err != nil {
			return nil, err
		}
	}
	return func(row []byte) error {
		if _, err := io.ReadFull(r, row); err != nil {
			return io.ErrUnexpectedEOF
		}
		if p.predictor {
			p.addUp(row)
		}
		return nil
	}, nil
}

// addUp undoes the predictor, which stores differences between neighbouring pixels (TIFF 6.0, section 14).
func (p *Page) addUp(row []byte) {
	if p.bits == 8 {
		for i := p.samples; i < len(row); i++ {
			row[i] += row[i-p.samples]
		}
		return
	}
	for i := 2 * p.samples; i+1 < len(row); i += 2 {
		p.dir.order.PutUint16(row[i:], p.dir.order.Uint16(row[i:])+p.dir.order.Uint16(row[i-2*p.samples:]))
	}
}

// unpacker decodes PackBits (TIFF 6.0, section 9).
type unpacker struct {
	data    []byte
	literal int // how many bytes are still to be copied
	repeat  int // how often value still comes
	value   byte
}

func (u *unpacker) Read(p []byte) (n int, err error) {
	for n < len(p) {
		switch {
		case u.literal > 0 && len(u.data) > 0:
			m := copy(p[n:], u.data[:min(u.literal, len(u.data))])
			u.data, u.literal, n = u.data[m:], u.literal-m, n+m
		case u.repeat > 0:
			p[n] = u.value
			u.repeat--
			n++
		case len(u.data) < 2:
			return n, io.EOF
		default:
			code := int(int8(u.data[0]))
			u.data = u.data[1:]
			switch {
			case code >= 0:
				u.literal = code + 1
			case code > -128:
				u.repeat, u.value = 1-code, u.data[0]
				u.data = u.data[1:]
			}
		}
	}
	return n, nil
}

// jpegRows decodes a strip or tile that is a JPEG file. Its tables may be stored once
// for all strips and tiles (Adobe, TIFF Technical Note 2).
func (p *Page) jpegRows(data []byte, width, height int, decodeJPEG DecodeJPEG) (rows, error) {
	const block = 64 // pixels by which the JPEG file may be wider and higher
	img, err := decodeJPEG(p.jpegFile(data), (width+block)*(height+block))
	if err != nil {
		return nil, err
	}
	bounds := img.Bounds()
	if bounds.Dx() < width {
		return nil, errMissing
	}
	y := bounds.Min.Y
	line := image.Rect(0, 0, width, 1)
	gray, color := image.NewGray(line), image.NewRGBA(line)
	return func(row []byte) error {
		if y >= bounds.Max.Y {
			return errMissing
		}
		at := image.Pt(bounds.Min.X, y)
		y++
		if p.samples == 1 {
			draw.Draw(gray, line, img, at, draw.Src)
			copy(row, gray.Pix)
			return nil
		}
		draw.Draw(color, line, img, at, draw.Src)
		clear(row)
		for x := range width {
			copy(row[x*p.samples:][:min(3, p.samples)], color.Pix[4*x:])
		}
		return nil
	}, nil
}

// jpegFile puts a JPEG file together from the tables and the data, with an Adobe marker that
// tells whether its colours are RGB or YCbCr.
func (p *Page) jpegFile(data []byte) []byte {
	if len(data) < 2 {
		return data
	}
	file := []byte{0xff, 0xd8}
	if p.photometric == rgb || p.photometric == ycbcr {
		file = append(file, "\xff\xee\x00\x0eAdobe\x00\x64\x00\x00\x00\x00"...)
		if p.photometric == ycbcr {
			file = append(file, 1)
		} else {
			file = append(file, 0)
		}
	}
	if tables := p.dir.raw(tagJPEGTables); len(tables) > 4 {
		tables = tables[2:]
		if end := len(tables) - 2; binary.BigEndian.Uint16(tables[end:]) == 0xffd9 {
			tables = tables[:end]
		}
		file = append(file, tables...)
	}
	return append(file, data[2:]...)
}
