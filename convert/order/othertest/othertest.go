// Package othertest invents documents that are no purchase orders: letters,
// papers, manuals, bank statements, timetables, listings. What reads orders has
// to find none in them.
//
// What a document says is drawn from the templates in texts, one for each kind;
// text.go tells how these are written. How it looks is drawn by layout.go: type,
// margins, columns, rules. The result is a PDF file with a text layer.
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
	Kind string // such as "letter", the name of its template
	PDF  []byte
}

// Generate invents the document of a seed; the same seed gives the same one.
// Consecutive seeds give documents of different kinds.
func Generate(seed uint64) Document {
	kind := kinds[seed%uint64(len(kinds))]
	g := newGenerator(seed)
	p := newSheet(g)
	p.draw(parse(g.expand(templates[kind])))
	return Document{kind, p.pdf()}
}

// Kinds is how many kinds of documents there are.
func Kinds() int { return len(kinds) }

//go:embed texts/*.txt
var texts embed.FS

// templates are the templates by kind, words the lists of words by name; both
// are those of texts.
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
