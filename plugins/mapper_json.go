package plugins

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// jsonReader reads JSON (RFC 8259) from beginning to end, strictly, and tells
// where it is wrong. The data is valid UTF-8.
//
// Package encoding/json takes keys in any case, the last of two with the same
// name, and null for everything; and it tells nothing of the place in terms of
// rows and columns.
type jsonReader struct {
	data string // strings without escapes are parts of it
	at   int
}

// maxDepth bounds how deep values are nested.
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

// peek is the first byte of what follows, 0 at the end.
func (r *jsonReader) peek() byte {
	r.space()
	if r.at == len(r.data) {
		return 0
	}
	return r.data[r.at]
}

// kind names what follows.
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

// known reports whether what follows begins as JSON does.
func (r *jsonReader) known() bool {
	kind := r.kind()
	return kind != "no JSON" && kind != "cut off"
}

// fault is an error of syntax at the current place.
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

// open reads the bracket that begins a value, which what names.
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

// end makes sure that nothing follows.
func (r *jsonReader) end() error {
	if r.peek(); r.at < len(r.data) {
		return r.fault("the end")
	}
	return nil
}

// more reports whether a value follows in an object or array, or its end, which
// it reads.
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

// member reads the name of an object's next member and the colon behind it.
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

// object reads an object; member has to read the value of each member.
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

// array reads an array; element has to read each element. n counts from 0.
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

// string reads a string, which what names.
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

// unescape gives the string from the quote at from to before r.at.
func (r *jsonReader) unescape(from int) (string, error) {
	quoted := r.data[from:r.at]
	wrong := func(offset int, want string) error {
		r.at = from + offset
		return r.fault(want)
	}
	unit := func(i int) (rune, bool) { // of UTF-16, escaped at i
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

// number reads a number, which what names.
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

// bool reads a truth value, which what names.
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
