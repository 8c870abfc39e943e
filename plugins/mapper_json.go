package plugins

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// jsonReader reads JSON (RFC 8259) from beginning to end, strictly, and reports
// where it is wrong. The data must be valid UTF-8.
//
// Package encoding/json would accept keys in any case, the last of two members with
// the same name, and null for any value; and its errors do not say which row and
// column is wrong.
type jsonReader struct {
	data string // strings without escapes are returned as substrings of it
	at   int
}

// maxDepth bounds how deeply values are nested.
const maxDepth = 100

func (r *jsonReader) space() {
	for r.at < len(r.data) {
		switch r.data[r.at] {
		case ' ', '\t', '\n', '\r':
			r.at++
		default:
			return
		}
	}
}

// peek skips white space and returns the next byte without reading it, 0 at the end.
func (r *jsonReader) peek() byte {
	r.space()
	if r.at == len(r.data) {
		return 0
	}
	return r.data[r.at]
}

// kind names the kind of the value that follows.
func (r *jsonReader) kind() string {
	switch c := r.peek(); {
	case c == '{':
		return "an object"
	case c == '[':
		return "an array"
	case c == '"':
		return "a string"
	case c == 't', c == 'f':
		return "a boolean"
	case c == 'n':
		return "null"
	case c == '-', c >= '0' && c <= '9':
		return "a number"
	case c == 0 && r.at == len(r.data):
		return "cut off"
	}
	return "no JSON"
}

// known reports whether what follows begins like a JSON value.
func (r *jsonReader) known() bool {
	kind := r.kind()
	return kind != "no JSON" && kind != "cut off"
}

// fault returns a syntax error at the current position. want names what is missing there.
func (r *jsonReader) fault(want string) error {
	r.space()
	if r.at == len(r.data) {
		return fmt.Errorf("it ends after byte %d, where %s is missing", r.at, want)
	}
	line, column := 1, 1
	for _, c := range r.data[:r.at] {
		column++
		if c == '\n' {
			line, column = line+1, 1
		}
	}
	from := string(r.data[r.at:min(len(r.data), r.at+20)])
	return fmt.Errorf("line %d, byte %d of it: want %s, not %s", line, column, want, strconv.Quote(strings.ToValidUTF8(from, "")))
}

// open reads the bracket that begins a value; what names the value in errors.
func (r *jsonReader) open(bracket byte, what string) error {
	if r.peek() == bracket {
		r.at++
		return nil
	}
	kind := "an object"
	if bracket == '[' {
		kind = "an array"
	}
	if !r.known() {
		return r.fault(kind)
	}
	return fmt.Errorf("%s is %s, not %s", what, r.kind(), kind)
}

// end returns an error unless only white space follows.
func (r *jsonReader) end() error {
	if r.peek(); r.at < len(r.data) {
		return r.fault("the end")
	}
	return nil
}

// more reports whether another value follows in an object or array. It reads the
// comma before that value, or the closing bracket if there is none.
func (r *jsonReader) more(first bool, closing byte) (bool, error) {
	switch c := r.peek(); {
	case c == closing:
		r.at++
		return false, nil
	case first && c != 0:
		return true, nil
	case c == ',':
		r.at++
		return true, nil
	}
	return false, r.fault(fmt.Sprintf("%q or %q", ',', closing))
}

// member reads the name of an object's next member and the colon after it.
func (r *jsonReader) member(first bool) (name string, more bool, err error) {
	if more, err = r.more(first, '}'); !more || err != nil {
		return "", false, err
	}
	if r.peek() != '"' {
		return "", false, r.fault("a name in quotes")
	}
	if name, err = r.string("a name"); err != nil {
		return "", false, err
	}
	if r.peek() != ':' {
		return "", false, r.fault("':'")
	}
	r.at++
	return name, true, nil
}

// object reads an object. It calls member for each member, which has to read the value.
func (r *jsonReader) object(what string, member func(name string) error) error {
	if err := r.open('{', what); err != nil {
		return err
	}
	for first := true; ; first = false {
		name, more, err := r.member(first)
		if !more || err != nil {
			return err
		}
		if err := member(name); err != nil {
			return err
		}
	}
}

// array reads an array. It calls element for each element, which has to read it; n counts from 0.
func (r *jsonReader) array(what string, element func(n int) error) error {
	if err := r.open('[', what); err != nil {
		return err
	}
	for n := 0; ; n++ {
		if more, err := r.more(n == 0, ']'); !more || err != nil {
			return err
		}
		if err := element(n); err != nil {
			return err
		}
	}
}

// string reads a string; what names it in errors.
func (r *jsonReader) string(what string) (string, error) {
	if r.peek() != '"' {
		if r.known() {
			return "", fmt.Errorf("%s is %s, not a string", what, r.kind())
		}
		return "", r.fault("a string")
	}
	from := r.at
	escaped := false
	for r.at++; r.at < len(r.data); r.at++ {
		switch c := r.data[r.at]; {
		case c == '"':
			r.at++
			if !escaped {
				return r.data[from+1 : r.at-1], nil
			}
			return r.unescape(from)
		case c == '\\':
			escaped = true
			r.at++
		case c < ' ':
			return "", r.fault("a string without control characters")
		}
	}
	r.at = len(r.data)
	return "", r.fault("the end of a string")
}

// unescape returns the string whose opening quote is at from and whose closing
// quote is just before r.at.
func (r *jsonReader) unescape(from int) (string, error) {
	quoted := r.data[from:r.at]
	wrong := func(offset int, want string) error {
		r.at = from + offset
		return r.fault(want)
	}
	unit := func(i int) (rune, bool) { // the UTF-16 code unit of the \u escape at i
		if i+6 > len(quoted) || quoted[i] != '\\' || quoted[i+1] != 'u' {
			return 0, false
		}
		n, err := strconv.ParseUint(string(quoted[i+2:i+6]), 16, 32)
		return rune(n), err == nil
	}
	for i := 1; i < len(quoted)-1; i++ {
		if quoted[i] != '\\' {
			continue
		}
		switch quoted[i+1] {
		case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			i++
		case 'u':
			c, ok := unit(i)
			if !ok {
				return "", wrong(i, "four hexadecimal digits after \\u")
			}
			if low, ok := unit(i + 6); c >= 0xd800 && c < 0xdc00 && ok && low >= 0xdc00 && low < 0xe000 {
				i += 6
			} else if c >= 0xd800 && c < 0xe000 {
				return "", wrong(i, "a whole character")
			}
			i += 5
		default:
			return "", wrong(i, "a JSON escape sequence")
		}
	}
	var s string
	if err := json.Unmarshal([]byte(quoted), &s); err != nil {
		return "", wrong(0, "a string")
	}
	return s, nil
}

// number reads a number; what names it in errors.
func (r *jsonReader) number(what string) (float64, error) {
	if r.kind() != "a number" {
		return 0, fmt.Errorf("%s is %s, not a number", what, r.kind())
	}
	from := r.at
	if err := r.skip(); err != nil {
		return 0, err
	}
	v, err := strconv.ParseFloat(string(r.data[from:r.at]), 64)
	if err != nil {
		return 0, fmt.Errorf("%s is out of range", what)
	}
	return v, nil
}

// bool reads a boolean; what names it in errors.
func (r *jsonReader) bool(what string) (bool, error) {
	if r.kind() != "a boolean" {
		return false, fmt.Errorf("%s is %s, not a boolean", what, r.kind())
	}
	from := r.at
	err := r.skip()
	return r.data[from:r.at] == "true", err
}

var errDepth = errors.New("it is nested too deeply")

// skip reads any value.
func (r *jsonReader) skip() error { return r.skipWithin(maxDepth) }

func (r *jsonReader) skipWithin(depth int) error {
	if depth == 0 {
		return errDepth
	}
	switch c := r.peek(); {
	case c == '{':
		return r.object("", func(string) error { return r.skipWithin(depth - 1) })
	case c == '[':
		return r.array("", func(int) error { return r.skipWithin(depth - 1) })
	case c == '"':
		_, err := r.string("")
		return err
	}
	from := r.at
	for r.at < len(r.data) && strings.IndexByte(" \t\r\n,:]}", r.data[r.at]) < 0 {
		r.at++
	}
	if !json.Valid([]byte(r.data[from:r.at])) {
		r.at = from
		return r.fault("a value")
	}
	return nil
}
