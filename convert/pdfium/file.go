package pdfium

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"sync"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/enums"
	pdfiumerrors "github.com/klippa-app/go-pdfium/errors"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	"lineitem/convert/doc"
	"lineitem/convert/linear"
	"lineitem/convert/raster"
)

var _ raster.PDF = (*File)(nil)

// File is a PDF file as PDFium sees it. It is safe for concurrent use; Close it
// after use.
type File struct {
	library *Library
	data    []byte
	limits  raster.Limits
	pages   int

	mu       sync.Mutex
	pdfium   pdfium.Pdfium // nil while there is no instance
	memory   *linear.Memory
	document references.FPDF_DOCUMENT
	used     bool // whether the instance has read or drawn a page
	closed   bool
}

// Open implements raster.Renderer.
func (f *Library) Open(ctx context.Context, data []byte, limits raster.Limits) (raster.PDF, error) {
	p := &File{library: f, data: data, limits: limits}
	if err := p.open(ctx); err != nil {
		return nil, blamed(err, 0)
	}
	return p, nil
}

// Ways in which PDFium fails that it does not foresee. What state an instance is
// in then is unknown.
var (
	errMemory = fmt.Errorf("takes PDFium more than %d MiB of memory", Memory>>20)
	errInside = errors.New("is damaged, or made to break readers: PDFium fails")
)

// blamed lays those on a page of the document, or with page 0 on all of it.
func blamed(err error, page int) error {
	if !errors.Is(err, errMemory) && !errors.Is(err, errInside) {
		return err
	}
	subject := "the page "
	if page == 0 {
		subject = "the file "
	}
	return &doc.FormatError{Page: page, Reason: subject + err.Error()}
}

// open starts an instance of PDFium and has it open the file.
func (p *File) open(ctx context.Context) error {
	instance, memory, err := p.library.instance(ctx)
	if err != nil {
		return err
	}
	p.pdfium, p.memory, p.used = instance, memory, false
	password := "" // as most protected files have it: they open for everyone
	opened, err := instance.OpenDocument(&requests.OpenDocument{File: &p.data, Password: &password})
	if err == nil {
		p.document = opened.Document
		count, countErr := instance.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: opened.Document})
		if err = countErr; err == nil {
			p.pages = count.PageCount
		}
	}
	switch {
	case err == nil && p.pages > 0:
		return nil
	case err == nil:
		err = &doc.FormatError{Reason: "the file has no page that can be read"}
	case errors.Is(err, pdfiumerrors.ErrPassword), errors.Is(err, pdfiumerrors.ErrSecurity):
		err = &doc.EncryptedError{}
	case p.memory.Refused() || p.memory.Err() != nil:
		err = p.fault()
	case errors.Is(err, pdfiumerrors.ErrFormat), errors.Is(err, pdfiumerrors.ErrFile), errors.Is(err, pdfiumerrors.ErrUnknown):
		err = &doc.FormatError{Reason: "it is not a PDF file that can be opened"}
	default:
		err = errInside
	}
	p.discard()
	return err
}

// fault is why PDFium fails.
func (p *File) fault() error {
	switch {
	case p.memory.Err() != nil:
		return p.memory.Err()
	case p.memory.Refused():
		return errMemory
	}
	return errInside
}

// Close frees the file and the instance of PDFium. It always returns nil.
func (p *File) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.discard()
	p.closed = true
	return nil
}

// discard ends the instance. One that has failed may fail in that as well, but
// its memory is given back in any case.
func (p *File) discard() {
	if p.pdfium != nil {
		p.pdfium.Close()
		p.memory.Free()
		p.pdfium, p.memory = nil, nil
	}
}

// Pages is the number of pages.
func (p *File) Pages() int { return p.pages }

// kept is the memory that an instance may keep from page to page, bytes: what
// grew for one page is not to be held while others are read.
const kept = 96 << 20

// with calls f with a page (from 1), one call at a time. Where PDFium fails, or
// lacks memory, in an instance that has had other pages before, f is called once
// more in a fresh one: what becomes of a page does not depend on the others.
func (p *File) with(ctx context.Context, page int, f func(at requests.Page) error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return os.ErrClosed
	}
	if page < 1 || page > p.pages {
		return &doc.FormatError{Page: page, Reason: "there is no such page"}
	}
	fresh := p.pdfium == nil || !p.used
	short, err := p.try(ctx, page, f)
	if short && !fresh {
		_, err = p.try(ctx, page, f)
	}
	return blamed(err, page)
}

// try calls f, and ends the instance if that failed inside, lacked memory or
// holds much. short tells that a fresh instance may do better.
func (p *File) try(ctx context.Context, page int, f func(at requests.Page) error) (short bool, err error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	if p.pdfium == nil {
		if err := p.open(ctx); err != nil {
			return false, err
		}
	}
	p.used = true
	err = f(requests.Page{ByIndex: &requests.PageByIndex{Document: p.document, Index: page - 1}})
	var limit *doc.LimitError
	var format *doc.FormatError
	short = p.memory.Refused() || p.memory.Err() != nil
	switch {
	case p.memory.Err() == nil && (err == nil || errors.As(err, &limit) || errors.As(err, &format)):
	case errors.Is(err, pdfiumerrors.ErrPage) && !short:
		err = &doc.FormatError{Page: page, Reason: "the page cannot be read"}
	default:
		short, err = true, p.fault()
	}
	if short || p.memory.Size() > kept {
		p.discard()
	}
	return short, err
}

// size is a page's size as displayed, points.
func (p *File) size(at requests.Page) (width, height float64, err error) {
	w, err := p.pdfium.FPDF_GetPageWidthF(&requests.FPDF_GetPageWidthF{Page: at})
	if err != nil {
		return 0, 0, err
	}
	h, err := p.pdfium.FPDF_GetPageHeightF(&requests.FPDF_GetPageHeightF{Page: at})
	if err != nil {
		return 0, 0, err
	}
	width, height = float64(w.PageWidth), float64(h.PageHeight)
	if !(width >= 1 && height >= 1 && width < 1e6 && height < 1e6) {
		return 0, 0, &doc.FormatError{Page: at.ByIndex.Index + 1, Reason: fmt.Sprintf("the page is %g by %g points", width, height)}
	}
	return width, height, nil
}

// Picture renders a page (from 1) as it is displayed, in colour. Its DPI is
// such that DPI/72 pixels are a point of the page.
func (p *File) Picture(ctx context.Context, page int) (picture *raster.Picture, err error) {
	err = p.with(ctx, page, func(at requests.Page) error {
		w, h, err := p.size(at)
		if err != nil {
			return err
		}
		dpi, err := p.resolution(at, w, h)
		if err != nil {
			return err
		}
		picture, err = p.render(at, w, h, dpi)
		return err
	})
	return picture, err
}

// Part renders a part of a page (from 1), a box in points of the page as it is displayed, which is
// width by height points for whoever asks, at a resolution of at most dpi pixels per inch, in colour.
// A page of another size is a *doc.FormatError: the part would be another one.
func (p *File) Part(ctx context.Context, page int, width, height float64, part doc.Box, dpi float64) (picture *raster.Picture, err error) {
	err = p.with(ctx, page, func(at requests.Page) error {
		w, h, err := p.size(at)
		if err != nil {
			return err
		}
		if math.Abs(w-width) > 1 || math.Abs(h-height) > 1 {
			return &doc.FormatError{Page: page, Reason: fmt.Sprintf("the page is %g by %g points for one reader, and %g by %g for another", w, h, width, height)}
		}
		picture, err = p.renderPart(at, w, h, part, dpi)
		return err
	})
	return picture, err
}

// Show renders a page (from 1) as it is displayed, ready to be shown.
func (p *File) Show(ctx context.Context, page int) (*raster.Shown, error) {
	var picture *raster.Picture
	err := p.with(ctx, page, func(at requests.Page) error {
		w, h, err := p.size(at)
		if err != nil {
			return err
		}
		picture, err = p.render(at, w, h, raster.ShownResolution(w, h))
		return err
	})
	if err != nil {
		return nil, err
	}
	return raster.Show(picture)
}

// render renders a page of w by h points.
func (p *File) render(at requests.Page, w, h, dpi float64) (*raster.Picture, error) {
	return p.renderPart(at, w, h, doc.Box{X1: w, Y1: h}, dpi)
}

// renderPart renders a part of a page of w by h points.
func (p *File) renderPart(at requests.Page, w, h float64, part doc.Box, dpi float64) (*raster.Picture, error) {
	dpi = p.limits.Resolution(w, h, dpi)
	pixels := func(points float64) int { return int(math.Round(points * dpi / 72)) }
	width, height := max(1, pixels(part.Width())), max(1, pixels(part.Height()))
	bitmap, err := p.pdfium.FPDFBitmap_Create(&requests.FPDFBitmap_Create{Width: width, Height: height})
	if err != nil {
		return nil, err
	}
	defer p.pdfium.FPDFBitmap_Destroy(&requests.FPDFBitmap_Destroy{Bitmap: bitmap.Bitmap})
	if _, err := p.pdfium.FPDFBitmap_FillRect(&requests.FPDFBitmap_FillRect{
		Bitmap: bitmap.Bitmap, Width: width, Height: height, Color: 0xffffffff,
	}); err != nil {
		return nil, err
	}
	if _, err := p.pdfium.FPDF_RenderPageBitmap(&requests.FPDF_RenderPageBitmap{
		Bitmap: bitmap.Bitmap, Page: at,
		StartX: -pixels(part.X0), StartY: -pixels(part.Y0), SizeX: max(1, pixels(w)), SizeY: max(1, pixels(h)),
		Flags: enums.FPDF_RENDER_FLAG_ANNOT | enums.FPDF_RENDER_FLAG_RENDER_LIMITEDIMAGECACHE | enums.FPDF_RENDER_FLAG_REVERSE_BYTE_ORDER,
	}); err != nil {
		return nil, err
	}
	buffer, err := p.pdfium.FPDFBitmap_GetBuffer(&requests.FPDFBitmap_GetBuffer{Bitmap: bitmap.Bitmap})
	if err != nil {
		return nil, err
	}
	if len(buffer.Buffer) < 4*width*height {
		return nil, errors.New("the bitmap has no pixels")
	}
	// The buffer is PDFium's own memory.
	return raster.FromRGBA(buffer.Buffer, width, height, dpi), nil
}
