package font

import (
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// encoding holds the text of each code of a simple font, "" if the code has none
// (PDF 32000-1, Annex D).
type encoding [256]string

// Each table is built when it is first used: a document needs only one or two of them.
var (
	standardEncoding = newEncoding(
		run{0x20, ascii},
		run{0x27, "’"}, run{0x60, "‘"},
		run{0xa1, "¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ"}, run{0xb1, "–†‡·"}, run{0xb6, "¶•‚„”»…‰"}, run{0xbf, "¿"},
		run{0xc1, "`´ˆ˜¯˘˙¨"}, run{0xca, "˚¸"}, run{0xcd, "˝˛ˇ—"}, run{0xe1, "Æ"}, run{0xe3, "ª"}, run{0xe8, "ŁØŒº"},
		run{0xf1, "æ"}, run{0xf5, "ı"}, run{0xf8, "łøœß"},
	)
	pdfDocEncoding = newEncoding(
		run{0x09, "\t"}, run{0x0a, "\n"}, run{0x0d, "\r"},
		run{0x18, "˘ˇˆ˙˝˛˚˜"},
		run{0x20, ascii},
		run{0x80, "•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž"},
		run{0xa0, "€" + latin1[len("\u00a0"):]},
	)
	winAnsiEncoding  = sync.OnceValue(newWinAnsi)
	macRomanEncoding = sync.OnceValue(newMacRoman)

	// symbolEncoding is the built-in encoding of the standard font Symbol.
	symbolEncoding = newEncoding(
		run{0x20, " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾"},
		run{0x61, "αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼"},
		run{0xa0, "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…│─↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪"},
		run{0xf1, "〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭"},
	)
	zapfDingbatsEncoding = sync.OnceValue(newZapfDingbats)
)

const (
	ascii  = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"
	latin1 = "\u00a0¡¢£¤¥¦§¨©ª«¬-®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ"
)

// A run is a string of characters with consecutive codes, starting at code.
type run struct {
	code int
	text string
}

// newEncoding returns a function that returns the encoding of these runs. A later run
// overrides the codes of earlier ones.
func newEncoding(runs ...run) func() *encoding {
	return sync.OnceValue(func() *encoding {
		e := new(encoding)
		for _, run := range runs {
			code := run.code
			for _, r := range run.text {
				e[code] = string(r)
				code++
			}
		}
		return e
	})
}

// newWinAnsi returns Windows code page 1252. Its unused codes show bullets
// (PDF 32000-1, D.2, note 3).
func newWinAnsi() *encoding {
	e := new(encoding)
	for code := 0x20; code < 0x100; code++ {
		if r := charmap.Windows1252.DecodeByte(byte(code)); r != utf8.RuneError && r != 0x7f {
			e[code] = string(r)
		} else {
			e[code] = "•"
		}
	}
	e[0xad] = "-"
	return e
}

// newMacRoman returns Mac OS Roman as it was before the euro sign was added.
func newMacRoman() *encoding {
	e := new(encoding)
	for code := 0x20; code < 0x100; code++ {
		if code != 0x7f {
			e[code] = string(charmap.Macintosh.DecodeByte(byte(code)))
		}
	}
	e[0xdb] = "¤"
	return e
}

// newZapfDingbats returns the built-in encoding of the standard font ZapfDingbats,
// which Unicode's block of dingbats follows.
func newZapfDingbats() *encoding {
	e := new(encoding)
	e[0x20] = " "
	for code := 0x21; code < 0x7f; code++ {
		e[code] = string(rune(0x2701 + code - 0x21))
	}
	for code := 0xa1; code < 0xff; code++ {
		e[code] = string(rune(0x2761 + code - 0xa1))
	}
	for code := range 10 { // digits in circles
		e[0xac+code] = string(rune(0x2460 + code))
	}
	for code, r := range map[int]rune{
		0x25: '☎', 0x2a: '☛', 0x2b: '☞', 0x48: '★', 0x6c: '●', 0x6e: '■', 0x73: '▲', 0x74: '▼', 0x75: '◆',
		0x77: '◗', 0xa8: '♣', 0xa9: '♦', 0xaa: '♥', 0xab: '♠', 0xd5: '→', 0xd6: '↔', 0xd7: '↕',
	} {
		e[code] = string(r)
	}
	e[0xd4] = "➔"
	return e
}

// namedEncoding returns the encoding that an Encoding or BaseEncoding entry names,
// nil if the name is unknown.
func namedEncoding(name string) *encoding {
	switch name {
	case "WinAnsiEncoding":
		return winAnsiEncoding()
	case "MacRomanEncoding":
		return macRomanEncoding()
	case "StandardEncoding":
		return standardEncoding()
	case "PDFDocEncoding":
		return pdfDocEncoding()
	}
	return nil
}

// TextString decodes a text string (PDF 32000-1, 7.9.2.2): UTF-16 or UTF-8
// with a byte order mark, else PDFDocEncoding.
func TextString(s string) string {
	switch {
	case strings.HasPrefix(s, "\xfe\xff"):
		return withoutLanguages(utf16Text(s[2:], false))
	case strings.HasPrefix(s, "\xff\xfe"):
		return withoutLanguages(utf16Text(s[2:], true))
	case strings.HasPrefix(s, "\xef\xbb\xbf"):
		return strings.ToValidUTF8(s[3:], "")
	}
	var b strings.Builder
	e := pdfDocEncoding()
	for i := range len(s) {
		b.WriteString(e[s[i]])
	}
	return b.String()
}

// withoutLanguages returns a text without the language codes between escape characters
// (PDF 32000-1, 7.9.2.2).
func withoutLanguages(text string) string {
	parts := strings.Split(text, "\x1b")
	for i := 1; i < len(parts)-1; i += 2 {
		parts[i] = ""
	}
	return strings.Join(parts, "")
}
