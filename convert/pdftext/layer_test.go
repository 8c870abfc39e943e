package pdftext

import (
	"context"
	"math"
	"testing"
)

// A page tells what it holds besides its words.
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
		if got != tt.want {
			t.Errorf("ReadLayers of %s = %+v, want %+v", tt.name, got, tt.want)
		}
	}
}
