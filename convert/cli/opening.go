package cli

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"time"

	"lineitem/convert/serve"
	"lineitem/quota"
	"lineitem/quota/pgstore"
)

// opening answers on listeners, some of which may be nil, that the accounts
// cannot be reached, until end is called, which may be done twice.
func opening(config serve.Config, listeners ...net.Listener) (end func()) {
	var ends []func()
	for _, l := range listeners {
		if l, ok := l.(serve.Listener); ok {
			ends = append(ends, serve.Opening(l, config))
		}
	}
	return func() {
		for _, end := range ends {
			end()
		}
	}
}

// awaitPause is how long a server that starts waits before it looks again whether
// the accounts can be reached.
const awaitPause = 500 * time.Millisecond

// await calls open again and again while the accounts cannot be reached. It returns
// what open then returns, or ctx's error. The log tells once that it waits, and
// once that it goes on.
func await(ctx context.Context, log *slog.Logger, l net.Listener, open func() error) error {
	for waiting := false; ; waiting = true {
		err := open()
		if !errors.Is(err, quota.ErrUnavailable) {
			if waiting && err == nil {
				log.Info("the accounts can be reached")
			}
			return err
		}
		if !waiting && ctx.Err() == nil {
			log.Warn("waiting for the accounts; requests are answered 503", "addr", l.Addr().String(), "error", err.Error())
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(awaitPause):
		}
	}
}

// whyEnded is the error of a server that ended with err: none when it was told to
// end, unless that was because another server has taken over its name.
func whyEnded(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); errors.Is(cause, pgstore.ErrDisplaced) {
		return cause
	}
	if ctx.Err() != nil {
		return nil
	}
	return err
}
