package convert

import (
	"cmp"
	"context"
	"slices"

	"lineitem/convert/raster"
	"lineitem/convert/segmentation"
)

// How lines are read to tell which way up a page is.
const (
	uprightWidth = 300   // columns of the strips that are taken: some twenty characters
	uprightSure  = 0.99  // confidence from which on a character is read surely
	uprightShare = 0.625 // of the characters that is read surely; upside down never so many are
)

// upright finds the lines of a page, and turns it by 180 degrees before if it is upside down.
// Letters upside down are read as others that are somewhat like them, hardly ever surely. Where the
// page is doubtful, some of its lines are thus read, if need be both ways, and the right way more of
// their characters are read surely. That holds for scripts too that the recogniser does not know, by
// the digits and the Latin letters among them. Compare Unnikrishnan and Smith, "Combined script
// and page orientation estimation using the Tesseract OCR engine", 2009.
func (c *Converter) upright(ctx context.Context, p *raster.Page) (*raster.Page, []segmentation.Line, error) {
	type way struct {
		page  *raster.Page
		lines []segmentation.Line
		share float64 // of characters, read surely
	}
	find := func(p *raster.Page) way { return way{page: p, lines: segmentation.Find(p, c.Recognizer.StripHeight())} }
	is := find(p)
	if !p.Doubtful || len(is.lines) == 0 {
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

// readSurely is how large a share of the characters of at most so many lines is read surely.
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
