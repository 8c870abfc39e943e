package plugins

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

func TestTrimRemovesTheOldest(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "cache [1")
	for _, name := range []string{"wazero-1", "wazero-2"} {
		if err := os.MkdirAll(filepath.Join(folder, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "other"), make([]byte, 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	for i, name := range []string{"wazero-2/a", "wazero-1/b", "wazero-2/c", "wazero-1/d"} { // from the oldest
		name = filepath.Join(folder, name)
		if err := os.WriteFile(name, make([]byte, 100), 0o600); err != nil {
			t.Fatal(err)
		}
		written := now.Add(time.Duration(i-10) * time.Minute)
		if err := os.Chtimes(name, written, written); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		most int64
		want []string
	}{
		{400, []string{"other", "wazero-1/b", "wazero-1/d", "wazero-2/a", "wazero-2/c"}},
		{399, []string{"other", "wazero-1/b", "wazero-1/d", "wazero-2/c"}},
		{150, []string{"other", "wazero-1/d"}},
		{0, []string{"other"}},
	} {
		trim(folder, test.most)
		var left []string
		for _, pattern := range []string{"*", "*/*"} {
			names, _ := fs.Glob(os.DirFS(folder), pattern)
			for _, name := range names {
				if info, err := os.Stat(filepath.Join(folder, name)); err == nil && info.Mode().IsRegular() {
					left = append(left, name)
				}
			}
		}
		slices.Sort(left)
		if !slices.Equal(left, test.want) {
			t.Errorf("trim to %d bytes leaves %q, want %q", test.most, left, test.want)
		}
	}
}
