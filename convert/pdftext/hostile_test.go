package pdftext

import (
	"context"
	"errors"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/hostile"
)

// A file that holds so much that nothing was read of it is refused: it is no
// empty document, which would be charged for.
func TestLimitsAreTold(t *testing.T) {
	for _, test := range []struct{ document, limit string }{
		{"flate-bomb", "decoded bytes"},
		{"thousand-filters", "filters"},
	} {
		_, err := Read(context.Background(), hostile.Make(test.document), Limits{})
		if got := (*doc.LimitError)(nil); !errors.As(err, &got) || got.Limit != test.limit {
			t.Errorf("Read(%s) = %v, want a limit of %s", test.document, err, test.limit)
		}
	}
}
