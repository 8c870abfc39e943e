// Package metrics counts what the service answers, for Prometheus. Series are
// labelled by route, status and code, whose numbers are bounded, and never by
// account: their readers learn about the service, and nothing about its customers.
package metrics

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/VictoriaMetrics/metrics"
)

// buckets are the upper bounds of the histogram, in seconds: a text PDF takes
// milliseconds, a scanned page half a second, and a conversion 30 seconds at most
// by default.
var buckets = []float64{0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60}

// Metrics holds the counters of one server. It is safe for concurrent use.
type Metrics struct {
	requests, times *metrics.Set // by their labels

	mu       sync.Mutex
	families []family
}

// family is the set of series with one name.
type family struct {
	name, help, kind string
	series           *metrics.Set
}

const (
	requestsName = "lineitem_requests_total"
	timesName    = "lineitem_request_duration_seconds"
)

// New returns the metrics of this process: those of the library for a Go program, and those of requests.
func New() *Metrics {
	m := new(Metrics)
	m.requests = m.add(requestsName, "Answered requests; code is the problem's code, empty for a success.", "counter")
	m.times = m.add(timesName, "Time from reading a request's header to the end of its answer.", "histogram")
	return m
}

func (m *Metrics) add(name, help, kind string) *metrics.Set {
	m.mu.Lock()
	defer m.mu.Unlock()
	f := family{name, help, kind, metrics.NewSet()}
	m.families = append(m.families, f)
	return f.series
}

// Observe counts an answered request. An empty route stands for addresses that
// do not exist; its label is "none".
func (m *Metrics) Observe(route string, status int, code string, took time.Duration) {
	if route == "" {
		route = "none"
	}
	m.requests.GetOrCreateCounter(fmt.Sprintf("%s{code=%q,route=%q,status=%q}", requestsName, code, route, strconv.Itoa(status))).Inc()
	m.times.GetOrCreatePrometheusHistogramExt(fmt.Sprintf("%s{route=%q}", timesName, route), buckets).Update(took.Seconds())
}

// Gauge adds a value that goes up and down, returned by read, which must not wait.
func (m *Metrics) Gauge(name, help string, read func() float64) {
	m.add(name, help, "gauge").NewGauge(name, read)
}

// Counter adds a value that only grows, returned by read, which must not wait.
func (m *Metrics) Counter(name, help string, read func() float64) {
	m.add(name, help, "counter").NewGauge(name, read)
}

// Version adds a series that tells the program's version.
func (m *Metrics) Version(version string) {
	const name = "lineitem_build_info"
	m.add(name, "1, with the version.", "gauge").NewGauge(fmt.Sprintf("%s{version=%q}", name, version), func() float64 { return 1 })
}

// write writes all series in Prometheus' text format, version 0.0.4.
func (m *Metrics) write(w io.Writer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, f := range m.families {
		if len(f.series.ListMetricNames()) > 0 {
			fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n", f.name, f.help, f.name, f.kind)
			f.series.WritePrometheus(w)
		}
	}
	metrics.WriteProcessMetrics(w)
	metrics.WriteFDMetrics(w)
}

// Handler answers GET /metrics.
func (m *Metrics) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		var text bytes.Buffer // so that nobody waits for a slow reader
		m.write(&text)
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		w.Write(text.Bytes())
	})
	return mux
}
