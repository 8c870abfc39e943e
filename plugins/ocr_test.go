package plugins

import (
	"context"
	"errors"
	"image"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lineitem/convert/segmentation"
	"lineitem/convert/testenv"
)

// readTestdata returns a file of testdata, such as a guest module.
func readTestdata(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// blank returns a white strip.
func blank(width, height int) *image.Gray {
	strip := image.NewGray(image.Rect(0, 0, width, height))
	for i := range strip.Pix {
		strip.Pix[i] = 255
	}
	return strip
}

func TestOperatorsRecognizer(t *testing.T) {
	for _, unwatched := range []bool{false, true} {
		o := NewOCR(Options{Module: readTestdata(t, "well.wasm"), Name: "well.wasm", Unwatched: unwatched})
		defer o.Close(t.Context())
		strips := []*image.Gray{blank(10, 32), blank(300, 32), image.NewGray(image.Rect(0, 0, 0, 32)), blank(1, 32)}
		readings, err := o.Recognize(t.Context(), strips)
		if err != nil {
			t.Fatal(err)
		}
		if len(readings) != len(strips) {
			t.Fatalf("Recognize of %d strips gave %d readings", len(strips), len(readings))
		}
		for i, s := range strips {
			want := segmentation.Reading{{Rune: 'x', X1: float32(s.Rect.Dx()), Confidence: 0.5}}
			if s.Rect.Dx() == 0 {
				want = nil
			}
			if !slices.Equal(readings[i], want) {
				t.Errorf("reading %d = %v, want %v", i, readings[i], want)
			}
		}
	}
}

// Whatever a guest does, it is stopped, cannot exceed its limits, and is named in an error
// that says what is wrong.
func TestGuestsThatBreakTheContract(t *testing.T) {
	tests := []struct{ guest, want string }{
		{"import", "import.wasm imports env.puts, but may import nothing"},
		{"unexported", `unexported.wasm exports no function "recognize"`},
		{"version", "version.wasm implements version 2 of the contract, want 1"},
		{"height", "height.wasm asks for strips 0 pixels high, want 8 to 128"},
		{"large", "large.wasm is not a WebAssembly module that can be run: section memory: min 2048 pages (128 Mi) over limit of 64 pages (4 Mi)"},
		{"start-loop", "start-loop.wasm took longer than 100ms while it was started"},
		{"loop", "loop.wasm took longer than 100ms in recognize"},
		{"recursion", "recursion.wasm failed in recognize: "},
		{"trap", "trap.wasm failed in recognize: wasm error: unreachable"},
		{"grow", "grow.wasm failed in recognize: wasm error: unreachable"},
		{"room", "room.wasm returns a buffer for a strip at address 4294967280, outside its memory of 65536 bytes"},
		{"result", "result.wasm returns a result at address 4294967293, outside its memory of 327680 bytes"},
		{"beyond", "beyond.wasm returns 4 characters at address 327644, beyond the end of its memory of 327680 bytes"},
		{"count", "count.wasm read 41 characters in a strip of 40 columns"},
		{"control", "control.wasm read U+000A as character 0, which is not printable"},
		{"surrogate", "surrogate.wasm read U+D800 as character 0, which is not printable"},
		{"negative", "negative.wasm read U+FFFFFFFF as character 0, which is not printable"},
		{"wide", "wide.wasm puts character 0 into columns 0 to 41 of a strip of 40 columns"},
		{"reversed", "reversed.wasm puts character 0 into columns 2 to 1 of a strip of 40 columns"},
		{"backward", "backward.wasm puts character 1 into columns 3 to 5, before the character that precedes it"},
		{"nowhere", "nowhere.wasm puts character 0 into columns NaN to 40 of a strip of 40 columns"},
		{"doubtful", "doubtful.wasm gives character 0 the confidence NaN, want a number in [0, 1]"},
		{"sure", "sure.wasm gives character 0 the confidence 1.5, want a number in [0, 1]"},
	}
	for _, test := range tests {
		t.Run(test.guest, func(t *testing.T) {
			limits := Limits{Memory: 4 << 20}
			if strings.HasSuffix(test.guest, "loop") { // the others must end by themselves
				limits.Time = 100 * time.Millisecond
			}
			o := NewOCR(Options{Module: readTestdata(t, test.guest+".wasm"), Name: test.guest + ".wasm", Limits: limits})
			defer o.Close(t.Context())
			for range 2 { // the second time with a new instance, or the same error
				began := time.Now()
				_, err := o.Recognize(t.Context(), []*image.Gray{blank(40, 32), blank(40, 32)})
				var guest *GuestError
				if !errors.As(err, &guest) || !strings.HasPrefix(err.Error(), test.want) {
					t.Errorf("Recognize = %v, want a GuestError %q", err, test.want)
				}
				if took := time.Since(began); took > testenv.Patience {
					t.Errorf("Recognize took %v", took)
				}
			}
		})
	}
}

func TestModulesThatAreNone(t *testing.T) {
	for _, module := range [][]byte{{}, []byte("x"), []byte("\x00asm\x01\x00\x00\x00"), builtin[:len(builtin)/2]} {
		o := NewOCR(Options{Module: module, Name: "a.wasm"})
		var guest *GuestError
		if err := o.Check(t.Context()); !errors.As(err, &guest) || !strings.HasPrefix(err.Error(), "a.wasm ") {
			t.Errorf("Check of a module %.10q = %v, want a GuestError", module, err)
		}
		if h := o.StripHeight(); h != 32 {
			t.Errorf("StripHeight of a module %.10q = %d, want 32", module, h)
		}
	}
}

// An operator's recognizer is stopped when the conversion's context ends.
func TestEndOfContextStopsAnOperatorsRecognizer(t *testing.T) {
	o := NewOCR(Options{Module: readTestdata(t, "loop.wasm"), Limits: Limits{Time: 2 * testenv.Patience}})
	defer o.Close(context.Background())
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	began := time.Now()
	_, err := o.Recognize(ctx, []*image.Gray{blank(40, 32)})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Recognize = %v, want %v", err, context.DeadlineExceeded)
	}
	if took := time.Since(began); took > testenv.Patience {
		t.Errorf("Recognize took %v after its context had ended", took)
	}
}

// The built-in recognizer, which cannot be interrupted, stops between strips when its
// context has ended.
func TestEndedContext(t *testing.T) {
	o := NewOCR(Options{})
	defer o.Close(context.Background())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := o.Recognize(ctx, []*image.Gray{blank(40, 32)}); !errors.Is(err, context.Canceled) {
		t.Errorf("Recognize = %v, want %v", err, context.Canceled)
	}
	// That does not count as a fault of the recognizer.
	if _, err := o.Recognize(t.Context(), []*image.Gray{blank(40, 32)}); err != nil {
		t.Errorf("Recognize after one with an ended context = %v", err)
	}
}

func TestStripOfAnotherHeightIsRefused(t *testing.T) {
	o := NewOCR(Options{})
	defer o.Close(t.Context())
	if _, err := o.Recognize(t.Context(), []*image.Gray{blank(40, 31)}); err == nil {
		t.Error("Recognize of a strip 31 pixels high: no error")
	}
}

// A strip that is wider than a guest accepts is cut where there is least ink.
func TestWideStripsAreCut(t *testing.T) {
	o := NewOCR(Options{Module: readTestdata(t, "well.wasm")})
	defer o.Close(t.Context())
	strip := image.NewGray(image.Rect(100, 0, 100+maxStripWidth+500, 32)) // all ink, except for one column
	const gap = 7900
	for y := range 32 {
		strip.Pix[strip.PixOffset(100+gap, y)] = 255
	}
	readings, err := o.Recognize(t.Context(), []*image.Gray{strip})
	if err != nil {
		t.Fatal(err)
	}
	want := segmentation.Reading{
		{Rune: 'x', X0: 0, X1: gap, Confidence: 0.5},
		{Rune: ' ', X0: gap, X1: gap, Confidence: 1},
		{Rune: 'x', X0: gap, X1: maxStripWidth + 500, Confidence: 0.5},
	}
	if !slices.Equal(readings[0], want) {
		t.Errorf("reading of a wide strip = %v, want %v", readings[0], want)
	}
}

// FuzzResult checks that whatever a recognizer returns is either refused with an error or
// a valid reading. The guest returns the strip's bytes as its result.
func FuzzResult(f *testing.F) {
	o := NewOCR(Options{Module: readTestdata(f, "mirror.wasm")})
	f.Cleanup(func() { o.Close(context.Background()) })
	f.Add([]byte{4, 0, 0, 0, 1, 0, 0, 0, 'x', 0, 0, 0, 0, 0, 0, 0, 0, 0, 128, 63, 0, 0, 128, 63}, uint8(20))
	f.Add([]byte{4, 0, 0, 0, 255, 255, 255, 255}, uint8(20))
	f.Add([]byte{0, 0, 0, 240}, uint8(1))
	f.Fuzz(func(t *testing.T, data []byte, width uint8) {
		strip := image.NewGray(image.Rect(0, 0, int(width), 32))
		copy(strip.Pix, data)
		readings, err := o.Recognize(t.Context(), []*image.Gray{strip})
		if err != nil {
			var guest *GuestError
			if !errors.As(err, &guest) {
				t.Fatalf("Recognize = %v, want a GuestError", err)
			}
			return
		}
		var x0, x1 float32
		for _, g := range readings[0] {
			if !(x0 <= g.X0 && x1 <= g.X1 && g.X0 <= g.X1 && g.X1 <= float32(width) && 0 <= g.Confidence && g.Confidence <= 1) {
				t.Fatalf("Recognize = %v in a strip of %d columns", readings[0], width)
			}
			x0, x1 = g.X0, g.X1
		}
	})
}

// Readings depend on the strips alone: not on how many instances read, in which
// order, or what they read before.
func TestReadingsAreAlwaysTheSame(t *testing.T) {
	var page []*image.Gray
	for i, strip := range noise(24, 400, 32) {
		page = append(page, strip.SubImage(image.Rect(0, 0, 20+(i*67)%380, 32)).(*image.Gray))
	}
	var want []segmentation.Reading
	for _, processors := range []int{1, 4} {
		before := runtime.GOMAXPROCS(processors)
		o := NewOCR(Options{})
		err := o.Check(t.Context()) // this is when it looks at GOMAXPROCS
		runtime.GOMAXPROCS(before)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			got, err := o.Recognize(t.Context(), page)
			if err != nil {
				t.Fatal(err)
			}
			if want == nil {
				want = got
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("Recognize with %d processors = %v, want %v", processors, got, want)
			}
		}
		o.Close(t.Context())
	}
}

// A recognizer can read several documents at the same time, with the same results.
func TestConcurrentUse(t *testing.T) {
	o := NewOCR(Options{})
	defer o.Close(t.Context())
	page := noise(6, 200, o.StripHeight())
	want, err := o.Recognize(t.Context(), page)
	if err != nil {
		t.Fatal(err)
	}
	var documents sync.WaitGroup
	for range 8 {
		documents.Go(func() {
			got, err := o.Recognize(t.Context(), page)
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("Recognize beside others = %v, %v, want %v", got, err, want)
			}
		})
	}
	documents.Wait()
}

// The widest strip can be read with 16 MiB of memory, far less than an instance may have.
func TestWidestStrip(t *testing.T) {
	const most = 16 << 20 // bytes
	o := NewOCR(Options{Limits: Limits{Memory: most}})
	defer o.Close(t.Context())
	if _, err := o.Recognize(t.Context(), noise(1, maxStripWidth, o.StripHeight())); err != nil {
		t.Errorf("Recognize of the widest strip within %d bytes: %v", most, err)
	}
}
