// Package metrics counts what the service answers and tells it in Prometheus'
// text format (version 0.0.4). Series are labelled by route, status and code,
// of which there are only so many, and never by account: who reads them learns
// how the service is, and nothing of its customers.
package metrics

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// mediaType is that of the text format.
const mediaType = "text/plain; version=0.0.4; charset=utf-8"

// buckets are the upper bounds of the histogram, in seconds: text takes
// milliseconds, a scanned page half a second, and a conversion 30 at most by
// default.
var buckets = [...]float64{0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60}

// Metrics is an http.Handler that tells all it was told. The zero value is
// ready. It is safe for concurrent use.
type Metrics struct {
	mu       sync.Mutex
	requests map[request]uint64
	times    map[string]*histogram // by route
	values   []value
}

// request is one kind of answered request.
type request struct {
	route  string
	status int
	code   string // of a problem; empty of a success
}

// histogram counts durations.
type histogram struct {
	counts [len(buckets)]uint64 // those up to each bound that are above the one before
	count  uint64
	sum    float64 // seconds
}

// value is what is looked up when it is asked for.
type value struct {
	name, kind, help string
	read             func() float64
}

// Observe counts an answered request. An empty route stands for addresses that
// there are not.
func (m *Metrics) Observe(route string, status int, code string, took time.Duration) {
	if route == "" {
		route = "none"
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.requests == nil {
		m.requests, m.times = map[request]uint64{}, map[string]*histogram{}
	}
	m.requests[request{route, status, code}]++
	h := m.times[route]
	if h == nil {
		h = new(histogram)
		m.times[route] = h
	}
	seconds := took.Seconds()
	h.count++
	h.sum += seconds
	for i, bound := range buckets {
		if seconds <= bound {
			h.counts[i]++
			break
		}
	}
}

// Gauge adds a value that goes up and down. name may have labels in braces; help
// is one line. read must not wait.
func (m *Metrics) Gauge(name, help string, read func() float64) { m.add(name, "gauge", help, read) }

// Counter adds a value that only grows.
func (m *Metrics) Counter(name, help string, read func() float64) {
	m.add(name, "counter", help, read)
}

func (m *Metrics) add(name, kind, help string, read func() float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.values = append(m.values, value{name, kind, help, read})
}

// ServeHTTP implements http.Handler: GET /metrics.
func (m *Metrics) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.URL.Path != "/metrics":
		http.Error(w, "The metrics are at /metrics.", http.StatusNotFound)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "The metrics can only be read.", http.StatusMethodNotAllowed)
	default:
		w.Header().Set("Content-Type", mediaType)
		w.Header().Set("Cache-Control", "no-store")
		w.Write(m.text())
	}
}

// text is everything in the text format.
func (m *Metrics) text() []byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	var b bytes.Buffer
	head(&b, "lineitem_requests_total", "counter", "Requests that were answered; code is that of the problem, and empty of a success.")
	for _, r := range slices.SortedFunc(maps.Keys(m.requests), compareRequests) {
		fmt.Fprintf(&b, "lineitem_requests_total{route=%s,status=\"%d\",code=%s} %d\n", quote(r.route), r.status, quote(r.code), m.requests[r])
	}
	const name = "lineitem_request_duration_seconds"
	head(&b, name, "histogram", "Time from a request's header to the end of its answer.")
	for _, route := range slices.Sorted(maps.Keys(m.times)) {
		m.times[route].write(&b, name, "route="+quote(route))
	}
	for _, v := range m.values {
		bare, _, _ := strings.Cut(v.name, "{")
		head(&b, bare, v.kind, v.help)
		fmt.Fprintf(&b, "%s %s\n", v.name, number(v.read()))
	}
	return b.Bytes()
}

func (h *histogram) write(b *bytes.Buffer, name, label string) {
	var sum uint64
	for i, bound := range buckets {
		sum += h.counts[i]
		fmt.Fprintf(b, "%s_bucket{%s,le=\"%s\"} %d\n", name, label, number(bound), sum)
	}
	fmt.Fprintf(b, "%s_bucket{%s,le=\"+Inf\"} %d\n", name, label, h.count)
	fmt.Fprintf(b, "%s_sum{%s} %s\n", name, label, number(h.sum))
	fmt.Fprintf(b, "%s_count{%s} %d\n", name, label, h.count)
}

func head(b *bytes.Buffer, name, kind, help string) {
	fmt.Fprintf(b, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

func number(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

var escaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// quote writes the value of a label.
func quote(s string) string { return `"` + escaper.Replace(s) + `"` }

func compareRequests(a, b request) int {
	return cmp.Or(strings.Compare(a.route, b.route), cmp.Compare(a.status, b.status), strings.Compare(a.code, b.code))
}
