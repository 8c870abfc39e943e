package accuracy

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/raster"
)

// Pictures of pages in a report.
const (
	shownDPI    = 110 // enough to read 8 points
	mostPixels  = 4_000_000
	shades      = 16 // of pictures that are stored without loss
	jpegQuality = 55
)

// pages are the pages of one document as a reader sees them.
type pages struct {
	converter *convert.Converter
	data      []byte
	kind      doc.Kind
	pdf       *raster.PDF // nil until it is needed
}

func newPages(c *convert.Converter, data []byte) *pages {
	return &pages{converter: c, data: data, kind: doc.Sniff(data)}
}

func (p *pages) close() {
	if p.pdf != nil {
		p.pdf.Close()
	}
}

// shown is a page's picture, made ready to be shown.
type shown struct {
	data      []byte
	mediaType string
	scale     float64 // pixels per point
	w, h      int     // pixels
}

// show makes the picture of a page (from 1).
func (p *pages) show(ctx context.Context, page int) (*shown, error) {
	picture, dpi, err := p.picture(ctx, page)
	if err != nil {
		return nil, err
	}
	size := picture.Gray.Rect.Size()
	scale := min(1, shownDPI/dpi, math.Sqrt(mostPixels/float64(size.X*size.Y)))
	small := shrunk(picture.Gray, scale)
	s := &shown{scale: scale * dpi / 72, w: small.Rect.Dx(), h: small.Rect.Dy()}
	s.data, s.mediaType, err = encode(small)
	return s, err
}

// picture is what a page shows, and how many of its pixels are 72 points of the
// coordinates in which evidence is told.
func (p *pages) picture(ctx context.Context, page int) (picture *raster.Picture, dpi float64, err error) {
	limits := raster.Limits{Pixels: p.converter.Limits.Pixels}
	if p.kind != doc.PDF {
		if picture, err = raster.Decode(p.data, p.kind, limits); err != nil {
			return nil, 0, err
		}
		// The file itself need not tell how large the page was.
		return picture, raster.Clean(picture).DPI, nil
	}
	if p.pdf == nil {
		if p.pdf, err = p.converter.PDFium.Open(ctx, p.data, limits); err != nil {
			return nil, 0, err
		}
	}
	if picture, err = p.pdf.Picture(ctx, page); err != nil {
		return nil, 0, err
	}
	return picture, picture.DPI, nil
}

// shrunk is a picture made smaller: each pixel is the mean of those it covers.
func shrunk(src *image.Gray, scale float64) *image.Gray {
	sw, sh := src.Rect.Dx(), src.Rect.Dy()
	w, h := max(1, int(float64(sw)*scale)), max(1, int(float64(sh)*scale))
	dst := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		y0, y1 := y*sh/h, max(y*sh/h+1, (y+1)*sh/h)
		for x := range w {
			x0, x1 := x*sw/w, max(x*sw/w+1, (x+1)*sw/w)
			sum := 0
			for sy := y0; sy < y1; sy++ {
				for _, v := range src.Pix[sy*src.Stride+x0 : sy*src.Stride+x1] {
					sum += int(v)
				}
			}
			dst.Pix[y*dst.Stride+x] = uint8(sum / ((x1 - x0) * (y1 - y0)))
		}
	}
	return dst
}

// encode writes a picture as PNG in few shades, or as JPEG where that is
// smaller, as it is with photographs.
func encode(img *image.Gray) (data []byte, mediaType string, err error) {
	few := image.NewPaletted(img.Rect, make(color.Palette, shades))
	for i := range few.Palette {
		few.Palette[i] = color.Gray{uint8(i * 255 / (shades - 1))}
	}
	for i, v := range img.Pix {
		few.Pix[i] = uint8((int(v)*(shades-1) + 127) / 255)
	}
	var exact, lossy bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&exact, few); err != nil {
		return nil, "", err
	}
	if err := jpeg.Encode(&lossy, img, &jpeg.Options{Quality: jpegQuality}); err != nil {
		return nil, "", err
	}
	if lossy.Len() < exact.Len() {
		return lossy.Bytes(), "image/jpeg", nil
	}
	return exact.Bytes(), "image/png", nil
}
