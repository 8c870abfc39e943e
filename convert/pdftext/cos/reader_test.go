package cos

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"lineitem/convert/doc"
)

func TestOpenFindsThePages(t *testing.T) {
	sound := onePage("%PDF-1.4\n").Bytes()
	replace := func(old, with string) []byte { return bytes.Replace(sound, []byte(old), []byte(with), 1) }
	cut := func(word string) []byte { return sound[:bytes.Index(sound, []byte(word))] }

	for _, test := range []struct {
		name string
		data []byte
	}{
		{"table", sound},
		{"PDF 2.0", onePage("%PDF-2.0\n%\xe2\xe3\xcf\xd3\n").Bytes()},
		{"carriage returns", bytes.ReplaceAll(sound, []byte("\n"), []byte("\r"))},
		{"junk before the header", append([]byte("HTTP/1.1 200 OK\r\n\r\n"), sound...)},
		{"junk before the header, counted in offsets", onePage("\xef\xbb\xbf junk\n%PDF-1.4\n").Bytes()},
		{"trailing junk", append(bytes.Clone(sound), strings.Repeat("\x00junk", 1000)...)},
		{"no header", replace("%PDF-1.4", "")},
		{"no startxref", cut("startxref")},
		{"no trailer", cut("trailer")},
		{"no table", cut("xref")},
		{"startxref leads nowhere", replace("startxref\n", "startxref\n9")},
		{"offsets are wrong", replace("%PDF-1.4\n", "%PDF-1.4\n% a line more\n")},
		{"one offset is wrong", replace("\n3 0 obj", "\n\n\n\n\n\n3 0 obj")},
		{"Prev leads nowhere", replace("/Size", "/Prev 99999/Size")},
		{"Prev is 0", replace("/Size", "/Prev 0/Size")},
		{"Prev of itself", replace("/Size", "/Prev "+fmt.Sprint(bytes.Index(sound, []byte("xref\n")))+"/Size")},
		{"no endobj", bytes.ReplaceAll(sound, []byte("endobj\n"), nil)},
		{"Length too short", replace("/Length 16", "/Length 6")},
		{"Length too long", replace("/Length 16", "/Length 999999999")},
		{"Length is no number", replace("/Length 16", "/Length (x)")},
		{"Length of itself", replace("/Length 16", "/Length 4 0 R")},
		{"no Length", replace("/Length 16", "")},
		{"no endstream", replace("\nendstream", "")},
		{"blanks behind stream", replace("stream\n", "stream  \r\n")},
		{"catalog lost", replace("/Root 1 0 R", "/Root 9 0 R")},
		{"catalog and its reference lost", bytes.Replace(cut("xref"), []byte("/Catalog"), []byte("/Kat"), 1)},
		{"only pages left", bytes.Replace(bytes.Replace(cut("xref"), []byte("/Catalog"), []byte("/Kat"), 1),
			[]byte("/Type/Pages"), nil, 1)},
	} {
		t.Run(test.name, func(t *testing.T) { wantContent(t, test.data, hello) })
	}
}

func TestOpenReadsUpdatesNewestFirst(t *testing.T) {
	b := onePage("%PDF-1.4\n")
	first := b.last
	b.stream(4, "", "(new)")
	b.table(fmt.Sprintf("/Root 1 0 R/Prev %d", first))
	wantContent(t, b.Bytes(), "(new)")
	// Without tables the later of two objects with one number counts.
	wantContent(t, bytes.ReplaceAll(b.Bytes(), []byte("xref"), []byte("gone")), "(new)")
}

// compressedBody returns a document whose catalog and pages are in object stream
// 5.
func compressedBody() *builder {
	b := newBuilder("%PDF-1.5\n")
	b.stream(4, "/Filter/FlateDecode", deflate([]byte(hello)))
	objects := []string{catalog, pages, page}
	var header, body string
	for i, o := range objects {
		header += fmt.Sprintf("%d %d ", i+1, len(body))
		body += o + "\n"
	}
	b.stream(5, fmt.Sprintf("/Type/ObjStm/N 3/First %d/Filter/FlateDecode", len(header)), deflate([]byte(header+body)))
	return b
}

var inObjectStream = [][3]int{{1, 5, 0}, {2, 5, 1}, {3, 5, 2}}

func TestOpenReadsObjectStreams(t *testing.T) {
	b := compressedBody()
	up := func(rows []byte) string {
		var out []byte
		above := make([]byte, 7)
		for ; len(rows) > 0; rows = rows[7:] {
			out = append(out, 2)
			for i := range above {
				out = append(out, rows[i]-above[i])
			}
			above = rows[:7]
		}
		return deflate(out)
	}
	b.xrefStream(6, "/Root 1 0 R/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 7>>", up, inObjectStream...)
	wantContent(t, b.Bytes(), hello)

	damaged := bytes.Replace(b.Bytes(), []byte("startxref"), []byte("startgone"), 1)
	wantContent(t, damaged, hello)

	wrongIndex := compressedBody()
	wrongIndex.xrefStream(6, "/Root 1 0 R", plain, [3]int{1, 5, 2}, [3]int{2, 5, 9}, [3]int{3, 5, 0})
	wantContent(t, wrongIndex.Bytes(), hello)
}

func TestOpenReadsHybridFiles(t *testing.T) {
	b := compressedBody()
	offsets := b.offsets
	b.offsets = map[int]int{}
	b.xrefStream(6, "", plain, inObjectStream...)
	stream := b.last
	b.offsets = offsets
	b.table(fmt.Sprintf("/Root 1 0 R/XRefStm %d", stream))
	free := bytes.Replace(b.Bytes(), []byte("xref\n0 1\n0000000000 65535 f \n"),
		[]byte("xref\n0 4\n0000000000 65535 f \n0000000000 65535 f \n0000000000 65535 f \n0000000000 65535 f \n"), 1)
	r, err := Open(free, Limits{})
	if err != nil || r.rebuilt {
		t.Fatalf("Open = %v, rebuilt %v", err, r != nil && r.rebuilt)
	}
	wantContent(t, free, hello)
}

func TestResolve(t *testing.T) {
	b := onePage("%PDF-1.4\n")
	first := b.last
	b.object(5, "6 0 R")
	b.object(6, "(six)")
	b.object(7, "8 0 R")
	b.object(8, "7 0 R")
	b.object(9, "null")
	b.table(fmt.Sprintf("/Root 1 0 R/Prev %d", first))
	r, err := Open(b.Bytes(), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ in, want Object }{
		{int64(1), int64(1)},
		{nil, nil},
		{Ref{6, 0}, String("six")},
		{Ref{6, 3}, String("six")},
		{Ref{5, 0}, String("six")},
		{Ref{7, 0}, nil},
		{Ref{9, 0}, nil},
		{Ref{10, 0}, nil},
		{Ref{1 << 31, 0}, nil},
	} {
		if got := r.Resolve(test.in); !reflect.DeepEqual(got, test.want) {
			t.Errorf("Resolve(%v) = %v, want %v", test.in, got, test.want)
		}
	}
	if a, b := r.Resolve(Ref{4, 0}), r.Resolve(Ref{4, 0}); a != b {
		t.Error("Resolve parsed a stream twice")
	}
}

func TestOpenErrors(t *testing.T) {
	for _, data := range []string{"", "%PDF-1.4\n", "no PDF at all", "%PDF-1.4\nxref\n0 0\ntrailer\n<<>>\nstartxref\n9\n%%EOF"} {
		_, err := Open([]byte(data), Limits{})
		if want := (*doc.FormatError)(nil); !errors.As(err, &want) {
			t.Errorf("Open(%q) = %v, want a FormatError", data, err)
		}
	}
}

// TestOpenDecrypts reads documents in testdata that were encrypted by another
// program, qpdf.
func TestOpenDecrypts(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.pdf")
	if len(files) == 0 {
		t.Fatal("no documents in testdata")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			r, err := Open(data, Limits{})
			if strings.Contains(file, "password") {
				if want := (*doc.EncryptedError)(nil); !errors.As(err, &want) {
					t.Errorf("Open = %v, want an EncryptedError", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got, err := firstContent(r); got != hello {
				t.Errorf("content = %q, %v, want %q", got, err, hello)
			}
			info, _ := r.Resolve(r.Trailer()["Info"]).(Dict)
			if got := r.Resolve(info["Title"]); got != String("An order") {
				t.Errorf("Title = %q, want %q", got, "An order")
			}
			// The same file without its cross-reference table.
			damaged := bytes.ReplaceAll(data, []byte("startxref"), []byte("startgone"))
			wantContent(t, damaged, hello)
		})
	}
}
