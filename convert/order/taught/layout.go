package taught

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"lineitem/convert/order/value"
)

// Version is the version of the stored form that is written and read.
const Version = 1

// MaxBytes is the greatest size of a stored layout.
const MaxBytes = 64 << 10

// Layout is what is remembered of one layout. It is immutable.
type Layout struct {
	Version     int         `json:"version"`
	ID          string      `json:"id"`
	Name        string      `json:"name"`     // shown to people; by default the issuer's
	Examples    int         `json:"examples"` // how many documents it was learned from
	Seen        []uint32    `json:"seen"`     // hashes of the most recent of these
	Fingerprint Fingerprint `json:"print"`
	// Conventions is how its documents write dates and numbers, if one of them showed it.
	Conventions value.Conventions `json:"custom,omitzero"`
	Fields      []FieldRule       `json:"fields,omitempty"`
	Items       *ItemRule         `json:"items,omitempty"`
}

// stored is the form of a layout in files and stores.
type stored struct {
	*Layout
	// Sum is the beginning of the SHA-256 of the layout's JSON without it. It reveals files
	// that were changed by mistake; it is no proof of who wrote them.
	Sum string `json:"sum"`
}

// RowsError reports that rows cannot be learned from.
type RowsError struct {
	Reason string // a sentence without a full stop that says what to do
}

func (e *RowsError) Error() string { return e.Reason }

// Encode returns the layout's stored form.
func (l *Layout) Encode() ([]byte, error) {
	data, err := json.Marshal(l)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	return append(data[:len(data)-1], `,"sum":"`+hex.EncodeToString(sum[:8])+`"}`...), nil
}

// sealed reports whether data is a stored form as Encode wrote it.
func sealed(data []byte) bool {
	from := bytes.LastIndex(data, []byte(`,"sum":`))
	if from < 0 {
		return false
	}
	sum := sha256.Sum256(append(data[:from:from], '}'))
	return string(data[from:]) == `,"sum":"`+hex.EncodeToString(sum[:8])+`"}`
}

// Parse reads a layout that Encode wrote. Errors say what is wrong with it and what to do.
func Parse(data []byte) (*Layout, error) {
	s, err := decode(data)
	if err != nil {
		return nil, err
	}
	if s.Version != Version {
		return nil, versionError(s.Version)
	}
	if !sealed(data) { // its JSON may have been reformatted
		again, err := s.Layout.Encode()
		if err != nil || !bytes.HasSuffix(again, []byte(`"`+s.Sum+`"}`)) {
			return nil, errors.New("the layout was changed after it was exported: export it again, and do not edit the file")
		}
	}
	if err := s.Layout.check(); err != nil {
		return nil, fmt.Errorf("the layout is invalid: %w; export it again", err)
	}
	return s.Layout, nil
}

// ParseFingerprint reads only the id and the fingerprint of a layout that Encode wrote, which is all that
// an Index needs, in a fraction of the time that Parse takes.
func ParseFingerprint(data []byte) (*Layout, error) {
	if !sealed(data) {
		return Parse(data)
	}
	var l struct {
		Version int
		ID      string
		Print   Fingerprint
	}
	if err := json.Unmarshal(data, &l); err != nil {
		return nil, err
	}
	if l.Version != Version {
		return nil, versionError(l.Version)
	}
	return &Layout{Version: l.Version, ID: l.ID, Fingerprint: l.Print}, l.Print.check()
}

func versionError(n int) error {
	if n == 0 {
		return errors.New("this is not a layout: send an exported file")
	}
	return fmt.Errorf("the layout is of version %d, but this program reads version %d: export it from a program of that version", n, Version)
}

// decode reads a stored layout. It returns an error if there are unknown members, or if
// anything follows the layout.
func decode(data []byte) (*stored, error) {
	if len(data) > MaxBytes {
		return nil, fmt.Errorf("the layout has more than %d bytes: send an exported file", MaxBytes)
	}
	s := &stored{Layout: new(Layout)}
	in := json.NewDecoder(bytes.NewReader(data))
	in.DisallowUnknownFields()
	switch err := in.Decode(s); {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return nil, errors.New("the layout ends too early: export it again")
	case err != nil && strings.Contains(err.Error(), "unknown field"):
		return nil, fmt.Errorf("the layout has an unknown member, %s: send an exported file", strings.TrimPrefix(err.Error(), "json: unknown field "))
	case err != nil:
		return nil, errors.New("this is not a layout: send an exported file")
	}
	if _, err := in.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows the layout: send the file as it was exported")
	}
	return s, nil
}

// isSmall reports whether the stored form has at most MaxBytes bytes.
func (l *Layout) isSmall() bool {
	data, err := l.Encode()
	return err == nil && len(data) <= MaxBytes
}

// idPrefix begins the ids of layouts; sixteen hexadecimal digits follow.
const idPrefix = "ly_"

// idOf returns the id of a layout, which is made from its fingerprint.
func idOf(p Fingerprint) string {
	h := sha256.New()
	binary.Write(h, binary.BigEndian, p)
	return idPrefix + hex.EncodeToString(h.Sum(nil)[:8])
}
