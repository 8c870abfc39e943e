package accuracy

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"lineitem/convert/doc"
)

// withConfidence returns a document with right and wrong cells of the given confidence.
func withConfidence(right, wrong int, confidence float64) *Document {
	d := new(Document)
	for i := range right + wrong {
		c := Cell{Key: "total", Evidence: &doc.Evidence{Confidence: confidence}}
		if i >= right {
			c.Verdict = Wrong
		}
		d.Cells = append(d.Cells, c)
	}
	return d
}

func TestReliable(t *testing.T) {
	// Of 4 cells with confidence 0.45, 1 is right (0.25), an error of 0.2. The 6 cells with
	// confidence 1 are right, an error of 0. The total is 4/10 * 0.2.
	missed := &Document{Cells: []Cell{{Key: "total", Verdict: Missed}}}
	r := Reliable([]*Document{withConfidence(1, 3, 0.45), withConfidence(6, 0, 1), missed})
	if r.Cells != 10 || math.Abs(r.Error-0.08) > 1e-12 {
		t.Errorf("Reliable counts %d cells with an error of %.4f, want 10 with 0.0800", r.Cells, r.Error)
	}
	if b := r.Bins[0]; b.Cells != 4 || b.Right != 1 || b.From != 0 || b.To != 0.5 {
		t.Errorf("the first bin is %+v, want 4 cells of which 1 is right, from 0 to 0.5", b)
	}
	for confidence, want := range map[float64]int{0: 0, 0.4999: 0, 0.5: 1, 0.6: 2, 0.79: 3, 0.9: 5, 0.95: 6, 0.989: 6, 0.99: 7, 1: 7} {
		r := Reliable([]*Document{withConfidence(1, 0, confidence)})
		if r.Bins[want].Cells != 1 {
			t.Errorf("a cell with the confidence %v is not in the bin from %v", confidence, r.Bins[want].From)
		}
	}
	if r := Reliable(nil); r.Cells != 0 || r.Error != 0 {
		t.Errorf("Reliable of nothing = %+v, want zeros", r)
	}
}

// TestWilson compares the bounds with values calculated by hand from Wilson's formula.
func TestWilson(t *testing.T) {
	tests := []struct {
		successes, trials int
		want              float64
	}{
		{0, 0, 0},
		{0, 10, 0},
		{10, 10, 0.7225}, // 10 / (10 + 3.8415)
		{8, 10, 0.4902},
		{380, 380, 0.9900}, // as many as are needed to show 99 %
	}
	for _, tt := range tests {
		if got := wilson(tt.successes, tt.trials); math.Abs(got-tt.want) > 5e-5 {
			t.Errorf("wilson(%d, %d) = %.4f, want %.4f", tt.successes, tt.trials, got, tt.want)
		}
	}
}

// TestVerify checks that a result is read as verified as stated beside the evidence of its
// rows, and that results that state nothing are not counted.
func TestVerify(t *testing.T) {
	const results = `{"filename":"in/a.pdf","rows":[{"po_number":"1"}],"evidence":{"verified":true,"rows":[{"po_number":{"page":1,"confidence":0.97}}]}}

{"filename":"b.pdf","rows":[{"po_number":"2"}],"evidence":{"verified":true,"rows":[{}]}}
{"filename":"c.pdf","rows":[{"po_number":"1"}],"verified":false,"evidence":[{}]}
{"filename":"d.pdf","rows":[{"po_number":"1"}],"evidence":[{"po_number":{"page":1,"confidence":0.2}}]}
{"filename":"e.pdf","rows":[{"po_number":"1"}]}
`
	got, err := ReadResults(strings.NewReader(results))
	if err != nil {
		t.Fatal(err)
	}
	var docs []*Document
	for _, name := range []string{"a.pdf", "b.pdf", "c.pdf", "d.pdf", "e.pdf", "f.pdf"} {
		docs = append(docs, Judge(parseTruth(t, `{"file":"`+name+`","rows":[{"po_number":"1"}]}`), got[name]))
	}
	if got, want := Verify(docs), (Verification{Docs: 3, Verified: 2, Right: 1}); got != want {
		t.Errorf("Verify = %+v, want %+v", got, want)
	}
	if r := Reliable(docs); r.Cells != 2 || r.Bins[6].Right != 1 || r.Bins[0].Right != 1 {
		t.Errorf("Reliable = %+v, want one right cell from 0.95 and one below 0.5", r)
	}
	for _, bad := range []string{"x", `{"rows":[{"quantity":1}]}`, `{"rows":[],"evidence":"x"}`} {
		if _, err := ReadResults(strings.NewReader(bad)); err == nil {
			t.Errorf("ReadResults(%q) gives no error", bad)
		}
	}
}

func TestDifferences(t *testing.T) {
	docs := []*Document{Judge(parseTruth(t, `{"file":"a.pdf","medium":"image","rows":[{"po_number":"1"}]}`), resultOf(Row{"po_number": "1"}))}
	const figures = `{"docs":1,"answered":1,"header_f1":0.9996,"line_f1":1,"cells_f1":1,"doc_f1":1,"row_count":1,"core_exact":1,"exact":1}`
	same, err := ParseScores([]byte(`{"groups":{"image":` + figures + `,"ALL":` + figures + `},"columns":{"po_number":1.0}}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := same.Differences(docs, "medium"); got != nil {
		t.Errorf("Differences to the same figures = %q, want none", got)
	}
	other, err := ParseScores([]byte(`{"groups":{"ALL":` + strings.Replace(figures, `"exact":1`, `"exact":0.25`, 1) + `},"columns":{"po_number":1.0,"total":0.5}}`))
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(other.Differences(docs, "medium"), "\n")
	for _, want := range []string{"ALL exact: we have 1.000, the scorer 0.250", "image docs: we have 1.000, the scorer none", "column total: we have 1.000, the scorer 0.500"} {
		if !strings.Contains(got, want) {
			t.Errorf("Differences =\n%s\nwhich lacks %q", got, want)
		}
	}
	for _, bad := range []string{"", "{}", `{"groups":{}}`} {
		if _, err := ParseScores([]byte(bad)); err == nil {
			t.Errorf("ParseScores(%q) gives no error", bad)
		}
	}
}

func FuzzReadResults(f *testing.F) {
	f.Add([]byte(`{"filename":"a.pdf","rows":[{"po_number":"1"}],"evidence":[{"po_number":{"page":1,"box":{"X0":1,"Y0":2,"X1":3,"Y1":4},"confidence":0.5,"words":["1"]}}]}`))
	f.Add([]byte("{\"filename\":\"x/b.pdf\",\"rows\":[{},{\"total\":\"-1e9\"}],\"evidence\":{\"verified\":true,\"rows\":[]}}\n\n{}"))
	truth := parseTruth(f, `{"file":"a.pdf","rows":[{"po_number":"1","total":"2","buyer":"x y"}]}`)
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		results, err := ReadResults(bytes.NewReader(data))
		if err != nil {
			return
		}
		for _, r := range results {
			d := Judge(truth, r)
			if !(d.F1 >= 0 && d.F1 <= 1) || d.Exact && !d.Core || d.Core && d.F1 == 0 {
				t.Errorf("Judge of %q: F1 %v, core %t, exact %t", data, d.F1, d.Core, d.Exact)
			}
		}
	})
}

// TestThresholds checks for each threshold of confidence how many documents reach it, how many
// of these are right, and how many right documents there are in all.
func TestThresholds(t *testing.T) {
	document := func(confidence float64, core bool) *Document {
		return &Document{Core: core, Result: &Result{Confidence: &confidence}, Cells: withConfidence(1, 0, 0.9).Cells}
	}
	docs := []*Document{document(0.999, true), document(0.991, true), document(0.985, false), document(0.6, true), document(0.1, true), {Result: new(Result)}}
	for _, got := range Thresholds(docs) {
		want := map[float64]Threshold{
			0.5: {0.5, 4, 3, 4}, 0.98: {0.98, 3, 2, 4}, 0.99: {0.99, 2, 2, 4}, 0.998: {0.998, 1, 1, 4},
		}
		if w, ok := want[got.At]; ok && got != w {
			t.Errorf("of documents with a confidence of %v and more there are %+v, want %+v", got.At, got, w)
		}
	}
	if got := coverageChart(docs).Points; got != "60.0,0.0 120.0,0.0 120.0,80.0 180.0,60.0 240.0,48.0" {
		t.Errorf("the chart leads through %s", got)
	}
	var b bytes.Buffer
	if err := WriteReliability(&b, docs); err != nil || !strings.Contains(b.String(), "0.990 and more               2       2   1.000     0.342           0.500\n") {
		t.Errorf("WriteReliability = %v\n%s", err, &b)
	}
	if got := Thresholds([]*Document{{Result: new(Result)}}); got != nil {
		t.Errorf("Thresholds without confidences = %v, want none", got)
	}
}
