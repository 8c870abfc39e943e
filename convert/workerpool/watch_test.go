package workerpool

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"lineitem/convert"
	"lineitem/convert/guestmemory"
	"lineitem/convert/testenv"
)

// hungry converts documents that say how much memory they take, and of which kind.
type hungry struct{ untaught }

func (hungry) Convert(_ context.Context, in convert.Input) (*convert.Result, error) {
	var kind string
	var n int // MiB
	if _, err := fmt.Sscan(string(in.Data), &kind, &n); err != nil {
		return nil, err
	}
	switch kind {
	case "needed":
		held := make([][]byte, n)
		for i := range held {
			held[i] = piece()
		}
		time.Sleep(10 * time.Second) // until it is seen, also on a machine that does other things
		runtime.KeepAlive(held)      // or the collector takes it while the worker sleeps
		return nil, fmt.Errorf("%d MiB are held and the worker lives", n)
	case "garbage":
		// Nobody takes it away, as it is while a guest runs that the collector waits for.
		debug.SetGCPercent(-1)
		debug.SetMemoryLimit(math.MaxInt64)
		for range n {
			piece()
		}
		time.Sleep(10 * watchInterval)
	case "guest": // and as much garbage as the collector leaves beside it
		guest, err := guestmemory.Reserve(int64(n) << 20)
		if err != nil {
			return nil, err
		}
		defer guest.Free()
		use(guest.Reallocate(uint64(n) << 20))
		for range 1000 {
			piece()
		}
	}
	return &convert.Result{Filename: in.Filename, Mode: convert.ModeText}, nil
}

func (hungry) Try(context.Context, *convert.Module) error { return nil }

// piece is a mebibyte that is used.
func piece() []byte {
	b := make([]byte, 1<<20)
	use(b)
	return b
}

func use(b []byte) {
	for i := 0; i < len(b); i += 4096 {
		b[i] = 1
	}
}

// What counts as a document's memory is what it needs: neither its garbage, nor
// what documents before it left, nor what a guest had. So the same document is
// always converted, and always by the same worker, or never.
func TestMemoryIsWhatIsNeeded(t *testing.T) {
	for _, test := range []struct {
		document string // of a worker that may have 256 MiB
		fits     bool
	}{
		{"needed 300", false},
		{"guest 160", true},
		{"garbage 270", true},
		{"garbage 150", true},
	}[:testenv.Either(2, 4)] {
		t.Run(test.document, func(t *testing.T) {
			p := newPool(t, Config{Args: []string{"lineitem", "hungry-worker"}, Workers: 1})
			for range testenv.Either(1, 4) {
				_, err := convertText(p, test.document)
				var memory *MemoryError
				if fits := err == nil; fits != test.fits || !fits && !errors.As(err, &memory) {
					t.Errorf("Convert(%q) = %v, want that it fits: %v", test.document, err, test.fits)
				}
			}
			if _, _, started := p.Load(); test.fits && started != 1 {
				t.Errorf("%q took %d workers, want 1", test.document, started)
			}
		})
	}
}
