package tiff

import (
	"errors"
	"io"
)

// faxCoding is how a strip of a fax is coded.
type faxCoding int

const (
	huffman   faxCoding = iota // modified Huffman: rows of one dimension, each beginning at a byte (TIFF 6.0, section 10)
	group3                     // ITU-T T.4, one dimension
	group3two                  // ITU-T T.4, two dimensions
	group4                     // ITU-T T.6
)

// errFax reports that a row is damaged.
var errFax = errors.New("a row of the fax is damaged")

// fax reads the rows of a strip coded as fax machines do. Package
// golang.org/x/image/ccitt reads neither group 3 of two dimensions nor fill bits
// before the ends of lines, and gives up at the first damaged row.
type fax struct {
	data   []byte
	at     int // the next bit
	coding faxCoding
	width  int
	// above and row are where the colour changes in the row before and in this one, in pixels
	// from the left. A row begins with white.
	above, row []int
	begun      bool // whether a row has been read
}

func newFax(data []byte, coding faxCoding, width int) *fax {
	return &fax{data: data, coding: coding, width: width}
}

// peek returns the next n bits, 24 at most, without taking them off. After the data there are zeros.
func (f *fax) peek(n int) int {
	var v uint32
	for i := range 4 {
		v <<= 8
		if at := f.at>>3 + i; at < len(f.data) {
			v |= uint32(f.data[at])
		}
	}
	return int(v << (f.at & 7) >> (32 - n))
}

func (f *fax) ended() bool { return f.at >= 8*len(f.data) }

// next reads a row: a bit for each pixel, 1 for black. Its error is io.EOF after the
// last row. For a damaged row of group 3, it repeats the row above.
func (f *fax) next(row []byte) error {
	f.above, f.row = f.row, f.above[:0]
	var err error
	switch f.coding {
	case huffman:
		f.at = (f.at + 7) &^ 7
		if f.ended() {
			return io.EOF
		}
		err = f.oneDimension()
	case group4:
		if f.peek(24) == 0x001001 { // EOFB
			return io.EOF
		}
		err = f.twoDimensions()
	default:
		err = f.group3Row()
	}
	if err != nil {
		return err
	}
	f.begun = true
	f.paint(row)
	return nil
}

// group3Row reads a row that follows an end-of-line code, which some programs leave
// out where all rows have one dimension.
func (f *fax) group3Row() error {
	ends, one := f.endsOfLine()
	switch {
	case ends > 1 && f.begun || f.ended():
		return io.EOF // six end-of-line codes end the page
	case f.coding == group3 || one:
		if f.oneDimension() == nil {
			return nil
		}
	case ends > 0:
		if f.twoDimensions() == nil {
			return nil
		}
	}
	// Seek the next row that does not depend on others.
	for !f.ended() {
		if start := f.at; f.peek(12) == 1 {
			if _, one := f.endsOfLine(); one {
				f.at = start
				f.row = append(f.row[:0], f.above...)
				return nil
			}
			continue
		}
		f.at++
	}
	return errFax
}

// endsOfLine takes off the end-of-line codes at this place, with the fill bits before them.
// It returns their number, and whether the row after them has one dimension.
func (f *fax) endsOfLine() (n int, one bool) {
	for one = true; ; n++ {
		at := f.at
		for f.peek(24) == 0 && !f.ended() {
			f.at += 13 // no more: the other eleven zeros may belong to an end-of-line code
		}
		for f.peek(12) == 0 && !f.ended() {
			f.at++
		}
		if f.peek(12) != 1 {
			f.at = at
			return n, one
		}
		f.at += 12
		if f.coding == group3two {
			one = f.peek(1) == 1
			f.at++
		}
	}
}

// run reads the length of a run.
func (f *fax) run(black bool) (int, error) {
	table := whiteRuns()
	if black {
		table = blackRuns()
	}
	for n := 0; ; {
		code := table[f.peek(longestCode)]
		n += int(code.run)
		if code.length == 0 || n > f.width {
			return 0, errFax
		}
		f.at += int(code.length)
		if code.run < 64 {
			return n, nil
		}
	}
}

// change records that the colour changes at a place. Two changes at the same place cancel out.
func (f *fax) change(at int) {
	if n := len(f.row); n > 0 && f.row[n-1] == at {
		f.row = f.row[:n-1]
		return
	}
	f.row = append(f.row, at)
}

// oneDimension reads a row coded as runs (T.4, 4.1).
func (f *fax) oneDimension() error {
	f.row = f.row[:0]
	for at, black := 0, false; at < f.width; black = !black {
		n, err := f.run(black)
		if err != nil || at+n > f.width {
			return errFax
		}
		at += n
		f.change(at)
	}
	return nil
}

// twoDimensions reads a row coded relative to the one above (T.4, 4.2; T.6, 2.2).
func (f *fax) twoDimensions() error {
	f.row = f.row[:0]
	black, above := false, 0
	for at := -1; at < f.width; {
		// b1 is the first change in the row above, to the right of this place, to the opposite
		// of the current colour.
		for above > 0 && f.changeAbove(above-1) > at {
			above--
		}
		for above < len(f.above) && f.above[above] <= at || above&1 == 1 != black {
			above++
		}
		b1 := f.changeAbove(above)
		to, length := b1, 0
		switch code := f.peek(7); {
		case code>>6 == 0b1:
			length = 1
		case code>>4 == 0b011:
			to, length = b1+1, 3
		case code>>4 == 0b010:
			to, length = b1-1, 3
		case code>>4 == 0b001:
			f.at += 3
			var err error
			if at, err = f.twoRuns(max(at, 0), black); err != nil {
				return err
			}
			continue
		case code>>3 == 0b0001:
			f.at += 4
			at = f.changeAbove(above + 1)
			continue
		case code>>1 == 0b000011:
			to, length = b1+2, 6
		case code>>1 == 0b000010:
			to, length = b1-2, 6
		case code == 0b0000011:
			to, length = b1+3, 7
		case code == 0b0000010:
			to, length = b1-3, 7
		default:
			return errFax
		}
		if to < max(at, 0) || to > f.width {
			return errFax
		}
		f.at += length
		f.change(to)
		at, black = to, !black
	}
	return nil
}

// twoRuns reads a run of each colour, beginning at a place, and returns where the second ends.
func (f *fax) twoRuns(at int, black bool) (int, error) {
	for _, black := range [...]bool{black, !black} {
		n, err := f.run(black)
		if at += n; err != nil || at > f.width {
			return 0, errFax
		}
		f.change(at)
	}
	return at, nil
}

// changeAbove returns where the row above changes its colour for the i-th time, counted from
// 0, or the end of the row if it does not change so often.
func (f *fax) changeAbove(i int) int {
	if i < len(f.above) {
		return f.above[i]
	}
	return f.width
}

// paint sets the bits of the pixels that are black.
func (f *fax) paint(row []byte) {
	clear(row)
	for i := 0; i < len(f.row); i += 2 {
		end := f.width
		if i+1 < len(f.row) {
			end = f.row[i+1]
		}
		for x := f.row[i]; x < end; {
			if x&7 == 0 && x+8 <= end {
				row[x>>3] = 0xff
				x += 8
				continue
			}
			row[x>>3] |= 0x80 >> (x & 7)
			x++
		}
	}
}
