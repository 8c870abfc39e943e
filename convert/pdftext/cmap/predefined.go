package cmap

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// Codespaces of the character sets that predefined CMaps are made for.
var (
	twoByteSpace = []codespace{{2, 0, 0xffff}}
	utf16Space   = []codespace{{2, 0, 0xd7ff}, {2, 0xe000, 0xffff}, {4, 0xd800dc00, 0xdbffdfff}}
	utf32Space   = []codespace{{4, 0, 0x0010ffff}}
	utf8Space    = []codespace{{1, 0, 0x7f}, {2, 0xc280, 0xdfbf}, {3, 0xe08080, 0xefbfbf}, {4, 0xf0808080, 0xf7bfbfbf}}
	sjisSpace    = []codespace{{1, 0, 0x80}, {1, 0xa0, 0xdf}, {1, 0xfd, 0xff}, {2, 0x8140, 0x9ffc}, {2, 0xe040, 0xfcfc}}
	eucJPSpace   = []codespace{{1, 0, 0x80}, {2, 0x8ea0, 0x8edf}, {2, 0xa1a1, 0xfefe}}
	jisSpace     = []codespace{{2, 0x2121, 0x7e7e}}
	dbcsSpace    = []codespace{{1, 0, 0x80}, {1, 0xff, 0xff}, {2, 0x8140, 0xfefe}}
	gb18030Space = []codespace{{1, 0, 0x80}, {4, 0x81308130, 0xfe39fe39}, {2, 0x8140, 0xfefe}}
)

// legacy holds the predefined CMaps of national character sets, by name without
// the suffix for the writing direction (PDF 32000-1, Table 118).
var legacy = map[string]struct {
	spaces []codespace
	set    encoding.Encoding
}{
	"GB-EUC":     {dbcsSpace, simplifiedchinese.GBK},
	"GBpc-EUC":   {dbcsSpace, simplifiedchinese.GBK},
	"GBK-EUC":    {dbcsSpace, simplifiedchinese.GBK},
	"GBKp-EUC":   {dbcsSpace, simplifiedchinese.GBK},
	"GBK2K":      {gb18030Space, simplifiedchinese.GB18030},
	"B5pc":       {dbcsSpace, traditionalchinese.Big5},
	"HKscs-B5":   {dbcsSpace, traditionalchinese.Big5},
	"ETen-B5":    {dbcsSpace, traditionalchinese.Big5},
	"ETenms-B5":  {dbcsSpace, traditionalchinese.Big5},
	"83pv-RKSJ":  {sjisSpace, japanese.ShiftJIS},
	"90ms-RKSJ":  {sjisSpace, japanese.ShiftJIS},
	"90msp-RKSJ": {sjisSpace, japanese.ShiftJIS},
	"90pv-RKSJ":  {sjisSpace, japanese.ShiftJIS},
	"Add-RKSJ":   {sjisSpace, japanese.ShiftJIS},
	"Ext-RKSJ":   {sjisSpace, japanese.ShiftJIS},
	"EUC":        {eucJPSpace, japanese.EUCJP},
	"KSC-EUC":    {dbcsSpace, korean.EUCKR},
	"KSCms-UHC":  {dbcsSpace, korean.EUCKR},
	"KSCpc-EUC":  {dbcsSpace, korean.EUCKR},
}

// Predefined returns the predefined CMap of a name, nil if the name is unknown.
// CMaps of national character sets and of Unicode give a code's text and no CID.
func Predefined(name string) *CMap {
	vertical := name == "V" || strings.HasSuffix(name, "-V")
	base := strings.TrimSuffix(strings.TrimSuffix(name, "-V"), "-H")
	m := &CMap{Vertical: vertical}
	switch {
	case base == "Identity":
		m.spaces, m.twoBytes, m.identity = twoByteSpace, true, true
		return m
	case base == "H" || base == "V": // JIS X 0208 in two seven-bit bytes
		decoder := japanese.EUCJP.NewDecoder()
		m.spaces = jisSpace
		m.decode = func(code uint32, _ int) string { return decoded(decoder, code|0x8080, 2) }
		return m
	case strings.HasPrefix(base, "Uni"):
		return m.unicode(base)
	}
	// "HW" variants differ in glyph shapes only.
	set, ok := legacy[strings.TrimSuffix(base, "-HW")]
	if !ok {
		return nil
	}
	decoder := set.set.NewDecoder()
	m.spaces = set.spaces
	m.decode = func(code uint32, n int) string { return decoded(decoder, code, n) }
	return m
}

// unicode fills in a map whose codes are Unicode themselves: UniJIS-UTF16,
// UniGB-UCS2, ...
func (m *CMap) unicode(base string) *CMap {
	switch {
	case strings.Contains(base, "UCS2"):
		m.spaces, m.twoBytes = twoByteSpace, true
	case strings.Contains(base, "UTF16"):
		m.spaces = utf16Space
	case strings.Contains(base, "UTF32"):
		m.spaces = utf32Space
		m.decode = func(code uint32, _ int) string { return string(rune(code)) }
		return m
	case strings.Contains(base, "UTF8"):
		m.spaces = utf8Space
		m.decode = func(code uint32, n int) string {
			r, _ := utf8.DecodeRune(codeBytes(code, n))
			return string(r)
		}
		return m
	default:
		return nil
	}
	m.decode = func(code uint32, n int) string { return utf16Text(string(codeBytes(code, max(n, 2)))) }
	return m
}

func codeBytes(code uint32, n int) []byte {
	b := []byte{byte(code >> 24), byte(code >> 16), byte(code >> 8), byte(code)}
	return b[4-n:]
}

// decoded returns the text of a code of n bytes in a national character set, or ""
// if the code is invalid.
func decoded(decoder *encoding.Decoder, code uint32, n int) string {
	decoder.Reset()
	text, err := decoder.Bytes(codeBytes(code, n))
	if err != nil || strings.ContainsRune(string(text), utf8.RuneError) {
		return ""
	}
	return string(text)
}
