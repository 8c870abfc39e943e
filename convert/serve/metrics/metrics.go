// Package metrics counts what the service answers, for Prometheus. Series are
// labelled by route, status and code, of which there are only so many, and never
// by account: who reads them learns about the service, and nothing about its
// customers.
package metrics

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// buckets are the upper bounds of the histogram, in seconds: text takes
// milliseconds, a scanned page half a second, and a conversion 30 at most by
// default.
var buckets = []float64{0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60}

// Metrics holds the counters of one server. It is safe for concurrent use.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	times    *prometheus.HistogramVec
}

// New returns the metrics of this process, which are those of Prometheus' own
// library for a Go program, and those of requests.
func New() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "lineitem_requests_total",
			Help: "Answered requests; code is the problem's code, empty for a success.",
		}, []string{"route", "status", "code"}),
		times: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "lineitem_request_duration_seconds",
			Help:    "Time from reading a request's header to the end of its answer.",
			Buckets: buckets,
		}, []string{"route"}),
	}
	m.registry.MustRegister(m.requests, m.times, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Observe counts an answered request. An empty route stands for addresses that
// there are not.
func (m *Metrics) Observe(route string, status int, code string, took time.Duration) {
	if route == "" {
		route = "none"
	}
	m.requests.WithLabelValues(route, strconv.Itoa(status), code).Inc()
	m.times.WithLabelValues(route).Observe(took.Seconds())
}

// Gauge adds a value that goes up and down. read must not wait.
func (m *Metrics) Gauge(name, help string, read func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, read))
}

// Counter adds a value that only grows. read must not wait.
func (m *Metrics) Counter(name, help string, read func() float64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, read))
}

// Version adds a series that tells the program's version.
func (m *Metrics) Version(version string) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "lineitem_build_info", Help: "1, with the version.", ConstLabels: prometheus.Labels{"version": version},
	}, func() float64 { return 1 }))
}

// Handler answers GET /metrics.
func (m *Metrics) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4}))
	return mux
}
