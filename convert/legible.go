package convert

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"lineitem/convert/doc"
)

// Bounds between text and the product of a wrong encoding or of poor OCR.
// In languages written in Latin letters, vowels are 34 to 50 %
// of all letters, and the ten letters a, e, i, l, n, o, r, s, t and u 62 to 75 %;
// of letters drawn at random they are 23 and 38 %. Names and abbreviations on forms lie in between.
const (
	leastLetters   = 60   // in words, for a judgement by letters
	leastVowels    = 0.22 // share of letters
	mostVowels     = 0.65
	leastFrequent  = 0.45 // share of the ten frequent letters
	mostStrange    = 0.05 // share of characters that occur in no text
	mostMixed      = 0.25 // share of words with odd signs between letters
	leastWordsSeen = 20   // for a judgement by words
)

// legible reports whether words look like text, by statistics that hold for every
// language written in Latin letters. For other scripts the letters are not judged.
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

// mostlyLatin reports whether at least nine tenths of the words' letters are Latin, the
// script that the recogniser reads.
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

// letterWord reports whether a word is one of natural language: at least three letters,
// and nothing else but punctuation around them. Codes are not.
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

// mixes reports whether a word has signs between its letters that neither languages nor
// codes have there: "Tc%l", "0r{e".
func mixes(text string) bool {
	inside, odd := false, false // after a letter or digit; after an odd sign that follows one
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
