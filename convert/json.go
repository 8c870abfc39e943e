package convert

import (
	"bytes"
	"errors"
	"io"
	"strconv"

	"lineitem/convert/jsontext"
	"lineitem/convert/order"
)

// WriteJSON writes the result as one line of JSON: the members of the
// specification (filename, mode, rowCount, columns and rows), and those of evidence,
// pages, verified, confidence and review that are not nil. It writes in pieces, so that it never holds
// the whole text. Errors are w's.
func (r *Result) WriteJSON(w io.Writer) error {
	out := jsonWriter{w: w}
	b := jsontext.AppendString(append(out.text, `{"filename":`...), r.Filename)
	b = jsontext.AppendString(append(b, `,"mode":`...), r.Mode)
	b = strconv.AppendInt(append(b, `,"rowCount":`...), int64(r.RowCount), 10)
	b = append(b, `,"columns":`...)
	b = jsontext.AppendList(b, r.Columns, func(b []byte, c *order.Column) []byte { return c.AppendJSON(b) })
	out.text = append(b, `,"rows":`...)
	out.list(len(r.Rows), func(b []byte, i int) []byte { return r.Rows[i].AppendJSON(b) })
	if r.Evidence != nil {
		out.text = append(out.text, `,"evidence":`...)
		out.list(len(r.Evidence), func(b []byte, i int) []byte { return r.Evidence[i].AppendJSON(b, r.Columns) })
	}
	if r.Pages != nil {
		out.text = append(out.text, `,"pages":`...)
		out.list(len(r.Pages), func(b []byte, i int) []byte { return r.Pages[i].appendJSON(b) })
	}
	if r.Verified != nil {
		out.text = strconv.AppendBool(append(out.text, `,"verified":`...), *r.Verified)
	}
	if r.Confidence != nil {
		out.text = jsontext.AppendNumber(append(out.text, `,"confidence":`...), *r.Confidence)
	}
	if r.Review != nil {
		out.text = append(out.text, `,"review":`...)
		out.list(len(r.Review), func(b []byte, i int) []byte { return r.Review[i].AppendJSON(b) })
	}
	out.text = append(out.text, "}\n"...)
	out.flush()
	return out.err
}

// MarshalJSON implements json.Marshaler.
func (r *Result) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	err := r.WriteJSON(&b)
	return b.Bytes(), err
}

// jsonWriter writes JSON in pieces.
type jsonWriter struct {
	w    io.Writer
	text []byte // not written yet
	err  error  // the first error, after which nothing is written
}

// piece is the size from which a piece is written, bytes; a piece is larger by one
// element at most.
const piece = 16 << 10

// list writes an array of n elements.
func (o *jsonWriter) list(n int, appendElement func(b []byte, i int) []byte) {
	o.text = append(o.text, '[')
	for i := 0; i < n && o.err == nil; i++ {
		if i > 0 {
			o.text = append(o.text, ',')
		}
		if o.text = appendElement(o.text, i); len(o.text) >= piece {
			o.flush()
		}
	}
	o.text = append(o.text, ']')
}

func (o *jsonWriter) flush() {
	if o.err == nil {
		_, o.err = o.w.Write(o.text)
	}
	o.text = o.text[:0]
}

// SizeJSON returns the number of bytes that WriteJSON writes, or some number above most if
// it is more than that.
func (r *Result) SizeJSON(most int64) int64 {
	size := counter{most: most}
	r.WriteJSON(&size) // fails if there is more
	return size.n
}

// counter counts what is written, up to a limit.
type counter struct{ n, most int64 }

var errEnough = errors.New("convert: enough was counted")

func (c *counter) Write(p []byte) (int, error) {
	if c.n += int64(len(p)); c.n > c.most {
		return 0, errEnough
	}
	return len(p), nil
}
