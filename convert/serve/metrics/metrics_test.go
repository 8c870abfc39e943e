package metrics

import (
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
)

// get is what a scraper gets.
func get(m *Metrics, method, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest(method, path, nil))
	return w
}

func TestRequests(t *testing.T) {
	m := New()
	m.Observe("/api/v1/convert", 200, "", 3*time.Millisecond)
	m.Observe("/api/v1/convert", 200, "", 5*time.Millisecond)
	m.Observe("/api/v1/convert", 504, "conversion_timeout", 2*time.Minute)
	m.Observe("", 404, "not_found", time.Millisecond)
	m.Gauge("lineitem_workers_busy", "Documents that are being converted.", func() float64 { return 2 })
	m.Version("v1")
	got := get(m, "GET", "/metrics").Body.String()
	for _, want := range []string{
		`lineitem_requests_total{code="",route="/api/v1/convert",status="200"} 2` + "\n",
		`lineitem_requests_total{code="conversion_timeout",route="/api/v1/convert",status="504"} 1` + "\n",
		`lineitem_requests_total{code="not_found",route="none",status="404"} 1` + "\n",
		`_bucket{route="/api/v1/convert",le="0.005"} 2` + "\n", // a bound belongs to its bucket
		`_bucket{route="/api/v1/convert",le="60"} 2` + "\n",
		`_bucket{route="/api/v1/convert",le="+Inf"} 3` + "\n",
		`lineitem_request_duration_seconds_sum{route="/api/v1/convert"} 120.008` + "\n",
		"\nlineitem_workers_busy 2\n",
		`lineitem_build_info{version="v1"} 1` + "\n",
		"\ngo_goroutines ",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the metrics lack %q:\n%s", want, got)
		}
	}
	problems, err := promlint.New(strings.NewReader(got)).Lint()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("%s: %s", p.Metric, p.Text)
	}
}

// The series of the runtime and of the process have the names and types of those of
// Prometheus' own library, but for the network, which is that of all processes.
func TestSeriesOfTheLibrary(t *testing.T) {
	library := prometheus.NewRegistry()
	library.MustRegister(collectors.NewGoCollector())
	if runtime.GOOS == "linux" {
		library.MustRegister(collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	}
	families, err := library.Gather()
	if err != nil {
		t.Fatal(err)
	}
	got := get(New(), "GET", "/metrics").Body.String()
	for _, f := range families {
		if strings.HasPrefix(f.GetName(), "process_network_") {
			continue
		}
		if want := "# TYPE " + f.GetName() + " " + strings.ToLower(f.GetType().String()) + "\n"; !strings.Contains(got, want) {
			t.Errorf("the metrics lack %q", want)
		}
	}
}

// What is read of the process is within what any process has.
func TestProcess(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells of a process what these series state")
	}
	var got string
	for start := time.Now(); time.Since(start) < 10*time.Second && !strings.Contains(got, "\nprocess_cpu_seconds_total 0.05"); {
		got = get(New(), "GET", "/metrics").Body.String() // which takes time of the processor
	}
	now := float64(time.Now().Unix())
	for _, tt := range []struct {
		name        string
		least, most float64
	}{
		{"process_cpu_seconds_total", 0.02, 10},
		{"process_resident_memory_bytes", 2 << 20, 4 << 30},
		{"process_virtual_memory_bytes", 100 << 20, 1 << 50},
		{"process_start_time_seconds", now - 3600, now + 2},
		{"process_open_fds", 3, 1000},
		{"process_max_fds", 16, 1 << 40},
		{"go_memstats_heap_alloc_bytes", 10 << 10, 4 << 30},
		{"go_goroutines", 1, 1000},
	} {
		_, after, _ := strings.Cut(got, "\n"+tt.name+" ")
		text, _, _ := strings.Cut(after, "\n")
		if v, err := strconv.ParseFloat(text, 64); err != nil || v < tt.least || v > tt.most {
			t.Errorf("%s = %q, want %v to %v", tt.name, text, tt.least, tt.most)
		}
	}
	f, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if more := get(New(), "GET", "/metrics").Body.String(); openFiles(more) != openFiles(got)+1 {
		t.Errorf("with one more open file there are %d, after %d", openFiles(more), openFiles(got))
	}
}

// openFiles is the number of open files that the metrics state.
func openFiles(metrics string) int {
	_, after, _ := strings.Cut(metrics, "\nprocess_open_fds ")
	text, _, _ := strings.Cut(after, "\n")
	n, _ := strconv.Atoi(text)
	return n
}

// Labels and texts may have any characters.
func TestEscape(t *testing.T) {
	m := New()
	m.Observe("a\"b\\c\nd", 200, "", time.Second)
	m.Gauge("lineitem_x", "one\ntwo \\ \"three\"", func() float64 { return 0.5 })
	got := get(m, "GET", "/metrics").Body.String()
	for _, want := range []string{`route="a\"b\\c\nd"`, `# HELP lineitem_x one\ntwo \\ "three"` + "\n", "\nlineitem_x 0.5\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("the metrics lack %q:\n%s", want, got)
		}
	}
}

func TestOtherAddresses(t *testing.T) {
	for _, tt := range []struct {
		method, path string
		want         int
	}{
		{"GET", "/", http.StatusNotFound},
		{"POST", "/metrics", http.StatusMethodNotAllowed},
		{"HEAD", "/metrics", http.StatusOK},
	} {
		if got := get(New(), tt.method, tt.path).Code; got != tt.want {
			t.Errorf("%s %s = %d, want %d", tt.method, tt.path, got, tt.want)
		}
	}
}
