package pdftext

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const orders = "../../testdata/orders"

// BenchmarkRead measures reading whole documents, from bytes to words.
func BenchmarkRead(b *testing.B) {
	files, err := filepath.Glob(filepath.Join(orders, "*.pdf"))
	if err != nil || len(files) == 0 {
		b.Fatal("no documents in testdata")
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(strings.TrimSuffix(filepath.Base(file), ".pdf"), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			pages := 0
			for b.Loop() {
				document, err := Read(context.Background(), data, Limits{})
				if err != nil {
					b.Fatal(err)
				}
				pages = len(document.Pages)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(pages), "ns/page")
		})
	}
}
