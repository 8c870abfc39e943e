package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// A run that is interrupted leaves the file as it was, and nothing beside it.
func TestInterrupted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be interrupted by another one")
	}
	dir := t.TempDir()
	rows := filepath.Join(dir, "rows.csv")
	if err := os.WriteFile(rows, []byte("before"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "convert", "-", "-o", rows)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// Once the file beside is there, so is what takes the signal.
	for began := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		if names, _ := filepath.Glob(filepath.Join(dir, ".rows.csv.*")); len(names) > 0 {
			break
		}
		if time.Since(began) > time.Minute {
			t.Fatal("convert does not begin")
		}
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if got := cmd.ProcessState.ExitCode(); got != exitInterrupted || stderr.String() != "lineitem: interrupted\n" {
		t.Errorf("convert that was interrupted ended with %d and %q, want %d and interrupted", got, &stderr, exitInterrupted)
	}
	names, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(rows); len(names) != 1 || string(text) != "before" {
		t.Errorf("an interrupted run left %v, and %q (%v) in rows.csv, want that alone as it was", names, text, err)
	}
}

// What took long to make is not lost when it cannot take its place.
func TestOutputInTheWay(t *testing.T) {
	name := filepath.Join(t.TempDir(), "rows.csv")
	out, err := createOutput(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := out.WriteString("rows"); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(name, 0o777); err != nil {
		t.Fatal(err)
	}
	err = out.Commit()
	out.Discard()
	text, readErr := os.ReadFile(out.Name())
	if err == nil || !strings.Contains(err.Error(), "what was written is in "+out.Name()) || string(text) != "rows" {
		t.Errorf("Commit with a folder in the way = %v, and %q (%v) stays, want the rows and where they are", err, text, readErr)
	}
}
