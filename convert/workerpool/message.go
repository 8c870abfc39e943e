package workerpool

import (
	"encoding/binary"
	"errors"
	"math"
	"unicode/utf8"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/order/taught"
)

// Payloads are made of
//
//	int      a signed varint of package encoding/binary
//	count    an unsigned varint
//	string   a count of bytes, and the bytes
//	float    8 bytes, big endian: IEEE 754
//	list     a count of elements, and the elements
//
// A request is a byte of flags, the SHA-256 of the mapper if there is one according to the flags,
// the number of pages of which pictures are wanted (count), the kind of document and the filename
// (strings), and the document, up to the frame's end. A request to learn is the same with
// the rows before the document: a string, as described in lesson.go.
//
// A trial is the SHA-256 of a mapper. A need and a pass are empty. A module is
// the one of the current request or trial; it is empty if it cannot be
// loaded.
//
// Prints and layouts are described in layouts.go, a size and a result in result.go, the
// result of learning in lesson.go.
//
// A failure is the error's text, a byte that states its type, and the fields of that type.

// errMessage reports that a payload violates the rules above.
var errMessage = errors.New("malformed message between a worker and its pool")

// Types of errors in a failure.
const (
	failOther byte = iota
	failFormat
	failUnsupported
	failEncrypted
	failLimit
	failMapper
	failRows
)

// Flags of a request.
const (
	flagEvidence byte = 1 << iota // evidence is wanted
	flagMapper                    // there is a mapper
	flagReview                    // what to check is wanted
	flagLayouts                   // layouts can be asked for
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
	if in.Review {
		flags |= flagReview
	}
	if in.Layouts != nil {
		flags |= flagLayouts
	}
	b = append(b, flags)
	if in.Mapper != nil {
		b = append(b, in.Mapper.Hash[:]...)
	}
	b = appendCount(b, max(0, in.Pictures))
	b = appendString(b, string(in.Kind))
	return appendString(b, in.Filename)
}

// parseRequest parses a request. Its mapper, if it has one, is only a hash, and its layouts
// have to be asked for.
func parseRequest(payload []byte) (convert.Input, error) {
	var in convert.Input
	if len(payload) == 0 || payload[0] >= flagLayouts<<1 {
		return in, errMessage
	}
	flags, rest := payload[0], payload[1:]
	in.Evidence, in.Review = flags&flagEvidence != 0, flags&flagReview != 0
	if flags&flagLayouts != 0 {
		in.Layouts = new(poolLayouts)
	}
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
	kind, rest, err := parseText(rest)
	if err != nil {
		return in, err
	}
	in.Kind = doc.Kind(kind)
	in.Filename, in.Data, err = parseText(rest)
	return in, err
}

// parseText parses a string, and returns what follows it.
func parseText(b []byte) (text string, rest []byte, err error) {
	n, size := binary.Uvarint(b)
	if size <= 0 || n > uint64(len(b)-size) {
		return "", nil, errMessage
	}
	b = b[size:]
	return string(b[:n]), b[n:], nil
}

// parseHash parses the hash of a mapper, and returns what follows it.
func parseHash(b []byte) (m *convert.Module, rest []byte, err error) {
	m = new(convert.Module)
	if len(b) < len(m.Hash) {
		return nil, nil, errMessage
	}
	return m, b[copy(m.Hash[:], b):], nil
}

// Limits on the texts of a failure: a name in a document or a module
// may have megabytes.
const (
	maxText    = 4 << 10 // bytes of one text; equal to what is kept of a mapper's standard error
	maxFailure = 5 * maxText
)

// appendText appends a text, truncated to maxText bytes.
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
		rows        *taught.RowsError
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
	case errors.As(err, &rows):
		b = append(b, failRows)
		b = appendText(b, rows.Reason)
	default:
		b = append(b, failOther)
	}
	return b
}

// parseFailure returns the error that a failure message states, or errMessage.
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
	case failRows:
		cause = &taught.RowsError{Reason: p.string()}
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

// wrappedError is an error of package doc or taught with the text that it had when wrapped in the worker.
type wrappedError struct {
	text  string
	cause error
}

func (e *wrappedError) Error() string { return e.text }
func (e *wrappedError) Unwrap() error { return e.cause }
