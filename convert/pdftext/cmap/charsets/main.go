// Command charsets writes charsets.packed of package cmap to its standard output: what the packages in
// golang.org/x/text/encoding decode. Those packages would add to the program, besides the tables for decoding, the
// larger ones for encoding, eight times as much in all.
package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"lineitem/convert/flate"
)

func main() {
	if _, err := os.Stdout.Write(flate.Pack(tables())); err != nil {
		fmt.Fprintln(os.Stderr, "charsets:", err)
		os.Exit(1)
	}
}

// tables returns the tables of all sets, in the order and form in which package cmap reads them.
func tables() (data []byte) {
	var codes [][]byte
	for lead := 0x80; lead <= 0xff; lead++ {
		codes = append(codes, []byte{byte(lead)})
	}
	for lead := 0x81; lead <= 0xfe; lead++ {
		for trail := 0x40; trail <= 0xfe; trail++ {
			codes = append(codes, []byte{byte(lead), byte(trail)})
		}
	}
	for _, set := range []encoding.Encoding{simplifiedchinese.GB18030, traditionalchinese.Big5, japanese.ShiftJIS, korean.EUCKR} {
		data = appendTable(data, set, codes)
	}
	var four [][]byte // the codes of GB18030 below U+10000
	for n := range 39_420 {
		four = append(four, []byte{byte(0x81 + n/12_600), byte(0x30 + n/1260%10), byte(0x81 + n/10%126), byte(0x30 + n%10)})
	}
	return appendTable(data, simplifiedchinese.GB18030, four)
}

// appendTable appends how far the character of each code is from the one after that of the code before, as a varint. Codes
// without a character of their own have U+FFFD.
func appendTable(data []byte, set encoding.Encoding, codes [][]byte) []byte {
	decoder := set.NewDecoder()
	last := rune(0)
	for _, code := range codes {
		decoder.Reset()
		text, err := decoder.Bytes(code)
		r, n := utf8.DecodeRune(text)
		if err != nil || n < len(text) {
			r = utf8.RuneError
		}
		data = binary.AppendVarint(data, int64(r-last-1))
		last = r
	}
	return data
}
