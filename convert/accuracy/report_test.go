package accuracy

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	_ "image/jpeg"
	_ "image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"lineitem/convert"
	"lineitem/convert/compiled"
	"lineitem/convert/pdfium"
)

// converted returns the result of converting one of the documents in
// testdata/orders.
func converted(t *testing.T, c *convert.Converter, name string) *Result {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../testdata/orders", name))
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.Convert(context.Background(), convert.Input{Filename: name, Data: data, Evidence: true})
	if err != nil {
		t.Fatal(err)
	}
	line, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	results, err := ReadResults(bytes.NewReader(line))
	if err != nil {
		t.Fatal(err)
	}
	return results[name]
}

// TestReport checks that the wrong, missed and made-up cells of a document are in
// the report, with a picture of the page.
func TestReport(t *testing.T) {
	library := &pdfium.Library{Cache: compiled.Cache()}
	defer library.Close()
	c := &convert.Converter{Renderer: library}
	const name = "german-letter.pdf"
	text, err := os.ReadFile("../../testdata/orders/german-letter.json")
	if err != nil {
		t.Fatal(err)
	}
	truth := parseTruth(t, string(text))
	truth.ID = "german-letter"
	result := converted(t, c, name)
	perfect := *result
	damaged := *result
	damaged.Rows = make([]Row, len(result.Rows))
	for i, row := range result.Rows {
		damaged.Rows[i] = Row{}
		for k, v := range row {
			damaged.Rows[i][k] = v
		}
		damaged.Rows[i]["supplier"] = `<b>"Wrong" & Co.`
		damaged.Rows[i]["po_date"] = ""
	}
	damaged.Rows[1]["discount"] = "5%"

	docs := []*Document{Judge(truth, &perfect), Judge(truth, &damaged)}
	var out bytes.Buffer
	report := &Report{Title: "orders & more", Folder: "../../testdata/orders", Links: "in/docs", Converter: c, Pictures: 9,
		Done: func(file string, err error) {
			if err != nil {
				t.Errorf("%s has no pictures: %v", file, err)
			}
		}}
	if err := report.Write(context.Background(), &out, docs); err != nil {
		t.Fatal(err)
	}
	html := out.String()
	for _, want := range []string{
		"orders &amp; more",
		"2 documents, 1 of them without a fault",
		`href="in/docs/german-letter.pdf"`,
		`<div class="fault wrong" data-column="supplier" data-kind="wrong">`,
		`<div class="fault missed" data-column="po_date" data-kind="missed">`,
		`<div class="fault made-up" data-column="discount" data-kind="made-up">`,
		"&lt;b&gt;&#34;Wrong&#34; &amp; Co.",
		truth.Rows[0]["po_date"],
		`<details id="d1p1">`,
		`data-lang="de"`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the report lacks %s", want)
		}
	}
	for _, not := range []string{"ZgotmplZ", "http://", "https://", "<link", "src="} {
		if strings.Contains(html, not) {
			t.Errorf("the report has %s in it", not)
		}
	}
	m := regexp.MustCompile(`\.p1-1\{background-image:url\(data:image/(?:png|jpeg);base64,([A-Za-z0-9+/=]+)\)\}`).FindStringSubmatch(html)
	if m == nil {
		t.Fatal("the report has no picture of page 1")
	}
	data, err := base64.StdEncoding.DecodeString(m[1])
	if err != nil {
		t.Fatal(err)
	}
	picture, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if size := picture.Bounds().Size(); size.X < 800 || size.X > 1000 {
		t.Errorf("a page of 595 points is shown %d pixels wide, want 110 per inch", size.X)
	}
	// Where the date should have been read there must be ink.
	box := regexp.MustCompile(`<i class="want" style="left:(\d+)px;top:(\d+)px;width:(\d+)px;height:(\d+)px" title="po_date`).FindStringSubmatch(html)
	if box == nil {
		t.Fatal("the report does not show where the date stands")
	}
	var x, y, w, h int
	if _, err := fmt.Sscan(strings.Join(box[1:], " "), &x, &y, &w, &h); err != nil {
		t.Fatal(err)
	}
	dark := 0
	for py := y; py < y+h; py++ {
		for px := x; px < x+w; px++ {
			if r, _, _, _ := picture.At(px, py).RGBA(); r < 0x8000 {
				dark++
			}
		}
	}
	if share := float64(dark) / float64(w*h); share < 0.03 || share > 0.6 {
		t.Errorf("%.0f %% of the box at %d,%d of %d by %d pixels is dark, which is no text", 100*share, x, y, w, h)
	}
	// The same documents give the same report, in any order.
	var again bytes.Buffer
	if err := report.Write(context.Background(), &again, []*Document{docs[1], docs[0]}); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(out.Bytes(), again.Bytes()) {
		t.Error("the report depends on the order of documents")
	}
}

// TestReportWithoutPictures checks that documents without a file or a result are
// still reported.
func TestReportWithoutPictures(t *testing.T) {
	truth := parseTruth(t, `{"file":"missing.pdf","rows":[{"po_number":"1","total":"2"}]}`)
	truth.ID = "missing"
	var told []string
	r := &Report{Folder: t.TempDir(), Converter: new(convert.Converter), Pictures: 9, Done: func(file string, err error) { told = append(told, fmt.Sprint(file, " ", err != nil)) }}
	var out bytes.Buffer
	if err := r.Write(context.Background(), &out, []*Document{Judge(truth, resultOf(Row{"po_number": "1"})), Judge(truth, nil)}); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(told, ", "); got != "missing.pdf true" {
		t.Errorf("Done is told %q, want that missing.pdf has no pictures", got)
	}
	for _, want := range []string{"no result", "no pictures:", "The results have no evidence."} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the report lacks %q", want)
		}
	}
}

// TestDegradation checks that the report names only the kind of a degradation,
// without its measures.
func TestDegradation(t *testing.T) {
	for in, want := range map[string]string{
		"grey scan 200 dpi, skew 1.04 degrees, noise": "grey scan", "photograph, uneven light": "photograph", "pdf-g4 200 dpi": "pdf-g4", "stamp": "stamp", "": "",
	} {
		if got := (trait{Name: "degradation"}).value(&Truth{Traits: map[string]string{"degradation": in}}); got != want {
			t.Errorf("the degradation %q stands as %q, want %q", in, got, want)
		}
	}
}
