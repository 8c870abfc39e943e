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
	eucKR // with those of Unified Hangul Code
	numCharsets
	eucJP // the characters of shiftJIS, in other places
)

// Codes of two bytes have places in a table behind those of one byte.
const (
	firstByte               = 0x80 // the first code of one byte that is not ASCII
	firstLead, lastLead     = 0x81, 0xfe
	firstTrail, lastTrail   = 0x40, 0xfe
	trails                  = lastTrail - firstTrail + 1
	twoBytes                = 0x100 - firstByte
	tableSize               = twoBytes + (lastLead-firstLead+1)*trails
	firstGB18030Plane       = 39_420  // codes of four bytes stand for characters below U+10000
	otherGB18030Planes      = 189_000 // the number of the code that stands for U+10000
	leadKatakana, jisOffset = 0x8e, 0xa1
)

//go:generate sh -c "go run ./charsets > charsets.packed"

// packed holds the tables of the character sets, and that of GB 18030's codes of four bytes, as varints: how far
// each character is from the one after that of the code before.
//
//go:embed charsets.packed
var packed []byte

// tables returns the tables in packed. Few documents need them, so that they are decompressed when one does.
var tables = sync.OnceValue(func() (all [numCharsets + 1][]rune) {
	data := flate.Unpack(packed)
	for set := range all {
		size := tableSize
		if set == int(numCharsets) {
			size = firstGB18030Plane
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
		r = tables()[c][twoBytes+(lead-firstLead)*trails+trail-firstTrail]
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
	case number < firstGB18030Plane:
		return tables()[numCharsets][number]
	case number >= otherGB18030Planes && number-otherGB18030Planes <= utf8.MaxRune-0x10000:
		return number - otherGB18030Planes + 0x10000
	}
	return utf8.RuneError
}

// eucJPText returns the text of a code of Extended Unix Code: two rows of its 94 characters share a leading byte in Shift JIS.
func eucJPText(code uint32, n int) string {
	lead, trail := code>>8, code&0xff
	switch {
	case n == 1 && code < firstByte:
		return string(rune(code))
	case n != 2 || trail < jisOffset:
		return ""
	case lead == leadKatakana:
		return shiftJIS.text(trail, 1)
	case lead < jisOffset:
		return ""
	}
	row, cell := lead-jisOffset, trail-jisOffset
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
