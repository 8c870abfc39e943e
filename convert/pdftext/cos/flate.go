package cos

import (
	"bytes"
	"io"
	"sync"

	"lineitem/convert/flate"
)

// inflater is a decompressor with its source, for reuse.
type inflater struct {
	source bytes.Reader
	reader io.ReadCloser
}

var inflaters = sync.Pool{New: func() any {
	f := new(inflater)
	f.reader = flate.NewReader(&f.source)
	return f
}}

// inflate undoes FlateDecode (RFC 1950, RFC 1951). It returns what can be
// decoded of truncated and corrupt data, accepts data without the zlib header,
// and ignores the checksum.
func inflate(out, data []byte, limit int) ([]byte, error) {
	body := data
	for len(body) > 0 && (body[0] == '\r' || body[0] == '\n') {
		body = body[1:] // a superfluous line end after "stream"
	}
	if len(body) == 0 {
		return out, errTruncated
	}
	if !zlibHeader(body) {
		body = data
		if plain, err := inflateRaw(out, body, limit); err == nil || len(plain) > 0 || len(body) < 2 {
			return plain, err
		}
	}
	return inflateRaw(out, body[2:], limit)
}

// zlibHeader reports whether data begins with the header of RFC 1950, 2.2.
func zlibHeader(data []byte) bool {
	return len(data) >= 2 && data[0]&0x0f == 8 && (int(data[0])<<8|int(data[1]))%31 == 0
}

func inflateRaw(out, data []byte, limit int) ([]byte, error) {
	f := inflaters.Get().(*inflater)
	defer inflaters.Put(f)
	f.source.Reset(data)
	if err := f.reader.(flate.Resetter).Reset(&f.source, nil); err != nil {
		return out, errCorrupt
	}
	out = reserve(out, min(4*len(data), limit))
	for {
		if len(out) == cap(out) {
			out = reserve(out, 2*cap(out))
		}
		n, err := f.reader.Read(out[len(out):cap(out)])
		out = out[:len(out)+n]
		switch {
		case len(out) > limit:
			return out[:limit], errTooLong
		case err == io.EOF:
			return out, nil
		case err == io.ErrUnexpectedEOF:
			return out, errTruncated
		case err != nil:
			return out, errCorrupt
		}
	}
}

// reserve makes room for at least n bytes, and for 512 in any case.
func reserve(out []byte, n int) []byte {
	if n = max(n, 512); n <= cap(out) {
		return out
	}
	return append(make([]byte, 0, n), out...)
}
