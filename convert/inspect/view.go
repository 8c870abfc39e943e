package inspect

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/order"
)

// Bounds of what is shown.
const (
	mostRows  = 500
	mostCells = 20_000 // of lines: rows that have more columns are fewer
	mostRunes = 400    // of a value, and of what is told of it
	longRunes = 24     // of a value that is broken into lines, or cut
	mostWords = 60     // of those that were read for a value
)

// lowConfidence is the confidence below which a cell is marked.
const lowConfidence = 0.9

// view is what the templates show.
type view struct {
	Filename string
	Origin   string // how the pages were read
	Verdict  string // whether it is verified; empty where nothing is said of that
	RowCount int
	Facts    []fact // columns that say the same in all rows
	Columns  []column
	Rows     [][]cell
	Pages    []page
	Low      int      // values of low confidence that are shown
	Unproven int      // values whose arithmetic fails that are shown
	Notes    []string // what is not shown, and why
}

type fact struct {
	order.Column
	Cell cell
}

type column struct {
	order.Column
	Class string // same or empty, if it is
}

type cell struct {
	Row        int
	Key        string
	Value      string
	Confidence string // empty without evidence
	Class      string
	Box        string // id; empty without one
	Told       string // where it comes from, and how sure that is
}

type page struct {
	convert.PagePicture
	Source template.URL // of the picture
	Boxes  []box
}

type box struct {
	ID, Class, Title    string
	X, Y, Width, Height string
	area                float64
}

// place is what makes boxes of one column the same.
type place struct {
	key  string
	page int
	box  doc.Box
}

// viewer makes a view.
type viewer struct {
	*view
	result *convert.Result
	boxes  map[place]string  // ids
	pages  map[int]*page     // by number
	faults map[cellAt]string // of arithmetic
	beyond int               // values that were read on pages that are not shown
}

func newView(r *convert.Result) *view {
	v := &viewer{
		view:   &view{Filename: r.Filename, Origin: origins[r.Mode], RowCount: len(r.Rows), Pages: make([]page, len(r.Pages))},
		result: r, boxes: map[place]string{}, pages: map[int]*page{}, faults: findFaults(r),
	}
	if r.Verified != nil {
		v.Verdict = "not verified"
		if *r.Verified {
			v.Verdict = "✓ verified"
		}
	}
	for i, p := range r.Pages {
		v.Pages[i].PagePicture = p
		if len(p.Data) > 0 {
			v.Pages[i].Source = template.URL("data:" + p.MediaType + ";base64," + base64.StdEncoding.EncodeToString(p.Data))
		}
		v.pages[p.Number] = &v.Pages[i]
	}
	v.addCells()
	for i := range v.Pages {
		// The smaller ones lie on top, so that all can be pointed at.
		slices.SortStableFunc(v.Pages[i].Boxes, func(a, b box) int { return cmp.Compare(b.area, a.area) })
	}
	v.note()
	return v.view
}

// origins say how pages were read.
var origins = map[string]string{
	convert.ModeText: "read from the text layer", convert.ModeOCR: "recognised in pixels", convert.ModeMixed: "partly recognised in pixels",
}

// addCells adds the columns and their cells: those that differ from row to row
// first, then those that are the same in all, then the empty ones.
func (v *viewer) addCells() {
	var columns [empty + 1][]int
	for c := range v.result.Columns {
		k := v.kind(c)
		columns[k] = append(columns[k], c)
	}
	for k, class := range [...]string{different: "", repeated: "same", same: "same", empty: "empty"} {
		for _, c := range columns[k] {
			v.Columns = append(v.Columns, column{v.result.Columns[c], class})
		}
	}
	order := slices.Concat(columns[:]...)
	for row := range min(len(v.result.Rows), mostRows, max(1, mostCells/max(1, len(order)))) {
		cells := make([]cell, len(order))
		for i, c := range order {
			cells[i] = v.cell(row, c)
		}
		v.Rows = append(v.Rows, cells)
	}
	for i, c := range columns[same] {
		v.Facts = append(v.Facts, fact{v.result.Columns[c], v.Rows[0][len(columns[different])+len(columns[repeated])+i]})
	}
}

// note says what is not shown.
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
	if v.beyond > 0 {
		first := "Only the first page is shown"
		if n := len(v.Pages); n != 1 {
			first = fmt.Sprintf("Only the first %d pages are shown", n)
		}
		v.Notes = append(v.Notes, fmt.Sprintf("%s; %d of the values were read on later ones.", first, v.beyond))
	}
}

// kind is how a column is shown.
type kind uint8

const (
	different kind = iota // of lines
	repeated              // of orders, of which there are several
	same                  // of the order
	empty
)

// kinds are those of the standard columns, however much the rows differ.
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
	if !stated {
		return empty
	}
	k, standard := kinds[key]
	if standard && k == different {
		return different
	}
	first, _ := v.evidence(0, key)
	for i := range rows[1:] {
		e, _ := v.evidence(i+1, key)
		if value(rows[i+1], c) != value(rows[0], c) || e.Page != first.Page || e.Box != first.Box {
			return k // of a column that is not standard different, the zero value
		}
	}
	return same
}

func value(r order.Row, c int) string {
	if c < len(r) {
		return r[c].Value
	}
	return ""
}

func (v *viewer) evidence(row int, key string) (e doc.Evidence, ok bool) {
	if row < len(v.result.Evidence) {
		e, ok = v.result.Evidence[row][key]
	}
	return e, ok
}

// cell makes a cell, and its box.
func (v *viewer) cell(row, c int) cell {
	column := v.result.Columns[c]
	out := cell{Row: row, Key: column.Key, Value: shortened(value(v.result.Rows[row], c))}
	e, ok := v.evidence(row, column.Key)
	var classes, told []string
	if ok && out.Value != "" {
		out.Confidence = strconv.FormatFloat(math.Round(e.Confidence*1000)/1000, 'f', -1, 64)
		if printed := shortened(strings.Join(e.Words[:min(len(e.Words), mostWords)], " ")); printed != "" {
			told = append(told, fmt.Sprintf("printed as “%s”", printed))
		}
		if e.Page < 1 {
			classes = append(classes, "inferred")
			told = append(told, "inferred, not read")
		}
		told = append(told, "confidence "+out.Confidence)
		if e.Confidence < lowConfidence {
			classes = append(classes, "low")
			told[len(told)-1] = "low confidence: " + out.Confidence
		}
		if e.Proof != "" {
			told = append(told, shortened(e.Proof))
		}
	}
	if fault := v.faults[cellAt{row, column.Key}]; fault != "" {
		classes = append(classes, "unproven")
		told = append(told, fault)
	}
	out.Class, out.Told = strings.Join(classes, " "), strings.Join(told, "; ")
	if ok && out.Value != "" && e.Page > 0 {
		out.Box = v.box(row, column, e, &out)
	}
	if !v.again(row, c) {
		v.count(classes)
	}
	if utf8.RuneCountInString(out.Value) > longRunes {
		size := " long"
		if kinds[column.Key] == repeated {
			size = " brief"
		}
		out.Class = strings.TrimSpace(out.Class + size)
	}
	return out
}

// again tells whether a cell is that of the row above, repeated.
func (v *viewer) again(row, c int) bool {
	rows, key := v.result.Rows, v.result.Columns[c].Key
	if row == 0 || kinds[key] == different || value(rows[row], c) != value(rows[row-1], c) {
		return false
	}
	e, _ := v.evidence(row, key)
	above, _ := v.evidence(row-1, key)
	return e.Page == above.Page && e.Box == above.Box
}

// count counts a value with such marks.
func (v *viewer) count(marks []string) {
	for _, mark := range marks {
		switch mark {
		case "low":
			v.Low++
		case "unproven":
			v.Unproven++
		}
	}
}

// box puts the box of a cell on its page, unless it lies there already, and gives
// its id; empty where the page is not shown.
func (v *viewer) box(row int, column order.Column, e doc.Evidence, of *cell) string {
	p := v.pages[e.Page]
	if p == nil {
		v.beyond++
		return ""
	}
	at := place{column.Key, e.Page, e.Box}
	if id, ok := v.boxes[at]; ok {
		return id
	}
	// A little room around it, so that what is marked can be read.
	const around = 1.5 // points
	b := e.Box
	x0, y0 := max(b.X0-around, 0), max(b.Y0-around, 0)
	x1, y1 := min(b.X1+around, p.Width), min(b.Y1+around, p.Height)
	if !(x1 > x0 && y1 > y0) {
		return ""
	}
	id := fmt.Sprintf("b-%d-%s", row, column.Key)
	v.boxes[at] = id
	p.Boxes = append(p.Boxes, box{
		ID: id, Class: of.Class, Title: column.Label + ": " + of.Value,
		X: number(x0), Y: number(y0), Width: number(x1 - x0), Height: number(y1 - y0), area: (x1 - x0) * (y1 - y0),
	})
	return id
}

// number is a number of points as SVG has it.
func number(f float64) string { return strconv.FormatFloat(math.Round(f*100)/100, 'f', -1, 64) }

// shortened is a text that is not too long to be shown.
func shortened(s string) string {
	if len(s) <= mostRunes {
		return s
	}
	n := 0
	for i := range s {
		if n++; n > mostRunes {
			return s[:i] + "…"
		}
	}
	return s
}

// ViewBox is the page's own coordinates, as SVG has them.
func (p *page) ViewBox() string { return "0 0 " + number(p.Width) + " " + number(p.Height) }

// Across and Down are the size of the page, points.
func (p *page) Across() string { return number(p.Width) }

// Down is the height of the page, points.
func (p *page) Down() string { return number(p.Height) }
