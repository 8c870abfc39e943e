package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// stalled is a run of convert that has done all its files but the last, which is
// standard input.
type stalled struct {
	*exec.Cmd
	dir    string
	stderr bytes.Buffer
}

// stall starts such a run in a folder of its own, and returns once a file that
// matches the pattern is there and holds something, if it is to.
func stall(t *testing.T, pattern string, filled bool, args ...string) *stalled {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be interrupted by another one")
	}
	w := &stalled{Cmd: exec.Command(os.Args[0], args...), dir: t.TempDir()}
	w.Dir, w.Stderr = w.dir, &w.stderr
	if err := os.WriteFile(filepath.Join(w.dir, "rows.csv"), []byte("before"), 0o600); err != nil {
		t.Fatal(err)
	}
	stdout, err := os.Create(filepath.Join(w.dir, "stdout"))
	if err != nil {
		t.Fatal(err)
	}
	defer stdout.Close()
	w.Stdout = stdout
	stdin, err := w.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stdin.Close() })
	if err := w.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Process.Kill() })
	for began := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		names, _ := filepath.Glob(filepath.Join(w.dir, pattern))
		if len(names) > 0 {
			if info, err := os.Stat(names[0]); err == nil && (info.Size() > 0 || !filled) {
				return w
			}
		}
		if time.Since(began) > time.Minute {
			t.Fatal("convert does not begin")
		}
	}
}

// interrupt sends the signal, and returns how the run ends and what it leaves.
func (w *stalled) interrupt(t *testing.T) (status int, left map[string]string) {
	t.Helper()
	if err := w.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	w.Wait()
	names, err := os.ReadDir(w.dir)
	if err != nil {
		t.Fatal(err)
	}
	left = map[string]string{}
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(w.dir, name.Name()))
		if err != nil {
			t.Fatal(err)
		}
		left[name.Name()] = string(text)
	}
	return w.ProcessState.ExitCode(), left
}

// A run that is interrupted before anything is done leaves the file as it was,
// and nothing beside it.
func TestInterrupted(t *testing.T) {
	w := stall(t, ".rows.csv.*", false, "convert", "-", "-o", "rows.csv")
	status, left := w.interrupt(t)
	if status != exitInterrupted || w.stderr.String() != "lineitem: interrupted\n" {
		t.Errorf("convert that was interrupted ended with %d and %q, want %d and interrupted", status, &w.stderr, exitInterrupted)
	}
	if want := map[string]string{"rows.csv": "before", "stdout": ""}; !maps.Equal(left, want) {
		t.Errorf("an interrupted run left %q, want %q", left, want)
	}
}

// What is done when a run is interrupted stands beside -o's file, which stays.
func TestInterruptedKeepsWhatIsDone(t *testing.T) {
	order, err := filepath.Abs("../../testdata/orders/german-letter.pdf")
	if err != nil {
		t.Fatal(err)
	}
	w := stall(t, ".rows.csv.*", true, "convert", order, "missing.pdf", "-", "-o", "rows.csv")
	status, left := w.interrupt(t)
	part := left["rows.part.csv"]
	if status != exitInterrupted || left["rows.csv"] != "before" || len(left) != 3 ||
		!strings.HasPrefix(part, "filename,po_number,") || strings.Count(part, "\ngerman-letter.pdf,") != 8 {
		t.Errorf("convert that was interrupted ended with %d and left %q, want %d and 8 rows in rows.part.csv", status, left, exitInterrupted)
	}
	const told = "lineitem: interrupted after 2 of 3 files; the results so far are in rows.part.csv\n"
	if !strings.HasSuffix(w.stderr.String(), told) {
		t.Errorf("convert that was interrupted says %q, want %q", &w.stderr, told)
	}
}

// What was written to standard output is whole also where an array has an end.
func TestInterruptedArrayEnds(t *testing.T) {
	order, err := filepath.Abs("../../testdata/orders/german-letter.pdf")
	if err != nil {
		t.Fatal(err)
	}
	w := stall(t, "stdout", true, "convert", order, "-", "--format", "json")
	status, left := w.interrupt(t)
	var results []json.RawMessage
	if err := json.Unmarshal([]byte(left["stdout"]), &results); err != nil || len(results) != 1 || status != exitInterrupted {
		t.Errorf("convert that was interrupted ended with %d and wrote %q (%v), want %d and an array of one", status, left["stdout"], err, exitInterrupted)
	}
}

// An earlier part is not lost by a later one.
func TestPartName(t *testing.T) {
	dir := t.TempDir()
	for _, want := range []string{"rows.part.csv", "rows.part2.csv", "rows.part3.csv"} {
		got := partName(filepath.Join(dir, "rows.csv"))
		if got != filepath.Join(dir, want) {
			t.Errorf("partName(rows.csv) = %s, want %s", got, want)
		}
		if err := os.WriteFile(got, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// What took long to make is not lost when it cannot take its place.
func TestOutputInTheWay(t *testing.T) {
	name := filepath.Join(t.TempDir(), "rows.csv")
	out, err := openOutput(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(out, "rows"); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(name, 0o777); err != nil {
		t.Fatal(err)
	}
	err = out.Commit()
	out.Discard()
	text, readErr := os.ReadFile(out.file.Name())
	if err == nil || !strings.Contains(err.Error(), "what was written is in "+out.file.Name()) || string(text) != "rows" {
		t.Errorf("Commit with a folder in the way = %v, and %q (%v) stays, want the rows and where they are", err, text, readErr)
	}
}
