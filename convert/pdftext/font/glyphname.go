package font

import (
	"strconv"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"
)

// nameText returns the text of the glyph with a name, "" if it is unknown. It
// follows the Adobe Glyph List Specification: suffixes after a full stop are
// ignored, parts joined by underscores are mapped separately, and names of the
// forms uniXXXX and uXXXX to uXXXXXX state code points. Most names of the
// Adobe Glyph List are not listed but composed of a letter and its accents.
func nameText(name string) string {
	if text, ok := glyphNames()[name]; ok {
		return text
	}
	base, _, _ := strings.Cut(name, ".")
	if base == "" { // .notdef, .null
		return ""
	}
	if !strings.Contains(base, "_") {
		return partText(base)
	}
	var b strings.Builder
	for part := range strings.SplitSeq(base, "_") {
		b.WriteString(partText(part))
	}
	return b.String()
}

func partText(name string) string {
	if text, ok := glyphNames()[name]; ok {
		return text
	}
	if len(name) == 1 {
		if c := name[0] | 0x20; c >= 'a' && c <= 'z' {
			return name
		}
		return ""
	}
	if text := hexText(name); text != "" {
		return text
	}
	if text := accented(name); text != "" {
		return text
	}
	if text := cyrillic(name); text != "" {
		return text
	}
	for _, suffix := range [...]string{"small", "oldstyle", "superior", "inferior", "fitted", "tab"} {
		if base, ok := strings.CutSuffix(name, suffix); ok && base != "" {
			return strings.ToLower(partText(base))
		}
	}
	return ""
}

// hexText returns the text of a name that spells out code points.
func hexText(name string) string {
	if digits, ok := strings.CutPrefix(name, "uni"); ok && len(digits) >= 4 && len(digits)%4 == 0 {
		var b strings.Builder
		for ; digits != ""; digits = digits[4:] {
			b.WriteString(codePoint(digits[:4]))
		}
		return b.String()
	}
	if digits, ok := strings.CutPrefix(name, "u"); ok && len(digits) >= 4 && len(digits) <= 6 {
		return codePoint(digits)
	}
	return ""
}

func codePoint(digits string) string {
	r, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || r == 0 || r > 0x10ffff || r >= 0xd800 && r < 0xe000 {
		return ""
	}
	return string(rune(r))
}

// accents are the names of accents at the end of glyph names, with the combining
// characters that they stand for.
var accents = [...]struct {
	name string
	mark string
}{
	{"hungarumlaut", "\u030b"}, {"commaaccent", "\u0327"}, {"circumflex", "\u0302"}, {"dotaccent", "\u0307"},
	{"dieresis", "\u0308"}, {"cedilla", "\u0327"}, {"ogonek", "\u0328"}, {"macron", "\u0304"}, {"acute", "\u0301"},
	{"grave", "\u0300"}, {"tilde", "\u0303"}, {"caron", "\u030c"}, {"breve", "\u0306"}, {"ring", "\u030a"},
	{"dotbelow", "\u0323"}, {"hookabove", "\u0309"}, {"horn", "\u031b"}, {"tonos", "\u0301"},
}

// accented composes names such as "Eacute" and "ecircumflexacute".
func accented(name string) string {
	for _, accent := range accents {
		base, ok := strings.CutSuffix(name, accent.name)
		if !ok || base == "" {
			continue
		}
		text := glyphNames()[base]
		if len(base) == 1 {
			text = base
		} else if text == "" {
			text = accented(base)
		}
		if text == "" {
			return ""
		}
		mark := accent.mark
		if accent.name == "commaaccent" && !strings.Contains("Tt", base) && !strings.Contains("GKLNRgklnr", base) {
			mark = "\u0326"
		}
		return norm.NFC.String(text + mark)
	}
	return ""
}

// cyrillic returns the letter of a name in the series afii10017 to afii10097.
func cyrillic(name string) string {
	digits, ok := strings.CutPrefix(name, "afii")
	if !ok {
		return ""
	}
	n, err := strconv.Atoi(digits)
	if err != nil {
		return ""
	}
	letter := func(n int, first, io rune) string {
		switch {
		case n < 6:
			return string(first + rune(n))
		case n == 6:
			return string(io)
		}
		return string(first + rune(n) - 1)
	}
	switch {
	case n >= 10017 && n <= 10049:
		return letter(n-10017, 'А', 'Ё')
	case n >= 10065 && n <= 10097:
		return letter(n-10065, 'а', 'ё')
	case n == 61352:
		return "№"
	}
	return ""
}

// glyphNames returns the texts of the names that cannot be composed.
var glyphNames = sync.OnceValue(func() map[string]string {
	fields := strings.Split(glyphNamePairs, " ")
	names := make(map[string]string, len(fields)/2+1)
	for i := 0; i+1 < len(fields); i += 2 {
		names[fields[i]] = fields[i+1]
	}
	names["space"] = " "
	return names
})

// glyphNamePairs holds a name, its text, the next name, its text, ...
const glyphNamePairs = "" +
	"nbspace \u00a0 nonbreakingspace \u00a0 exclam ! quotedbl \" numbersign # dollar $ percent % ampersand & quotesingle ' parenleft ( " +
	"parenright ) asterisk * plus + comma , hyphen - period . slash / zero 0 one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 " +
	"colon : semicolon ; less < equal = greater > question ? at @ bracketleft [ backslash \\ bracketright ] asciicircum ^ underscore _ " +
	"grave ` braceleft { bar | braceright } asciitilde ~ exclamdown ¡ cent ¢ sterling £ currency ¤ yen ¥ brokenbar ¦ section § dieresis ¨ " +
	"copyright © ordfeminine ª guillemotleft « logicalnot ¬ sfthyphen - softhyphen - registered ® macron ¯ overscore ¯ degree ° plusminus ± " +
	"twosuperior ² threesuperior ³ acute ´ mu µ mu1 µ paragraph ¶ periodcentered · middot · cedilla ¸ onesuperior ¹ ordmasculine º " +
	"guillemotright » onequarter ¼ onehalf ½ threequarters ¾ questiondown ¿ AE Æ Eth Ð multiply × Oslash Ø Thorn Þ germandbls ß ae æ eth ð " +
	"divide ÷ oslash ø thorn þ Dcroat Đ Dslash đ dcroat đ dmacron đ Hbar Ħ hbar ħ dotlessi ı dotlessj ȷ IJ Ĳ ij ĳ kgreenlandic ĸ Lslash Ł lslash ł " +
	"Ldot Ŀ ldot ŀ napostrophe ŉ Eng ŋ eng ŋ OE Œ oe œ Tbar ŧ tbar ŧ longs ſ florin ƒ circumflex ˆ caron ˇ breve ˘ dotaccent ˙ ring ˚ ogonek ˛ " +
	"tilde ˜ hungarumlaut ˝ endash – emdash — horizontalbar ― underscoredbl ‗ quoteleft ‘ quoteright ’ quotesinglbase ‚ quotereversed ‛ " +
	"quotedblleft “ quotedblright ” quotedblbase „ dagger † daggerdbl ‡ bullet • ellipsis … perthousand ‰ minute ′ second ″ guilsinglleft ‹ " +
	"guilsinglright › fraction ⁄ Euro € euro € colonmonetary ₡ franc ₣ lira ₤ peseta ₧ rupee ₹ indianrupee ₹ dong ₫ sheqel ₪ won ₩ " +
	"trademark ™ servicemark ℠ careof ℅ numero № estimated ℮ arrowleft ← arrowup ↑ arrowright → arrowdown ↓ arrowboth ↔ arrowupdn ↕ " +
	"partialdiff ∂ increment ∆ Delta ∆ product ∏ summation ∑ minus − radical √ infinity ∞ integral ∫ " +
	"approxequal ≈ notequal ≠ equivalence ≡ lessequal ≤ greaterequal ≥ lozenge ◊ universal ∀ existential ∃ element ∈ similar ∼ " +
	"congruent ≅ proportional ∝ angle ∠ logicaland ∧ logicalor ∨ intersection ∩ union ∪ therefore ∴ dotmath ⋅ asteriskmath ∗ " +
	"filledbox ■ H18533 ■ H22073 □ H18543 ▪ H18551 ▫ triagup ▲ triagrt ► triagdn ▼ triaglf ◄ circle ○ bulletinverse ◘ openbullet ◦ invbullet ◘ " +
	"checkmark ✓ spade ♠ club ♣ heart ♥ diamond ♦ phone ☎ male ♂ female ♀ smileface ☺ sun ☼ musicalnote ♪ house ⌂ " +
	"ff \ufb00 fi \ufb01 fl \ufb02 ffi \ufb03 ffl \ufb04 st \ufb06 onethird ⅓ twothirds ⅔ oneeighth ⅛ threeeighths ⅜ fiveeighths ⅝ seveneighths ⅞ " +
	"Alpha Α Beta Β Gamma Γ Epsilon Ε Zeta Ζ Eta Η Theta Θ Iota Ι Kappa Κ Lambda Λ Mu Μ Nu Ν Xi Ξ Omicron Ο Pi Π Rho Ρ Sigma Σ Tau Τ Upsilon Υ " +
	"Phi Φ Chi Χ Psi Ψ Omega Ω Ohm \u2126 alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ nu ν xi ξ omicron ο pi π " +
	"rho ρ sigma σ sigma1 ς tau τ upsilon υ phi φ chi χ psi ψ omega ω theta1 ϑ phi1 ϕ omega1 ϖ Upsilon1 ϒ " +
	"Idot \u0130 hyphentwo ‐ figuredash ‒ commasuperior ,"
