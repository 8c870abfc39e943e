package hostile

import (
	"bytes"
	"compress/flate"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"strings"
)

// pdf writes a PDF file whose cross-reference table is right, so that readers
// get as far as what is wrong with the rest.
type pdf struct {
	bytes.Buffer
	offsets map[int]int // of the objects
	most    int         // highest object number
}

func newPDF() *pdf {
	b := &pdf{offsets: map[int]int{}}
	b.WriteString("%PDF-1.7\n")
	return b
}

func (b *pdf) object(n int, body string) {
	b.offsets[n], b.most = b.Len(), max(b.most, n)
	fmt.Fprintf(b, "%d 0 obj\n%s\nendobj\n", n, body)
}

// stream writes a stream. dict holds the entries of its dictionary except Length.
func (b *pdf) stream(n int, dict, data string) { b.object(n, streamBody(dict, data)) }

func streamBody(dict, data string) string {
	return fmt.Sprintf("<<%s/Length %d>>\nstream\n%s\nendstream", dict, len(data), data)
}

// Objects that most documents have. Others begin at firstOwn.
const (
	catalogNumber = 1 + iota
	pagesNumber
	pageNumber
	contentNumber
	fontNumber
	firstOwn = 10
)

const (
	catalog  = "<</Type/Catalog/Pages 2 0 R>>"
	onePage  = "<</Type/Pages/Kids[3 0 R]/Count 1>>"
	mediaBox = "/MediaBox[0 0 600 800]"
	fontDict = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
	// hello is page content that can be read.
	hello = "BT /F 12 Tf 50 700 Td (Purchase Order 4500) Tj ET"
)

// frame writes a document of one page with the given content. page holds further
// entries of the page; Resources, MediaBox and Contents replace the usual ones.
func (b *pdf) frame(page, content string) {
	b.object(catalogNumber, catalog)
	b.object(pagesNumber, onePage)
	b.page(page)
	b.stream(contentNumber, "", content)
	b.object(fontNumber, fontDict)
}

func (b *pdf) page(entries string) {
	if !strings.Contains(entries, "/Resources") {
		entries += "/Resources<</Font<</F 5 0 R>>>>"
	}
	if !strings.Contains(entries, "/MediaBox") {
		entries += mediaBox
	}
	if !strings.Contains(entries, "/Contents") {
		entries += "/Contents 4 0 R"
	}
	b.object(pageNumber, "<</Type/Page/Parent 2 0 R"+entries+">>")
}

// end writes the cross-reference table and the trailer, to which it adds entries,
// and returns the file.
func (b *pdf) end(entries string) []byte {
	start := b.Len()
	fmt.Fprintf(b, "xref\n0 %d\n0000000000 65535 f \n", b.most+1)
	for n := 1; n <= b.most; n++ {
		if at, ok := b.offsets[n]; ok {
			fmt.Fprintf(b, "%010d 00000 n \n", at)
		} else {
			b.WriteString("0000000000 00000 f \n")
		}
	}
	fmt.Fprintf(b, "trailer\n<</Root 1 0 R/Size %d%s>>\nstartxref\n%d\n%%%%EOF\n", b.most+1, entries, start)
	return b.Bytes()
}

// document returns a file of one page. page and content are those of frame; own
// are the bodies of further objects, numbered from firstOwn.
func document(page, content string, own ...string) []byte {
	b := newPDF()
	b.frame(page, content)
	for i, body := range own {
		b.object(firstOwn+i, body)
	}
	return b.end("")
}

// deflated returns the body of a stream object that holds data, compressed.
func deflated(entries, data string) string {
	return streamBody(entries+"/Filter/FlateDecode", deflate(data))
}

func deflate(data string) string {
	var b bytes.Buffer
	w, _ := zlib.NewWriterLevel(&b, zlib.BestSpeed)
	w.Write([]byte(data))
	w.Close()
	return b.String()
}

// bomb returns a zlib stream (RFC 1950) that inflates to a text over and over: to
// n bytes, rounded down to whole blocks, at least one. The time to compress it
// does not depend on n: a block that ends on a byte boundary and does not refer
// back is repeated.
func bomb(text string, n int) string {
	const block = 1 << 20 // approximate, in bytes
	plain := strings.Repeat(text, max(1, block/len(text)))
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestCompression)
	w.Write([]byte(plain))
	w.Flush()
	packed := b.String()
	times := max(1, n/len(plain))
	// This is the checksum of zeros (RFC 1950, 8.2). For other texts it is wrong,
	// which few readers mind.
	sum := uint32(times*len(plain)%65521)<<16 | 1
	end := binary.BigEndian.AppendUint32([]byte{0x03, 0x00}, sum)
	return "\x78\xda" + strings.Repeat(packed, times) + string(end)
}

// repeated returns a text over and over, at most n bytes in all.
func repeated(text string, n int) string { return strings.Repeat(text, n/len(text)) }
