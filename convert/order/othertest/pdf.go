package othertest

import (
	"bytes"
	"fmt"
)

// faces are the fonts of each typeface, plain and bold, with their resource names.
var faces = []struct{ name, font string }{
	{"Helvetica", "Helvetica"}, {"HelveticaB", "Helvetica-Bold"},
	{"Times", "Times-Roman"}, {"TimesB", "Times-Bold"},
	{"Courier", "Courier"}, {"CourierB", "Courier-Bold"},
}

// put sets text at x on the baseline s.y.
func (s *sheet) put(x float64, text string, size float64, face string, bold bool) {
	if text == "" {
		return
	}
	if bold {
		face += "B"
	}
	fmt.Fprintf(&s.pages[len(s.pages)-1], "BT /%s %.1f Tf %.2f %.2f Td <%x> Tj ET\n", face, size, x, s.height-s.y, encoded(text))
}

// rule draws a horizontal line.
func (s *sheet) rule(x0, x1, y float64) {
	fmt.Fprintf(&s.pages[len(s.pages)-1], "0.5 w %.2f %.2f m %.2f %.2f l S\n", x0, s.height-y, x1, s.height-y)
}

// encoded returns text in WinAnsiEncoding (PDF 32000-1, Annex D). It encodes Latin 1 and
// the euro sign; other characters become question marks.
func encoded(text string) []byte {
	var b []byte
	for _, r := range text {
		switch {
		case r == '€':
			b = append(b, 0x80)
		case r < 0x100:
			b = append(b, byte(r))
		default:
			b = append(b, '?')
		}
	}
	return b
}

// pdf returns the PDF file.
func (s *sheet) pdf() []byte {
	var b bytes.Buffer
	var offsets []int
	object := func(format string, args ...any) {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n"+format+"\nendobj\n", append([]any{len(offsets)}, args...)...)
	}
	const fixed = 3 // objects before those of the pages; each page has two objects
	b.WriteString("%PDF-1.4\n")
	object("<</Type/Catalog/Pages 2 0 R>>")
	kids := ""
	for n := range s.pages {
		kids += fmt.Sprintf("%d 0 R ", fixed+1+2*n)
	}
	object("<</Type/Pages/Count %d/MediaBox[0 0 %g %g]/Resources<</Font 3 0 R>>/Kids[%s]>>", len(s.pages), s.width, s.height, kids)
	fonts := ""
	for _, f := range faces {
		fonts += fmt.Sprintf("/%s<</Type/Font/Subtype/Type1/BaseFont/%s/Encoding/WinAnsiEncoding>>", f.name, f.font)
	}
	object("<<%s>>", fonts)
	for n := range s.pages {
		object("<</Type/Page/Parent 2 0 R/Contents %d 0 R>>", fixed+2+2*n)
		content := s.pages[n].String()
		object("<</Length %d>>stream\n%s\nendstream", len(content), content)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, start)
	return b.Bytes()
}
