package lexicon

import (
	"os"
	"slices"
	"strings"
	"testing"

	"lineitem/convert/order/textnorm"
)

// TestFiles checks that the files are well formed, and that their phrases are folded
// like the words that are looked up.
func TestFiles(t *testing.T) {
	names, err := os.ReadDir("words")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range names {
		text, err := os.ReadFile("words/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		all := map[string][]section{}
		if err := parse(all, strings.TrimSuffix(f.Name(), ".txt"), string(text)); err != nil {
			t.Error(err)
		}
		for concept, sections := range all {
			seen := map[string]bool{}
			for e := range entriesOf(sections) {
				if e.Phrase != textnorm.Fold(e.Phrase) {
					t.Errorf("%s: %s: %q is not folded: %q", f.Name(), concept, e.Phrase, textnorm.Fold(e.Phrase))
				}
				if seen[e.Phrase] {
					t.Errorf("%s: %s: %q stands there twice", f.Name(), concept, e.Phrase)
				}
				seen[e.Phrase] = true
			}
		}
	}
}

// needed lists the concepts without which orders in a language can be read only in
// part.
var needed = []string{
	"parties.buyer_issues", "parties.supplier_issues",
	"labels.number", "labels.date", "labels.delivery", "labels.terms",
	"items.heading.code", "items.heading.description", "items.heading.quantity", "items.heading.price", "items.heading.total",
	"parties.buyer", "parties.supplier", "parties.ship_to", "parties.bill_to",
	"totals.subtotal", "totals.tax", "totals.shipping", "totals.total",
	"value.month.1", "value.month.2", "value.month.3", "value.month.4", "value.month.5", "value.month.6",
	"value.month.7", "value.month.8", "value.month.9", "value.month.10", "value.month.11", "value.month.12",
}

// partial lists the languages of which only some words are known, such as legal forms
// and titles of documents.
var partial []string

// TestLanguagesAreComplete checks that a language has phrases for every needed concept,
// or is listed as partial.
func TestLanguagesAreComplete(t *testing.T) {
	names, err := os.ReadDir("words")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range names {
		language := strings.TrimSuffix(f.Name(), ".txt")
		if language == "mul" {
			continue
		}
		var missing []string
		for _, concept := range needed {
			has := false
			for e := range Entries(concept) {
				has = has || e.Language == language
			}
			if !has {
				missing = append(missing, concept)
			}
		}
		switch known := slices.Contains(partial, language); {
		case !known && len(missing) > 0:
			t.Errorf("%s has no phrases for %s", f.Name(), strings.Join(missing, ", "))
		case known && len(missing) == 0:
			t.Errorf("%s is complete: remove it from partial", f.Name())
		}
	}
}

func TestParse(t *testing.T) {
	all := map[string][]section{}
	if err := parse(all, "en", "# English\n[a.b]\nqty, order qty,\nunits\n\n[a.b 0.5]\n#\nitem #\n"); err != nil {
		t.Fatal(err)
	}
	want := []Entry{{"qty", 1, "en"}, {"order qty", 1, "en"}, {"units", 1, "en"}, {"item #", 0.5, "en"}}
	if got := slices.Collect(entriesOf(all["a.b"])); !slices.Equal(got, want) {
		t.Errorf("entries are %v, want %v", got, want)
	}
	for _, bad := range []string{"qty", "[a 2]\nqty", "[a x]\nqty"} {
		if parse(all, "en", bad) == nil {
			t.Errorf("%q has no error", bad)
		}
	}
}
