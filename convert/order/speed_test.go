package order_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"lineitem/convert/order"
	"lineitem/convert/pdftext"
)

// BenchmarkBlind reads the orders of testdata/blind and reports the ratio of the time
// for understanding an order to that for reading its text layer: the median of the
// orders.
func BenchmarkBlind(b *testing.B) {
	files, err := filepath.Glob("../../testdata/blind/docs/*.pdf")
	if err != nil || len(files) == 0 {
		b.Fatal("no documents in testdata/blind")
	}
	type times struct{ text, understood time.Duration }
	least := make([]times, len(files)) // the least times of all rounds
	b.ReportAllocs()
	for b.Loop() {
		for i, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				b.Fatal(err)
			}
			start := time.Now()
			d, err := pdftext.Read(context.Background(), data, pdftext.Limits{})
			if err != nil {
				b.Fatal(err)
			}
			read := time.Now()
			order.Read(d)
			took, l := times{read.Sub(start), time.Since(read)}, &least[i]
			if l.text == 0 {
				*l = took
			}
			l.text, l.understood = min(l.text, took.text), min(l.understood, took.understood)
		}
	}
	ratios := make([]float64, len(files))
	for i, l := range least {
		ratios[i] = float64(l.understood) / float64(l.text)
	}
	slices.Sort(ratios)
	b.ReportMetric(ratios[len(ratios)/2], "×text")
}
