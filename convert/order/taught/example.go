package taught

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

// Bounds of examples.
const (
	MaxRows   = 2000 // line items
	MaxValue  = 4096 // bytes of a value
	leastText = 8    // words of a document
)

// Shares of the values of an example's rows that have to stand on the document, on pages
// with text and on recognised ones, where some are misread.
const (
	leastStated     = 0.4
	leastRecognised = 0.3
)

// check reports why an example cannot be one of a document.
func (e *Example) check(v *View) error {
	words, total, recognised := wordsOf(v)
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
	for i := range e.Lines {
		for _, f := range statedFields {
			n, of := take(words, e.Lines[i][f].Value)
			found, all = found+n, all+of
		}
	}
	if all == 0 {
		for f := range e.Head {
			n, of := take(words, e.Head[f].Value)
			found, all = found+n, all+of
		}
	}
	least := leastStated
	if recognised {
		least = leastRecognised
	}
	switch {
	case all == 0:
		return &RowsError{"the rows state nothing: give the values that are right"}
	case float64(found) >= least*float64(all):
		return nil
	case recognised:
		return &RowsError{fmt.Sprintf("of the %d words in the rows, only %d were found on the picture: send the rows of this document, or a sharper picture", all, found)}
	}
	return &RowsError{fmt.Sprintf("of the %d words in the rows, only %d were found in the document: send the rows of this document", all, found)}
}

// statedFields are the columns of line items that are printed for each of them as a rule.
var statedFields = [...]schema.Field{schema.ItemCode, schema.Description, schema.Quantity, schema.UnitPrice, schema.LineTotal}

// checkValues reports what is beyond the bounds of examples.
func (e *Example) checkValues() error {
	if len(e.Lines) > MaxRows {
		return &RowsError{fmt.Sprintf("there are %d rows, more than %d: send a shorter document of the same layout", len(e.Lines), MaxRows)}
	}
	check := func(row int, cells *schema.Cells) error {
		for f := range cells {
			switch v := cells[f].Value; {
			case len(v) > MaxValue:
				return &RowsError{fmt.Sprintf("row %d: %s has %d bytes, more than %d: send what the document says", row, schema.Columns[f].Key, len(v), MaxValue)}
			case !utf8.ValidString(v):
				return &RowsError{fmt.Sprintf("row %d: %s is not UTF-8: send text in that encoding", row, schema.Columns[f].Key)}
			}
		}
		return nil
	}
	if err := check(1, &e.Head); err != nil {
		return err
	}
	for i := range e.Lines {
		if err := check(i+1, &e.Lines[i]); err != nil {
			return err
		}
	}
	return nil
}

// wordsOf counts the words of a document by the form in which values are looked up. It
// also gives how many there are, and whether any were recognised from pixels.
func wordsOf(v *View) (words map[string]int, total int, recognised bool) {
	words = map[string]int{}
	for _, p := range v.Pages {
		recognised = recognised || p.Source == doc.Pixels
		total += len(p.Words)
		for i := range p.Words {
			words[stateOf(p.Words[i].Text)]++
		}
	}
	return words, total, recognised
}

// take takes the words of a value away from those of a document, which states each of its
// words once. It gives how many it found, of how many.
func take(words map[string]int, value string) (found, all int) {
	for w := range strings.FieldsSeq(value) {
		key := stateOf(w)
		if key == "" {
			continue
		}
		all++
		if words[key] > 0 {
			words[key]--
			found++
		}
	}
	return found, all
}

// stateOf is the form of a word that is the same however a number is written: its letters
// and digits, and of numbers no zeros at their ends.
func stateOf(word string) string {
	bare := textnorm.Bare(word)
	if textnorm.OnlyDigits(bare) {
		if trimmed := strings.Trim(bare, "0"); trimmed != "" {
			return trimmed
		}
	}
	return bare
}
