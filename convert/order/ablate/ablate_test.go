package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lineitem/convert/order/mechanism"
)

// TestEach checks that the figures are reported for the whole program and without each
// mechanism, and that all mechanisms are on again afterwards.
func TestEach(t *testing.T) {
	results := filepath.Join(t.TempDir(), "rows")
	var out, errors strings.Builder
	if status := run([]string{"-each", "-seeds", "2", "-results", results, "../../../testdata/taught"}, &out, &errors); status != 0 {
		t.Fatalf("status %d: %s", status, errors.String())
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if want := 3 + len(mechanism.All()); len(lines) != want {
		t.Errorf("%d lines, want %d:\n%s", len(lines), want, out.String())
	}
	for _, m := range mechanism.All() {
		if !strings.Contains(out.String(), m.Name()) || !m.On() {
			t.Errorf("%s is not told, or off now", m.Name())
		}
	}
	rows, err := os.ReadFile(results)
	if err != nil || !strings.Contains(string(rows), `"filename":"calloff-1.pdf"`) {
		t.Errorf("results: %v, %d bytes", err, len(rows))
	}
	if status := run(nil, &out, &errors); status != 2 {
		t.Errorf("without orders the status is %d, want 2", status)
	}
}

// TestOff checks that switching all mechanisms off changes the figures.
func TestOff(t *testing.T) {
	figures := func(off string) string {
		var out, errors strings.Builder
		if status := run([]string{"-off", off, "-seeds", "20"}, &out, &errors); status != 0 {
			t.Fatalf("status %d: %s", status, errors.String())
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		return strings.TrimSpace(strings.TrimPrefix(lines[len(lines)-1], off))
	}
	all := ""
	for i, m := range mechanism.All() {
		if i > 0 {
			all += ","
		}
		all += m.Name()
	}
	if with, without := figures("none"), figures(all); with == without {
		t.Errorf("with and without all mechanisms the figures are %s", with)
	}
}
