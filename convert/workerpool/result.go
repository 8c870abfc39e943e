package workerpool

import (
	"encoding/binary"
	"image"
	"maps"
	"math"
	"slices"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/order"
	"lineitem/convert/order/review"
)

// Before each result comes its size (count): the memory that the result takes once
// it is parsed, bytes, its payload included.
//
// A result begins with the list of its texts, each of them once: a text that occurs in all rows of
// an order does not make the result larger, and takes the pool's memory once. All strings that
// follow are numbers (count) of texts, from 0. These are, in this order:
//
// the filename; the mode; the columns (list of key and label); the rows (list of lists of key and value);
// the evidence (optional list of one list per row of key, page, box, confidence, words, proof, a byte that is 1
// if the value is cut, and layout, sorted by key); a byte that says whether the result is
// verified: 0 if that is not stated, 1 if it is not, 2 if it is; the confidence of the
// whole (float), NaN if that is not stated; the review (optional list of row, key, code,
// message, page and box); the keys of columns with cut values (list); the pages (optional list of number, width,
// height, and the width, height and resolution in pixels, 0 for pages of PDF
// files); and the pictures (list of number, width, height, pixels across and down,
// media type, the words on it (list of texts and boxes), and the picture as a string of
// its own). The length of an optional list is increased by one; 0 means that there
// is no list.

// Memory that an element of a list takes once it is parsed, bytes.
const (
	textMemory     = 16
	columnMemory   = 32
	rowMemory      = 24
	propertyMemory = 32
	evidenceMemory = 64  // of a row
	cellMemory     = 216 // of evidence; this allows for the spare room of maps
	reviewMemory   = 104
	pageMemory     = 80
	pictureMemory  = 136
	pageWordMemory = 48
)

// resultWriter makes the payload of a result.
type resultWriter struct {
	texts   []byte // the list of texts, without its length
	numbers map[string]int
	rest    []byte // what follows
	memory  int    // of lists, once they are parsed
}

// writeResult returns the payload of a result, in two parts, and the memory
// that the result takes once it is parsed.
func writeResult(r *convert.Result) (head, rest []byte, memory int) {
	w := &resultWriter{numbers: map[string]int{}}
	w.result(r)
	head = append(appendCount(nil, len(w.numbers)), w.texts...)
	return head, w.rest, len(head) + len(w.rest) + len(w.numbers)*textMemory + w.memory
}

func (w *resultWriter) text(s string) {
	n, ok := w.numbers[s]
	if !ok {
		n = len(w.numbers)
		w.numbers[s] = n
		w.texts = appendString(w.texts, s)
	}
	w.rest = appendCount(w.rest, n)
}

// list begins a list of n elements, which take memory bytes each once they are parsed.
func (w *resultWriter) list(n, memory int) {
	w.rest = appendCount(w.rest, n)
	w.memory += n * memory
}

// optional begins a list that may be nil.
func (w *resultWriter) optional(there bool, n, memory int) {
	if !there {
		w.rest = append(w.rest, 0)
		return
	}
	w.rest = appendCount(w.rest, n+1)
	w.memory += n * memory
}

func (w *resultWriter) int(n int) { w.rest = binary.AppendVarint(w.rest, int64(n)) }

func (w *resultWriter) floats(all ...float64) {
	for _, f := range all {
		w.rest = appendFloat(w.rest, f)
	}
}

func (w *resultWriter) box(b doc.Box) { w.floats(b.X0, b.Y0, b.X1, b.Y1) }

func (w *resultWriter) result(r *convert.Result) {
	w.text(r.Filename)
	w.text(r.Mode)
	w.table(r.Columns, r.Rows)
	w.optional(r.Evidence != nil, len(r.Evidence), evidenceMemory)
	for _, row := range r.Evidence {
		w.evidence(row)
	}
	w.verdict(r.Verified, r.Confidence)
	w.review(r.Review)
	w.list(len(r.Cut), textMemory)
	for _, key := range r.Cut {
		w.text(key)
	}
	w.pages(r.Pages)
	w.pictures(r.Pictures)
}

func (w *resultWriter) table(columns []order.Column, rows []order.Row) {
	w.list(len(columns), columnMemory)
	for _, c := range columns {
		w.text(c.Key)
		w.text(c.Label)
	}
	w.list(len(rows), rowMemory)
	for _, row := range rows {
		w.list(len(row), propertyMemory)
		for _, p := range row {
			w.text(p.Key)
			w.text(p.Value)
		}
	}
}

func (w *resultWriter) verdict(verified *bool, confidence *float64) {
	switch {
	case verified == nil:
		w.rest = append(w.rest, 0)
	case *verified:
		w.rest = append(w.rest, 2)
	default:
		w.rest = append(w.rest, 1)
	}
	if confidence == nil {
		w.floats(math.NaN())
	} else {
		w.floats(*confidence)
	}
}

func (w *resultWriter) review(entries []review.Entry) {
	w.optional(entries != nil, len(entries), reviewMemory)
	for i := range entries {
		e := &entries[i]
		w.int(e.Row)
		w.text(e.Key)
		w.text(string(e.Code))
		w.text(e.Message)
		w.int(e.Page)
		w.box(e.Box)
	}
}

func (w *resultWriter) pages(pages []convert.Page) {
	w.optional(pages != nil, len(pages), pageMemory)
	for _, p := range pages {
		var pixels doc.Picture
		if p.Pixels != nil {
			pixels = *p.Pixels
		}
		w.int(p.Number)
		w.floats(p.Width, p.Height)
		w.int(pixels.Width)
		w.int(pixels.Height)
		w.floats(pixels.Resolution)
	}
}

func (w *resultWriter) pictures(pictures []convert.PagePicture) {
	w.list(len(pictures), pictureMemory)
	for i := range pictures {
		p := &pictures[i]
		w.int(p.Number)
		w.floats(p.Width, p.Height)
		w.int(p.Pixels.X)
		w.int(p.Pixels.Y)
		w.text(p.MediaType)
		w.list(len(p.Words), pageWordMemory)
		for _, word := range p.Words {
			w.text(word.Text)
			w.box(word.Box)
		}
		w.memory += len(p.Data) // copied out of the payload
		w.rest = append(appendCount(w.rest, len(p.Data)), p.Data...)
	}
}

func (w *resultWriter) evidence(row order.RowEvidence) {
	w.list(len(row), cellMemory)
	for _, key := range slices.Sorted(maps.Keys(row)) {
		e := row[key]
		w.text(key)
		w.int(e.Page)
		w.box(e.Box)
		w.floats(e.Confidence)
		w.list(len(e.Words), textMemory)
		for _, word := range e.Words {
			w.text(word)
		}
		w.text(e.Proof)
		w.rest = append(w.rest, boolByte(e.Cut))
		w.text(e.Layout)
	}
}

// parseResult parses a result, which together with its payload must take no more than the
// given memory.
func parseResult(payload string, memory int) (*convert.Result, error) {
	p := &parser{rest: payload, room: memory - len(payload)}
	p.texts = make([]string, p.count(1, textMemory))
	for i := range p.texts {
		p.texts[i] = p.string()
	}
	r := &convert.Result{Filename: p.text(), Mode: p.text()}
	r.Columns = make([]order.Column, p.count(2, columnMemory))
	for i := range r.Columns {
		r.Columns[i] = order.Column{Key: p.text(), Label: p.text()}
	}
	r.Rows = make([]order.Row, p.count(1, rowMemory))
	for i := range r.Rows {
		row := make(order.Row, p.count(2, propertyMemory))
		for j := range row {
			row[j] = order.Property{Key: p.text(), Value: p.text()}
		}
		r.Rows[i] = row
	}
	r.RowCount = len(r.Rows)
	if n, there := p.optional(1, evidenceMemory); there {
		r.Evidence = make([]order.RowEvidence, n)
	}
	for i := range r.Evidence {
		r.Evidence[i] = p.evidence()
	}
	if v := p.byte(); v > 0 {
		r.Verified = new(v == 2)
		p.bad = p.bad || v > 2
	}
	if c := p.float(); !math.IsNaN(c) {
		r.Confidence = &c
	}
	if n, there := p.optional(37, reviewMemory); there {
		r.Review = make([]review.Entry, n)
	}
	for i := range r.Review {
		r.Review[i] = review.Entry{Row: p.int(), Key: p.text(), Code: review.Code(p.text()), Message: p.text(), Page: p.int(), Box: p.box()}
	}
	if n := p.count(1, textMemory); n > 0 {
		r.Cut = make([]string, n)
	}
	for i := range r.Cut {
		r.Cut[i] = p.text()
	}
	if n, there := p.optional(27, pageMemory); there {
		r.Pages = make([]convert.Page, n)
	}
	for i := range r.Pages {
		r.Pages[i] = convert.Page{Number: p.int(), Width: p.float(), Height: p.float()}
		if pixels := (doc.Picture{Width: p.int(), Height: p.int(), Resolution: p.float()}); pixels.Width > 0 {
			r.Pages[i].Pixels = &pixels
		}
	}
	r.Pictures = p.pictures()
	if p.bad || p.rest != "" {
		return nil, errMessage
	}
	return r, nil
}

func (p *parser) pictures() (pictures []convert.PagePicture) {
	if n := p.count(22, pictureMemory); n > 0 {
		pictures = make([]convert.PagePicture, n)
	}
	for i := range pictures {
		pictures[i] = convert.PagePicture{
			Number: p.int(), Width: p.float(), Height: p.float(), Pixels: image.Pt(p.int(), p.int()), MediaType: p.text(),
			Words: p.words(),
		}
		if data := p.string(); data != "" && p.fits(len(data)) {
			pictures[i].Data = []byte(data)
		}
	}
	return pictures
}

func (p *parser) evidence() order.RowEvidence {
	cells := p.count(46, cellMemory)
	row := make(order.RowEvidence, cells)
	for range cells {
		key := p.text()
		e := doc.Evidence{Page: p.int()}
		e.Box = p.box()
		e.Confidence = p.float()
		e.Words = make([]string, p.count(1, textMemory))
		for k := range e.Words {
			e.Words[k] = p.text()
		}
		e.Proof, e.Cut = p.text(), p.bool()
		e.Layout = p.text()
		row[key] = e
	}
	return row
}

func (p *parser) words() []convert.PageWord {
	n := p.count(33, pageWordMemory)
	if n == 0 {
		return nil
	}
	words := make([]convert.PageWord, n)
	for i := range words {
		words[i] = convert.PageWord{Text: p.text(), Box: p.box()}
	}
	return words
}

func (p *parser) box() doc.Box {
	return doc.Box{X0: p.float(), Y0: p.float(), X1: p.float(), Y1: p.float()}
}
