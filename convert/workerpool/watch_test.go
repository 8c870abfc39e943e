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

// hungry converts documents that say how much memory to take, and of which kind.
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
		time.Sleep(10 * time.Second) // until the watch sees it, even on a busy machine
		runtime.KeepAlive(held)      // otherwise it may be collected while the worker sleeps
		return nil, fmt.Errorf("%d MiB are held and the worker lives", n)
	case "garbage":
		// Nothing frees the garbage, as when the collector waits for a running guest.
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

// piece returns a mebibyte of memory that is in use.
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

// TestMemoryIsWhatIsNeeded checks that only the memory a document needs counts: not its
// garbage, nor what earlier documents or a guest left behind. So the same document always
// fits, in the same worker, or never does.
func TestMemoryIsWhatIsNeeded(t *testing.T) {
	testenv.Sequential(t)
	for _, test := range []struct {
		document string // for a worker with a limit of 256 MiB
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
