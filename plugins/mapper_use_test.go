package plugins

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"lineitem/convert/doc"
	"lineitem/convert/order"
)

// cellsOf returns the cells of a mapper's only row, by their keys.
func cellsOf(t *testing.T, m *order.Mapped, err error) map[string]uint64 {
	t.Helper()
	if err != nil || len(m.Rows) != 1 {
		t.Fatalf("Map = %v, %v, want one row", m, err)
	}
	cells := map[string]uint64{}
	for _, p := range m.Rows[0] {
		if cells[p.Key], err = strconv.ParseUint(p.Value, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	return cells
}

// A mapper that answers with what it was given changes nothing.
func TestMapperThatChangesNothing(t *testing.T) {
	m := NewMappers(MapperOptions{})
	defer m.Close(t.Context())
	s := SampleSheet()
	got, err := m.Map(t.Context(), readMapper(t, "pass"), s)
	if want := (&order.Mapped{Columns: s.Columns, Rows: s.Rows, Evidence: s.Evidence}); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Map = %+v, %v, want %+v", got, err, want)
	}
}

// A mapper can learn nothing but what it is given, so that the same document gives
// the same rows in every process, whatever else runs.
func TestMappersAreDeterministic(t *testing.T) {
	module := readMapper(t, "world")
	var first map[string]uint64
	for range 2 {
		m := NewMappers(MapperOptions{})
		defer m.Close(t.Context())
		for range 2 {
			got, err := m.Map(t.Context(), module, SampleSheet())
			cells := cellsOf(t, got, err)
			if first == nil {
				first = cells
			}
			if !reflect.DeepEqual(cells, first) {
				t.Errorf("Map = %v, want %v", cells, first)
			}
		}
		other := SampleSheet()
		other.Filename = "other.pdf"
		got, err := m.Map(t.Context(), module, other)
		if cells := cellsOf(t, got, err); cells["random"] == first["random"] || cells["sum"] == first["sum"] {
			t.Errorf("another document gives the same randomness: %v", cells)
		}
	}
	if year := time.Unix(0, int64(first["real"])).UTC().Year(); year != 2000 {
		t.Errorf("a mapper's clock shows %d, want 2000", year)
	}
	if first["args"] != 1 || first["environ"] != 0 {
		t.Errorf("a mapper has %d arguments and %d variables, want 1 and 0", first["args"], first["environ"])
	}
}

// A mapper cannot reach files or sockets: each such call returns a WASI error number.
func TestMappersReachNothing(t *testing.T) {
	m := NewMappers(MapperOptions{})
	defer m.Close(t.Context())
	got, err := m.Map(t.Context(), readMapper(t, "leave"), SampleSheet())
	for what, errno := range cellsOf(t, got, err) {
		if errno == 0 {
			t.Errorf("a mapper succeeds with %q", what)
		}
	}
}

// A mapper that sleeps for an hour sees an hour pass on its clock, but nobody waits for it.
func TestMappersSleepInNoTime(t *testing.T) {
	m := NewMappers(MapperOptions{})
	defer m.Close(t.Context())
	got, err := m.Map(t.Context(), readMapper(t, "nap"), SampleSheet())
	if cells := cellsOf(t, got, err); cells["seconds"] != 3600 {
		t.Errorf("an hour's sleep takes %d s of the mapper's time, want 3600", cells["seconds"])
	}
}

// A mapper's memory is zero when it begins, whatever another mapper left in it.
func TestMappersFindNothingOfOthers(t *testing.T) {
	var pool memoryPool
	a := &guestMemory{pool: &pool, limit: 1 << 20}
	a.Allocate(64<<10, 1<<20)
	for _, size := range []uint64{64 << 10, 512 << 10, 1 << 20} {
		data := a.Reallocate(size)
		for i := range data {
			data[i] = 1
		}
	}
	if a.Reallocate(1<<20+64<<10) != nil || !a.refused {
		t.Error("memory grows beyond its limit")
	}
	a.giveBack()
	b := &guestMemory{pool: &pool, limit: 1 << 20}
	b.Allocate(64<<10, 1<<20)
	for _, size := range []uint64{64 << 10, 128 << 10, 1 << 20} {
		data := b.Reallocate(size)
		if uint64(len(data)) != size || slices.ContainsFunc(data, func(c byte) bool { return c != 0 }) {
			t.Fatalf("%d bytes of memory, of which some are not zero, want %d zeros", len(data), size)
		}
	}
}

// Mappers that misbehave neither change what others answer nor hold them up.
func TestHostileMappersBesideGood(t *testing.T) {
	m := NewMappers(MapperOptions{Limits: MapperLimits{Time: 300 * time.Millisecond}, Modules: 3})
	defer m.Close(t.Context())
	good, s := readMapper(t, "pass"), SampleSheet()
	want, err := m.Map(t.Context(), good, s)
	if err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	var hostile, mapping sync.WaitGroup
	for _, name := range []string{"loop", "flood-error", "exit", "foreign", "deep"} {
		module := readMapper(t, name)
		hostile.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				var fault *doc.MapperError
				if _, err := m.Map(t.Context(), module, s); !errors.As(err, &fault) {
					t.Errorf("Map of %s = %v, want a MapperError", name, err)
				}
			}
		})
	}
	for range 2 {
		mapping.Go(func() {
			for range 50 {
				if got, err := m.Map(t.Context(), good, s); err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("Map beside hostile mappers = %v, %v, want %v", got, err, want)
				}
			}
		})
	}
	mapping.Wait()
	close(stop)
	hostile.Wait()
}

// A compiled mapper is kept in memory, and on the disk from one process to the
// next, so that it is not compiled again.
func TestCompiledMappersAreKept(t *testing.T) {
	folder := t.TempDir()
	var written time.Time
	for process := range 2 {
		cache, err := OpenCache(folder)
		if err != nil {
			t.Fatal(err)
		}
		m := NewMappers(MapperOptions{Cache: cache, Modules: 1})
		for _, name := range []string{"pass", "pass", "world", "pass"} {
			if _, err := m.Map(t.Context(), readMapper(t, name), SampleSheet()); err != nil {
				t.Fatal(err)
			}
		}
		if n := len(m.modules.modules); n != 1 {
			t.Errorf("%d modules are held, want 1", n)
		}
		m.Close(t.Context())
		cache.Close(t.Context())
		names := cached(t, folder)
		if len(names) != 2 {
			t.Fatalf("the cache holds %d files, want 2", len(names))
		}
		for _, name := range names {
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			if process == 0 && info.ModTime().After(written) {
				written = info.ModTime()
			}
			if process > 0 && info.ModTime().After(written) {
				t.Errorf("%s was compiled again", filepath.Base(name))
			}
		}
	}
}

// Check reports what can be known about a module, even about one that fails.
func TestCheckReports(t *testing.T) {
	m := NewMappers(MapperOptions{})
	defer m.Close(t.Context())
	module := readMapper(t, "pass")
	r, err := m.Check(t.Context(), module, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Size != int64(len(module)) || len(r.Mapped.Rows) != 2 || r.Memory < 1<<20 || r.Time <= 0 || !slices.Contains(r.Imports, "wasi_snapshot_preview1.fd_write") {
		t.Errorf("Check = %+v", r)
	}
	module = readMapper(t, "exit")
	r, err = m.Check(t.Context(), module, nil)
	if err == nil || r.Size != int64(len(module)) || r.Mapped != nil || r.Stderr != "no such field\n" {
		t.Errorf("Check of a mapper that fails = %+v, %v", r, err)
	}
}

func TestModulesThatAreNoMappers(t *testing.T) {
	m := NewMappers(MapperOptions{Limits: MapperLimits{Module: 1 << 10}})
	defer m.Close(t.Context())
	for _, test := range []struct{ module, want string }{
		{"", "is not a WebAssembly module: it does not begin with the bytes 00 61 73 6d"},
		{"(module)", "is not a WebAssembly module: it does not begin with the bytes 00 61 73 6d"},
		{"\x00asm\x0d\x00\x01\x00", "is a WebAssembly component; only core modules for WASI preview 1 (wasm32-wasip1) can be run"},
		{"\x00asm\x02\x00\x00\x00", "has an unknown WebAssembly version, want 1"},
		{"\x00asm\x01\x00\x00\x00", "exports no function _start: build it as a command, not as a library"},
		{"\x00asm\x01\x00\x00\x00\x01\x09", "is not a WebAssembly module that can be run: it ends too early"},
		{"\x00asm\x01\x00\x00\x00\x02\x0a\x01\x03env\x01m\x02\x00\x01", "imports the memory env.m; only functions of WASI preview 1 may be imported"},
		{string(make([]byte, 1025)), "has 1025 bytes; the limit is 1 KiB"},
	} {
		_, err := m.Map(t.Context(), []byte(test.module), SampleSheet())
		var fault *doc.MapperError
		if !errors.As(err, &fault) || fault.Reason != test.want {
			t.Errorf("Map of the module %.20q = %v, want %q", test.module, err, test.want)
		}
	}
}
