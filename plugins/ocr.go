package plugins

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"image"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/tetratelabs/wazero"

	"lineitem/convert/segmentation"
)

// The recognizers that are built in: the first reads all strips, the second
// those that the first one doubts.
var (
	//go:embed ocr/latin.wasm
	builtin []byte
	//go:embed ocr/scripts.wasm
	builtinScripts []byte
)

// Bounds of the contract of recognizers.
const (
	contractVersion = 1
	minStripHeight  = 8    // pixels
	maxStripHeight  = 128  // pixels
	maxStripWidth   = 8192 // columns
)

// Options say which recognizer an OCR runs, and how.
type Options struct {
	// Module is a recognizer in WebAssembly; nil means the one that is built in.
	Module []byte
	// Name names the module in errors, such as its file's path.
	Name string
	// Limits of each instance.
	Limits Limits
	// Unwatched lets the module run without Limits.Time, and on when the context
	// has ended: whoever sets it has to end the process if need be. Watching makes
	// tight loops many times slower. The built-in one, which always ends, is never
	// watched.
	Unwatched bool
	// Cache keeps compiled modules; nil means that each OCR compiles its own.
	Cache wazero.CompilationCache
}

// OCR reads the text of strips with a guest that satisfies the contract of
// recognizers. It satisfies convert.Recognizer: it is safe for concurrent use,
// and deterministic if the guest is. It compiles nothing before it is used.
//
// The confidence that the built-in recognizer gives a character is the
// probability (softmax) which its network gives it in the prediction where it
// is clearest. It means what it says: on strips like those of its training, 84 %
// of the characters with a confidence of 0.8 to 0.9 were right, and above 0.999
// all but 4 in 10,000.
//
// The built-in recognizer is two. The first reads Latin letters of Western,
// Central and Northern Europe; what it doubts is read again by the second, which
// knows Cyrillic, Greek and the other Latin letters too, and the surer reading
// counts. Each word then stands in one script, though some letters look alike in
// several: most of the word's letters decide, then the strip's, then those of all
// strips of the call.
type OCR struct {
	guest guest
	// second reads the strips that guest doubts; nil for modules of others.
	second *OCR

	mu    sync.Mutex
	state state
	err   error // why it cannot be used
	// height of the strips that the guest reads, pixels
	height int
	// slots bound the instances in use; idle ones wait in free.
	slots chan struct{}
	free  []*recognizer
}

// state is how far an OCR has come.
type state uint8

const (
	fresh state = iota
	ready
	failed
)

// NewOCR makes an OCR. Close it after use.
func NewOCR(o Options) *OCR {
	g := guest{name: o.Name, code: o.Module, limits: o.Limits.withDefaults(), watched: !o.Unwatched, cache: o.Cache}
	if o.Module == nil {
		g.name, g.code, g.watched = "the built-in recognizer", builtin, false
		second := g
		second.name, second.code = "the built-in recognizer of more scripts", builtinScripts
		return &OCR{guest: g, second: &OCR{guest: second}}
	}
	if g.name == "" {
		g.name = "the recognizer"
	}
	return &OCR{guest: g}
}

// Check makes sure that the module can be used: that it compiles, starts and
// tells a version and a strip height of the contract. Whoever does not call it
// gets the same errors from Recognize. They are *GuestError, or ctx's.
func (o *OCR) Check(ctx context.Context) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch o.state {
	case ready:
		return nil
	case failed:
		return o.err
	}
	if err := o.start(ctx); err != nil {
		if ctx.Err() == nil {
			o.state, o.err = failed, err
		}
		return err
	}
	o.state = ready
	return nil
}

// Warm does what Check does, and makes what is compiled otherwise when it is first
// needed.
func (o *OCR) Warm(ctx context.Context) error {
	if err := o.Check(ctx); err != nil || o.second == nil {
		return err
	}
	return o.second.Check(ctx)
}

// start compiles the module and makes the first instance, which tells the
// strips' height.
func (o *OCR) start(ctx context.Context) error {
	if o.guest.runtime == nil {
		if err := o.guest.compile(ctx); err != nil {
			return err
		}
	}
	r, err := newRecognizer(ctx, &o.guest)
	if err != nil {
		return err
	}
	// Not before now, as a worker sets how many processors it uses at its start.
	o.slots = make(chan struct{}, runtime.GOMAXPROCS(0))
	o.height = r.height
	o.free = append(o.free, r)
	return nil
}

// StripHeight is the height of the strips that the guest reads, pixels. It is
// 32 if the guest cannot be used: Recognize then tells why.
func (o *OCR) StripHeight() int {
	if err := o.Check(context.Background()); err != nil {
		return 32
	}
	return o.height
}

// Recognize reads each strip, several at once on as many processors as there
// are. The readings stand in the order of the strips. Strips wider than 8192
// columns are cut. Errors are *GuestError, or ctx's; one strip that cannot be
// read fails them all.
func (o *OCR) Recognize(ctx context.Context, strips []*image.Gray) ([]segmentation.Reading, error) {
	if len(strips) == 0 {
		return nil, ctx.Err()
	}
	readings, err := o.readStrips(ctx, strips)
	if err != nil || o.second == nil {
		return readings, err
	}
	if err := o.reread(ctx, strips, readings); err != nil {
		return nil, err
	}
	unifyScripts(readings)
	unifyCommas(readings)
	return readings, nil
}

// readStrips reads each strip with o's own guest.
func (o *OCR) readStrips(ctx context.Context, strips []*image.Gray) ([]segmentation.Reading, error) {
	if err := o.Check(ctx); err != nil {
		return nil, err
	}
	var pieces []piece
	for i, s := range strips {
		if got := s.Rect.Dy(); got != o.height {
			return nil, fmt.Errorf("plugins: strip %d is %d pixels high, want %d", i, got, o.height)
		}
		pieces = appendPieces(pieces, s, i)
	}
	readings := make([]segmentation.Reading, len(pieces))
	if err := o.readAll(ctx, pieces, readings); err != nil {
		return nil, err
	}
	return join(pieces, readings, len(strips)), nil
}

// readAll reads the pieces, each by whichever instance is free first.
func (o *OCR) readAll(ctx context.Context, pieces []piece, readings []segmentation.Reading) error {
	// The longest first: the last to end is then a short one, and instances
	// grow their memory once.
	order := make([]int, len(pieces))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(pieces[b].pixels.Rect.Dx(), pieces[a].pixels.Rect.Dx())
	})
	var next atomic.Int64
	var stop atomic.Bool
	errs := make([]error, len(pieces)) // by piece, so that the error told is always the same one
	var instances sync.WaitGroup
	for range min(cap(o.slots), len(pieces)) {
		instances.Go(func() {
			for !stop.Load() {
				n := int(next.Add(1)) - 1
				if n >= len(order) {
					return
				}
				i := order[n]
				if readings[i], errs[i] = o.read(ctx, pieces[i].pixels); errs[i] != nil {
					stop.Store(true)
				}
			}
		})
	}
	instances.Wait()
	return cmp.Or(errs...)
}

// read reads one strip with an instance of the pool.
func (o *OCR) read(ctx context.Context, strip *image.Gray) (segmentation.Reading, error) {
	select {
	case o.slots <- struct{}{}:
		defer func() { <-o.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	r, err := o.instance(ctx)
	if err != nil {
		return nil, err
	}
	reading, err := r.read(ctx, strip)
	if err != nil {
		r.close(ctx) // whatever state it is in now
		return nil, err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.free = append(o.free, r)
	return reading, nil
}

// instance takes a free instance, the one used last, or makes one.
func (o *OCR) instance(ctx context.Context) (*recognizer, error) {
	o.mu.Lock()
	if n := len(o.free); n > 0 {
		r := o.free[n-1]
		o.free = o.free[:n-1]
		o.mu.Unlock()
		return r, nil
	}
	o.mu.Unlock()
	return newRecognizer(ctx, &o.guest)
}

// Close frees all instances. Nothing may be read afterwards.
func (o *OCR) Close(ctx context.Context) error {
	if o.second != nil {
		if err := o.second.Close(ctx); err != nil {
			return err
		}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.free = nil
	return o.guest.close(ctx)
}
