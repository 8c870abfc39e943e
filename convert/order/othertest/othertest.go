// Package othertest invents documents that are not purchase orders: letters,
// papers, manuals, bank statements, timetables, listings. The code that reads orders
// must find none in them.
//
// The content of a document is drawn at random from a template in texts, one for each
// kind; text.go describes the syntax of templates. The appearance is drawn by layout.go:
// font, margins, columns, rules. The result is a PDF file with a text layer.
package othertest

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
)

// Document is one invented document.
type Document struct {
	Kind string // the name of its template, such as "letter"
	PDF  []byte
}

// Generate returns the document of a seed; the same seed always gives the same
// document. Consecutive seeds give documents of different kinds.
func Generate(seed uint64) Document {
	kind := kinds[seed%uint64(len(kinds))]
	g := newGenerator(seed)
	p := newSheet(g)
	p.draw(parse(g.expand(templates[kind])))
	return Document{kind, p.pdf()}
}

// Kinds returns the number of kinds of documents.
func Kinds() int { return len(kinds) }

//go:embed texts/*.txt
var texts embed.FS

// templates holds the lines of templates by kind, and words the lists of words by
// name; both are read from texts.
var templates, words = readTexts()

// kinds are the kinds of documents, sorted.
var kinds = sortedKinds()

func sortedKinds() []string {
	var names []string
	for name := range templates {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func readTexts() (templates map[string][]string, words map[string][]string) {
	files, err := texts.ReadDir("texts")
	if err != nil {
		panic(err)
	}
	templates, words = map[string][]string{}, map[string][]string{}
	for _, f := range files {
		text, err := texts.ReadFile(path.Join("texts", f.Name()))
		if err != nil {
			panic(err)
		}
		lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
		kind := strings.TrimSuffix(f.Name(), ".txt")
		if kind != "words" {
			templates[kind] = lines
			continue
		}
		for _, line := range lines {
			name, list, ok := strings.Cut(line, ": ")
			if !ok {
				panic(fmt.Sprintf("%s: no list in %q", f.Name(), line))
			}
			words[name] = alternatives(list)
		}
	}
	return templates, words
}
