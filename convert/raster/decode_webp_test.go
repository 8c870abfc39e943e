package raster

import (
	"encoding/base64"
	"image"
	"testing"

	"lineitem/convert/doc"
)

// turnedWebP is a lossy WebP file of 64 by 48 pixels: black on the left, white at the top right,
// red below that. Its EXIF orientation says that it is to be turned clockwise.
const turnedWebP = "UklGRpwAAABXRUJQVlA4WAoAAAAIAAAAPwAALwAAVlA4IEgAAAAQBACdASpAADAAPrVOokunJCMhrVmYAOAWiWUAAH6IBXnOmGZqbvPb" +
	"AAD++2UND4Umh8ib//3z0H/43+q///1wH//NQIN+gABFWElGLgAAAE1NACoAAAAIAAIBEgADAAAAAQAGAAABGgAFAAAAAQAAACYAAAAAAAAACgAAAAE="

func TestWebP(t *testing.T) {
	data, err := base64.StdEncoding.DecodeString(turnedWebP)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Decode(data, doc.WebP, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if size := image.Pt(48, 64); p.Gray.Rect.Size() != size || p.File != size {
		t.Fatalf("Decode gives %v pixels of a file of %v, want %v of both", p.Gray.Rect.Size(), p.File, size)
	}
	for _, tt := range []struct {
		at      image.Point
		r, g, b int
	}{
		{image.Pt(10, 10), 0, 0, 0},
		{image.Pt(38, 10), 0, 0, 0},
		{image.Pt(10, 54), 255, 0, 0},
		{image.Pt(38, 54), 255, 255, 255},
	} {
		r, g, b, _ := p.Color.At(tt.at.X, tt.at.Y).RGBA()
		if absInt(int(r>>8)-tt.r) > 4 || absInt(int(g>>8)-tt.g) > 4 || absInt(int(b>>8)-tt.b) > 4 {
			t.Errorf("pixel %v = (%d, %d, %d), want about (%d, %d, %d)", tt.at, r>>8, g>>8, b>>8, tt.r, tt.g, tt.b)
		}
	}
}
