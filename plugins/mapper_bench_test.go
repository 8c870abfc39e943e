package plugins

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"lineitem/convert/jsontext"
	"lineitem/convert/order"
)

// benchMappers runs a benchmark with the mapper "pass" of the tests, and with the modules
// whose file names match the pattern in the environment variable MAPPERS.
func benchMappers(b *testing.B, run func(b *testing.B, module []byte)) {
	b.Run("pass", func(b *testing.B) { run(b, readMapper(b, "pass")) })
	names, err := filepath.Glob(os.Getenv("MAPPERS"))
	if err != nil {
		b.Fatal(err)
	}
	for _, name := range names {
		module, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(filepath.Base(name), func(b *testing.B) { run(b, module) })
	}
}

// benchSheet returns the sheet of an order with ten line items.
func benchSheet() *order.Sheet {
	s := SampleSheet()
	for len(s.Rows) < 10 {
		s.Rows, s.Evidence = append(s.Rows, s.Rows[1]), append(s.Evidence, s.Evidence[1])
		s.Tables[0].Rows = append(s.Tables[0].Rows, s.Tables[0].Rows[1])
		s.Lines = append(s.Lines, s.Lines...)[:min(2*len(s.Lines), 60)]
	}
	return s
}

// BenchmarkMap measures what a compiled mapper adds to a conversion. It also reports the
// median of the runs, and how much memory an instance has at its end.
func BenchmarkMap(b *testing.B) {
	benchMappers(b, func(b *testing.B, module []byte) {
		m := NewMappers(MapperOptions{})
		defer m.Close(context.Background())
		sheet := benchSheet()
		r, err := m.Check(b.Context(), module, sheet)
		if err != nil {
			b.Fatal(err)
		}
		var took []time.Duration
		b.SetBytes(int64(len(appendSheet(nil, sheet))))
		b.ReportAllocs()
		for b.Loop() {
			began := time.Now()
			if _, err := m.Map(b.Context(), module, sheet); err != nil {
				b.Fatal(err)
			}
			took = append(took, time.Since(began))
		}
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)/2].Nanoseconds()), "median-ns/op")
		b.ReportMetric(float64(r.Memory), "guest-bytes")
	})
}

// BenchmarkFirstMap measures the first use of a mapper by a process, with nothing in the
// cache on disk ("cold") and with the compiled module there ("warm").
func BenchmarkFirstMap(b *testing.B) {
	first := func(b *testing.B, module []byte, folder string) {
		cache, err := OpenCache(folder)
		if err != nil {
			b.Fatal(err)
		}
		m := NewMappers(MapperOptions{Cache: cache})
		if _, err := m.Map(b.Context(), module, SampleSheet()); err != nil {
			b.Fatal(err)
		}
		m.Close(b.Context())
		cache.Close(b.Context())
	}
	benchMappers(b, func(b *testing.B, module []byte) {
		b.Run("cold", func(b *testing.B) {
			for b.Loop() {
				first(b, module, "")
			}
		})
		b.Run("warm", func(b *testing.B) {
			folder := b.TempDir()
			first(b, module, folder)
			b.ResetTimer()
			for b.Loop() {
				first(b, module, folder)
			}
		})
	})
}

// BenchmarkSheet writes a mapper's input, and reads the answer of a mapper that changes
// nothing.
func BenchmarkSheet(b *testing.B) {
	sheet := benchSheet()
	data := appendSheet(nil, sheet)
	b.Run("write", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			data = appendSheet(data[:0], sheet)
		}
	})
	answer := jsontext.AppendList([]byte(`{"columns":`), sheet.Columns, func(b []byte, c *order.Column) []byte { return c.AppendJSON(b) })
	answer = append(jsontext.AppendList(append(answer, `,"rows":`...), sheet.Rows, func(b []byte, r *order.Row) []byte { return r.AppendJSON(b) }), '}')
	b.Run("read", func(b *testing.B) {
		b.SetBytes(int64(len(answer)))
		b.ReportAllocs()
		for b.Loop() {
			if _, _, err := parseMapped(answer, DefaultMapperLimits.Value); err != nil {
				b.Fatal(err)
			}
		}
	})
}
