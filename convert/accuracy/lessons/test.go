package lessons

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"lineitem/convert"
	"lineitem/convert/accuracy"
	"lineitem/convert/order/taught"
)

// Changes are the results of reading documents without layouts and with them.
type Changes []Trial

// Test reads samples without layouts and with them. It returns an error if a layout
// cannot be looked up, or ctx's.
func Test(ctx context.Context, samples []*Sample, layouts convert.Layouts, jobs int) (Changes, error) {
	changes, failures := make(Changes, len(samples)), make([]error, len(samples))
	each(len(samples), jobs, func(i int) {
		if ctx.Err() != nil {
			return
		}
		t := &changes[i]
		t.Sample, t.Before = samples[i], samples[i].read(nil)
		t.After = t.Before
		found := func(p taught.Fingerprint) *taught.Layout {
			t.Layout, failures[i] = layouts.Find(ctx, p)
			return t.Layout
		}
		if after := samples[i].read(found); t.Layout != nil {
			t.After = after
		}
	})
	for _, err := range failures {
		if err != nil {
			return nil, err
		}
	}
	return changes, ctx.Err()
}

// Write writes each cell that becomes right or wrong, and the figures without and with
// layouts. If wrong is set, it also writes each cell that is wrong with layouts.
func (c Changes) Write(w io.Writer, wrong bool) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	var before, after []*accuracy.Document
	found, mended, spoiled := 0, 0, 0
	for i := range c {
		m, s := c[i].writeChanges(t, wrong)
		mended, spoiled = mended+m, spoiled+s
		if c[i].Layout != nil {
			found++
		}
		before, after = append(before, c[i].Before), append(after, c[i].After)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(w, "%d of %d documents have one of the layouts. %d values become right, %d wrong.\n\n", found, len(c), mended, spoiled)
	fmt.Fprintln(t, "layouts\tdocuments\tcells F1\tdoc F1\tcore exact\texact\theader F1\tline F1")
	for i, docs := range [][]*accuracy.Document{before, after} {
		f := accuracy.Sum(docs)
		fmt.Fprintf(t, "%s\t%d\t%.4f\t%.4f\t%.3f\t%.3f\t%.4f\t%.4f\n", [...]string{"without", "with"}[i], f.Docs, f.CellsF1, f.DocF1, f.CoreExact, f.Exact, f.HeaderF1, f.LineF1)
	}
	return t.Flush()
}

// writeChanges writes the cells of a document that become right or wrong, and returns how
// many of each there are. If wrong is set, it also writes all cells that are wrong after.
func (t *Trial) writeChanges(w io.Writer, wrong bool) (mended, spoiled int) {
	if t.Layout == nil && !wrong {
		return 0, 0
	}
	layout := "-"
	if t.Layout != nil {
		layout = t.Layout.ID
	}
	write := func(what string, c accuracy.Cell, got string) {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\twanted %q\t%s\n", what, t.Sample.Truth.File, layout, rowOf(c), c.Key, c.Want, got)
	}
	for _, c := range newFaults(t.After, t.Before) {
		mended++
		write("right", c, fmt.Sprintf("was %q", c.Got))
	}
	for _, c := range t.Spoiled() {
		spoiled++
		write("WRONG", c, fmt.Sprintf("is now %q", c.Got))
	}
	if !wrong {
		return mended, spoiled
	}
	for _, c := range t.After.Cells {
		if c.Verdict != accuracy.Right {
			write("wrong", c, fmt.Sprintf("is %q", c.Got))
		}
	}
	return mended, spoiled
}
