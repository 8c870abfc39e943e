package othertest

import (
	"bytes"
	"strings"
	"testing"
)

// TestSameSeedSameDocument checks that a seed always gives the same document, and
// that each kind is generated.
func TestSameSeedSameDocument(t *testing.T) {
	kinds := map[string]bool{}
	for seed := range uint64(Kinds()) {
		d := Generate(seed)
		if again := Generate(seed); !bytes.Equal(d.PDF, again.PDF) {
			t.Errorf("seed %d gives two documents", seed)
		}
		kinds[d.Kind] = true
	}
	if len(kinds) != Kinds() {
		t.Errorf("%d seeds give %d kinds, want as many", Kinds(), len(kinds))
	}
}

// TestNothingIsLeftToDraw checks that everything in braces in a template is
// replaced, whichever alternatives are drawn.
func TestNothingIsLeftToDraw(t *testing.T) {
	for kind, template := range templates {
		switch kind {
		case "source", "python", "readme": // listings have braces of their own
			continue
		}
		for seed := range uint64(20) {
			text := strings.Join(newGenerator(seed).expand(template), "\n")
			if i := strings.IndexAny(text, "{}"); i >= 0 {
				t.Errorf("%s has braces: %q", kind, text[i:min(len(text), i+40)])
				break
			}
		}
	}
}
