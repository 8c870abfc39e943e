package pdftext

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"lineitem/convert/doc"
)

// file describes a PDF of one page of 600 by 800 points. page is added to the
// page's dictionary; further objects are numbered from 10.
type file struct {
	content   string
	resources string
	page      string
	catalog   string
	objects   []string
}

const fonts = "/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>" +
	" /B << /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>" +
	" /C << /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >> >>"

func stream(dict, data string) string {
	return fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", dict, len(data), data)
}

func (f file) bytes() []byte {
	resources := f.resources
	if !strings.Contains(resources, "/Font") {
		resources += " " + fonts
	}
	page := f.page
	if !strings.Contains(page, "/Contents") {
		page += " /Contents 4 0 R"
	}
	if !strings.Contains(page, "/MediaBox") {
		page += " /MediaBox [0 0 600 800]"
	}
	objects := []string{
		1: "<< /Type /Catalog /Pages 2 0 R " + f.catalog + " >>",
		2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		3: "<< /Type /Page /Parent 2 0 R /Resources << " + resources + " >> " + page + " >>",
		4: stream("", f.content),
		9: "",
	}
	return assemble(append(objects, f.objects...), "")
}

// assemble writes a file of objects, numbered by their index, with a
// cross-reference table. Empty objects are left out.
func assemble(objects []string, trailer string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	offsets := make([]int, len(objects))
	for i, o := range objects {
		if o != "" {
			offsets[i] = b.Len()
			fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i, o)
		}
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n", len(objects))
	for _, offset := range offsets {
		kind := 'n'
		if offset == 0 {
			kind = 'f'
		}
		fmt.Fprintf(&b, "%010d 00000 %c \n", offset, kind)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n", len(objects), trailer, start)
	return b.Bytes()
}

func read(t *testing.T, data []byte) *doc.Document {
	t.Helper()
	document, err := Read(context.Background(), data, Limits{})
	if err != nil {
		t.Fatalf("Read: %v", err)
	}
	return document
}

// firstPage returns the first page read from a file.
func firstPage(t *testing.T, f file) doc.Page {
	t.Helper()
	return read(t, f.bytes()).Pages[0]
}

// texts returns a page's words, joined with "|".
func texts(p doc.Page) string {
	words := make([]string, len(p.Words))
	for i, w := range p.Words {
		words[i] = w.Text
	}
	return strings.Join(words, "|")
}
