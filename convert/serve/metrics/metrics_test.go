package metrics

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
)

// get returns what a scraper receives.
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
		`_bucket{route="/api/v1/convert",le="0.005"} 2` + "\n", // a bucket includes its upper bound
		`_bucket{route="/api/v1/convert",le="60"} 2` + "\n",
		`_bucket{route="/api/v1/convert",le="+Inf"} 3` + "\n",
		`lineitem_request_duration_seconds_sum{route="/api/v1/convert"} 120.008` + "\n",
		"\nlineitem_workers_busy 2\n",
		`lineitem_build_info{version="v1"} 1` + "\n",
		"\n# TYPE lineitem_request_duration_seconds histogram\n",
		"\ngo_goroutines ",
		"\nprocess_resident_memory_bytes ",
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
		if strings.HasPrefix(p.Metric, "lineitem_") { // the library's own metrics lack help texts
			t.Errorf("%s: %s", p.Metric, p.Text)
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
