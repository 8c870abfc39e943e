package raster

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
)

// Limits of pictures that are shown to people.
const (
	shownDPI    = 110     // greatest resolution, enough to read text of 8 points, pixels per inch
	shownSide   = 1600    // greatest length of the longer side, pixels
	shownBytes  = 1 << 20 // greatest size of the file
	shades      = 16      // shades of each colour, in pictures that are stored without loss
	jpegQuality = 60
)

// Shown is a page's picture for people to look at.
type Shown struct {
	Size      image.Point // pixels
	MediaType string      // image/png or image/jpeg
	Data      []byte      // at most 1 MiB
}

// Show makes a picture ready to be shown: of at most about 110 pixels per inch,
// and at most 1600 pixels high and wide.
func Show(p *Picture) (*Shown, error) {
	size := p.Gray.Rect.Size()
	scale := shownScale(float64(size.X), float64(size.Y), p.DPI)
	for {
		s, err := encode(shrunk(p, scale))
		if err != nil || len(s.Data) <= shownBytes {
			return s, err
		}
		scale /= 2
	}
}

// ShownResolution returns the resolution, pixels per inch, at which a page of width by height points
// is rendered to be shown.
func ShownResolution(width, height float64) float64 {
	return min(shownDPI, 72*shownSide/max(width, height))
}

// shownScale returns the factor, at most 1, by which the sides of a picture of w by h
// pixels are multiplied. A picture of unknown resolution is taken for a page of usual
// size.
func shownScale(w, h, dpi float64) float64 {
	dpi = resolution(dpi, int(w), int(h))
	return min(1, shownDPI/dpi, shownSide/max(w, h))
}

// shrunk returns a picture made smaller by the factor scale: each pixel is the mean
// of those it covers. The result is an *image.Gray or an *image.RGBA.
func shrunk(p *Picture, scale float64) image.Image {
	from := p.Gray.Rect.Size()
	size := image.Pt(max(1, int(float64(from.X)*scale)), max(1, int(float64(from.Y)*scale)))
	rows := rowsOf(p)
	sums := make([]uint32, size.X*rows.channels)
	line := make([]byte, from.X*rows.channels)
	gray := image.NewGray(image.Rectangle{Max: size})
	var rgba *image.RGBA
	if rows.channels == 3 {
		gray, rgba = nil, image.NewRGBA(image.Rectangle{Max: size})
	}
	for y := range size.Y {
		clear(sums)
		y0, y1 := y*from.Y/size.Y, max(y*from.Y/size.Y+1, (y+1)*from.Y/size.Y)
		for sy := y0; sy < y1; sy++ {
			rows.read(sy, line)
			for x := range size.X {
				x0, x1 := x*from.X/size.X, max(x*from.X/size.X+1, (x+1)*from.X/size.X)
				if gray != nil {
					for _, v := range line[x0:x1] {
						sums[x] += uint32(v)
					}
					continue
				}
				sum := sums[3*x : 3*x+3 : 3*x+3]
				for part := line[3*x0 : 3*x1]; len(part) >= 3; part = part[3:] {
					sum[0] += uint32(part[0])
					sum[1] += uint32(part[1])
					sum[2] += uint32(part[2])
				}
			}
		}
		for x := range size.X {
			x0, x1 := x*from.X/size.X, max(x*from.X/size.X+1, (x+1)*from.X/size.X)
			area := uint32((x1 - x0) * (y1 - y0))
			if gray != nil {
				gray.Pix[y*gray.Stride+x] = uint8((sums[x] + area/2) / area)
				continue
			}
			to := rgba.Pix[y*rgba.Stride+4*x:][:4]
			for c := range 3 {
				to[c] = uint8((sums[3*x+c] + area/2) / area)
			}
			to[3] = 0xff
		}
	}
	if gray != nil {
		return gray
	}
	return rgba
}

// pixelRows reads the rows of a picture, channels (1 or 3) bytes for each pixel.
type pixelRows struct {
	channels int
	read     func(y int, to []byte)
}

func rowsOf(p *Picture) pixelRows {
	switch img := p.Color.(type) {
	case *image.RGBA:
		return pixelRows{3, func(y int, to []byte) {
			row := img.Pix[y*img.Stride:]
			for x := 0; 3*x < len(to); x++ {
				copy(to[3*x:3*x+3], row[4*x:])
			}
		}}
	case *image.YCbCr:
		return pixelRows{3, func(y int, to []byte) {
			for x := 0; 3*x < len(to); x++ {
				i, c := img.YOffset(img.Rect.Min.X+x, img.Rect.Min.Y+y), img.COffset(img.Rect.Min.X+x, img.Rect.Min.Y+y)
				to[3*x], to[3*x+1], to[3*x+2] = color.YCbCrToRGB(img.Y[i], img.Cb[c], img.Cr[c])
			}
		}}
	}
	return pixelRows{1, func(y int, to []byte) { copy(to, p.Gray.Pix[y*p.Gray.Stride:]) }}
}

// encode encodes a picture as PNG in few shades if it then has few colours, or as
// JPEG if that is smaller, as it is with photographs.
func encode(img image.Image) (*Shown, error) {
	s := &Shown{Size: img.Bounds().Size(), MediaType: "image/jpeg"}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: jpegQuality}); err != nil {
		return nil, err
	}
	s.Data = b.Bytes()
	if few := posterised(img); few != nil {
		var exact bytes.Buffer
		if err := png.Encode(&exact, few); err != nil {
			return nil, err
		}
		if exact.Len() <= len(s.Data) {
			s.MediaType, s.Data = "image/png", exact.Bytes()
		}
	}
	return s, nil
}

// posterised returns a picture reduced to few shades, nil if it still has more than
// 256 colours.
func posterised(img image.Image) *image.Paletted {
	few := &image.Paletted{Pix: make([]byte, img.Bounds().Dx()*img.Bounds().Dy()), Stride: img.Bounds().Dx(), Rect: img.Bounds()}
	level := func(v uint8) uint16 { return (uint16(v)*(shades-1) + 127) / 255 }
	value := func(l uint16) uint8 { return uint8(l * 255 / (shades - 1)) }
	if gray, ok := img.(*image.Gray); ok {
		for l := range uint16(shades) {
			few.Palette = append(few.Palette, color.Gray{Y: value(l)})
		}
		for i, v := range gray.Pix {
			few.Pix[i] = uint8(level(v))
		}
		return few
	}
	rgba, ok := img.(*image.RGBA)
	if !ok {
		return nil
	}
	var index [shades * shades * shades]uint16 // 1 more than the colour's place in the palette
	for i := range few.Pix {
		p := rgba.Pix[4*i : 4*i+4 : 4*i+4]
		r, g, b := level(p[0]), level(p[1]), level(p[2])
		at := &index[(r*shades+g)*shades+b]
		if *at == 0 {
			if len(few.Palette) == 256 {
				return nil
			}
			few.Palette = append(few.Palette, color.RGBA{value(r), value(g), value(b), 0xff})
			*at = uint16(len(few.Palette))
		}
		few.Pix[i] = uint8(*at - 1)
	}
	return few
}
