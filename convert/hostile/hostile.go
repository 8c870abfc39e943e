// Package hostile makes documents that break readers: files that nest, repeat,
// refer in circles or declare more than anyone can hold. Tests send them to the
// service to see what each costs it.
//
// Everything is made in code and is the same each time. No document is larger
// than the service takes, unless its name says so.
package hostile

import (
	"net/http"
	"slices"
)

// A Document is one way to break a reader.
type Document struct {
	Name string // words with hyphens between them, unique
	// Statuses are the answers (of HTTP) that are right: that it was read as far
	// as it makes sense, that it was refused, or that it took too long even on a
	// machine that does nothing else.
	Statuses []int
	// Make makes the file. It may take a second and 100 MiB.
	Make func() []byte
}

// Laborious reports whether a reader may take as long as it is given.
func (d Document) Laborious() bool { return slices.Contains(d.Statuses, http.StatusGatewayTimeout) }

// What is right to answer.
var (
	read    = []int{http.StatusOK}
	refused = []int{http.StatusBadRequest}
	large   = []int{http.StatusRequestEntityTooLarge}
	// Of these a reader may see much, little or nothing.
	either = []int{http.StatusOK, http.StatusBadRequest}
	// These ask for so much work that it may have to be stopped.
	laborious = []int{http.StatusOK, http.StatusBadRequest, http.StatusGatewayTimeout}
)

// Documents lists all documents, those of one kind together.
func Documents() (all []Document) {
	for _, kind := range [][]Document{
		objects, filters, cycles, pages, words, contents, paintings, fonts, protections, embedded, pngs, webps, tiffs, jpegs, xmls, sizes, amplified,
	} {
		all = append(all, kind...)
	}
	return all
}

// Make makes the document of that name. It is nil where there is none.
func Make(name string) []byte {
	for _, d := range Documents() {
		if d.Name == name {
			return d.Make()
		}
	}
	return nil
}

// largest is the size of the largest document that the service takes, bytes.
const largest = 20 << 20

const million = 1_000_000

// sizes are documents beyond the largest.
var sizes = []Document{
	{"larger-by-a-byte", large, func() []byte { return padded(largest + 1) }},
	{"larger-by-half", large, func() []byte { return padded(largest * 3 / 2) }},
	{"largest", read, func() []byte { return padded(largest) }},
	{"header-only", refused, func() []byte { return []byte("%PDF-1.7\n") }},
	{"zeros-behind-header", refused, func() []byte {
		data := make([]byte, largest)
		copy(data, "%PDF-1.7\n")
		return data
	}},
}

// padded is a sound PDF file of n bytes, of which most are a comment.
func padded(n int) []byte {
	b := newPDF()
	b.frame("", hello)
	b.WriteString("%")
	tail := 1 << 10 // more than what follows
	for b.Len() < n-tail {
		b.WriteByte('x')
	}
	data := b.end("")
	// The rest goes behind the end, where readers look for it from the back.
	for len(data) < n {
		data = append(data, '\n')
	}
	return data
}
