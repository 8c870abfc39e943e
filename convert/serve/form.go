package serve

import (
	"errors"
	"fmt"
	"io"
	"math"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert"
)

// A form is one of the two shapes of a request's body.
type form struct {
	part      string // the name of the multipart body's part that is read
	maxModule int    // most bytes of a mapper that a multipart body may also hold; 0: none is read
	noun      string // what the part holds, in sentences for the client's user
	maxRows   int    // most bytes of the right rows that a body may also hold; 0: none are read
	rowsText  []byte // of those rows, once they are read; nil: there are none
	json      bool
	boundary  string // of a multipart body
	maxFile   int    // most bytes of the document
	maxBody   int64  // most bytes of the body
}

const (
	// overhead is how many bytes a multipart body may hold besides the document: its
	// boundaries, part headers, and further fields, which are not used.
	overhead = 64 << 10
	// maxPartHeader is the size of the largest header of a part, in bytes, including
	// what is read ahead of it and, for the first part, what precedes it.
	maxPartHeader = 16 << 10
	maxName       = 255 // bytes of a document's name
)

// formOf returns the form of a request with a document. Before the body is read, it
// refuses one that is larger than the largest document can make it.
func formOf(r *http.Request, maxFile int) (*form, error) { return formWithRows(r, maxFile, 0) }

// formWithRows is like formOf, for a body that may also hold rows, of that many bytes
// at most.
func formWithRows(r *http.Request, maxFile, rows int) (*form, error) {
	if r.ContentLength > maxJSON(maxFile)+int64(rows) { // whatever the form
		return nil, tooLarge("document", int64(maxFile))
	}
	if err := checkCoding(r); err != nil {
		return nil, err
	}
	mediaType, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || mediaType != "application/json" {
		f, err := multipartForm(r, "file", "document", maxFile+rows)
		if err == errNoMultipart {
			err = badRequest("bad_request",
				`Send the document as multipart/form-data with one part "file", or as application/json with "file_base64".`)
		}
		if err == nil {
			f.maxFile, f.maxRows = maxFile, rows
		}
		return f, err
	}
	return &form{
		noun: "document", json: true, maxRows: rows,
		maxFile: maxFile, maxBody: maxJSON(maxFile) + int64(rows),
	}, nil
}

// errNoMultipart reports that a body is not in the form that browsers send files in.
var errNoMultipart = badRequest("bad_request", "The form holds no file; choose one on the page.")

// multipartForm returns the form of a body in multipart/form-data of which one part is
// read. Like formOf, it refuses a body that is too large.
func multipartForm(r *http.Request, part, noun string, maxFile int) (*form, error) {
	f := &form{part: part, noun: noun, maxFile: maxFile, maxBody: int64(maxFile) + overhead}
	if err := checkCoding(r); err != nil {
		return nil, err
	}
	mediaType, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || mediaType != "multipart/form-data" || params["boundary"] == "" {
		return nil, errNoMultipart
	}
	if r.ContentLength > f.maxBody {
		return nil, f.tooLarge()
	}
	f.boundary = params["boundary"]
	return f, nil
}

func checkCoding(r *http.Request) error {
	if coding := r.Header.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		return badRequest("bad_request", "Send the body as it is, without Content-Encoding.")
	}
	return nil
}

func (f *form) tooLarge() *requestError { return tooLarge(f.noun, int64(f.maxFile)) }

// readInput reads the file into memory that it takes from held.
func (f *form) readInput(r *http.Request, held *reservation) (convert.Input, error) {
	body := &limitedBody{r: r.Body, left: f.maxBody}
	readForm := f.readMultipart
	if f.json {
		readForm = f.readJSON
	}
	in, err := readForm(body, announced(r), held)
	var known *requestError
	switch {
	case err == nil:
		in.Filename = cleanName(in.Filename)
		return in, nil
	case errors.As(err, &known):
		return in, err
	case body.exceeded:
		return in, f.tooLarge()
	case errors.Is(err, os.ErrDeadlineExceeded):
		return in, badRequest("bad_request", "The "+f.noun+" did not arrive in time.")
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return in, badRequest("bad_request", "The body ends too early.")
	}
	return in, badRequest("bad_request", "The body is not well formed.")
}

// announced returns the length of a request's body that its header states, in bytes,
// or math.MaxInt if it states none.
func announced(r *http.Request) int {
	if r.ContentLength < 0 {
		return math.MaxInt
	}
	return int(min(r.ContentLength, math.MaxInt))
}

// limitedBody is a body whose reader fails once it is longer than allowed.
type limitedBody struct {
	r        io.Reader
	left     int64 // bytes
	exceeded bool
}

var errBodyTooLong = errors.New("the body is too long")

func (l *limitedBody) Read(p []byte) (int, error) {
	if l.exceeded {
		return 0, errBodyTooLong
	}
	if int64(len(p)) > l.left+1 {
		p = p[:l.left+1]
	}
	n, err := l.r.Read(p)
	if int64(n) > l.left {
		l.exceeded = true
		return int(l.left), errBodyTooLong
	}
	l.left -= int64(n)
	return n, err
}

// readMultipart reads form A: the one part with a file. Nothing is written to disk.
func (f *form) readMultipart(body *limitedBody, length int, held *reservation) (in convert.Input, err error) {
	parts := multipart.NewReader(body, f.boundary)
	found := false
	for {
		part, err := nextPart(parts, body)
		if err == io.EOF {
			break
		}
		if err != nil {
			return in, err
		}
		switch part.FormName() {
		case f.part:
			if found {
				return in, badRequest("bad_request", fmt.Sprintf("Send one %s per request: there are several parts %q.", f.noun, f.part))
			}
			found = true
			if in.Data, err = f.readDocument(part, length, held); err != nil {
				return in, err
			}
			in.Filename = partName(part)
		case "file_base64":
			return in, badRequest("bad_request", `"file_base64" belongs in an application/json body; in a form send only the part "file".`)
		default:
			if err := f.readFurther(part, &in, length, held); err != nil {
				return in, err
			}
		}
	}
	// What follows the end of the form is read as part of the request, within the time
	// for uploading it: otherwise the answer would wait for it.
	if _, err := io.Copy(io.Discard, body); err != nil {
		return in, err
	}
	if !found {
		return in, badRequest("missing_file", fmt.Sprintf("There is no part named %q; send the %s under that name.", f.part, f.noun))
	}
	return in, nil
}

// readFurther reads a part other than the document's.
func (f *form) readFurther(part *multipart.Part, in *convert.Input, length int, held *reservation) error {
	switch name := part.FormName(); {
	case name == mapperPart && f.maxModule > 0:
		return f.readMapper(part, in, length, held)
	case name == rowsPart && f.maxRows > 0:
		return f.readRows(part, length, held)
	}
	_, err := io.Copy(io.Discard, part) // what browsers and workflow tools add
	return err
}

// rowsPart is the name of the part with the right rows of the document.
const rowsPart = "rows"

func (f *form) readRows(part io.Reader, length int, held *reservation) (err error) {
	if f.rowsText != nil {
		return badRequest("bad_request", `Send the rows once: there are several parts "rows".`)
	}
	f.rowsText, err = held.readAll(part, min(length, f.maxRows))
	if err == nil && len(f.rowsText) > f.maxRows {
		err = errManyRows
	}
	return err
}

// mapperPart is the name of the part with a mapper for the document.
const mapperPart = "mapper"

// readMapper reads a mapper. An empty part comes from a form in which no file was
// chosen, and is ignored.
func (f *form) readMapper(part io.Reader, in *convert.Input, length int, held *reservation) error {
	if in.Mapper != nil {
		return badRequest("bad_request", "Send one mapper per request.")
	}
	code, err := held.readAll(part, min(length, f.maxModule))
	switch {
	case err != nil:
		return err
	case len(code) > f.maxModule:
		return tooLarge("module", int64(f.maxModule))
	case len(code) > 0:
		in.Mapper = convert.NewModule(code)
	}
	return nil
}

// nextPart reads the header of the next part. Its memory is not counted, since it
// is small.
func nextPart(parts *multipart.Reader, body *limitedBody) (*multipart.Part, error) {
	rest := max(0, body.left-maxPartHeader)
	body.left -= rest
	part, err := parts.NextRawPart()
	if body.exceeded && rest > 0 {
		return nil, badRequest("bad_request", "The header of a form part is too long.")
	}
	body.left += rest
	return part, err
}

// readDocument reads a document to its end or its limit. length is the length of
// the body, in bytes.
func (f *form) readDocument(r io.Reader, length int, held *reservation) ([]byte, error) {
	b, err := held.readAll(r, min(length, f.maxFile))
	if err == nil && len(b) > f.maxFile {
		err = f.tooLarge()
	}
	return b, err
}

// partName returns the file name that the client gave to a part, in either of the
// ways in which it may be written (RFC 7578, 4.2).
func partName(p *multipart.Part) string {
	_, params, err := mime.ParseMediaType(p.Header.Get("Content-Disposition"))
	if err != nil {
		return ""
	}
	return params["filename"]
}

// cleanName returns the last element of a file's name without control characters and
// cut to maxName bytes, as it is used in answers, or "document" if nothing is left.
func cleanName(name string) string {
	name = strings.ToValidUTF8(name, "�")
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, name)
	if len(name) > maxName {
		end := maxName
		for !utf8.RuneStart(name[end]) {
			end--
		}
		name = name[:end]
	}
	if name == "" {
		return "document"
	}
	return name
}
