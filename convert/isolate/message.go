package isolate

import (
	"encoding/binary"
	"errors"
	"image"
	"maps"
	"math"
	"slices"
	"unicode/utf8"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/order"
)

// Payloads are made of
//
//	int      a signed varint of package encoding/binary
//	count    an unsigned varint
//	string   a count of bytes, and the bytes
//	float    8 bytes, big endian: IEEE 754
//	list     a count of elements, and the elements
//
// A request is a byte of flags, the SHA-256 of the mapper if they say that there
// is one, the number of pages that pictures are wanted of (count), the filename
// (string), and the document, up to the frame's end.
//
// A trial is the SHA-256 of a mapper. A need and a pass are empty. A module is
// that of the request or the trial that is under way; empty where it cannot be
// had.
//
// A result is the filename, the mode (strings), the columns (list of key and
// label), the rows (list of lists of key and value), the evidence (list of
// lists of key, page, box, confidence, words, proof and a byte, 1 where the value
// is cut, sorted by key), a byte
// that tells whether it is verified: 0 where nothing is said of that, 1 if it is
// not, 2 if it is; the keys of columns with cut values; the pages (list of number, width, height, and the pixels across
// and down and their resolution, 0 of pages of PDF files); and the pictures (list
// of number, width, height, pixels across and down, media type and picture).
//
// A failure is the error's text, one byte that tells its type, and the type's fields.

// errMessage says that a payload breaks the rules above.
var errMessage = errors.New("malformed message between a worker and its pool")

// Types of errors in a failure.
const (
	failOther byte = iota
	failFormat
	failUnsupported
	failEncrypted
	failLimit
	failMapper
)

// Flags of a request.
const (
	flagEvidence byte = 1 << iota // evidence is wanted
	flagMapper                    // there is a mapper
	flagVerified                  // it is to be told whether the result is verified
)

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func appendCount(b []byte, n int) []byte { return binary.AppendUvarint(b, uint64(n)) }

func boolByte(v bool) byte {
	if v {
		return 1
	}
	return 0
}

func appendFloat(b []byte, f float64) []byte {
	return binary.BigEndian.AppendUint64(b, math.Float64bits(f))
}

// appendRequest appends a request without its document, which follows.
func appendRequest(b []byte, in convert.Input) []byte {
	var flags byte
	if in.Evidence {
		flags |= flagEvidence
	}
	if in.Mapper != nil {
		flags |= flagMapper
	}
	if in.Verified {
		flags |= flagVerified
	}
	b = append(b, flags)
	if in.Mapper != nil {
		b = append(b, in.Mapper.Hash[:]...)
	}
	b = appendCount(b, max(0, in.Pictures))
	return appendString(b, in.Filename)
}

// parseRequest reads a request. Its mapper, if it has one, is a hash only.
func parseRequest(payload []byte) (convert.Input, error) {
	var in convert.Input
	if len(payload) == 0 || payload[0] >= flagVerified<<1 {
		return in, errMessage
	}
	flags, rest := payload[0], payload[1:]
	in.Evidence, in.Verified = flags&flagEvidence != 0, flags&flagVerified != 0
	if flags&flagMapper != 0 {
		var err error
		if in.Mapper, rest, err = parseHash(rest); err != nil {
			return in, err
		}
	}
	pictures, size := binary.Uvarint(rest)
	if size <= 0 || pictures > math.MaxInt32 {
		return in, errMessage
	}
	in.Pictures, rest = int(pictures), rest[size:]
	n, size := binary.Uvarint(rest)
	if size <= 0 || n > uint64(len(rest)-size) {
		return in, errMessage
	}
	name := rest[size:]
	in.Filename, in.Data = string(name[:n]), name[n:]
	return in, nil
}

// parseHash reads the hash of a mapper, and gives what follows it.
func parseHash(b []byte) (m *convert.Module, rest []byte, err error) {
	m = new(convert.Module)
	if len(b) < len(m.Hash) {
		return nil, nil, errMessage
	}
	return m, b[copy(m.Hash[:], b):], nil
}

func appendResult(b []byte, r *convert.Result) []byte {
	b = appendString(b, r.Filename)
	b = appendString(b, r.Mode)
	b = appendCount(b, len(r.Columns))
	for _, c := range r.Columns {
		b = appendString(b, c.Key)
		b = appendString(b, c.Label)
	}
	b = appendCount(b, len(r.Rows))
	for _, row := range r.Rows {
		b = appendCount(b, len(row))
		for _, p := range row {
			b = appendString(b, p.Key)
			b = appendString(b, p.Value)
		}
	}
	b = appendCount(b, len(r.Evidence))
	for _, row := range r.Evidence {
		b = appendCount(b, len(row))
		for _, key := range slices.Sorted(maps.Keys(row)) {
			e := row[key]
			b = appendString(b, key)
			b = binary.AppendVarint(b, int64(e.Page))
			for _, f := range [...]float64{e.Box.X0, e.Box.Y0, e.Box.X1, e.Box.Y1, e.Confidence} {
				b = appendFloat(b, f)
			}
			b = appendCount(b, len(e.Words))
			for _, w := range e.Words {
				b = appendString(b, w)
			}
			b = appendString(b, e.Proof)
			b = append(b, boolByte(e.Cut))
		}
	}
	switch {
	case r.Verified == nil:
		b = append(b, 0)
	case *r.Verified:
		b = append(b, 2)
	default:
		b = append(b, 1)
	}
	b = appendCount(b, len(r.Cut))
	for _, key := range r.Cut {
		b = appendString(b, key)
	}
	b = appendCount(b, len(r.Pages))
	for i := range r.Pages {
		p := &r.Pages[i]
		b = binary.AppendVarint(b, int64(p.Number))
		b = appendFloat(b, p.Width)
		b = appendFloat(b, p.Height)
		var pixels doc.Picture
		if p.Pixels != nil {
			pixels = *p.Pixels
		}
		b = binary.AppendVarint(b, int64(pixels.Width))
		b = binary.AppendVarint(b, int64(pixels.Height))
		b = appendFloat(b, pixels.Resolution)
	}
	b = appendCount(b, len(r.Pictures))
	for i := range r.Pictures {
		p := &r.Pictures[i]
		b = binary.AppendVarint(b, int64(p.Number))
		b = appendFloat(b, p.Width)
		b = appendFloat(b, p.Height)
		b = binary.AppendVarint(b, int64(p.Pixels.X))
		b = binary.AppendVarint(b, int64(p.Pixels.Y))
		b = appendString(b, p.MediaType)
		b = appendCount(b, len(p.Data))
		b = append(b, p.Data...)
	}
	return b
}

func parseResult(payload []byte) (*convert.Result, error) {
	p := parser{rest: string(payload), room: 4*len(payload) + 64<<20}
	r := &convert.Result{Filename: p.string(), Mode: p.string()}
	r.Columns = make([]order.Column, p.count(2, 32))
	for i := range r.Columns {
		r.Columns[i] = order.Column{Key: p.string(), Label: p.string()}
	}
	r.Rows = make([]order.Row, p.count(1, 24))
	for i := range r.Rows {
		row := make(order.Row, p.count(2, 32))
		for j := range row {
			row[j] = order.Property{Key: p.string(), Value: p.string()}
		}
		r.Rows[i] = row
	}
	r.RowCount = len(r.Rows)
	if n := p.count(1, 64); n > 0 {
		r.Evidence = make([]order.RowEvidence, n)
	}
	for i := range r.Evidence {
		cells := p.count(45, 216)
		row := make(order.RowEvidence, cells)
		for range cells {
			key := p.string()
			e := doc.Evidence{Page: p.int()}
			e.Box = doc.Box{X0: p.float(), Y0: p.float(), X1: p.float(), Y1: p.float()}
			e.Confidence = p.float()
			e.Words = make([]string, p.count(1, 16))
			for k := range e.Words {
				e.Words[k] = p.string()
			}
			e.Proof, e.Cut = p.string(), p.bool()
			row[key] = e
		}
		r.Evidence[i] = row
	}
	if v := p.byte(); v > 0 {
		r.Verified = new(v == 2)
		p.bad = p.bad || v > 2
	}
	if n := p.count(1, 16); n > 0 {
		r.Cut = make([]string, n)
	}
	for i := range r.Cut {
		r.Cut[i] = p.string()
	}
	if n := p.count(27, 56); n > 0 {
		r.Pages = make([]convert.Page, n)
	}
	for i := range r.Pages {
		r.Pages[i] = convert.Page{Number: p.int(), Width: p.float(), Height: p.float()}
		if pixels := (doc.Picture{Width: p.int(), Height: p.int(), Resolution: p.float()}); pixels.Width > 0 {
			r.Pages[i].Pixels = &pixels
		}
	}
	if n := p.count(21, 112); n > 0 {
		r.Pictures = make([]convert.PagePicture, n)
	}
	for i := range r.Pictures {
		r.Pictures[i] = convert.PagePicture{
			Number: p.int(), Width: p.float(), Height: p.float(), Pixels: image.Pt(p.int(), p.int()), MediaType: p.string(),
		}
		if data := p.string(); data != "" {
			r.Pictures[i].Data = []byte(data)
		}
	}
	if p.bad || p.rest != "" {
		return nil, errMessage
	}
	return r, nil
}

// What is told of a failure: a name that a document or a module gives to
// something may have megabytes.
const (
	maxText    = 4 << 10 // bytes of one text; as much as is kept of a mapper's standard error
	maxFailure = 5 * maxText
)

// appendText appends a text, or its beginning.
func appendText(b []byte, s string) []byte {
	const more = "…"
	if len(s) > maxText {
		end := maxText - len(more)
		for !utf8.RuneStart(s[end]) && end > 0 {
			end--
		}
		s = s[:end] + more
	}
	return appendString(b, s)
}

func appendFailure(b []byte, err error) []byte {
	b = appendText(b, err.Error())
	var (
		format      *doc.FormatError
		unsupported *doc.UnsupportedError
		encrypted   *doc.EncryptedError
		limit       *doc.LimitError
		mapper      *doc.MapperError
	)
	switch {
	case errors.As(err, &format):
		b = append(b, failFormat)
		b = binary.AppendVarint(b, int64(format.Page))
		b = appendText(b, format.Reason)
	case errors.As(err, &unsupported):
		b = append(b, failUnsupported)
		b = binary.AppendVarint(b, int64(unsupported.Page))
		b = appendText(b, unsupported.Feature)
	case errors.As(err, &encrypted):
		b = append(b, failEncrypted)
	case errors.As(err, &limit):
		b = append(b, failLimit)
		b = appendText(b, limit.Limit)
		b = binary.AppendVarint(b, limit.Max)
	case errors.As(err, &mapper):
		b = append(b, failMapper)
		b = appendText(b, mapper.Reason)
		b = appendText(b, mapper.Stderr)
		b = appendText(b, mapper.Message)
	default:
		b = append(b, failOther)
	}
	return b
}

// parseFailure returns the error that a failure tells of, or errMessage.
func parseFailure(payload []byte) error {
	if len(payload) > maxFailure {
		return errMessage
	}
	p := parser{rest: string(payload)}
	text := p.string()
	var cause error
	switch p.byte() {
	case failFormat:
		cause = &doc.FormatError{Page: p.int(), Reason: p.string()}
	case failUnsupported:
		cause = &doc.UnsupportedError{Page: p.int(), Feature: p.string()}
	case failEncrypted:
		cause = &doc.EncryptedError{}
	case failLimit:
		cause = &doc.LimitError{Limit: p.string(), Max: int64(p.int())}
	case failMapper:
		cause = &doc.MapperError{Reason: p.string(), Stderr: p.string(), Message: p.string()}
	case failOther:
		cause = errors.New(text)
	default:
		return errMessage
	}
	if p.bad || p.rest != "" {
		return errMessage
	}
	if cause.Error() != text { // it was wrapped in the worker
		return &wrappedError{text, cause}
	}
	return cause
}

// wrappedError is an error of package doc as it was wrapped in the worker.
type wrappedError struct {
	text  string
	cause error
}

func (e *wrappedError) Error() string { return e.text }
func (e *wrappedError) Unwrap() error { return e.cause }

// parser takes a payload apart. Its strings share the payload's memory. Once
// something was wrong it is bad and gives zero values.
type parser struct {
	rest string
	room int // bytes that its lists may take
	bad  bool
}

func (p *parser) fail() {
	p.bad, p.rest = true, ""
}

func (p *parser) take(n uint64) string {
	if n > uint64(len(p.rest)) {
		p.fail()
		return ""
	}
	s := p.rest[:n]
	p.rest = p.rest[n:]
	return s
}

func (p *parser) byte() byte {
	if s := p.take(1); s != "" {
		return s[0]
	}
	return 0
}

func (p *parser) bool() bool {
	c := p.byte()
	p.bad = p.bad || c > 1
	return c == 1
}

func (p *parser) uvarint() uint64 {
	var v uint64
	for shift := uint(0); shift < 64; shift += 7 {
		c := p.byte()
		if shift == 63 && c > 1 {
			break
		}
		v |= uint64(c&0x7f) << shift
		if c < 0x80 {
			return v
		}
	}
	p.fail()
	return 0
}

// count reads the length of a list whose elements take at least size bytes of
// the payload each, and memory bytes once they are read. So a worker that was
// taken over cannot use up the pool's memory: what a result takes is less than
// four times its payload, and what is little but empty lists is refused.
func (p *parser) count(size, memory int) int {
	n := p.uvarint()
	if n > uint64(min(len(p.rest)/size, p.room/memory)) {
		p.fail()
		return 0
	}
	p.room -= int(n) * memory
	return int(n)
}

func (p *parser) int() int {
	u := p.uvarint() // zigzag, as encoding/binary writes it
	return int(int64(u>>1) ^ -int64(u&1))
}

func (p *parser) float() float64 {
	s := p.take(8)
	if s == "" {
		return 0
	}
	return math.Float64frombits(binary.BigEndian.Uint64([]byte(s)))
}

func (p *parser) string() string { return p.take(p.uvarint()) }
