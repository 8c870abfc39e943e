// Package hostile makes documents that break readers: files that nest, repeat,
// contain cyclic references or declare more data than fits in memory. Tests send
// them to the service to see what each costs it.
//
// Everything is made in code and is the same each time. No document is larger
// than the service accepts, unless its name says so.
package hostile

import (
	"net/http"
	"slices"
)

// A Document is one way to break a reader.
type Document struct {
	Name string // words with hyphens between them, unique
	// Statuses are the HTTP status codes that are right answers: the document was
	// read as far as it makes sense, was refused, or took too long even on a
	// machine that does nothing else.
	Statuses []int
	// Make makes the file. It may take a second and 100 MiB.
	Make func() []byte
}

// Laborious reports whether a reader may use up all the time that it is given.
func (d Document) Laborious() bool { return slices.Contains(d.Statuses, http.StatusGatewayTimeout) }

// Right answers.
var (
	read    = []int{http.StatusOK}
	refused = []int{http.StatusBadRequest}
	large   = []int{http.StatusRequestEntityTooLarge}
	// A reader may make out much, little or nothing of these documents.
	either = []int{http.StatusOK, http.StatusBadRequest}
	// These documents cause so much work that it may have to be stopped.
	laborious = []int{http.StatusOK, http.StatusBadRequest, http.StatusGatewayTimeout}
)

// Documents returns all documents, grouped by kind.
func Documents() (all []Document) {
	for _, kind := range [][]Document{
		objects, filters, cycles, pages, words, contents, paintings, fonts, protections, embedded, pngs, webps, tiffs, jpegs, xmls, sizes, amplified,
	} {
		all = append(all, kind...)
	}
	return all
}

// Make returns the file of the named document, nil if there is no such document.
func Make(name string) []byte {
	for _, d := range Documents() {
		if d.Name == name {
			return d.Make()
		}
	}
	return nil
}

// largest is the size of the largest document that the service accepts, in bytes.
const largest = 20 << 20

const million = 1_000_000

// sizes are documents of the largest size and beyond, and documents with nothing
// but a header.
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

// padded returns a sound PDF file of n bytes, most of which are a comment.
func padded(n int) []byte {
	b := newPDF()
	b.frame("", hello)
	b.WriteString("%")
	tail := 1 << 10 // bytes, more than what follows
	for b.Len() < n-tail {
		b.WriteByte('x')
	}
	data := b.end("")
	// The rest follows the end of the file, which readers look for from the back.
	for len(data) < n {
		data = append(data, '\n')
	}
	return data
}
