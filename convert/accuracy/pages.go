package accuracy

import (
	"cmp"
	"context"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/raster"
	"lineitem/convert/raster/tiff"
)

// pages are the pages of one document as a reader sees them.
type pages struct {
	converter *convert.Converter
	data      []byte
	kind      doc.Kind
	pdf       raster.PDF // nil until it is needed
}

func newPages(c *convert.Converter, data []byte) *pages {
	return &pages{converter: c, data: data, kind: doc.Sniff(data)}
}

func (p *pages) close() {
	if p.pdf != nil {
		p.pdf.Close()
	}
}

// shown is a page's picture, ready for display.
type shown struct {
	*raster.Shown
	scale float64 // pixels per point
}

// show returns the picture of a page (from 1).
func (p *pages) show(ctx context.Context, page int) (*shown, error) {
	picture, dpi, err := p.picture(ctx, page)
	if err != nil {
		return nil, err
	}
	s, err := raster.Show(picture)
	if err != nil {
		return nil, err
	}
	return &shown{s, float64(s.Size.X) / float64(picture.Gray.Rect.Dx()) * dpi / 72}, nil
}

// picture returns what a page shows, and its resolution: how many of its pixels make 72 points of
// the coordinates of evidence.
func (p *pages) picture(ctx context.Context, page int) (picture *raster.Picture, dpi float64, err error) {
	limits := raster.Limits{Pixels: p.converter.Limits.Pixels}
	if p.kind != doc.PDF {
		if picture, err = p.stored(page, limits); err != nil {
			return nil, 0, err
		}
		// The file itself may not say how large the page was.
		return picture, raster.Clean(picture).ViewDPI, nil
	}
	if p.pdf == nil {
		if p.pdf, err = p.converter.Renderer.Open(ctx, p.data, limits); err != nil {
			return nil, 0, err
		}
	}
	if picture, err = p.pdf.Picture(ctx, page); err != nil {
		return nil, 0, err
	}
	return picture, picture.DPI, nil
}

// stored returns the picture of a page of an image file.
func (p *pages) stored(page int, limits raster.Limits) (*raster.Picture, error) {
	if p.kind != doc.TIFF {
		return raster.Decode(p.data, p.kind, limits)
	}
	stored, err := tiff.Pages(p.data, cmp.Or(p.converter.Limits.Pages, convert.DefaultLimits.Pages))
	switch {
	case err != nil:
		return nil, err
	case page > len(stored):
		return nil, &doc.FormatError{Page: page, Reason: "there is no such page"}
	}
	return raster.DecodeTIFF(stored[page-1], limits)
}
