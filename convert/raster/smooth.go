package raster

import "image"

// smoothed returns a picture whose pixels are averaged with their neighbours, with
// weights 1 2 1 across and down.
func smoothed(src *image.Gray) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	dst := image.NewGray(image.Rect(0, 0, w, h))
	sums := make([]uint16, w)
	for y := range h {
		above, row, below := src.Pix[max(y-1, 0)*src.Stride:][:w], src.Pix[y*src.Stride:][:w], src.Pix[min(y+1, h-1)*src.Stride:][:w]
		for x := range sums {
			sums[x] = uint16(above[x]) + 2*uint16(row[x]) + uint16(below[x])
		}
		out := dst.Pix[y*dst.Stride:][:w]
		for x := range out {
			out[x] = byte((sums[max(x-1, 0)] + 2*sums[x] + sums[min(x+1, w-1)] + 8) / 16)
		}
	}
	return dst
}
