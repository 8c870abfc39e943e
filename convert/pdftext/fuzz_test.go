package pdftext

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"lineitem/convert/testenv"
)

// maxFuzz is the size in bytes of the largest input worth reading; larger ones
// only cost time.
const maxFuzz = 1 << 16

func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob(filepath.Join(orders, "*.pdf"))
	for _, name := range files {
		if data, err := os.ReadFile(name); err == nil && len(data) < 1<<13 {
			f.Add(data)
		}
	}
	f.Add(file{content: "BT /F 9 Tf 20 20 Td (a b) Tj ET"}.bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > maxFuzz {
			t.Skip("large inputs only cost time")
		}
		check(t, data)
	})
}

func FuzzContent(f *testing.F) {
	for _, seed := range []string{
		"BT /F 10 Tf 2 Tr 3 Tc 50 Tz 1 0 0 1 50 700 Tm [(Pur)20(chase)-280(Order)] TJ T* (x) ' ET",
		"q 1 0 0 RG 5 w 50 700 m 250 700 l S [3 2] 0 d 50 600 100 50 re B* W n Q",
		"/Span << /ActualText (fix me) >> BDC BT /C 9 Tf 9 9 Td (\\336x) Tj ET EMC /OC /O BDC EMC",
		"/X Do q 200 0 0 1 50 700 cm BI /W 1 /H 1 /IM true ID \x00 EI Q /Pattern cs /P scn 0 0 9 9 re f",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, content string) {
		if len(content) > maxFuzz {
			t.Skip("large inputs only cost time")
		}
		check(t, file{content: content, resources: "/XObject << /X 10 0 R >>",
			objects: []string{stream("/Subtype /Form /BBox [0 0 99 99] /Matrix [0 1 -1 0 9 9]", "BT /F 9 Tf 9 9 Td (in) Tj ET")}}.bytes())
	})
}

// check reads a file of any content. What is read from it must be valid: reading
// ends, boxes are finite and not inverted, and words have text.
func check(t *testing.T, data []byte) {
	ctx, cancel := context.WithTimeout(context.Background(), testenv.Patience)
	defer cancel()
	document, err := Read(ctx, data, Limits{Pages: 10, Words: 1 << 20})
	if ctx.Err() != nil {
		t.Fatal("reading does not end")
	}
	if err != nil {
		return
	}
	for _, p := range document.Pages {
		for _, w := range p.Words {
			if w.Text == "" || w.Box.X1 < w.Box.X0 || w.Box.Y1 < w.Box.Y0 || !(w.Size > 0) || !finiteBox(w.Box) {
				t.Fatalf("word %+v", w)
			}
		}
		for _, r := range p.Rules {
			if r.X1 < r.X0 || r.Y1 < r.Y0 || !finiteBox(r.Box) {
				t.Fatalf("rule %+v", r)
			}
		}
	}
}
