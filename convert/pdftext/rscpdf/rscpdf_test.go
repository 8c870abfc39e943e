package rscpdf

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"lineitem/convert/doc"
	"lineitem/convert/pdftext/cos"
)

// contents returns the decoded content of a file's pages, as far as it can be
// read.
func contents(f cos.File) (out []string) {
	var walk func(o cos.Object, depth int)
	walk = func(o cos.Object, depth int) {
		node, _ := f.Resolve(o).(cos.Dict)
		if kids, ok := f.Resolve(node["Kids"]).(cos.Array); ok && depth < 20 {
			for _, kid := range kids {
				walk(kid, depth+1)
			}
			return
		}
		parts, ok := f.Resolve(node["Contents"]).(cos.Array)
		if !ok {
			parts = cos.Array{node["Contents"]}
		}
		var text strings.Builder
		for _, part := range parts {
			stream, _ := f.Resolve(part).(*cos.Stream)
			data, _ := f.Data(stream)
			text.Write(data)
		}
		out = append(out, text.String())
	}
	root, _ := f.Resolve(f.Trailer()["Root"]).(cos.Dict)
	walk(root["Pages"], 0)
	return out
}

// TestPagesAreThoseOfTheOtherReader checks that both readers give the same page
// contents for the documents that this one accepts.
func TestPagesAreThoseOfTheOtherReader(t *testing.T) {
	files, _ := filepath.Glob("../../../testdata/orders/*.pdf")
	read := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Open(data, Limits{})
		if err != nil {
			t.Logf("%s: %v", filepath.Base(file), err)
			continue
		}
		other, err := cos.Open(data, cos.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		got, want := contents(f), contents(other)
		if len(got) != len(want) {
			t.Errorf("%s: %d pages, want %d", filepath.Base(file), len(got), len(want))
			continue
		}
		for i := range got {
			// rsc.io/pdf supports no filter but FlateDecode.
			if got[i] != want[i] && got[i] != "" {
				t.Errorf("%s: page %d has %d bytes of content, want %d", filepath.Base(file), i+1, len(got[i]), len(want[i]))
			}
			if got[i] != "" {
				read++
			}
		}
	}
	if read < 5 {
		t.Errorf("read %d pages of %d files, want more", read, len(files))
	}
}

// document returns a file with the given objects, of which object 1 is the
// catalog, and a cross-reference table.
func document(trailer string, objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	var table strings.Builder
	fmt.Fprintf(&table, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for i, o := range objects {
		fmt.Fprintf(&table, "%010d 00000 n \n", b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "%strailer\n<</Root 1 0 R/Size %d%s>>\nstartxref\n%d\n%%%%EOF\n", &table, len(objects)+1, trailer, start)
	return b.Bytes()
}

const (
	catalog = "<</Type/Catalog/Pages 2 0 R>>"
	pages   = "<</Type/Pages/Kids[3 0 R]/Count 1>>"
	page    = "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Box[0 1.5 (x) true null]>>"
	content = "<</Length 5>>\nstream\nHello\nendstream"
)

func TestResolveConverts(t *testing.T) {
	f, err := Open(document("", catalog, pages, page, content), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if got := contents(f); !reflect.DeepEqual(got, []string{"Hello"}) {
		t.Errorf("contents = %q, want Hello", got)
	}
	at := func(o cos.Object, key cos.Name) cos.Object { return f.Resolve(f.Resolve(o).(cos.Dict)[key]) }
	kids := at(f.Resolve(f.Trailer()["Root"]).(cos.Dict)["Pages"], "Kids").(cos.Array)
	var got []cos.Object
	for _, o := range at(kids[0], "Box").(cos.Array) {
		got = append(got, f.Resolve(o))
	}
	if want := []cos.Object{int64(0), 1.5, cos.String("x"), true, nil}; !reflect.DeepEqual(got, want) {
		t.Errorf("Box = %v, want %v", got, want)
	}
	if kids[0] == nil || f.Resolve(kids[0]) == nil || f.Resolve(cos.Ref{Num: 1 << 30}) != nil || f.Resolve(cos.Ref{}) != nil {
		t.Error("Resolve of a reference to nothing is not null")
	}
}

func TestOpenRefusesWhatItWouldNotSurvive(t *testing.T) {
	sound := document("", catalog, pages, page, content)
	replace := func(old, with string) []byte { return bytes.Replace(sound, []byte(old), []byte(with), 1) }
	start := bytes.Index(sound, []byte("xref\n"))
	for _, test := range []struct {
		name string
		data []byte
	}{
		{"nothing", nil},
		{"deep nesting", document("", catalog, pages, page, strings.Repeat("[", 1<<22))},
		{"deep dictionaries", document("", catalog, pages, page, strings.Repeat("<</A", 1<<20))},
		{"cross-reference stream", replace("xref\n0 5\n", "9 0 obj <<>> stream\n")},
		{"cycle of tables", document(fmt.Sprintf("/Prev %d", start), catalog, pages, page, content)},
		{"Prev outside", document("/Prev 99999999", catalog, pages, page, content)},
		{"hidden Prev", document("/Pr#65v 9", catalog, pages, page, content)},
		{"huge object number", replace("xref\n0 5\n", "xref\n4000000000 5\n")},
		{"huge subsection", replace("xref\n0 5\n", "xref\n0 999999999\n")},
		{"encrypted", document("/Encrypt<</Filter/Standard>>", catalog, pages, page, content)},
		{"no pages", document("", "<<>>")},
		{"damaged catalog", document("", "<</Pages (")},
	} {
		begin := time.Now()
		_, err := Open(test.data, Limits{})
		unsupported, malformed := (*doc.UnsupportedError)(nil), (*doc.FormatError)(nil)
		if !errors.As(err, &unsupported) && !errors.As(err, &malformed) {
			t.Errorf("%s: Open = %v, want an UnsupportedError or a FormatError", test.name, err)
		}
		if took := time.Since(begin); took > time.Minute { // an endless loop never ends; a busy machine may take a while
			t.Errorf("%s: Open took %v", test.name, took)
		}
	}
}

// TestDamageIsRecovered checks that an object that passes Open's check but is
// malformed costs no more than its own content.
func TestDamageIsRecovered(t *testing.T) {
	nested := strings.Repeat("[", maxBrackets-100)
	for _, damage := range []string{"(unclosed", "<48", "<zz>", nested, "[ >>", "<</A", "(\\q)", "5 0 R", "4 0 R",
		"<</Length 4 0 R>>\nstream\nx\nendstream", "<</Filter/FlateDecode/Length 3>>\nstream\nabc\nendstream",
		"<</Filter/FlateDecode/DecodeParms<</Predictor 15>>/Length 3>>\nstream\nabc\nendstream",
		"<</Filter/LZWDecode/Length 3>>\nstream\nabc\nendstream", "<</Filter 1/Length 3>>\nstream\nabc\nendstream"} {
		f, err := Open(document("", catalog, pages, page, damage), Limits{})
		if err != nil {
			t.Errorf("Open with %.20q = %v", damage, err)
			continue
		}
		if got := contents(f); len(got) != 1 || len(got[0]) > 1 {
			t.Errorf("contents with %.20q = %.20q, want one page with none", damage, got)
		}
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(document("", catalog, pages, page, content))
	f.Add(document("/Prev 9", catalog, pages, page, "<</Filter/FlateDecode/Length 3>>\nstream\nabc\nendstream"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			t.Skip("large inputs only cost time")
		}
		if file, err := Open(data, Limits{StreamBytes: 1 << 20, ReadBytes: 1 << 20, Objects: 1000}); err == nil {
			contents(file)
		}
	})
}
