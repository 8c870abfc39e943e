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

// waiting is how a server waits for accounts that it cannot reach when it starts,
// or for room on the disk that holds them. What only takes its time is not told:
// who connects waits for that.
type waiting struct {
	config    serve.Config
	listeners []net.Listener // the server's, and others that may be nil
}

// awaitPause is how long it is before it is looked again whether the accounts can
// be reached, or be changed.
const awaitPause = 500 * time.Millisecond

// await calls open again and again while the accounts cannot be reached, or the disk
// is full. It returns what open then returns, or ctx's error. Meanwhile all that comes is answered 503.
// The log tells once that it waits, and once that it goes on.
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

// answer answers on all listeners until end is called.
func (w *waiting) answer() (end func()) {
	var ends []func()
	for _, l := range w.listeners {
		if l, ok := l.(serve.Listener); ok {
			ends = append(ends, serve.Opening(l, w.config))
		}
	}
	return func() {
		for _, end := range ends {
			end()
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
