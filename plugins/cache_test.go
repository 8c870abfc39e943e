package plugins

import (
	"context"
	"image"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// readWith reads a strip with a recognizer that is compiled with a cache.
func readWith(t *testing.T, folder string) error {
	t.Helper()
	cache, err := OpenCache(folder)
	o := NewOCR(Options{Module: readTestdata(t, "well.wasm"), Cache: cache})
	defer cache.Close(context.Background())
	defer o.Close(context.Background())
	if _, err := o.Recognize(t.Context(), []*image.Gray{blank(40, 32)}); err != nil {
		t.Errorf("Recognize with a cache in %q: %v", folder, err)
	}
	return err
}

func cached(t *testing.T, folder string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "wazero-*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestCacheKeepsWhatIsCompiled(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new", "cache")
	for range 2 {
		if err := readWith(t, folder); err != nil {
			t.Fatalf("OpenCache(%q): %v", folder, err)
		}
		if names := cached(t, folder); len(names) != 1 {
			t.Errorf("the cache holds %q, want one file", names)
		}
	}
}

// A damaged file in the cache costs time to compile again, but does not fail the conversion.
func TestDamagedCacheIsPassedOver(t *testing.T) {
	folder := t.TempDir()
	readWith(t, folder)
	name := cached(t, folder)[0]
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(whole) {
		if n > 64 && n%97 != 0 {
			continue
		}
		damaged := append([]byte(nil), whole[:n]...)
		if err := os.WriteFile(name, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		readWith(t, folder)
	}
}

// A cache folder that cannot be used is reported, and the conversion succeeds without it.
func TestUnusableCache(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	shared := t.TempDir()
	if err := os.Chmod(shared, 0o777); err != nil {
		t.Fatal(err)
	}
	folders := []string{file, filepath.Join(file, "below")}
	if runtime.GOOS != "windows" {
		folders = append(folders, shared)
	}
	for _, folder := range folders {
		if err := readWith(t, folder); err == nil {
			t.Errorf("OpenCache(%q): no error", folder)
		}
	}
	if err := readWith(t, ""); err != nil {
		t.Errorf(`OpenCache("") = %v`, err)
	}
}
