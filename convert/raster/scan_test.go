package raster

import (
	"image"
	"testing"
)

func FuzzDecodeScan(f *testing.F) {
	f.Add([]byte{0x26, 0xa0, 0x01, 0x00, 0x10, 0x01}, 8, 2, true, false, false)
	f.Add([]byte{0x00, 0x1b, 0x01}, 16, 1, true, true, true)
	f.Add(jpegOf(f, drawing(8, 8)), 8, 8, false, false, false)
	f.Fuzz(func(t *testing.T, data []byte, width, height int, fax, group3, align bool) {
		if len(data) > 1<<12 {
			return
		}
		for _, components := range []int{1, 3} {
			p, err := DecodeScan(Scan{
				Data: data, Width: width, Height: height, Components: components, Orientation: 6, DPI: 100,
				Fax: fax, Group3: group3, ByteAlign: align,
			}, Limits{Pixels: 1 << 16})
			if err == nil && p.Gray.Rect.Size() != image.Pt(height, width) {
				t.Errorf("%d by %d pixels become %v", width, height, p.Gray.Rect)
			}
		}
	})
}
