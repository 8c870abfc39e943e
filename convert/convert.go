// Package convert turns a document's bytes into the rows of the purchase orders in
// it, within limits. Start reading at Converter.Convert.
package convert

import (
	"context"
	"image"
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/electronic"
	"lineitem/convert/order"
	"lineitem/convert/order/review"
	"lineitem/convert/order/taught"
	"lineitem/convert/raster"
	"lineitem/convert/segmentation"
)

// Input is one document.
type Input struct {
	Filename string // copied to the result; never used to detect the document's kind
	Data     []byte
	Kind     doc.Kind // what doc.Sniff returned for Data, if the caller called it already; if Unknown, Convert calls it
	Evidence bool     // whether the result includes where each cell was read, and what to check
	Review   bool     // whether it includes at least what to check
	Pictures int      // number of pages, from the first, whose pictures the result includes; 0: none
	// Mapper makes the result's columns and rows; it may return evidence or
	// not. Nil means the columns and rows of package order.
	Mapper *Module
	// Layouts are the layouts that the customer taught, or nil if there are none.
	Layouts Layouts
}

// Layouts are layouts taught by a customer. They are safe for concurrent use.
type Layouts interface {
	// Find returns the layout of documents with this fingerprint, or nil if there is none
	// or if it is ambiguous. Errors are those of looking it up.
	Find(ctx context.Context, p taught.Fingerprint) (*taught.Layout, error)
}

// Recognizer performs OCR on strips, each of which holds one text line: see
// package segmentation. It is safe for concurrent use and deterministic.
type Recognizer interface {
	// StripHeight returns the height of the strips that it reads, pixels.
	StripHeight() int
	// Recognize reads each strip and returns the readings in the order of the strips.
	Recognize(ctx context.Context, strips []*image.Gray) ([]segmentation.Reading, error)
}

// Converter turns documents into rows. The zero value works with DefaultLimits.
// It is safe for concurrent use. The same bytes always give the same Result.
type Converter struct {
	Limits Limits
	// Recognizer reads images and scans. Without it only text layers are read.
	Recognizer Recognizer
	// Renderer renders the pages of PDF files whose text is in pixels, and reads text
	// layers that our own reader does not understand. Without it such a page is a
	// *doc.UnsupportedError.
	Renderer raster.Renderer
	// VerifyAt is the least confidence at which a document is verified, above 0 and at most 1;
	// 0 stands for confidence.Threshold.
	VerifyAt float64
	// Mapper runs the inputs' mappers. Without it no input may have one.
	Mapper Mapper

	// look is called with the picture of each page instead of recognising it; nil except
	// in Pictures.
	look func(number int, p *raster.Picture)
}

// Modes of a Result.
const (
	ModeText = "text" // every page's words come from its text layer
	ModeOCR  = "ocr"  // every page's words were recognised from pixels
	// ModeMixed: some words of each. It includes documents with a text layer in which a party's name
	// was recognised in a picture, or in outlines.
	ModeMixed = "mixed"
	// ModeXML: the rows are those of an order in XML, which is the document itself or is
	// embedded in it.
	ModeXML = "xml"
)

// Result is the outcome of a conversion: the members of the specification, and the
// evidence if it was asked for. WriteJSON writes it.
type Result struct {
	Filename string         `json:"filename"`
	Mode     string         `json:"mode"`
	RowCount int            `json:"rowCount"`
	Columns  []order.Column `json:"columns"`
	Rows     []order.Row    `json:"rows"`
	// Evidence has one entry per row; nil unless the input asked for it, and
	// if a mapper returned none.
	Evidence []order.RowEvidence `json:"evidence,omitempty"`
	// Pages are the document's pages, to which the boxes of the evidence refer; nil
	// unless the input asked for evidence.
	Pages []Page `json:"pages,omitempty"`
	// Verified reports whether the arithmetic adds up and it is all but certain
	// that every core cell is right, so that Review is empty; nil unless
	// the input asked for review or, without a mapper, for evidence. If a mapper
	// made the rows, it is about what the mapper was given.
	Verified *bool `json:"verified,omitempty"`
	// Confidence is the probability that every core value is right, that of the least certain one if there
	// are several orders; nil if Verified is nil, and if there is no order.
	Confidence *float64 `json:"confidence,omitempty"`
	// Review is what a person should check, the most doubtful first; nil if
	// Verified is nil. If a mapper made the rows, each entry is about the document, and
	// its message names the row and the column as the mapper was given them.
	Review []review.Entry `json:"review,omitempty"`
	// Cut are the keys of columns in which values were longer than Limits.Cell, in
	// the columns' order. Such values are truncated and end in order.CutSign.
	Cut []string `json:"-"`
	// Pictures show the document's pages, from the first on, as many as the input
	// asked for, but at most MaxPictures.
	Pictures []PagePicture `json:"-"`
}

// Convert reads one document. Errors are those of package doc, ctx's, or those
// of loading the input's mapper.
func (c *Converter) Convert(ctx context.Context, in Input) (*Result, error) {
	if in.Kind == doc.Unknown {
		in.Kind = doc.Sniff(in.Data)
	}
	pictures := newAlbum(in.Pictures)
	source, err := c.source(ctx, in, pictures)
	if err != nil {
		return nil, err
	}
	var result *Result
	if in.Mapper != nil {
		if result, err = c.mapped(ctx, in, source); err != nil {
			return nil, err
		}
	} else {
		if result, err = c.own(ctx, in, source); err != nil {
			return nil, err
		}
	}
	document := source.document
	if in.Evidence {
		result.Pages = pagesOf(document)
	}
	if most := c.Limits.withDefaults().Answer; result.SizeJSON(int64(most)) > int64(most) {
		return nil, &doc.LimitError{Limit: doc.AnswerLimit, Max: int64(most)}
	}
	result.Pictures = pictures.picturesOf(document)
	return result, nil
}

// source is what the orders of a document are read from.
type source struct {
	document *doc.Document
	// stated are the orders that the document states as XML; nil if they must be read from its pages.
	stated []electronic.Order
	xml    bool // whether the orders are stated as XML
}

// source reads the pages of an input, and the orders that it states as XML.
func (c *Converter) source(ctx context.Context, in Input, pictures *album) (*source, error) {
	stated, err := c.stated(ctx, in.Data, in.Kind)
	if err != nil {
		return nil, err
	}
	if in.Kind == doc.XML || len(stated) > 0 {
		document, err := c.printed(ctx, in, pictures)
		return &source{document, stated, true}, err
	}
	document, err := c.document(ctx, in.Data, in.Kind, pictures)
	return &source{document: document}, err
}

// orders returns the orders of a source, and the document as it was read for them. Errors are those of
// understand.
func (c *Converter) orders(ctx context.Context, in Input, s *source, read func(*doc.Document) []order.Order) ([]order.Order, *doc.Document, error) {
	if s.xml {
		return fromXML(s.stated, s.document, read), s.document, nil
	}
	return c.understand(ctx, in, s.document, read)
}

// mode returns the mode of a result from the source; d is the document as it was read for the orders.
func (s *source) mode(d *doc.Document) string {
	if s.xml {
		return ModeXML
	}
	return mode(d)
}

// own makes the result without a mapper, from the orders as they were read.
func (c *Converter) own(ctx context.Context, in Input, source *source) (*Result, error) {
	reader, failed := in.reader(ctx)
	reader.VerifyAt = c.VerifyAt
	read := reader.ReadValues
	if in.Evidence || in.Review {
		read = reader.Read
	}
	orders, document, err := c.orders(ctx, in, source, read)
	if err == nil {
		err = failed()
	}
	if err != nil {
		return nil, err
	}
	cut := order.Cut(orders, c.Limits.withDefaults().Cell)
	rows, evidence := order.Rows(orders)
	result := &Result{
		Filename: in.Filename,
		Mode:     source.mode(document),
		RowCount: len(rows),
		Columns:  order.Schema[:],
		Rows:     rows,
		Cut:      cut,
	}
	if in.Evidence {
		result.Evidence = evidence
	}
	if in.Evidence || in.Review {
		result.Review = order.Review(document, orders)
		result.Verified = new(len(result.Review) == 0)
		result.Confidence = order.Confidence(orders)
	}
	return result, nil
}

// reader returns a reader for the input's orders, and a function that returns afterwards the error of
// looking up its layouts, if any.
func (in *Input) reader(ctx context.Context) (reader *order.Reader, failed func() error) {
	var err error
	reader = new(order.Reader)
	if in.Layouts != nil {
		reader.Layout = func(p taught.Fingerprint) (l *taught.Layout) {
			l, err = in.Layouts.Find(ctx, p)
			return l
		}
	}
	return reader, func() error { return err }
}

// Learn learns the layout of a document from its right rows: see order.Learn. If one of the
// input's layouts is that of such documents, it is refined. Errors are those of Convert,
// and *taught.RowsError.
func (c *Converter) Learn(ctx context.Context, in Input, rows []map[string]string) (*taught.Lesson, error) {
	document, err := c.document(ctx, in.Data, in.Kind, nil)
	if err != nil {
		return nil, err
	}
	reader, failed := in.reader(ctx)
	lesson, wrong := reader.Learn(document, rows)
	if err := failed(); err != nil {
		return nil, err
	}
	return lesson, wrong
}

// Document reads the pages of a document, as Convert does before it looks for
// orders. Errors are those of package doc, and ctx's.
func (c *Converter) Document(ctx context.Context, data []byte) (*doc.Document, error) {
	return c.document(ctx, data, doc.Unknown, nil)
}

// document reads the pages of a document and adds their pictures to an album, unless that
// is nil. If the kind is Unknown, it is detected from the bytes.
func (c *Converter) document(ctx context.Context, data []byte, kind doc.Kind, pictures *album) (*doc.Document, error) {
	limits := c.Limits.withDefaults()
	if len(data) > limits.Bytes {
		return nil, &doc.LimitError{Limit: "bytes", Max: int64(limits.Bytes)}
	}
	if kind == doc.Unknown {
		kind = doc.Sniff(data)
	}
	switch kind {
	case doc.PDF:
		return c.readPDF(ctx, data, limits, pictures)
	case doc.TIFF:
		return c.readTIFF(ctx, data, limits, pictures)
	case doc.XML:
		return nil, &doc.UnsupportedError{Feature: "the layout of XML, which has no pages,"}
	case doc.Unknown:
		return nil, &doc.UnsupportedError{Feature: "anything but PDF, PNG, JPEG, WebP, TIFF and XML"}
	default:
		return c.readImage(ctx, data, kind, limits, pictures)
	}
}

// mode returns how the document's pages were read.
func mode(d *doc.Document) string {
	var text, pixels bool
	for i := range d.Pages {
		if d.Pages[i].Source == doc.Pixels {
			pixels = true
			continue
		}
		text = true
		pixels = pixels || slices.ContainsFunc(d.Pages[i].Words, func(w doc.Word) bool { return w.Source == doc.Pixels })
	}
	switch {
	case text && pixels:
		return ModeMixed
	case pixels:
		return ModeOCR
	}
	return ModeText
}
