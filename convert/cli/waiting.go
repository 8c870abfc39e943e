package cli

import (
	"context"
	"errors"
	"net"
	"time"

	"lineitem/convert/serve"
	"lineitem/quota"
	"lineitem/quota/pgstore"
)

// waiting is how a starting server waits for accounts that it cannot reach, or for
// room on the disk that holds them. A start that is only slow is not reported:
// clients that connect wait until it is done.
type waiting struct {
	config    serve.Config
	listeners []net.Listener // the server's first; others may be nil
}

// awaitPause is the pause before the next attempt to reach or change the accounts.
const awaitPause = 500 * time.Millisecond

// await calls open repeatedly while the accounts cannot be reached, or the disk is
// full. It returns what open then returns, or ctx's error. Meanwhile all requests are
// answered with 503. It logs once that it waits, and once that it goes on.
func (w *waiting) await(ctx context.Context, open func() error) error {
	log := w.config.Log
	for waits := false; ; waits = true {
		err := open()
		if !errors.Is(err, quota.ErrUnavailable) && !errors.Is(err, quota.ErrFull) {
			if waits && err == nil {
				log.Info("the accounts can be reached")
			}
			return err
		}
		if !waits && ctx.Err() == nil {
			defer w.answer()()
			log.Warn("waiting for the accounts; requests are answered 503", "addr", w.listeners[0].Addr().String(), "error", err.Error())
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(awaitPause):
		}
	}
}

// answer answers requests on all listeners until end is called.
func (w *waiting) answer() (end func()) {
	var ends []func()
	for _, l := range w.listeners {
		if l, ok := l.(serve.Listener); ok {
			ends = append(ends, serve.ServeUnavailable(l, w.config))
		}
	}
	return func() {
		for _, end := range ends {
			end()
		}
	}
}

// whyEnded returns the error of a server that ended with err: nil if it was told to
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
