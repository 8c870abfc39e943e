package items

import (
	"strings"
	"unicode"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/textnorm"
)

// lineClass is what a line below a header is by its own words.
type lineClass uint8

const (
	plainLine     lineClass = iota
	separatorLine           // dashes, underscores, asterisks
	subtotalLine            // sums and their parts within a table: section totals, carried forward
	taxLine                 // taxes, freight, discounts of the whole order
	totalLine               // sums that end a table
)

// classify returns what a line is by its words: a summary if one of its segments
// holds nothing but a summary's label, figures and what may be beside these.
func (r *reader) classify(l *layout.Line) lineClass {
	class, known := r.classes[l]
	if !known {
		class = r.classOf(l)
		r.classes[l] = class
	}
	return class
}

func (r *reader) classOf(l *layout.Line) lineClass {
	if IsSeparator(l) {
		return separatorLine
	}
	for i, s := range l.Segments {
		if i > 6 {
			break
		}
		class := r.summaryOf(s.Words)
		if class < totalLine && len(s.Words) == 1 && countFigures(l.Segments) == 0 {
			continue // "Delivery" may end a text; a tax states its amount
		}
		if class != plainLine {
			return class
		}
	}
	return plainLine
}

// summaryOf returns the class of summary that the words label, plainLine if none.
func (r *reader) summaryOf(words []*doc.Word) lineClass {
	if len(words) > 12 {
		return plainLine
	}
	var few tokenBuffer
	tokens := r.appendTokens(few[:0], words)
	// Forms number their fields: "17(c) GRAND TOTAL".
	for len(tokens) > 1 && words[tokens[0].Word] == words[0] && (isNumeral(tokens[0].Text) || len(tokens[0].Text) == 1) {
		tokens = tokens[1:]
	}
	if len(tokens) == 0 || len(tokens) > 16 {
		return plainLine
	}
	class, end := summaryAt(tokens)
	if end == 0 {
		return plainLine
	}
	for _, t := range tokens[end:] {
		if !vocabulary().beside[t.Text] && !isNumeral(t.Text) && len(t.Text) > 1 {
			// What follows a colon is the summary's value: "Shipping address: 12 Mill Lane". The value of a total is a
			// figure: "Base: smoked oak" describes an item.
			label := tokens[end-1].Word
			if !(strings.HasSuffix(words[label].Text, ":") && (class != totalLine || textnorm.HasDigit(textnorm.Join(words)))) && !(label+1 < len(words) && strings.HasSuffix(words[label+1].Text, ":") && !r.isLabelled(words)) {
				return plainLine
			}
		}
	}
	return class
}

// isLabelled reports whether words begin with the label of a column of line items: "Delivery date:".
func (r *reader) isLabelled(words []*doc.Word) bool {
	_, n := r.itemLabel(words)
	return n > 0
}

// summaryAt returns the class of the longest summary label with which the tokens
// begin, and how many tokens it takes, 0 if there is none.
func summaryAt(tokens []headings.Token) (class lineClass, n int) {
	v := vocabulary()
	if len(tokens) == 0 || !v.starts[tokens[0].Text] {
		return plainLine, 0
	}
	for i := range tokens[:min(len(tokens), 6)] {
		if c, ok := v.summaries[joined(tokens[:i+1])]; ok {
			class, n = c, i+1
		}
	}
	return class, n
}

func isNumeral(s string) bool {
	for _, r := range s {
		if !unicode.IsDigit(r) {
			return false
		}
	}
	return true
}

// IsSeparator reports whether a line is a rule made of characters.
func IsSeparator(l *layout.Line) bool {
	n := 0
	for _, s := range l.Segments {
		for _, w := range s.Words {
			for _, r := range w.Text {
				switch r {
				case '-', '_', '=', '*', '.', '~', '–', '—', '─', '━', '│', '|', '+':
					n++
				default:
					return false
				}
			}
		}
	}
	return n >= 5
}
