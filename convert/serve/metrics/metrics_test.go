package metrics

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// get is what a scraper gets.
func get(m *Metrics, method, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	m.ServeHTTP(w, httptest.NewRequest(method, path, nil))
	return w
}

func TestText(t *testing.T) {
	m := new(Metrics)
	m.Observe("/api/v1/convert", 200, "", 3*time.Millisecond)
	m.Observe("/api/v1/convert", 200, "", 5*time.Millisecond)
	m.Observe("/api/v1/convert", 504, "conversion_timeout", 2*time.Minute)
	m.Observe("", 404, "not_found", time.Millisecond)
	m.Observe("a\"b\\c\nd", 200, "", time.Millisecond)
	m.Gauge("lineitem_workers_busy", "Workers that convert.", func() float64 { return 2 })
	m.Counter(`lineitem_build_info{version="v1"}`, "The version.", func() float64 { return 1 })
	w := get(m, "GET", "/metrics")
	if got := w.Header().Get("Content-Type"); w.Code != 200 || got != mediaType {
		t.Errorf("GET /metrics = %d %s, want 200 %s", w.Code, got, mediaType)
	}
	got := w.Body.String()
	for _, want := range []string{
		"# TYPE lineitem_requests_total counter\n",
		`lineitem_requests_total{route="/api/v1/convert",status="200",code=""} 2` + "\n",
		`lineitem_requests_total{route="/api/v1/convert",status="504",code="conversion_timeout"} 1` + "\n",
		`lineitem_requests_total{route="none",status="404",code="not_found"} 1` + "\n",
		`lineitem_requests_total{route="a\"b\\c\nd",status="200",code=""} 1` + "\n",
		"# TYPE lineitem_request_duration_seconds histogram\n",
		`_bucket{route="/api/v1/convert",le="0.005"} 2` + "\n", // a bound belongs to its bucket
		`_bucket{route="/api/v1/convert",le="60"} 2` + "\n",
		`_bucket{route="/api/v1/convert",le="+Inf"} 3` + "\n",
		`lineitem_request_duration_seconds_sum{route="/api/v1/convert"} 120.008` + "\n",
		`lineitem_request_duration_seconds_count{route="/api/v1/convert"} 3` + "\n",
		"# HELP lineitem_workers_busy Workers that convert.\n# TYPE lineitem_workers_busy gauge\nlineitem_workers_busy 2\n",
		"# TYPE lineitem_build_info counter\nlineitem_build_info{version=\"v1\"} 1\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the metrics lack %q:\n%s", want, got)
		}
	}
}

// line is what the text format allows on a line, as far as it is used here.
var line = regexp.MustCompile(`^(# (HELP [a-z_]+ .+|TYPE [a-z_]+ (counter|gauge|histogram))|[a-z_]+(\{[a-z]+="([^"\\\n]|\\["\\n])*"(,[a-z]+="([^"\\\n]|\\["\\n])*")*\})? [0-9.e+-]+)$`)

// Whatever was counted, and while more is counted, each line is one that
// Prometheus reads.
func TestLines(t *testing.T) {
	m := new(Metrics)
	m.AddProcess(time.Now())
	var counting sync.WaitGroup
	for range 4 {
		counting.Go(func() {
			for i := range 100 {
				m.Observe("/api/v1/convert", 200+i, "a", time.Duration(i)*time.Second)
			}
		})
	}
	check := func() {
		for text := range strings.Lines(get(m, "GET", "/metrics").Body.String()) {
			if text = strings.TrimSuffix(text, "\n"); !line.MatchString(text) {
				t.Errorf("%q is no line of the text format", text)
			}
		}
	}
	check()
	counting.Wait()
	check()
	if got, want := get(m, "GET", "/metrics").Body.String(), `count{route="/api/v1/convert"} 400`+"\n"; !strings.Contains(got, want) {
		t.Errorf("after 400 requests the metrics lack %q:\n%s", want, got)
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
		if got := get(new(Metrics), tt.method, tt.path).Code; got != tt.want {
			t.Errorf("%s %s = %d, want %d", tt.method, tt.path, got, tt.want)
		}
	}
}
