package convert

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/testenv"
)

func testDocuments(t testing.TB) []Input {
	t.Helper()
	names, err := filepath.Glob("../testdata/orders/*.pdf")
	if err != nil || len(names) == 0 {
		t.Fatalf("no documents in testdata/orders (%v)", err)
	}
	var documents []Input
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		documents = append(documents, Input{Filename: filepath.Base(name), Data: data})
	}
	return documents
}

// TestSameBytesSameAnswer checks that the same bytes give the same answer, and
// that asking for evidence changes no row.
func TestSameBytesSameAnswer(t *testing.T) {
	var c Converter
	for n, in := range testDocuments(t) {
		if n%testenv.Either(4, 1) != 0 {
			continue
		}
		var answers [3][]byte
		for i := range answers {
			in.Evidence = i > 0
			r, err := c.Convert(context.Background(), in)
			if err != nil {
				t.Fatalf("Convert(%s): %v", in.Filename, err)
			}
			if r.RowCount != len(r.Rows) || in.Evidence != (r.Evidence != nil) || in.Evidence && len(r.Evidence) != len(r.Rows) {
				t.Errorf("Convert(%s) has rowCount %d, %d rows and %d pieces of evidence", in.Filename, r.RowCount, len(r.Rows), len(r.Evidence))
			}
			if i == 1 {
				r.Evidence, r.Verified, r.Confidence, r.Review, r.Pages = nil, nil, nil, nil, nil
			}
			if answers[i], err = json.Marshal(r); err != nil {
				t.Fatal(err)
			}
			if i == 2 {
				again, err := c.Convert(context.Background(), in)
				if err != nil {
					t.Fatal(err)
				}
				if b, _ := json.Marshal(again); !bytes.Equal(b, answers[2]) {
					t.Errorf("Convert(%s) gave another answer the second time:\n%s\n%s", in.Filename, answers[2], b)
				}
			}
		}
		if !bytes.Equal(answers[0], answers[1]) {
			t.Errorf("Convert(%s) gives other rows when it is asked for evidence", in.Filename)
		}
	}
}

func TestRefusals(t *testing.T) {
	order := testDocuments(t)[0].Data
	picture := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join("../testdata/pictures", name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	tests := []struct {
		name   string
		limits Limits
		data   []byte
		is     func(error) bool
	}{
		{"text", Limits{}, []byte("Purchase order 7"), as[*doc.UnsupportedError]},
		{"nothing", Limits{}, nil, as[*doc.UnsupportedError]},
		{"only a header", Limits{}, []byte("%PDF-1.7\n"), as[*doc.FormatError]},
		{"a scan without a renderer", Limits{}, picture("us-hospital-scan.pdf"), as[*doc.UnsupportedError]},
		{"an image without a recogniser", Limits{}, picture("french-clean.png"), as[*doc.UnsupportedError]},
		{"too many bytes", Limits{Bytes: len(order) - 1}, order, as[*doc.LimitError]},
		{"too many words", Limits{Words: 3}, order, as[*doc.LimitError]},
		{"too many pages", Limits{Pages: 2}, pagesPDF(3), as[*doc.LimitError]},
	}
	for _, tt := range tests {
		c := Converter{Limits: tt.limits}
		if r, err := c.Convert(context.Background(), Input{Data: tt.data}); err == nil || !tt.is(err) {
			t.Errorf("Convert of %s = %v, %T %v", tt.name, r, err, err)
		}
	}
}

func as[E error](err error) bool {
	var e E
	return errors.As(err, &e)
}

// pagesPDF returns an order whose table spans n pages, with 30 lines on each.
func pagesPDF(n int) []byte {
	var b bytes.Buffer
	var offsets []int
	object := func(format string, args ...any) {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n", len(offsets))
		fmt.Fprintf(&b, format, args...)
		b.WriteString("\nendobj\n")
	}
	b.WriteString("%PDF-1.7\n")
	var kids strings.Builder
	for i := range n {
		fmt.Fprintf(&kids, "%d 0 R ", 4+2*i)
	}
	object("<</Type/Catalog/Pages 2 0 R>>")
	object("<</Type/Pages/Kids[%s]/Count %d>>", &kids, n)
	object("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
	for i := range n {
		var content strings.Builder
		text := func(x, y int, s string) {
			fmt.Fprintf(&content, "BT /F 9 Tf %d %d Td (%s) Tj ET\n", x, y, s)
		}
		text(50, 780, "Purchase Order")
		text(50, 765, "PO Number: 4500123")
		text(50, 730, "Item")
		text(110, 730, "Description")
		text(330, 730, "Qty")
		text(390, 730, "Unit Price")
		text(480, 730, "Amount")
		for line := range 30 {
			y, k := 710-20*line, 30*i+line+1
			text(50, y, fmt.Sprintf("%d", k))
			text(110, y, fmt.Sprintf("Hex bolt M8 x %d, zinc plated", 10+k%50))
			text(330, y, fmt.Sprintf("%d", k))
			text(390, y, "2.50")
			text(480, y, fmt.Sprintf("%d.%02d", k*250/100, k*250%100))
		}
		object("<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>/Contents %d 0 R>>", 5+2*i)
		object("<</Length %d>>\nstream\n%s\nendstream", content.Len(), &content)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, o := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer\n<</Root 1 0 R/Size %d>>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, start)
	return b.Bytes()
}

// BenchmarkConvert measures the whole conversion of each document in testdata.
func BenchmarkConvert(b *testing.B) {
	for _, in := range testDocuments(b) {
		b.Run(strings.TrimSuffix(in.Filename, ".pdf"), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(in.Data)))
			var c Converter
			for b.Loop() {
				if _, err := c.Convert(context.Background(), in); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkPages measures how the cost per page depends on the number of pages.
func BenchmarkPages(b *testing.B) {
	for _, n := range []int{1, 10, 100, 500} {
		in := Input{Data: pagesPDF(n)}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var c Converter
			for b.Loop() {
				r, err := c.Convert(context.Background(), in)
				if err != nil {
					b.Fatal(err)
				}
				if r.RowCount != 30*n {
					b.Logf("%d rows, want %d", r.RowCount, 30*n)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(n), "µs/page")
		})
	}
}
