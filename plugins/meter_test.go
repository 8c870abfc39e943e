package plugins

import (
	"bytes"
	"context"
	"image"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

func mustRead(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// meteredRuntime returns a runtime that provides what metered modules import.
func meteredRuntime(t testing.TB, config wazero.RuntimeConfig) wazero.Runtime {
	t.Helper()
	r := wazero.NewRuntimeWithConfig(context.Background(), config)
	t.Cleanup(func() { r.Close(context.Background()) })
	wasi_snapshot_preview1.MustInstantiate(context.Background(), r)
	_, err := r.NewHostModuleBuilder(meterModule).NewFunctionBuilder().
		WithGoFunction(api.GoFunc(tick), []api.ValueType{api.ValueTypeI32}, nil).Export(meterFunction).Instantiate(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A metered module computes the same as before, here the built-in recognizer's 300 KB
// of vector instructions.
func TestMeteredModulesComputeTheSame(t *testing.T) {
	page := noise(2, 300, 32)
	read := func(code []byte) (readings []any) {
		r := meteredRuntime(t, wazero.NewRuntimeConfig())
		compiled, err := r.CompileModule(t.Context(), code)
		if err != nil {
			t.Fatal(err)
		}
		guest, err := newRecognizer(t.Context(), &guest{name: "it", limits: DefaultLimits, runtime: r, module: compiled})
		if err != nil {
			t.Fatal(err)
		}
		for _, strip := range append(page, image.NewGray(image.Rect(0, 0, 40, 32))) {
			reading, err := guest.read(t.Context(), strip)
			if err != nil {
				t.Fatal(err)
			}
			readings = append(readings, reading)
		}
		return readings
	}
	metered, outline, err := meter(builtin, 8<<20)
	if err != nil {
		t.Fatal(err)
	}
	if outline.functions == 0 || outline.memory == 0 || len(outline.imports) != 0 {
		t.Errorf("outline of the built-in recognizer: %d functions, %d bytes, %d imports", outline.functions, outline.memory, len(outline.imports))
	}
	if want, got := read(builtin), read(metered); !reflect.DeepEqual(got, want) {
		t.Errorf("metered, the recognizer reads %v, want %v", got, want)
	}
}

// A module that refers to a function it does not have is refused; it must not get a
// function that metering adds, nor the first one if the index overflows.
func TestMeterFunctionsOutOfRange(t *testing.T) {
	table := []byte("\x01\x70\x00\x01")
	for _, index := range []uint32{1, 2, math.MaxUint32} {
		for what, module := range map[string][]byte{
			"call":     moduleParts{}.module("\x10" + u32(index)),
			"ref.func": moduleParts{}.module("\xd2" + u32(index) + "\x1a"),
			"export":   moduleParts{exportSection: []byte("\x01\x01f\x00" + u32(index))}.module(""),
			"start":    moduleParts{startSection: []byte(u32(index))}.module(""),
			"element":  moduleParts{tableSection: table, elemSection: []byte("\x01\x00\x41\x00\x0b\x01" + u32(index))}.module(""),
			"global":   moduleParts{globalSection: []byte("\x01\x70\x00\xd2" + u32(index) + "\x0b")}.module(""),
		} {
			if _, _, err := meter(module, 8<<20); err == nil || !strings.Contains(err.Error(), "of 1 is used") {
				t.Errorf("meter of a module with one function and %s %d = %v, want that it has no such function", what, index, err)
			}
		}
	}
}

// FuzzMeter meters damaged modules: a metered module compiles if and only if the module
// itself does.
func FuzzMeter(f *testing.F) {
	for _, pattern := range []string{"../testdata/mapper/*.wasm", "testdata/*.wasm"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			f.Fatalf("%s: %q, %v", pattern, names, err)
		}
		for _, name := range names {
			f.Add(mustRead(f, name))
		}
	}
	r := meteredRuntime(f, wazero.NewRuntimeConfigInterpreter())
	f.Fuzz(func(t *testing.T, module []byte) {
		if len(module) > 16<<10 {
			t.Skip()
		}
		before := bytes.Clone(module)
		metered, _, err := meter(module, 8<<20)
		if !bytes.Equal(before, module) {
			t.Fatal("meter changed the module that it was given")
		}
		if err != nil {
			return // malformed, or more than is supported: it is compiled nowhere
		}
		compiles := func(code []byte) error {
			m, err := compileModule(t.Context(), r, code)
			if err == nil {
				m.Close(t.Context())
			}
			return err
		}
		plain := compiles(module)
		if plain != nil && strings.Contains(plain.Error(), "custom section") {
			return // metering drops custom sections, so the metered module may compile
		}
		if changed := compiles(metered); (changed == nil) != (plain == nil) {
			t.Fatalf("the module compiles with %v, metered with %v", plain, changed)
		}
	})
}

// BenchmarkMeter meters the built-in recognizer.
func BenchmarkMeter(b *testing.B) {
	b.SetBytes(int64(len(builtin)))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := meter(builtin, 8<<20); err != nil {
			b.Fatal(err)
		}
	}
}
