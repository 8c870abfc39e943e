// Package lexicon holds the vocabulary of orders, one file for each language. To
// add a language, add a file words/xx.txt, where xx is the language's code of
// ISO 639-1, or mul for phrases that are the same in many languages. The program holds
// the files compressed: run go generate when one has changed.
//
// A file lists phrases under concepts. "#" at the beginning of a line begins a
// comment. A line in brackets names the concept that the following lines belong to,
// and how strongly their phrases stand for it if that is less than 1. Commas separate
// phrases:
//
//	[items.heading.quantity]
//	qty, quantity, qty ordered
//	[totals.total 0.6]
//	balance
//
// Phrases are written as textnorm.Fold returns them: in lower case, without accents.
// The first part of a concept's name says which part of the program mainly reads it:
// address, items, labels, parties, totals or value.
package lexicon

import (
	_ "embed"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"

	"lineitem/convert/flate"
)

//go:generate sh -c "go run ./pack > words.packed"

// packed holds the files: a zero byte and a line with the name of each, and its text.
//
//go:embed words.packed
var packed []byte

// Entry is a phrase that stands for a concept.
type Entry struct {
	Phrase   string
	Strength float64 // in (0, 1]
	Language string  // ISO 639-1 code, or "mul" for many languages
}

// section is what a file says about a concept in one place.
type section struct {
	lines    string // phrases and comments
	strength float64
	language string
}

// concepts returns the sections of all files, by concept.
var concepts = sync.OnceValue(func() map[string][]section {
	sections := map[string][]section{}
	all := flate.Unpack(packed)
	for file := range strings.SplitSeq(all[1:], "\x00") {
		language, text, _ := strings.Cut(file, "\n")
		_ = parse(sections, language, text) // a test checks that there is no error
	}
	return sections
})

// parse adds the sections of a file to all, by concept. It checks the lines in brackets, and
// that no phrases precede the first of these.
func parse(all map[string][]section, language, text string) error {
	concept, began := "", 0 // of the section that is being read, and where its lines begin
	strength := 1.0
	end := func(at int) {
		if concept != "" {
			all[concept] = append(all[concept], section{text[began:at], strength, language})
		}
	}
	at := 0
	for at < len(text) {
		if text[at] != '[' && concept != "" { // skip to the next line in brackets
			next := strings.Index(text[at:], "\n[")
			if next < 0 {
				at = len(text)
				break
			}
			at += next + 1
		}
		from := at
		line, _, _ := strings.Cut(text[at:], "\n")
		at = min(at+len(line)+1, len(text))
		line = strings.TrimSpace(line)
		if head, ok := strings.CutPrefix(line, "["); ok && strings.HasSuffix(head, "]") {
			end(from)
			name, value, weaker := strings.Cut(strings.TrimSuffix(head, "]"), " ")
			concept, strength, began = name, 1, at
			if weaker {
				var err error
				if strength, err = strconv.ParseFloat(value, 64); err != nil || strength <= 0 || strength > 1 {
					return fmt.Errorf("%s.txt: %q of %s is no strength above 0 and at most 1", language, value, name)
				}
			}
		} else if concept == "" && line != "" && !isComment(line) {
			return fmt.Errorf("%s.txt: phrases stand under no concept", language)
		}
	}
	end(at)
	return nil
}

func isComment(line string) bool { return line == "#" || strings.HasPrefix(line, "# ") }

// entriesOf returns the entries of sections.
func entriesOf(sections []section) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		for _, s := range sections {
			for lines := s.lines; lines != ""; {
				var line string
				if line, lines, _ = strings.Cut(lines, "\n"); isComment(line) {
					continue
				}
				for more := true; more; {
					var phrase string
					phrase, line, more = strings.Cut(line, ",")
					if phrase = strings.Trim(phrase, " "); phrase != "" && !yield(Entry{phrase, s.strength, s.language}) {
						return
					}
				}
			}
		}
	}
}

// Entries returns the phrases of a concept in all languages. Each iteration parses them again, so
// callers that need them more than once should keep them.
func Entries(concept string) iter.Seq[Entry] { return entriesOf(concepts()[concept]) }

// Count returns approximately how many phrases concepts have in all languages.
func Count(of ...string) int {
	n := 0
	for _, concept := range of {
		for _, s := range concepts()[concept] {
			n += 1 + strings.Count(s.lines, ",")
		}
	}
	return n
}

// Phrases returns the set of the phrases of a concept in all languages.
func Phrases(concept string) map[string]bool {
	set := make(map[string]bool, Count(concept))
	for e := range Entries(concept) {
		set[e.Phrase] = true
	}
	return set
}

// All returns the phrases of the concepts whose names begin with one of the prefixes.
func All(prefixes ...string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, prefix := range prefixes {
			for _, concept := range Concepts(prefix) {
				for e := range Entries(concept) {
					if !yield(e.Phrase) {
						return
					}
				}
			}
		}
	}
}

// Concepts returns the names of the concepts that begin with a prefix, sorted.
func Concepts(prefix string) []string {
	var names []string
	for name := range concepts() {
		if strings.HasPrefix(name, prefix) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
