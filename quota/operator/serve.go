package operator

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// Limits for slow clients, and for the end of a server.
const (
	headerTimeout = 10 * time.Second
	readTimeout   = 30 * time.Second
	idleTimeout   = 2 * time.Minute
	endTimeout    = 5 * time.Second // for requests in flight when a server ends
	headerBytes   = 16 << 10
)

// Serve answers requests on l until ctx ends; requests in flight then have 5 s to
// finish. It closes l, and returns an error only if serving fails.
func Serve(ctx context.Context, l net.Listener, h *Handler) error {
	base, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	server := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    headerBytes,
		ErrorLog:          slog.NewLogLogger(h.log.Handler(), slog.LevelWarn),
		BaseContext:       func(net.Listener) context.Context { return base },
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	timeout, stop := context.WithTimeout(context.WithoutCancel(ctx), endTimeout)
	defer stop()
	if server.Shutdown(timeout) != nil {
		cancel()
		server.Close()
	}
	if err := <-failed; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
