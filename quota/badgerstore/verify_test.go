package badgerstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"lineitem/convert/testenv"
	"lineitem/quota"
)

// The test binary also serves as a process that dies with an open store, and as one that
// opens a damaged store.
func init() {
	if len(os.Args) != 3 {
		return
	}
	var err error
	switch dir := os.Args[2]; os.Args[1] {
	case "fill":
		_, err = fill(dir)
	case "fill-and-close":
		var s *Store
		if s, err = fill(dir); err == nil {
			err = s.Close()
		}
	case "open":
		err = readAll(dir)
	default:
		return
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	os.Exit(0)
}

const filled = 450 // accounts of 10 KB, each hundredth of 40 KB: enough for tables, two logs and a value log

func fill(dir string) (*Store, error) {
	s, err := Open(dir, Options{NoSync: true})
	if err != nil {
		return nil, err
	}
	for i := range filled {
		id := fmt.Sprintf("account-%03d", i)
		size := 10_000
		if i%100 == 99 {
			size = 40_000
		}
		err := s.Update(context.Background(), id, quota.RequestID{}, func(tx *quota.Tx) error {
			tx.Account = &quota.Account{ID: id, Name: strings.Repeat("n", size)}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return s, nil
}

// readAll returns an error unless all accounts are there as they were written.
func readAll(dir string) error {
	s, err := Open(dir, Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	n := 0
	for a, err := range s.Accounts(context.Background()) {
		if err != nil {
			return err
		}
		if strings.Trim(a.Name, "n") != "" || a.ID != fmt.Sprintf("account-%03d", n) {
			return fmt.Errorf("account %d is not as it was written", n)
		}
		n++
	}
	if n != filled {
		return fmt.Errorf("there are %d of %d accounts", n, filled)
	}
	return nil
}

// damages are ways to damage a file whose contents end at end, except for zeros after it.
var damages = []struct {
	name string
	make func(data []byte, end int) []byte
}{
	{"first-bytes", func(b []byte, end int) []byte { return flip(b, min(2, end-1)) }},
	{"quarter", func(b []byte, end int) []byte { return flip(b, end/4) }},
	{"middle", func(b []byte, end int) []byte { return flip(b, end/2) }},
	{"last-byte", func(b []byte, end int) []byte { return flip(b, end-1) }},
	{"cut", func(b []byte, end int) []byte { return b[:end/2] }},
	{"zeros", func(b []byte, end int) []byte { clear(b[end/3 : end/2]); return b }},
	{"emptied", func([]byte, int) []byte { return nil }},
}

func flip(b []byte, at int) []byte {
	b[at] ^= 0x10
	return b
}

// Damaged files, whatever the damage and wherever it is, are reported in a sentence that
// names one of them. A store that opens has all that it acknowledged, except perhaps the
// end of its newest log, since such damage looks like what a crash leaves.
func TestDamagedFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("opens a hundred stores")
	}
	if runtime.GOOS == "windows" {
		t.Skip("Windows does not let such files be copied")
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, how := range testenv.Either([]string{"fill"}, []string{"fill", "fill-and-close"}) {
		dir := filepath.Join(t.TempDir(), "accounts")
		if text, err := exec.Command(program, how, dir).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", how, err, text)
		}
		// The last file of each kind, and the first log: how many logs there are
		// depends on how far Badger has come with turning them into tables.
		kinds := map[string]string{}
		files := map[string]sparseFile{}
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			files[e.Name()] = readSparse(t, filepath.Join(dir, e.Name()))
			switch kind := filepath.Ext(e.Name()); kind {
			case ".mem":
				if newest, known := kinds["newest .mem"]; known && kinds["first .mem"] == "" {
					kinds["first .mem"] = newest
				}
				kinds["newest .mem"] = e.Name()
			case "":
				kinds[e.Name()] = e.Name() // MANIFEST, KEYREGISTRY, DISCARD, LOCK
			default:
				kinds[kind] = e.Name()
			}
		}
		for kind, name := range kinds {
			end := len(files[name].data)
			if end == 0 || !testenv.RequireAll() && kind != "newest .mem" && kind != "MANIFEST" {
				continue
			}
			for _, d := range damages {
				t.Run(strings.Join([]string{how, name, d.name}, "/"), func(t *testing.T) {
					copied := filepath.Join(t.TempDir(), "accounts")
					if err := os.Mkdir(copied, 0o700); err != nil {
						t.Fatal(err)
					}
					for each, f := range files {
						if each == name {
							f.data = d.make(slices.Clone(f.data), end)
							if len(f.data) < end {
								f.size = len(f.data)
							}
						}
						f.write(t, filepath.Join(copied, each))
					}
					// In a process of its own, since Badger ends the process on some damage.
					text, err := exec.Command(program, "open", copied).CombinedOutput()
					cutOff := kind == "newest .mem" && (d.name == "last-byte" || d.name == "cut" || d.name == "emptied")
					switch {
					case err == nil:
					case bytes.Contains(text, []byte("goroutine")):
						t.Errorf("opening it panics: %.1000s", text)
					case bytes.Contains(text, []byte("there are")) && cutOff:
					case !bytes.Contains(text, []byte("opening ")) && !bytes.Contains(text, []byte(ErrDamaged.Error())):
						t.Errorf("opening it says %.1000s", text)
					}
				})
			}
		}
	}
}

// A sparseFile is a file that ends in a hole: Badger's logs have megabytes of zeros.
type sparseFile struct {
	data []byte // without the zeros at the end
	size int    // in bytes, including these zeros
}

func readSparse(t *testing.T, path string) sparseFile {
	t.Helper()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return sparseFile{slices.Clone(bytes.TrimRight(whole, "\x00")), len(whole)}
}

func (f sparseFile) write(t *testing.T, path string) {
	t.Helper()
	if err := os.WriteFile(path, f.data, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, int64(f.size)); err != nil {
		t.Fatal(err)
	}
}

// A store that is already open is reported as in use, not as damaged: its files may be in
// any state and are not read.
func TestInUseIsNotDamaged(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "accounts")
	s, err := Open(dir, Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := Open(dir, Options{}); !errors.Is(err, ErrInUse) {
		t.Errorf("Open() of a store that is open = %v, want ErrInUse", err)
	}
}

func FuzzTable(f *testing.F) {
	dir := filepath.Join(f.TempDir(), "accounts")
	s, err := fill(dir)
	if err != nil {
		f.Fatal(err)
	}
	s.Close()
	names, _ := filepath.Glob(filepath.Join(dir, "*.sst"))
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		if version, err := readTable(name, data); err != nil || version == 0 {
			f.Fatalf("readTable(%s) = %d, %v, want a version", name, version, err)
		}
		f.Add(data[max(0, len(data)-4096):]) // its index
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) <= 1<<16 {
			readTable("table", data)
		}
	})
}

func FuzzLog(f *testing.F) {
	dir := filepath.Join(f.TempDir(), "accounts")
	s, err := Open(dir, Options{NoSync: true})
	if err != nil {
		f.Fatal(err)
	}
	defer s.Close()
	err = s.Update(f.Context(), "a", quota.RequestID{1}, func(tx *quota.Tx) error {
		tx.Account, tx.Request = &quota.Account{ID: "a"}, &quota.Request{}
		return nil
	})
	if err != nil {
		f.Fatal(err)
	}
	names, _ := filepath.Glob(filepath.Join(dir, "*.mem"))
	if len(names) == 0 {
		f.Fatal("there is no log")
	}
	data, err := os.ReadFile(names[0])
	if err != nil {
		f.Fatal(err)
	}
	data = bytes.TrimRight(data, "\x00")[logHeader:]
	if versions := endsAfter(data, 0); len(versions) != 1 {
		f.Fatalf("endsAfter() of a log with a change = %d, want one version", versions)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			return
		}
		for at := 0; at < len(data); {
			e, ok := parseEntry(data[at:])
			if !ok {
				break
			}
			if e.size <= 0 || e.size > len(data)-at {
				t.Fatalf("parseEntry() = %+v, of %d bytes", e, len(data)-at)
			}
			at += e.size
		}
		endsAfter(data, 0)
	})
}
