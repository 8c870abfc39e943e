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

// The built-in recognizers: the first reads all strips, the second reads again
// those whose readings are doubtful.
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
	// Module is a recognizer in WebAssembly; nil means the built-in one.
	Module []byte
	// Name names the module in errors, such as its file's path.
	Name string
	// Limits of each instance.
	Limits Limits
	// Unwatched lets the module run without Limits.Time, and go on after the context
	// has ended: whoever sets it has to end the process if need be. Watching makes
	// tight loops many times slower. The built-in recognizer, which always ends, is
	// never watched.
	Unwatched bool
	// Cache keeps compiled modules; nil means that each OCR compiles its own.
	Cache wazero.CompilationCache
}

// OCR reads the text of strips with a guest that satisfies the contract of
// recognizers. It satisfies convert.Recognizer: it is safe for concurrent use,
// and deterministic if the guest is. It compiles nothing before it is used.
//
// The confidence that the built-in recognizer gives a character is the
// probability (softmax) that its network gives it in the prediction where it
// is clearest. It is calibrated: on strips like those of its training, 84 %
// of the characters with a confidence of 0.8 to 0.9 were right, and above 0.999
// all but 4 in 10,000.
//
// The built-in recognizer consists of two. The first reads Latin letters of
// Western, Central and Northern Europe. Strips of which it is unsure are read again
// by the second, which also knows Cyrillic, Greek and the other Latin letters; the
// reading with the higher confidence counts. Each word is then written in one
// script, since some letters look alike in several: the majority of the word's
// letters decides, then that of the strip, then that of all strips of the call.
type OCR struct {
	guest guest
	// second reads again the strips whose readings are doubted; nil unless guest is
	// the built-in first recognizer.
	second *OCR

	mu    sync.Mutex
	state state
	err   error // why it cannot be used
	// height of the strips that the guest reads, pixels
	height int
	// slots bounds the number of instances in use; idle ones wait in free.
	slots chan struct{}
	free  []*recognizer
}

// state says whether an OCR has been started, and whether that failed.
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

// Check makes sure that the module can be used: that it compiles, starts, and
// returns a version and a strip height that the contract allows. Without a call of
// Check, Recognize returns the same errors. They are *GuestError, or ctx's.
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

// Warm does what Check does, and also compiles and starts the second recognizer,
// which otherwise happens when it is first needed.
func (o *OCR) Warm(ctx context.Context) error {
	if err := o.Check(ctx); err != nil || o.second == nil {
		return err
	}
	return o.second.Check(ctx)
}

// start compiles the module and makes the first instance, which gives the height
// of strips.
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
	// GOMAXPROCS is read only now, as a worker process sets it when it starts.
	o.slots = make(chan struct{}, runtime.GOMAXPROCS(0))
	o.height = r.height
	o.free = append(o.free, r)
	return nil
}

// StripHeight returns the height in pixels of the strips that the guest reads. It
// is 32 if the guest cannot be used: Recognize then returns the reason.
func (o *OCR) StripHeight() int {
	if err := o.Check(context.Background()); err != nil {
		return 32
	}
	return o.height
}

// Recognize reads each strip, several at once on as many processors as there
// are. The readings are in the order of the strips. Strips wider than 8192
// columns are cut. Errors are *GuestError, or ctx's; if one strip cannot be read,
// no readings are returned.
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
	// The longest pieces go first: a short one is then the last to end, and
	// instances grow their memory once.
	order := make([]int, len(pieces))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(pieces[b].pixels.Rect.Dx(), pieces[a].pixels.Rect.Dx())
	})
	var next atomic.Int64
	var stop atomic.Bool
	errs := make([]error, len(pieces)) // by piece, so that the error returned does not depend on which instance failed first
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
		r.close(ctx) // its state is unknown now
		return nil, err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.free = append(o.free, r)
	return reading, nil
}

// instance takes the free instance that was used last, or makes one if none is free.
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
