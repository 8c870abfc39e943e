package openapi

import (
	"bytes"
	"encoding/json"
)

// A member is one member of a JSON object.
type member[T any] struct {
	Name  string
	Value T
}

// ordered is a JSON object whose members keep the order in which they are written,
// which is the order in which people are to read them.
type ordered[T any] []member[T]

// UnmarshalJSON implements json.Unmarshaler.
func (o *ordered[T]) UnmarshalJSON(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		var m member[T]
		m.Name, _ = name.(string) // always a string within an object
		if err := d.Decode(&m.Value); err != nil {
			return err
		}
		*o = append(*o, m)
	}
	return nil
}

// find returns the value of the member with the given name, or nil.
func (o ordered[T]) find(name string) *T {
	for i := range o {
		if o[i].Name == name {
			return &o[i].Value
		}
	}
	return nil
}
