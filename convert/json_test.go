package convert

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/hostile"
	"lineitem/convert/order"
	"lineitem/convert/order/review"
	"lineitem/convert/testenv"
)

func TestWriteJSON(t *testing.T) {
	r := &Result{
		Filename: `"a".pdf`, Mode: ModeOCR, RowCount: 2,
		Columns: []order.Column{{Key: "total", Label: "Total <€>"}, {Key: "buyer", Label: "Buyer"}},
		Rows:    []order.Row{{{Key: "total", Value: "1.50"}, {Key: "buyer", Value: "A & B"}}, {{Key: "total", Value: ""}, {Key: "buyer", Value: "\n"}}},
	}
	const plain = `{"filename":"\"a\".pdf","mode":"ocr","rowCount":2,` +
		`"columns":[{"key":"total","label":"Total <€>"},{"key":"buyer","label":"Buyer"}],` +
		`"rows":[{"total":"1.50","buyer":"A & B"},{"total":"","buyer":"\n"}]`
	full := *r
	full.Evidence = []order.RowEvidence{{
		"buyer": {Page: 1, Box: doc.Box{X0: 1, Y0: 2.25, X1: 3, Y1: 4}, Confidence: 0.984, Words: []string{"A", "&", "B"}, Cut: true},
		"total": {Confidence: 1, Words: []string{}, Proof: "3 × 0.50 = 1.50"},
	}, {}}
	full.Pages = []Page{{Number: 1, Width: 595.3, Height: 842}, {Number: 2, Width: 10, Height: 20, Pixels: &doc.Picture{Width: 100, Height: 200, Resolution: 72.5}}}
	full.Verified, full.Confidence = new(false), new(0.75)
	full.Review = []review.Entry{
		{Row: 1, Key: "total", Code: review.Missing, Message: "Not \"found\"."},
		{Row: 0, Code: review.UnreadWords, Message: "Look here.", Page: 1, Box: doc.Box{X0: 1, Y0: 2.25, X1: 3, Y1: 4}},
	}
	empty := Result{Mode: ModeText, Rows: []order.Row{}, Evidence: []order.RowEvidence{}}
	for _, tt := range []struct {
		result *Result
		want   string
	}{
		{r, plain + "}\n"},
		{&full, plain + `,"evidence":[{"total":{"page":0,"box":{"x0":0,"y0":0,"x1":0,"y1":0},"confidence":1,"words":[],"proof":"3 × 0.50 = 1.50"},` +
			`"buyer":{"page":1,"box":{"x0":1,"y0":2.25,"x1":3,"y1":4},"confidence":0.984,"words":["A","&","B"],"cut":true}},{}],` +
			`"pages":[{"page":1,"width":595.3,"height":842},{"page":2,"width":10,"height":20,"pixels":{"width":100,"height":200,"resolution":72.5}}],` +
			`"verified":false,"confidence":0.75,"review":[{"row":1,"key":"total","code":"missing","message":"Not \"found\"."},` +
			`{"row":0,"key":"","code":"unread_words","message":"Look here.","page":1,"box":{"x0":1,"y0":2.25,"x1":3,"y1":4}}]}` + "\n"},
		{&empty, `{"filename":"","mode":"text","rowCount":0,"columns":[],"rows":[],"evidence":[]}` + "\n"},
	} {
		var b bytes.Buffer
		if err := tt.result.WriteJSON(&b); err != nil || b.String() != tt.want {
			t.Errorf("WriteJSON = %v\n%s, want\n%s", err, b.String(), tt.want)
		}
		if !json.Valid(b.Bytes()) {
			t.Errorf("%s is no JSON", b.String())
		}
		type tagged Result // a type without Result's methods
		byTags, err := json.Marshal((*tagged)(tt.result))
		var got, want any
		if err := errors.Join(err, json.Unmarshal(b.Bytes(), &got), json.Unmarshal(byTags, &want)); err != nil {
			t.Fatal(err)
		}
		if tt.result != &empty && !reflect.DeepEqual(got, want) {
			t.Errorf("WriteJSON = %s, and the tags say\n%s", b.String(), byTags)
		}
		if got := tt.result.SizeJSON(1 << 20); got != int64(len(tt.want)) {
			t.Errorf("SizeJSON = %d, want %d", got, len(tt.want))
		}
	}
}

// TestWriteJSONByPieces checks that a result of many rows is written in small
// pieces, and that nothing more is written after an error.
func TestWriteJSONByPieces(t *testing.T) {
	r := &Result{Rows: make([]order.Row, 50_000)}
	for i := range r.Rows {
		r.Rows[i] = order.Row{{Key: "description", Value: "Hex bolt M8 x 40"}}
	}
	var whole bytes.Buffer
	largest := 0
	r.WriteJSON(writerFunc(func(p []byte) (int, error) {
		largest = max(largest, len(p))
		return whole.Write(p)
	}))
	if largest > 2*piece || !json.Valid(whole.Bytes()) {
		t.Errorf("%d bytes are written in pieces of up to %d, want at most %d", whole.Len(), largest, 2*piece)
	}
	calls := 0
	err := r.WriteJSON(writerFunc(func([]byte) (int, error) { calls++; return 0, io.ErrClosedPipe }))
	if err != io.ErrClosedPipe || calls != 1 {
		t.Errorf("WriteJSON to a closed pipe = %v after %d writes, want %v after one", err, calls, io.ErrClosedPipe)
	}
	if got := r.SizeJSON(1 << 16); got <= 1<<16 || got > 1<<16+2*piece {
		t.Errorf("SizeJSON of a large result = %d, want a little more than was asked for", got)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// TestLargeAnswersAreRefused checks that a document is refused if its answer
// would be larger than Limits.Answer bytes.
func TestLargeAnswersAreRefused(t *testing.T) {
	testenv.Sequential(t)
	document := hostile.Amplified(100, 200)
	c := &Converter{}
	r, err := c.Convert(context.Background(), Input{Data: document})
	if err != nil {
		t.Fatal(err)
	}
	size := int(r.SizeJSON(1 << 30))
	for _, tt := range []struct {
		most     int
		evidence bool
		refused  bool
	}{{size, false, false}, {size - 1, false, true}, {size, true, true}, {0, true, false}} {
		c.Limits.Answer = tt.most
		_, err := c.Convert(context.Background(), Input{Data: document, Evidence: tt.evidence})
		var limit *doc.LimitError
		if refused := errors.As(err, &limit); refused != tt.refused || !refused && err != nil || refused && !strings.Contains(err.Error(), fmt.Sprint(tt.most)) {
			t.Errorf("an answer of %d bytes, with evidence: %t, under a limit of %d: %v, want it refused: %t", size, tt.evidence, tt.most, err, tt.refused)
		}
	}
}
