package order

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"lineitem/convert/layout"
	"lineitem/convert/order/wording"
)

// placing is where a label's value may stand.
type placing struct {
	label    *label
	span     span
	geometry float64 // how well it stands to its label, in (0, 1]
}

// placings finds where the values of a page's labels may stand: behind the label
// in its segment, right of it, or beneath it.
func (r *reading) placings(n int, p part) []placing {
	page, pl := r.pages[n], &r.labels.pages[n]
	var found []placing
	oneLine := p.countLines() == 1 // what stands beneath it holds for the order
	for i := range pl.labels {
		l := &pl.labels[i]
		inTable := r.inTable(n, l)
		if l.means == nil || onlySum(l) || inTable && !surelyHead(l) && !(oneLine && l.strength(labelDelivery) >= 0.85) || tableHead(pl, &page.Lines[l.seg.Line]) {
			continue
		}
		start := len(found)
		if !l.value.empty() && l.value.text() != "" {
			found = append(found, placing{l, joined(page, pl, l.value), behindGeometry(l)})
		}
		if l.whole {
			right, beneath := r.rightOf(page, pl, l), r.beneath(page, pl, l)
			if len(right) > 0 && len(beneath) > 0 && pl.headings(&page.Lines[l.seg.Line]) < 2 {
				beneath[0].geometry *= notHeads
			}
			found = append(append(found, right...), beneath...)
		}
		if inTable {
			for j := start; j < len(found); j++ {
				found[j].geometry *= insideTable
			}
		}
	}
	return found
}

// countLines counts the line items of an order.
func (p part) countLines() int {
	n := 0
	for _, t := range p.tables {
		n += len(t.Lines)
	}
	return n
}

// insideTable is the weight of a label that seems to stand in a table of line
// items.
const insideTable = 0.5

// surelyHead tells whether a label announces the order's number or date so
// surely that it is heard even where a table seems to stand.
func surelyHead(l *label) bool {
	return max(l.strength(labelNumber), l.strength(labelDate), l.strength(labelNumberDate)) >= 0.9
}

// notHeads is the weight of a value beneath a label that has one beside it and
// stands in no row of headings.
const notHeads = 0.8

func behindGeometry(l *label) float64 {
	switch {
	case l.colon && l.lead:
		return 1
	case l.colon:
		return 0.9
	case l.lead:
		return 0.8
	}
	return 0.6
}

// inTable tells whether the label stands in a table of line items.
func (r *reading) inTable(page int, l *label) bool {
	return r.places.Hold(page, l.box.MidX(), l.box.MidY())
}

// tableHead tells whether a line is the head of a table of line items: it
// names at least three columns such tables have.
func tableHead(pl *pageLabels, line *layout.Line) bool {
	count := 0
	for _, s := range line.Segments {
		if labels := pl.of(s); len(labels) > 0 && labels[0].whole && !labels[0].colon && itemHeads[labels[0].first.text] {
			count++
		}
	}
	return count >= 3
}

// itemHeads are the first words of the headings of line-item tables.
var itemHeads = wording.Set(`item items line ln pos position sl sr qty quantity ordered unit uom u price rate amount net cost list extended ext
	description product part material sku article mfg mfr hsn disc menge einheit einzelpreis preis betrag bezeichnung artikel
	artikelbezeichnung quantite qte unite prix montant designation cantidad cant unidad precio importe descripcion articulo codigo concepto
	quantita prezzo importo descrizione articolo codice um quantidade qtd qtde unidade preco valor vlr descricao artigo aantal eenheid prijs
	stukprijs omschrijving artikelcode bedrag regel weight length 品名 数量 単価 金額 単位`)

// rightOf finds the value right of a label, on its line or on one that
// overlaps it.
func (r *reading) rightOf(page *layout.Page, pl *pageLabels, l *label) []placing {
	var next *layout.Segment
	for n := max(0, l.seg.Line-1); n <= min(len(page.Lines)-1, l.seg.Line+1); n++ {
		for _, s := range page.Lines[n].Segments {
			if s == l.seg || s.X0 < l.box.X1-1 || leaders(s) || next != nil && s.X0 >= next.X0 {
				continue
			}
			if n != l.seg.Line && s.OverlapY(l.box) < 0.5*min(s.Height(), l.box.Height()) {
				continue
			}
			next = s
		}
	}
	if next == nil {
		return nil
	}
	value, ok := valueSpan(page, pl, l, next)
	if !ok {
		return nil
	}
	gap := (next.X0 - l.box.X1) / max(1, page.Width)
	geometry := 0.95 - 0.6*max(0, gap-0.05)
	if first := next.Words[0].Text[0]; !l.colon && first != ':' && first != '=' {
		geometry -= 0.1
	}
	if geometry <= 0.3 {
		return nil
	}
	return []placing{{l, value, geometry}}
}

// leaders tells whether a segment holds marks alone: the dots or the colon that
// lead from a label to its value.
func leaders(s *layout.Segment) bool {
	for _, w := range s.Words {
		if strings.Trim(w.Text, ".:_-…·=") != "" {
			return false
		}
	}
	return true
}

// valueSpan is the span of a segment as the value of a label. It is none when the
// segment announces a value of its own; the word "No." in front of it is not
// part of it.
func valueSpan(page *layout.Page, pl *pageLabels, l *label, s *layout.Segment) (span, bool) {
	if labels := pl.of(s); len(labels) > 0 && l.strength(labelNumber) > 0 && labels[0].lead && labels[0].onlyNumber() && !labels[0].value.empty() {
		return joined(page, pl, labels[0].value), true
	}
	if pl.announces(s) && !pl.namesMethod(page, l, s) && !(l.strength(labelTerms) > 0 && netTerms(pl.of(s))) {
		return span{}, false
	}
	return joined(page, pl, whole(s)), true
}

// namesMethod tells whether a segment right of a label for the method of
// shipment is such a method, although it could be a label itself: "Spedizione:
// Corriere", "Ship via: Courier". Nothing stands right of it.
func (pl *pageLabels) namesMethod(page *layout.Page, l *label, s *layout.Segment) bool {
	own := pl.of(s)
	return s.Line == l.seg.Line && l.strength(labelShipVia) > 0 && own[0].strength(labelShipVia) > 0 && !own[0].colon && rightNeighbour(page, s, s.X1) == nil
}

// netTerms tells whether what a segment begins with is no label but the word of
// terms that is one, too: "Net 30".
func netTerms(own []label) bool {
	return len(own) == 1 && !own[0].colon && onlySum(&own[0]) && statesTerms(own[0].seg.Text()) && len(own[0].seg.Text()) < maxTerms
}

// widestBlank is the widest gap between two segments of one value: an em, or two
// blanks of a typewriter.
func widestBlank(a, b *layout.Segment) float64 {
	pitch := a.Words[0].Box.Width() / float64(utf8.RuneCountInString(a.Words[0].Text))
	for _, s := range [...]*layout.Segment{a, b} {
		for _, w := range s.Words {
			if math.Abs(w.Box.Width()/float64(utf8.RuneCountInString(w.Text))-pitch) > 0.01*pitch {
				return a.Size()
			}
		}
	}
	return max(a.Size(), 2.1*pitch)
}

// joined adds what stands close behind a span, on its line: where words are
// set wide apart, a value may be cut into several segments.
func joined(page *layout.Page, pl *pageLabels, s span) span {
	if s.to != len(s.seg.Words) || s.truncated > 0 {
		return s
	}
	line := page.Lines[s.seg.Line].Segments
	at := slices.Index(line, s.seg)
	for at >= 0 && at+1 < len(line) {
		last, next := s.seg, line[at+1]
		if next.X0-last.X1 > widestBlank(last, next) || next.Cell != last.Cell || pl.announces(next) || pl.opensField(next) {
			break
		}
		wide := *last
		wide.Box = last.Box.Union(next.Box)
		wide.Words = slices.Concat(last.Words, next.Words)
		s.seg, s.to = &wide, len(wide.Words)
		at++
	}
	return s
}

// opensField tells whether a segment begins with a label of the order's head and
// its value, so that it does not go on the value before it: fields side by side.
func (pl *pageLabels) opensField(s *layout.Segment) bool {
	labels := pl.of(s)
	return len(labels) > 0 && labels[0].lead && !labels[0].value.empty() && labels[0].surest() >= 0.9 && !onlySum(&labels[0])
}

// widestColumn is how much of the page's width a ruled cell may take that holds
// one label and its value.
const widestColumn = 0.7

// Distances of a value beneath its label, in heights of the label.
const (
	beneathReach     = 3.0 // at most, where no ruled cell holds both
	beneathReachCell = 6.0 // at most, in one ruled cell or the next
)

// beneath finds the value beneath a label: the first segment that is aligned
// with it, in the label's own column.
func (r *reading) beneath(page *layout.Page, pl *pageLabels, l *label) []placing {
	line := &page.Lines[l.seg.Line]
	left, right := 0.0, page.Width
	for _, s := range line.Segments {
		if s.X1 <= l.box.X0 {
			left = max(left, s.X1)
		} else if s.X0 >= l.box.X1 {
			right = min(right, s.X0)
		}
	}
	height := max(4, l.box.Height())
	for n := l.seg.Line + 1; n < len(page.Lines); n++ {
		below := &page.Lines[n]
		if below.Y0-l.box.Y1 > beneathReachCell*height {
			break
		}
		for _, s := range below.Segments {
			if s.X1 <= l.box.X0-40 || s.X0 >= right || s.MidX() <= left || s.Y0 < l.box.Y0+0.5*height {
				continue
			}
			align := alignment(l, s)
			distance := (s.Y0 - l.box.Y1) / height
			cell := sameColumnCell(page, l, s)
			if cell && align < 0.9 {
				if betterAligned(below, l, s, align) {
					continue
				}
				align = 0.9
			}
			if align <= 0 || distance > beneathReach && !cell {
				continue
			}
			value, ok := valueSpan(page, pl, l, s)
			if !ok || roomInside(page, l, s) {
				return nil
			}
			geometry := (0.6 + 0.32*align) * (1 - 0.05*max(0, distance-0.5))
			if l.colon {
				geometry -= 0.05
			}
			return []placing{{l, value, geometry}}
		}
	}
	return nil
}

// betterAligned tells whether another segment of a line stands under a label
// better than the given one, and well apart from it.
func betterAligned(line *layout.Line, l *label, s *layout.Segment, align float64) bool {
	return slices.ContainsFunc(line.Segments, func(o *layout.Segment) bool { return o.X0-s.X1 > 2*s.Size() && alignment(l, o) > max(align, 0.5) })
}

// alignment tells how well a segment stands under a label: 1 when their left
// edges, middles or right edges are the same, 0 when none is near.
func alignment(l *label, s *layout.Segment) float64 {
	d := min(math.Abs(s.X0-l.box.X0), math.Abs(s.MidX()-l.box.MidX()), math.Abs(s.X1-l.box.X1))
	if s.X0 > l.box.X1 || s.X1 < l.box.X0 {
		d = max(d, 20)
	}
	return 1 - d/40
}

// sameColumnCell tells whether the label and the segment stand in one ruled
// cell, or in two of which the segment's is beneath the label's. A frame across
// the page holds several columns.
func sameColumnCell(page *layout.Page, l *label, s *layout.Segment) bool {
	if l.seg.Cell < 0 || s.Cell < 0 {
		return false
	}
	a, b := page.Cells[l.seg.Cell], page.Cells[s.Cell]
	if l.seg.Cell == s.Cell {
		return a.Width() < widestColumn*page.Width
	}
	return math.Abs(a.Y1-b.Y0) < 3 && a.OverlapX(b) > 0.8*min(a.Width(), b.Width())
}

// roomInside tells whether the label stands in a box of its own that has room
// for its value, and the segment stands outside: the box was left empty.
func roomInside(page *layout.Page, l *label, s *layout.Segment) bool {
	if l.seg.Cell < 0 || s.Cell == l.seg.Cell {
		return false
	}
	c := page.Cells[l.seg.Cell]
	return c.Y1-l.box.Y1 > 1.1*l.box.Height() && c.Width() < widestColumn*page.Width
}
