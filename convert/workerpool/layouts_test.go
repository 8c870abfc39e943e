package workerpool

import (
	"bytes"
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/taught"
	"lineitem/convert/testenv"
)

var (
	samplePrint = taught.Fingerprint{{Word: 1, X: 2, Y: 3, Kind: taught.Any}, {Word: math.MaxUint32, X: math.MaxUint16, Y: math.MaxUint16, Kind: taught.Any}}
	sampleRows  = []map[string]string{{"po_number": "4500", "total": "1.50"}, {}, {"po_number": ""}}
)

// sampleLayout returns a layout with the given name.
func sampleLayout(name string) *taught.Layout {
	return &taught.Layout{Version: taught.Version, ID: "ly_0123456789abcdef", Name: name, Examples: 1, Fingerprint: taught.Fingerprint{{Word: 1, Kind: taught.Wording}}}
}

// untaught is embedded in converters that learn nothing.
type untaught struct{}

func (untaught) Learn(context.Context, convert.Input, []map[string]string) (*taught.Lesson, error) {
	return nil, errors.ErrUnsupported
}

// given always finds the same layout, and records the prints that it was asked for.
type given struct {
	layout *taught.Layout
	err    error
	asked  []taught.Fingerprint
}

func (g *given) Find(_ context.Context, p taught.Fingerprint) (*taught.Layout, error) {
	g.asked = append(g.asked, p)
	return g.layout, g.err
}

// TestLayoutsAreFoundByThePool checks that a worker that asks for its document's layout
// gets it, as often as it asks, and that a document without layouts has none.
func TestLayoutsAreFoundByThePool(t *testing.T) {
	p := newPool(t, Config{Workers: 1})
	in := convert.Input{Data: []byte("layout")}
	for _, want := range []*taught.Layout{sampleLayout("one"), nil, sampleLayout("two")} {
		layouts := &given{layout: want}
		in.Layouts = layouts
		id := "none"
		if want != nil {
			id = want.ID
		}
		if r, err := p.Convert(t.Context(), in); err != nil || r.Mode != id {
			t.Errorf("Convert() with the layout %+v = %+v, %v", want, r, err)
		}
		if len(layouts.asked) != 3 || !reflect.DeepEqual(layouts.asked[0], samplePrint) {
			t.Errorf("the pool was asked for %v, want %v three times", layouts.asked, samplePrint)
		}
	}
	in.Layouts = nil
	if r, err := p.Convert(t.Context(), in); err != nil || r.Mode != "none" {
		t.Errorf("Convert() without layouts = %+v, %v", r, err)
	}
}

// TestLayoutsThatCannotBeHad checks that layouts that cannot be looked up cost neither the
// worker nor the next document, and that a document that keeps asking for ever is refused.
func TestLayoutsThatCannotBeHad(t *testing.T) {
	p := newPool(t, Config{Workers: 1})
	before, err := convertText(p, "pid")
	if err != nil {
		t.Fatal(err)
	}
	failed := errors.New("the store is away")
	in := convert.Input{Data: []byte("layout"), Layouts: &given{err: failed}}
	if _, err := p.Convert(t.Context(), in); err != failed {
		t.Errorf("Convert() with layouts that cannot be looked up = %v, want %v", err, failed)
	}
	if _, err := p.Learn(t.Context(), in, sampleRows); err != failed {
		t.Errorf("Learn() with layouts that cannot be looked up = %v, want %v", err, failed)
	}
	in = convert.Input{Data: []byte("layouts-for-ever"), Layouts: &given{layout: sampleLayout("one")}}
	if r, err := p.Convert(t.Context(), in); err == nil {
		t.Errorf("Convert() of what asks for ever = %+v, want an error", r)
	}
	if after, err := convertText(p, "pid"); err != nil || after.Mode != before.Mode {
		t.Errorf("the worker is %+v, %v, want still %s", after, err, before.Mode)
	}
}

// TestLearn checks that learning goes through a worker as conversions do, with the same
// limits and errors.
func TestLearn(t *testing.T) {
	testenv.Sequential(t)
	p := newPool(t, Config{Workers: 1, Timeout: testenv.Patience})
	known := sampleLayout("known")
	caller := &Caller{Account: "a"}
	lesson, err := p.Learn(caller.Context(t.Context()), convert.Input{Data: []byte("layout"), Layouts: &given{layout: known}}, sampleRows)
	if err != nil {
		t.Fatalf("Learn() = %v", err)
	}
	want, _ := dying{}.Learn(t.Context(), convert.Input{Data: []byte("layout"), Layouts: &given{layout: known}}, sampleRows)
	if !reflect.DeepEqual(lesson, want) {
		t.Errorf("Learn() = %+v, want %+v", lesson, want)
	}
	if caller.Worked() <= 0 {
		t.Errorf("Worked() after learning = %v, want some time", caller.Worked())
	}
	var rows *taught.RowsError
	if _, err := p.Learn(t.Context(), convert.Input{Data: []byte("wrong-rows")}, nil); !errors.As(err, &rows) || !strings.HasPrefix(rows.Reason, "row 1") {
		t.Errorf("Learn() of wrong rows = %v, want a *RowsError", err)
	}
	var format *doc.FormatError
	if _, err := p.Learn(t.Context(), convert.Input{Data: []byte("format x")}, nil); !errors.As(err, &format) {
		t.Errorf("Learn() of a broken document = %v, want a *FormatError", err)
	}
	var crash *CrashError
	if _, err := p.Learn(t.Context(), convert.Input{Data: []byte("exit")}, nil); !errors.As(err, &crash) {
		t.Errorf("Learn() of what ends its worker = %v, want a *CrashError", err)
	}
	var memory *MemoryError
	if _, err := p.Learn(t.Context(), convert.Input{Data: []byte("allocate")}, nil); !errors.As(err, &memory) {
		t.Errorf("Learn() of what needs all memory = %v, want a *MemoryError", err)
	}
	full := errors.New("full")
	caller.Room = func(int) error { return full }
	if _, err := p.Learn(caller.Context(t.Context()), convert.Input{Data: []byte("well")}, sampleRows); err != full {
		t.Errorf("Learn() without room for what comes of it = %v, want %v", err, full)
	}
	hasty := newPool(t, Config{Workers: 1, Timeout: 100 * time.Millisecond})
	var timeout *TimeoutError
	if _, err := hasty.Learn(t.Context(), convert.Input{Data: []byte("spin")}, nil); !errors.As(err, &timeout) {
		t.Errorf("Learn() of what never ends = %v, want a *TimeoutError", err)
	}
}

func TestRowsSurviveThePipe(t *testing.T) {
	for _, want := range [][]map[string]string{sampleRows, {}} {
		rows, rest, err := parseRows(append(appendRows(nil, want), "document"...))
		if err != nil || !reflect.DeepEqual(rows, want) || string(rest) != "document" {
			t.Errorf("parseRows() = %v, %q, %v, want %v", rows, rest, err, want)
		}
	}
	whole := appendRows(nil, sampleRows)
	for n := range whole {
		if rows, _, err := parseRows(whole[:n]); err == nil {
			t.Errorf("parseRows() of %d of %d bytes = %v, want an error", n, len(whole), rows)
		}
	}
}

var sampleLesson = &taught.Lesson{
	Layout:         sampleLayout("Acme"),
	Unexplained:    []taught.Unexplained{{Line: -1, Value: "4500"}, {Line: 7, Field: schema.NumFields - 1, Value: "é"}},
	Contradictions: []string{"one", ""},
}

func TestLessonSurvivesThePipe(t *testing.T) {
	payload, memory, err := writeLesson(sampleLesson)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := parseLesson(string(payload), memory); err != nil || !reflect.DeepEqual(got, sampleLesson) {
		t.Errorf("parseLesson() = %+v, %v, want %+v", got, err, sampleLesson)
	}
	if _, err := parseLesson(string(payload), memory-1); err != errMessage {
		t.Errorf("a lesson that takes more than it says = %v, want %v", err, errMessage)
	}
	for n := range payload {
		if l, err := parseLesson(string(payload[:n]), memory); err == nil {
			t.Fatalf("parseLesson() of %d of %d bytes = %+v, want an error", n, len(payload), l)
		}
	}
}

func FuzzParseLesson(f *testing.F) {
	payload, _, _ := writeLesson(sampleLesson)
	f.Add(payload)
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			return
		}
		l, err := parseLesson(string(data), 16<<20)
		if err != nil {
			return
		}
		once, _, err := writeLesson(l)
		if err != nil {
			return // the layout is too large when encoded again
		}
		again, err := parseLesson(string(once), 32<<20)
		if err != nil || !reflect.DeepEqual(again.Unexplained, l.Unexplained) || !reflect.DeepEqual(again.Contradictions, l.Contradictions) {
			t.Errorf("a lesson changed on its way: %+v, %v\n%+v", again, err, l)
		}
	})
}

func FuzzParsePrint(f *testing.F) {
	f.Add(appendPrint(nil, samplePrint))
	f.Add(appendPrint(nil, nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 2*maxAsked {
			return
		}
		print, err := parsePrint(data)
		if err != nil {
			return
		}
		if again, err := parsePrint(appendPrint(nil, print)); err != nil || len(again) > 0 && !reflect.DeepEqual(again, print) {
			t.Errorf("a print changed on its way: %v, %v\n%v", again, err, print)
		}
	})
}

// TestLongPrints checks that a long print is shortened when sent, so that it can be read.
func TestLongPrints(t *testing.T) {
	payload := appendPrint(nil, make(taught.Fingerprint, 20_000))
	if print, err := parsePrint(payload); err != nil || len(payload) > maxAsked || len(print) < 8000 {
		t.Errorf("a long print is sent in %d bytes, and read as %d marks, %v", len(payload), len(print), err)
	}
	if _, err := parsePrint(append(payload, 0)); err != errMessage {
		t.Errorf("a print that goes on = %v, want %v", err, errMessage)
	}
	if bytes.Equal(payload, appendPrint(nil, samplePrint)) {
		t.Error("all prints are the same")
	}
}
