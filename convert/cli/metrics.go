package cli

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"lineitem/convert/serve/metrics"
	"lineitem/convert/workerpool"
)

// newMetrics returns the metrics of a server. health may be nil.
func newMetrics(pool *workerpool.Pool, health func() error) *metrics.Metrics {
	m := metrics.New()
	m.Version(version())
	m.Gauge("lineitem_workers", "Documents that can be converted at once.", func() float64 { return float64(pool.Workers()) })
	m.Gauge("lineitem_workers_busy", "Documents that are being converted.", func() float64 {
		working, _, _ := pool.Load()
		return float64(working)
	})
	m.Counter("lineitem_worker_starts_total", "Worker processes that were started; more than there are workers when some died.", func() float64 {
		_, _, started := pool.Load()
		return float64(started)
	})
	m.Gauge("lineitem_queue_limit", "Documents that may wait for a worker.", func() float64 { return float64(pool.Queue()) })
	m.Gauge("lineitem_queue_length", "Documents that wait for a worker.", func() float64 {
		_, waiting, _ := pool.Load()
		return float64(waiting)
	})
	m.Gauge("lineitem_store_up", "1 while the accounts can be reached, 0 while not.", func() float64 {
		if health != nil && health() != nil {
			return 0
		}
		return 1
	})
	return m
}

// How long a client may take to read the metrics, and the greatest size of its header.
const (
	metricsTime   = 10 * time.Second
	metricsHeader = 8 << 10 // bytes
)

// serveMetrics serves metrics until end is called.
func serveMetrics(l net.Listener, m *metrics.Metrics, log *slog.Logger) (end func()) {
	server := &http.Server{
		Handler: m.Handler(), ReadTimeout: metricsTime, WriteTimeout: metricsTime, MaxHeaderBytes: metricsHeader,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			log.Error("the metrics cannot be read any more", "error", err.Error())
		}
	}()
	log.Info("metrics listening", "addr", l.Addr().String())
	return func() {
		ctx, cancel := context.WithTimeout(context.Background(), metricsTime)
		defer cancel()
		server.Shutdown(ctx)
		<-done
	}
}
