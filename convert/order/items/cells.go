package items

import (
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

// sureCell is the highest confidence, 0 to 1, to which arithmetic raises that of cells that it confirms.
const sureCell = 0.98

// Confidence of other cells, by what speaks for them. It is limited by that of
// the words themselves, as OCR states it.
const (
	headedCell  = 0.9 // under a heading that is understood
	guessedCell = 0.7 // inferred from what is in the column
)

// readRow reads a row's cells.
func (t *tableDraft) readRow(r *tableRow, cells *schema.Cells) {
	var spare schema.Cells
	t.readLabelled(r, cells, &spare)
	t.readTexts(r, cells)
	for c := range t.columns {
		if c >= len(r.cells) || len(r.cells[c]) == 0 {
			continue
		}
		switch t.columns[c].kind {
		case headings.LineNumber:
			t.set(cells, schema.LineNumber, r, c, r.anchorCell(c), "")
		case headings.OrderNumber:
			if words := r.anchorCell(c); textnorm.HasDigit(textnorm.Join(words)) {
				t.set(cells, schema.PONumber, r, c, words, "")
			}
		case headings.Date:
			l := t.locale
			if iso, _, _, ok := l.FindDate(textnorm.Join(r.cells[c])); ok {
				t.set(cells, schema.DeliveryDate, r, c, r.cells[c], iso)
			}
		case headings.Discount:
			if discount := t.discountOf(r); discount != "" {
				t.set(cells, schema.Discount, r, c, r.anchorCell(c), discount)
			}
		case headings.Unit:
			if text := CleanUnit(textnorm.Join(r.anchorCell(c))); textnorm.CountLetters(text) > 0 || text == "%" || text == "\"" {
				t.set(cells, schema.Unit, r, c, r.anchorCell(c), text)
			}
		}
	}
	for f := range kindOf {
		if cells[f].Value == "" {
			cells[f] = spare[f]
		}
	}
	t.readFigures(r, cells)
}

// anchorCell returns a cell's words on the row's anchor line, or all of the
// cell's words if there are none on that line.
func (r *tableRow) anchorCell(c int) []*doc.Word {
	if c < len(r.anchor.cells) && len(r.anchor.cells[c]) > 0 {
		return r.anchor.cells[c]
	}
	return r.cells[c]
}

// set fills a cell, unless it has a value, with what the words state: the given
// normal form or, if that is empty, the text as printed.
func (t *tableDraft) set(cells *schema.Cells, f schema.Field, r *tableRow, column int, words []*doc.Word, value string) {
	if value == "" {
		value = textnorm.Join(words)
	}
	if value == "" || cells[f].Value != "" {
		return
	}
	confidence := headedCell
	if column >= 0 && t.columns[column].known < 0.5 {
		confidence = guessedCell
	}
	cells[f] = schema.Cell{Value: value, Evidence: r.part.Page.Evidence(words, confidence)}
}

// readTexts reads the description and the item code.
func (t *tableDraft) readTexts(r *tableRow, cells *schema.Cells) {
	d := t.textColumn()
	for c := range t.columns {
		if t.columns[c].kind == headings.Code && c != d && len(r.cells[c]) > 0 {
			words := t.codeWords(r, c)
			t.set(cells, schema.ItemCode, r, c, words, "")
		}
	}
	if d < 0 {
		return
	}
	texts := t.takeCode(r, d, t.textsOf(r, d), cells)
	var words []*doc.Word
	for _, text := range t.describing(texts) {
		words = append(words, text.words...)
	}
	if len(words) == 0 {
		return
	}
	value := textnorm.Join(words)
	if cells[schema.ItemCode].Value == "" && ocrrepair.Recognised(words) && len(words) > 1 {
		if code, ok := ocrrepair.Brackets(words[0].Text); ok {
			t.set(cells, schema.ItemCode, r, d, words[:1], code)
			value = textnorm.Join(words[1:])
		}
	}
	// A cell of a column of figures may hold nothing but its figure.
	if t.columns[d].kind.Numeric() && textnorm.CountLetters(value) == 0 {
		return
	}
	t.set(cells, schema.Description, r, d, words, value)
}

// CleanUnit removes from a unit of measure the marks that join it to a figure, and brackets around it. It returns
// "" for an x, which is a multiplication sign.
func CleanUnit(s string) string {
	s = strings.TrimSpace(strings.TrimLeft(s, "/ "))
	if strings.HasPrefix(s, "(") && strings.HasSuffix(s, ")") {
		s = strings.TrimSpace(s[1 : len(s)-1])
	}
	if s = strings.TrimRight(s, ",;"); strings.EqualFold(s, "x") {
		return ""
	}
	return s
}

// figure reads words as a number, which a unit may follow.
func (t *tableDraft) figure(words []*doc.Word) (value.Number, bool) {
	if len(words) == 0 || len(words) > 8 {
		return value.Number{}, false
	}
	n, ok := t.readFigure(textnorm.Join(words))
	if (!ok || n.Unit != "") && ocrrepair.Recognised(words) {
		return t.numeralFigure(words, n, ok)
	}
	return n, ok
}

// numeralFigure reads the words of a cell of figures again, taking letters that
// look like digits for digits: what is beside a figure in such a column is a unit,
// a currency or a misread digit. n and ok are the first reading, which it returns
// if the second is no better or the first has a unit that is known or is longer
// than two bytes.
func (t *tableDraft) numeralFigure(words []*doc.Word, n value.Number, ok bool) (value.Number, bool) {
	if ok && (value.IsUnit(n.Unit) || len(n.Unit) > 2) {
		return n, ok
	}
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		body := strings.Trim(w.Text, ocrrepair.StrayMarks)
		text, digits, letters, all := ocrrepair.Numerals(body)
		switch {
		case !all || letters == 0 && digits == 0:
			b.WriteString(body)
		case digits > 0 || len(words) == 1:
			b.WriteString(text)
		default:
			b.WriteString(body)
		}
	}
	if again, read := t.readFigure(b.String()); read && (!ok || again.Unit == "") {
		return again, true
	}
	return n, ok
}

// overCell is how far a remark beneath a description must extend beyond the right
// edge of its column's cell, in ems.
const overCell = 3.0

var remarks = mechanism.New("items: remarks beneath descriptions, by their setting")

// describing returns the lines of an item's texts that make up its description,
// without the instructions and references beneath it. Their wording does not tell
// them apart, as descriptions mention certificates and packing, too; their
// typesetting does: a remark is bolder, or extends beyond the column's cell.
func (t *tableDraft) describing(texts []itemText) []itemText {
	texts = slices.DeleteFunc(texts, func(text itemText) bool { return len(text.words) == 0 })
	for i := 1; i < len(texts) && remarks.On(); i++ {
		text, before := &texts[i], texts[:i]
		if last := &before[i-1]; text.part == last.part && text.line.Baseline <= last.line.Baseline {
			continue
		}
		bolder := allBold(text.words) && !before[0].words[0].Bold
		if bolder || text.overhang() > overCell && !slices.ContainsFunc(before, func(b itemText) bool { return b.overhang() > 1 }) {
			return before
		}
	}
	return texts
}

// overhang returns how far a line extends beyond the right edge of its column's cell, in ems.
func (text *itemText) overhang() float64 {
	last := text.words[len(text.words)-1]
	return (last.Box.X1 - text.part.extents[text.column].right) / last.Size
}

func allBold(words []*doc.Word) bool {
	return !slices.ContainsFunc(words, func(w *doc.Word) bool { return !w.Bold })
}
