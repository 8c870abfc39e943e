package plugins

import (
	"strings"
	"sync"
	"unicode"

	"lineitem/convert/segmentation"
)

// script is one of the scripts that the built-in recognizer reads.
type script uint8

const (
	latin script = iota
	cyrillic
	greek
	scripts // how many there are
)

// counts are numbers of letters by script.
type counts [scripts]int

// sameShape lists letters that look alike in print, in the order of the script
// constants; 0 where a script has no such letter. The recognizer returns the first
// of them. train/alphabet.py has the same table.
var sameShape = [][scripts]rune{
	{'A', 'А', 'Α'}, {'B', 'В', 'Β'}, {'C', 'С', 0}, {'E', 'Е', 'Ε'}, {'H', 'Н', 'Η'}, {'I', 'І', 'Ι'}, {'J', 'Ј', 0},
	{'K', 'К', 'Κ'}, {'M', 'М', 'Μ'}, {'N', 0, 'Ν'}, {'O', 'О', 'Ο'}, {'P', 'Р', 'Ρ'}, {'T', 'Т', 'Τ'}, {'X', 'Х', 'Χ'},
	{'Y', 0, 'Υ'}, {'Z', 0, 'Ζ'}, {'Ë', 'Ё', 0}, {'Ï', 'Ї', 'Ϊ'}, {'Ÿ', 0, 'Ϋ'},
	{'a', 'а', 0}, {'c', 'с', 0}, {'e', 'е', 0}, {'i', 'і', 0}, {'j', 'ј', 0}, {'o', 'о', 'ο'}, {'p', 'р', 0},
	{'x', 'х', 0}, {'y', 'у', 0}, {'ë', 'ё', 0}, {'ï', 'ї', 'ϊ'}, {'v', 0, 'ν'}, {'ó', 0, 'ό'},
	{0, 'Г', 'Γ'}, {0, 'П', 'Π'}, {0, 'Ф', 'Φ'}, {0, 'к', 'κ'}, {'µ', 0, 'μ'}, {'Ω', 0, 'Ω'},
}

// nearShape lists letters that can barely be told apart in print. They are not
// used to find a word's script, but replace each other once it is known.
var nearShape = [][scripts]rune{
	{'a', 0, 'α'}, {'á', 0, 'ά'}, {'i', 0, 'ι'}, {'í', 0, 'ί'}, {'p', 0, 'ρ'}, {'u', 0, 'υ'}, {'ú', 0, 'ύ'}, {'w', 0, 'ω'},
	{'x', 0, 'χ'}, {'y', 0, 'γ'}, {'n', 0, 'η'}, {'ß', 0, 'β'}, {'k', 'к', 'κ'}, {'Y', 'У', 0}, {0, 'Л', 'Λ'}, {0, 'п', 'π'},
	{'u', 'и', 0}, {'n', 'п', 0}, {'m', 'т', 0}, {'r', 'г', 0},
}

// letterForms holds a letter's counterparts by script, from sameShape and nearShape.
type letterForms struct {
	same, near [scripts]rune
}

var forms = sync.OnceValue(func() map[rune]*letterForms {
	m := map[rune]*letterForms{}
	at := func(r rune) *letterForms {
		if m[r] == nil {
			m[r] = &letterForms{}
		}
		return m[r]
	}
	for _, letters := range sameShape {
		for _, r := range letters {
			if r != 0 {
				at(r).same = letters
			}
		}
	}
	for _, letters := range nearShape {
		for _, r := range letters {
			for s, other := range letters {
				if r != 0 && other != 0 && at(r).near[s] == 0 {
					at(r).near[s] = other
				}
			}
		}
	}
	return m
})

// scriptOf returns the script of a letter, latin if it is neither Cyrillic nor Greek.
func scriptOf(r rune) script {
	switch {
	case unicode.Is(unicode.Cyrillic, r):
		return cyrillic
	case unicode.Is(unicode.Greek, r):
		return greek
	}
	return latin
}

// counterpart returns the letter of script s that has the same shape as r, or nearly the
// same; r if there is none.
func counterpart(s script, r rune) rune {
	f := forms()[r]
	switch {
	case f == nil || scriptOf(r) == s:
		return r
	case f.same[s] != 0:
		return f.same[s]
	case f.near[s] != 0:
		return f.near[s]
	}
	return r
}

// word is a run of letters in a reading.
type word struct {
	glyphs   segmentation.Reading
	fits     counts // by script: how many of the letters it has, or has one of the same shape for
	isolated bool   // no digit is next to it
	group    int    // number of its group: spaces separate groups
}

// script returns the script that has the most of a word's letters, the first such
// one, and reports whether no other script has as many.
func (w *word) script() (best script, sure bool) {
	sure = true
	for s := latin + 1; s < scripts; s++ {
		switch {
		case w.fits[s] > w.fits[best]:
			best, sure = s, true
		case w.fits[s] == w.fits[best]:
			sure = false
		}
	}
	return best, sure
}

// likely returns the most frequent of the scripts that fit a word best, by the
// letters seen of each, and reports whether any of them was seen.
func (w *word) likely(seen counts) (script, bool) {
	best, _ := w.script()
	for s := best + 1; s < scripts; s++ {
		if w.fits[s] == w.fits[best] && seen[s] > seen[best] {
			best = s
		}
	}
	return best, seen[best] > 0
}

// wordsOf finds the words of a reading.
func wordsOf(r segmentation.Reading) []word {
	var words []word
	group := 0
	for i := 0; i < len(r); i++ {
		if r[i].Rune == ' ' {
			group++
		}
		if !unicode.IsLetter(r[i].Rune) {
			continue
		}
		first := i
		w := word{group: group, isolated: first == 0 || !unicode.IsDigit(r[first-1].Rune)}
		for ; i < len(r) && unicode.IsLetter(r[i].Rune); i++ {
			own := scriptOf(r[i].Rune)
			f := forms()[r[i].Rune]
			for s := range scripts {
				if s == own || f != nil && f.same[s] != 0 {
					w.fits[s]++
				}
			}
		}
		w.glyphs = r[first:i]
		if i < len(r) {
			w.isolated = w.isolated && !unicode.IsDigit(r[i].Rune)
			i-- // what follows may be a space
		}
		words = append(words, w)
	}
	return words
}

// unifyScripts writes each word of a page's readings in one script, the one that
// has the most of its letters. If several scripts have as many, a word next to
// digits is written in the first of them, which is Latin if Latin is one, as most
// codes and sizes are. For other words, the words whose script is sure decide:
// first those joined to it without a space ("USB-C"), then those of the line, then
// those of the page.
func unifyScripts(readings []segmentation.Reading) {
	var page counts
	lines := make([][]word, len(readings))
	inLine := make([]counts, len(readings))
	for i, r := range readings {
		lines[i] = wordsOf(r)
		for _, w := range lines[i] {
			if s, sure := w.script(); sure {
				inLine[i][s] += len(w.glyphs)
				page[s] += len(w.glyphs)
			}
		}
	}
	for i, line := range lines {
		for _, w := range line {
			s, sure := w.script()
			if !sure {
				s = w.decide(sureIn(line, w.group), inLine[i], page)
			}
			for j := range w.glyphs {
				w.glyphs[j].Rune = counterpart(s, w.glyphs[j].Rune)
			}
		}
	}
}

// unifyCommas replaces Ş and ş (with a cedilla) by Ș and ș (with a comma below) if
// more of the page's other letters are Romanian than Turkish. The recognizer
// returns the letters with a cedilla for both.
func unifyCommas(readings []segmentation.Reading) {
	romanian, turkish := 0, 0
	for _, r := range readings {
		for _, g := range r {
			switch {
			case strings.ContainsRune("ĂăȚț", g.Rune):
				romanian++
			case strings.ContainsRune("ĞğİıÇç", g.Rune):
				turkish++
			}
		}
	}
	if romanian <= turkish {
		return
	}
	for _, r := range readings {
		for i := range r {
			switch r[i].Rune {
			case 'Ş':
				r[i].Rune = 'Ș'
			case 'ş':
				r[i].Rune = 'ș'
			}
		}
	}
}

// sureIn counts, by script, the letters of those words of a group whose script is sure.
func sureIn(line []word, group int) (seen counts) {
	for _, w := range line {
		if s, sure := w.script(); sure && w.group == group {
			seen[s] += len(w.glyphs)
		}
	}
	return seen
}

// decide chooses among the scripts that fit a word best. For a word next to a digit
// it returns the first of them; otherwise the most frequent one, by the first of
// the counts around it in which any of them was seen, or the first if none was.
func (w *word) decide(around ...counts) script {
	best, _ := w.script()
	if !w.isolated {
		return best
	}
	for _, seen := range around {
		if s, found := w.likely(seen); found {
			return s
		}
	}
	return best
}
