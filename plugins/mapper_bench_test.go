package plugins

import (
	"os"
	"slices"
	"testing"
	"time"
)

func benchModule(b *testing.B) []byte {
	if name := os.Getenv("MAPPER"); name != "" {
		data, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		return data
	}
	return readMapper(b, "pass")
}

// BenchmarkMap runs a mapper that is compiled already.
func BenchmarkMap(b *testing.B) {
	m := NewMappers(MapperOptions{})
	defer m.Close(b.Context())
	module, sheet := benchModule(b), SampleSheet()
	r, err := m.Check(b.Context(), module, sheet)
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("compile %v", r.Compile)
	var took []time.Duration
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
	b.SetBytes(int64(len(appendSheet(nil, sheet))))
}
