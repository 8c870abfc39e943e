package workerpool

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"io"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/hugepages"
	"lineitem/convert/order"
	"lineitem/convert/order/review"
	"lineitem/convert/order/taught"
)

func differ(got, want *convert.Result) string {
	if reflect.DeepEqual(got, want) {
		return ""
	}
	return fmt.Sprintf("\ngot  %+v\nwant %+v", got, want)
}

var sampleResult = &convert.Result{
	Filename: "Bestellung Nº 7.pdf", Mode: convert.ModeMixed, RowCount: 2,
	Columns: []order.Column{{Key: "po_number", Label: "PO #"}, {Key: "total", Label: "Total"}},
	Rows: []order.Row{
		{{Key: "po_number", Value: "4500"}, {Key: "total", Value: ""}},
		{{Key: "po_number", Value: "4500\n\x00"}, {Key: "total", Value: "-1.50"}},
	},
	Evidence: []order.RowEvidence{
		{},
		{"total": {
			Page: 3, Box: doc.Box{X0: -1, Y0: 0.5, X1: 1e9, Y1: 2}, Confidence: 0.25,
			Words: []string{"-1,50", "€"}, Proof: "3 × −0.50 = −1.50", Cut: true,
		}},
	},
	Verified: new(false), Confidence: new(0.125),
	Review: []review.Entry{
		{Row: 1, Key: "total", Code: review.TotalUnproven, Message: "The lines make 3, not 4.", Page: 3, Box: doc.Box{X0: -1, Y0: 0.5, X1: 1e9, Y1: 2}},
		{Code: review.SeveralOrders, Message: "€"},
	},
	Cut:   []string{"total"},
	Pages: []convert.Page{{Number: 1, Width: 595.5, Height: 842}, {Number: 2, Width: 612, Height: 792, Pixels: &doc.Picture{Width: 1700, Height: 2200, Resolution: 200}}},
	Pictures: []convert.PagePicture{
		{Number: 1, Width: 595.5, Height: 842, Pixels: image.Pt(910, 1286), MediaType: "image/png", Data: []byte("\x89PNG\x00"),
			Words: []convert.PageWord{{Text: "€", Box: doc.Box{X0: 1, Y0: 2.25, X1: 3, Y1: 4}}, {Text: "4500"}}},
		{Number: 2, Width: 612, Height: 792},
	},
}

// roundTrip returns a result as the pool reads it from what a worker writes.
func roundTrip(r *convert.Result) (*convert.Result, error) {
	head, rest, memory := writeResult(r)
	return parseResult(string(head)+string(rest), memory)
}

func TestResultSurvivesThePipe(t *testing.T) {
	for _, want := range []*convert.Result{
		sampleResult,
		{Mode: convert.ModeText, Columns: []order.Column{}, Rows: []order.Row{}},
		{Mode: convert.ModeText, Columns: []order.Column{}, Rows: []order.Row{}, Verified: new(true), Review: []review.Entry{}},
	} {
		got, err := roundTrip(want)
		if err != nil {
			t.Errorf("reading what writeResult makes of %+v: %v", want, err)
		} else if diff := differ(got, want); diff != "" {
			t.Errorf("the result differs: %s", diff)
		}
	}
}

func TestTruncatedMessagesAreRefused(t *testing.T) {
	head, rest, memory := writeResult(sampleResult)
	result := string(head) + string(rest)
	for n := range result {
		if r, err := parseResult(result[:n], memory); err == nil {
			t.Fatalf("parseResult of %d of %d bytes = %+v, want an error", n, len(result), r)
		}
	}
	failure := appendFailure(nil, &doc.LimitError{Limit: "pages", Max: 500})
	for n := range failure {
		if err := parseFailure(failure[:n]); err != errMessage {
			t.Fatalf("parseFailure of %d of %d bytes = %v, want %v", n, len(failure), err, errMessage)
		}
	}
}

// TestFailuresAreShort checks that an error is sent as a short and valid text,
// however long the names in it are, and keeps its type.
func TestFailuresAreShort(t *testing.T) {
	long := strings.Repeat("é", 1<<20)
	for _, err := range []error{
		errors.New(long), fmt.Errorf("w: %w", &doc.UnsupportedError{Feature: "a" + long}), &doc.FormatError{Page: 3, Reason: long},
		&doc.MapperError{Reason: long, Stderr: long, Message: "x" + long}, &doc.LimitError{Limit: long}, &taught.RowsError{Reason: long}, errors.New(strings.Repeat("\x80", 1<<20)),
	} {
		payload := appendFailure(nil, err)
		if len(payload) > maxFailure {
			t.Errorf("a %T of %d bytes is sent in %d bytes, want at most %d", err, len(err.Error()), len(payload), maxFailure)
		}
		got := parseFailure(payload)
		var unsupported *doc.UnsupportedError
		if len(got.Error()) > maxText+100 || errors.As(err, &unsupported) != errors.As(got, &unsupported) {
			t.Errorf("parseFailure(appendFailure(%T)) = %T of %d bytes", err, got, len(got.Error()))
		}
		if utf8.ValidString(err.Error()) && !utf8.ValidString(got.Error()) {
			t.Errorf("the text of a %T is cut within a character", err)
		}
	}
	if got := parseFailure(make([]byte, maxFailure+1)); got != errMessage {
		t.Errorf("parseFailure of %d bytes = %v, want %v", maxFailure+1, got, errMessage)
	}
}

// TestResultsTakeWhatTheySay checks that a result takes no more of the pool's
// memory than the worker announced.
func TestResultsTakeWhatTheySay(t *testing.T) {
	dense := &convert.Result{Mode: convert.ModeText, Columns: []order.Column{}, Rows: make([]order.Row, 100_000)}
	for i := range dense.Rows {
		dense.Rows[i] = order.Row{{Key: "a"}, {Key: "b"}, {Key: "c"}, {Key: "d"}, {Key: "e"}, {Key: "f"}, {Key: "g"}, {Key: "h"}, {Key: "i"}, {Key: "j"}}
	}
	marked := &convert.Result{Mode: convert.ModeText, Columns: []order.Column{}, Rows: make([]order.Row, 2_000), Evidence: make([]order.RowEvidence, 2_000)}
	for i := range marked.Rows {
		marked.Rows[i], marked.Evidence[i] = order.Row{}, order.RowEvidence{}
		for f := range order.NumFields {
			marked.Evidence[i][f.Key()] = doc.Evidence{Words: []string{"a", "b"}}
		}
	}
	for name, r := range map[string]*convert.Result{"short rows": dense, "evidence": marked, "all kinds": sampleResult} {
		head, rest, memory := writeResult(r)
		payload := string(head) + string(rest)
		if _, err := parseResult(payload, memory-1); err != errMessage {
			t.Errorf("%s: a result that takes more than it says = %v, want %v", name, err, errMessage)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got, err := parseResult(payload, memory)
		runtime.ReadMemStats(&after)
		if err != nil || len(got.Rows) != len(r.Rows) {
			t.Fatalf("%s: parseResult = %v", name, err)
		}
		if took := int(after.TotalAlloc - before.TotalAlloc); took+len(payload) > memory+memory/8+4<<10 {
			t.Errorf("%s: a result that says %d bytes takes %d", name, memory, took+len(payload))
		}
	}
}

// TestRepeatedTextsAreSentOnce checks that a text that is in all rows is sent,
// and held in memory, once.
func TestRepeatedTextsAreSentOnce(t *testing.T) {
	r := &convert.Result{Mode: convert.ModeText, Columns: []order.Column{}, Rows: make([]order.Row, 500)}
	for i := range r.Rows {
		r.Rows[i] = order.Row{{Key: "ship_to", Value: strings.Repeat("x", 8000)}, {Key: "line_number", Value: fmt.Sprint(i)}}
	}
	head, rest, memory := writeResult(r)
	if n := len(head) + len(rest); n > 20_000 || memory > 100_000 {
		t.Errorf("500 rows with the same 8000 characters are sent in %d bytes and take %d, want at most 20000 and 100000", n, memory)
	}
	if got, err := parseResult(string(head)+string(rest), memory); err != nil || got.Rows[499][0] != r.Rows[0][0] {
		t.Errorf("parseResult = %v", err)
	}
}

func TestFrameLimitIsCheckedBeforeAllocating(t *testing.T) {
	frame := binary.BigEndian.AppendUint32(nil, 1<<32-1)
	if _, _, err := readFrame(bytes.NewReader(append(frame, kindResult)), 1<<20); err == nil {
		t.Error("readFrame of 4 GiB under a limit of 1 MiB: no error")
	}
}

func TestRequestSurvivesThePipe(t *testing.T) {
	for _, want := range []convert.Input{
		{Data: []byte{}},
		{Filename: "a.pdf", Data: []byte("%PDF-1.7"), Kind: doc.PDF, Evidence: true, Pictures: 7},
		{Filename: "c.pdf", Data: []byte("%PDF-1.7"), Layouts: new(poolLayouts)},
		{Filename: "b.webp", Data: []byte("RIFF"), Kind: doc.WebP, Review: true, Mapper: &convert.Module{Hash: [32]byte{1, 2}}},
	} {
		payload := append(appendRequest(nil, want), want.Data...)
		if got, err := parseRequest(payload); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("parseRequest = %+v, %v, want %+v", got, err, want)
		}
	}
}

// TestWorkLoop checks that a worker answers one request after another, and ends
// without an error when its input ends.
func TestWorkLoop(t *testing.T) {
	var in, out bytes.Buffer
	for _, text := range []string{"well", "encrypted", "well"} {
		if err := writeFrame(&in, kindRequest, appendRequest(nil, convert.Input{Filename: text}), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := work(&in, &out, dying{}, hugepages.Heap{}, func() {}); err != nil {
		t.Fatalf("work = %v, want none", err)
	}
	for i, want := range []byte{kindGreeting, kindSize, kindResult, kindFailure, kindSize, kindResult} {
		if kind, _, err := readFrame(&out, 1<<20); err != nil || kind != want {
			t.Errorf("frame %d is of kind %q (%v), want %q", i, kind, err, want)
		}
	}
}

func FuzzWork(f *testing.F) {
	var in bytes.Buffer
	writeFrame(&in, kindRequest, appendRequest(nil, convert.Input{Filename: "a.pdf", Kind: doc.PDF, Evidence: true}), []byte("%PDF-1.7"))
	f.Add(in.Bytes())
	m := convert.NewModule([]byte("module"))
	writeFrame(&in, kindRequest, appendRequest(nil, convert.Input{Filename: "b.pdf", Mapper: m}), []byte("%PDF-1.7"))
	writeFrame(&in, kindModule, nil, []byte("module"))
	writeFrame(&in, kindTrial, m.Hash[:], nil)
	f.Add(in.Bytes())
	layout, _ := sampleLayout("ly_1").Encode()
	writeFrame(&in, kindLearn, appendRows(appendRequest(nil, convert.Input{Layouts: new(poolLayouts)}), sampleRows), []byte("%PDF-1.7"))
	writeFrame(&in, kindLayout, []byte{layoutFound}, layout)
	f.Add(in.Bytes())
	f.Add([]byte{})
	f.Add([]byte{0, 0, 0, 1, kindRequest, 2})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			return
		}
		// A length greater than that of the input would only cost memory.
		for rest := data; len(rest) >= frameHeader; {
			n := int(binary.BigEndian.Uint32(rest))
			if n > len(data) {
				return
			}
			rest = rest[min(len(rest), frameHeader+n):]
		}
		work(bytes.NewReader(data), io.Discard, echo{}, hugepages.Heap{}, func() {})
	})
}

// echo returns every document as the mode of its result.
type echo struct{}

func (echo) Convert(ctx context.Context, in convert.Input) (*convert.Result, error) {
	if len(in.Data) == 0 {
		return nil, errors.New("empty")
	}
	if in.Mapper != nil {
		if _, err := in.Mapper.Load(ctx); err != nil {
			return nil, err
		}
	}
	return &convert.Result{Filename: in.Filename, Mode: string(in.Data)}, nil
}

func (echo) Learn(ctx context.Context, in convert.Input, rows []map[string]string) (*taught.Lesson, error) {
	l := sampleLayout(fmt.Sprint(rows))
	if in.Layouts != nil {
		known, err := in.Layouts.Find(ctx, samplePrint)
		if err != nil {
			return nil, err
		}
		if known != nil {
			l = known
		}
	}
	return &taught.Lesson{Layout: l}, nil
}

func (echo) Try(ctx context.Context, m *convert.Module) error {
	_, err := m.Load(ctx)
	return err
}

func FuzzParseResult(f *testing.F) {
	whole := func(r *convert.Result) []byte {
		head, rest, _ := writeResult(r)
		return append(head, rest...)
	}
	f.Add(whole(sampleResult))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			return
		}
		const memory = 16 << 20
		r, err := parseResult(string(data), memory)
		if err != nil {
			return
		}
		once := whole(r)
		again, err := parseResult(string(once), 2*memory)
		if err != nil {
			t.Fatalf("parseResult of what writeResult makes: %v", err)
		}
		if twice := whole(again); !bytes.Equal(once, twice) {
			t.Errorf("a result changed on its way:\n%+v\n%+v", r, again)
		}
	})
}

func FuzzParseFailure(f *testing.F) {
	for _, err := range []error{
		&doc.FormatError{Page: 1, Reason: "r"}, &doc.UnsupportedError{Feature: "f"}, &doc.EncryptedError{},
		&doc.LimitError{Limit: "pages", Max: 1}, &doc.MapperError{Reason: "r", Stderr: "s", Message: "m"}, &taught.RowsError{Reason: "r"}, errors.New("other"), fmt.Errorf("w: %w", &doc.EncryptedError{}),
	} {
		f.Add(appendFailure(nil, err))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			return
		}
		if err := parseFailure(data); err == nil {
			t.Errorf("parseFailure(%q) = %v, want an error", data, err)
		}
	})
}
