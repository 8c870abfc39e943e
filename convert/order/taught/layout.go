package taught

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"lineitem/convert/order/value"
)

// Version is that of the stored form that is written and read.
const Version = 1

// MaxBytes is the size of a stored layout at most.
const MaxBytes = 64 << 10

// Layout is what is remembered of one layout. It is not changed once it is made.
type Layout struct {
	Version  int    `json:"version"`
	ID       string `json:"id"`
	Name     string `json:"name"`     // told to people; by default the issuer's
	Examples int    `json:"examples"` // how many documents it was learned from
	Print    Print  `json:"print"`
	// Custom is how its documents write dates and numbers, where one of them showed it.
	Custom value.Custom `json:"custom,omitzero"`
	Fields []FieldRule  `json:"fields,omitempty"`
	Items  *ItemRule    `json:"items,omitempty"`
}

// RowsError says that rows cannot be learned from.
type RowsError struct {
	Reason string // a sentence without a full stop that says what to do
}

func (e *RowsError) Error() string { return e.Reason }

// Parse reads a layout that Encode wrote. Errors say what is wrong with it.
func Parse(data []byte) (*Layout, error) {
	if len(data) > MaxBytes {
		return nil, fmt.Errorf("the layout has %d bytes, but %d are the most", len(data), MaxBytes)
	}
	l := new(Layout)
	if err := json.Unmarshal(data, l); err != nil {
		return nil, errors.New("this is no layout: export one to see the form")
	}
	if l.Version != Version {
		return nil, fmt.Errorf("the layout is of version %d, but only %d can be read", l.Version, Version)
	}
	return l, nil
}

// Encode is the layout's stored form.
func (l *Layout) Encode() ([]byte, error) { return json.Marshal(l) }

// idOf makes the name of a layout from its print.
func idOf(p Print) string {
	h := sha256.New()
	binary.Write(h, binary.BigEndian, p)
	return "ly_" + hex.EncodeToString(h.Sum(nil)[:8])
}
