package convert

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"lineitem/convert/doc"
)

// Bounds between text and what a wrong encoding, or a poor recogniser, makes of
// it. In the languages that are written in Latin letters vowels are 34 to 50 %
// of all letters, and the ten letters a, e, i, l, n, o, r, s, t and u 62 to 75 %,
// where letters drawn at random have 23 and 38 %. Names and abbreviations on forms lie in between.
const (
	leastLetters   = 60   // in words, to judge by letters at all
	leastVowels    = 0.22 // share of letters
	mostVowels     = 0.65
	leastFrequent  = 0.45 // share of letters that are frequent
	mostStrange    = 0.05 // share of characters that no text has
	mostMixed      = 0.25 // share of words that mix letters with signs
	leastWordsSeen = 20   // to judge by words
)

// legible reports whether words look like text, by statistics that hold for every
// language in Latin letters. Other scripts are not judged by letters.
func legible(words []doc.Word) bool {
	var chars, strange, letters, latin, vowels, common, mixed int
	for i := range words {
		text := words[i].Text
		word := letterWord(text)
		if mixes(text) {
			mixed++
		}
		if !ascii(text) {
			text = norm.NFD.String(text)
		}
		for _, r := range text {
			chars++
			switch {
			case word && (r|0x20 >= 'a' && r|0x20 <= 'z'):
				letters++
				latin++
				switch r | 0x20 {
				case 'a', 'e', 'i', 'o', 'u':
					vowels++
					common++
				case 'y':
					vowels++
				case 'n', 'r', 's', 't', 'l':
					common++
				}
			case r >= ' ' && r < 0x7f:
			case unicode.Is(unicode.Co, r), unicode.IsControl(r), r == unicode.ReplacementChar:
				strange++
			case unicode.IsLetter(r) && word:
				letters++
				if r = unicode.ToLower(r); !unicode.Is(unicode.Latin, r) {
					continue
				}
				latin++
				if strings.ContainsRune("æœøı", r) {
					vowels++
				}
			}
		}
	}
	if float64(strange) > mostStrange*float64(chars) {
		return false
	}
	if len(words) >= leastWordsSeen && float64(mixed) > mostMixed*float64(len(words)) {
		return false
	}
	if latin < leastLetters || 2*latin < letters {
		return true
	}
	share := func(n int) float64 { return float64(n) / float64(latin) }
	return share(vowels) >= leastVowels && share(vowels) <= mostVowels && share(common) >= leastFrequent
}

// mostlyLatin reports whether most letters of the words are Latin, as the
// recogniser reads them.
func mostlyLatin(words []doc.Word) bool {
	letters, latin := 0, 0
	for i := range words {
		for _, r := range words[i].Text {
			if unicode.IsLetter(r) {
				letters++
				if unicode.Is(unicode.Latin, r) {
					latin++
				}
			}
		}
	}
	return 10*latin >= 9*letters
}

func ascii(text string) bool {
	for i := range len(text) {
		if text[i] >= 0x80 {
			return false
		}
	}
	return true
}

// letterWord reports whether a word is one of language: at least three letters,
// and nothing else but marks around them. Codes are not.
func letterWord(text string) bool {
	n := 0
	for _, r := range strings.TrimFunc(text, unicode.IsPunct) {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) {
			return false
		}
		n++
	}
	return n >= 3
}

// mixes reports whether a word has signs between its letters as no language and
// no code has them: "Tc%l", "0r{e".
func mixes(text string) bool {
	inside, odd := false, false // behind a letter or digit; behind an odd sign that is inside
	for _, r := range text {
		letter := r < 0x80 && (r|0x20 >= 'a' && r|0x20 <= 'z') || r >= 0x80 && unicode.IsLetter(r)
		switch {
		case letter && odd:
			return true
		case letter, r >= '0' && r <= '9':
			inside, odd = true, false
		default:
			odd = inside && strings.ContainsRune("\"!$%*;<=>?[\\]^`{|}~¡¢£¤¥¦§¨©«¬®¯±²³´¶·¸¹»¼½¾¿", r)
			inside = false
		}
	}
	return false
}
