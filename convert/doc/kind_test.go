package doc

import "testing"

// TestSniff checks that the kind of a document is recognised by its bytes, XML in each
// encoding that it may have.
func TestSniff(t *testing.T) {
	for data, want := range map[string]Kind{
		"%PDF-1.7":                          PDF,
		"junk %PDF-1.7":                     PDF,
		"\x89PNG\r\n\x1a\n":                 PNG,
		"\xff\xd8\xff\xe0":                  JPEG,
		"RIFF\x00\x00\x00\x00WEBPVP8 ":      WebP,
		"<?xml version=\"1.0\"?><a/>":       XML,
		"\ufeff \n<?xml version=\"1.0\"?>":  XML,
		"<Order xmlns=\"urn:a\"/>":          XML,
		"<!-- note -->\n<a:b xmlns:a='c'>":  XML,
		"\xff\xfe<\x00?\x00x\x00m\x00l\x00": XML,
		"\xfe\xff\x00<\x00?\x00x\x00m\x00l": XML,
		"<html>Sign in":                     Unknown,
		"a < b":                             Unknown,
		"":                                  Unknown,
	} {
		if got := Sniff([]byte(data)); got != want {
			t.Errorf("Sniff(%q) = %q, want %q", data, got, want)
		}
	}
	for name, want := range map[string]Kind{"a.XML": XML, "a.pdf": PDF, "a.jpeg": JPEG, "xml": Unknown} {
		if got := Named(name); got != want {
			t.Errorf("Named(%q) = %q, want %q", name, got, want)
		}
	}
}
