package pdftext

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// TestAttachedXML checks that the XML files of a PDF file are found, each once: those associated with
// it and those of its name tree, among other files.
func TestAttachedXML(t *testing.T) {
	spec := func(name, stream string) string {
		return "<< /Type /Filespec /F " + name + " /EF << /F " + stream + " >> >>"
	}
	f := file{
		catalog: "/AF [10 0 R] /Names << /EmbeddedFiles << /Kids [11 0 R 12 0 R] >> >>",
		objects: []string{
			spec("(order.XML)", "13 0 R"),
			"<< /Kids [11 0 R 12 0 R] >>", // a tree that contains itself
			"<< /Names [(a) 10 0 R (b) 14 0 R (c) 15 0 R (d) 18 0 R (e)] >>",
			stream("/Type /EmbeddedFile", "<first/>"),
			spec("<FEFF0062002E0078006D006C>", "16 0 R"), // b.xml in UTF-16
			spec("(c.dat)", "17 0 R"),
			stream("", "<second/>"),
			stream("/Subtype /text#2Fxml", "<third/>"),
			spec("(photo.jpg)", "13 0 R"),
		},
	}
	files := AttachedXML(f.bytes())
	if got, want := string(bytes.Join(files, nil)), "<first/><second/><third/>"; got != want {
		t.Errorf("AttachedXML = %s, want %s", got, want)
	}
}

// TestAttachedXMLIsBounded checks that no more than maxAttached files are read.
func TestAttachedXMLIsBounded(t *testing.T) {
	var f file
	var names strings.Builder
	for i := range 100 {
		names.WriteString("(n) << /F (a.xml) /EF << /F ")
		names.WriteString(ref(10 + i))
		names.WriteString(" >> >> ")
		f.objects = append(f.objects, stream("", "<a/>"))
	}
	f.catalog = "/Names << /EmbeddedFiles << /Names [" + names.String() + "] >> >>"
	if n := len(AttachedXML(f.bytes())); n != maxAttached {
		t.Errorf("%d files are read, want %d", n, maxAttached)
	}
	for _, data := range []string{"", "%PDF-1.7", "%PDF-1.7 /EF << >>"} {
		if files := AttachedXML([]byte(data)); files != nil {
			t.Errorf("AttachedXML(%q) = %q", data, files)
		}
	}
}

// ref returns a reference to an object.
func ref(n int) string { return fmt.Sprintf("%d 0 R", n) }
