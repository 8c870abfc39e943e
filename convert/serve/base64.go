package serve

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"unicode/utf8"

	"lineitem/convert"
)

// maxJSON returns the size of the largest body of form B, in bytes, for documents of
// at most maxFile bytes: base64 makes 4 bytes of 3, an encoder may break lines with an
// escaped CR and LF after 76 characters and escape each solidus, and there are further
// properties.
func maxJSON(maxFile int) int64 {
	return int64(maxFile)/3*4*9/8 + overhead
}

// readJSON reads form B.
func (f *form) readJSON(body *limitedBody, length int, held *reservation) (in convert.Input, err error) {
	text, err := held.readAll(body, int(min(int64(length), f.maxBody)))
	if err != nil {
		return in, err
	}
	// What is decoded, the document or a name, is no longer than its encoded form.
	if err := held.take(len(text)); err != nil {
		return in, err
	}
	defer func() { held.giveBack(cap(text) + len(text) - cap(in.Data) - cap(f.rowsText)) }()
	replaceInvalid(text)
	request := struct {
		File      present        `json:"file"`
		Document  base64Document `json:"file_base64"`
		Filename  shortText      `json:"filename"`
		MediaType shortText      `json:"media_type"` // accepted, but the document's bytes decide
		Rows      rowsText       `json:"rows"`
	}{Document: base64Document{limit: f.maxFile}, Rows: rowsText{limit: f.maxRows}}
	var wrongType *json.UnmarshalTypeError
	var known *requestError
	// Some systems begin every text with a byte order mark (RFC 8259, 8.1).
	object := bytes.TrimPrefix(text, []byte("\ufeff"))
	switch err := json.Unmarshal(object, &request); {
	case errors.As(err, &known):
		return in, err
	case errors.As(err, &wrongType) && wrongType.Field != "":
		return in, badRequest("bad_request", `"`+wrongType.Field+`" has to be a string.`)
	case err != nil:
		return in, badRequest("bad_request", "The body must be one JSON object.")
	case bool(request.File) && request.Document.present:
		return in, badRequest("bad_request", `Send "file_base64" only: "file" belongs in a multipart/form-data body.`)
	case !request.Document.present:
		return in, badRequest("missing_file", `There is no property "file_base64".`)
	}
	f.rowsText = request.Rows.text
	return convert.Input{Filename: string(request.Filename), Data: request.Document.data}, nil
}

// replaceInvalid replaces each byte that is not valid UTF-8, as JSON must be
// (RFC 8259, 8.1), with a question mark: decoding would replace it with three bytes.
func replaceInvalid(text []byte) {
	if utf8.Valid(text) {
		return
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			text[i] = '?'
		}
		i += size
	}
}

// present reports whether a JSON object has a property, whatever its value.
type present bool

// UnmarshalJSON implements json.Unmarshaler.
func (p *present) UnmarshalJSON([]byte) error {
	*p = true
	return nil
}

// shortText is a JSON string of which no more than maxText bytes are decoded.
type shortText string

const maxText = 16 << 10

// UnmarshalJSON implements json.Unmarshaler.
func (s *shortText) UnmarshalJSON(text []byte) error {
	if len(text) > maxText {
		return badRequest("bad_request", `"filename" and "media_type" are too long.`)
	}
	return json.Unmarshal(text, (*string)(s))
}

// rowsText is the text of a JSON value of at most limit bytes. If limit is 0, the value
// is ignored.
type rowsText struct {
	limit int
	text  []byte
}

// UnmarshalJSON implements json.Unmarshaler.
func (t *rowsText) UnmarshalJSON(text []byte) error {
	switch {
	case t.limit == 0:
		return nil
	case len(text) > t.limit:
		return errManyRows
	case t.text != nil:
		return badRequest("bad_request", `"rows" is there more than once.`)
	}
	t.text = bytes.Clone(text)
	return nil
}

// base64Document is a JSON string that is decoded directly from the body, without
// being copied first.
type base64Document struct {
	limit   int // bytes
	present bool
	data    []byte
}

// UnmarshalJSON implements json.Unmarshaler. The alphabet may be the standard
// one or that for URLs (RFC 4648, 4 and 5), padded or not, with white space
// anywhere and a data: URL's head (RFC 2397) before it.
func (d *base64Document) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return nil
	}
	if text[0] != '"' {
		return badRequest("bad_request", `"file_base64" has to be a string.`)
	}
	if d.present {
		return badRequest("bad_request", `"file_base64" is there more than once.`)
	}
	d.present = true
	text = text[1 : len(text)-1]
	if bytes.HasPrefix(text, []byte("data:")) {
		head, rest, found := bytes.Cut(text, []byte(","))
		if !found || !bytes.HasSuffix(bytes.TrimRight(head, " "), []byte(";base64")) {
			return badRequest("bad_request", `A data: URL in "file_base64" has to be in base64.`)
		}
		text = rest
	}
	var b bytes.Buffer
	b.Grow(min(base64.RawStdEncoding.DecodedLen(len(text)), d.limit+1) + bytes.MinRead)
	decoder := base64.NewDecoder(base64.RawStdEncoding, &base64Text{rest: text})
	if _, err := b.ReadFrom(io.LimitReader(decoder, int64(d.limit)+1)); err != nil {
		return badRequest("bad_request", `"file_base64" is not base64.`)
	}
	if b.Len() > d.limit {
		return tooLarge("document", int64(d.limit))
	}
	d.data = b.Bytes()
	return nil
}

// base64Text reads the characters between the quotes of a JSON string as standard
// base64 without padding.
type base64Text struct {
	rest   []byte
	padded int
}

var errBase64 = errors.New("not base64")

func (t *base64Text) Read(p []byte) (n int, err error) {
	for n < len(p) && len(t.rest) > 0 {
		c := t.rest[0]
		t.rest = t.rest[1:]
		if c == '\\' {
			if c, err = t.escaped(); err != nil {
				return n, err
			}
		}
		switch c {
		case ' ', '\t', '\r', '\n', '\f':
			continue
		case '=':
			if t.padded++; t.padded > 2 {
				return n, errBase64
			}
			continue
		case '-':
			c = '+'
		case '_':
			c = '/'
		}
		if t.padded > 0 {
			return n, errBase64
		}
		p[n] = c
		n++
	}
	if n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

// escaped reads what follows a reverse solidus; the string is valid JSON.
func (t *base64Text) escaped() (byte, error) {
	c := t.rest[0]
	t.rest = t.rest[1:]
	switch c {
	case 'b':
		return 0, errBase64
	case 'n', 'r', 't', 'f':
		return '\n', nil
	case 'u':
		var code [2]byte // base64 has only ASCII characters
		if _, err := hex.Decode(code[:], t.rest[:4]); err != nil || code[0] != 0 || code[1] >= utf8.RuneSelf {
			return 0, errBase64
		}
		t.rest = t.rest[4:]
		return code[1], nil
	}
	return c, nil // a solidus, or a character that is not base64 anyway
}
