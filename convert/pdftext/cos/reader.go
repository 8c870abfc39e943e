package cos

import (
	"bytes"
	"errors"

	"lineitem/convert/doc"
)

// Reader reads the objects of one file in memory. It is lazy: Open reads
// the cross-reference tables, and each object is parsed when it is first resolved
// and then kept. It reads intact files by their tables and damaged ones by
// searching for objects; encrypted files are opened if the empty password
// opens them (PDF 32000-1, 7.5 and 7.6).
//
// It implements File.
type Reader struct {
	data    []byte // from the header on, as offsets are relative to it
	limits  Limits
	lex     Lexer
	trailer Dict
	crypt   *crypt // nil if the file is not encrypted
	encrypt uint32 // number of the encryption dictionary, whose strings are never encrypted; 0 if none

	entries table
	objects streamCache[*objectStream]
	decoded streamCache[decoded]

	streamEnd, objectEnd search // where streams without a correct Length end

	rebuilt bool
	depth   int // loads in progress
	parse   int // bytes that may still be parsed
	values  int // values that may still be stored
	inflate int // bytes that may still be decoded
	err     error
	scratch [2][]byte // buffers of filters
}

var _ File = (*Reader)(nil)

// Open reads a file's structure. data must not change while the Reader or
// anything obtained from it is in use.
//
// Errors: *doc.EncryptedError if a password is needed, *doc.UnsupportedError
// for an unknown kind of encryption, *doc.LimitError, and *doc.FormatError
// if no pages can be found.
func Open(data []byte, limits Limits) (*Reader, error) {
	limits = limits.withDefaults()
	if i := bytes.Index(data[:min(len(data), headerWindow)], []byte("%PDF-")); i > 0 {
		data = data[i:]
	}
	r := &Reader{data: data, limits: limits}
	r.lex = Lexer{data: data, refs: true, names: make(map[string]Object, 64)}
	r.parse = parseBudget(len(data))
	r.values = limits.Values
	r.inflate = limits.TotalBytes
	r.entries.dense = len(data)/16 + 1024

	err := r.readSections()
	if err == nil {
		err = r.openCatalog()
	}
	if malformed := (*doc.FormatError)(nil); errors.As(err, &malformed) {
		r.trailer, r.crypt = nil, nil
		r.rebuild()
		err = r.openCatalog()
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// Trailer implements File.
func (r *Reader) Trailer() Dict { return r.trailer }

// Err returns the *doc.LimitError of the first limit that made the reader leave
// something out, nil if none did.
func (r *Reader) Err() error { return r.err }

func (r *Reader) exceed(limit string, max int) error {
	err := &doc.LimitError{Limit: limit, Max: int64(max)}
	if r.err == nil {
		r.err = err
	}
	return err
}

// openCatalog prepares decryption and checks that there is a catalog with
// pages.
func (r *Reader) openCatalog() error {
	if err := r.openEncryption(); err != nil {
		return err
	}
	if r.hasPages() {
		return nil
	}
	if r.rebuilt && r.adoptCatalog() {
		return nil
	}
	return &doc.FormatError{Reason: "the file is damaged: no pages can be found in it"}
}

func (r *Reader) hasPages() bool {
	root, _ := r.Resolve(r.trailer["Root"]).(Dict)
	_, ok := r.Resolve(root["Pages"]).(Dict)
	return ok
}

// Resolve implements File.
func (r *Reader) Resolve(o Object) Object {
	for range r.limits.Depth {
		ref, ok := o.(Ref)
		if !ok {
			return o
		}
		o = r.load(ref.Num)
	}
	return nil
}

// load returns the object with a number. The generation is ignored: only
// one object with a number is in use at a time, and producers get generations wrong.
func (r *Reader) load(number uint32) Object {
	e := r.entries.at(number)
	switch {
	case e == nil, e.place == free, e.progress == loading:
		return nil
	case e.progress == parsed:
		return e.value
	case r.depth >= r.limits.Depth:
		return nil
	}
	r.depth++
	defer func() { r.depth-- }()
	where := *e
	e.progress = loading
	var value Object
	if where.place == compressed {
		value = r.loadCompressed(number, where)
	} else {
		var ref Ref
		var ok bool
		ref, value, ok = r.parseAt(where.offset)
		if (!ok || ref.Num != number) && !r.rebuilt {
			// If one offset is wrong, others are too.
			r.rebuild()
			return r.load(number)
		}
		if !ok || ref.Num != number {
			value = nil
		}
	}
	// The table may have been rebuilt meanwhile.
	if e = r.entries.at(number); e != nil {
		e.progress, e.value = parsed, value
	}
	return value
}

// parseAt parses the indirect object at an offset of the file.
func (r *Reader) parseAt(offset int) (ref Ref, value Object, ok bool) {
	if offset < 0 || offset >= len(r.data) || !r.mayParse() {
		return Ref{}, nil, false
	}
	l := &r.lex
	l.begin(offset)
	ref, ok = l.header()
	if !ok {
		r.spend(l, offset)
		return Ref{}, nil, false
	}
	if r.crypt != nil && ref.Num != r.encrypt {
		l.decrypt = r.crypt.stringDecrypter(ref)
	}
	value = l.value()
	l.decrypt = nil
	dict, isDict := value.(Dict)
	isStream := isDict && l.scan() == tokenKeyword && string(l.text) == "stream"
	r.spend(l, offset)
	if isStream {
		return ref, r.stream(ref, dict, l.pos), true
	}
	return ref, value, true
}

// header reads "N G obj".
func (l *Lexer) header() (ref Ref, ok bool) {
	if l.scan() != tokenInteger || l.integer < 0 || l.integer > maxObjectNumber {
		return Ref{}, false
	}
	ref.Num = uint32(l.integer)
	if l.scan() != tokenInteger || l.integer < 0 {
		return Ref{}, false
	}
	ref.Gen = uint16(min(l.integer, 65535))
	return ref, l.scan() == tokenKeyword && string(l.text) == "obj"
}

// begin prepares to read a top-level object at an offset.
func (l *Lexer) begin(offset int) {
	l.values = 0
	l.scratch = l.scratch[:0]
	l.SetPos(offset)
}

// value reads one object; anything else yields the null object.
func (l *Lexer) value() Object {
	switch l.scan() {
	case tokenEnd, tokenArrayEnd, tokenDictEnd:
		return nil
	case tokenKeyword:
		constant, _ := l.constant()
		return constant
	}
	return l.object(0)
}

func (r *Reader) mayParse() bool {
	if r.parse <= 0 || r.values <= 0 {
		r.exceed("values", r.limits.Values)
		return false
	}
	return true
}

// spend subtracts what l has read since an offset from the budgets.
func (r *Reader) spend(l *Lexer, offset int) {
	r.parse -= l.pos - offset
	r.values -= l.values + 1
}

// stream returns the stream with a dictionary; start is the offset after the keyword "stream".
func (r *Reader) stream(ref Ref, dict Dict, start int) *Stream {
	data := r.data
	// One end of line belongs to the keyword (PDF 32000-1, 7.3.8.1); some
	// producers put blanks before it.
	line := start
	for line < len(data) && (data[line] == ' ' || data[line] == '\t') {
		line++
	}
	switch {
	case line+1 < len(data) && data[line] == '\r' && data[line+1] == '\n':
		start = line + 2
	case line < len(data) && (data[line] == '\n' || data[line] == '\r'):
		start = line + 1
	}
	s := &Stream{Dict: dict, Ref: ref, Raw: r.rawData(dict, start)}
	if r.crypt != nil && dict["Type"] != Name("XRef") {
		s.Impl = r.crypt
	}
	return s
}

// rawData returns a stream's data from start on: its Length counts if
// "endstream" follows there; otherwise the data ends where that is found.
func (r *Reader) rawData(dict Dict, start int) []byte {
	rest := r.data[start:]
	length, ok := r.Resolve(dict["Length"]).(int64)
	ok = ok && length >= 0 && length <= int64(len(rest))
	if ok && endsStream(rest[length:]) {
		return rest[:length:length]
	}
	end := r.streamEnd.next(r, start, "endstream")
	if end < 0 {
		end = r.objectEnd.next(r, start, "endobj")
	}
	if end < 0 {
		if !ok {
			length = int64(len(rest))
		}
		return rest[:length:length]
	}
	end -= start
	if end > 0 && rest[end-1] == '\n' {
		end--
	}
	if end > 0 && rest[end-1] == '\r' {
		end--
	}
	return rest[:end:end]
}

// search remembers where a word was searched for and found, so that many streams
// without an end of their own do not search the same bytes again.
type search struct {
	from, at int // the word is at at, and does not occur between from and there
}

// next returns the offset of the first word at or after an offset, -1 if there is none.
func (s *search) next(r *Reader, offset int, word string) int {
	if s.at == 0 || offset < s.from || offset > s.at {
		s.from, s.at = offset, len(r.data)
		if i := bytes.Index(r.data[offset:], []byte(word)); i >= 0 {
			s.at = offset + i
		}
		r.parse -= (s.at - offset) / 4 // searching is faster than parsing
	}
	if s.at == len(r.data) {
		return -1
	}
	return s.at
}

func endsStream(rest []byte) bool {
	for i := 0; i < len(rest) && i < 4; i++ {
		if class[rest[i]] != space {
			rest = rest[i:]
			break
		}
	}
	return bytes.HasPrefix(rest, []byte("endstream")) || bytes.HasPrefix(rest, []byte("endobj"))
}
