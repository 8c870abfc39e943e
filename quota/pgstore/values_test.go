package pgstore

import (
	"bytes"
	"errors"
	"slices"
	"testing"
	"time"
)

// FuzzArray checks that whatever a server sends as an array is decoded or refused, and that a decoded array
// is the same after it was encoded and decoded again.
func FuzzArray(f *testing.F) {
	for _, array := range [][][]byte{{}, {{}}, {nil, {1, 2}, {}}} {
		p, err := encode(array)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(p.value)
		f.Add(p.value[:len(p.value)-1])
	}
	f.Fuzz(func(t *testing.T, sent []byte) {
		var array [][]byte
		if err := decode(sent, &array); err != nil {
			if !errors.Is(err, errValue) {
				t.Errorf("decode() = %v, want errValue", err)
			}
			return
		}
		p, err := encode(array)
		if err != nil {
			t.Fatal(err)
		}
		var again [][]byte
		if err := decode(p.value, &again); err != nil {
			t.Fatal(err)
		}
		same := func(a, b []byte) bool { return (a == nil) == (b == nil) && bytes.Equal(a, b) }
		if (again == nil) != (array == nil) || !slices.EqualFunc(again, array, same) {
			t.Errorf("%x came back as %x", array, again)
		}
	})
}

// A value that the database sends in another form than was asked for is refused, and so is NULL.
func TestDecodeRefuses(t *testing.T) {
	for _, value := range [][]byte{nil, {}, {1, 2}, bytes.Repeat([]byte{1}, 9)} {
		for _, into := range []any{new(bool), new(int64), new(time.Time)} {
			if err := decode(value, into); !errors.Is(err, errValue) {
				t.Errorf("decode(%x) into %T = %v, want errValue", value, into, err)
			}
		}
	}
	if err := scan([][]byte{{1}, {1}}, new(bool)); err == nil {
		t.Error("scan() of two columns into one value = nil")
	}
	if _, err := encode(struct{}{}); err == nil {
		t.Error("encode() of a struct = nil")
	}
}
