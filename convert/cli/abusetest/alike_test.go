package abusetest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zlib"

	"lineitem/convert/cli/clitest"
	"lineitem/convert/testenv"
)

// The same document gets the same answer each time, whatever its worker has
// converted before. Here a document that takes PDFium, and our own reader, nearly all
// the memory that they may have alternates with one that takes little.
func TestSameDocumentSameAnswer(t *testing.T) {
	testenv.Long(t, "inflates gigabytes")
	t.Parallel()
	folder := t.TempDir()
	hungry := filepath.Join(folder, "hungry.pdf")
	if err := os.WriteFile(hungry, spacious(2, 68<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	const often = 3
	args := []string{"convert", "--workers=1", "--timeout=5m", "--format=ndjson", "--cache=" + clitest.WarmCache(t)}
	for range often {
		args = append(args, hungry, clitest.Testdata("pictures", "french-clean.png"))
	}
	var complaints bytes.Buffer
	command := exec.Command(os.Args[0], args...)
	command.Stderr = &complaints
	out, err := command.Output()
	if err != nil {
		t.Fatalf("lineitem %s = %v\n%s", strings.Join(args, " "), err, &complaints)
	}
	answers := map[string]int{}
	for line := range strings.Lines(string(out)) {
		answers[line]++
	}
	for answer, n := range answers {
		if n != often {
			t.Errorf("%d of %d answers are %.200s", n, often, answer)
		}
	}
	if len(answers) != 2 {
		t.Errorf("two documents get %d different answers", len(answers))
	}
}

// spacious returns a PDF file of some kilobytes. On each page a small picture is followed
// by bytesOfSpace bytes of white space in the page's content.
func spacious(pages, bytesOfSpace int) []byte {
	var content bytes.Buffer
	w := zlib.NewWriter(&content)
	fmt.Fprint(w, "q 600 0 0 800 0 0 cm /I Do Q ")
	w.Write(bytes.Repeat([]byte{' '}, bytesOfSpace))
	w.Close()
	var file, kids bytes.Buffer
	file.WriteString("%PDF-1.7\n")
	for i := range pages {
		fmt.Fprintf(&file, "%d 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 3 0 R/Resources<</XObject<</I 4 0 R>>>>>>\nendobj\n", 10+i)
		fmt.Fprintf(&kids, "%d 0 R ", 10+i)
	}
	fmt.Fprintf(&file, "1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[%s]/Count %d>>\nendobj\n", &kids, pages)
	fmt.Fprintf(&file, "3 0 obj\n<</Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream\nendobj\n", content.Len(), &content)
	const picture = "/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/Length 1"
	fmt.Fprintf(&file, "4 0 obj\n<<%s>>\nstream\n\xf0\nendstream\nendobj\ntrailer\n<</Root 1 0 R/Size %d>>\n%%%%EOF\n", picture, 10+pages)
	return file.Bytes()
}
