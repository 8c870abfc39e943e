package lessons

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"lineitem/convert/accuracy"
	"lineitem/convert/order/schema"
)

// Spoiled returns the cells that are wrong with the layout and were not without it.
func (t *Trial) Spoiled() []accuracy.Cell { return newFaults(t.Before, t.After) }

// newFaults returns the cells that are wrong in the latter of two readings and not in
// the former.
func newFaults(former, latter *accuracy.Document) []accuracy.Cell {
	type place struct {
		key string
		row int
	}
	were := map[place]int{}
	for _, c := range former.Cells {
		if c.Verdict != accuracy.Right {
			were[place{c.Key, c.WantRow}]++
		}
	}
	var faults []accuracy.Cell
	for _, c := range latter.Cells {
		if at := (place{c.Key, c.WantRow}); c.Verdict == accuracy.Right {
			continue
		} else if were[at]--; were[at] < 0 {
			faults = append(faults, c)
		}
	}
	return faults
}

// rowOf returns the name of the row that a cell is in, "order" for the header.
func rowOf(c accuracy.Cell) string {
	if !c.Line {
		return "order"
	}
	return fmt.Sprintf("row %d", max(c.WantRow, c.GotRow)+1)
}

// group is a named subset of the trials.
type group struct {
	name string
	of   func(t *Trial) bool
}

// examples names the number of examples that were learned.
var examples = [...]string{"none", "one", "two"}

var groups = []group{
	{"text", func(t *Trial) bool { return mediumOf(t.Sample.Truth) == Text && mediumOf(t.By[0].Truth) == Text }},
	{"pixels", func(t *Trial) bool { return mediumOf(t.Sample.Truth) == Pixels && mediumOf(t.By[0].Truth) == Pixels }},
	{"text, learned from pixels", func(t *Trial) bool { return mediumOf(t.Sample.Truth) == Text && mediumOf(t.By[0].Truth) == Pixels }},
	{"pixels, learned from text", func(t *Trial) bool { return mediumOf(t.Sample.Truth) == Pixels && mediumOf(t.By[0].Truth) == Text }},
}

// byTemplate returns a group for each template, with the trials of its documents.
func (r *Report) byTemplate() []group {
	names := map[string]bool{}
	for i := range r.Trials {
		names[r.Trials[i].Sample.Template] = true
	}
	var all []group
	for _, name := range slices.Sorted(maps.Keys(names)) {
		all = append(all, group{name, func(t *Trial) bool { return t.Sample.Template == name }})
	}
	return all
}

// Write writes the figures by medium, and also by template if templates is set.
func (r *Report) Write(w io.Writer, templates bool) error {
	r.writeLessons(w)
	groups := groups
	if templates {
		groups = append(r.byTemplate(), groups...)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "documents\tlearned\treadings\tcells F1\tdoc F1\tcore exact\texact\theader F1\tline F1\tfound\ttaken for others\tspoiled cells")
	for _, g := range groups {
		for n := 1; n <= 2; n++ {
			var some []*Trial
			for i := range r.Trials {
				if trial := &r.Trials[i]; len(trial.By) == n && g.of(trial) {
					some = append(some, trial)
				}
			}
			writeGroup(t, g.name, n, some)
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w)
	r.writeColumns(t)
	if err := t.Flush(); err != nil {
		return err
	}
	cells := 0
	for i := range r.Strangers {
		cells += len(r.Strangers[i].Spoiled())
	}
	_, err := fmt.Fprintf(w, "\n%d times the layout of another template matched a document whose own was not at hand; %d cells of them were spoiled.\n", len(r.Strangers), cells)
	return err
}

// writeColumns writes for each column, after one and after two examples, how many cells of all
// trials are wrong without and with layouts. It also writes how many of the latter came from
// layouts, were missed or made up, and were right without layouts.
func (r *Report) writeColumns(w io.Writer) {
	fmt.Fprintln(w, "column\tlearned\tcells\twrong without\twrong\tby the layout\tmissed\tmade up\tspoiled\tdocuments")
	for _, f := range schema.Columns {
		for n := 1; n <= 2; n++ {
			var before, after []accuracy.Cell
			led, spoiled, documents := 0, 0, 0
			for i := range r.Trials {
				t := &r.Trials[i]
				if len(t.By) != n {
					continue
				}
				faults := 0
				before = append(before, ofColumn(t.Before.Cells, f.Key)...)
				for _, c := range ofColumn(t.After.Cells, f.Key) {
					after = append(after, c)
					if c.Verdict != accuracy.Right {
						faults++
						if byLayout(c) {
							led++
						}
					}
				}
				spoiled += len(ofColumn(t.Spoiled(), f.Key))
				documents += min(faults, 1)
			}
			was, is := accuracy.Count(before), accuracy.Count(after)
			if was.Faults()+is.Faults() > 0 {
				fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\n",
					f.Key, examples[n], is.Wanted(), was.Faults(), is.Faults(), led, is[accuracy.Missed], is[accuracy.MadeUp], spoiled, documents)
			}
		}
	}
}

// byLayout reports whether the value of a cell was found by a layout.
func byLayout(c accuracy.Cell) bool { return c.Evidence != nil && c.Evidence.Layout != "" }

// ofColumn returns the cells of a column.
func ofColumn(cells []accuracy.Cell, key string) []accuracy.Cell {
	return slices.DeleteFunc(slices.Clone(cells), func(c accuracy.Cell) bool { return c.Key != key })
}

// writeLessons writes the results of learning, and the times of learning and of finding
// a layout.
func (r *Report) writeLessons(w io.Writer) {
	var took time.Duration
	refused, unexplained, contradictions, kept := 0, 0, 0, 0
	for i := range r.Lessons {
		l := &r.Lessons[i]
		took += l.Took
		if l.Err != nil {
			refused++
			continue
		}
		unexplained += len(l.Unexplained)
		contradictions += len(l.Contradictions)
		kept += len(l.Private)
	}
	fmt.Fprintf(w, "%d documents, %d templates of at least two. %d lessons, %d refused, with %d unexplained values and %d contradictions.\n",
		r.Samples, r.Templates, len(r.Lessons), refused, unexplained, contradictions)
	fmt.Fprintf(w, "Layouts keep %d words that one document of their template alone has.\n", kept)
	fmt.Fprintf(w, "Learning takes %.1f ms, looking for a layout among %d takes %.3f ms.\n\n",
		milliseconds(took)/float64(max(1, len(r.Lessons))), r.Among, milliseconds(r.Finding))
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// writeGroup writes the figures of trials after n examples. For one example it also
// writes those of reading the same documents without layouts.
func writeGroup(w io.Writer, name string, n int, trials []*Trial) {
	if len(trials) == 0 {
		return
	}
	var before, after []*accuracy.Document
	found, other, spoiled := 0, 0, 0
	for _, t := range trials {
		before, after = append(before, t.Before), append(after, t.After)
		switch {
		case t.Own:
			found++
		case t.Layout != nil:
			other++
		}
		spoiled += len(t.Spoiled())
	}
	line := func(learned string, docs []*accuracy.Document, more string) {
		f := accuracy.Sum(docs)
		fmt.Fprintf(w, "%s\t%s\t%d\t%.4f\t%.4f\t%.3f\t%.3f\t%.4f\t%.4f\t%s\n", name, learned, len(docs), f.CellsF1, f.DocF1, f.CoreExact, f.Exact, f.HeaderF1, f.LineF1, more)
	}
	if n == 1 {
		line("none", before, "\t\t")
	}
	line(examples[n], after, fmt.Sprintf("%d\t%d\t%d", found, other, spoiled))
}

// WriteErrors writes what could not be learned, and each cell that is wrong with layouts.
// Of documents read with another template's layout it writes only the spoiled cells.
func (r *Report) WriteErrors(w io.Writer) {
	for i := range r.Lessons {
		l := &r.Lessons[i]
		if l.Err != nil {
			fmt.Fprintf(w, "%s\trefused: %v\n", l.Sample.Truth.File, l.Err)
			continue
		}
		if len(l.Private) > 0 {
			fmt.Fprintf(w, "%s\tprivate words kept\t%s\n", l.Sample.Truth.File, strings.Join(l.Private, " "))
		}
		for _, u := range l.Unexplained {
			fmt.Fprintf(w, "%s\tunexplained\trow %d\t%s\t%q\n", l.Sample.Truth.File, u.Line+1, u.Field.Key(), u.Value)
		}
		for _, text := range l.Contradictions {
			fmt.Fprintf(w, "%s\tcontradiction\t%s\n", l.Sample.Truth.File, text)
		}
	}
	for i := range r.Trials {
		r.Trials[i].writeErrors(w, "")
	}
	for i := range r.Strangers {
		r.Strangers[i].writeErrors(w, "another's ")
	}
}

func (t *Trial) writeErrors(w io.Writer, whose string) {
	var names []string
	for _, s := range t.By {
		names = append(names, s.Truth.File)
	}
	layout := "none"
	if t.Layout != nil {
		layout = t.Layout.ID
	}
	spoiled := t.Spoiled()
	for _, c := range t.After.Cells {
		if c.Verdict == accuracy.Right {
			continue
		}
		mark := ""
		for _, s := range spoiled {
			if s == c {
				mark = "\tSPOILED"
			}
		}
		if whose != "" && mark == "" {
			continue
		}
		by := "general"
		if byLayout(c) {
			by = "layout"
		}
		fmt.Fprintf(w, "%s\tby %s\tlayout %s%s\t%s\t%s\twant %q\tgot %q\t%s%s\n",
			t.Sample.Truth.File, strings.Join(names, "+"), whose, layout, rowOf(c), c.Key, c.Want, c.Got, by, mark)
	}
}
