package drawn

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/tetratelabs/wazero"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/pdfium"
	"lineitem/convert/pdftext"
	"lineitem/convert/testenv"
	"lineitem/plugins"
)

// TestDrawnWordsAreRead checks that an order drawn in either way is read as its text layer
// says, except for a few words, and that the same file gives the same words.
func TestDrawnWordsAreRead(t *testing.T) {
	testenv.Long(t, "recognises pictures")
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "testdata", "orders", "us-hospital.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := pdftext.Read(t.Context(), data, pdftext.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	cache := wazero.NewCompilationCache()
	defer cache.Close(context.Background())
	c := &convert.Converter{Recognizer: plugins.NewOCR(plugins.Options{Cache: cache}), Renderer: &pdfium.Library{Cache: cache}}
	for _, way := range Ways() {
		read := func() *doc.Document {
			d, err := (&Reader{Way: way, Renderer: c.Renderer, Pictures: c}).Document(t.Context(), data)
			if err != nil {
				t.Fatal(err)
			}
			return d
		}
		d := read()
		if len(d.Pages) != len(text.Pages) {
			t.Fatalf("%v: %d pages, want %d", way, len(d.Pages), len(text.Pages))
		}
		words, lost := 0, 0
		for n, p := range text.Pages {
			left := d.Pages[n].Words
			for _, w := range p.Words {
				words++
				if i := slices.IndexFunc(left, func(l doc.Word) bool { return l.Text == w.Text }); i >= 0 {
					left = slices.Delete(slices.Clone(left), i, i+1)
				} else {
					lost++
				}
			}
		}
		if 20*lost > words {
			t.Errorf("%v: %d of %d words are lost, want one of twenty at most", way, lost, words)
		}
		if !reflect.DeepEqual(d, read()) {
			t.Errorf("%v: drawn again, other words are read", way)
		}
	}
}

func TestNamed(t *testing.T) {
	for _, way := range Ways() {
		if got, err := Named(way.String()); got != way || err != nil {
			t.Errorf("Named(%q) = %v, %v", way, got, err)
		}
	}
	if _, err := Named("faxed"); err == nil {
		t.Error(`Named("faxed") gives no error`)
	}
}
