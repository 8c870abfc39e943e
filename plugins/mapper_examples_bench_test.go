package plugins_test

import (
	"context"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"lineitem/convert"
	"lineitem/plugins"
)

// mapperOf adapts Mappers to what a Converter uses.
type mapperOf struct{ *plugins.Mappers }

func (m mapperOf) Try(ctx context.Context, module []byte) error {
	_, err := m.Check(ctx, module, nil)
	return err
}

// BenchmarkExamples converts a document without a mapper and with one of the
// examples, in turn, and reports by how much the median is longer: the time to find what
// only the mapper needs, to write its input, to run it and to read its output. first-cold-ns
// and first-warm-ns are the first conversion of a process with the mapper, with nothing in the
// cache on disk and with the compiled module there; guest-bytes is the memory of an instance at its end.
func BenchmarkExamples(b *testing.B) {
	for _, language := range []string{"c", "rust", "go"} {
		b.Run(language, func(b *testing.B) {
			var module []byte
			if language == "go" {
				module = buildExample(b, language)
			} else {
				module = committedExample(b, language)
			}
			data := readFile(b, filepath.Join("..", "testdata", "orders", "german-letter.pdf"))
			var m *plugins.Mappers
			convertOnce := func(mapper *convert.Module) time.Duration {
				c := &convert.Converter{Mapper: mapperOf{m}}
				began := time.Now()
				if _, err := c.Convert(b.Context(), convert.Input{Filename: "german-letter.pdf", Data: data, Mapper: mapper}); err != nil {
					b.Fatal(err)
				}
				return time.Since(began)
			}
			folder := b.TempDir()
			var first []time.Duration
			for range 2 { // cold and warm
				cache, err := plugins.OpenCache(folder)
				if err != nil {
					b.Fatal(err)
				}
				defer cache.Close(context.Background())
				m = plugins.NewMappers(plugins.MapperOptions{Cache: cache})
				defer m.Close(context.Background())
				convertOnce(nil)
				first = append(first, convertOnce(convert.NewModule(module)))
			}
			report, err := m.Check(b.Context(), module, readSheet(b, "german-letter.pdf"))
			if err != nil {
				b.Fatal(err)
			}
			kept := convert.NewModule(module)
			var without, with []time.Duration
			for b.Loop() {
				without = append(without, convertOnce(nil))
				with = append(with, convertOnce(kept))
			}
			median := func(took []time.Duration) float64 {
				slices.Sort(took)
				return float64(took[len(took)/2].Nanoseconds())
			}
			b.ReportMetric(median(with)-median(without), "added-ns/op")
			b.ReportMetric(float64(first[0].Nanoseconds()), "first-cold-ns")
			b.ReportMetric(float64(first[1].Nanoseconds()), "first-warm-ns")
			b.ReportMetric(float64(report.Memory), "guest-bytes")
		})
	}
}
