package serve

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"lineitem/quota"
)

// exchange holds the facts about one request for the log: never a key, a file's
// name or any content of a document.
type exchange struct {
	id       string
	status   int
	code     string       // of the problem that is answered
	account  string       // empty: not known
	grant    *quota.Grant // nil: none was given
	received bool         // whether the request's body was read
	page     bool         // whether the address is outside the API
	route    string       // empty: the address itself
	fault    bool         // whether its answer reports a fault of the service
	attrs    []slog.Attr
}

func (e *exchange) addAttrs(attrs ...slog.Attr) { e.attrs = append(e.attrs, attrs...) }

type exchangeKey struct{}

// exchangeOf returns the exchange that ServeHTTP put into the request's context.
func exchangeOf(r *http.Request) *exchange { return r.Context().Value(exchangeKey{}).(*exchange) }

// ServeHTTP implements http.Handler: it gives the request an ID, routes it, and
// logs and counts it when it is answered. An ID sent by the client is not used, since it
// would appear in the log.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	began := time.Now()
	var id [8]byte
	rand.Read(id[:]) // never fails
	e := &exchange{id: hex.EncodeToString(id[:]), status: http.StatusOK}
	h := w.Header()
	h.Set("X-Request-Id", e.id)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	if s.draining.Load() {
		h.Set("Connection", "close")
	}
	r = r.WithContext(context.WithValue(r.Context(), exchangeKey{}, e))
	recorder := &statusRecorder{ResponseWriter: w, exchange: e}
	defer func() {
		if p := recover(); p != nil {
			// The value is left out: it may hold a document's content.
			e.addAttrs(slog.String("stack", string(debug.Stack())))
			if !recorder.began {
				s.fail(recorder, r, errPanic)
			} else {
				e.status, e.fault = http.StatusInternalServerError, true
			}
		}
		if e.grant != nil {
			e.grant.Done()
		}
		s.log(r, e, time.Since(began))
	}()
	s.router.ServeHTTP(recorder, r)
}

func (s *Server) log(r *http.Request, e *exchange, took time.Duration) {
	level := slog.LevelInfo
	switch {
	case r.URL.Path == "/healthz":
		level = slog.LevelDebug
	case e.fault:
		level = slog.LevelError
	}
	route := cmp.Or(e.route, r.URL.Path)
	if e.page || e.status == http.StatusNotFound {
		route = r.Pattern // the path may be anything, and may hold a secret
	}
	if s.config.Observe != nil {
		s.config.Observe(route, e.status, e.code, took)
	}
	attrs := []slog.Attr{
		slog.String("id", e.id),
		slog.String("method", loggedMethod(r.Method)),
		slog.String("route", route),
		slog.Int("status", e.status),
		slog.Float64("ms", float64(took.Microseconds())/1000),
	}
	if e.account != "" {
		attrs = append(attrs, slog.String("account", e.account))
	}
	attrs = append(attrs, e.attrs...)
	s.config.Log.LogAttrs(context.WithoutCancel(r.Context()), level, "request", attrs...)
}

// loggedMethod returns a request's method, or "other" if it is longer than any
// registered method: that is arbitrary text, which would only fill the log.
func loggedMethod(method string) string {
	const longest = len("UPDATEREDIRECTREF") // in the HTTP method registry
	if len(method) > longest {
		return "other"
	}
	return method
}

// statusRecorder records the status of the answer in the exchange.
type statusRecorder struct {
	http.ResponseWriter
	exchange *exchange
	began    bool
}

// Unwrap returns the wrapped ResponseWriter, for http.ResponseController.
func (w *statusRecorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *statusRecorder) WriteHeader(status int) {
	if status >= http.StatusOK { // not 100 Continue
		w.exchange.status, w.began = status, true
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *statusRecorder) Write(b []byte) (int, error) {
	w.began = true
	return w.ResponseWriter.Write(b)
}
