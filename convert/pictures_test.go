package convert_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image/color"
	"image/jpeg"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"lineitem/convert"
	"lineitem/convert/compiled"
	"lineitem/convert/doc"
	"lineitem/convert/order"
	"lineitem/convert/pdfium"
	"lineitem/convert/testenv"
	"lineitem/plugins"
)

// reader returns a converter that reads pictures. Its guest modules are compiled once
// for all tests.
var reader = sync.OnceValue(func() *convert.Converter {
	cache := compiled.Cache()
	return &convert.Converter{
		Recognizer: plugins.NewOCR(plugins.Options{Cache: cache}),
		Renderer:   &pdfium.Library{Cache: cache},
	}
})

func pictures(t testing.TB) []convert.Input {
	t.Helper()
	names, err := filepath.Glob("../testdata/pictures/*")
	if err != nil || len(names) == 0 {
		t.Fatalf("no documents in testdata/pictures (%v)", err)
	}
	var documents []convert.Input
	for _, name := range names {
		if filepath.Ext(name) == ".json" {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		documents = append(documents, convert.Input{Filename: filepath.Base(name), Data: data, Evidence: true})
	}
	return documents
}

// TestPictures checks that documents in pictures give their rows. As single characters
// may be misread, at least the share leastRight of the cells must be as written down
// for the document: 0.01 less than is reached, to allow for other weights of the
// recogniser.
func TestPictures(t *testing.T) {
	if testing.Short() {
		t.Skip("reads all pictures; other tests read some")
	}
	const leastRight = 0.93
	right, all := 0, 0
	for n, in := range pictures(t) {
		if n%testenv.Either(2, 1) != 0 {
			continue
		}
		text, err := os.ReadFile(filepath.Join("../testdata/pictures", strings.TrimSuffix(in.Filename, filepath.Ext(in.Filename))+".json"))
		if err != nil {
			t.Fatal(err)
		}
		var want struct{ Rows []map[string]string }
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		got, err := reader().Convert(context.Background(), in)
		if err != nil {
			t.Errorf("Convert(%s): %v", in.Filename, err)
			continue
		}
		if got.Mode != convert.ModeOCR || len(got.Rows) != len(want.Rows) {
			t.Errorf("Convert(%s) gives %d rows in mode %q, want %d in mode %q", in.Filename, len(got.Rows), got.Mode, len(want.Rows), convert.ModeOCR)
		}
		before := right
		for i, row := range want.Rows {
			for key, value := range row {
				if value == "" {
					continue
				}
				all++
				if i < len(got.Rows) && cell(got.Rows[i], key) == value {
					right++
				}
			}
		}
		t.Logf("%s: %d rows, %d cells right", in.Filename, len(got.Rows), right-before)
	}
	t.Logf("%d of %d cells are right", right, all)
	if float64(right) < leastRight*float64(all) {
		t.Errorf("%d of %d cells are right, want %.0f %%", right, all, 100*leastRight)
	}
}

func cell(row order.Row, key string) string {
	for _, p := range row {
		if p.Key == key {
			return p.Value
		}
	}
	return ""
}

// TestSamePictureSameAnswer checks that the same picture gives the same answer,
// however many processors read it.
func TestSamePictureSameAnswer(t *testing.T) {
	in := picture(t, testenv.Either("us-letter-scan.jpg", "us-hospital-scan.pdf"))
	var answers [2][]byte
	for i := range answers {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1 + 3*i))
		r, err := reader().Convert(context.Background(), in)
		if err != nil {
			t.Fatal(err)
		}
		if answers[i], err = json.Marshal(r); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(answers[0], answers[1]) {
		t.Errorf("two answers:\n%s\n%s", answers[0], answers[1])
	}
}

func picture(t testing.TB, name string) convert.Input {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../testdata/pictures", name))
	if err != nil {
		t.Fatal(err)
	}
	return convert.Input{Filename: name, Data: data}
}

// orderPDF returns a PDF whose pages, of 595 by 842 points, have the given content
// streams. Font F is Helvetica; L is Helvetica whose text layer states other letters
// than those shown; I is a scanned order.
func orderPDF(t testing.TB, contents ...string) convert.Input {
	t.Helper()
	scan := picture(t, "us-letter-scan.jpg").Data
	config, err := jpeg.DecodeConfig(bytes.NewReader(scan))
	if err != nil {
		t.Fatal(err)
	}
	space := "/DeviceRGB"
	if config.ColorModel == color.GrayModel {
		space = "/DeviceGray"
	}
	var b bytes.Buffer
	object := func(n int, body string) { fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", n, body) }
	stream := func(n int, dict, data string) {
		object(n, fmt.Sprintf("<<%s/Length %d>>\nstream\n%s\nendstream", dict, len(data), data))
	}
	b.WriteString("%PDF-1.7\n")
	object(1, "<</Type/Catalog/Pages 2 0 R>>")
	object(3, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
	object(4, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 5 0 R>>")
	// Each letter is mapped to the one seven places after it.
	stream(5, "", "1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <30> <7a> <0037> endbfrange")
	stream(6, fmt.Sprintf("/Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace%s/BitsPerComponent 8/Filter/DCTDecode", config.Width, config.Height, space), string(scan))
	var kids strings.Builder
	for i, content := range contents {
		fmt.Fprintf(&kids, "%d 0 R ", 10+2*i)
		object(10+2*i, fmt.Sprintf("<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents %d 0 R/Resources<</Font<</F 3 0 R/L 4 0 R>>/XObject<</I 6 0 R>>>>>>", 11+2*i))
		stream(11+2*i, "", content)
	}
	object(2, fmt.Sprintf("<</Type/Pages/Kids[%s]/Count %d>>", &kids, len(contents)))
	b.WriteString("trailer\n<</Root 1 0 R/Size 100>>\n%%EOF\n")
	return convert.Input{Filename: "order.pdf", Data: b.Bytes()}
}

// orderText returns the content stream of an order in a font, everything at 11 points.
func orderText(font string) string {
	var b strings.Builder
	text := func(x, y int, s string) { fmt.Fprintf(&b, "BT /%s 11 Tf %d %d Td (%s) Tj ET\n", font, x, y, s) }
	text(50, 780, "Purchase Order")
	text(50, 760, "PO Number: 4500123")
	text(50, 740, "Order Date: March 31, 2026")
	for i, heading := range [...]string{"Item", "Description", "Quantity", "Unit Price", "Amount"} {
		text([...]int{50, 110, 330, 400, 490}[i], 700, heading)
	}
	for i, line := range [...][5]string{
		{"1", "Hexagon bolts, zinc plated", "300", "2.50", "750.00"},
		{"2", "Washers for hexagon bolts", "600", "0.50", "300.00"},
		{"3", "Freight and handling", "1", "20.00", "20.00"},
	} {
		for k, s := range line {
			text([...]int{50, 110, 330, 400, 490}[k], 675-22*i, s)
		}
	}
	text(400, 590, "Total")
	text(490, 590, "1070.00")
	return b.String()
}

// TestPagesDecide checks that it is decided page by page whether the text layer or the
// picture of a page is read.
func TestPagesDecide(t *testing.T) {
	testenv.Sequential(t)
	const scan = "q 595 0 0 842 0 0 cm /I Do Q "
	invisible := strings.ReplaceAll(orderText("L"), "BT ", "BT 3 Tr ")
	tests := []struct {
		name   string
		pages  []string
		mode   string
		number string // of the order
	}{
		{"text", []string{orderText("F")}, convert.ModeText, "4500123"},
		{"text and an empty page", []string{orderText("F"), ""}, convert.ModeText, "4500123"},
		{"a text layer that says something else", []string{orderText("L")}, convert.ModeOCR, "4500123"},
		{"a scan", []string{scan}, convert.ModeOCR, ""},
		{"a scan with a stamp", []string{scan + "BT /F 12 Tf 300 20 Td (Received 3 April 2026) Tj ET"}, convert.ModeOCR, ""},
		{"a scan below bad invisible text", []string{scan + invisible}, convert.ModeOCR, ""},
		{"a scan below the words that a scanner read", []string{scan + strings.ReplaceAll(orderText("F"), "BT ", "BT 3 Tr ")}, convert.ModeOCR, ""},
		{"text and a scan", []string{orderText("F"), scan}, convert.ModeMixed, "4500123"},
	}
	if testenv.Race {
		tests = tests[len(tests)-1:] // all cases run the same goroutines
	}
	for _, tt := range tests {
		r, err := reader().Convert(context.Background(), orderPDF(t, tt.pages...))
		if err != nil {
			t.Errorf("Convert of %s: %v", tt.name, err)
			continue
		}
		if r.Mode != tt.mode || r.RowCount == 0 {
			t.Errorf("Convert of %s gives %d rows in mode %q, want some in mode %q", tt.name, r.RowCount, r.Mode, tt.mode)
		} else if got := cell(r.Rows[0], "po_number"); tt.number != "" && got != tt.number {
			t.Errorf("Convert of %s has the number %q, want %q", tt.name, got, tt.number)
		}
	}
}

func TestPictureErrors(t *testing.T) {
	testenv.Sequential(t)
	photo := picture(t, "us-letter-scan.jpg")
	limited := *reader()
	limited.Limits.Pixels = 10_000
	var limit *doc.LimitError
	if _, err := limited.Convert(context.Background(), photo); !errors.As(err, &limit) || limit.Limit != "pixels" {
		t.Errorf("Convert of a large picture = %v, want the limit of pixels", err)
	}
	limited.Limits = convert.Limits{Words: 5}
	if _, err := limited.Convert(context.Background(), photo); !errors.As(err, &limit) || limit.Limit != "words" {
		t.Errorf("Convert of many words = %v, want the limit of words", err)
	}
	var unsupported *doc.UnsupportedError
	if _, err := new(convert.Converter).Convert(context.Background(), photo); !errors.As(err, &unsupported) {
		t.Errorf("Convert without a recogniser = %v, want an UnsupportedError", err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, in := range []convert.Input{photo, picture(t, "us-hospital-scan.pdf")} {
		if _, err := reader().Convert(ended, in); !errors.Is(err, context.Canceled) {
			t.Errorf("Convert(%s) after the end = %v, want %v", in.Filename, err, context.Canceled)
		}
	}
	var format *doc.FormatError
	photo.Data = photo.Data[:len(photo.Data)/10]
	if _, err := reader().Convert(context.Background(), photo); !errors.As(err, &format) {
		t.Errorf("Convert of a tenth of a picture = %v, want a FormatError", err)
	}
}

// BenchmarkPictures measures the whole conversion of each picture in testdata.
func BenchmarkPictures(b *testing.B) {
	for _, in := range pictures(b) {
		b.Run(in.Filename, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := reader().Convert(context.Background(), in); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
