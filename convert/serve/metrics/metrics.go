// Package metrics counts what the service answers, for Prometheus. Series are
// labelled by route, status and code, of which there are only so many, and never
// by account: who reads them learns about the service, and nothing about its
// customers.
//
// The series go_* and process_* are those of Prometheus' client library
// (github.com/prometheus/client_golang), so that the usual dashboards work. The
// library itself is not used: see convert/DECISIONS.md.
package metrics

import (
	"bytes"
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// buckets are the upper bounds of the histogram, in seconds: text takes
// milliseconds, a scanned page half a second, and a conversion 30 at most by
// default.
var buckets = [...]float64{0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60}

// Metrics holds the counters of one server. It is safe for concurrent use, but for the
// methods that add series, which are called before it is used.
type Metrics struct {
	values  []value
	version string

	mu       sync.Mutex
	requests map[answer]int
	times    map[string]*histogram // by route
}

// An answer is what requests are counted by.
type answer struct {
	route  string
	status int
	code   string // of the problem, empty for a success
}

// A value is a series without labels.
type value struct {
	name, help string
	kind       kind
	read       func() float64
}

// A histogram counts durations.
type histogram struct {
	counts [len(buckets) + 1]int // by the first bucket that a duration fits into
	sum    time.Duration
}

// New returns the metrics of this process, and of requests.
func New() *Metrics {
	return &Metrics{requests: map[answer]int{}, times: map[string]*histogram{}}
}

// Observe counts an answered request. An empty route stands for addresses that
// do not exist.
func (m *Metrics) Observe(route string, status int, code string, took time.Duration) {
	if route == "" {
		route = "none"
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests[answer{route, status, code}]++
	h := m.times[route]
	if h == nil {
		h = new(histogram)
		m.times[route] = h
	}
	i, _ := slices.BinarySearch(buckets[:], took.Seconds()) // a bound belongs to its bucket
	h.counts[i]++
	h.sum += took
}

// Gauge adds a value that goes up and down. read must not wait.
func (m *Metrics) Gauge(name, help string, read func() float64) {
	m.values = append(m.values, value{name, help, gauge, read})
}

// Counter adds a value that only grows. read must not wait.
func (m *Metrics) Counter(name, help string, read func() float64) {
	m.values = append(m.values, value{name, help, counter, read})
}

// Version adds a series that states the program's version.
func (m *Metrics) Version(version string) { m.version = version }

// Handler answers GET /metrics.
func (m *Metrics) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		w.Write(m.text())
	})
	return mux
}

// text is what Prometheus reads.
func (m *Metrics) text() []byte {
	var e exposition
	m.writeRequests(&e)
	for _, v := range m.values {
		e.value(v.name, v.help, v.kind, v.read())
	}
	if m.version != "" {
		e.family("lineitem_build_info", "1, with the version.", gauge)
		e.sample("lineitem_build_info", 1, label{"version", m.version})
	}
	writeRuntime(&e)
	writeProcess(&e)
	return e.Bytes()
}

// writeRequests writes the counters and the histograms of requests, in a fixed order.
func (m *Metrics) writeRequests(e *exposition) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.requests) == 0 {
		return
	}
	answers := slices.SortedFunc(maps.Keys(m.requests), func(a, b answer) int {
		return cmp.Or(cmp.Compare(a.route, b.route), cmp.Compare(a.status, b.status), cmp.Compare(a.code, b.code))
	})
	const requests = "lineitem_requests_total"
	e.family(requests, "Answered requests; code is the problem's code, empty for a success.", counter)
	for _, a := range answers {
		e.sample(requests, float64(m.requests[a]), label{"code", a.code}, label{"route", a.route}, label{"status", strconv.Itoa(a.status)})
	}
	const duration = "lineitem_request_duration_seconds"
	e.family(duration, "Time from reading a request's header to the end of its answer.", "histogram")
	for _, route := range slices.Sorted(maps.Keys(m.times)) {
		h, of := m.times[route], label{"route", route}
		n := 0
		for i, bound := range buckets {
			n += h.counts[i]
			e.sample(duration+"_bucket", float64(n), of, label{"le", strconv.FormatFloat(bound, 'g', -1, 64)})
		}
		n += h.counts[len(buckets)]
		e.sample(duration+"_bucket", float64(n), of, label{"le", "+Inf"})
		e.sample(duration+"_sum", h.sum.Seconds(), of)
		e.sample(duration+"_count", float64(n), of)
	}
}

// A kind is the type of a metric.
type kind string

const (
	gauge   kind = "gauge"
	counter kind = "counter"
)

// A label is a dimension of a series, with its value there.
type label struct{ name, value string }

// An exposition is a text in Prometheus' format, version 0.0.4
// (https://prometheus.io/docs/instrumenting/exposition_formats/).
type exposition struct{ bytes.Buffer }

var (
	helpEscape  = strings.NewReplacer(`\`, `\\`, "\n", `\n`)
	labelEscape = strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`)
)

// family begins a metric. Its samples follow.
func (e *exposition) family(name, help string, k kind) {
	e.WriteString("# HELP " + name + " " + helpEscape.Replace(help) + "\n# TYPE " + name + " " + string(k) + "\n")
}

// sample writes the value of one series.
func (e *exposition) sample(name string, value float64, labels ...label) {
	e.WriteString(name)
	for i, l := range labels {
		e.WriteByte("{,"[min(i, 1)])
		e.WriteString(l.name + `="` + labelEscape.Replace(l.value) + `"`)
	}
	if len(labels) > 0 {
		e.WriteByte('}')
	}
	e.WriteByte(' ')
	e.Write(strconv.AppendFloat(e.AvailableBuffer(), value, 'g', -1, 64)) // also NaN, +Inf and -Inf
	e.WriteByte('\n')
}

// value writes a metric of one series without labels.
func (e *exposition) value(name, help string, k kind, v float64) {
	e.family(name, help, k)
	e.sample(name, v)
}
