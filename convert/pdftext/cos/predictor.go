package cos

import "lineitem/convert/doc"

// predictor holds the parameters of FlateDecode and LZWDecode that describe
// rows of samples (PDF 32000-1, Table 8).
type predictor struct {
	kind    int
	colors  int // components of a sample
	bits    int // of a component
	columns int // samples in a row
}

// Bounds of the parameters; rows are at most maxRow bytes long.
const (
	maxColors  = 64
	maxColumns = 1 << 24
	maxRow     = 1 << 26
)

// unpredict undoes a predictor in place and returns the shortened data.
func unpredict(data []byte, p predictor) ([]byte, error) {
	if p.kind == 1 || p.kind == 0 {
		return data, nil
	}
	if p.colors < 1 || p.colors > maxColors || p.columns < 1 || p.columns > maxColumns ||
		p.bits != 1 && p.bits != 2 && p.bits != 4 && p.bits != 8 && p.bits != 16 ||
		p.colors*p.bits*p.columns > 8*maxRow {
		return data, &doc.FormatError{Reason: "a stream's predictor has impossible parameters"}
	}
	row := (p.colors*p.bits*p.columns + 7) / 8
	switch {
	case p.kind == 2:
		unTIFF(data, row, p)
		return data, nil
	case p.kind >= 10 && p.kind <= 15:
		return unPNG(data, row, max(1, p.colors*p.bits/8)), nil
	}
	return data, &doc.UnsupportedError{Feature: "a stream's predictor"}
}

// unPNG undoes the filters of PNG (RFC 2083, section 6). Each row states its
// filter; pixel is the distance to the previous sample, in bytes. An incomplete last row
// is kept.
func unPNG(data []byte, row, pixel int) []byte {
	var above []byte // nil: zeros
	out := 0
	for in := 0; in < len(data); in += row + 1 {
		filter := data[in]
		// The output never overtakes the input: each row loses its first byte.
		n := copy(data[out:], data[in+1:min(in+1+row, len(data))])
		current := data[out : out+n]
		unPNGRow(filter, current, above, pixel)
		above = current
		out += n
	}
	return data[:out]
}

func unPNGRow(filter byte, current, above []byte, pixel int) {
	const (
		sub = iota + 1
		up
		average
		paeth
	)
	if above == nil {
		switch filter {
		case up:
			return
		case paeth: // without a row above, the predictor is the previous sample
			filter = sub
		}
	}
	switch filter {
	case sub:
		for i := pixel; i < len(current); i++ {
			current[i] += current[i-pixel]
		}
	case up:
		for i, c := range above[:len(current)] {
			current[i] += c
		}
	case average:
		for i := range current {
			left, top := 0, 0
			if i >= pixel {
				left = int(current[i-pixel])
			}
			if above != nil {
				top = int(above[i])
			}
			current[i] += byte((left + top) / 2)
		}
	case paeth:
		for i := range current {
			left, corner := 0, 0
			if i >= pixel {
				left, corner = int(current[i-pixel]), int(above[i-pixel])
			}
			current[i] += paethPredictor(left, int(above[i]), corner)
		}
	}
}

// paethPredictor is the predictor of RFC 2083, 6.6.
func paethPredictor(left, top, corner int) byte {
	p := left + top - corner
	distLeft, distTop, distCorner := abs(p-left), abs(p-top), abs(p-corner)
	switch {
	case distLeft <= distTop && distLeft <= distCorner:
		return byte(left)
	case distTop <= distCorner:
		return byte(top)
	}
	return byte(corner)
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// unTIFF undoes the horizontal differencing of TIFF 6.0, section 14.
func unTIFF(data []byte, row int, p predictor) {
	for ; len(data) > 0; data = data[min(row, len(data)):] {
		current := data[:min(row, len(data))]
		switch p.bits {
		case 8:
			for i := p.colors; i < len(current); i++ {
				current[i] += current[i-p.colors]
			}
		case 16:
			for i := 2 * p.colors; i+1 < len(current); i += 2 {
				before := current[i-2*p.colors:]
				sum := uint(current[i])<<8 + uint(current[i+1]) + uint(before[0])<<8 + uint(before[1])
				current[i], current[i+1] = byte(sum>>8), byte(sum)
			}
		default:
			unTIFFBits(current, p)
		}
	}
}

// unTIFFBits is unTIFF for a row of components smaller than a byte.
func unTIFFBits(row []byte, p predictor) {
	var before [maxColors]byte
	mask := byte(1<<p.bits - 1)
	for i, n := 0, len(row)*8/p.bits; i < n; i++ {
		at, shift := i*p.bits/8, 8-p.bits-i*p.bits%8
		value := (row[at]>>shift + before[i%p.colors]) & mask
		row[at] = row[at]&^(mask<<shift) | value<<shift
		before[i%p.colors] = value
	}
}
