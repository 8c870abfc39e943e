// Package rscpdf reads PDF objects through rsc.io/pdf, as a cos.File.
//
// It is the second reader, for files in which package cos finds no pages.
// rsc.io/pdf v0.1.1 recurses, loops and allocates without bounds on some files,
// and recover does not help against that. So Open first checks a file and refuses
// what could do harm; see check. On what remains rsc.io/pdf panics at worst; guard
// recovers that.
package rscpdf

import (
	"bytes"
	"errors"
	"io"

	"rsc.io/pdf"

	"lineitem/convert/doc"
	"lineitem/convert/pdftext/cos"
)

// Limits bound what one file may cost. In every field zero means the default.
type Limits struct {
	StreamBytes int // decoded size of one stream, bytes
	ReadBytes   int // bytes read from the file, repeated reads included
	Objects     int // objects handed out
}

// DefaultLimits are the limits that a zero Limits means, except that eight times
// the size of the file is added to ReadBytes.
var DefaultLimits = Limits{
	StreamBytes: 64 << 20,
	ReadBytes:   64 << 20,
	Objects:     1 << 20,
}

// File is a file opened by rsc.io/pdf. Its references are not those of the file:
// rsc.io/pdf resolves a reference as soon as it is asked for the dictionary entry
// or array element that holds it. So a File makes a reference of each entry and
// element, and asks rsc.io/pdf for it when the reference is resolved.
type File struct {
	limits  Limits
	trailer cos.Dict
	entries []entry // by object number, from 1
}

// entry is a place in a dictionary or an array, and the object there once it has
// been read.
type entry struct {
	parent pdf.Value
	key    string // of a dictionary
	index  int    // of an array
	read   bool
	value  cos.Object
}

var _ cos.File = (*File)(nil)

// Open reads a file's structure. data must not change while the File is in use.
//
// Errors: *doc.UnsupportedError for a file that rsc.io/pdf would not survive,
// or that is encrypted, *doc.FormatError for one that it refuses.
func Open(data []byte, limits Limits) (*File, error) {
	if limits.StreamBytes <= 0 {
		limits.StreamBytes = DefaultLimits.StreamBytes
	}
	if limits.ReadBytes <= 0 {
		limits.ReadBytes = DefaultLimits.ReadBytes + 8*len(data)
	}
	if limits.Objects <= 0 {
		limits.Objects = DefaultLimits.Objects
	}
	if err := check(data); err != nil {
		return nil, err
	}
	f := &File{limits: limits}
	source := &meteredReader{Reader: bytes.NewReader(data), left: limits.ReadBytes}
	var pages bool
	err := guard(func() error {
		reader, err := pdf.NewReader(source, int64(len(data)))
		if err != nil {
			return err
		}
		trailer := reader.Trailer()
		f.trailer, _ = f.object(trailer, cos.Ref{}).(cos.Dict)
		pages = trailer.Key("Root").Key("Pages").Kind() == pdf.Dict
		return nil
	})
	switch {
	case err != nil:
		// The errors of rsc.io/pdf contain what it found in the file.
		return nil, &doc.FormatError{Reason: "the file is damaged"}
	case f.trailer["Encrypt"] != nil:
		return nil, &doc.UnsupportedError{Feature: "encryption"}
	case !pages:
		return nil, &doc.FormatError{Reason: "the file is damaged: no pages can be found in it"}
	}
	return f, nil
}

// guard calls f, which calls rsc.io/pdf, and turns a panic into an error.
func guard(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = errors.New("its objects are malformed")
		}
	}()
	return f()
}

var errReadLimit = errors.New("the limit of bytes read is reached")

// meteredReader fails once more than left bytes have been read: rsc.io/pdf parses
// an object again at each access, and any object may extend to the end of the file.
type meteredReader struct {
	*bytes.Reader
	left int
}

func (r *meteredReader) ReadAt(p []byte, offset int64) (int, error) {
	n, err := r.Reader.ReadAt(p, offset)
	if r.left -= n; r.left < 0 {
		return 0, errReadLimit
	}
	return n, err
}

// Trailer implements cos.File.
func (f *File) Trailer() cos.Dict { return f.trailer }

// Resolve implements cos.File.
func (f *File) Resolve(o cos.Object) cos.Object {
	ref, ok := o.(cos.Ref)
	if !ok {
		return o
	}
	if ref.Num == 0 || int64(ref.Num) > int64(len(f.entries)) {
		return nil
	}
	if e := f.entries[ref.Num-1]; e.read {
		return e.value
	}
	var value cos.Object
	e := f.entries[ref.Num-1]
	// An object that cannot be read is the null object.
	_ = guard(func() error {
		child := e.parent
		if child.Kind() == pdf.Array {
			child = child.Index(e.index)
		} else {
			child = child.Key(e.key)
		}
		value = f.object(child, ref)
		return nil
	})
	f.entries[ref.Num-1] = entry{read: true, value: value}
	return value
}

// object converts a value, whose reference is ref, to an object. The objects in it
// become references, which Resolve converts.
func (f *File) object(v pdf.Value, ref cos.Ref) cos.Object {
	switch v.Kind() {
	case pdf.Bool:
		return v.Bool()
	case pdf.Integer:
		return v.Int64()
	case pdf.Real:
		return v.Float64()
	case pdf.String:
		return cos.String(v.RawString())
	case pdf.Name:
		return cos.Name(v.Name())
	case pdf.Array:
		array := make(cos.Array, 0, v.Len())
		for i := range v.Len() {
			array = append(array, f.add(entry{parent: v, index: i}))
		}
		return array
	case pdf.Dict:
		return f.dict(v)
	case pdf.Stream:
		return &cos.Stream{Dict: f.dict(v), Ref: ref, Impl: v}
	}
	return nil
}

func (f *File) dict(v pdf.Value) cos.Dict {
	keys := v.Keys()
	dict := make(cos.Dict, len(keys))
	for _, key := range keys {
		dict[cos.Name(key)] = f.add(entry{parent: v, key: key})
	}
	return dict
}

// add returns a reference to a new entry, or the null object if there are too many.
func (f *File) add(e entry) cos.Object {
	if len(f.entries) >= f.limits.Objects {
		return nil
	}
	f.entries = append(f.entries, e)
	return cos.Ref{Num: uint32(len(f.entries))}
}

// Data implements cos.File.
func (f *File) Data(s *cos.Stream) (data []byte, err error) {
	if s == nil {
		return nil, nil
	}
	v, ok := s.Impl.(pdf.Value)
	if !ok {
		return nil, &doc.UnsupportedError{Feature: "a stream of another reader"}
	}
	guarded := guard(func() error {
		if err = checkFilters(v); err != nil {
			return err
		}
		reader := io.LimitReader(v.Reader(), int64(f.limits.StreamBytes)+1)
		data, err = io.ReadAll(reader)
		return err
	})
	switch {
	case len(data) > f.limits.StreamBytes:
		return data[:f.limits.StreamBytes], &doc.LimitError{Limit: "decoded bytes", Max: int64(f.limits.StreamBytes)}
	case err != nil:
		return data, wrapped(err)
	case guarded != nil:
		return nil, wrapped(guarded)
	}
	return data, nil
}

// wrapped returns err as an error of package doc.
func wrapped(err error) error {
	if unsupported := (*doc.UnsupportedError)(nil); errors.As(err, &unsupported) {
		return err
	}
	return &doc.FormatError{Reason: "a stream's data is damaged"}
}
