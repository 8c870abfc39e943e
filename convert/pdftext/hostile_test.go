package pdftext

import (
	"context"
	"errors"
	"runtime"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/hostile"
	"lineitem/convert/testenv"
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

// Documents that made the reader take all memory, or run for minutes, cost a
// known amount.
func TestHostileDocumentsAreBounded(t *testing.T) {
	const most = 1 << 30 // bytes allocated over the whole reading
	for _, name := range []string{"one-part-many-times", "cmap-of-long-texts", "cmap-that-builds-on-itself", "cmap-that-builds-on-much", "vertical-widths-of-long-codes"}[:testenv.Either(2, 5)] {
		data := hostile.Make(name)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := Read(context.Background(), data, Limits{}); err != nil {
			t.Errorf("Read(%s) = %v", name, err)
		}
		runtime.ReadMemStats(&after)
		if got := after.TotalAlloc - before.TotalAlloc; got > most {
			t.Errorf("Read(%s) allocates %d MiB, want at most %d", name, got>>20, most>>20)
		}
	}
}
