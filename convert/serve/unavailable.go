package serve

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/julienschmidt/httprouter"

	"lineitem/quota"
)

// Listener is a TCP or Unix listener of package net.
type Listener interface {
	net.Listener
	SetDeadline(t time.Time) error
}

// ServeUnavailable answers requests on l while the accounts cannot be opened because their
// database is unavailable: every request gets 503 with Retry-After, and /healthz gets
// 503 too. A port that accepted connections and answered nothing would keep a load
// balancer and its clients waiting. end stops it and leaves l open for Run.
//
// Opening uses only the log and the limits of c.
func ServeUnavailable(l Listener, c Config) (end func()) {
	s := &Server{config: c.withDefaults(), router: httprouter.New()}
	s.config.Health = func() error { return quota.ErrUnavailable }
	s.router.HandleMethodNotAllowed = false
	s.router.HandlerFunc(http.MethodGet, "/healthz", s.health)
	s.router.HandlerFunc(http.MethodHead, "/healthz", s.health)
	s.router.NotFound = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		exchangeOf(r).page = true // so that its address is not logged
		s.answerError(w, r, errStoreAway)
	})
	server := s.newHTTPServer(context.Background())
	server.SetKeepAlivesEnabled(false) // clients reconnect, to the server itself
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := server.Serve(unclosable{l}); !errors.Is(err, http.ErrServerClosed) {
			s.config.Log.Error("no requests are answered until the accounts can be opened", "error", err.Error())
		}
	}()
	return func() {
		const answerTime = time.Second // nothing here takes long
		if !shutdown(server, answerTime) {
			server.Close()
		}
		<-ended
		l.SetDeadline(time.Time{})
	}
}

// unclosable is a listener that a server cannot close: Close only ends the server's Accept.
type unclosable struct{ Listener }

func (l unclosable) Close() error { return l.SetDeadline(time.Unix(1, 0)) }
