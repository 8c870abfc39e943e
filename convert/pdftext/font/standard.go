package font

import (
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// metrics are the advance widths of one of the standard 14 fonts (PDF 32000-1,
// 9.6.2.2) by character, thousandths of the font size.
type metrics struct {
	ascii  [95]uint16             // U+0020 to U+007E
	others func() map[rune]uint16 // further characters; accented letters are as wide as their base letter. Nil: none
	rest   uint16                 // width of all other characters
}

// width returns a text's advance width, which is that of its first character.
func (m *metrics) width(text string) float64 {
	r, _ := utf8.DecodeRuneInString(text)
	for range 2 {
		if r >= 0x20 && r < 0x7f {
			return float64(m.ascii[r-0x20])
		}
		if m.others != nil {
			if w, ok := m.others()[r]; ok {
				return float64(w)
			}
		}
		base, _ := utf8.DecodeRuneInString(norm.NFD.String(string(r)))
		if base == 'i' {
			base = 'ı'
		}
		if base == r {
			break
		}
		r = base
	}
	return float64(m.rest)
}

var (
	courier   = fixedPitch(600)
	helvetica = &metrics{
		ascii: [95]uint16{
			278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, // space to /
			556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, // 0 to ?
			1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, // @ to O
			667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, // P to _
			333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, // ` to o
			556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584, // p to ~
		},
		others: sansWidths(222, 333, 500, 500, 556, 537),
		rest:   556,
	}
	helveticaBold = &metrics{
		ascii: [95]uint16{
			278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278,
			556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
			975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
			667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
			333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611,
			611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
		},
		others: sansWidths(278, 500, 611, 611, 611, 556),
		rest:   556,
	}
	times = &metrics{
		ascii: [95]uint16{
			250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278,
			500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444,
			921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889, 722, 722,
			556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469, 500,
			333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500,
			500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541,
		},
		others: serifWidths(444, 556, 889, 722, 667, 564),
		rest:   500,
	}
	timesBold = &metrics{
		ascii: [95]uint16{
			250, 333, 555, 500, 500, 1000, 833, 278, 333, 333, 500, 570, 250, 333, 250, 278,
			500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 333, 333, 570, 570, 570, 500,
			930, 722, 667, 722, 722, 667, 611, 778, 778, 389, 500, 778, 667, 944, 722, 778,
			611, 778, 722, 556, 667, 722, 722, 1000, 722, 722, 667, 333, 278, 333, 581, 500,
			333, 500, 556, 444, 556, 444, 333, 500, 556, 278, 333, 556, 278, 833, 556, 500,
			556, 556, 444, 389, 333, 556, 500, 722, 500, 500, 444, 394, 220, 394, 520,
		},
		others: serifWidths(500, 556, 1000, 778, 722, 570),
		rest:   500,
	}
	timesItalic = &metrics{
		ascii: [95]uint16{
			250, 333, 420, 500, 500, 833, 778, 214, 333, 333, 500, 675, 250, 333, 250, 278,
			500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 333, 333, 675, 675, 675, 500,
			920, 611, 611, 667, 722, 611, 611, 722, 722, 333, 444, 667, 556, 833, 667, 722,
			611, 722, 611, 500, 556, 722, 611, 833, 611, 556, 556, 389, 278, 389, 422, 500,
			333, 500, 500, 444, 500, 444, 278, 500, 500, 278, 278, 444, 278, 722, 500, 500,
			500, 500, 389, 389, 278, 500, 444, 667, 444, 444, 389, 400, 275, 400, 541,
		},
		others: serifWidths(556, 500, 889, 722, 667, 675),
		rest:   500,
	}
	timesBoldItalic = &metrics{
		ascii: [95]uint16{
			250, 389, 555, 500, 500, 833, 778, 278, 333, 333, 500, 570, 250, 333, 250, 278,
			500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 333, 333, 570, 570, 570, 500,
			832, 667, 667, 667, 722, 667, 667, 722, 778, 389, 500, 667, 611, 889, 722, 722,
			611, 722, 667, 556, 611, 722, 667, 889, 667, 611, 611, 333, 278, 333, 570, 500,
			333, 500, 500, 444, 500, 444, 333, 500, 556, 278, 278, 500, 278, 778, 556, 500,
			500, 500, 389, 389, 278, 556, 444, 667, 500, 444, 389, 348, 220, 348, 570,
		},
		others: serifWidths(500, 556, 1000, 722, 722, 606),
		rest:   500,
	}
	// Symbol and ZapfDingbats: labels are hardly ever set in them, so the
	// usual width is used for most characters.
	symbol = &metrics{
		ascii: [95]uint16{
			250, 333, 713, 500, 549, 833, 778, 439, 333, 333, 500, 549, 250, 549, 250, 278,
			500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 278, 278, 549, 549, 549, 444,
			549, 722, 667, 722, 612, 611, 763, 603, 722, 333, 631, 722, 686, 889, 722, 722,
			768, 741, 556, 592, 611, 690, 439, 768, 645, 795, 611, 333, 863, 333, 658, 500,
			500, 631, 549, 549, 494, 439, 521, 411, 603, 329, 603, 549, 549, 576, 521, 549,
			549, 521, 549, 603, 439, 576, 713, 686, 493, 686, 494, 480, 200, 480, 549,
		},
		others: widthsOf([]widthRow{{460, "•"}, {400, "°"}, {790, "®©"}, {890, "™"}, {549, "−×÷"}, {1000, "…"}}),
		rest:   549,
	}
	zapfDingbats = &metrics{
		others: widthsOf([]widthRow{{755, "✓"}, {846, "✔"}, {760, "✗"}, {791, "●"}, {761, "■"}, {816, "★"}, {788, "①"}}),
		rest:   788,
	}
)

func fixedPitch(width uint16) *metrics {
	m := &metrics{rest: width}
	for i := range m.ascii {
		m.ascii[i] = width
	}
	return m
}

// widthsOf returns a function that returns the width of each character in the rows.
// The map is built at the first call, since most documents embed their fonts.
func widthsOf(rows []widthRow) func() map[rune]uint16 {
	return sync.OnceValue(func() map[rune]uint16 {
		widths := make(map[rune]uint16)
		for _, row := range rows {
			for _, r := range row.text {
				widths[r] = row.width
			}
		}
		return widths
	})
}

type widthRow struct {
	width uint16
	text  string
}

// sansWidths returns the widths of characters beyond ASCII in the Helvetica faces, which
// differ in few of them: quote is the width of ‘, quotes that of “, fi that of its
// ligature, stroke that of þ, mu that of µ, paragraph that of ¶.
func sansWidths(quote, quotes, fi, stroke, mu, paragraph uint16) func() map[rune]uint16 {
	return widthsOf([]widthRow{
		{278, "\u00a0·ıÌÍÎÏ"}, {333, "¡‹›`´ˆ˜¯˘˙¨˚¸˝˛ˇ¹²³"}, {556, "¢£¤¥§ƒ«»–†‡€"}, {584, "±×÷¬−"},
		{quote, "‘’‚ł"}, {quotes, "“”„"}, {fi, "ﬁﬂ"}, {stroke, "øßðþ"}, {mu, "µ"}, {paragraph, "¶"}, {167, "⁄"}, {350, "•"},
		{1000, "…‰—Æ™Œ"}, {611, "¿"}, {368, "ªº"}, {556, "Ł"}, {778, "Ø"}, {889, "æ"}, {944, "œ"}, {737, "©®"}, {400, "°"},
		{834, "¼½¾"}, {260, "¦"}, {722, "Ð"}, {667, "Þ"},
	})
}

// serifWidths is like sansWidths, for the Times faces; quotes is the width of “, fi
// that of its ligature, dash that of —, oslash that of Ø, ae that of æ, sign
// that of ±.
func serifWidths(quotes, fi, dash, oslash, ae, sign uint16) func() map[rune]uint16 {
	return widthsOf([]widthRow{
		{250, "\u00a0·"}, {333, "¡‘’‚‹›`´ˆ˜¯˘˙¨˚¸˝˛ˇÌÍÎÏ"}, {500, "¢£¤¥§ƒ«»–†‡€ßøðþµ¿"}, {278, "ıł"}, {300, "¹²³"},
		{quotes, "“”„"}, {fi, "ﬁﬂ"}, {dash, "…—"}, {oslash, "Ø"}, {ae, "æœ"}, {sign, "±×÷¬−"}, {167, "⁄"}, {400, "•¶"}, {1000, "‰"},
		{300, "ªº"}, {611, "Ł"}, {dash, "Æ"}, {dash, "Œ"}, {752, "©®"}, {980, "™"}, {400, "°"}, {750, "¼½¾"}, {200, "¦"}, {700, "ÐÞ"},
	})
}

// standardMetrics returns the metrics of the standard font that a font is or resembles
// by its name, including "ArialMT", "Arial,Bold", "TimesNewRomanPS-BoldMT" and
// "CourierNew". ok is false if the name resembles none; the metrics are then
// chosen by the flags of its descriptor (PDF 32000-1, Table 123) and other parts of the name.
func standardMetrics(name string, flags int64) (m *metrics, ok bool) {
	lower := strings.ToLower(name)
	bold := strings.Contains(lower, "bold") || strings.Contains(lower, "black")
	italic := strings.Contains(lower, "italic") || strings.Contains(lower, "oblique")
	has := func(parts ...string) bool {
		for _, part := range parts {
			if strings.Contains(lower, part) {
				return true
			}
		}
		return false
	}
	switch {
	case has("courier"):
		return courier, true
	case has("helvetica", "arial"):
		return sans(bold), true
	case has("times"):
		return serif(bold, italic), true
	case has("zapfdingbats"):
		return zapfDingbats, true
	case lower == "symbol" || strings.HasPrefix(lower, "symbol,") || strings.HasPrefix(lower, "symbolmt"):
		return symbol, true
	case flags&flagFixedPitch != 0 || has("mono", "consolas", "typewriter"):
		return courier, false
	case flags&flagSerif != 0 || has("georgia", "garamond", "palatino", "bookman", "roman"):
		return serif(bold, italic || flags&flagItalic != 0), false
	}
	return sans(bold), false
}

func sans(bold bool) *metrics {
	if bold {
		return helveticaBold
	}
	return helvetica
}

func serif(bold, italic bool) *metrics {
	switch {
	case bold && italic:
		return timesBoldItalic
	case bold:
		return timesBold
	case italic:
		return timesItalic
	}
	return times
}
