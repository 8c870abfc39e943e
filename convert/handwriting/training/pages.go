package main

import (
	"context"
	"fmt"
	"hash/fnv"
	"image"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/tetratelabs/wazero"

	"lineitem/convert/accuracy"
	"lineitem/convert/doc"
	"lineitem/convert/handwriting"
	"lineitem/convert/order/samples"
	"lineitem/convert/order/training"
	"lineitem/convert/pdfium"
	"lineitem/convert/raster"
	"lineitem/convert/segmentation"
	"lineitem/plugins"
)

// page is a page's words, with what is known of them.
type page struct {
	words    []segmentation.Word
	features [][]float32
	is       []class // of each word
	part     int     // the number of its part; see parts
	scanned  bool    // whether it is of a real document
}

// class is the kind of a word: print, handwriting or unknown.
type class uint8

const (
	unknown class = iota
	inPrint
	byHand
)

// reader reads pages as package convert does.
type reader struct {
	recognizer *plugins.OCR
	pdfium     *pdfium.Library
}

// page reads the page that a picture shows. is returns the class of a word.
func (r *reader) page(picture *raster.Picture, is func(p *raster.Page, w *segmentation.Word) class) (*page, error) {
	clean := raster.Clean(picture)
	lines := segmentation.Find(clean, r.recognizer.StripHeight())
	readings, err := r.recognizer.Recognize(context.Background(), segmentation.Strips(lines))
	if err != nil {
		return nil, err
	}
	p := &page{words: segmentation.Words(clean, lines, readings)}
	p.features = handwriting.Features(clean, lines, p.words)
	for i := range p.words {
		p.is = append(p.is, is(clean, &p.words[i]))
	}
	return p, nil
}

// read makes up pages, and reads the first pages of the folders' documents.
func (s *settings) read() ([]*page, error) {
	shelf, err := readShelf(s.fonts)
	if err != nil {
		return nil, err
	}
	if len(shelf.print) == 0 || len(shelf.hand) == 0 {
		return nil, fmt.Errorf("%s lacks fonts of print or of handwriting", s.fonts)
	}
	cache := wazero.NewCompilationCache()
	defer cache.Close(context.Background())
	r := &reader{plugins.NewOCR(plugins.Options{Cache: cache}), &pdfium.Library{Cache: cache}}
	var files []document
	for _, folder := range s.folders {
		found, err := documents(folder, s.hold)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	pages, errs := make([]*page, s.pages+len(files)), make([]error, s.pages+len(files))
	training.Each(len(pages), func(i int) {
		if i < s.pages {
			pages[i], errs[i] = r.madeUp(shelf, i)
		} else {
			pages[i], errs[i] = r.document(&files[i-s.pages])
		}
	})
	var out []*page
	for i, p := range pages {
		if errs[i] != nil {
			return nil, errs[i]
		}
		if p != nil {
			out = append(out, p)
		}
	}
	return out, nil
}

// Bounds for the class of a word, by its pixels in the masks of print and handwriting.
const (
	covered = 100 // a pixel counts if its shade in a mask is greater
	mostly  = 3   // more than this many times as many pixels of handwriting as of print make a handwritten word
	hardly  = 6   // more than this many times as many of print make a printed word
)

// madeUp makes up page i and reads it.
func (r *reader) madeUp(s *shelf, i int) (*page, error) {
	rng := rand.New(rand.NewPCG(uint64(i), 7))
	drawn := form(rng, s)
	picture, err := drawn.picture(rng)
	if err != nil {
		return nil, err
	}
	p, err := r.page(&raster.Picture{Gray: picture, File: picture.Rect.Size()}, drawn.class)
	if err == nil {
		p.part = i % parts
	}
	return p, err
}

// class returns the kind of most of a word's ink on the sheet, or unknown if print and handwriting are mixed.
func (p *sheet) class(clean *raster.Page, w *segmentation.Word) class {
	print, hand := 0, 0
	k, seen := clean.DPI/72, clean.ViewDPI/72
	for y := w.Box.Y0 * k; y < w.Box.Y1*k; y++ {
		for x := w.Box.X0 * k; x < w.Box.X1*k; x++ {
			shown, down := clean.View.Apply(x/k, y/k)
			at := image.Point{int(shown * seen), int(down * seen)}
			if !at.In(p.print.Rect) {
				continue
			}
			i := p.print.PixOffset(at.X, at.Y)
			if p.print.Pix[i] > covered {
				print++
			}
			if p.hand.Pix[i] > covered {
				hand++
			}
		}
	}
	switch {
	case hand > mostly*print:
		return byHand
	case print > hardly*hand:
		return inPrint
	}
	return unknown
}

// document is a scan or photo of print.
type document struct {
	file, family string
	values       map[string]bool // words of its right values, folded
}

// documents returns a folder's scans and photos of print, without those of the fold hold.
func documents(folder, hold string) ([]document, error) {
	folds, err := samples.ReadFolds(filepath.Join(folder, "folds.tsv"))
	if err != nil {
		return nil, err
	}
	truths, err := accuracy.ReadTruths(filepath.Join(folder, "truth"))
	if err != nil {
		return nil, err
	}
	var out []document
	for _, t := range truths {
		f := folds[t.File]
		if t.Traits["medium"] == accuracy.TextPDF || f["writing"] == "hand" || hold != "" && f["fold"] == hold {
			continue
		}
		d := document{file: filepath.Join(folder, "docs", t.File), family: f["family"], values: map[string]bool{}}
		if d.family == "" {
			d.family = t.File
		}
		for _, row := range t.Rows {
			for _, v := range row {
				for word := range strings.FieldsSeq(v) {
					d.values[folded(word)] = true
				}
			}
		}
		out = append(out, d)
	}
	return out, nil
}

// folded returns a word's letters and digits, in lower case.
func folded(word string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, word)
}

// document reads a document's first page. Of its words, those of the right values are known to be print.
func (r *reader) document(d *document) (*page, error) {
	data, err := os.ReadFile(d.file)
	if err != nil {
		return nil, err
	}
	var picture *raster.Picture
	kind := doc.Sniff(data)
	if kind == doc.PDF {
		pdf, err := r.pdfium.Open(context.Background(), data, raster.Limits{})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.file, err)
		}
		defer pdf.Close()
		if picture, err = pdf.Picture(context.Background(), 1); err != nil {
			return nil, fmt.Errorf("%s: %w", d.file, err)
		}
	} else if picture, err = raster.Decode(data, kind, raster.Limits{}); err != nil {
		return nil, fmt.Errorf("%s: %w", d.file, err)
	}
	p, err := r.page(picture, func(_ *raster.Page, w *segmentation.Word) class {
		if text := folded(w.Text); len(text) > 1 && d.values[text] {
			return inPrint
		}
		return unknown
	})
	if err != nil {
		return nil, err
	}
	h := fnv.New32a()
	h.Write([]byte(d.family))
	p.part, p.scanned = int(h.Sum32()%parts), true
	return p, nil
}
