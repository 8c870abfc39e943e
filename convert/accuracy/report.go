package accuracy

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"io"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	template "github.com/DataDog/datadog-agent/pkg/template/html"

	"lineitem/convert"
)

// Report writes the verdicts as one HTML page that needs no network.
type Report struct {
	Title  string // what was judged
	Folder string // of the documents
	Links  string // path of that folder relative to where the page will lie; empty for no links
	// Converter reads the pages of documents again, for their pictures and words.
	Converter *convert.Converter
	// Pictures is how many documents, from the worst on, have their pages shown.
	Pictures int
	// Done is called after each document whose pages were shown, with the error
	// that prevented it, if any.
	Done func(file string, err error)
}

//go:embed report.html
var reportHTML string

var reportTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("report").Funcs(template.FuncMap{
		"three":   func(v float64) string { return fmt.Sprintf("%.3f", v) },
		"percent": func(v float64) string { return fmt.Sprintf("%.1f %%", 100*v) },
		// Templates can call these as functions only, not as methods.
		"precision":  func(v interface{ Precision() float64 }) float64 { return v.Precision() },
		"recall":     Counts.Recall,
		"f1":         Counts.F1,
		"wanted":     Counts.Wanted,
		"faults":     Counts.Faults,
		"share":      func(v interface{ Share() float64 }) float64 { return v.Share() },
		"lowerBound": func(v interface{ LowerBound() float64 }) float64 { return v.LowerBound() },
		"coverage":   (*Threshold).Coverage,
		"confidence": (*Bin).Confidence,
		"grid":       Chart.Grid,
	}).Parse(reportHTML))
})

// reportTraits are the traits by which a report groups its figures.
var reportTraits = []trait{
	{"medium", "Medium"}, {"lang", "Language"}, {"template", "Layout family"}, {"producer", "Producer"}, {"degradation", "Degradation"},
}

type trait struct{ Name, Title string }

// value returns a document's trait as reports group by it: of a degradation only
// its kind, without measures.
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

// The data that the template shows.
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
		Thresholds   []Threshold
		Calibration  Chart
		Coverage     Chart
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
		Confidence float64 // mean of the cells that have one
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
		Row   string // which row; empty for cells judged once per order
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

// Write writes the report of the documents, the worst first.
func (r *Report) Write(ctx context.Context, w io.Writer, docs []*Document) error {
	data := &reportData{
		Title: r.Title, All: Sum(docs), FigureNames: figureNames[:],
		Reliability: Reliable(docs), Verification: Verify(docs), Columns: reportColumns(docs),
		Thresholds: Thresholds(docs), Coverage: coverageChart(docs),
	}
	data.Calibration = calibrationChart(data.Reliability)
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
		err := look(ctx, r.Converter, filepath.Join(r.Folder, d.Truth.File), out, &styles)
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
	return reportTemplate().Execute(w, data)
}

// worst returns the documents sorted from the worst on.
func worst(docs []*Document) []*Document {
	docs = slices.Clone(docs)
	slices.SortStableFunc(docs, func(a, b *Document) int {
		return cmp.Or(cmp.Compare(a.F1, b.F1), Count(b.Cells).Faults()-Count(a.Cells).Faults(), cmp.Compare(a.Truth.ID, b.Truth.ID))
	})
	return docs
}

// link returns the address of a document's file.
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
