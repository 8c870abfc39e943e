package items

import (
	"math"
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"

	"github.com/shopspring/decimal"
)

var labelledItems = mechanism.New("items: items whose values stand behind labels")

// labelledValue is a value after a label that elsewhere is the heading of a column: "Article No.: 325803".
type labelledValue struct {
	field      schema.Field
	cell       schema.Cell
	words      []*doc.Word // after the label
	page, line int
	label      doc.Box
}

// labelledValues returns the values of line items that follow labels, in reading order.
func (r *reader) labelledValues() []labelledValue {
	var found []labelledValue
	for p, page := range r.pages {
		for i := range page.Lines {
			line := &page.Lines[i]
			for k, s := range line.Segments {
				var next *layout.Segment
				if k+1 < len(line.Segments) {
					next = line.Segments[k+1]
				}
				for _, v := range r.labelledValue(page, s, next) {
					v.page, v.line, v.label = p, i, s.Box
					found = append(found, v)
				}
			}
		}
	}
	return found
}

// labelledFields are the fields that labels state, by the kind of their columns.
var labelledFields = map[headings.Kind]schema.Field{
	headings.Code: schema.ItemCode, headings.Description: schema.Description, headings.Quantity: schema.Quantity, headings.Price: schema.UnitPrice,
	headings.Total: schema.LineTotal, headings.Unit: schema.Unit,
}

// labelledValue reads the values of a segment that begins with a label or, if the segment
// holds nothing else, those of the next segment, nil for none.
func (r *reader) labelledValue(page *layout.Page, s, next *layout.Segment) []labelledValue {
	var few tokenBuffer
	tokens := r.appendTokens(few[:0], s.Words)
	f, n := labelAt(tokens)
	if n == 0 {
		return nil
	}
	end := tokens[n-1].Word
	words := s.Words[end+1:]
	hash := tokens[n-1].Text == "#"
	if n < len(tokens) && tokens[n].Word == end {
		if !hash {
			return nil
		}
		words = s.Words[end:]
	}
	for len(words) > 0 && words[0].Text == ":" {
		words = words[1:]
	}
	figure := f == schema.Quantity || f == schema.UnitPrice || f == schema.LineTotal
	marked := figure || hash || colonAfter(s.Words, end) || len(words) > 0 && strings.HasPrefix(words[0].Text, "#")
	if len(words) == 0 && next != nil && (marked || end > 0 || f == schema.Description) {
		words, marked = next.Words, true
	}
	if !marked || len(words) == 0 {
		return nil
	}
	return r.valuesOf(page, f, words)
}

// labelAt returns the field of the longest label with which tokens begin, and how many tokens it takes.
func labelAt(tokens []headings.Token) (schema.Field, int) {
	m, n := headings.Longest(tokens)
	f, stated := schema.Field(0), false
	if n > 0 && !m.Shared {
		f, stated = labelledFields[m.Kinds[0]]
	}
	// As a label, words mean an item's code more often than as the heading of a column.
	for end := max(n, 1); end <= min(len(tokens), longestItemLabel); end++ {
		if vocabulary().labels[joined(tokens[:end])] == schema.ItemCode {
			f, n, stated = schema.ItemCode, end, true
		}
	}
	if !stated {
		return 0, 0
	}
	return f, n
}

// valuesOf reads words as the value of a field. Those of a quantity may state a unit and a
// price, too: "1 @ $40.99 / carton".
func (r *reader) valuesOf(page *layout.Page, f schema.Field, words []*doc.Word) []labelledValue {
	var found []labelledValue
	add := func(f schema.Field, text string) {
		if text != "" {
			found = append(found, labelledValue{field: f, words: words, cell: statedCell(page, text, words...)})
		}
	}
	text := textnorm.Join(words)
	switch f {
	case schema.ItemCode:
		if text = strings.TrimLeft(text, "# "); len(words) <= labelWords && textnorm.HasDigit(text) && isCode(words) {
			add(f, text)
		}
		return found
	case schema.Description:
		if textnorm.CountLetters(text) > 2 {
			add(f, text)
		}
		return found
	case schema.Unit:
		if len(words) <= 2 && !textnorm.HasDigit(text) {
			add(f, text)
		}
		return found
	}
	before, after, priced := strings.Cut(text, "@")
	n, ok := r.readFigure(strings.TrimSpace(before))
	if !ok || n.Percent {
		return nil
	}
	add(f, n.Text)
	if f != schema.Quantity {
		return found
	}
	unit := n.Unit
	if p, ok := r.readFigure(strings.TrimSpace(after)); ok && priced {
		add(schema.UnitPrice, p.Text)
		unit = strings.TrimLeft(p.Unit, "/ ")
	}
	add(schema.Unit, unit)
	return found
}

// Labelled finds items whose values follow labels: one on a form, or several whose
// labels repeat.
func (f *Finder) Labelled() []*Table {
	if !labelledItems.On() {
		return nil
	}
	var items []labelledItem
	for _, v := range f.labelledValues() {
		if n := len(items) - 1; n < 0 || items[n].endsBefore(&v) {
			items = append(items, labelledItem{})
		}
		it := &items[len(items)-1]
		if it.cells[v.field].Value == "" {
			if v.field == schema.Description {
				v.cell = f.textOf(slices.Concat(v.words, f.textFrom(&v, doc.BoxOf(v.words), 1)), v.page)
			}
			it.cells[v.field], it.last = v.cell, v
			if it.first.cell.Value == "" {
				it.first = v
			}
		}
	}
	t := &Table{}
	for i := range items {
		it := &items[i]
		c := &it.cells
		if c[schema.Quantity].Value == "" {
			continue
		}
		if c[schema.Description].Value == "" {
			c[schema.Description] = f.textOf(f.textFrom(&it.first, it.first.label, -1), it.first.page)
		}
		if c[schema.LineTotal].Value == "" {
			c[schema.LineTotal] = f.totalBeneath(it)
		}
		t.Lines = append(t.Lines, *c)
	}
	for i := 0; i < len(f.pages) && len(t.Lines) == 0; i++ {
		if cells, ok := f.formItem(f.pages[i]); ok {
			t.Lines = append(t.Lines, cells)
		}
	}
	if len(t.Lines) == 0 {
		return nil
	}
	t.Regions = RegionsOfLines(f.pages, t.Lines)
	return []*Table{t}
}

// labelledItem is an item whose values follow labels.
type labelledItem struct {
	cells       schema.Cells
	first, last labelledValue
}

// endsBefore reports whether a value belongs to another item: one on another page; one of a
// field that the item has already, where it has a quantity; or one more than textLines
// below an item without description, code and quantity.
func (it *labelledItem) endsBefore(v *labelledValue) bool {
	if c := &it.cells; c[schema.Description].Value+c[schema.ItemCode].Value+c[schema.Quantity].Value == "" && v.line-it.last.line > textLines {
		return true
	}
	return v.page != it.first.page || it.cells[v.field].Value != "" && (v.field == schema.Quantity || it.cells[schema.Quantity].Value != "")
}

// Bounds of what is around labels.
const (
	textLines = 3   // how many lines away texts and totals may be
	textGap   = 1.2 // largest gap between the lines of a text, in font sizes
	textEdge  = 4.0 // their left edges differ by less than this, points
)

// textFrom returns the text right below a box on a value's line, or above it if by is
// -1 instead of 1, with the same left edge.
func (f *Finder) textFrom(v *labelledValue, box doc.Box, by int) []*doc.Word {
	page := f.pages[v.page]
	var words []*doc.Word
	for i := v.line + by; i >= 0 && i < len(page.Lines) && by*(i-v.line) <= textLines; i += by {
		var next, left *layout.Segment
		for _, s := range page.Lines[i].Segments {
			if math.Abs(s.X0-box.X0) < textEdge {
				next = s
				break
			}
			left = s
		}
		if next == nil || max(next.Y0-box.Y1, box.Y0-next.Y1) > textGap*next.Size() || textnorm.CountLetters(textnorm.Join(next.Words)) < 3 && len(words) == 0 {
			break
		}
		switch {
		case by < 0:
			words = slices.Concat(next.Words, words)
		case len(f.labelledValue(page, next, nil)) > 0 || left != nil && len(f.labelledValue(page, left, next)) > 0:
			return words
		default:
			words = append(words, next.Words...)
		}
		box = next.Box
	}
	return words
}

// textOf returns a cell with the text of words on a page, empty if there are none.
func (f *Finder) textOf(words []*doc.Word, page int) schema.Cell {
	return statedCell(f.pages[page], textnorm.Join(words), words...)
}

// statedCell returns a cell with a value that words on a page state, empty if value is.
func statedCell(page *layout.Page, value string, words ...*doc.Word) schema.Cell {
	if value == "" {
		return schema.Cell{}
	}
	return schema.Cell{Value: value, Evidence: page.Evidence(words, headedCell)}
}

// totalBeneath returns the amount that is the product of an item's quantity and price, from
// its last line or one of the next ones.
func (f *Finder) totalBeneath(it *labelledItem) schema.Cell {
	q, err1 := decimal.NewFromString(it.cells[schema.Quantity].Value)
	p, err2 := decimal.NewFromString(it.cells[schema.UnitPrice].Value)
	if err1 != nil || err2 != nil {
		return schema.Cell{}
	}
	page := f.pages[it.last.page]
	for i := it.last.line; i < min(len(page.Lines), it.last.line+textLines); i++ {
		for _, s := range page.Lines[i].Segments {
			if n, ok := f.readFigure(textnorm.Join(s.Words)); ok && n.Value.Equal(q.Mul(p)) && s.Box != it.last.label {
				return statedCell(page, n.Text, s.Words...)
			}
		}
	}
	return schema.Cell{}
}
