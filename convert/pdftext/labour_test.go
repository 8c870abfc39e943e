package pdftext

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// TestLaborious checks that pages too laborious to render are recognised, and others
// are not.
func TestLaborious(t *testing.T) {
	form := func(resources, content string) string {
		return stream("/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << "+resources+" >>", content)
	}
	pattern := func(resources, content string) string {
		return stream("/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << "+resources+" >>", content)
	}
	const fill = "/Pattern cs /P scn 0 0 600 800 re f"
	// levels returns forms each of which paints the next one several times.
	levels := func(n, times int) (objects []string) {
		for i := range n {
			objects = append(objects, form(fmt.Sprintf("/XObject << /X %d 0 R >>", 11+i), strings.Repeat("/X Do ", times)))
		}
		return append(objects, form("", "0 0 9 9 re f"))
	}
	glyphs := func(content string) string {
		return "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97 /Widths [1]" +
			" /Encoding << /Differences [97 /a] >> /CharProcs << /a 11 0 R >> /Resources << " + content + " >> >>"
	}
	// Forms whose resources lack the forms that they paint, which are then those of
	// the page.
	var shared strings.Builder
	var multiplied []string
	for i := range 10 {
		fmt.Fprintf(&shared, " /X%d %d 0 R", i, 10+i)
		multiplied = append(multiplied, form("/ProcSet [/PDF]", strings.Repeat(fmt.Sprintf("/X%d Do ", i+1), 10)))
	}
	tests := []struct {
		name, content, resources string
		objects                  []string
		want                     bool
	}{
		{"a pattern", fill, "/Pattern << /P 10 0 R >>", []string{pattern("", "0 0 5 5 re f")}, false},
		{"a pattern that paints itself", fill, "/Pattern << /P 10 0 R >>", []string{pattern("/Pattern << /P 10 0 R >>", fill)}, true},
		{"a pattern that paints itself by forms", "/X Do", "/XObject << /X 10 0 R >>", []string{
			form("/XObject << /X 11 0 R >>", "/X Do"), form("/Pattern << /P 12 0 R >>", fill), pattern("/XObject << /X 10 0 R >>", "/X Do"),
		}, true},
		{"a pattern that could paint itself and does not", fill, "/Pattern << /P 10 0 R >>", []string{pattern("/Pattern << /P 10 0 R >>", "0 0 5 5 re f")}, false},
		{"a form that paints itself", "/X Do", "/XObject << /X 10 0 R >>", []string{form("/XObject << /X 10 0 R >>", "/X Do")}, false},
		{"forms that multiply a little", "/X Do", "/XObject << /X 10 0 R >>", levels(3, 10), false},
		{"forms that multiply", "/X Do", "/XObject << /X 10 0 R >>", levels(10, 10), true},
		{"forms of the page that multiply", "/X0 Do", "/XObject <<" + shared.String() + " >>", multiplied, true},
		{"forms that multiply where they lie deep", "/X Do", "/XObject << /X 10 0 R >>", append(levels(20, 1)[:20], levels(30, 2)[20:]...), false},
		{"forms that multiply where they lie very deep", "/X Do", "/XObject << /X 10 0 R >>", append(levels(20, 1)[:20], levels(50, 2)[20:]...), true},
		{"glyphs", "BT /T 9 Tf 50 700 Td (aaa) Tj ET", "/Font << /T 10 0 R >>", []string{glyphs(""), stream("", "1 0 d0 0 0 1 1 re f")}, false},
		{"glyphs that show themselves", "BT /T 9 Tf 50 700 Td (aaa) Tj ET", "/Font << /T 10 0 R >>", []string{
			glyphs("/Font << /T 10 0 R >>"), stream("", "1 0 d0 BT /T 1 Tf (aaaaa) Tj ET 0 0 1 1 re f"),
		}, true},
		{"a soft mask that masks itself", "/G gs 0 0 600 800 re f", "/ExtGState << /G << /SMask << /S /Luminosity /G 10 0 R >> >> >>", []string{
			form("/ExtGState << /G << /SMask << /S /Luminosity /G 10 0 R >> >> >>", "/G gs 0 0 600 800 re f"),
		}, true},
		{"hidden forms that multiply", "/X Do", "/XObject << /X 10 0 R >>", append([]string{
			stream("/Subtype /Form /BBox [0 0 600 800] /OC 9 0 R /Resources << /XObject << /X 11 0 R >> >>", "/X Do"),
		}, levels(10, 10)[1:]...), true},
	}
	const hidden = "/OCProperties << /OCGs [9 0 R] /D << /OFF [9 0 R] >> >>"
	for _, tt := range tests {
		data := file{content: tt.content, resources: tt.resources, objects: tt.objects, catalog: hidden}.bytes()
		_, layers, err := ReadLayers(context.Background(), data, Limits{})
		if err != nil || len(layers) != 1 {
			t.Errorf("ReadLayers of %s = %d layers, %v", tt.name, len(layers), err)
		} else if got := layers[0].Expensive; got != tt.want {
			t.Errorf("ReadLayers of %s: Laborious = %t, want %t", tt.name, got, tt.want)
		}
	}
}
