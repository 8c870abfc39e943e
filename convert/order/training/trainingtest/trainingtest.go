// Package trainingtest holds what the tests of commands that fit weights share.
package trainingtest

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"lineitem/convert/order/training"
)

// Fold is the fold of one of the two orders in Folder's folder, and Held is the file name of that order.
const (
	Fold = "1"
	Held = "bela-02.pdf"
)

// Folder makes a folder of two orders, one of them with a fold.
func Folder(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for _, name := range []string{"docs/anna-01.pdf", "docs/" + Held, "truth/anna-01.json", "truth/bela-02.json"} {
		data, err := os.ReadFile(filepath.Join("../../../../testdata/training", name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(folder, name), data)
	}
	write(t, filepath.Join(folder, "folds.tsv"), []byte("file\tfold\n"+Held+"\t"+Fold+"\n"))
	return folder
}

func write(t *testing.T, file string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// FitsTheSameTwice runs a command with further arguments, runs it again with -check, which must
// succeed, and once more against changed weights, which must fail. It returns what the first run printed.
func FitsTheSameTwice(t *testing.T, c *training.Command, args ...string) (printed string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "weights")
	args = append([]string{"-o", file}, args...)
	var out, errors bytes.Buffer
	if status := c.Run(args, &out, &errors); status != 0 {
		t.Fatalf("%s %q ends with %d: %s", c.Name, args, status, &errors)
	}
	weights, err := os.ReadFile(file)
	if err != nil || len(weights) == 0 {
		t.Fatalf("%s %q writes %d bytes of weights (%v)", c.Name, args, len(weights), err)
	}
	args = append([]string{"-check"}, args...)
	if status := c.Run(args, &bytes.Buffer{}, &errors); status != 0 {
		t.Errorf("%s %q ends with %d: %s", c.Name, args, status, &errors)
	}
	if err := os.WriteFile(file, append(weights, 0), 0o644); err != nil {
		t.Fatal(err)
	}
	if status := c.Run(args, &bytes.Buffer{}, &errors); status != 1 {
		t.Errorf("%s %q ends with %d where other weights are in the file, want 1", c.Name, args, status)
	}
	return out.String()
}
