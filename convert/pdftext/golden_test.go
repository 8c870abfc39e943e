package pdftext

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lineitem/convert/doc"
)

var update = flag.Bool("update", false, "write the golden files again")

// TestGolden compares all that is read from some documents with what was read
// before: words with their places, rules and fills.
func TestGolden(t *testing.T) {
	for _, name := range []string{"us-accounting", "french-rotated", "us-hospital-no-tounicode", "dutch-forms", "us-type3-fonts"} {
		got := dump(read(t, orderFile(t, name)))
		golden := filepath.Join("testdata", name+".golden")
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		gotLines, wantLines := strings.Split(got, "\n"), strings.Split(string(want), "\n")
		for i := range max(len(gotLines), len(wantLines)) {
			if line(gotLines, i) != line(wantLines, i) {
				t.Errorf("%s: line %d = %q, want %q (-update writes it again)", golden, i+1, line(gotLines, i), line(wantLines, i))
				break
			}
		}
	}
}

func orderFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(orders, name+".pdf"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func line(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// dump writes a document's first page in whole points, as coordinates may differ
// in the last bits between processors.
func dump(d *doc.Document) string {
	var b strings.Builder
	p := d.Pages[0]
	fmt.Fprintf(&b, "%d pages, the first %.0f×%.0f\n", len(d.Pages), p.Width, p.Height)
	for _, w := range p.Words {
		fmt.Fprintf(&b, "%.0f,%.0f-%.0f,%.0f size %.1f %s", w.Box.X0, w.Box.Y0, w.Box.X1, w.Box.Y1, w.Size, w.Text)
		if w.Bold {
			b.WriteString(" bold")
		}
		if w.Color != 0 {
			fmt.Fprintf(&b, " %06x", w.Color)
		}
		if w.Turn != 0 {
			fmt.Fprintf(&b, " turned %d", w.Turn)
		}
		b.WriteByte('\n')
	}
	for _, r := range p.Rules {
		fmt.Fprintf(&b, "rule %.0f,%.0f-%.0f,%.0f vertical %v\n", r.X0, r.Y0, r.X1, r.Y1, r.Vertical)
	}
	for _, f := range p.Fills {
		fmt.Fprintf(&b, "fill %.0f,%.0f-%.0f,%.0f %06x\n", f.X0, f.Y0, f.X1, f.Y1, f.Color)
	}
	return b.String()
}
