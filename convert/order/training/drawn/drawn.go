// Package drawn turns PDF pages that have a text layer into pictures, such as printers, scanners and cameras
// make, and reads these by OCR. So the loss in right rows can be measured on one and the same order, and
// the text layer says what a lost word should have been.
package drawn

import (
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"image/jpeg"
	"image/png"
	"math/rand/v2"

	"lineitem/convert/doc"
	"lineitem/convert/order/samples"
	"lineitem/convert/raster"
)

// Way is a way to turn a page into a picture.
type Way int

const (
	Printed      Way = iota // exactly as rendered, as PNG
	Scanned                 // skewed by up to 1.2 degrees, blurred, with noise, as JPEG
	Photographed            // in perspective, bent, in uneven light, on a desk, as JPEG
	numWays
)

var names = [numWays]string{"printed", "scanned", "photographed"}

// Ways returns all ways.
func Ways() []Way { return []Way{Printed, Scanned, Photographed} }

func (w Way) String() string { return names[w] }

// Named returns the way with a name.
func Named(name string) (Way, error) {
	for w, n := range names {
		if n == name {
			return Way(w), nil
		}
	}
	return 0, fmt.Errorf("there is no way %q of drawing, but there are %v", name, Ways())
}

// dpi is the resolution at which pages are rendered.
const dpi = 200

// Reader draws PDF files as pictures and reads these. The same file always gives the same pictures.
type Reader struct {
	Way      Way
	Renderer raster.Renderer
	Pictures samples.Reader // reads the pictures
}

// Document draws each page of a PDF file and reads its picture.
func (r *Reader) Document(ctx context.Context, data []byte) (*doc.Document, error) {
	pdf, err := r.Renderer.Open(ctx, data, raster.Limits{})
	if err != nil {
		return nil, err
	}
	defer pdf.Close()
	hash := fnv.New64a()
	hash.Write(data)
	random := rand.New(rand.NewPCG(hash.Sum64(), uint64(r.Way)))
	d := new(doc.Document)
	for n := 1; n <= pdf.Pages(); n++ {
		picture, err := r.picture(ctx, pdf, n, random)
		if err != nil {
			return nil, err
		}
		read, err := r.Pictures.Document(ctx, picture)
		if err != nil {
			return nil, err
		}
		page := read.Pages[0]
		page.Number = n
		d.Pages = append(d.Pages, page)
	}
	return d, nil
}

// picture returns the picture of a page as a PNG or JPEG file.
func (r *Reader) picture(ctx context.Context, pdf raster.PDF, page int, random *rand.Rand) ([]byte, error) {
	_, width, height, _, err := pdf.Words(ctx, page)
	if err != nil {
		return nil, err
	}
	p, err := pdf.Part(ctx, page, width, height, doc.Box{X1: width, Y1: height}, dpi)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	switch s := newShades(p.Gray); r.Way {
	case Scanned:
		err = jpeg.Encode(&b, s.scanned(random).gray(), &jpeg.Options{Quality: 55 + random.IntN(30)})
	case Photographed:
		err = jpeg.Encode(&b, s.photographed(random).gray(), &jpeg.Options{Quality: 55 + random.IntN(30)})
	default:
		err = png.Encode(&b, p.Gray)
	}
	return b.Bytes(), err
}
