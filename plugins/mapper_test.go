package plugins

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lineitem/convert/doc"
	"lineitem/convert/testenv"
)

// readMapper returns a mapper that testdata/mapper/build made.
func readMapper(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "testdata", "mapper", name+".wasm"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Whatever a mapper does, it is stopped, cannot exceed its limits, and gives an error that
// says what is wrong.
func TestMappersThatFail(t *testing.T) {
	const wrong = "wrote a malformed answer: "
	tests := []struct{ guest, reason, message, stderr string }{
		{guest: "loop", reason: "took longer than 300ms"},
		{guest: "tree", reason: "took longer than 300ms"},
		{guest: "fill", reason: "took longer than 300ms"},
		{guest: "yield", reason: "took longer than 300ms"},
		{guest: "deep", reason: "exhausted its stack (limit 8 MiB): its calls are nested too deeply"},
		{guest: "deep-memory", reason: "trapped: out of bounds memory access"},
		{guest: "grow", reason: "ran out of memory (limit 64 MiB)"},
		{guest: "grow-exit", reason: "ran out of memory (limit 64 MiB)", stderr: "out of memory\n"},
		{guest: "large", reason: "needs 128 MiB of memory from the start; the limit is 64 MiB"},
		{guest: "flood", reason: "wrote more than 8 MiB to its standard output"},
		{guest: "flood-error", reason: "took longer than 300ms", stderr: strings.Repeat("x", maxStderr)},
		{guest: "flood-exit", reason: "exited with status 1", stderr: strings.Repeat("again\n", 10) + "last words\n"},
		{guest: "exit", reason: "exited with status 3", stderr: "no such field\n"},
		{guest: "silent", reason: wrong + "it wrote nothing to its standard output"},
		{guest: "close", reason: wrong + "it wrote nothing to its standard output"},
		{guest: "close-late", reason: wrong + "it ends after byte 11, where an array is missing"},
		{guest: "latin", reason: wrong + "byte 13 (0xe9) is not UTF-8"},
		{guest: "prose", reason: wrong + `line 1, byte 1 of it: want an object, not "Hello!"`},
		{guest: "mirror", reason: wrong + `it has a member "api", want columns, rows, evidence or error`},
		{guest: "trap", reason: "trapped: unreachable"},
		{guest: "outside", reason: "trapped: out of bounds memory access"},
		{guest: "foreign", reason: "imports env.puts, wasi_snapshot_preview1.fd_teleport; only functions of WASI preview 1 (wasi_snapshot_preview1) may be imported"},
		{guest: "mistyped", reason: "imports wasi_snapshot_preview1.fd_sync with a type that differs from WASI preview 1"},
		{guest: "library", reason: "exports no function _start: build it as a command, not as a library"},
		{guest: "refuse", message: "no contract number"},
		{guest: "refuse-exit", message: "no contract number"},
	}
	patient := NewMappers(MapperOptions{Limits: MapperLimits{Time: 10 * time.Second}})
	defer patient.Close(t.Context())
	hasty := NewMappers(MapperOptions{Limits: MapperLimits{Time: 300 * time.Millisecond}})
	defer hasty.Close(t.Context())
	for _, test := range tests {
		t.Run(test.guest, func(t *testing.T) {
			module, m, times := readMapper(t, test.guest), patient, 2
			if strings.Contains(test.reason, "longer") {
				m, times = hasty, testenv.Either(1, 2)
			}
			for range times {
				began := time.Now()
				_, err := m.Map(t.Context(), module, SampleSheet())
				took := time.Since(began)
				var fault *doc.MapperError
				if !errors.As(err, &fault) {
					t.Fatalf("Map = %v, want a MapperError", err)
				}
				if fault.Reason != test.reason || fault.Message != test.message {
					t.Errorf("Map = %q, %q, want %q, %q", fault.Reason, fault.Message, test.reason, test.message)
				}
				if !strings.HasSuffix(fault.Stderr, test.stderr) && len(test.stderr) < maxStderr || len(test.stderr) == maxStderr && len(fault.Stderr) != maxStderr || len(fault.Stderr) > maxStderr {
					t.Errorf("Map keeps %d bytes of stderr: %.100q, want %.100q", len(fault.Stderr), fault.Stderr, test.stderr)
				}
				if took > testenv.Patience {
					t.Errorf("Map took %v", took)
				}
			}
		})
	}
}

// A mapper is stopped when the caller's context ends.
func TestEndOfContextStopsMappers(t *testing.T) {
	m := NewMappers(MapperOptions{Limits: MapperLimits{Time: 2 * testenv.Patience}})
	defer m.Close(t.Context())
	for _, guest := range []string{"loop", "tree", "fill", "flood-error"} {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		began := time.Now()
		_, err := m.Map(ctx, readMapper(t, guest), SampleSheet())
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Map of %s = %v, want %v", guest, err, context.DeadlineExceeded)
		}
		if took := time.Since(began); took > testenv.Patience {
			t.Errorf("Map of %s took %v after its context had ended", guest, took)
		}
	}
}
