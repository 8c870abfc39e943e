package convert_test

import (
	"reflect"
	"testing"

	"lineitem/convert"
	"lineitem/convert/order/taught"
)

func TestParseRows(t *testing.T) {
	two := []map[string]string{{"po_number": "4711", "quantity": "2"}, {"po_number": "4711", "quantity": ""}}
	for _, text := range []string{
		`{"filename": "a.pdf", "rowCount": 2, "rows": [{"po_number": "4711", "quantity": "2"}, {"po_number": "4711", "quantity": ""}], "evidence": [{}, {}]}`,
		`[{"po_number": "4711", "quantity": 2}, {"po_number": 4711, "quantity": null}]`,
		"{\"po_number\": \"4711\", \"quantity\": \"2\"}\n{\"po_number\": \"4711\", \"quantity\": \"\"}\n",
	} {
		if got, err := convert.ParseRows([]byte(text)); err != nil || !reflect.DeepEqual(got, two) {
			t.Errorf("ParseRows(%s) = %v, %v, want %v", text, got, err, two)
		}
	}
	if got, err := convert.ParseRows([]byte(`{"rows": []}`)); len(got) != 0 || err != nil {
		t.Errorf("ParseRows of an answer without rows = %v, %v, want none", got, err)
	}
}

func TestParseRowsRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "there are no rows: send the correct rows, one per line item",
		`{"rows": [`:                "the rows are not JSON: the text ends too early",
		"po_number,quantity":        "the rows are not JSON: invalid character 'p' looking for beginning of value, byte 1",
		`"4711"`:                    "the rows are not objects: send them in the form of the answer",
		`[{"quantity": "2"}, 7]`:    "row 2 is not an object with a value for each column",
		`{"rows": {"0": {}}}`:       `"rows" is not an array: give the rows as they were answered`,
		`[{"quantity": ["2"]}]`:     `row 1: the value of "quantity" is neither text nor a number`,
		`{"rows": []} {"rows": []}`: "there is more than one answer: send only the one for this document",
		`{"quantity": "2"} [{}]`:    "there is more than one answer: send only the one for this document",
	} {
		_, err := convert.ParseRows([]byte(text))
		if _, ok := err.(*taught.RowsError); !ok || err.Error() != want {
			t.Errorf("ParseRows(%q): %v, want %s", text, err, want)
		}
	}
}

func FuzzParseRows(f *testing.F) {
	f.Add([]byte(`{"rows": [{"po_number": "4711"}]}`))
	f.Add([]byte("{\"a\": 1}\n{\"a\": null}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			return
		}
		rows, err := convert.ParseRows(data)
		if _, ok := err.(*taught.RowsError); err != nil && (!ok || rows != nil) {
			t.Errorf("%d rows, %v", len(rows), err)
		}
	})
}
