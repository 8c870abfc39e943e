package items

import (
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

var labelledLines = mechanism.New("items: codes and dates behind labels beneath items")

// labelWords is the greatest number of words of a code after a label.
const labelWords = 4

// longestItemLabel is the greatest number of tokens of an item label.
const longestItemLabel = 4

// colonAfter reports whether a colon follows the word i or ends it.
func colonAfter(words []*doc.Word, i int) bool {
	return strings.HasSuffix(words[i].Text, ":") || i+1 < len(words) && words[i+1].Text == ":"
}

// itemLabel returns the field of the longest label with which words begin, and how many words it takes.
func (r *reader) itemLabel(words []*doc.Word) (f schema.Field, n int) {
	if len(words) == 0 {
		return 0, 0
	}
	v := vocabulary()
	var few tokenBuffer
	tokens := r.appendTokens(few[:0], words[:min(len(words), longestItemLabel+1)])
	if len(tokens) == 0 || !v.starts[tokens[0].Text] {
		return 0, 0
	}
	for i, t := range tokens[:min(len(tokens), longestItemLabel)] {
		key := joined(tokens[:i+1])
		label, ok := v.labels[key]
		if !ok || i+1 < len(tokens) && tokens[i+1].Word == t.Word || v.common[key] && !colonAfter(words, t.Word) {
			continue
		}
		f, n = label, t.Word+1
	}
	return f, n
}

// asideWords is the greatest number of words of a label whose value does not describe an item.
const asideWords = 6

// isAside reports whether words begin with a label whose value does not describe an item: that
// of an account, a buyer, a contract.
func (r *reader) isAside(words []*doc.Word) bool {
	for i := range words[:min(len(words), asideWords)] {
		switch {
		case words[i].Text == "-" || words[i].Text == "–":
			return false // what is before it is a text
		case colonAfter(words, i):
			return slices.ContainsFunc(r.appendTokens(nil, words[:i+1]), func(t headings.Token) bool { return vocabulary().labelWords[t.Text] })
		}
	}
	return false
}

// labelled returns the words of a label's value, given those after the label: without a
// colon that is a word by itself, up to the bar before the next label.
func labelled(words []*doc.Word) []*doc.Word {
	if len(words) > 0 && words[0].Text == ":" {
		words = words[1:]
	}
	if bar := slices.IndexFunc(words, func(w *doc.Word) bool { return w.Text == "|" }); bar >= 0 {
		words = words[:bar]
	}
	return words
}

// beginsWith reports whether the text is on the first line of the row, and this is the anchor.
func (r *tableRow) beginsWith(text *itemText) bool {
	return text.line == r.anchor && text.line == r.lines[0]
}

// readLabelled reads the lines beneath an item that state its code or its delivery
// date after a label, and removes them from the item's text. A value that has a
// column of its own as well goes into spare.
func (t *tableDraft) readLabelled(r *tableRow, cells, spare *schema.Cells) {
	if !labelledLines.On() {
		return
	}
	for i := range r.more {
		text := &r.more[i]
		f, n := t.itemLabel(text.words)
		if n == 0 || r.beginsWith(text) {
			continue
		}
		words, next := labelled(text.words[n:]), i
		// The value may be in the next column, as in a list of labels.
		if len(words) == 0 && i+1 < len(r.more) && r.more[i+1].line == text.line {
			next++
			words = r.more[next].words
		}
		value := strings.TrimLeft(textnorm.Join(words), ": ")
		switch f {
		case schema.DeliveryDate:
			iso, _, _, ok := t.locale.FindDate(value)
			if !ok {
				continue
			}
			value = iso
		case schema.ItemCode:
			if len(words) > labelWords || !isCode(words) {
				continue
			}
		}
		into := &cells[f]
		if t.find(kindOf[f]) >= 0 {
			into = &spare[f]
		}
		if into.Value == "" {
			*into = schema.Cell{Value: value, Evidence: text.part.Page.Evidence(words, headedCell)}
		}
		text.words = nil
		if next != i {
			r.more[next].words = nil
		}
	}
}

// kindOf maps the fields that labels state to the kinds of columns that state them, too.
var kindOf = map[schema.Field]headings.Kind{schema.ItemCode: headings.Code, schema.DeliveryDate: headings.Date}

// CodeLabel returns how many words the label of an item's code takes with which words begin, 0 for none: "Art.-Nr.", "SKU:". A heading of a
// column of codes is a label only before a colon; a label with which texts may begin, too, only before a colon or as an abbreviation.
func CodeLabel(words []*doc.Word) int {
	v, n := vocabulary(), 0
	var few tokenBuffer
	tokens := few[:0]
	for i, w := range words[:min(len(words), longestItemLabel+1)] {
		tokens = headings.AppendTokens(tokens, i, textnorm.Fold(w.Text))
	}
	for i, t := range tokens[:min(len(tokens), longestItemLabel)] {
		if i+1 < len(tokens) && tokens[i+1].Word == t.Word {
			continue
		}
		key := joined(tokens[:i+1])
		if v.labels[key] == schema.ItemCode && (!v.common[key] || colonAfter(words, t.Word) || strings.HasSuffix(words[t.Word].Text, ".")) {
			n = t.Word + 1
		}
	}
	if m, k := headings.Longest(tokens); k > 0 && m.Kinds[0] == headings.Code && !m.Shared && colonAfter(words, tokens[k-1].Word) {
		n = max(n, tokens[k-1].Word+1)
	}
	return n
}

// NamesCode reports whether folded words are a label of an item's code, including labels with which texts may begin, too.
func NamesCode(label []string) bool {
	return vocabulary().labels[strings.Join(label, " ")] == schema.ItemCode
}
