package cos

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

const ordersDir = "../../../testdata/orders"

func orders(t testing.TB) []string {
	files, _ := filepath.Glob(filepath.Join(ordersDir, "*.pdf"))
	if len(files) == 0 {
		t.Fatalf("no documents in %s", ordersDir)
	}
	return files
}

// pageContents returns the decoded content of each page, its streams joined.
func pageContents(r *Reader) (out [][]byte, err error) {
	var walk func(o Object, depth int)
	walk = func(o Object, depth int) {
		node, _ := r.Resolve(o).(Dict)
		if kids, ok := r.Resolve(node["Kids"]).(Array); ok && depth < 20 {
			for _, kid := range kids {
				walk(kid, depth+1)
			}
			return
		}
		parts, ok := r.Resolve(node["Contents"]).(Array)
		if !ok {
			parts = Array{node["Contents"]}
		}
		var content []byte
		for _, part := range parts {
			stream, _ := r.Resolve(part).(*Stream)
			data, dataErr := r.Data(stream)
			if dataErr != nil {
				err = dataErr
			}
			content = append(append(content, data...), '\n')
		}
		out = append(out, content)
	}
	root, _ := r.Resolve(r.Trailer()["Root"]).(Dict)
	walk(root["Pages"], 0)
	return out, err
}

// TestOpenReadsOrders checks that orders of many producers open, and that every
// page has content, with or without the cross-reference tables.
func TestOpenReadsOrders(t *testing.T) {
	for _, file := range orders(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var pages [2][][]byte
			for i, data := range [][]byte{data, bytes.ReplaceAll(data, []byte("startxref"), []byte("startgone"))} {
				r, err := Open(data, Limits{})
				if err != nil {
					t.Fatal(err)
				}
				if r.rebuilt != (i == 1) {
					t.Errorf("rebuilt = %v, want %v", r.rebuilt, i == 1)
				}
				if pages[i], err = pageContents(r); err != nil || r.Err() != nil {
					t.Errorf("page contents: %v, %v", err, r.Err())
				}
			}
			for i, content := range pages[0] {
				if i >= len(pages[1]) || !bytes.Equal(content, pages[1][i]) {
					t.Errorf("page %d differs when the table is made again", i+1)
				}
				if n := operations(content); n == 0 {
					t.Errorf("page %d has no operations", i+1)
				}
			}
		})
	}
}

func operations(content []byte) (n int) {
	l := NewLexer(content)
	for {
		op, _, ok := l.Operation()
		if !ok {
			return n
		}
		if op == "BI" {
			l.InlineImage()
		}
		n++
	}
}

// BenchmarkOrders opens each document and decodes its pages, with and without
// lexing them.
func BenchmarkOrders(b *testing.B) {
	var documents [][]byte
	size := 0
	for _, file := range orders(b) {
		data, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		documents = append(documents, data)
		size += len(data)
	}
	for _, lex := range []bool{false, true} {
		name := "decode"
		if lex {
			name = "lex"
		}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				for _, data := range documents {
					r, err := Open(data, Limits{})
					if err != nil {
						b.Fatal(err)
					}
					pages, _ := pageContents(r)
					for _, content := range pages {
						if lex {
							operations(content)
						}
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(documents)), "µs/doc")
		})
	}
}
