package accuracy

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"math"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/order"
)

// Report writes what was judged as one HTML page, which needs no network.
type Report struct {
	Title  string // what was judged
	Folder string // of the documents
	Links  string // that folder as seen from where the page is to lie; empty for no links
	// Converter reads the pages of documents again, for their pictures and words.
	Converter *convert.Converter
	// Pictures is of how many documents, the worst ones, pages are shown.
	Pictures int
	// Done is called after each document whose pages were looked at, with what
	// kept them from being shown, if anything did.
	Done func(file string, err error)
}

//go:embed report.html
var reportHTML string

var reportTemplate = template.Must(template.New("report").Funcs(template.FuncMap{
	"three":   func(v float64) string { return fmt.Sprintf("%.3f", v) },
	"percent": func(v float64) string { return fmt.Sprintf("%.1f %%", 100*v) },
}).Parse(reportHTML))

// Traits by which a report has figures.
var reportTraits = []trait{
	{"medium", "Medium"}, {"lang", "Language"}, {"template", "Layout family"}, {"producer", "Producer"}, {"degradation", "Degradation"},
}

type trait struct{ Name, Title string }

// value is a document's trait as reports group by it: of a degradation only
// what is not a measure.
func (t trait) value(truth *Truth) string {
	v := truth.Trait(t.Name)
	if t.Name != "degradation" {
		return v
	}
	v, _, _ = strings.Cut(v, ",")
	for i := range v {
		if v[i] == ' ' && i+1 < len(v) && v[i+1] >= '0' && v[i+1] <= '9' {
			return v[:i]
		}
	}
	return v
}

// What the template shows.
type (
	reportData struct {
		Title        string
		All          Figures
		Counts       Counts
		FigureNames  []string
		Groups       []reportGroup
		Columns      []reportColumn
		Reliability  *Reliability
		Verification Verification
		Documents    []*reportDocument
		Perfect      int // documents without a fault
		Styles       template.CSS
	}
	reportGroup struct {
		trait
		Rows []Group
	}
	reportColumn struct {
		Key string
		Counts
		Confidence float64 // mean of those that have any
	}
	reportDocument struct {
		*Document
		Number  int
		Link    string
		Traits  []string // values of reportTraits
		Counts  Counts
		GotRows int
		Faults  []*fault
		Pages   []*reportPage
		Note    string // why there are no pictures
	}
	reportPage struct {
		Number int
		Style  template.CSS
		Class  string
		Boxes  []reportBox
	}
	reportBox struct {
		Class, Title string
		Style        template.CSS
	}
	fault struct {
		Cell
		Kind  string
		Row   string // which one; empty for cells of orders
		Also  []string
		Read  string // the words that were read
		Crops []crop
		Note  string
	}
	crop struct {
		Page  int
		Class string
		Style template.CSS
		Boxes []reportBox
	}
)

// Write writes the report of documents. They stand in it from the worst on.
func (r *Report) Write(ctx context.Context, w io.Writer, docs []*Document) error {
	data := &reportData{
		Title: r.Title, All: Sum(docs), FigureNames: figureNames[:],
		Reliability: Reliable(docs), Verification: Verify(docs), Columns: reportColumns(docs),
	}
	for _, t := range reportTraits {
		g := reportGroup{t, Groups(docs, t.value)}
		if len(g.Rows) > 2 || g.Rows[0].Name != "?" {
			data.Groups = append(data.Groups, g)
		}
	}
	var styles strings.Builder
	for _, d := range worst(docs) {
		n := Count(d.Cells)
		for i := range n {
			data.Counts[i] += n[i]
		}
		if n.Faults() == 0 && d.Exact {
			data.Perfect++
			continue
		}
		out := &reportDocument{Document: d, Number: len(data.Documents) + 1, Link: r.link(d), Counts: n}
		data.Documents = append(data.Documents, out)
		if d.Result != nil {
			out.GotRows = len(d.Result.Rows)
		}
		for _, t := range reportTraits {
			out.Traits = append(out.Traits, t.value(d.Truth))
		}
		for i := range d.Cells {
			if d.Cells[i].Verdict != Right {
				out.Faults = append(out.Faults, newFault(d, &d.Cells[i]))
			}
		}
		if out.Number > r.Pictures || d.Result == nil {
			continue
		}
		err := r.look(ctx, out, &styles)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			out.Note = err.Error()
		}
		if r.Done != nil {
			r.Done(d.Truth.File, err)
		}
	}
	data.Styles = template.CSS(styles.String())
	return reportTemplate.Execute(w, data)
}

// worst are the documents from the worst on.
func worst(docs []*Document) []*Document {
	docs = slices.Clone(docs)
	slices.SortStableFunc(docs, func(a, b *Document) int {
		return cmp.Or(cmp.Compare(a.F1, b.F1), Count(b.Cells).Faults()-Count(a.Cells).Faults(), cmp.Compare(a.Truth.ID, b.Truth.ID))
	})
	return docs
}

// link is the address of a document's file.
func (r *Report) link(d *Document) string {
	if r.Links == "" {
		return ""
	}
	return path.Join(filepath.ToSlash(r.Links), url.PathEscape(d.Truth.File))
}

func reportColumns(docs []*Document) []reportColumn {
	counts := ColumnCounts(docs)
	sums, cells := map[string]float64{}, map[string]int{}
	for _, d := range docs {
		for i := range d.Cells {
			if c := &d.Cells[i]; c.Evidence != nil {
				sums[c.Key] += c.Evidence.Confidence
				cells[c.Key]++
			}
		}
	}
	var out []reportColumn
	for _, key := range columnKeys {
		if n, ok := counts[key]; ok {
			out = append(out, reportColumn{key, n, sums[key] / float64(max(1, cells[key]))})
		}
	}
	return out
}

func newFault(d *Document, c *Cell) *fault {
	f := &fault{Cell: *c, Kind: strings.ReplaceAll(c.Verdict.String(), " ", "-")}
	if c.Line {
		switch {
		case c.WantRow >= 0 && c.GotRow >= 0:
			f.Row = fmt.Sprintf("row %d, read as %d", c.WantRow+1, c.GotRow+1)
			if c.WantRow == c.GotRow {
				f.Row = fmt.Sprintf("row %d", c.WantRow+1)
			}
		case c.WantRow >= 0:
			f.Row = fmt.Sprintf("row %d, not read", c.WantRow+1)
		default:
			f.Row = fmt.Sprintf("row %d read, not there", c.GotRow+1)
		}
	}
	if c.WantRow >= 0 {
		f.Also = d.Truth.also(c.WantRow, c.Key)
	}
	if c.Evidence != nil {
		f.Read = strings.Join(c.Evidence.Words, " ")
	}
	return f
}

// look reads a document's pages again and shows each fault on them.
func (r *Report) look(ctx context.Context, d *reportDocument, styles *strings.Builder) error {
	data, err := os.ReadFile(filepath.Join(r.Folder, d.Truth.File))
	if err != nil {
		return err
	}
	pages := newPages(r.Converter, data)
	defer pages.close()
	found := new(finder)
	if d.Counts[Wrong]+d.Counts[Missed] > 0 {
		document, err := r.Converter.Document(ctx, data)
		if err != nil {
			return err
		}
		found = newFinder(document)
	}
	views := map[int]*view{}
	for _, f := range d.Faults {
		var got place
		if f.Evidence != nil && !f.Evidence.Box.Empty() {
			got = place{f.Evidence.Page, f.Evidence.Box}
		}
		var want place
		if f.Verdict != MadeUp {
			about := rowPlace(d.Document, found, f)
			for _, value := range append([]string{f.Want}, f.Also...) {
				if want = found.find(f.Key, value, about); want.page > 0 {
					break
				}
			}
			if want.page == 0 {
				f.Note = "the wanted value was not found on any page"
			}
		}
		if err := r.show(ctx, d, f, pages, views, styles, got, want); err != nil {
			return err
		}
	}
	slices.SortFunc(d.Pages, func(a, b *reportPage) int { return a.Number - b.Number })
	return nil
}

// view is a page of which there is a picture.
type view struct {
	*shown
	page *reportPage
}

// show adds to a fault the parts of the pages where it was read and where it
// should have been.
func (r *Report) show(ctx context.Context, d *reportDocument, f *fault, pages *pages, views map[int]*view, styles *strings.Builder, got, want place) error {
	on := func(number int) (*view, error) {
		if v, ok := views[number]; ok {
			return v, nil
		}
		s, err := pages.show(ctx, number)
		if err != nil {
			return nil, err
		}
		class := fmt.Sprintf("p%d-%d", d.Number, number)
		fmt.Fprintf(styles, ".%s{background-image:url(data:%s;base64,%s)}\n", class, s.mediaType, base64.StdEncoding.EncodeToString(s.data))
		v := &view{s, &reportPage{Number: number, Class: class, Style: css("width:%dpx;height:%dpx", s.w, s.h)}}
		views[number] = v
		d.Pages = append(d.Pages, v.page)
		return v, nil
	}
	add := func(number int, boxes map[string]doc.Box) error {
		v, err := on(number)
		if err != nil {
			return err
		}
		f.Crops = append(f.Crops, v.crop(boxes))
		for _, class := range [...]string{"want", "got"} {
			if b, ok := boxes[class]; ok {
				v.page.Boxes = append(v.page.Boxes, v.box(class, fmt.Sprintf("%s %s: %s", f.Key, f.Verdict, map[string]string{"got": f.Got, "want": f.Want}[class]), b, 0, 0))
			}
		}
		return nil
	}
	together := got.page == want.page && math.Abs(got.box.MidY()-want.box.MidY()) < farApart
	switch {
	case got.page > 0 && together:
		return add(got.page, map[string]doc.Box{"got": got.box, "want": want.box})
	case got.page > 0 && want.page > 0:
		if err := add(got.page, map[string]doc.Box{"got": got.box}); err != nil {
			return err
		}
		return add(want.page, map[string]doc.Box{"want": want.box})
	case got.page > 0:
		return add(got.page, map[string]doc.Box{"got": got.box})
	case want.page > 0:
		return add(want.page, map[string]doc.Box{"want": want.box})
	}
	return nil
}

// Parts of pages, points.
const (
	farApart         = 200 // boxes that are farther apart are shown one by one
	marginX, marginY = 110, 34
	leastCropWidth   = 420
)

// crop is the part of the page around some boxes.
func (v *view) crop(boxes map[string]doc.Box) crop {
	var around doc.Box
	for _, b := range boxes {
		around = around.Union(b)
	}
	wide := max(0, leastCropWidth-around.Width()-2*marginX) / 2
	x0 := clamp((around.X0-marginX-wide)*v.scale, v.w)
	x1 := clamp((around.X1+marginX+wide)*v.scale, v.w)
	y0, y1 := clamp((around.Y0-marginY)*v.scale, v.h), clamp((around.Y1+marginY)*v.scale, v.h)
	c := crop{Page: v.page.Number, Class: v.page.Class, Style: css("width:%dpx;height:%dpx;background-position:-%dpx -%dpx", x1-x0, y1-y0, x0, y0)}
	for _, class := range [...]string{"want", "got"} {
		if b, ok := boxes[class]; ok {
			c.Boxes = append(c.Boxes, v.box(class, "", b, x0, y0))
		}
	}
	return c
}

func clamp(v float64, most int) int { return int(min(max(v, 0), float64(most))) }

// box is a box on the page's picture, seen from a pixel of it.
func (v *view) box(class, title string, b doc.Box, x, y int) reportBox {
	const around = 2 // pixels
	x0, y0 := clamp(b.X0*v.scale-around, v.w), clamp(b.Y0*v.scale-around, v.h)
	x1, y1 := clamp(b.X1*v.scale+around, v.w), clamp(b.Y1*v.scale+around, v.h)
	return reportBox{class, title, css("left:%dpx;top:%dpx;width:%dpx;height:%dpx", x0-x, y0-y, x1-x0, y1-y0)}
}

// css makes a style of numbers.
func css(format string, numbers ...any) template.CSS {
	return template.CSS(fmt.Sprintf(format, numbers...))
}

// rowPlace is where about a fault's row stands: at what was read rightly of it,
// or else at one of its other wanted values. Cells of orders have none.
func rowPlace(d *Document, found *finder, f *fault) place {
	if !f.Line {
		return place{}
	}
	for i := range d.Cells {
		c := &d.Cells[i]
		if c.Line && c.Verdict == Right && c.WantRow == f.WantRow && c.Evidence != nil && !c.Evidence.Box.Empty() && c.Evidence.Page > 0 {
			return place{c.Evidence.Page, c.Evidence.Box}
		}
	}
	if f.WantRow < 0 {
		return place{}
	}
	row := d.Truth.Rows[f.WantRow]
	for _, key := range keys(order.ItemCode, order.Description, order.LineTotal, order.UnitPrice) {
		if places := found.all(key, row[key]); len(places) == 1 {
			return places[0]
		}
	}
	return place{}
}
