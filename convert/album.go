package convert

import (
	"context"
	"image"

	"lineitem/convert/doc"
	"lineitem/convert/raster"
)

// Limits on the pictures of one result.
const (
	// MaxPictures is the greatest number of pages whose pictures a result holds.
	MaxPictures = 100
	// PictureBytes is the greatest size of all pictures together. Pages beyond it have none.
	PictureBytes = 16 << 20
	// PictureWords is the greatest number of words that come with the pictures, and PictureTextBytes
	// that of the bytes of their texts. Pages beyond these limits come without words.
	PictureWords     = 20_000
	PictureTextBytes = 512 << 10
)

// PagePicture is a page as displayed: rotated and cropped; a photograph is shown as it
// was taken. Boxes of evidence are in its coordinates.
type PagePicture struct {
	Number        int         // from 1
	Width, Height float64     // points, the unit of the boxes of evidence
	Pixels        image.Point // size of the picture; it is stretched to Width by Height
	MediaType     string      // image/png or image/jpeg
	Data          []byte      // the picture; nil where the page cannot be drawn
	Words         []PageWord  // the words on the page, in painting order
}

// PageWord is a word on the picture of a page.
type PageWord struct {
	Text string
	Box  doc.Box // in the coordinates of evidence
}

// album holds the pictures of a document's pages. All methods of a nil album do
// nothing.
type album struct {
	most  int                   // pages
	shown map[int]*raster.Shown // by number of page
	bytes int
}

// newAlbum returns an album for the pictures of at most pages pages, nil for none.
func newAlbum(pages int) *album {
	if pages <= 0 {
		return nil
	}
	return &album{most: min(pages, MaxPictures), shown: map[int]*raster.Shown{}}
}

// draw adds the picture of a page.
func (a *album) draw(page int, p *raster.Picture) {
	if a == nil {
		return
	}
	if s, err := raster.Show(p); err == nil {
		a.put(page, s)
	}
}

// put adds a picture if there is room for it. Once there is no room, no further one is
// added: the pictures are those of the first pages, without gaps.
func (a *album) put(page int, s *raster.Shown) {
	if a.bytes += len(s.Data); a.bytes <= PictureBytes {
		a.shown[page] = s
	}
}

// drawPDF adds the pictures of a PDF file's pages. It is no error if a page cannot be
// drawn: its words were read nevertheless. Errors are ctx's.
func (a *album) drawPDF(ctx context.Context, r *pdfReader) error {
	if a == nil {
		return nil
	}
	for i := range r.document.Pages[:min(len(r.document.Pages), a.most)] {
		if r.isExpensive(i) {
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

// picturesOf returns the pictures of a document's pages.
func (a *album) picturesOf(d *doc.Document) []PagePicture {
	if a == nil {
		return nil
	}
	pages := make([]PagePicture, min(len(d.Pages), a.most))
	for i := range pages {
		p := &pages[i]
		p.Number = d.Pages[i].Number
		p.Width, p.Height = d.Pages[i].DisplayedSize()
		if s := a.shown[p.Number]; s != nil {
			p.Pixels, p.MediaType, p.Data = s.Size, s.MediaType, s.Data
		}
	}
	putWords(pages, d)
	return pages
}

// putWords adds to the pictures the words of their pages, as long as
// there is room.
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
			to[j] = PageWord{w.Text, from.DisplayedBox(w.Box).Rounded()}
		}
		pages[i].Words = to
	}
}
