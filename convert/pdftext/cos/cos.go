// Package cos holds the objects a PDF file is made of (PDF 32000-1, 7.3) and
// the interface through which the interpreter reaches them. "COS" is the name
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
		Ref  Ref    // the stream's own reference, zero where there is none: a key for caches
		Raw  []byte // undecoded bytes, decrypted lazily by Data; nil in adapters
		Impl any    // the reader's own handle
	}
)

// maxShown is the length of the names that errors tell, bytes. Those of PDF's
// filters and security handlers have at most 20.
const maxShown = 40

// Shown is the name as an error may tell it. A file may hold any bytes for a
// name, and megabytes of them: of such a name only that it is one is reported.
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
	// Trailer is the file's trailer dictionary (Root, Info, ...).
	Trailer() Dict
	// Resolve follows o while it is a reference. A reference to nothing, and
	// one that cannot be read, is nil (PDF 32000-1, 7.3.10).
	Resolve(o Object) Object
	// Data is a stream's decoded content. What a damaged stream yields before
	// the damage comes together with the error. An image filter (DCTDecode,
	// JPXDecode, CCITTFaxDecode, JBIG2Decode) is an UnsupportedError.
	Data(s *Stream) ([]byte, error)
}
