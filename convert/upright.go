package convert

import (
	"cmp"
	"context"
	"slices"

	"lineitem/convert/raster"
	"lineitem/convert/segmentation"
)

// How lines are read to find out which way up a page is.
const (
	uprightWidth = 300   // preferred width of the strips that are read, pixels: some twenty characters
	uprightSure  = 0.99  // confidence above which a character counts as surely read
	uprightShare = 0.625 // share of surely read characters from which a page is upright; upside down it is never reached
)

// upright finds the lines of a page, after turning the page by 180 degrees if it is upside down.
// Letters upside down are read as other, similar letters, and hardly ever surely. So if the orientation of the
// page is doubtful, some of its lines are read, if need be both ways; the right way is the one in which the larger
// share of their characters is read surely. That also works for scripts that the recogniser does not know, because of
// the digits and the Latin letters among them. Compare Unnikrishnan and Smith, "Combined script
// and page orientation estimation using the Tesseract OCR engine", 2009.
func (c *Converter) upright(ctx context.Context, p *raster.Page) (*raster.Page, []segmentation.Line, error) {
	type way struct {
		page  *raster.Page
		lines []segmentation.Line
		share float64 // of characters that are read surely
	}
	find := func(p *raster.Page) way { return way{page: p, lines: segmentation.Find(p, c.Recognizer.StripHeight())} }
	is := find(p)
	if !p.OrientationDoubtful || len(is.lines) == 0 {
		return is.page, is.lines, ctx.Err()
	}
	var turned way
	for _, most := range []int{6, 16} { // six lines are enough for nearly all pages
		for _, w := range []*way{&is, &turned} {
			if w.page == nil {
				*w = find(p.Turned())
			}
			var err error
			if w.share, err = c.readSurely(ctx, w.lines, most); err != nil {
				return nil, nil, err
			}
			if w.share >= uprightShare {
				return w.page, w.lines, nil
			}
		}
	}
	if turned.share > is.share {
		is = turned
	}
	return is.page, is.lines, nil
}

// readSurely returns the share of the characters of at most most lines that is read surely.
func (c *Converter) readSurely(ctx context.Context, lines []segmentation.Line, most int) (float64, error) {
	off := func(l segmentation.Line) int {
		w := l.Strip.Rect.Dx()
		return max(w-uprightWidth, uprightWidth-w)
	}
	lines = slices.Clone(lines)
	slices.SortStableFunc(lines, func(a, b segmentation.Line) int { return cmp.Compare(off(a), off(b)) })
	readings, err := c.Recognizer.Recognize(ctx, segmentation.Strips(lines[:min(most, len(lines))]))
	if err != nil {
		return 0, err
	}
	surely, all := 0, 0
	for _, r := range readings {
		for _, g := range r {
			if g.Rune == ' ' {
				continue
			}
			all++
			if g.Confidence > uprightSure {
				surely++
			}
		}
	}
	return float64(surely) / float64(max(all, 1)), nil
}
