package cmap

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// libraries are what the tables are made of.
var libraries = map[charset]encoding.Encoding{
	gb18030: simplifiedchinese.GB18030, big5: traditionalchinese.Big5, shiftJIS: japanese.ShiftJIS, eucJP: japanese.EUCJP, eucKR: korean.EUCKR,
}

// TestCharsets checks that each code of a predefined CMap has the text that a library gives it.
func TestCharsets(t *testing.T) {
	for name, m := range legacy {
		decoder := libraries[m.set].NewDecoder()
		wrong := 0
		check := func(code uint32, n int) {
			if !slices.ContainsFunc(m.spaces, func(s codespace) bool { return s.contains(code, n) }) {
				return
			}
			decoder.Reset()
			decoded, err := decoder.Bytes(codeBytes(code, n))
			want := string(decoded)
			if err != nil || strings.ContainsRune(want, utf8.RuneError) {
				want = ""
			}
			if got := m.set.text(code, n); got != want && wrong < 10 {
				t.Errorf("%s: text of %#x = %q, want %q", name, code, got, want)
				wrong++
			}
		}
		for code := range uint32(0x100) {
			check(code, 1)
		}
		for code := range uint32(0x10000) {
			check(code, 2)
		}
		for number := range uint32(126 * 10 * 126 * 10) { // of GB 18030 all below U+10000, and some above
			if number < 40_000 || number%37 == 0 {
				check((0x81+number/12_600)<<24|(0x30+number/1260%10)<<16|(0x81+number/10%126)<<8|(0x30+number%10), 4)
			}
		}
	}
}
