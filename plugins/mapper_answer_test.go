package plugins

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/order"
)

func TestAnswers(t *testing.T) {
	const columns = `"columns":[{"key":"a","label":"A"},{"key":"b.1","label":""}]`
	want := &order.Mapped{
		Columns: []order.Column{{Key: "a", Label: "A"}, {Key: "b.1"}},
		Rows:    []order.Row{{{Key: "a", Value: "1"}, {Key: "b.1", Value: "é\n\"😀"}}},
	}
	for _, answer := range []string{
		`{` + columns + `,"rows":[{"a":"1","b.1":"é\n\"😀"}]}`,
		`{"rows":[{"b.1":"\u00e9\n\"\ud83d\ude00","a":"1"}],` + columns + `}`,
		" {\n" + columns + ",\r\n\t\"rows\" : [ { \"a\" : \"1\" , \"b.1\":\"é\\n\\\"😀\" } ] , \"evidence\" : null }\n",
	} {
		got, message, err := parseMapped([]byte(answer), DefaultMapperLimits.Value)
		if err != nil || message != "" || !reflect.DeepEqual(got, want) {
			t.Errorf("parseMapped(%s) = %+v, %q, %v, want %+v", answer, got, message, err, want)
		}
	}

	want.Evidence = []order.RowEvidence{{"a": doc.Evidence{Page: 2, Box: doc.Box{X0: 1, Y0: 2.5, X1: 3, Y1: 4}, Confidence: 0.5, Words: []string{"one"}, Proof: "1 = 1", Cut: true}}}
	answer := `{` + columns + `,"rows":[{"a":"1","b.1":"é\n\"😀"}],"evidence":[{"a":{"page":2,"box":{"x0":1,"y0":2.5,"x1":3,"y1":4},"confidence":0.5,"words":["one"],"proof":"1 = 1","cut":true}}]}`
	if got, _, err := parseMapped([]byte(answer), DefaultMapperLimits.Value); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("parseMapped(%s) = %+v, %v, want %+v", answer, got, err, want)
	}
	if got, _, err := parseMapped([]byte(`{"columns":[],"rows":[]}`), DefaultMapperLimits.Value); err != nil || got.Rows == nil || len(got.Rows) != 0 {
		t.Errorf("parseMapped of no rows = %+v, %v", got, err)
	}
	if _, message, err := parseMapped([]byte(`{"error":" no\u001b contract "}`), DefaultMapperLimits.Value); err != nil || message != "no contract" {
		t.Errorf("parseMapped of an error = %q, %v", message, err)
	}
}

// Each fault of an answer is described by its rows, columns and keys where possible, so
// that the mapper's author finds it.
func TestWrongAnswers(t *testing.T) {
	const two = `{"columns":[{"key":"no","label":"No"},{"key":"total","label":"Total"}],"rows":`
	row := strings.Repeat(`{"no":"1","total":"2"},`, 2)
	tests := []struct{ answer, want string }{
		{``, `it wrote nothing to its standard output`},
		{`[]`, `the answer is an array, not an object`},
		{`{}`, `it lacks columns`},
		{`{"columns":[]}`, `it lacks rows`},
		{`{"columns":[],"rows":[],"rows":[]}`, `it has "rows" twice`},
		{`{"columns":[],"rows":[]} x`, `line 1, byte 26 of it: want the end, not "x"`},
		{"{\"columns\":[],\n\"rows\":[,]}", `line 2, byte 9 of it: want`},
		{`{"columns":[],"lines":[]}`, `it has a member "lines", want columns, rows, evidence or error`},
		{`{"columns":[],"rows":[{}`, `it ends after byte 24, where ',' or ']' is missing`},
		{`{"error":""}`, `its error is empty`},
		{`{"error":7}`, `error is a number, not a string`},
		{`{"error":"x","rows":[]}`, `it has both an error and other members`},
		{`{"columns":{},"rows":[]}`, `columns is an object, not an array`},
		{`{"columns":["no"],"rows":[]}`, `column 1 is a string, not an object`},
		{`{"columns":[{"key":"no"}],"rows":[]}`, `column 1 lacks a label`},
		{`{"columns":[{"label":"no"}],"rows":[]}`, `column 1 lacks a key`},
		{`{"columns":[{"key":"no","label":"","width":3}],"rows":[]}`, `column 1 has a member "width", want key or label`},
		{`{"columns":[{"key":"net price","label":""}],"rows":[]}`, `column 1 has the key "net price"; a key is 1 to 64 letters of A-Z and a-z, digits, and _ . - /`},
		{`{"columns":[{"key":"a","label":""},{"key":"a","label":""}],"rows":[]}`, `columns 1 and 2 have the same key "a"`},
		{`{"columns":[{"key":"a","label":"` + strings.Repeat("ä", 201) + `"}],"rows":[]}`, `column 1 has a label of 201 characters; at most 200 are allowed`},
		{two + `[` + row + `{"no":"3"}]}`, `row 3 lacks the key "total", which is in columns`},
		{two + `[` + row + `{"no":"3","total":"4","tax":"5"}]}`, `row 3 has the key "tax", which is not in columns`},
		{two + `[{"no":"3","no":"4"}]}`, `row 1 has the key "no" twice`},
		{two + `[{"no":"3","total":4.5}]}`, `row 1 has a number for "total"; values are strings`},
		{two + `[{"no":null,"total":""}]}`, `row 1 has null for "no"; values are strings`},
		{two + `[["3","4"]]}`, `row 1 is an array, not an object`},
		{two + `[{"no":"\u0000","total":""}]}`, `row 1 has the control character U+0000 in "no"`},
		{two + `[{"no":"\ud800","total":""}]}`, `line 1, byte 87 of it: want a whole character`},
		{two + `[{"no":"\x","total":""}]}`, `line 1, byte 87 of it: want a JSON escape sequence`},
		{two + `[{"no":"` + strings.Repeat("ä", 8000) + `","total":"` + strings.Repeat("ä", 8001) + `"}]}`, `row 1 has 8001 characters in "total"; at most 8000 are allowed`},
		{two + `[{"no":"1","total":"2"}],"evidence":[{"no":{"cut":1}}]}`, `the evidence of row 1 for "no": cut is a number, not a boolean`},
		{two + `[],"evidence":[{}]}`, `it has evidence for more than its 0 rows`},
		{two + `[` + row[:len(row)-1] + `],"evidence":[{}]}`, `it has evidence for 1 of its 2 rows`},
		{two + `[{"no":"1","total":"2"}],"evidence":[{"tax":{}}]}`, `the evidence of row 1 has the key "tax", which is not in columns`},
		{two + `[{"no":"1","total":"2"}],"evidence":[{"no":{"confidence":2}}]}`, `the evidence of row 1 for "no": confidence is 2, want a number in [0, 1]`},
		{two + `[{"no":"1","total":"2"}],"evidence":[{"no":{"page":1.5}}]}`, `the evidence of row 1 for "no": page is 1.5, want a page number`},
		{`{"columns":[` + strings.Repeat(`{"key":"a","label":""},`, 501) + `],"rows":[]}`, `columns 1 and 2 have the same key "a"`},
		{`{"rows":` + strings.Repeat("[", 200), `it is nested too deeply`},
		{`{"rows":[01],"columns":[]}`, `line 1, byte 10 of it: want a value, not`},
	}
	for _, test := range tests {
		got, message, err := parseMapped([]byte(test.answer), DefaultMapperLimits.Value)
		if err == nil || message != "" || got != nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("parseMapped(%s) = %v, %q, %v, want %q", test.answer, got, message, err, test.want)
		}
	}
}

// A mapper's input is valid JSON that holds everything in the sheet.
func TestSheetAsJSON(t *testing.T) {
	s := SampleSheet()
	s.Filename = "ord\x00er \"1\"\n\xff.pdf"
	s.Lines[0].Box.X0, s.Lines[0].Box.Y0 = 1.0/3, -12.05
	var got struct {
		API            int
		Filename, Mode string
		Columns        []order.Column
		Rows           []map[string]string
		Evidence       []order.RowEvidence
		Pairs          []order.Pair
		Tables         []order.Grid
		Lines          []order.TextLine
	}
	if err := json.Unmarshal(appendSheet(nil, s), &got); err != nil {
		t.Fatal(err)
	}
	if got.API != 1 || got.Filename != "ord\x00er \"1\"\n\uFFFD.pdf" || got.Mode != "text" {
		t.Errorf("api %d, filename %q, mode %q", got.API, got.Filename, got.Mode)
	}
	if !reflect.DeepEqual(got.Columns, s.Columns) || !reflect.DeepEqual(got.Evidence, s.Evidence) ||
		!reflect.DeepEqual(got.Pairs, s.Pairs) || !reflect.DeepEqual(got.Tables, s.Tables) || !reflect.DeepEqual(got.Lines, s.Lines) {
		t.Errorf("the sheet came back as %+v", got)
	}
	for i, row := range s.Rows {
		for _, p := range row {
			if got.Rows[i][p.Key] != p.Value {
				t.Errorf("row %d has %s = %q, want %q", i, p.Key, got.Rows[i][p.Key], p.Value)
			}
		}
	}
}

// FuzzMapperOutput checks that whatever a mapper answers is either refused or keeps the contract.
func FuzzMapperOutput(f *testing.F) {
	f.Add([]byte(`{"columns":[{"key":"a","label":"A"}],"rows":[{"a":"1"}],"evidence":[{"a":{"page":1,"box":{"x0":1},"confidence":1,"words":["x"]}}]}`))
	f.Add([]byte(`{"rows":[{"a":"\u00e9\ud83d\ude00"}],"columns":[{"key":"a","label":""}]}`))
	f.Add([]byte(`{"error":"no"}`))
	f.Add([]byte(`{"rows":[[1,true,null,{"x":-1.5e3}]],"columns":[]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 16<<10 {
			t.Skip()
		}
		got, message, err := parseMapped(data, DefaultMapperLimits.Value)
		if err != nil {
			if got != nil || message != "" {
				t.Fatalf("parseMapped(%q) = %v, %q with %v", data, got, message, err)
			}
			return
		}
		if !json.Valid(data) {
			t.Fatalf("parseMapped(%q) takes what is no JSON", data)
		}
		if message != "" {
			return
		}
		if got.Evidence != nil && len(got.Evidence) != len(got.Rows) {
			t.Fatalf("%d rows have %d pieces of evidence", len(got.Rows), len(got.Evidence))
		}
		keys := map[string]bool{}
		for _, c := range got.Columns {
			if keys[c.Key] || !validKey(c.Key) {
				t.Fatalf("column %+v", c)
			}
			keys[c.Key] = true
		}
		for _, row := range got.Rows {
			if len(row) != len(got.Columns) {
				t.Fatalf("row %v of %d columns", row, len(got.Columns))
			}
			for i, p := range row {
				if _, bad := unwritable(p.Value); p.Key != got.Columns[i].Key || bad {
					t.Fatalf("row %q of columns %q", row, got.Columns)
				}
			}
		}
	})
}
