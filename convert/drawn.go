package convert

import (
	"context"
	"image"
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/order"
	"lineitem/convert/raster"
	"lineitem/convert/segmentation"
)

// A page with a text layer may show names only in pictures and outlines, such as logos and
// letterheads. These constants say in which parts of the first page they are sought, and which of them are read.
const (
	headPart = 1.0 / 3  // of the page's height, from its top
	footPart = 1.0 / 10 // from its bottom

	leastDrawnWidth, leastDrawnHeight = 20.0, 5.0 // of a picture or outline that may hold a name, points
	mostCovered                       = 0.5       // greatest share of its area that words of the text layer may cover

	mostPlaces     = 64  // most pictures and outlines considered in the head, and in the foot
	mostDrawnWords = 500 // most words that may be recognised: with more it is no letterhead

	drawnDPI    = 200  // resolution at which the parts are rendered, pixels per inch
	drawnMargin = 12.0 // added around the parts, points: a letter such as I is a fill, not an outline

	leastClear  = 0.9 // least mean confidence of a line's characters; stylised letters are read as noise
	leastGlyphs = 2   // least number of characters of a line
)

// understand reads a document's orders with read. If that is unsure of the buyer or the
// supplier, and the first page of a PDF file shows pictures or outlines in its head or foot, it recognises
// the words in these and reads the document again with them. If the second reading is more certain,
// it returns the orders of that reading, and the document with the recognised words.
func (c *Converter) understand(ctx context.Context, in Input, d *doc.Document, read func(*doc.Document) []order.Order) ([]order.Order, *doc.Document, error) {
	orders := read(d)
	if !seesPixels || c.Recognizer == nil || c.Renderer == nil || len(orders) == 0 || !order.Unsure(orders) {
		return orders, d, nil
	}
	page := &d.Pages[0]
	parts := drawnParts(page)
	if len(parts) == 0 {
		return orders, d, nil
	}
	words, err := c.recognizeDrawn(ctx, in.Data, page, parts)
	if err != nil || len(words) == 0 {
		return orders, d, err
	}
	seen := &doc.Document{Pages: slices.Clone(d.Pages)}
	addWords(&seen.Pages[0], words)
	if checkWords(seen, c.Limits.withDefaults()) != nil {
		return orders, d, nil
	}
	if again := read(seen); order.Surer(again, orders) {
		return again, seen, nil
	}
	return orders, d, nil
}

// addWords adds words to a page that were recognised in its outlines. It removes rules and fills that
// are letters of these words: an I would separate the words beside it.
func addWords(p *doc.Page, words []doc.Word) {
	letter := func(b doc.Box) bool {
		return slices.ContainsFunc(words, func(w doc.Word) bool {
			return w.Box.Contains(b.MidX(), b.MidY()) && b.Height() < 2*w.Box.Height() && b.Width() < 2*w.Box.Width()
		})
	}
	p.Words = append(slices.Clip(p.Words), words...)
	p.Rules = slices.DeleteFunc(slices.Clone(p.Rules), func(r doc.Rule) bool { return letter(r.Box) })
	p.Fills = slices.DeleteFunc(slices.Clone(p.Fills), func(f doc.Fill) bool { return letter(f.Box) })
}

// drawnPart is a part of a page, and the boxes of the pictures and outlines in it.
type drawnPart struct {
	box   doc.Box
	drawn []doc.Box
}

// drawnParts returns the parts of the head and the foot of a page with pictures or outlines that
// may hold a name. It returns none for pages from pixels, and for pages whose text is mostly turned or not
// in Latin letters.
func drawnParts(p *doc.Page) (parts []drawnPart) {
	if p.Source == doc.Pixels || len(p.Drawn) == 0 || mostlyTurned(p.Words) || !mostlyLatin(p.Words) {
		return nil
	}
	page := doc.Box{X1: p.Width, Y1: p.Height}
	head, foot := page, page
	head.Y1, foot.Y0 = headPart*p.Height, (1-footPart)*p.Height
	for _, band := range [...]doc.Box{head, foot} {
		var part drawnPart
		for _, b := range p.Drawn {
			if len(part.drawn) == mostPlaces {
				break
			}
			if b = b.Intersect(band); b.Width() >= leastDrawnWidth && b.Height() >= leastDrawnHeight && covered(b, p.Words) <= mostCovered {
				part.drawn = append(part.drawn, b)
				part.box = part.box.Union(b)
			}
		}
		if len(part.drawn) > 0 {
			b := part.box
			part.box = doc.Box{X0: b.X0 - drawnMargin, Y0: b.Y0 - drawnMargin, X1: b.X1 + drawnMargin, Y1: b.Y1 + drawnMargin}.Intersect(page)
			parts = append(parts, part)
		}
	}
	return parts
}

// mostlyTurned reports whether most words are written in a direction other than left to right.
func mostlyTurned(words []doc.Word) bool {
	turned := 0
	for i := range words {
		if words[i].Turn != 0 {
			turned++
		}
	}
	return 2*turned > len(words)
}

// covered returns the share of a box that words cover. Overlaps count several times.
func covered(b doc.Box, words []doc.Word) float64 {
	area := 0.0
	for i := range words {
		area += b.OverlapX(words[i].Box) * b.OverlapY(words[i].Box)
	}
	return area / (b.Width() * b.Height())
}

// recognizeDrawn recognises what parts of a page of a PDF file show, except for words of its text
// layer. The document can be read without it, so a failure is no error: the only errors that it
// returns are ctx's.
func (c *Converter) recognizeDrawn(ctx context.Context, data []byte, page *doc.Page, parts []drawnPart) ([]doc.Word, error) {
	words, err := c.readParts(ctx, data, page, parts)
	if err != nil || len(words) > mostDrawnWords {
		return nil, ctx.Err()
	}
	return words, nil
}

func (c *Converter) readParts(ctx context.Context, data []byte, page *doc.Page, parts []drawnPart) (words []doc.Word, err error) {
	file, err := c.Renderer.Open(ctx, data, raster.Limits{Pixels: c.Limits.withDefaults().Pixels})
	if err != nil {
		return nil, err
	}
	defer file.Close()
	for i := range parts {
		picture, err := file.Part(ctx, page.Number, page.Width, page.Height, parts[i].box, drawnDPI)
		if err != nil {
			return nil, err
		}
		more, err := c.recognizePart(ctx, picture, page, &parts[i])
		if err != nil {
			return nil, err
		}
		words = append(words, more...)
	}
	return words, nil
}

// recognizePart recognises the picture of a part of a page and returns its words in page coordinates.
func (c *Converter) recognizePart(ctx context.Context, picture *raster.Picture, page *doc.Page, part *drawnPart) ([]doc.Word, error) {
	clean := raster.CleanPart(picture)
	blankWords(clean, part.box, page.Words)
	lines := slices.DeleteFunc(segmentation.Find(clean, c.Recognizer.StripHeight()), func(l segmentation.Line) bool {
		return !part.holds(pointsOf(l.Box, clean.DPI, part.box))
	})
	readings, err := c.Recognizer.Recognize(ctx, segmentation.Strips(lines))
	if err != nil {
		return nil, err
	}
	for i, r := range readings {
		if !clearLine(r) {
			readings[i] = nil
		}
	}
	found := segmentation.Words(clean, lines, readings)
	words := make([]doc.Word, len(found))
	for i := range found {
		words[i] = found[i].Word
		w := &words[i]
		w.Box.X0, w.Box.X1 = w.Box.X0+part.box.X0, w.Box.X1+part.box.X0
		w.Box.Y0, w.Box.Y1, w.Baseline = w.Box.Y0+part.box.Y0, w.Box.Y1+part.box.Y0, w.Baseline+part.box.Y0
	}
	return words, ctx.Err()
}

// holds reports whether at least half of a line's area is covered by what is drawn in the part.
func (p *drawnPart) holds(line doc.Box) bool {
	area := 0.0
	for _, b := range p.drawn {
		area += b.OverlapX(line) * b.OverlapY(line)
	}
	return 2*area >= line.Width()*line.Height()
}

// clearLine reports whether a line was read with high confidence.
func clearLine(reading segmentation.Reading) bool {
	sum, n := 0.0, 0
	for _, g := range reading {
		if g.Rune != ' ' {
			sum += float64(g.Confidence)
			n++
		}
	}
	return n >= leastGlyphs && sum >= leastClear*float64(n)
}

// pointsOf converts pixels of a part of the page to points of the page.
func pointsOf(r image.Rectangle, dpi float64, part doc.Box) doc.Box {
	k := 72 / dpi
	return doc.Box{
		X0: part.X0 + float64(r.Min.X)*k, Y0: part.Y0 + float64(r.Min.Y)*k,
		X1: part.X0 + float64(r.Max.X)*k, Y1: part.Y0 + float64(r.Max.Y)*k,
	}
}

// blankWords erases the words of the page's text layer from the picture of a part of the page. If
// that takes too much work, because words cover the part many times, it erases the whole part.
func blankWords(clean *raster.Page, part doc.Box, words []doc.Word) {
	const beyond = 0.1 // how far ink may reach beyond its word, as a share of the word's shorter side
	const most = 64    // most work, as a multiple of the part's area
	k, g := clean.DPI/72, clean.Gray
	work := most * len(g.Pix)
	for i := range words {
		b := words[i].Box
		m := beyond * min(b.Width(), b.Height())
		r := image.Rect(int((b.X0-m-part.X0)*k), int((b.Y0-m-part.Y0)*k), int((b.X1+m-part.X0)*k)+1, int((b.Y1+m-part.Y0)*k)+1).Intersect(g.Rect)
		if work -= r.Dx() * r.Dy(); work < 0 {
			blankPart(g, g.Rect)
			return
		}
		blankPart(g, r)
	}
}

// blankPart makes a part of a picture white.
func blankPart(g *image.Gray, r image.Rectangle) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := g.Pix[y*g.Stride+r.Min.X : y*g.Stride+r.Max.X]
		for x := range row {
			row[x] = 255
		}
	}
}
