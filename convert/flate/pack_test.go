package flate

import (
	"bytes"
	"testing"
)

// TestUnpack checks that packed data is smaller, and unpacks to what it was.
func TestUnpack(t *testing.T) {
	data := bytes.Repeat([]byte("purchase order, "), 10_000)
	packed := Pack(data)
	if len(packed) > len(data)/100 {
		t.Errorf("%d bytes are packed into %d", len(data), len(packed))
	}
	if got := Unpack(packed); got != string(data) {
		t.Errorf("Unpack returns %d other bytes, want %d", len(got), len(data))
	}
	if got := Unpack(Pack(nil)); len(got) != 0 {
		t.Errorf("Unpack of nothing returns %d bytes", len(got))
	}
}
