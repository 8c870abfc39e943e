package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"lineitem/convert/testenv"
)

// stalled is a run of convert that has converted all its files except the last one,
// standard input, for which it waits.
type stalled struct {
	*exec.Cmd
	dir    string
	stdin  io.WriteCloser
	stderr bytes.Buffer
}

// stall starts such a run in a folder of its own, and returns once that folder has a file
// that matches the pattern and, if filled is set, is not empty.
func stall(t *testing.T, pattern string, filled bool, args ...string) *stalled {
	t.Helper()
	return stallCommand(t, pattern, filled, exec.Command(os.Args[0], args...))
}

// stallCommand is like stall, with the command that starts the program.
func stallCommand(t *testing.T, pattern string, filled bool, command *exec.Cmd) *stalled {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be interrupted by another one")
	}
	w := &stalled{Cmd: command, dir: t.TempDir()}
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
	if w.stdin, err = w.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.stdin.Close() })
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
		if time.Since(began) > testenv.Patience {
			t.Fatal("convert does not begin")
		}
	}
}

// interrupt sends the signals, and returns the run's exit status and the files that it leaves.
func (w *stalled) interrupt(t *testing.T, signals ...os.Signal) (status int, left map[string]string) {
	t.Helper()
	for _, s := range signals {
		if err := w.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
	}
	return w.end(t)
}

// end waits for the run's end, and returns its exit status and the files that it leaves.
func (w *stalled) end(t *testing.T) (status int, left map[string]string) {
	t.Helper()
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

// A run that is interrupted before any file is converted leaves the output file as it was,
// and no other file.
func TestInterrupted(t *testing.T) {
	w := stall(t, ".rows.csv.*", false, "convert", "-", "-o", "rows.csv")
	status, left := w.interrupt(t, os.Interrupt)
	if status != exitInterrupted || w.stderr.String() != "lineitem: interrupted\n" {
		t.Errorf("convert that was interrupted ended with %d and %q, want %d and interrupted", status, &w.stderr, exitInterrupted)
	}
	if want := map[string]string{"rows.csv": "before", "stdout": ""}; !maps.Equal(left, want) {
		t.Errorf("an interrupted run left %q, want %q", left, want)
	}
}

// When a run is interrupted, its results so far are kept in a file beside the one that -o
// names, which stays as it was.
func TestInterruptedKeepsWhatIsDone(t *testing.T) {
	order, err := filepath.Abs("../../testdata/orders/german-letter.pdf")
	if err != nil {
		t.Fatal(err)
	}
	w := stall(t, ".rows.csv.*", true, "convert", order, "missing.pdf", "-", "-o", "rows.csv")
	status, left := w.interrupt(t, os.Interrupt)
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

// Closing the terminal interrupts a run as well, although SIGHUP then comes twice, from the
// shell and from the kernel.
func TestHungUp(t *testing.T) {
	if signal.Ignored(syscall.SIGHUP) { // as under nohup: the run would never end
		testenv.Missing(t, "a process that SIGHUP ends")
	}
	order, err := filepath.Abs("../../testdata/orders/german-letter.pdf")
	if err != nil {
		t.Fatal(err)
	}
	w := stall(t, ".rows.csv.*", true, "convert", order, "-", "-o", "rows.csv")
	status, left := w.interrupt(t, syscall.SIGHUP, syscall.SIGHUP)
	if part := left["rows.part.csv"]; status != exitInterrupted || left["rows.csv"] != "before" || len(left) != 3 || strings.Count(part, "\ngerman-letter.pdf,") != 8 {
		t.Errorf("convert whose terminal was closed ended with %d and left %q, want %d and 8 rows in rows.part.csv", status, left, exitInterrupted)
	}
}

// A run that was started with SIGHUP ignored goes on when its terminal is closed.
func TestHungUpIgnored(t *testing.T) {
	order, err := filepath.Abs("../../testdata/orders/german-letter.pdf")
	if err != nil {
		t.Fatal(err)
	}
	w := stallCommand(t, ".rows.csv.*", true,
		exec.Command("sh", "-c", `trap "" HUP; exec "$0" "$@"`, os.Args[0], "convert", order, "-", "-o", "rows.csv"))
	if err := w.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	document, err := os.ReadFile(order)
	if err == nil {
		_, err = w.stdin.Write(document)
	}
	if err != nil {
		t.Fatal(err)
	}
	w.stdin.Close()
	status, left := w.end(t)
	if rows := left["rows.csv"]; status != 0 || len(left) != 2 || strings.Count(rows, "\ngerman-letter.pdf,") != 8 || strings.Count(rows, "\n-,") != 8 {
		t.Errorf("convert that ignores that its terminal was closed ended with %d and left %q, want 0 and rows.csv with the rows of both orders", status, left)
	}
}

// An interrupted run ends the JSON array on standard output, so that it can be read.
func TestInterruptedArrayEnds(t *testing.T) {
	order, err := filepath.Abs("../../testdata/orders/german-letter.pdf")
	if err != nil {
		t.Fatal(err)
	}
	w := stall(t, "stdout", true, "convert", order, "-", "--format", "json")
	status, left := w.interrupt(t, os.Interrupt)
	var results []json.RawMessage
	if err := json.Unmarshal([]byte(left["stdout"]), &results); err != nil || len(results) != 1 || status != exitInterrupted {
		t.Errorf("convert that was interrupted ended with %d and wrote %q (%v), want %d and an array of one", status, left["stdout"], err, exitInterrupted)
	}
}

// The partial results of a later run do not overwrite those of an earlier one.
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

// Results are not lost when the file cannot take the name that -o gives: they stay in the
// temporary file, which the error names.
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
