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

// TestLimitsAreTold checks that a file with more than the limits allow is
// refused, not taken for an empty document, which would be charged for.
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

// TestHostileDocumentsAreBounded reads documents that once made the reader use up
// all memory or run for minutes: each must take bounded memory.
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
