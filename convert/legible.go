package convert

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"lineitem/convert/doc"
)

// Bounds between text and what a wrong encoding, or a poor recogniser, makes of
// it. In the languages that are written in Latin letters vowels are 34 to 50 %
// of all letters, and the ten letters below 62 to 75 %, where letters drawn at
// random have 23 and 38 %. Names and abbreviations on forms lie in between.
const (
	leastLetters   = 60   // in words, to judge by letters at all
	leastVowels    = 0.22 // share of letters
	mostVowels     = 0.65
	leastFrequent  = 0.45 // share of letters that are frequent
	frequent       = "aeinorstlu"
	mostStrange    = 0.05 // share of characters that no text has
	mostMixed      = 0.25 // share of words that mix letters with signs
	leastWordsSeen = 20   // to judge by words
)

// legible tells whether words look like text, by statistics that hold for every
// language in Latin letters. Other scripts are not judged by letters.
func legible(words []doc.Word) bool {
	var chars, strange, letters, latin, vowels, common, mixed int
	for i := range words {
		text := words[i].Text
		word := letterWord(text)
		if mixes(text) {
			mixed++
		}
		for _, r := range norm.NFD.String(text) {
			chars++
			switch {
			case unicode.Is(unicode.Co, r), unicode.IsControl(r), r == unicode.ReplacementChar:
				strange++
			case unicode.IsLetter(r) && word:
				letters++
				if r = unicode.ToLower(r); !unicode.Is(unicode.Latin, r) {
					continue
				}
				latin++
				if strings.ContainsRune("aeiouyæœøı", r) {
					vowels++
				}
				if strings.ContainsRune(frequent, r) {
					common++
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

// letterWord tells whether a word is one of language: at least three letters,
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

// mixes tells whether a word has signs between its letters as no language and
// no code has them: "Tc%l", "0r{e".
func mixes(text string) bool {
	const odd = "\"!$%*;<=>?[\\]^`{|}~¡¢£¤¥¦§¨©«¬®¯±²³´¶·¸¹»¼½¾¿"
	runes := []rune(text)
	for i, r := range runes {
		if i > 0 && i+1 < len(runes) && strings.ContainsRune(odd, r) &&
			(unicode.IsLetter(runes[i-1]) || unicode.IsDigit(runes[i-1])) && unicode.IsLetter(runes[i+1]) {
			return true
		}
	}
	return false
}
