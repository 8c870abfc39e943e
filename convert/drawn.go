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

// Names that a page with a text layer shows in pictures and outlines alone, as logos and
// letterheads do: in which parts of the first page they are sought, and what of them is read.
const (
	headPart = 1.0 / 3  // of the page's height, from its top
	footPart = 1.0 / 10 // from its bottom

	leastDrawnWidth, leastDrawnHeight = 20.0, 5.0 // of what may hold a name, points
	mostCovered                       = 0.5       // share of its area that text covers at most

	mostPlaces     = 64  // of what is drawn in the head, or in the foot
	mostDrawnWords = 500 // that are recognised: what has more is no letterhead

	drawnDPI    = 200  // at which it is rendered, pixels per inch
	drawnMargin = 12.0 // around it, points: a letter such as I is no outline, but a fill

	leastClear  = 0.9 // mean confidence of a line's characters; stylised letters make noise
	leastGlyphs = 2   // of a line
)

// understand reads a document's orders by read. Where that leaves it unsure who buys or who
// sells, and the first page of a PDF file shows pictures or outlines in its head or foot, it reads
// the document again with what these say. Where that tells it more surely, it gives the orders
// of the second reading, and the document with the words that were recognised.
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

// addWords adds words to a page that were recognised in its outlines. Their letters are no rules and
// no fills: an I would part the words beside it.
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

// drawnPart is a part of a page, and the places in it in which something is drawn.
type drawnPart struct {
	box   doc.Box
	drawn []doc.Box
}

// drawnParts are the head and the foot of a page as far as pictures or outlines stand there that
// may hold a name; none of pages from pixels, and of those whose text is turned or is not in the
// letters that the recogniser reads.
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

// mostlyTurned reports whether most words are written in another direction than from left to right.
func mostlyTurned(words []doc.Word) bool {
	turned := 0
	for i := range words {
		if words[i].Turn != 0 {
			turned++
		}
	}
	return 2*turned > len(words)
}

// covered is the share of a box that words cover, each counted by itself.
func covered(b doc.Box, words []doc.Word) float64 {
	area := 0.0
	for i := range words {
		area += b.OverlapX(words[i].Box) * b.OverlapY(words[i].Box)
	}
	return area / (b.Width() * b.Height())
}

// recognizeDrawn recognises what stands in parts of a page of a PDF file and in no word of its text
// layer. The document is read without it, so that it is no error where that fails; those that it
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

// recognizePart recognises the picture of a part of a page, in page coordinates.
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

// holds reports whether at least half of a line stands where something is drawn.
func (p *drawnPart) holds(line doc.Box) bool {
	area := 0.0
	for _, b := range p.drawn {
		area += b.OverlapX(line) * b.OverlapY(line)
	}
	return 2*area >= line.Width()*line.Height()
}

// clearLine reports whether a line was read for sure.
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

// pointsOf is the place on the page of pixels of a part of it.
func pointsOf(r image.Rectangle, dpi float64, part doc.Box) doc.Box {
	k := 72 / dpi
	return doc.Box{
		X0: part.X0 + float64(r.Min.X)*k, Y0: part.Y0 + float64(r.Min.Y)*k,
		X1: part.X0 + float64(r.Max.X)*k, Y1: part.Y0 + float64(r.Max.Y)*k,
	}
}

// blankWords takes words that the page's text layer has from the picture of a part of it. Where
// they cover it over and over, nothing is left of it.
func blankWords(clean *raster.Page, part doc.Box, words []doc.Word) {
	const beyond = 0.1 // by how much ink may reach beyond its word, in parts of its height
	const most = 64    // how often all of the part is blanked at most
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
