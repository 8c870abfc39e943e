package pdftext

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"lineitem/convert/doc"
)

// TestReadLayers checks what is reported of a page besides its words. It decides
// whether the text layer or the picture of a page is read.
func TestReadLayers(t *testing.T) {
	const image = "/XObject << /I << /Type /XObject /Subtype /Image /Width 1 /Height 1 >> >>"
	scan := "/XObject << /I 10 0 R >>"
	object := stream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8", "x")
	tests := []struct {
		name, content, resources string
		want                     Layer
	}{
		{"nothing", "", "", Layer{}},
		{"text", "BT /F 10 Tf 50 700 Td (Total 12) Tj ET", "", Layer{Glyphs: 7}},
		{"an unknown glyph", "BT /F 10 Tf 50 700 Td (a\\001) Tj ET", "", Layer{Glyphs: 2, Unknown: 1}},
		{"a glyph whose text is told", "BT /F 10 Tf 50 700 Td (a) Tj /Span << /ActualText (ti) >> BDC (\\001) Tj EMC ET", "", Layer{Glyphs: 2}},
		{"text over a scan", "q 600 0 0 800 0 0 cm /I Do Q BT /F 10 Tf 3 Tr 50 700 Td (Total) Tj ET", scan, Layer{Glyphs: 5, Invisible: 5, Images: 1}},
		{"a scan in strips", "q 600 0 0 400 0 0 cm /I Do Q q 600 0 0 400 0 400 cm /I Do Q", scan, Layer{Images: 1}},
		{"a clipped image", "q 0 0 300 400 re W n 600 0 0 800 0 0 cm /I Do Q", scan, Layer{Images: 0.25}},
		{"an inline image", "q 60 0 0 80 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q", "", Layer{Images: 0.01}},
		{"a missing image", "q 600 0 0 800 0 0 cm /J Do Q", image, Layer{}},
		{"outlines", "0 0 m 5 9 l 9 0 l f 20 0 m 25 9 l S", "", Layer{Paths: 2}},
	}
	for _, tt := range tests {
		data := file{content: tt.content, resources: tt.resources, objects: []string{object}}.bytes()
		_, layers, err := ReadLayers(context.Background(), data, Limits{})
		if err != nil || len(layers) != 1 {
			t.Errorf("ReadLayers of %s = %d layers, %v", tt.name, len(layers), err)
			continue
		}
		got := layers[0]
		got.Images = math.Round(got.Images*1e6) / 1e6
		if got.Scan = nil; got != tt.want {
			t.Errorf("ReadLayers of %s = %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

// TestDrawn checks where images, and shapes that may be letters, are found on a
// page. A name may be read from them.
func TestDrawn(t *testing.T) {
	letters := func(n int) (content string) { // round letters, each 8 points wide
		for i := range n {
			x := 100 + 10*i
			content += fmt.Sprintf("%[2]d 700 m %[3]d 700 %[3]d 710 v %[3]d 720 %[2]d 720 v %[1]d 720 %[1]d 710 v %[1]d 700 %[2]d 700 v f\n", x, x+4, x+8)
		}
		return content
	}
	m := "140 700 m 140 720 l 143 720 l 145 706 l 147 720 l 150 720 l 150 700 l 148 700 l 148 714 l 146 700 l 144 700 l 142 714 l 142 700 l h f\n"
	image := "/XObject << /I 10 0 R >>"
	object := stream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8", "x")
	tests := []struct {
		name, content string
		want          []doc.Box
	}{
		{"text and rules", "BT /F 10 Tf 50 700 Td (Total 12) Tj ET 0 0 m 500 0 l S 20 20 300 50 re f", nil},
		{"an image", "q 60 0 0 40 100 700 cm /I Do Q", []doc.Box{{X0: 100, Y0: 60, X1: 160, Y1: 100}}},
		{"a rule that is an image", "q 300 0 0 1 100 700 cm /I Do Q", nil},
		{"an image that is hidden in part", "100 700 30 40 re W n q 60 0 0 40 100 700 cm /I Do Q", []doc.Box{{X0: 100, Y0: 60, X1: 130, Y1: 100}}},
		{"letters", letters(4), []doc.Box{{X0: 100, Y0: 80, X1: 138, Y1: 100}}},
		{"an M behind letters", letters(4) + m, []doc.Box{{X0: 100, Y0: 80, X1: 150, Y1: 100}}},
		{"a mark of few shapes", letters(2), nil},
	}
	for _, tt := range tests {
		got := firstPage(t, file{content: tt.content, resources: image, objects: []string{object}}).Drawn
		for i := range got {
			got[i] = got[i].Rounded()
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("Drawn of %s = %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestScan checks that a page that is one stored picture, as scanners write them,
// is recognised, with how the picture is stored. Any other page must be rendered.
func TestScan(t *testing.T) {
	const (
		whole = "q 600 0 0 800 0 0 cm /I Do Q"
		jpeg  = "/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode"
		fax   = "/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 60 /Rows 80 >>"
		mask  = "/ImageMask true /BitsPerComponent 1 /Filter [/CCITTFaxDecode] /DecodeParms [<< /K -1 /Columns 60 /BlackIs1 true >>]"
	)
	tests := []struct {
		name, content, image, page string
		want                       *Scan
	}{
		{"JPEG", whole, jpeg, "", &Scan{Components: 3, Orientation: 1}},
		{"fax", whole, fax, "", &Scan{Components: 1, Orientation: 1, Fax: &Fax{K: -1, Columns: 60}}},
		{"a mask", whole, mask, "", &Scan{Components: 1, Orientation: 1, Fax: &Fax{K: -1, Columns: 60, BlackIs1: true}}},
		{"inverted", whole, fax + "/Decode [1 0]", "", &Scan{Components: 1, Orientation: 1, Fax: &Fax{K: -1, Columns: 60, Inverted: true}}},
		{"upside down", "q -600 0 0 -800 600 800 cm /I Do Q", jpeg, "", &Scan{Components: 3, Orientation: 3}},
		{"a turned page", whole, jpeg, "/Rotate 90", &Scan{Components: 3, Orientation: 6}},
		{"a page turned the other way", whole, jpeg, "/Rotate 270", &Scan{Components: 3, Orientation: 8}},
		{"beneath invisible text", whole + " BT /F 10 Tf 3 Tr (Total) Tj ET", jpeg, "", &Scan{Components: 3, Orientation: 1}},
		{"beneath text", whole + " BT /F 10 Tf (Total) Tj ET", jpeg, "", nil},
		{"beneath a line", whole + " 0 0 m 9 9 l S", jpeg, "", nil},
		{"twice", whole + " " + whole, jpeg, "", nil},
		{"smaller than the page", "q 500 0 0 800 0 0 cm /I Do Q", jpeg, "", nil},
		{"larger than the page", "q 700 0 0 800 0 0 cm /I Do Q", jpeg, "", nil},
		{"slanted", "q 600 20 -20 800 0 0 cm /I Do Q", jpeg, "", nil},
		{"clipped", "0 0 300 800 re W n " + whole, jpeg, "", nil},
		{"with a mask", whole, jpeg + "/SMask 11 0 R", "", nil},
		{"half transparent", "/T gs " + whole, jpeg, "", nil},
		{"samples", whole, "/ColorSpace /DeviceGray /BitsPerComponent 8", "", nil},
		{"a painted mask", "1 0 0 rg " + whole, mask, "", nil},
		{"two-dimensional group 3", whole, "/ColorSpace /DeviceGray /Filter /CCITTFaxDecode /DecodeParms << /K 4 /Columns 60 >>", "", nil},
	}
	for _, tt := range tests {
		image := stream("/Type /XObject /Subtype /Image /Width 60 /Height 80 "+tt.image, "x")
		data := file{content: tt.content, page: tt.page, objects: []string{image}, resources: "/XObject << /I 10 0 R >> /ExtGState << /T << /ca 0.5 >> >>"}.bytes()
		_, layers, err := ReadLayers(context.Background(), data, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		got := layers[0].Scan
		if tt.want != nil {
			tt.want.Data, tt.want.Width, tt.want.Height = []byte("x"), 60, 80
		}
		if !reflect.DeepEqual(got, tt.want) {
			t.Errorf("Scan of %s = %+v, want %+v", tt.name, got, tt.want)
		}
	}
}
