package convert

import (
	"context"

	"lineitem/convert/doc"
	"lineitem/convert/pdftext"
	"lineitem/convert/raster"
)

// page reads page i (from 0) again.
func (r *pdfReader) page(ctx context.Context, i int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	page := &r.document.Pages[i]
	if r.isExpensive(i) {
		return &doc.FormatError{Page: i + 1, Reason: "showing the page takes too much work: it paints itself, or the same over and over"}
	}
	if r.qualities[i] == doubted {
		better, err := r.text(ctx, page)
		if better || err != nil && r.converter.Recognizer == nil {
			return err
		}
	}
	if r.converter.Recognizer == nil {
		return nil
	}
	picture, err := r.picture(ctx, i)
	if err != nil {
		return err
	}
	return r.converter.recognize(ctx, picture, page)
}

// isExpensive reports whether PDFium must not be asked for page i because it might
// never finish.
func (r *pdfReader) isExpensive(i int) bool { return i < len(r.layers) && r.layers[i].Expensive }

// text takes over a page's words from PDFium, if they are better than the present ones.
func (r *pdfReader) text(ctx context.Context, page *doc.Page) (better bool, err error) {
	file, err := r.rendered.open(ctx)
	if err != nil {
		return false, err
	}
	words, width, height, unknown, err := file.Words(ctx, page.Number)
	if err != nil {
		return false, err
	}
	if page.Width == 0 {
		page.Width, page.Height = width, height
	}
	fine := len(words) > 0 && unknown <= mostUnknown && legible(words)
	if fine || r.converter.Recognizer == nil && len(words) > len(page.Words) {
		page.Words = words
	}
	return fine, nil
}

// picture returns what page i shows: the image that covers it, unscaled, if there
// is one, or else the page as rendered by PDFium.
func (r *pdfReader) picture(ctx context.Context, i int) (*raster.Picture, error) {
	page := &r.document.Pages[i]
	if i < len(r.layers) && r.layers[i].Scan != nil && page.Width > 0 {
		if scan, square := scanOf(r.layers[i].Scan, page); square {
			if picture, err := raster.DecodeScan(scan, r.rendered.limits); err == nil {
				return picture, nil
			}
		}
	}
	file, err := r.rendered.open(ctx)
	if err != nil {
		return nil, err
	}
	return file.Picture(ctx, page.Number)
}

// squareness is how much the height of a pixel on the page may differ from
// its width, as a share of the width, for the pixel to count as square.
const squareness = 0.02

// scanOf returns how to decode the image that covers a page, and reports whether its pixels
// are square on the page. If they are not, PDFium renders the page.
func scanOf(s *pdftext.Scan, page *doc.Page) (scan raster.Scan, square bool) {
	scan = raster.Scan{
		Data: s.Data, Width: s.Width, Height: s.Height, Components: s.Components, Orientation: s.Orientation,
	}
	across, down := float64(s.Width), float64(s.Height)
	if raster.Sideways(s.Orientation) {
		across, down = down, across
	}
	if f := s.Fax; f != nil {
		scan.Fax, scan.Group3, scan.ByteAlign, scan.Negative = true, f.K == 0, f.ByteAlign, f.BlackIs1 != f.Inverted
	}
	scan.DPI = across * 72 / page.Width
	ratio := down * 72 / page.Height / scan.DPI
	return scan, ratio > 1-squareness && ratio < 1+squareness
}
