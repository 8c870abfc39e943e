package lessons

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"lineitem/convert"
	"lineitem/convert/accuracy"
	"lineitem/convert/doc"
	"lineitem/convert/order/taught"
)

// samplesOf reads the three orders of one layout.
func samplesOf(t *testing.T) []*Sample {
	t.Helper()
	samples, err := ReadFolder(t.Context(), "../../../testdata/taught", Options{Read: new(convert.Converter).Document, TextOnly: true, Jobs: 2})
	if err != nil || len(samples) != 3 {
		t.Fatalf("%d samples, %v", len(samples), err)
	}
	return samples
}

// TestRun checks that a layout is learned from each document in turn, and then
// refined with one more, and that the documents not learned from are read with
// it.
func TestRun(t *testing.T) {
	samples := samplesOf(t)
	r, err := Run(t.Context(), samples, 2)
	if err != nil {
		t.Fatal(err)
	}
	if r.Samples != 3 || r.Templates != 1 || len(r.Lessons) != 6 || len(r.Trials) != 6+3 || len(r.Strangers) != 0 {
		t.Errorf("%d samples, %d templates, %d lessons, %d trials, %d strangers", r.Samples, r.Templates, len(r.Lessons), len(r.Trials), len(r.Strangers))
	}
	for _, trial := range r.Trials {
		if !trial.Own || slices.Contains(trial.By, trial.Sample) {
			t.Errorf("%s by %d examples: own is %v", trial.Sample.Truth.File, len(trial.By), trial.Own)
		}
		if now, was := accuracy.Count(trial.After.Cells).Faults(), accuracy.Count(trial.Before.Cells).Faults(); now >= was {
			t.Errorf("%s: %d faults with the layout, %d without", trial.Sample.Truth.File, now, was)
		}
	}
	var out strings.Builder
	if err := r.Write(&out, true); err != nil || !strings.Contains(out.String(), "\ncalloff    one      6  ") || !strings.Contains(out.String(), "\ntext       one      6  ") {
		t.Errorf("Write: %v\n%s", err, out.String())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, samples, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}

// failing fails to look up layouts.
type failing struct{ error }

func (f failing) Find(context.Context, taught.Fingerprint) (*taught.Layout, error) {
	return nil, f.error
}

func TestTest(t *testing.T) {
	failed := errors.New("away")
	if _, err := Test(t.Context(), samplesOf(t), failing{failed}, 2); err != failed {
		t.Errorf("Test with layouts that cannot be had: %v, want %v", err, failed)
	}
}

// TestSpoiled checks that only cells that were right before, and cells that are
// newly made up, count as spoiled by a layout.
func TestSpoiled(t *testing.T) {
	cells := func(all ...accuracy.Cell) *accuracy.Document { return &accuracy.Document{Cells: all} }
	cell := func(key string, row int, v accuracy.Verdict) accuracy.Cell {
		return accuracy.Cell{Key: key, WantRow: row, Verdict: v}
	}
	trial := Trial{
		Before: cells(cell("a", 0, accuracy.Right), cell("b", 0, accuracy.Missed), cell("c", -1, accuracy.MadeUp), cell("d", 1, accuracy.Right)),
		After: cells(cell("a", 0, accuracy.Wrong), cell("b", 0, accuracy.Wrong), cell("c", -1, accuracy.MadeUp), cell("c", -1, accuracy.MadeUp),
			cell("d", 1, accuracy.Right), cell("e", 1, accuracy.MadeUp)),
	}
	var got []string
	for _, c := range trial.Spoiled() {
		got = append(got, c.Key)
	}
	if want := []string{"a", "c", "e"}; !slices.Equal(got, want) {
		t.Errorf("spoiled are %v, want %v", got, want)
	}
}

// TestPrivate checks that words of a single document are found in a layout that
// keeps them, as users are promised that it doesn't.
func TestPrivate(t *testing.T) {
	document := func(text string) *Sample {
		page := doc.Page{Width: 600, Height: 800}
		for word := range strings.FieldsSeq(text) {
			page.Words = append(page.Words, doc.Word{Text: word})
		}
		return &Sample{Document: &doc.Document{Pages: []doc.Page{page}}}
	}
	template := []*Sample{document("Partner: Skagen Our sign 4711"), document("Partner: Oresund Our sign 4712")}
	l := &taught.Layout{Version: taught.Version, ID: "ly_1", Name: "Skagen, partner our 4711 elsewhere"}
	if got, want := private(l, template), []string{"4711", "skagen"}; !slices.Equal(got, want) {
		t.Errorf("private words are %q, want %q", got, want)
	}
}
