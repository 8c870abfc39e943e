package main

import (
	"bytes"
	"testing"

	"lineitem/convert/pdfium"
)

// TestEmbeddedModule checks that the module embedded in the program is the one built
// from the current release of go-pdfium.
func TestEmbeddedModule(t *testing.T) {
	want, err := trimmed()
	if err != nil {
		t.Fatal(err)
	}
	got, err := pdfium.Module()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the embedded module has %d bytes, and convert/pdfium/build would make another one of %d", len(got), len(want))
	}
}

// TestTrimErrors checks that a damaged module gives an error.
func TestTrimErrors(t *testing.T) {
	const head = "\x00asm\x01\x00\x00\x00"
	for _, module := range []string{
		head + "\x0a",                                     // a section without a length
		head + "\x0a\x7f\x01",                             // a section that ends too early
		head + "\x02\x06\x01\x01a\x01b\x02",               // a memory import
		head + "\x09\x02\x01\x05",                         // a passive element segment
		head + "\x08\x01\x00\x0a\x05\x01\x03\x00\xff\x0b", // an unknown instruction
	} {
		if got, err := trim([]byte(module), nil); err == nil {
			t.Errorf("trim(%q) = %q, want an error", module, got)
		}
	}
}

// TestTrim checks that functions that are neither kept nor called by a kept one lose
// their code.
func TestTrim(t *testing.T) {
	const types = "\x01\x04\x01\x60\x00\x00\x03\x05\x04\x00\x00\x00\x00"
	const code = "\x0a\x13\x04\x04\x00\x10\x02\x0b\x04\x00\x10\x03\x0b\x02\x00\x0b\x04\x00\x01\x01\x0b"
	module := "\x00asm\x01\x00\x00\x00" + types + "\x07\x09\x02\x01a\x00\x00\x01b\x00\x01" + code
	want := "\x00asm\x01\x00\x00\x00" + types + "\x07\x05\x01\x01a\x00\x00" + // a, which calls function 2
		"\x0a\x11\x04\x04\x00\x10\x02\x0b\x03\x00\x00\x0b\x02\x00\x0b\x03\x00\x00\x0b"
	if got, err := trim([]byte(module), []string{"a"}); err != nil || string(got) != want {
		t.Errorf("trim(%q) = %q, %v, want %q", module, got, err, want)
	}
}
