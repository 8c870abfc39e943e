// Package cos holds the objects that a PDF file is made of (PDF 32000-1, 7.3) and
// the interface through which the interpreter accesses them. "COS" is the name
// of PDF's object layer.
//
// Two readers satisfy File: Open of this package, and the adapter for
// rsc.io/pdf in package rscpdf.
package cos

// Object is one of: nil (the null object), bool, int64, float64, String, Name,
// Array, Dict, Ref or *Stream.
type Object any

type (
	// String is a string's bytes, escapes resolved and decrypted.
	String string
	// Name is a name without its solidus, #xx resolved.
	Name string
	// Array is an array; its elements may be references.
	Array []Object
	// Dict is a dictionary; its values may be references.
	Dict map[Name]Object
	// Ref names an indirect object.
	Ref struct {
		Num uint32
		Gen uint16
	}
	// Stream is a stream object. Its data is read through File.Data.
	Stream struct {
		Dict Dict
		Ref  Ref    // the stream's own reference, zero if there is none; it serves as a key for caches
		Raw  []byte // undecoded bytes, decrypted lazily by Data; nil in adapters
		Impl any    // the reader's own handle
	}
)

// maxShown is the greatest length of a name that errors state, bytes. The names of PDF's
// filters and security handlers have at most 20.
const maxShown = 40

// Shown returns the name as errors state it. A name in a file may consist of any
// bytes, and of megabytes of them: unless it is short and plain, it is not shown.
func (n Name) Shown() string {
	plain := func(c byte) bool {
		return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '.' || c == '_' || c == '-'
	}
	for i := range len(n) {
		if i == maxShown || !plain(n[i]) {
			return "of an unknown name"
		}
	}
	return string(n)
}

// File gives access to one PDF's objects. Implementations cache what they
// resolve, bound every depth, count and size, and never panic. A File is used
// by one goroutine at a time.
type File interface {
	// Trailer returns the file's trailer dictionary (Root, Info, ...).
	Trailer() Dict
	// Resolve follows o while it is a reference. A reference to a missing object, or
	// to one that cannot be read, yields nil (PDF 32000-1, 7.3.10).
	Resolve(o Object) Object
	// Data returns a stream's decoded content. For a damaged stream it returns what precedes
	// the damage together with the error. An image filter (DCTDecode,
	// JPXDecode, CCITTFaxDecode, JBIG2Decode) is an UnsupportedError.
	Data(s *Stream) ([]byte, error)
}
