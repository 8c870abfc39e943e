package pdftext

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"lineitem/convert/doc"
)

func TestPageGeometry(t *testing.T) {
	const content = "BT /C 10 Tf 100 700 Td (a) Tj ET"
	for _, test := range []struct {
		name, page    string
		width, height float64
		x, baseline   float64
		turn          int
	}{
		{"plain", "", 600, 800, 100, 100, 0},
		{"turned right", "/Rotate 90", 800, 600, 697.8, 103, 90},
		{"upside down", "/Rotate 180", 600, 800, 494, 702.65, 180},
		{"turned left", "/Rotate -90", 800, 600, 92.5, 497, 270},
		{"cropped", "/CropBox [50 100 550 750]", 500, 650, 50, 50, 0},
		{"corners the other way round", "/CropBox [550 750 50 100]", 500, 650, 50, 50, 0},
		{"crop box elsewhere", "/CropBox [5000 5000 6000 6000]", 600, 800, 100, 100, 0},
		{"large unit", "/UserUnit 2", 1200, 1600, 200, 200, 0},
		{"moved origin", "/MediaBox [-10 20 590 820]", 600, 800, 110, 120, 0},
	} {
		p := firstPage(t, file{content: content, page: test.page})
		if p.Width != test.width || p.Height != test.height || len(p.Words) != 1 {
			t.Errorf("%s: page %v×%v %q, want %v×%v with one word", test.name, p.Width, p.Height, texts(p), test.width, test.height)
			continue
		}
		w := p.Words[0]
		if abs(w.Box.X0-test.x) > 0.1 || abs(w.Baseline-test.baseline) > 0.1 || w.Turn != test.turn {
			t.Errorf("%s: word at %v, baseline %v, turn %d, want x %v, %v, %d", test.name, w.Box, w.Baseline, w.Turn, test.x, test.baseline, test.turn)
		}
	}
}

func abs(x float64) float64 { return max(x, -x) }

func TestPageTree(t *testing.T) {
	content := func(s string) string { return stream("", "BT /F 9 Tf 20 20 Td ("+s+") Tj ET") }
	objects := []string{
		1:  "<< /Pages 2 0 R >>",
		2:  "<< /Kids [3 0 R 2 0 R 4 0 R 99 0 R 5 0 R] /Count -7 /MediaBox [0 0 100 100] /Rotate 90 /Resources << " + fonts + " >> >>",
		3:  "<< /Type /Page /Contents 6 0 R >>",
		4:  "<< /Type /Pages /Kids [7 0 R 2 0 R] /Rotate 0 >>",
		5:  "<< /Contents [8 0 R 9 0 R] /MediaBox [0 0 50 50] >>",
		6:  content("first"),
		7:  "<< /Type /Page /Contents 10 0 R /CropBox [0 0 80 60] >>",
		8:  stream("", "BT /F 9 Tf 20 20 Td (th"), // the string is not continued in the next stream, but the operators are
		9:  stream("", "Tj (ird) Tj ET"),
		10: content("second"),
	}
	document := read(t, assemble(objects, ""))
	var got []string
	for _, p := range document.Pages {
		got = append(got, fmt.Sprintf("%d %v×%v %s", p.Number, p.Width, p.Height, texts(p)))
	}
	want := "1 100×100 first, 2 80×60 second, 3 50×50 ird"
	if s := strings.Join(got, ", "); !strings.HasPrefix(s, "1 100×100 first, 2 80×60 second, 3 50×50") {
		t.Errorf("pages = %s, want %s", s, want)
	}
}

// TestPageTwice checks that a page that is in the page tree twice is read twice, so that later pages have the numbers
// that viewers show.
func TestPageTwice(t *testing.T) {
	content := func(s string) string { return stream("", "BT /F 9 Tf 20 20 Td ("+s+") Tj ET") }
	document := read(t, assemble([]string{
		1: "<< /Pages 2 0 R >>",
		2: "<< /Kids [3 0 R 3 0 R 4 0 R] /Count 3 /Resources << " + fonts + " >> >>",
		3: "<< /Type /Page /Contents 5 0 R >>",
		4: "<< /Type /Page /Contents 6 0 R >>",
		5: content("first"),
		6: content("second"),
	}, ""))
	var got []string
	for _, p := range document.Pages {
		got = append(got, texts(p))
	}
	if want := []string{"first", "first", "second"}; !reflect.DeepEqual(got, want) {
		t.Errorf("words of the pages = %q, want %q", got, want)
	}
}

func TestForms(t *testing.T) {
	form := func(dict, content string) string {
		return stream("/Type /XObject /Subtype /Form /BBox [0 0 600 800] "+dict, content)
	}
	const tiny = "/Resources << " + fonts + " >>"
	for _, test := range []struct {
		name string
		file file
		want string
	}{
		{"matrix and resources", file{content: "/X Do", resources: "/XObject << /X 10 0 R >>",
			objects: []string{form("/Matrix [1 0 0 1 0 100] "+tiny, "BT /F 9 Tf 20 20 Td (in) Tj ET")}}, "in"},
		{"resources of the page", file{content: "/X Do BT /F 9 Tf 20 50 Td (after) Tj ET", resources: "/XObject << /X 10 0 R >>",
			objects: []string{form("", "q q BT /F 9 Tf 20 20 Td (in) Tj ET")}}, "in|after"},
		{"a font of the page", file{content: "/X Do", resources: "/XObject << /X 10 0 R >>",
			objects: []string{form("/Resources << /ProcSet [/PDF] >>", "BT /F 9 Tf 20 20 Td (in) Tj ET")}}, "in"},
		{"paints itself", file{content: "/X Do", resources: "/XObject << /X 10 0 R >>",
			objects: []string{form("/Resources << "+fonts+" /XObject << /X 10 0 R >> >>", "BT /F 9 Tf 20 20 Td (in) Tj ET 1 0 0 1 0 90 cm /X Do")}}, "in|in|in|in|in|in|in|in|in"},
		{"clips to its box", file{content: "/X Do", resources: "/XObject << /X 10 0 R >>",
			objects: []string{stream("/Subtype /Form /BBox [0 0 50 50] "+tiny, "BT /F 9 Tf 20 20 Td (in) Tj 200 0 Td (out) Tj ET")}}, "in"},
		{"inline image", file{content: "BI /W 2 /H 2 /BPC 8 /CS /G ID (((( EI BT /F 9 Tf 20 20 Td (after) Tj ET"}, "after"},
		{"font of a graphics state", file{content: "/G gs BT 20 20 Td (x y) Tj ET",
			resources: "/ExtGState << /G << /Font [10 0 R 9] >> >>", objects: []string{"<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>"}}, "x|y"},
	} {
		p := firstPage(t, test.file)
		if got := texts(p); got != test.want {
			t.Errorf("%s: words = %q, want %q", test.name, got, test.want)
		}
	}
}

// TestCoveredText checks that text that is painted over is left out, and that visible text is kept.
func TestCoveredText(t *testing.T) {
	const clear = "/ExtGState << /Clear << /ca 0.4 /BM /Multiply >> /Opaque << /ca 1 /BM /Normal >> >>"
	for _, test := range []struct{ name, content, want string }{
		{"mended", "BT /F 9 Tf 20 20 Td (old) Tj ET 1 g 18 16 60 12 re f 0 g BT /F 9 Tf 20 20 Td (new) Tj ET", "new"},
		{"background", "0.9 g 18 16 60 12 re f 0 g BT /F 9 Tf 20 20 Td (seen) Tj ET", "seen"},
		{"beside", "BT /F 9 Tf 20 20 Td (seen) Tj ET 1 g 18 30 60 12 re f", "seen"},
		{"half of it", "BT /F 9 Tf 20 20 Td (one two) Tj ET 1 g 18 16 18 12 re f", "two"},
		{"a marker's stroke", "BT /F 9 Tf 20 20 Td (seen) Tj ET /Clear gs 1 1 0 rg 18 16 60 12 re f", "seen"},
		{"behind a marker's stroke", "/Clear gs 1 1 0 rg 18 96 60 12 re f /Opaque gs BT /F 9 Tf 20 20 Td (old) Tj ET 1 g 18 16 60 12 re f", ""},
		{"a frame", "BT /F 9 Tf 20 20 Td (seen) Tj ET 18 16 60 12 re S", "seen"},
		{"a frame that is filled", "BT /F 9 Tf 20 20 Td (seen) Tj ET 14 12 66 20 re 18 16 58 12 re f*", "seen"},
		{"a frame that is clipped to", "BT /F 9 Tf 20 20 Td (seen) Tj ET q 14 12 66 20 re 18 16 58 12 re W* n 0 0 600 800 re f Q", "seen"},
		{"three sides of a frame", "BT /F 9 Tf 20 20 Td (seen) Tj ET 14 30 m 14 12 l 80 12 l 80 30 l 76 30 l 76 16 l 18 16 l 18 30 l f", "seen"},
		{"behind a frame", "q 14 12 66 20 re 18 16 58 12 re W* n Q BT /F 9 Tf 20 20 Td (old) Tj ET 1 g 18 16 60 12 re f", ""},
		{"clipped", "BT /F 9 Tf 20 20 Td (seen) Tj ET q 0 50 100 100 re W n 1 g 18 16 60 12 re f Q", "seen"},
		{"beyond integers", "BT /F 9 Tf 20 20 Td (seen) Tj ET 0 -2145312500 530 4290625000 re f", "seen"},
		{"recognised", "BT /F 9 Tf 3 Tr 20 20 Td (seen) Tj ET 1 g 18 16 60 12 re f", "seen"},
	} {
		if got := texts(firstPage(t, file{content: test.content, resources: clear})); got != test.want {
			t.Errorf("%s: words of %q = %q, want %q", test.name, test.content, got, test.want)
		}
	}
}

func TestMarkedContent(t *testing.T) {
	const layers = "/OCProperties << /OCGs [10 0 R 11 0 R] /D << /OFF [11 0 R] >> >>"
	objects := []string{"<< /Type /OCG >>", "<< /Type /OCG >>", "<< /Type /OCMD /OCGs [10 0 R 11 0 R] /P /AllOn >>",
		stream("/Subtype /Form /BBox [0 0 600 800] /OC 11 0 R", "BT /F 9 Tf 20 60 Td (form) Tj ET")}
	const resources = "/Properties << /On 10 0 R /Off 11 0 R /Both 12 0 R /Text << /ActualText (Grand total) >> >> /XObject << /X 13 0 R >>"
	for _, test := range []struct{ name, content, want string }{
		{"replaced", "BT /F 9 Tf 20 20 Td /Span << /ActualText (fix) >> BDC (\\336x) Tj EMC ( done) Tj ET", "fix|done"},
		{"UTF-16", "BT /F 9 Tf 20 20 Td /Span << /ActualText <FEFF00E9> >> BDC (e') Tj EMC ET", "é"},
		{"several words", "BT /F 9 Tf 20 20 Td /Span /Text BDC (xxxxxxxxxxx) Tj EMC ET", "Grand|total"},
		{"unknown glyph", "BT /F 9 Tf 20 20 Td (A descrip) Tj /Span << /ActualText (ti) >> BDC (\\001) Tj EMC (on) Tj ET", "A|description"},
		{"unknown glyph behind a space", "BT /F 9 Tf 20 20 Td (A ) Tj /Span << /ActualText (ti) >> BDC (\\001) Tj EMC (me) Tj ET", "A|time"},
		{"unknown glyphs of two lines", "BT /F 9 Tf 12 TL 20 40 Td /Span << /ActualText (b) >> BDC (\\001) Tj (a) ' EMC ET", "a"},
		{"removed", "BT /F 9 Tf 20 20 Td /Span << /ActualText () >> BDC (x) Tj EMC (y) Tj ET", "y"},
		{"same text", "BT /F 9 Tf 20 20 Td /Span << /ActualText (a b) >> BDC (a b) Tj EMC ET", "a|b"},
		{"layers", "BT /F 9 Tf 20 20 Td /OC /Off BDC (off) Tj /P BMC (deep) Tj EMC EMC /OC /On BDC (on) Tj EMC /OC /Both BDC (both) Tj EMC ET", "on"},
		{"hidden form", "/X Do BT /F 9 Tf 20 20 Td (seen) Tj ET", "seen"},
		{"unbalanced", "EMC EMC BT /F 9 Tf 20 20 Td /OC /On BDC (on) Tj ET", "on"},
	} {
		p := firstPage(t, file{content: test.content, catalog: layers, resources: resources, objects: objects})
		if got := texts(p); got != test.want {
			t.Errorf("%s: words of %q = %q, want %q", test.name, test.content, got, test.want)
		}
	}
}

func TestAnnotations(t *testing.T) {
	appearance := stream("/Subtype /Form /BBox [0 0 100 20] /Resources << "+fonts+" >>", "BT /C 10 Tf 0 5 Td (shown) Tj ET")
	other := stream("/Subtype /Form /BBox [0 0 100 20] /Resources << "+fonts+" >>", "BT /C 10 Tf 0 5 Td (off) Tj ET")
	shared := stream("/Subtype /Form /BBox [0 0 100 20]", "BT /C 10 Tf 0 5 Td (shared) Tj ET")
	for _, test := range []struct{ name, annotation, want string }{
		{"appearance", "/Subtype /FreeText /Rect [100 700 200 720] /AP << /N 11 0 R >>", "shown"},
		{"state", "/Subtype /Widget /Rect [100 700 200 720] /AS /On /AP << /N << /On 11 0 R /Off 12 0 R >> >>", "shown"},
		{"appearance with a font of the page", "/Subtype /FreeText /Rect [100 700 200 720] /AP << /N 13 0 R >>", "shared"},
		{"hidden", "/Subtype /Stamp /F 2 /Rect [100 700 200 720] /AP << /N 11 0 R >>", ""},
		{"not viewed", "/Subtype /Stamp /F 32 /Rect [100 700 200 720] /AP << /N 11 0 R >>", ""},
		{"popup", "/Subtype /Popup /Rect [100 700 200 720] /AP << /N 11 0 R >>", ""},
		{"value", "/Subtype /Widget /FT /Tx /DA (/Helv 9 Tf) /V (PO 4711) /Rect [100 700 200 720]", "PO|4711"},
		{"inherited value", "/Subtype /Widget /Parent << /FT /Tx /V <FEFF00C4> >> /Rect [100 700 200 720]", "Ä"},
		{"lines of a value", "/Subtype /Widget /FT /Tx /Ff 4096 /V (one\\ntwo) /Rect [100 600 200 720]", "one|two"},
		{"password", "/Subtype /Widget /FT /Tx /Ff 8192 /V (secret) /Rect [100 700 200 720]", ""},
		{"choice", "/Subtype /Widget /FT /Ch /Ff 131072 /Opt [(Net 30) (Net 60)] /V (Net 60) /Rect [100 700 200 720]", "Net|60"},
		{"choice with another value", "/Subtype /Widget /FT /Ch /Opt [[(1) (Acme Ltd)] [(2) (Bolt Inc)]] /V (2) /Rect [100 700 200 720]", "Bolt|Inc"},
		{"choice of what is not an option", "/Subtype /Widget /FT /Ch /Opt [[(1) (Acme Ltd)]] /V (Corvid) /Rect [100 700 200 720]", "Corvid"},
		{"inherited options", "/Subtype /Widget /Parent << /FT /Ch /Opt [[(a) (Road)] [(b) (Sea)]] /V (b) >> /Rect [100 700 200 720]", "Sea"},
		{"several choices", "/Subtype /Widget /FT /Ch /Ff 2097152 /Opt [[(1) (Acme)] [(2) (Bolt)] [(3) (Corvid)]] /V [(1) (3)] /Rect [100 640 200 720]", "Acme|Corvid"},
		{"choice by its place", "/Subtype /Widget /FT /Ch /Opt [[(1) (Acme)] [(2) (Bolt)]] /I [1] /Rect [100 700 200 720]", "Bolt"},
		{"choice by an invalid index", "/Subtype /Widget /FT /Ch /Opt [(Acme)] /I [7 -1] /Rect [100 700 200 720]", ""},
		{"no choice", "/Subtype /Widget /FT /Ch /Opt [(Acme) (Bolt)] /Rect [100 700 200 720]", ""},
		{"check box", "/Subtype /Widget /FT /Btn /V /Yes /Rect [100 700 200 720]", ""},
	} {
		p := firstPage(t, file{page: "/Annots [10 0 R]", objects: []string{"<< /Type /Annot " + test.annotation + " >>", appearance, other, shared}})
		if got := texts(p); got != test.want {
			t.Errorf("%s: words = %q, want %q", test.name, got, test.want)
			continue
		}
		if test.want != "" && !p.Words[0].Box.Intersect(doc.Box{X0: 98, Y0: 78, X1: 202, Y1: 202}).Contains(p.Words[0].Box.MidX(), p.Words[0].Box.MidY()) {
			t.Errorf("%s: word at %v, want it inside of the annotation", test.name, p.Words[0].Box)
		}
	}
	// A value is placed as its field aligns it.
	for align, want := range []float64{102, 141, 180} {
		p := firstPage(t, file{page: "/Annots [10 0 R]", objects: []string{
			fmt.Sprintf("<< /Subtype /Widget /FT /Tx /DA (/Helv 9 Tf) /V (4711) /Q %d /Rect [100 700 200 720] >>", align)}})
		if got := p.Words[0].Box.X0; abs(got-want) > 0.01 {
			t.Errorf("value of a field with Q %d begins at %v, want %v", align, got, want)
		}
	}
	// An appearance that is empty or shows another value is replaced by the field's value if the form asks for it.
	const tx, combo = "/FT /Tx /V (PO 4711)", "/FT /Ch /Ff 131072 /Opt [(Net 30) (Net 60)] /V (Net 60)"
	box := func(content string) string {
		return stream("/Subtype /Form /BBox [0 0 100 20] /Resources << "+fonts+" >>", "BT /C 10 Tf 0 5 Td (shown) Tj ET 1 g 0 0 100 20 re f 0 g "+content)
	}
	for _, test := range []struct{ need, field, appearance, want string }{
		{"true", tx, box(""), "PO|4711"},
		{"false", tx, box(""), ""},
		{"true", tx, appearance, "PO|4711"},
		{"false", tx, appearance, "shown"},
		{"true", tx, box("BT /C 10 Tf 0 5 Td (PO 4712) Tj ET"), "PO|4711"},
		{"true", "/FT /Tx /V ()", appearance, ""},
		{"true", "/FT /Tx /V 12 0 R", appearance, "two|lines"},
		{"true", tx + " /AA << /F << /S /JavaScript /JS (AFNumber_Format\\(2, 0\\)) >> >>", appearance, "shown"},
		{"true", "/FT /Tx /Ff 8192 /V (secret)", appearance, "shown"},
		{"true", combo, appearance, "Net|60"},
		{"true", strings.Replace(combo, "131072", "0", 1), appearance, "shown"},
		{"true", "/FT /Btn /Ff 65536", appearance, "shown"},
	} {
		widget := "<< /Type /Annot /Subtype /Widget /DA (/Helv 9 Tf) /Rect [100 700 200 720] /AP << /N 11 0 R >> " + test.field + " >>"
		p := firstPage(t, file{catalog: "/AcroForm << /NeedAppearances " + test.need + " >>", page: "/Annots [10 0 R]", objects: []string{widget, test.appearance, stream("", "two\nlines")}})
		if got := texts(p); got != test.want {
			t.Errorf("field %s with NeedAppearances %s and the appearance %s: words = %q, want %q", test.field, test.need, test.appearance, got, test.want)
		}
	}
	// An appearance that shows the value gives the places of its words.
	p := firstPage(t, file{catalog: "/AcroForm << /NeedAppearances true >>", page: "/Annots [10 0 R]", objects: []string{
		"<< /Subtype /Widget /Rect [100 700 200 720] /AP << /N 11 0 R >> " + tx + " >>",
		stream("/Subtype /Form /BBox [0 0 100 20] /Resources << "+fonts+" >>", "BT /C 10 Tf 7 5 Td (PO) Tj 50 0 Td (4711) Tj ET")}})
	if len(p.Words) != 2 || p.Words[0].Box.X0 != 107 || p.Words[1].Box.X0 != 157 {
		t.Errorf("words of an appearance that shows the value = %+v, want them at 107 and 157", p.Words)
	}
	// An appearance is fitted into the annotation's rectangle, here at twice its size.
	p = firstPage(t, file{page: "/Annots [10 0 R]", objects: []string{"<< /Subtype /Stamp /Rect [100 700 300 740] /AP << /N 11 0 R >> >>", appearance, other}})
	if w := p.Words[0]; w.Size != 20 || w.Box.X0 != 100 || w.Baseline != 90 {
		t.Errorf("fitted appearance: size %v at %v, baseline %v, want 20 at x 100, baseline 90", w.Size, w.Box, w.Baseline)
	}
}

func TestErrors(t *testing.T) {
	one := file{content: "BT /F 9 Tf 20 20 Td (a b c) Tj ET"}.bytes()
	var format *doc.FormatError
	var limit *doc.LimitError
	for _, data := range []string{"", "hello", "%PDF-1.4", "%PDF-1.4\ntrailer<</Root 1 0 R>>", "\x89PNG\r\n\x1a\n"} {
		if _, err := Read(context.Background(), []byte(data), Limits{}); !errors.As(err, &format) {
			t.Errorf("Read(%q) = %v, want a FormatError", data, err)
		}
	}
	if _, err := Read(context.Background(), one, Limits{Words: 2}); !errors.As(err, &limit) || limit.Limit != "words" {
		t.Errorf("Read of three words of two = %v, want a LimitError for words", err)
	}
	if _, err := Read(context.Background(), one, Limits{Words: 3, Pages: 1}); err != nil {
		t.Errorf("Read within limits: %v", err)
	}
	two := assemble([]string{1: "<< /Pages 2 0 R >>", 2: "<< /Kids [3 0 R 4 0 R] >>", 3: "<< /Type /Page >>", 4: "<< /Type /Page >>"}, "")
	if _, err := Read(context.Background(), two, Limits{Pages: 1}); !errors.As(err, &limit) || limit.Limit != "pages" {
		t.Errorf("Read of two pages of one = %v, want a LimitError for pages", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Read(ctx, one, Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Read with a cancelled context = %v, want context.Canceled", err)
	}
}

// TestBounded reads files that ask for endless work.
func TestBounded(t *testing.T) {
	form := stream("/Subtype /Form /BBox [0 0 600 800] /Resources << /XObject << /X 10 0 R >> >>", strings.Repeat("/X Do ", 50))
	for name, f := range map[string]file{
		"forms painting forms": {content: "/X Do", resources: "/XObject << /X 10 0 R >>", objects: []string{form}},
		"saved states":         {content: strings.Repeat("q ", 1<<16)},
		"path":                 {content: "0 0 m " + strings.Repeat("1 1 l ", 1<<17) + "S"},
		"marks":                {content: strings.Repeat("/A BMC ", 1<<16)},
	} {
		start := time.Now()
		read(t, f.bytes())
		if d := time.Since(start); d > time.Minute { // an endless loop never ends; a busy machine may take a while
			t.Errorf("%s took %v", name, d)
		}
	}
}

// TestSameBytesSameAnswer reads documents concurrently and again: each must give the same result.
func TestSameBytesSameAnswer(t *testing.T) {
	for _, name := range []string{"us-portal-aes256", "german-letter", "us-government-form"} {
		data := orderFile(t, name)
		want := read(t, data)
		for i := range 4 {
			t.Run(fmt.Sprint(name, i), func(t *testing.T) {
				t.Parallel()
				if got := read(t, data); !reflect.DeepEqual(got, want) {
					t.Errorf("%s reads differently the next time", name)
				}
			})
		}
	}
}

// TestOrders reads every document in testdata: each page must have its number and at least 5 words, and each word
// must have text without blanks around it, a size and a box.
func TestOrders(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(orders, "*.pdf"))
	if len(files) == 0 {
		t.Fatal("no documents in testdata")
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range read(t, data).Pages {
			if len(p.Words) < 5 || p.Number != i+1 {
				t.Errorf("%s: page %d has number %d and %d words", filepath.Base(name), i+1, p.Number, len(p.Words))
			}
			for _, w := range p.Words {
				if strings.TrimSpace(w.Text) != w.Text || w.Text == "" || w.Size <= 0 || w.Box.Empty() {
					t.Errorf("%s: page %d: word %+v", filepath.Base(name), i+1, w)
				}
			}
		}
	}
}
