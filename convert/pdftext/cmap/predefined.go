package cmap

import (
	"strings"
	"unicode/utf8"
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
	set    charset
}{
	"GB-EUC":     {dbcsSpace, gb18030},
	"GBpc-EUC":   {dbcsSpace, gb18030},
	"GBK-EUC":    {dbcsSpace, gb18030},
	"GBKp-EUC":   {dbcsSpace, gb18030},
	"GBK2K":      {gb18030Space, gb18030},
	"B5pc":       {dbcsSpace, big5},
	"HKscs-B5":   {dbcsSpace, big5},
	"ETen-B5":    {dbcsSpace, big5},
	"ETenms-B5":  {dbcsSpace, big5},
	"83pv-RKSJ":  {sjisSpace, shiftJIS},
	"90ms-RKSJ":  {sjisSpace, shiftJIS},
	"90msp-RKSJ": {sjisSpace, shiftJIS},
	"90pv-RKSJ":  {sjisSpace, shiftJIS},
	"Add-RKSJ":   {sjisSpace, shiftJIS},
	"Ext-RKSJ":   {sjisSpace, shiftJIS},
	"EUC":        {eucJPSpace, eucJP},
	"KSC-EUC":    {dbcsSpace, eucKR},
	"KSCms-UHC":  {dbcsSpace, eucKR},
	"KSCpc-EUC":  {dbcsSpace, eucKR},
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
		m.spaces = jisSpace
		m.decode = func(code uint32, _ int) string { return eucJP.text(code|0x8080, 2) }
		return m
	case strings.HasPrefix(base, "Uni"):
		return m.unicode(base)
	}
	// "HW" variants differ in glyph shapes only.
	set, ok := legacy[strings.TrimSuffix(base, "-HW")]
	if !ok {
		return nil
	}
	m.spaces, m.decode = set.spaces, set.set.text
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
