package convert

import (
	"context"
	"image"

	"lineitem/convert/doc"
	"lineitem/convert/raster"
)

// Bounds of the pictures of one result.
const (
	// MaxPictures is the most pages of which a result has pictures.
	MaxPictures = 100
	// PictureBytes is the size of all of them. Pages that come after have none.
	PictureBytes = 16 << 20
	// PictureWords is how many words they come with, and PictureTextBytes the length of
	// these together. Pages that would have more, and those after them, come without.
	PictureWords     = 20_000
	PictureTextBytes = 512 << 10
)

// PagePicture is a page as displayed: turned, cropped and, of a photograph, as it
// was taken. Boxes of evidence lie on it.
type PagePicture struct {
	Number        int         // from 1
	Width, Height float64     // points, as boxes of evidence are
	Pixels        image.Point // size of the picture; it is stretched to Width by Height
	MediaType     string      // image/png or image/jpeg
	Data          []byte      // the picture; nil where the page cannot be drawn
	Words         []PageWord  // that stand on it, in painting order
}

// PageWord is a word on the picture of a page.
type PageWord struct {
	Text string
	Box  doc.Box // as that of evidence
}

// album holds the pictures of a document's pages. All methods of a nil album do
// nothing.
type album struct {
	most  int                   // pages
	shown map[int]*raster.Shown // by number of page
	bytes int
}

// newAlbum is an album for the pictures of so many pages, nil for none.
func newAlbum(pages int) *album {
	if pages <= 0 {
		return nil
	}
	return &album{most: min(pages, MaxPictures), shown: map[int]*raster.Shown{}}
}

// draw puts a page's picture in.
func (a *album) draw(page int, p *raster.Picture) {
	if a == nil {
		return
	}
	if s, err := raster.Show(p); err == nil {
		a.put(page, s)
	}
}

// put puts a picture in if there is room for it. Once there is no room, none is put
// in any more: what is shown begins with the first page and has no holes.
func (a *album) put(page int, s *raster.Shown) {
	if a.bytes += len(s.Data); a.bytes <= PictureBytes {
		a.shown[page] = s
	}
}

// drawPDF puts the pictures of a PDF file's pages in. That a page cannot be drawn
// is no error: its words were read all the same. Errors are ctx's.
func (a *album) drawPDF(ctx context.Context, r *pdfReader) error {
	if a == nil {
		return nil
	}
	for i := range r.document.Pages[:min(len(r.document.Pages), a.most)] {
		if r.laborious(i) {
			continue
		}
		file, err := r.rendered.open(ctx)
		if err == nil && a.bytes <= PictureBytes {
			var s *raster.Shown
			if s, err = file.Show(ctx, r.document.Pages[i].Number); err == nil {
				a.put(r.document.Pages[i].Number, s)
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// of returns the pictures of a document's pages.
func (a *album) of(d *doc.Document) []PagePicture {
	if a == nil {
		return nil
	}
	pages := make([]PagePicture, min(len(d.Pages), a.most))
	for i := range pages {
		p := &pages[i]
		p.Number = d.Pages[i].Number
		p.Width, p.Height = d.Pages[i].Displayed()
		if s := a.shown[p.Number]; s != nil {
			p.Pixels, p.MediaType, p.Data = s.Size, s.MediaType, s.Data
		}
	}
	putWords(pages, d)
	return pages
}

// putWords puts the words of a document's pages beside the pictures of these, as many
// as there is room for.
func putWords(pages []PagePicture, d *doc.Document) {
	words, bytes := 0, 0
	for i := range pages {
		from := &d.Pages[i]
		for j := range from.Words {
			bytes += len(from.Words[j].Text)
		}
		if words += len(from.Words); words > PictureWords || bytes > PictureTextBytes {
			return
		}
		to := make([]PageWord, len(from.Words))
		for j := range from.Words {
			w := &from.Words[j]
			to[j] = PageWord{w.Text, from.Shown(w.Box).Rounded()}
		}
		pages[i].Words = to
	}
}
