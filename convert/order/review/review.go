// Package review says what a person should look at before an order is accepted, and why: the
// values that are not sure, those that no arithmetic confirms, and what else the document may
// hold. An order about which it says nothing is verified.
package review

import (
	"cmp"
	"slices"
	"strconv"

	"lineitem/convert/doc"
	"lineitem/convert/jsontext"
	"lineitem/convert/order/schema"
)

// Code names the kind of an entry. Codes are stable: programs may depend on them.
type Code string

// The codes.
const (
	TotalUnproven Code = "total_unproven" // no arithmetic confirms a sum of the order
	LineUnproven  Code = "line_unproven"  // quantity and price do not make the line's total
	LowConfidence Code = "low_confidence" // the value is not sure
	TwoCandidates Code = "two_candidates" // another value might be meant
	Missing       Code = "missing"        // a value was looked for and not found, or left out as likely wrong
	UnreadWords   Code = "unread_words"   // words among the line items belong to no value
	SeveralOrders Code = "several_orders" // the document holds more than one order
	PixelsPoor    Code = "pixels_poor"    // words were hard to recognise, or are written by hand
	XMLDiffers    Code = "xml_differs"    // the XML in the file states another value than is printed
)

// Entry is one thing to look at.
type Entry struct {
	Row     int     `json:"row"` // index among the rows of the answer
	Key     string  `json:"key"` // of the column; empty if the entry is about more than one value
	Code    Code    `json:"code"`
	Message string  `json:"message"`        // one English sentence
	Page    int     `json:"page,omitempty"` // from 1; 0 if the entry has no place
	Box     doc.Box `json:"box,omitzero"`   // on that page, points
	doubt   float64 // how likely something is wrong, 0 to 1
}

// AppendJSON appends the entry as a JSON object. An entry without a place has no box.
func (e *Entry) AppendJSON(b []byte) []byte {
	b = strconv.AppendInt(append(b, `{"row":`...), int64(e.Row), 10)
	b = jsontext.AppendString(append(b, `,"key":`...), e.Key)
	b = jsontext.AppendString(append(b, `,"code":`...), string(e.Code))
	b = jsontext.AppendString(append(b, `,"message":`...), e.Message)
	if e.Page > 0 {
		b = strconv.AppendInt(append(b, `,"page":`...), int64(e.Page), 10)
		b = e.Box.AppendJSON(append(b, `,"box":`...))
	}
	return append(b, '}')
}

// List gathers the entries of one order, whose rows are counted from 0. For each value it keeps
// only the entry that was added first.
type List struct {
	entries []Entry
	of      map[Cell]bool
}

// Cell identifies a cell of an answer.
type Cell struct {
	Row int // index
	Key string
}

// ByCell returns the entries that are about single values, by cell.
func ByCell(entries []Entry) map[Cell]*Entry {
	of := make(map[Cell]*Entry, len(entries))
	for i := range entries {
		if e := &entries[i]; e.Key != "" {
			of[Cell{e.Row, e.Key}] = e
		}
	}
	return of
}

// Add adds an entry about a cell of a row, at the place of the cell's evidence. doubt is how
// likely something is wrong, 0 to 1.
func (l *List) Add(row int, f schema.Field, c *schema.Cell, code Code, doubt float64, message string) {
	l.AddEntry(OfCell(row, f, c, code, message), doubt)
}

// AddEntry adds an entry; doubt is how likely something is wrong, 0 to 1.
func (l *List) AddEntry(e Entry, doubt float64) {
	e.doubt = doubt
	l.add(e)
}

// OfCell returns an entry about a cell of a row, at the place of the cell's evidence.
func OfCell(row int, f schema.Field, c *schema.Cell, code Code, message string) Entry {
	e := Entry{Row: row, Key: f.Key(), Code: code, Message: message}
	if c.Value != "" {
		e.Page, e.Box = c.Evidence.Page, c.Evidence.Box
	}
	return e
}

// NoOrder returns the entry for a document in which no order was found.
func NoOrder() Entry {
	return Entry{Code: Missing, Message: "No order was found in the document.", doubt: 1}
}

// Empty reports whether there are no entries.
func (l *List) Empty() bool { return len(l.entries) == 0 }

// AddAt adds an entry that is about a place of a page rather than a single value. Each row has
// at most one such entry for each code.
func (l *List) AddAt(row, page int, box doc.Box, code Code, doubt float64, message string) {
	l.add(Entry{Row: row, Code: code, Message: message, Page: page, Box: box, doubt: doubt})
}

func (l *List) add(e Entry) {
	at := Cell{e.Row, cmp.Or(e.Key, string(e.Code))}
	if l.of[at] {
		return
	}
	if l.of == nil {
		l.of = map[Cell]bool{}
	}
	l.of[at] = true
	l.entries = append(l.entries, e)
}

// Entries returns the entries, the most doubtful first.
func (l *List) Entries() []Entry {
	slices.SortStableFunc(l.entries, mostDoubtful)
	return l.entries
}

// Join joins the entries of a document's orders, the most doubtful first. The rows of each
// order are counted from the index of its first row, which first gives.
func Join(orders [][]Entry, first []int) []Entry {
	all := []Entry{}
	for i, entries := range orders {
		for _, e := range entries {
			e.Row += first[i]
			e.Box = e.Box.Rounded()
			all = append(all, e)
		}
	}
	slices.SortStableFunc(all, mostDoubtful)
	for i := range all {
		all[i].doubt = 0 // the entries are in order now, and must be the same wherever they were made
	}
	return all
}

func mostDoubtful(a, b Entry) int { return cmp.Compare(b.doubt, a.doubt) }
