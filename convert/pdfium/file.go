package pdfium

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"sync"

	"github.com/klippa-app/go-pdfium/enums"

	"lineitem/convert/doc"
	"lineitem/convert/raster"
)

var _ raster.PDF = (*File)(nil)

// File is a PDF file opened by PDFium. It is safe for concurrent use. Close it
// after use.
type File struct {
	library *Library
	data    []byte
	limits  raster.Limits
	pages   int

	mu       sync.Mutex
	instance *instance // nil if none is running
	used     bool      // whether the instance has loaded a page
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

// Unexpected failures of PDFium. The state of an instance is unknown after
// them.
var (
	errMemory = fmt.Errorf("takes PDFium more than %d MiB of memory", Memory>>20)
	errInside = errors.New("is damaged, or made to break readers: PDFium fails")
)

// blamed turns these failures into an error of a page, or with page 0 of the whole document. Other errors stay.
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
	if err := ctx.Err(); err != nil {
		return err
	}
	instance, err := p.library.instance()
	if err != nil {
		return err
	}
	p.instance, p.used = instance, false
	p.pages, err = instance.open(p.data)
	var reason fileError
	switch {
	case err == nil && p.pages > 0:
		return nil
	case err == nil:
		err = &doc.FormatError{Reason: "the file has no page that can be read"}
	case errors.As(err, &reason) && (reason == errorPassword || reason == errorSecurity):
		err = &doc.EncryptedError{}
	case instance.memory.Refused() || instance.memory.Err() != nil:
		err = instance.fault()
	case reason == errorFormat, reason == errorFile, reason == errorUnknown:
		err = &doc.FormatError{Reason: "it is not a PDF file that can be opened"}
	default:
		err = errInside
	}
	p.discard()
	return err
}

// fault returns the reason for an unexpected failure of PDFium.
func (i *instance) fault() error {
	switch {
	case i.memory.Err() != nil:
		return i.memory.Err()
	case i.memory.Refused():
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

// discard ends the instance.
func (p *File) discard() {
	if p.instance != nil {
		p.instance.close()
		p.instance = nil
	}
}

// Pages returns the number of pages.
func (p *File) Pages() int { return p.pages }

// kept is the most memory that an instance may keep from page to page, bytes: memory
// that one large page needed should not be held while others are read.
const kept = 96 << 20

// with calls f with a page (from 1), one call at a time. If PDFium fails unexpectedly, or
// lacks memory, in an instance that has loaded pages before, f is called once
// more with a fresh one, so that the result for a page does not depend on other pages.
func (p *File) with(ctx context.Context, number int, f func(at page) error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return os.ErrClosed
	}
	if number < 1 || number > p.pages {
		return &doc.FormatError{Page: number, Reason: "there is no such page"}
	}
	fresh := p.instance == nil || !p.used
	short, err := p.try(ctx, number, f)
	if short && !fresh {
		_, err = p.try(ctx, number, f)
	}
	return blamed(err, number)
}

// try calls f, and discards the instance if it failed unexpectedly, lacked memory or
// holds much. short reports whether a fresh instance might succeed.
func (p *File) try(ctx context.Context, number int, f func(at page) error) (short bool, err error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	if p.instance == nil {
		if err := p.open(ctx); err != nil {
			return false, err
		}
	}
	p.used = true
	memory := p.instance.memory
	at, err := p.instance.load(number)
	if err == nil {
		err = f(at)
	}
	var limit *doc.LimitError
	var format *doc.FormatError
	short = memory.Refused() || memory.Err() != nil
	switch {
	case memory.Err() == nil && (err == nil || errors.As(err, &limit) || errors.As(err, &format)):
	case errors.Is(err, errPage) && !short:
		err = &doc.FormatError{Page: number, Reason: "the page cannot be read"}
	default:
		short, err = true, p.instance.fault()
	}
	if short || memory.Size() > kept {
		p.discard()
	}
	return short, err
}

// size returns a page's size as displayed, points.
func (at page) size() (width, height float64, err error) {
	w, err := at.call("FPDF_GetPageWidthF", at.handle)
	if err != nil {
		return 0, 0, err
	}
	h, err := at.call("FPDF_GetPageHeightF", at.handle)
	if err != nil {
		return 0, 0, err
	}
	width, height = float(w), float(h)
	if !(width >= 1 && height >= 1 && width < 1e6 && height < 1e6) {
		return 0, 0, &doc.FormatError{Page: at.number, Reason: fmt.Sprintf("the page is %g by %g points", width, height)}
	}
	return width, height, nil
}

// Picture renders a page (from 1) as displayed, in colour. Its DPI is
// such that DPI/72 pixels are a point of the page.
func (p *File) Picture(ctx context.Context, number int) (picture *raster.Picture, err error) {
	err = p.with(ctx, number, func(at page) error {
		w, h, err := at.size()
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

// Part renders a part of a page (from 1) in colour, at a resolution of at most dpi pixels per inch. part is in points
// of the page as displayed; width and height are the page's size according to the caller, points.
// If PDFium finds another size, the error is a *doc.FormatError, as the part would be a different one.
func (p *File) Part(ctx context.Context, number int, width, height float64, part doc.Box, dpi float64) (picture *raster.Picture, err error) {
	err = p.with(ctx, number, func(at page) error {
		w, h, err := at.size()
		if err != nil {
			return err
		}
		if math.Abs(w-width) > 1 || math.Abs(h-height) > 1 {
			return &doc.FormatError{Page: number, Reason: fmt.Sprintf("the page is %g by %g points for one reader, and %g by %g for another", w, h, width, height)}
		}
		picture, err = p.renderPart(at, w, h, part, dpi)
		return err
	})
	return picture, err
}

// Show renders a page (from 1) as displayed, ready to be shown to people.
func (p *File) Show(ctx context.Context, number int) (*raster.Shown, error) {
	var picture *raster.Picture
	err := p.with(ctx, number, func(at page) error {
		w, h, err := at.size()
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
func (p *File) render(at page, w, h, dpi float64) (*raster.Picture, error) {
	return p.renderPart(at, w, h, doc.Box{X1: w, Y1: h}, dpi)
}

// renderPart renders a part of a page of w by h points.
func (p *File) renderPart(at page, w, h float64, part doc.Box, dpi float64) (*raster.Picture, error) {
	dpi = p.limits.Resolution(w, h, dpi)
	pixels := func(points float64) int { return int(math.Round(points * dpi / 72)) }
	width, height := max(1, pixels(part.Width())), max(1, pixels(part.Height()))
	bitmap, err := at.call("FPDFBitmap_Create", i32(width), i32(height), 0)
	if err != nil {
		return nil, err
	}
	if uint32(bitmap) == 0 {
		return nil, errors.New("there is no bitmap of that size")
	}
	defer at.call("FPDFBitmap_Destroy", bitmap)
	if _, err := at.call("FPDFBitmap_FillRect", bitmap, 0, 0, i32(width), i32(height), 0xffffffff); err != nil {
		return nil, err
	}
	if _, err := at.call("FPDF_RenderPageBitmap", bitmap, at.handle,
		i32(-pixels(part.X0)), i32(-pixels(part.Y0)), i32(max(1, pixels(w))), i32(max(1, pixels(h))), 0,
		uint64(enums.FPDF_RENDER_FLAG_ANNOT|enums.FPDF_RENDER_FLAG_RENDER_LIMITEDIMAGECACHE|enums.FPDF_RENDER_FLAG_REVERSE_BYTE_ORDER)); err != nil {
		return nil, err
	}
	stride, err := at.integer("FPDFBitmap_GetStride", bitmap)
	if err != nil {
		return nil, err
	}
	buffer, err := at.call("FPDFBitmap_GetBuffer", bitmap)
	if err != nil {
		return nil, err
	}
	// rgba is a view of PDFium's own memory.
	rgba, ok := at.module.Memory().Read(uint32(buffer), uint32(stride*height))
	if !ok || stride != 4*width {
		return nil, errors.New("the bitmap has no pixels")
	}
	return raster.FromRGBA(rgba, width, height, dpi), nil
}
