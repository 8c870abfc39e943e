package taught

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

// Bounds of examples: MaxRows and MaxValue are upper ones, leastText is a lower one.
const (
	MaxRows   = 2000 // line items
	MaxValue  = 4096 // bytes of a value
	leastText = 8    // words of a document
)

// Least shares of the words of an example's rows that have to stand in the document: on pages
// with text, and on recognised ones, where some words are misread.
const (
	leastStated     = 0.4
	leastRecognised = 0.3
)

// statedFields are the columns that are usually printed for each line item.
var statedFields = [...]schema.Field{schema.ItemCode, schema.Description, schema.Quantity, schema.UnitPrice, schema.LineTotal}

// each calls do with all values that the example states.
func (e *Example) each(do func(f schema.Field, v string)) {
	for _, cells := range append([]schema.Cells{e.Head}, e.Lines...) {
		for f, c := range cells {
			if c.Value != "" {
				do(schema.Field(f), c.Value)
			}
		}
	}
}

// words returns the words of all values of the example, in the form that key gives them.
func (e *Example) words(key func(string) string) map[string]bool {
	words := map[string]bool{}
	e.each(func(_ schema.Field, v string) {
		for w := range strings.FieldsSeq(v) {
			words[key(w)] = true
		}
	})
	return words
}

// check returns an error if the example cannot be one of the document.
func (e *Example) check(v *View) error {
	words, total := map[string]int{}, 0 // how often the document states each word
	for _, p := range v.Pages {
		total += len(p.Words)
		for i := range p.Words {
			words[stateOf(p.Words[i].Text)]++
		}
	}
	if total == 0 {
		return &RowsError{"the document has no text that can be read: give a PDF file with text, or a sharper picture"}
	}
	if total < leastText {
		return &RowsError{fmt.Sprintf("only %d words of the document can be read, too few to find values by: send a sharper picture of the whole page", total)}
	}
	if err := e.checkValues(); err != nil {
		return err
	}
	found, all := 0, 0
	take := func(value string) {
		for w := range strings.FieldsSeq(value) {
			if key := stateOf(w); key != "" {
				all++
				found += flag(words[key] > 0)
				words[key]--
			}
		}
	}
	for i := range e.Lines {
		for _, f := range statedFields {
			take(e.Lines[i][f].Value)
		}
	}
	if all == 0 {
		for f := range e.Head {
			take(e.Head[f].Value)
		}
	}
	recognised := v.Locale.Recognised
	switch {
	case all == 0:
		return &RowsError{"the rows state nothing: give the values that are right"}
	case recognised && float64(found) < leastRecognised*float64(all):
		return &RowsError{fmt.Sprintf("too few words of the rows were found on the picture (%d of %d): send the rows of this document, or a sharper picture", found, all)}
	case !recognised && float64(found) < leastStated*float64(all):
		return &RowsError{fmt.Sprintf("too few words of the rows were found in the document (%d of %d): send the rows of this document", found, all)}
	}
	return nil
}

// checkValues returns an error if the example is beyond the bounds of examples.
func (e *Example) checkValues() error {
	if len(e.Lines) > MaxRows {
		return &RowsError{fmt.Sprintf("there are %d rows, more than %d: send a shorter document of the same layout", len(e.Lines), MaxRows)}
	}
	for i, cells := range append([]schema.Cells{e.Head}, e.Lines...) {
		for f, c := range cells {
			switch v := c.Value; {
			case len(v) > MaxValue:
				return &RowsError{fmt.Sprintf("row %d: %s has %d bytes, more than %d: send what the document says", max(i, 1), schema.Columns[f].Key, len(v), MaxValue)}
			case !utf8.ValidString(v):
				return &RowsError{fmt.Sprintf("row %d: %s is not UTF-8: send text in that encoding", max(i, 1), schema.Columns[f].Key)}
			}
		}
	}
	return nil
}

// stateOf returns the letters and digits of a word, of numbers without zeros at either end, so
// that the form is the same however a number is written.
func stateOf(word string) string {
	bare := textnorm.Bare(word)
	if textnorm.OnlyDigits(bare) {
		if trimmed := strings.Trim(bare, "0"); trimmed != "" {
			return trimmed
		}
	}
	return bare
}
