// Package lexicon holds the vocabulary of orders, one file for each language:
// to add a language is to add words/xx.txt, named by its code of ISO 639-1, or by
// mul for what is the same in many.
//
// A file gives phrases under concepts. "#" at the beginning of a line begins a
// comment; a line in brackets names the concept that the following lines belong to,
// and how strongly their phrases stand for it where that is less than 1; commas part
// phrases:
//
//	[items.quantity]
//	qty, quantity, qty ordered
//	[totals.total 0.6]
//	balance
//
// Phrases are written as textnorm.Fold leaves them: in lower case, without accents.
// The first part of a concept's name is the room that reads it.
package lexicon

import (
	"embed"
	"fmt"
	"iter"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed words/*.txt
var files embed.FS

// Entry is a phrase that stands for a concept.
type Entry struct {
	Phrase   string
	Strength float64 // in (0, 1]
	Language string  // code of ISO 639-1; "mul" for many
}

// entries are those of all files, by concept.
var entries = sync.OnceValue(func() map[string][]Entry {
	all := map[string][]Entry{}
	names, _ := files.ReadDir("words")
	for _, f := range names {
		text, _ := files.ReadFile("words/" + f.Name())
		// What is embedded is well formed; a test sees to that.
		_ = parse(all, strings.TrimSuffix(f.Name(), path.Ext(f.Name())), string(text))
	}
	return all
})

// parse adds a file's entries to those by concept.
func parse(all map[string][]Entry, language, text string) error {
	concept, strength := "", 1.0
	for number, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "# ") || line == "#" {
			continue
		}
		if head, ok := strings.CutPrefix(line, "["); ok && strings.HasSuffix(head, "]") {
			name, value, weaker := strings.Cut(strings.TrimSuffix(head, "]"), " ")
			concept, strength = name, 1
			if weaker {
				var err error
				if strength, err = strconv.ParseFloat(value, 64); err != nil || strength <= 0 || strength > 1 {
					return fmt.Errorf("%s.txt:%d: %q is no strength above 0 and at most 1", language, number+1, value)
				}
			}
			continue
		}
		if concept == "" {
			return fmt.Errorf("%s.txt:%d: phrases stand under no concept", language, number+1)
		}
		for phrase := range strings.SplitSeq(line, ",") {
			if phrase = strings.TrimSpace(phrase); phrase != "" {
				all[concept] = append(all[concept], Entry{phrase, strength, language})
			}
		}
	}
	return nil
}

// Entries are the phrases of a concept in all languages. The slice must not be changed.
func Entries(concept string) []Entry { return entries()[concept] }

// Phrases are the phrases of a concept in all languages, each once.
func Phrases(concept string) map[string]bool {
	set := map[string]bool{}
	for _, e := range Entries(concept) {
		set[e.Phrase] = true
	}
	return set
}

// All returns the phrases of the concepts whose names begin with one of the prefixes.
func All(prefixes ...string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, prefix := range prefixes {
			for _, concept := range Concepts(prefix) {
				for _, e := range Entries(concept) {
					if !yield(e.Phrase) {
						return
					}
				}
			}
		}
	}
}

// Concepts are the names of the concepts that begin with a prefix, sorted.
func Concepts(prefix string) []string {
	var names []string
	for name := range maps.Keys(entries()) {
		if strings.HasPrefix(name, prefix) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
