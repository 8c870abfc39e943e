package raster

import "image"

// FromRGBA makes a picture from RGBA pixels without transparency, and copies them.
func FromRGBA(pix []byte, width, height int, dpi float64) *Picture {
	rect := image.Rect(0, 0, width, height)
	out := &Picture{Gray: image.NewGray(rect), DPI: dpi}
	gray := out.Gray.Pix
	colored := false
	pix = pix[:4*width*height]
	for i := range gray {
		q := pix[4*i : 4*i+4 : 4*i+4]
		r, g, b := q[0], q[1], q[2]
		if r == g && g == b {
			gray[i] = g
			continue
		}
		colored = true
		gray[i] = luma(r, g, b)
	}
	if colored {
		color := &image.RGBA{Pix: append([]byte(nil), pix...), Stride: 4 * width, Rect: rect}
		out.Color = color
	}
	return out
}

// luma returns the brightness of a colour, the Y of JFIF.
func luma(r, g, b uint8) uint8 {
	return uint8((19595*uint32(r) + 38470*uint32(g) + 7471*uint32(b) + 1<<15) >> 16)
}
