package cos

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// builder writes small PDF files for tests.
type builder struct {
	bytes.Buffer
	offsets map[int]int // of the objects since the last cross-reference section
	last    int         // offset of the last section
}

func newBuilder(header string) *builder {
	b := &builder{offsets: map[int]int{}}
	b.WriteString(header)
	return b
}

func (b *builder) object(n int, body string) {
	b.offsets[n] = b.Len()
	fmt.Fprintf(b, "%d 0 obj\n%s\nendobj\n", n, body)
}

func (b *builder) stream(n int, dict, data string) {
	b.object(n, fmt.Sprintf("<<%s/Length %d>>\nstream\n%s\nendstream", dict, len(data), data))
}

// table ends a section with a cross-reference table and a trailer.
func (b *builder) table(trailer string) {
	start := b.Len()
	b.WriteString("xref\n0 1\n0000000000 65535 f \n")
	for _, n := range b.numbers() {
		fmt.Fprintf(b, "%d 1\n%010d 00000 n \n", n, b.offsets[n])
	}
	fmt.Fprintf(b, "trailer\n<</Size 20%s>>\n", trailer)
	b.end(start)
}

// xrefStream ends a section with a cross-reference stream, object n, whose fields
// are 1, 4 and 2 bytes wide. compressed lists the objects in object streams as
// number, stream and index.
func (b *builder) xrefStream(n int, dict string, encode func([]byte) string, compressed ...[3]int) {
	start := b.Len()
	b.offsets[n] = start
	var index strings.Builder
	var rows []byte
	row := func(number, kind, second, third int) {
		fmt.Fprintf(&index, "%d 1 ", number)
		rows = append(rows, byte(kind), byte(second>>24), byte(second>>16), byte(second>>8), byte(second),
			byte(third>>8), byte(third))
	}
	for _, number := range b.numbers() {
		row(number, 1, b.offsets[number], 0)
	}
	for _, c := range compressed {
		row(c[0], 2, c[1], c[2])
	}
	b.stream(n, fmt.Sprintf("/Type/XRef/Size 20/W[1 4 2]/Index[%s]%s", index.String(), dict), encode(rows))
	b.end(start)
}

func (b *builder) numbers() (out []int) {
	for n := range b.offsets {
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}

func (b *builder) end(start int) {
	fmt.Fprintf(b, "startxref\n%d\n%%%%EOF\n", start)
	b.last = start
	b.offsets = map[int]int{}
}

func deflate(data []byte) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	w.Write(data)
	w.Close()
	return b.String()
}

func plain(data []byte) string { return string(data) }

const (
	catalog = "<</Type/Catalog/Pages 2 0 R>>"
	pages   = "<</Type/Pages/Kids[3 0 R]/Count 1>>"
	page    = "<</Type/Page/Parent 2 0 R/Contents 4 0 R>>"
	hello   = "BT (Hello) Tj ET"
)

// body writes the objects of a one-page document except its content, object 4.
func (b *builder) body() *builder {
	b.object(1, catalog)
	b.object(2, pages)
	b.object(3, page)
	return b
}

// onePage returns a whole document of one page.
func onePage(header string) *builder {
	b := newBuilder(header).body()
	b.stream(4, "", hello)
	b.table("/Root 1 0 R")
	return b
}

// firstContent returns the decoded content of a file's first page.
func firstContent(r *Reader) (string, error) {
	node := r.Resolve(r.Trailer()["Root"])
	for _, key := range []Name{"Pages", "Kids"} {
		dict, _ := node.(Dict)
		node = r.Resolve(dict[key])
	}
	kids, _ := node.(Array)
	if len(kids) == 0 {
		return "", fmt.Errorf("no pages under %v", r.Trailer())
	}
	dict, _ := r.Resolve(kids[0]).(Dict)
	stream, ok := r.Resolve(dict["Contents"]).(*Stream)
	if !ok {
		return "", fmt.Errorf("no content in page %v", dict)
	}
	data, err := r.Data(stream)
	return string(data), err
}

func wantContent(t *testing.T, data []byte, want string) {
	t.Helper()
	r, err := Open(data, Limits{})
	if err != nil {
		t.Fatalf("Open = %v\n%s", err, data)
	}
	got, err := firstContent(r)
	if err != nil || got != want {
		t.Errorf("content = %q, %v, want %q", got, err, want)
	}
}
