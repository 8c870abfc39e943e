package lexicon

import (
	"strings"
	"testing"

	"lineitem/convert/order/wording"
)

// The files are well formed, and their phrases are written as documents are
// looked up.
func TestFiles(t *testing.T) {
	names, err := files.ReadDir("words")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range names {
		text, err := files.ReadFile("words/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		all := map[string][]Entry{}
		if err := parse(all, strings.TrimSuffix(f.Name(), ".txt"), string(text)); err != nil {
			t.Error(err)
		}
		for concept, list := range all {
			seen := map[string]bool{}
			for _, e := range list {
				if e.Phrase != wording.Fold(e.Phrase) {
					t.Errorf("%s: %s: %q is not folded: %q", f.Name(), concept, e.Phrase, wording.Fold(e.Phrase))
				}
				if seen[e.Phrase] {
					t.Errorf("%s: %s: %q stands there twice", f.Name(), concept, e.Phrase)
				}
				seen[e.Phrase] = true
			}
		}
	}
}

func TestParse(t *testing.T) {
	all := map[string][]Entry{}
	if err := parse(all, "en", "# English\n[a.b]\nqty, order qty,\nunits\n\n[a.b 0.5]\n#\nitem #\n"); err != nil {
		t.Fatal(err)
	}
	want := []Entry{{"qty", 1, "en"}, {"order qty", 1, "en"}, {"units", 1, "en"}, {"item #", 0.5, "en"}}
	if len(all["a.b"]) != len(want) {
		t.Fatalf("got %v", all)
	}
	for i, e := range all["a.b"] {
		if e != want[i] {
			t.Errorf("entry %d is %v, want %v", i, e, want[i])
		}
	}
	for _, bad := range []string{"qty", "[a 2]\nqty", "[a x]\nqty"} {
		if parse(all, "en", bad) == nil {
			t.Errorf("%q has no error", bad)
		}
	}
}
