// Package taught learns layouts from documents that somebody has corrected, and reads
// other documents of the same layout by what it has learned. One document is enough:
// its right values are looked up among its words, and what leads to them (a label, a
// place, a column of a table) is remembered, not the values themselves.
// This is wrapper induction (Kushmerick, "Wrapper induction: efficiency and
// expressiveness", Artificial Intelligence 118, 2000) over positioned words.
//
// A layout decides nothing. The values that it leads to are further candidates, which
// package order weighs against those of the general reader.
//
//   - fingerprint.go makes the fingerprint of a document, by which its layout is recognised, and selects
//     the part of it that a layout stores; index.go finds a document's layout among many
//   - layout.go defines what is remembered, and its stored form; check.go its bounds
//   - learn.go learns a layout from an example, which example.go describes
//   - document.go splits a document into rows of tokens, and find.go finds where they
//     state a value. All lengths are thousandths of the page's width from there on
//   - head.go reads the values of the head: by locators to where they begin (locator.go), and
//     by how far they extend from there (bounds.go); head_learn.go learns both
//   - align.go finds the values of line items, kinds.go learns the kinds of their lines, and
//     headings.go the headings above them. To read, fill.go compares lines with kinds, path.go
//     finds the likeliest sequence of kinds, and items.go makes items of it; trust.go counts
//     which reader read the examples right, and pairs.go pairs their rows with those read;
//     again.go reads a document by its own surest items
//   - remarks.go says in words what is remembered
package taught

import (
	"lineitem/convert/layout"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/value"
)

// View is a document in the form from which layouts are learned and values are read.
type View struct {
	Pages  []*layout.Page
	Locale value.Locale
	Labels *keyvalue.Index // of the document; nil if they are not known
	// Heads reports whether a segment begins with a heading of a buyer, of a supplier, or of
	// somebody or something else; nil if that is not known.
	Heads func(*layout.Segment) (buyer, supplier, other bool)
}

// Example holds the right values of one order of a document.
type Example struct {
	Head  schema.Cells   // as they should have been answered; their evidence is ignored
	Lines []schema.Cells // likewise
}

// GeneralReading is an order as the general reader reads it. It shows for which columns that reader needs
// help.
type GeneralReading struct {
	Head  schema.Cells
	Lines []schema.Cells
	// HeadWith reads the head again, given the line items that a layout leads to, with which
	// other sums add up; nil if that is of no use.
	HeadWith func(*Layout) schema.Cells
	// Issuer is the column of the document's issuer: schema.Buyer for an order, schema.Supplier
	// for a quotation or a confirmation.
	Issuer schema.Field
}

// Lesson is the result of learning.
type Lesson struct {
	Layout *Layout
	// Unexplained are values that do not stand in the document, or not in such a way that they
	// could be found again.
	Unexplained []Unexplained
	// Contradictions says for which columns earlier examples of the layout taught something
	// else: a sentence each. What was learned last counts.
	Contradictions []string
}

// Unexplained is a value that nothing on the document explains.
type Unexplained struct {
	Line  int // index of the line item; -1 for a value of the head
	Field schema.Field
	Value string
}

// Report is the result of learning as it is shown: to programs, as JSON, and on web pages.
type Report struct {
	ID             string          `json:"id"`
	Name           string          `json:"name"`
	Examples       int             `json:"examples"`       // documents that the layout was learned from
	Remarks        []string        `json:"remarks"`        // what is remembered, a sentence each
	Unexplained    []ReportedValue `json:"unexplained"`    // what nothing in the document explains
	Contradictions []string        `json:"contradictions"` // what earlier documents taught otherwise, a sentence each
}

// ReportedValue is a value of a row.
type ReportedValue struct {
	Row   int    `json:"row,omitempty"` // its number, from 1; 0 for a value of the order, which stands in all rows
	Key   string `json:"key"`
	Value string `json:"value"`
}

// Report returns the lesson as it is shown. None of its lists is nil.
func (l *Lesson) Report() Report {
	told := Report{
		ID: l.Layout.ID, Name: l.Layout.Name, Examples: l.Layout.Examples, Remarks: append([]string{}, l.Layout.Remarks()...),
		Unexplained: []ReportedValue{}, Contradictions: append([]string{}, l.Contradictions...),
	}
	for _, u := range l.Unexplained {
		told.Unexplained = append(told.Unexplained, ReportedValue{u.Line + 1, u.Field.Key(), u.Value})
	}
	return told
}
