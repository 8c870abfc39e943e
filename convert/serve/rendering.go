package serve

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"lineitem/convert"
	"lineitem/convert/table"
	"lineitem/convert/ubl"
)

const jsonMediaType = "application/json"

// mediaTypes are the media types in which a result may be answered; of those that a
// client prefers equally, the first is used.
var mediaTypes = []string{jsonMediaType, table.CSVMediaType, table.XLSXMediaType, ubl.MediaType}

// rendering is how a result is answered.
type rendering struct {
	mediaType string // one of mediaTypes
	evidence  bool
}

// renderingOf returns the rendering that the field Accept and the query's "include"
// ask for. A client that accepts none of the media types gets JSON, which is more
// useful to it than an answer 406 (RFC 9110, 15.5.7 leaves the choice).
func renderingOf(r *http.Request) (rendering, error) {
	accept := strings.Join(r.Header.Values("Accept"), ",")
	out := rendering{mediaType: jsonMediaType}
	best := 0.0
	for _, mediaType := range mediaTypes {
		if q := quality(accept, mediaType); q > best {
			out.mediaType, best = mediaType, q
		}
	}
	query, err := queryOf(r, "include")
	if err != nil {
		return out, err
	}
	for _, value := range query["include"] {
		for name := range strings.SplitSeq(value, ",") {
			if strings.TrimSpace(name) != "evidence" {
				return out, badRequest("bad_request", `The query parameter "include" must be "evidence".`)
			}
			out.evidence = true
		}
	}
	if out.evidence && out.mediaType != jsonMediaType {
		return out, badRequest("bad_request", "Evidence cannot be part of "+out.mediaType+"; ask for application/json.")
	}
	return out, nil
}

// quality returns the weight that a field Accept gives a media type, from 0 to 1 (RFC
// 9110, 12.5.1). The most specific range decides; parameters other than the
// weight are ignored. An empty field gives all the weight 1.
func quality(accept, mediaType string) float64 {
	if strings.Trim(accept, " ,") == "" {
		return 1
	}
	major, _, _ := strings.Cut(mediaType, "/")
	best, q := 0, 0.0
	for element := range strings.SplitSeq(accept, ",") {
		name, params, err := mime.ParseMediaType(element)
		if err != nil {
			continue
		}
		specific := 0
		switch name {
		case mediaType:
			specific = 3
		case major + "/*":
			specific = 2
		case "*/*":
			specific = 1
		}
		if specific <= best {
			continue
		}
		best, q = specific, 1
		if text, ok := params["q"]; ok {
			q, err = strconv.ParseFloat(text, 64)
			if err != nil || !(q >= 0 && q <= 1) { // nor NaN
				q = 0
			}
		}
	}
	return q
}

// rendered is a result as it is answered.
type rendered struct {
	contentType string
	disposition string                // Content-Disposition of a file; empty otherwise
	length      int64                 // bytes
	write       func(io.Writer) error // writes length bytes at each call; errors are the writer's
}

// bytes returns the whole answer.
func (r *rendered) bytes() []byte {
	var b bytes.Buffer
	b.Grow(int(r.length) + bytes.MinRead)
	r.write(&b) // never fails
	return b.Bytes()
}

// render prepares an answer; whatever can fail is done then. JSON, CSV and XML are made
// from the result while they are sent, and once before that to determine their length.
func (s *Server) render(ctx context.Context, held *reservation, o rendering, result *convert.Result) (*rendered, error) {
	switch o.mediaType {
	case table.CSVMediaType:
		write := func(w io.Writer) error { return table.NewCSV(w, false).Write(result) }
		var length lengthWriter
		write(&length) // never fails
		return &rendered{"text/csv; charset=utf-8; header=present", attachment(result.Filename, ".csv"), int64(length), write}, nil
	case ubl.MediaType:
		write := func(w io.Writer) error { return ubl.Write(w, result) }
		var length lengthWriter
		write(&length) // never fails
		return &rendered{ubl.MediaType, attachment(result.Filename, ".xml"), int64(length), write}, nil
	case table.XLSXMediaType:
		book, err := s.renderXLSX(ctx, held, result)
		write := func(w io.Writer) error { _, err := w.Write(book); return err }
		return &rendered{table.XLSXMediaType, attachment(result.Filename, ".xlsx"), int64(len(book)), write}, err
	}
	return &rendered{contentType: jsonMediaType, length: result.SizeJSON(math.MaxInt64), write: result.WriteJSON}, nil
}

// lengthWriter counts the bytes that are written to it.
type lengthWriter int64

func (w *lengthWriter) Write(p []byte) (int, error) {
	*w += lengthWriter(len(p))
	return len(p), nil
}

// sheetFactor is the most memory that a workbook takes while it is made, as a multiple
// of the size of the result's JSON.
const sheetFactor = 7

// renderXLSX makes an XLSX workbook, one at a time: a large one takes a good deal of
// memory while it is made. The workbook is smaller than the result's JSON.
func (s *Server) renderXLSX(ctx context.Context, held *reservation, result *convert.Result) ([]byte, error) {
	rows, size := len(result.Rows), result.SizeJSON(math.MaxInt64)
	switch {
	case rows > s.config.SheetRows:
		return nil, badRequest("bad_request", fmt.Sprintf(
			"The document has %d rows, and XLSX answers at most %d; ask for application/json or text/csv.", rows, s.config.SheetRows))
	case sheetFactor*size+held.bytes > s.memory.accountMax():
		return nil, badRequest("bad_request", fmt.Sprintf(
			"The document's %d rows are too large for XLSX; ask for application/json or text/csv.", rows))
	}
	select {
	case s.sheets <- struct{}{}:
		defer func() { <-s.sheets }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	making := int(sheetFactor * size)
	if err := held.takeForAnswer(making); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err := table.WriteXLSX(ctx, &b, []*convert.Result{result}, false)
	held.giveBack(making - min(making, b.Cap()))
	return b.Bytes(), err
}
