package hostile

import (
	"bytes"
	"strings"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/testenv"
)

// TestDocuments checks that each document is recognised as the kind its name
// says, and that it is small enough for the service to take it, so that it
// reaches its reader; only those named "larger-" exceed that size.
func TestDocuments(t *testing.T) {
	if testing.Short() {
		t.Skip("makes a gigabyte of documents")
	}
	names := map[string]bool{}
	for i, d := range Documents() {
		if names[d.Name] {
			t.Errorf("two documents are called %s", d.Name)
		}
		names[d.Name] = true
		if i%testenv.Either(36, 1) != 0 {
			continue
		}
		data := d.Make()
		want := doc.PDF
		for _, other := range []doc.Kind{doc.PNG, doc.JPEG, doc.WebP, doc.XML, doc.TIFF} {
			if strings.Contains(d.Name, string(other)) && !bytes.HasPrefix(data, []byte("%PDF")) {
				want = other
			}
		}
		if got := doc.Sniff(data); got != want {
			t.Errorf("Sniff(%s) = %q, want %q", d.Name, got, want)
		}
		if beyond := strings.HasPrefix(d.Name, "larger-"); len(data) > largest != beyond {
			t.Errorf("%s has %d bytes, and the largest document %d", d.Name, len(data), largest)
		}
	}
	if Make("nobody") != nil {
		t.Error("there is a document that nobody made")
	}
}
