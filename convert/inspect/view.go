package inspect

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"

	template "github.com/DataDog/datadog-agent/pkg/template/html"

	"lineitem/convert"
	"lineitem/convert/order"
	"lineitem/convert/order/review"
)

// Bounds of what is shown.
const (
	mostRows  = 500
	mostCells = 20_000 // in the rows: with more columns fewer rows are shown
	mostRunes = 400    // of a value, and of a remark on it
	longRunes = 24     // a longer value gets a class, by which it is wrapped or cut
	mostWords = 60     // of the words that were read for a value
)

// view is the data of the templates.
type view struct {
	Filename string
	Origin   string // how the pages were read
	Verdict  string // whether the whole file is verified; empty if that is unknown
	RowCount int
	Facts    []fact // values that are the same in all rows, and are not shown in them
	Absent   string // labels of the columns in which no row has a value
	Columns  []order.Column
	Rows     []row
	Pages    []page
	Remarks  []remark // what is to be checked and is about no single value
	Low      int      // number of values of low confidence
	Unproven int      // number of values that no arithmetic confirms
	Missing  int      // number of values that were not found
	Checks   int      // number of remarks and values to check that are shown
	Notes    []string // what is not shown, and why
}

type fact struct {
	order.Column
	Cell cell
}

type row struct {
	Number int // from 1
	Cells  []cell
}

type page struct {
	convert.PagePicture
	Source template.URL // of the picture
	Boxes  []box
}

// viewer makes a view.
type viewer struct {
	*view
	result  *convert.Result
	boxes   map[place]string // ids
	pages   map[int]*page    // by number
	entries map[review.Cell]*review.Entry
	beyond  int // number of values that were read on pages that are not shown
}

// newView returns the view of a result. picture returns the address of a page's picture; if
// it is nil the pictures are embedded as data URLs.
func newView(r *convert.Result, picture func(page int) string) *view {
	if picture == nil {
		picture = func(page int) string {
			p := &r.Pictures[page-1]
			return "data:" + p.MediaType + ";base64," + base64.StdEncoding.EncodeToString(p.Data)
		}
	}
	v := &viewer{
		view:   &view{Filename: r.Filename, Origin: origins[r.Mode], RowCount: len(r.Rows), Pages: make([]page, len(r.Pictures))},
		result: r, boxes: map[place]string{}, pages: map[int]*page{},
	}
	if r.Verified != nil {
		v.Verdict = "Not verified"
		if *r.Verified {
			v.Verdict = "✓ Verified"
		}
	}
	for i, p := range r.Pictures {
		v.Pages[i].PagePicture = p
		if len(p.Data) > 0 {
			v.Pages[i].Source = template.URL(picture(p.Number))
		}
		v.pages[p.Number] = &v.Pages[i]
	}
	v.review()
	v.addCells()
	for i := range v.Pages {
		// Smaller boxes come last and so lie on top, so that all can be pointed at.
		slices.SortStableFunc(v.Pages[i].Boxes, func(a, b box) int { return cmp.Compare(b.area, a.area) })
	}
	v.note()
	return v.view
}

// origins say how pages were read, by the result's mode.
var origins = map[string]string{
	convert.ModeText: "read from the text layer", convert.ModeOCR: "recognised in pixels", convert.ModeMixed: "partly recognised in pixels",
	convert.ModeXML: "stated in XML",
}

// addCells adds the columns and their cells: those that differ from row to row to
// the table, and those that are the same in all rows to the facts. If none differ,
// the latter make up the table, so that it has columns.
func (v *viewer) addCells() {
	var columns [absent + 1][]int
	for c := range v.result.Columns {
		k := v.kind(c)
		columns[k] = append(columns[k], c)
	}
	ofRows, facts := slices.Concat(columns[different], columns[repeated]), columns[same]
	if len(ofRows) == 0 {
		ofRows, facts = facts, nil
	}
	for _, c := range ofRows {
		v.Columns = append(v.Columns, v.result.Columns[c])
	}
	if len(v.result.Rows) > 0 {
		for _, c := range facts {
			v.Facts = append(v.Facts, fact{v.result.Columns[c], v.cell(0, c)})
		}
		var labels []string
		for _, c := range columns[absent] {
			labels = append(labels, v.result.Columns[c].Label)
		}
		v.Absent = strings.Join(labels, ", ")
	}
	for i := range min(len(v.result.Rows), mostRows, max(1, mostCells/max(1, len(ofRows)))) {
		cells := make([]cell, len(ofRows))
		for j, c := range ofRows {
			cells[j] = v.cell(i, c)
		}
		v.Rows = append(v.Rows, row{i + 1, cells})
	}
	v.numberChecks()
}

// note adds notes on what is not shown.
func (v *viewer) note() {
	switch {
	case v.RowCount == 0:
		v.Notes = append(v.Notes, "No order was found in this document.")
	case len(v.Rows) < v.RowCount:
		v.Notes = append(v.Notes, fmt.Sprintf("Only the first %d rows are shown.", len(v.Rows)))
	}
	if v.RowCount > 0 && v.result.Evidence == nil {
		v.Notes = append(v.Notes, "It is not told where the values were read.")
	}
	if n := len(v.result.Review) - v.Checks; n > 0 {
		v.Notes = append(v.Notes, fmt.Sprintf("%d more to look at stand in rows that are not shown.", n))
	}
	if v.beyond > 0 {
		first := "Only the first page is shown"
		if n := len(v.Pages); n != 1 {
			first = fmt.Sprintf("Only the first %d pages are shown", n)
		}
		v.Notes = append(v.Notes, fmt.Sprintf("%s; %d of the values were read on later ones.", first, v.beyond))
	}
}

// kind says how a column is shown.
type kind uint8

const (
	different kind = iota // values of line items, in the rows
	repeated              // values of whole orders, of which there are several, in the rows
	same                  // values of the one order, above the rows
	absent                // no row has a value
)

// kinds are the kinds of the standard columns. A column of the kind repeated becomes same if
// all rows have the same value.
var kinds = func() map[string]kind {
	keys := map[string]kind{}
	for f := range order.NumFields {
		keys[f.Key()] = repeated
		if f >= order.LineNumber && f <= order.LineTotal {
			keys[f.Key()] = different
		}
	}
	return keys
}()

func (v *viewer) kind(c int) kind {
	rows, key := v.result.Rows, v.result.Columns[c].Key
	stated := false
	for i := range rows {
		stated = stated || value(rows[i], c) != ""
	}
	k, standard := kinds[key]
	if !stated {
		last := -1 // row in which a value was looked for
		for _, e := range v.result.Review {
			if e.Key == key {
				last = max(last, e.Row)
			}
		}
		switch {
		case last < 0:
			return absent
		case last == 0 && k != different:
			return same
		}
		return k
	}
	if standard && k == different || !standard && len(rows) == 1 {
		return different
	}
	first, _ := v.evidence(0, key)
	for i := range rows[1:] {
		e, _ := v.evidence(i+1, key)
		if value(rows[i+1], c) != value(rows[0], c) || e.Page != first.Page || e.Box != first.Box {
			return k // for a column that is not standard, the zero value: different
		}
	}
	return same
}
