package taught

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/order/schema"
)

// Bounds of what a stored layout may hold, beyond anything that is learned: nothing that is
// read from a file may lead to endless work or to an index out of range.
const (
	maxName   = 200     // bytes of a layout's name
	maxText   = 1000    // bytes of any other text
	maxNumber = 1 << 20 // of the magnitude of any number
	maxList   = 1000    // members of a list
)

// isID reports whether a text is the id of a layout.
func isID(s string) bool {
	digits, ok := strings.CutPrefix(s, idPrefix)
	return ok && len(digits) == 16 && strings.Trim(digits, "0123456789abcdef") == ""
}

// check returns an error if the layout holds anything that no learned layout can hold.
func (l *Layout) check() error {
	switch {
	case !isID(l.ID):
		return fmt.Errorf("an id other than %s and sixteen hexadecimal digits", idPrefix)
	case l.Name == "" || len(l.Name) > maxName:
		return fmt.Errorf("a name that is empty or has more than %d bytes", maxName)
	case l.Examples < 1:
		return errors.New("no example")
	}
	return errors.Join(l.Fingerprint.check(), checkValue(reflect.ValueOf(l).Elem()))
}

// check returns an error if no layout can have such a fingerprint.
func (p Fingerprint) check() error {
	if len(p) == 0 || len(p) > maxKept {
		return fmt.Errorf("a print of %d words, want 1 to %d", len(p), maxKept)
	}
	for i := range p {
		if p[i].Kind >= Any {
			return errors.New("a word of the print of an unknown kind")
		}
		if i > 0 && comparePlaces(p[i-1], p[i]) > 0 {
			return errors.New("words of the print out of order")
		}
	}
	return nil
}

// check returns an error if the rule refers to a kind of line or a part of line items that does
// not exist.
func (r *ItemRule) check() error {
	for _, l := range r.Chain {
		if min(l.From, l.To) < 0 || max(l.From, l.To) >= len(r.Kinds) {
			return errors.New("an unknown kind of line")
		}
	}
	for i := range r.Kinds {
		if k := &r.Kinds[i]; k.Part > heads || k.Part == ends && len(k.Slots) == 0 {
			return errors.New("an unknown part of line items")
		}
	}
	return nil
}

// checkValue returns an error if any part of a layout is out of bounds.
func checkValue(v reflect.Value) error {
	switch part := v.Addr().Interface().(type) {
	case *Fingerprint:
		return nil
	case *ItemRule:
		if err := part.check(); err != nil {
			return err
		}
	case *schema.Field:
		if *part < 0 || *part >= schema.NumFields {
			return errors.New("an unknown column")
		}
	}
	var n float64
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return checkValue(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if err := checkValue(v.Field(i)); err != nil {
				return err
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if i == maxList {
				return fmt.Errorf("a list of %d members, want at most %d", v.Len(), maxList)
			}
			if err := checkValue(v.Index(i)); err != nil {
				return err
			}
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n = float64(v.Int())
	case reflect.Float32, reflect.Float64:
		n = v.Float()
	case reflect.String:
		if s := v.String(); len(s) > maxText || !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl) {
			return fmt.Errorf("a text of more than %d bytes, or with characters that cannot be printed", maxText)
		}
	}
	if !(math.Abs(n) <= maxNumber) {
		return fmt.Errorf("the number %v, which is beyond any page", n)
	}
	return nil
}
