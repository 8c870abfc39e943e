package cmap

import (
	_ "embed"
	"encoding/binary"
	"sync"
	"unicode/utf8"

	"lineitem/convert/flate"
)

// charset is a national character set.
type charset int

const (
	gb18030 charset = iota // with GBK and GB 2312, which it extends
	big5                   // with the characters of Hong Kong
	shiftJIS
	eucKR       // with those of Unified Hangul Code
	longGB18030 // the codes of gb18030 that have four bytes
	numTables
	eucJP // the characters of shiftJIS, in other places
)

// Places of codes in a table: first those of one byte that are not ASCII, then those of two, by leading byte.
const (
	firstByte             = 0x80
	firstLead, lastLead   = 0x81, 0xfe
	firstTrail, lastTrail = 0x40, 0xfe
	trails                = lastTrail - firstTrail + 1
	firstPair             = 0x100 - firstByte // the place of the first code of two bytes
	tableSize             = firstPair + (lastLead-firstLead+1)*trails
)

// GB 18030's codes of four bytes count on: the first ones stand for the characters below U+10000 that no shorter code does.
const (
	basicCodes         = 39_420
	firstSupplementary = 189_000 // the number of the code of U+10000
)

// Extended Unix Code for Japanese.
const (
	katakanaLead = 0x8e // the byte before half-width Katakana
	firstRow     = 0xa1 // the leading byte of the first row, and the trailing byte of the first character in a row
)

//go:generate sh -c "go run ./charsets > charsets.packed"

// packed holds the tables one behind the other, as varints: how far
// each character is from the one after that of the code before.
//
//go:embed charsets.packed
var packed []byte

// tables returns the tables in packed. Few documents need them, so that they are decompressed when one does.
var tables = sync.OnceValue(func() (all [numTables][]rune) {
	data := []byte(flate.Unpack(packed))
	for set := range all {
		size := tableSize
		if charset(set) == longGB18030 {
			size = basicCodes
		}
		all[set] = make([]rune, size)
		last := rune(0)
		for i := range all[set] {
			step, n := binary.Varint(data)
			data = data[n:]
			last += rune(step) + 1
			all[set][i] = last
		}
	}
	return all
})

// doubles are the codes of Big5 that stand for a letter and an accent, which no other code does.
var doubles = map[uint32]string{0x8862: "\u00ca\u0304", 0x8864: "\u00ca\u030c", 0x88a3: "\u00ea\u0304", 0x88a5: "\u00ea\u030c"}

// text returns the text of a code of n bytes in a character set, or "" if the code is invalid.
func (c charset) text(code uint32, n int) string {
	if c == eucJP {
		return eucJPText(code, n)
	}
	if c == big5 && n == 2 && doubles[code] != "" {
		return doubles[code]
	}
	r := utf8.RuneError
	switch lead, trail := code>>8, code&0xff; {
	case n == 1 && code < firstByte:
		r = rune(code)
	case n == 1:
		r = tables()[c][code-firstByte]
	case n == 2 && lead >= firstLead && lead <= lastLead && trail >= firstTrail && trail <= lastTrail:
		r = tables()[c][firstPair+(lead-firstLead)*trails+trail-firstTrail]
	case n == 4 && c == gb18030:
		r = gb18030Rune(code)
	}
	if r == utf8.RuneError {
		return ""
	}
	return string(r)
}

// gb18030Rune returns the character of a code of four bytes. They count in tens and in 126s.
func gb18030Rune(code uint32) rune {
	b := codeBytes(code, 4)
	if b[0] < 0x81 || b[0] > 0xfe || b[1] < '0' || b[1] > '9' || b[2] < 0x81 || b[2] > 0xfe || b[3] < '0' || b[3] > '9' {
		return utf8.RuneError
	}
	number := ((rune(b[0]-0x81)*10+rune(b[1]-'0'))*126+rune(b[2]-0x81))*10 + rune(b[3]-'0')
	switch {
	case number < basicCodes:
		return tables()[longGB18030][number]
	case number >= firstSupplementary && number-firstSupplementary <= utf8.MaxRune-0x10000:
		return number - firstSupplementary + 0x10000
	}
	return utf8.RuneError
}

// eucJPText returns the text of a code of Extended Unix Code: two rows of its 94 characters share a leading byte in Shift JIS.
func eucJPText(code uint32, n int) string {
	lead, trail := code>>8, code&0xff
	switch {
	case n == 1 && code < firstByte:
		return string(rune(code))
	case n != 2 || trail < firstRow:
		return ""
	case lead == katakanaLead:
		return shiftJIS.text(trail, 1)
	case lead < firstRow:
		return ""
	}
	row, cell := lead-firstRow, trail-firstRow
	lead = 0x81 + row/2
	if lead > 0x9f { // Katakana of one byte stand in between
		lead += 0x40
	}
	trail = 0x40 + cell
	if row%2 == 1 {
		trail = 0x9f + cell
	} else if trail >= 0x7f {
		trail++
	}
	return shiftJIS.text(lead<<8|trail, 2)
}
