package electronic

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"lineitem/convert/doc"
)

// element is an element of an XML document.
type element struct {
	name, space string     // local name, and the namespace
	attributes  []xml.Attr // those listed in attributes
	text        string     // its own, without that of its children, at most maxText bytes, trimmed
	children    []*element
}

// attributes are the names of the attributes that are kept; no others matter for an order.
var attributes = [...]string{"unitCode", "currencyID", "format"}

// maxText is how much of an element's text is kept, bytes: more than four times the longest value.
const maxText = 128 << 10

// parse reads a document into elements.
func parse(ctx context.Context, data []byte, limits Limits) (*element, error) {
	data, err := toUTF8(data)
	if err != nil {
		return nil, err
	}
	in := &bounded{ctx: ctx, data: data, most: limits.Attributes}
	decoder := xml.NewDecoder(in)
	decoder.CharsetReader = charset
	t := tree{limits: limits}
	for {
		token, err := decoder.Token()
		switch {
		case errors.Is(err, io.EOF):
			if t.root == nil {
				return nil, &doc.FormatError{Reason: "the XML has no element"}
			}
			return t.root, nil
		case err != nil:
			return nil, in.fault(err)
		}
		if err := t.add(token); err != nil {
			return nil, err
		}
	}
}

// tree is the state of reading a document.
type tree struct {
	limits   Limits
	root     *element
	open     []*element
	elements int
	text     []byte // of the innermost open element, since its last child
}

// add adds a token.
func (t *tree) add(token xml.Token) error {
	switch token := token.(type) {
	case xml.Directive:
		return &doc.UnsupportedError{Feature: "XML with a document type declaration (DTD)"}
	case xml.StartElement:
		return t.start(token)
	case xml.EndElement:
		e := t.open[len(t.open)-1]
		e.text = strings.TrimSpace(string(t.text))
		t.text = t.text[:0]
		t.open = t.open[:len(t.open)-1]
	case xml.CharData:
		t.text = append(t.text, token[:min(len(token), maxText-len(t.text))]...)
	}
	return nil
}

func (t *tree) start(token xml.StartElement) error {
	switch {
	case t.elements == t.limits.Elements:
		return &doc.LimitError{Limit: "elements of XML", Max: int64(t.limits.Elements)}
	case len(t.open) == t.limits.Depth:
		return &doc.LimitError{Limit: "elements of XML in each other", Max: int64(t.limits.Depth)}
	}
	t.elements++
	e := &element{name: token.Name.Local, space: token.Name.Space}
	for _, a := range token.Attr {
		if slices.Contains(attributes[:], a.Name.Local) {
			e.attributes = append(e.attributes, a)
		}
	}
	switch {
	case len(t.open) > 0:
		outer := t.open[len(t.open)-1]
		outer.children = append(outer.children, e)
	case t.root != nil:
		return &doc.FormatError{Reason: "the XML has more than one root element"}
	default:
		t.root = e
	}
	t.open = append(t.open, e)
	t.text = t.text[:0]
	return nil
}

// bounded supplies a document byte by byte until ctx ends. It refuses elements with too many
// attributes before the decoder allocates memory for them.
type bounded struct {
	ctx   context.Context
	data  []byte
	at    int
	equal int // number of "=" since the last "<"
	most  int
}

// watched is the number of bytes between two checks of ctx.
const watched = 64 << 10

var errAttributes = errors.New("too many attributes")

// ReadByte implements io.ByteReader.
func (r *bounded) ReadByte() (byte, error) {
	if r.at%watched == 0 && r.ctx.Err() != nil {
		return 0, r.ctx.Err()
	}
	if r.at == len(r.data) {
		return 0, io.EOF
	}
	c := r.data[r.at]
	r.at++
	switch c {
	case '<':
		r.equal = 0
	case '=':
		if r.equal++; r.equal > r.most {
			return 0, errAttributes
		}
	}
	return c, nil
}

// Read implements io.Reader.
func (r *bounded) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if p[n], err = r.ReadByte(); err != nil {
			if n > 0 && errors.Is(err, io.EOF) {
				err = nil
			}
			return n, err
		}
		n++
	}
	return n, nil
}

// fault translates a decoder's error for users.
func (r *bounded) fault(err error) error {
	if r.ctx.Err() != nil {
		return r.ctx.Err()
	}
	if errors.Is(err, errAttributes) {
		return &doc.LimitError{Limit: "attributes of an XML element", Max: int64(r.most)}
	}
	if unsupported, ok := errors.AsType[*doc.UnsupportedError](err); ok {
		return unsupported
	}
	if syntax, ok := errors.AsType[*xml.SyntaxError](err); ok {
		return &doc.FormatError{Reason: fmt.Sprintf("the XML is malformed in line %d", syntax.Line)}
	}
	return &doc.FormatError{Reason: "the XML is malformed"}
}

// toUTF8 decodes UTF-16, which is recognised by a byte order mark or by a zero byte in the first character
// (XML 1.0, appendix F), and removes the byte order mark of UTF-8.
func toUTF8(data []byte) ([]byte, error) {
	endian := unicode.BigEndian
	switch {
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		return data[3:], nil
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("<\x00")):
		endian = unicode.LittleEndian
	case bytes.HasPrefix(data, []byte("\xfe\xff")), bytes.HasPrefix(data, []byte("\x00<")):
	default:
		return data, nil
	}
	text, err := unicode.UTF16(endian, unicode.UseBOM).NewDecoder().Bytes(data)
	if err != nil {
		return nil, &doc.FormatError{Reason: "the XML is no UTF-16"}
	}
	return text, nil
}

// charset decodes text declared to be in an encoding other than UTF-8.
func charset(label string, in io.Reader) (io.Reader, error) {
	switch strings.ToLower(label) {
	case "utf-16", "utf-16le", "utf-16be", "us-ascii", "ascii":
		return in, nil // UTF-16 was decoded before, and ASCII needs no decoding
	case "iso-8859-1", "latin1", "latin-1":
		return charmap.ISO8859_1.NewDecoder().Reader(in), nil
	case "iso-8859-15":
		return charmap.ISO8859_15.NewDecoder().Reader(in), nil
	case "windows-1252", "cp1252":
		return charmap.Windows1252.NewDecoder().Reader(in), nil
	}
	return nil, &doc.UnsupportedError{Feature: "XML in another encoding than UTF-8, UTF-16, ISO 8859-1, ISO 8859-15 and Windows-1252"}
}

// attribute returns the value of an attribute, or "" if there is none.
func (e *element) attribute(name string) string {
	for _, a := range e.attributes {
		if a.Name.Local == name {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

// A path leads from an element to descendants: names of elements separated by slashes.
// Each name may be several alternatives separated by bars.
type path string

// each calls yield for the elements that a path leads to, in document order, until yield returns
// false; each then returns false too. From a nil element a path leads nowhere.
func (e *element) each(p path, yield func(*element) bool) bool {
	if e == nil {
		return true
	}
	names, rest, deeper := strings.Cut(string(p), "/")
	for _, c := range e.children {
		switch {
		case !c.named(names):
		case deeper:
			if !c.each(path(rest), yield) {
				return false
			}
		default:
			if !yield(c) {
				return false
			}
		}
	}
	return true
}

// all returns the elements that a path leads to.
func (e *element) all(p path) (all []*element) {
	e.each(p, func(found *element) bool {
		all = append(all, found)
		return true
	})
	return all
}

// named reports whether an element has one of the names, which are separated by bars.
func (e *element) named(names string) bool {
	for {
		name, rest, more := strings.Cut(names, "|")
		if name == e.name {
			return true
		}
		if !more {
			return false
		}
		names = rest
	}
}

// first returns the first element that a path leads to, or nil if there is none.
func (e *element) first(p path) (first *element) {
	e.each(p, func(found *element) bool {
		first = found
		return false
	})
	return first
}

// at returns the text of the first element that a path leads to and that has any.
func (e *element) at(p path) (text string) {
	e.each(p, func(found *element) bool {
		text = found.text
		return text == ""
	})
	return text
}
