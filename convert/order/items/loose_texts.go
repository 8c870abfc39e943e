package items

import (
	"math"
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/value"
	"lineitem/convert/order/wording"
)

// Measures of loose items.
const (
	looseAbove   = 6   // lines of a text above its figures
	looseBeneath = 6   // lines beneath the figures
	leastText    = 3   // letters of a text
	looseShare   = 0.6 // of the items that show where numbers and codes stand
)

// looseText is what is said of a loose item.
type looseText struct {
	lines   [][]*doc.Word // of the description
	number  []*doc.Word   // of the item, where it begins a line above its figures by itself
	code    []*doc.Word   // behind a label on that line
	date    string        // ISO 8601, of what stands behind a label there
	dated   []*doc.Word
	beneath []*layout.Line
	boxes   []doc.Box
}

// findLoose reads the items that stand in no table.
func (r *reader) findLoose() []*Table {
	all := r.looseItems()
	if len(all) == 0 {
		return nil
	}
	texts := make([]looseText, len(all))
	for i := range all {
		texts[i] = r.looseText(all, i)
	}
	numbers := r.takeOrdinals(texts)
	codes := takeCodes(texts)
	table := &Table{}
	for i := range all {
		item, text := &all[i], &texts[i]
		p := &tablePart{Page: r.pages[item.page], index: item.page}
		var cells schema.Cells
		put := func(f schema.Field, words []*doc.Word, value, proof string) {
			if value = strings.TrimSpace(value); value != "" && cells[f].Value == "" && len(words) > 0 {
				cells[f] = schema.Cell{Value: value, Evidence: evidenceOf(p, words, guessedCell)}
				if proof != "" {
					cells[f].Evidence.Proof, cells[f].Evidence.Confidence = proof, max(headedCell, cells[f].Evidence.Confidence)
				}
			}
		}
		for _, f := range [...]struct {
			field  schema.Field
			figure looseFigure
		}{{schema.Quantity, item.quantity}, {schema.UnitPrice, item.price}, {schema.LineTotal, item.total}} {
			put(f.field, item.words[f.figure.from:f.figure.to], f.figure.Text, item.proof)
		}
		put(schema.LineNumber, text.number, strings.Trim(wording.Join(text.number), "().: "), "")
		put(schema.ItemCode, text.code, wording.Join(text.code), "")
		code := item.words[item.code.at:item.code.to]
		put(schema.ItemCode, code, wording.Join(code), "")
		put(schema.DeliveryDate, text.dated, text.date, "")
		put(schema.LineNumber, numbers[i], strings.Trim(wording.Join(numbers[i]), "().: "), "")
		put(schema.ItemCode, codes[i], wording.Join(codes[i]), "")
		r.readBeneath(item, text, put)
		description := slices.Concat(text.lines...)
		put(schema.Description, description, strings.Trim(wording.Join(description), "-–,;: "), "")
		if cells[schema.Description].Value == "" && cells[schema.ItemCode].Value == "" {
			continue
		}
		put(schema.Unit, item.words[item.quantity.from:item.quantity.to], cleanUnit(item.quantity.Unit), "")
		if w := item.unitBefore(); w != nil {
			put(schema.Unit, []*doc.Word{w}, w.Text, "")
		}
		unit := item.labelled(r, kindUnit)
		put(schema.Unit, unit, wording.Join(unit), "")
		if _, after, ok := cutPer(wording.Join(item.words[item.price.from:item.price.to])); ok {
			put(schema.Unit, item.words[item.price.from:item.price.to], strings.TrimLeft(after, "0123456789., "), "")
		}
		table.Lines = append(table.Lines, cells)
		table.add(item.page, text.boxes)
	}
	if len(table.Lines) == 0 {
		return nil
	}
	return []*Table{table}
}

// add adds boxes to the table's region on a page.
func (t *Table) add(page int, boxes []doc.Box) {
	i := slices.IndexFunc(t.Regions, func(g Region) bool { return g.Page == page })
	if i < 0 {
		t.Regions = append(t.Regions, Region{Page: page})
		i = len(t.Regions) - 1
	}
	for _, b := range boxes {
		t.Regions[i].Box = t.Regions[i].Box.Union(b)
	}
}

// looseText finds the text of the item i: on the line of its figures, or else
// above it, and what goes on beneath.
func (r *reader) looseText(all []looseItem, i int) looseText {
	item := &all[i]
	p := r.pages[item.page]
	text := looseText{boxes: []doc.Box{p.Lines[item.line].Box}}
	own := item.ownText()
	inline := wording.CountLetters(wording.Join(own)) >= leastText
	if inline {
		text.lines = [][]*doc.Word{own}
	} else {
		first := 0
		if i > 0 && all[i-1].page == item.page {
			first = all[i-1].line + 1
		}
		start := r.startOfText(p, first, item.line)
		if k, ok := r.openingOf(p, first, item.line); ok {
			r.readOpening(&p.Lines[k], &text)
			start = k + 1
		}
		for k := start; k < item.line; k++ {
			text.lines = append(text.lines, lineWords(&p.Lines[k]))
			text.boxes = append(text.boxes, p.Lines[k].Box)
		}
	}
	end := len(p.Lines)
	if i+1 < len(all) && all[i+1].page == item.page {
		end = all[i+1].line
		if wording.CountLetters(wording.Join(all[i+1].ownText())) < leastText {
			end = r.startOfText(p, item.line+1, end)
		}
	}
	for k := item.line + 1; k < min(end, item.line+1+looseBeneath); k++ {
		l := &p.Lines[k]
		gap := (l.Baseline - p.Lines[k-1].Baseline) / l.Segments[0].Size()
		if gap > textLeading || r.opensSum(l) {
			break
		}
		text.beneath = append(text.beneath, l)
	}
	return text
}

// startOfText is the first of the lines before the line at end that make up a
// text, none before the line first.
func (r *reader) startOfText(p *layout.Page, first, end int) int {
	k := end
	for k > max(first, end-looseAbove) {
		l, next := &p.Lines[k-1], &p.Lines[k]
		if (next.Baseline-l.Baseline)/l.Segments[0].Size() > textLeading || r.opensSum(l) || r.isLabelled(l) {
			break
		}
		k--
		if _, n := r.ordinalLabel(l.Segments[0].Words); n > 0 {
			break // the item's number begins its text
		}
	}
	return k
}

// isLabelled tells whether a line begins with a label.
func (r *reader) isLabelled(l *layout.Line) bool {
	words := l.Segments[0].Words
	if _, n := r.ordinalLabel(words); n > 0 {
		return false
	}
	f, n := r.itemLabel(words)
	return n > 0 && f != schema.Discount && wording.HasDigit(wording.Join(words[n:])) || slices.ContainsFunc(words[:min(len(words), 3)], func(w *doc.Word) bool { return strings.HasSuffix(w.Text, ":") })
}

// readBeneath reads the lines beneath an item's figures: labelled values, its
// unit under the quantity, and what goes on with a text that stands beside them.
func (r *reader) readBeneath(item *looseItem, text *looseText, put func(schema.Field, []*doc.Word, string, string)) {
	quantity := item.words[item.quantity.from].Box
	going := len(text.lines) == 1 && len(text.lines[0]) > 0
	begins := len(text.lines) == 1 && !going // but a number or a code, nothing stands beside the figures
	for _, l := range text.beneath {
		labelled := false
		for k, s := range l.Segments {
			f, n := r.itemLabel(s.Words)
			if n == 0 {
				continue
			}
			labelled = true
			words := s.Words[n:]
			if len(words) == 0 && k+1 < len(l.Segments) {
				words = l.Segments[k+1].Words
			}
			switch f {
			case schema.ItemCode:
				if len(words) <= labelWords {
					put(f, words, strings.TrimLeft(wording.Join(words), ": "), "")
				}
			case schema.DeliveryDate:
				if iso, _, _, ok := r.locale.FindDate(wording.Join(words)); ok {
					put(f, words, iso, "")
				}
			}
		}
		if labelled || r.isLabelled(l) {
			going, begins = false, false
			continue
		}
		words := lineWords(l)
		if math.Abs(words[0].Box.X0-quantity.X0) < alignedEdge && isKnownUnit(words[:1]) {
			put(schema.Unit, words[:1], words[0].Text, "")
			words = words[1:]
		}
		if begins && len(words) > 0 {
			text.lines[0], begins, going = words, false, true
			text.boxes = append(text.boxes, l.Box)
		} else if going = going && len(words) > 0 && r.goesOn(text, words); going {
			text.lines = append(text.lines, words)
			text.boxes = append(text.boxes, l.Box)
		}
	}
}

// goesOn tells whether words stand under the item's text, not further left.
func (r *reader) goesOn(text *looseText, words []*doc.Word) bool {
	last := text.lines[len(text.lines)-1]
	first := text.lines[0][0]
	return !isSmaller(words[0], first) && words[0].Baseline-last[len(last)-1].Baseline <= lastLeading*first.Size &&
		words[0].Box.X0 >= first.Box.X0-first.Size/2 && words[0].Box.X0 < first.Box.X0+3*first.Size
}

// labelled are the words behind a label on the item's line that names the kind.
func (item *looseItem) labelled(r *reader, k columnKind) []*doc.Word {
	for i, w := range item.words {
		if !strings.HasSuffix(w.Text, ":") || i+1 == len(item.words) || item.segments[i+1] != item.segments[i] {
			continue
		}
		if m, n := columnWords().longest(r.tokens(item.words[i : i+1])); n > 0 && m.kinds[0] == k {
			return item.words[i+1 : i+2]
		}
	}
	return nil
}

// ordinalLabel finds a label of lines' numbers with which words begin ("Line 1",
// "POS. 01"), and how many words it takes.
func (r *reader) ordinalLabel(words []*doc.Word) (ordinal []*doc.Word, n int) {
	for k := min(3, len(words)-1); k > 0; k-- {
		tokens := r.tokens(words[:k])
		if m, used := columnWords().longest(tokens); used == 0 || used < len(tokens) || !m.has(kindLine) {
			continue
		}
		if _, ok := lineOrdinal(strings.Trim(words[k].Text, ".:)")); ok {
			return words[k : k+1], k + 1
		}
	}
	return nil, 0
}

// takeOrdinals takes the items' numbers out of their texts where they rise from
// item to item, or are labelled.
func (r *reader) takeOrdinals(texts []looseText) [][]*doc.Word {
	numbers, used := make([][]*doc.Word, len(texts)), make([]int, len(texts))
	before, found := -1, 0
	for i := range texts {
		if len(texts[i].lines) == 0 {
			continue
		}
		words := texts[i].lines[0]
		if ordinal, n := r.ordinalLabel(words); n > 0 {
			numbers[i], used[i] = ordinal, n
			found++
			continue
		}
		n, ok := lineOrdinal(strings.Trim(words[0].Text, ".:)"))
		if !ok || n <= before || len(words) == 1 {
			continue
		}
		before = n
		numbers[i], used[i] = words[:1], 1
		if _, ok := lineOrdinal(words[min(2, len(words)-1)].Text); ok && len(words) > 3 && ofWords[wording.Fold(words[1].Text)] {
			used[i] = 3 // "1 of 5"
		}
		found++
	}
	if found == 0 || float64(found) < looseShare*float64(len(texts)) || found < 2 && len(texts) > 1 {
		return make([][]*doc.Word, len(texts))
	}
	for i := range texts {
		if used[i] > 0 {
			texts[i].lines[0] = texts[i].lines[0][used[i]:]
		}
	}
	return numbers
}

// ofWords stand between an item's number and how many there are.
var ofWords = wording.Set("of / von de di van av af z ze")

// takeCodes takes the items' codes out of their texts where most of these begin
// with one.
func takeCodes(texts []looseText) [][]*doc.Word {
	codes := make([][]*doc.Word, len(texts))
	found := 0
	for i := range texts {
		if len(texts[i].lines) == 0 || len(texts[i].lines[0]) == 0 {
			continue
		}
		if w := texts[i].lines[0][:1]; isCodeLine(w) && len(w[0].Text) >= 4 && wording.HasDigit(w[0].Text) && !value.IsAmount(w[0].Text) {
			codes[i] = w
			found++
		}
	}
	if found < leastCodes || float64(found) < looseShare*float64(len(texts)) {
		return make([][]*doc.Word, len(texts))
	}
	for i := range texts {
		if codes[i] == nil && len(texts[i].lines) > 0 && len(texts[i].lines[0]) > 1 && isCodeLine(texts[i].lines[0][:1]) {
			codes[i] = texts[i].lines[0][:1]
		}
		if codes[i] != nil {
			texts[i].lines[0] = texts[i].lines[0][1:]
		}
	}
	return codes
}

// lineWords are the words of all segments of a line.
func lineWords(l *layout.Line) []*doc.Word {
	var words []*doc.Word
	for _, s := range l.Segments {
		words = append(words, s.Words...)
	}
	return words
}
