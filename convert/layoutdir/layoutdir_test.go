package layoutdir

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"lineitem/convert/order/taught"
)

// printOf returns a different print for each number.
func printOf(n int) taught.Fingerprint {
	var p taught.Fingerprint
	for i := range 40 {
		p = append(p, taught.Mark{Word: uint32(100*n + i), X: uint16(20 * i), Y: uint16(10 * i)})
	}
	return p
}

// layoutOf returns a layout with the print of that number.
func layoutOf(n, examples int) *taught.Layout {
	return &taught.Layout{Version: taught.Version, ID: fmt.Sprintf("ly_%016x", n), Name: fmt.Sprint("Company ", n), Examples: examples, Fingerprint: printOf(n)}
}

// learnOnce learns the layout with the given number.
func learnOnce(folder string, n int) error {
	_, _, err := Learn(context.Background(), folder, func(known *Layouts) (*taught.Lesson, error) {
		examples := 1
		if l, _ := known.Find(context.Background(), printOf(n)); l != nil {
			examples += l.Examples
		}
		return &taught.Lesson{Layout: layoutOf(n, examples)}, nil
	})
	return err
}

// TestLearn checks that what is learned is found again, also by a process that opened
// the folder before and watches it.
func TestLearn(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "layouts")
	if err := learnOnce(folder, 1); err != nil {
		t.Fatal(err)
	}
	l, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	told := make(chan error, 100)
	go l.Watch(t.Context(), time.Millisecond, func(err error) { told <- err })
	find := func(n int) *taught.Layout { found, _ := l.Find(t.Context(), printOf(n)); return found }
	if found := find(1); found == nil || found.ID != layoutOf(1, 1).ID || find(2) != nil {
		t.Errorf("Find = %v, want layout 1, and none for 2", found)
	}
	if err := learnOnce(folder, 2); err != nil {
		t.Fatal(err)
	}
	if err := <-told; err != nil || find(2) == nil {
		t.Errorf("after a change Find(2) = %v, %v", find(2), err)
	}
	damaged := filepath.Join(folder, "damaged.json")
	if err := os.WriteFile(damaged, []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := <-told; err == nil || find(2) == nil {
		t.Errorf("after damage the error is %v, and Find(2) = %v; want what was before", err, find(2))
	}
	if err := errors.Join(Remove(folder, "damaged"), Remove(folder, layoutOf(2, 1).ID)); err != nil {
		t.Fatal(err)
	}
	for find(2) != nil {
		if err := <-told; err != nil && !strings.Contains(err.Error(), "damaged.json") {
			t.Fatal(err)
		}
	}
	if err := Remove(folder, "ly_0"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Remove of what is not there: %v", err)
	}
}

// TestLearnAtOnce checks that every example counts when many are learned at the same
// time.
func TestLearnAtOnce(t *testing.T) {
	folder := t.TempDir()
	var group sync.WaitGroup
	for i := range 24 {
		group.Go(func() {
			if err := learnOnce(folder, i%3); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	files, err := Read(folder)
	if err != nil || len(files) != 3 {
		t.Fatalf("%d files, %v, want 3", len(files), err)
	}
	for _, f := range files {
		if f.Err != nil || f.Layout.Examples != 8 {
			t.Errorf("%s: %v, learned from %d, want 8", f.Path, f.Err, f.Layout.Examples)
		}
	}
}

// TestLearnInterrupted checks that waiting for another to finish learning ends with
// the context.
func TestLearnInterrupted(t *testing.T) {
	folder := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	_, _, err := Learn(t.Context(), folder, func(*Layouts) (*taught.Lesson, error) {
		time.AfterFunc(time.Millisecond, cancel)
		_, _, err := Learn(ctx, folder, func(*Layouts) (*taught.Lesson, error) { return nil, errors.New("learned at the same time") })
		return nil, err
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
	if err := learnOnce(folder, 1); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

func TestLearnFull(t *testing.T) {
	folder := t.TempDir()
	for n := range Most {
		if err := write(filepath.Join(folder, fmt.Sprint(n, ".json")), layoutOf(n, 1)); err != nil {
			t.Fatal(err)
		}
	}
	full, ok := errors.AsType[*FullError](learnOnce(folder, Most))
	if !ok || full.Folder != folder {
		t.Errorf("layout %d: %v, want a FullError", Most+1, full)
	}
	if err := learnOnce(folder, 7); err != nil {
		t.Errorf("one that is known is not refined: %v", err)
	}
	if f, err := Find(folder, layoutOf(7, 1).ID); err != nil || filepath.Base(f.Path) != "7.json" || f.Layout.Examples != 2 {
		t.Errorf("Find = %+v, %v, want the file 7.json with 2 examples", f, err)
	}
	if err := write(filepath.Join(folder, "more.json"), layoutOf(Most, 1)); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(folder); err == nil || !strings.Contains(err.Error(), "501 layouts, but 500 are the most") {
		t.Errorf("Open with one too many: %v", err)
	}
}

// TestDamaged checks that the error names a file that is not a layout, and that
// nothing is learned while such a file is in the folder.
func TestDamaged(t *testing.T) {
	whole, err := layoutOf(1, 1).Encode()
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"empty": nil, "cut": whole[:len(whole)/2], "large": make([]byte, taught.MaxBytes+1), "text": []byte("layout"),
		"named": []byte(strings.Replace(string(whole), `"ly_`, `"../ly_`, 1)),
	} {
		folder := t.TempDir()
		path := filepath.Join(folder, name+".json")
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		l, err := Open(folder)
		if fault, ok := errors.AsType[*FileError](err); !ok || fault.Path != path || l != nil {
			t.Errorf("%s: Open = %v, %v, want nil and a FileError of %s", name, l, err, path)
		}
		if err := learnOnce(folder, 2); err == nil {
			t.Errorf("%s: something was learned beside it", name)
		}
	}
	folder := t.TempDir()
	for _, name := range []string{"a.json", "b.json"} {
		if err := os.WriteFile(filepath.Join(folder, name), whole, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Open(folder); err == nil || !strings.Contains(err.Error(), "is in a.json as well") {
		t.Errorf("Open with one layout twice: %v", err)
	}
}

// TestUnfinished checks that a file left behind by a killed process does not count as
// a layout, and is removed once it is old.
func TestUnfinished(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "layouts [2026")
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	left := filepath.Join(folder, ".unfinished-1")
	if err := os.WriteFile(left, []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := learnOnce(folder, 1); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(left); err != nil {
		t.Errorf("it is removed while it may be in the making: %v", err)
	}
	old := time.Now().Add(-2 * unfinishedTime)
	if err := os.Chtimes(left, old, old); err != nil {
		t.Fatal(err)
	}
	if err := learnOnce(folder, 1); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(left); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it is still there: %v", err)
	}
}
