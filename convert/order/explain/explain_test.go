package main

import (
	"strings"
	"testing"
)

// TestExplain checks that the output names each value in the answer, and shows how the
// network sees the lines of items.
func TestExplain(t *testing.T) {
	var out, errors strings.Builder
	if status := run([]string{"../../../testdata/training/docs/bela-22.pdf"}, &out, &errors); status != 0 {
		t.Fatalf("status %d: %s", status, errors.String())
	}
	for _, want := range []string{"order on pages 1 to", "buyer\n", "total\n", "*", "readings of the line items", "network: ", "line items by the network", "begins", "[unit_price"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not shown", want)
		}
	}
	if status := run(nil, &out, &errors); status != 2 {
		t.Errorf("without a document the status is %d, want 2", status)
	}
	if status := run([]string{"missing.pdf"}, &out, &errors); status != 1 || !strings.Contains(errors.String(), "missing.pdf") {
		t.Errorf("status %d, %q", status, errors.String())
	}
}
