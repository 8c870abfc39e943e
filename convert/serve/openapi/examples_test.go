package openapi_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"lineitem/convert/table"
	"lineitem/convert/testenv"
	"lineitem/quota"
)

// examples returns the commands that run the examples, by file name.
func examples(t *testing.T) map[string][]string {
	t.Helper()
	all := map[string][]string{
		"convert.sh": {"sh", "examples/convert.sh"},
		"convert.py": {"python3", "examples/convert.py"},
	}
	if !testenv.RequireAll() {
		return all // Node and the compiler take as long as everything else
	}
	program := filepath.Join(t.TempDir(), "convert.exe")
	if out, err := exec.Command("go", "build", "-o", program, "examples/convert.go").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	all["convert.mjs"] = []string{"node", "examples/convert.mjs"}
	all["convert.go"] = []string{program}
	return all
}

// need skips the test if a program that runs an example is missing.
func need(t *testing.T, programs ...string) {
	t.Helper()
	for _, program := range programs {
		if _, err := exec.LookPath(program); err != nil {
			testenv.Missing(t, program)
		}
	}
}

// runExample runs an example and returns its output and exit status.
func runExample(t *testing.T, command []string, url, key string, files ...string) (stdout, stderr string, status int) {
	t.Helper()
	if command[0] == "sh" {
		if runtime.GOOS == "windows" {
			t.Skip("there is no shell")
		}
		need(t, "curl")
	}
	need(t, command[0])
	c := exec.CommandContext(t.Context(), command[0], append(slices.Clone(command[1:]), files...)...)
	c.Env = append(os.Environ(), "LINEITEM_URL="+url, "LINEITEM_KEY="+key)
	var out, complaint bytes.Buffer
	c.Stdout, c.Stderr = &out, &complaint
	err := c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), complaint.String(), c.ProcessState.ExitCode()
}

// TestExamplesTellTheirUsage checks that an example without a document or a key
// prints its usage and nothing else, and that one whose document cannot be read
// says so in one line.
func TestExamplesTellTheirUsage(t *testing.T) {
	testenv.Costly(t, "starts a hundred processes")
	for name, command := range examples(t) {
		for _, tt := range []struct {
			key  string
			args []string
			want int
		}{
			{"li_key", nil, 2}, {"", []string{"order.pdf"}, 2}, {"li_key", []string{"a.pdf", "b.pdf"}, 2},
			{"li_key", []string{"no such file.pdf"}, 1},
		} {
			stdout, stderr, status := runExample(t, command, "http://127.0.0.1:9", tt.key, tt.args...)
			usage := strings.HasPrefix(stderr, "usage: LINEITEM_KEY=li_... ")
			if stdout != "" || strings.Count(stderr, "\n") != 1 || usage != (tt.want == 2) || usage && status != 2 || status == 0 {
				t.Errorf("%s %q with the key %q ends with status %d, %q and %q, want %d and one line", name, tt.args, tt.key, status, stdout, stderr, tt.want)
			}
		}
	}
}

// orderFile writes an order to a file whose name needs quoting.
func orderFile(t *testing.T) (name string, data []byte) {
	t.Helper()
	data = read(t, "orders/german-letter.pdf")
	name = filepath.Join(t.TempDir(), "Auftrag Nº 7, neu;.pdf")
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
	return name, data
}

// jsonLines parses JSON objects, one per line.
func jsonLines(t *testing.T, text string) []map[string]string {
	t.Helper()
	var rows []map[string]string
	for line := range strings.Lines(text) {
		var row map[string]string
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatalf("the example prints %q: %v", line, err)
		}
		rows = append(rows, row)
	}
	return rows
}

// TestExamples checks that the examples print the rows that the service answers,
// report errors with their codes on standard error, and, where the service asks
// for it, wait and send the same request again under the same Idempotency-Key.
func TestExamples(t *testing.T) {
	s := start(t)
	key := s.account(t, "rich", quota.Pro, quota.Limits{})
	poor := s.account(t, "poor", quota.Free, quota.Limits{FreePerDay: 1})
	file, data := orderFile(t)
	answered := func(key, accept string) string {
		w := httptest.NewRecorder()
		s.server.ServeHTTP(w, s.new(t, multi(key, "", "file", string(data)).with("Accept", accept)))
		if w.Code != http.StatusOK {
			t.Fatalf("the service answers %d %s", w.Code, w.Body)
		}
		return w.Body.String()
	}
	var want struct{ Rows []map[string]string }
	if err := json.Unmarshal([]byte(answered(key, jsonMediaType)), &want); err != nil || len(want.Rows) == 0 {
		t.Fatalf("the service answers %d rows (%v)", len(want.Rows), err)
	}
	wantCSV := answered(poor, table.CSVMediaType) // uses up what this account may convert today
	refused := []struct{ key, status, code string }{
		{poor, "402", "payment_required"}, {quota.NewKey(), "401", "invalid_key"},
	}
	for name, command := range examples(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var keys []string
			busyOnce := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if keys = append(keys, r.Header.Get("Idempotency-Key")); len(keys) > 1 {
					s.server.ServeHTTP(w, r)
					return
				}
				w.Header().Set("Retry-After", "1")
				w.WriteHeader(http.StatusServiceUnavailable)
			}))
			defer busyOnce.Close()
			stdout, stderr, status := runExample(t, command, busyOnce.URL, key, file)
			busyOnce.Close() // waits for the handler, so that keys is no longer written
			switch {
			case status != 0 || stderr != "":
				t.Errorf("%s ends with status %d: %s", name, status, stderr)
			case name == "convert.sh":
				if stdout != wantCSV {
					t.Errorf("%s prints %q, want %q", name, stdout, wantCSV)
				}
			default:
				if rows := jsonLines(t, stdout); !reflect.DeepEqual(rows, want.Rows) {
					t.Errorf("%s prints %v, want %v", name, rows, want.Rows)
				}
			}
			if len(keys) != 2 || keys[0] == "" || keys[0] != keys[1] {
				t.Errorf("%s sends requests with the keys %q, want two alike", name, keys)
			}
			for _, tt := range refused {
				stdout, stderr, status := runExample(t, command, s.URL, tt.key, file)
				if status != 1 || stdout != "" || !strings.Contains(stderr, tt.status) || !strings.Contains(stderr, tt.code) || strings.Contains(stderr, tt.key) {
					t.Errorf("%s ends with status %d, %q and %q, want 1 and %s %s", name, status, stdout, stderr, tt.status, tt.code)
				}
			}
		})
	}
}
