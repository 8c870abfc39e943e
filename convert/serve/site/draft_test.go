package site

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/order"
	"lineitem/convert/order/value"
)

// resultOf returns a result of rows, each "key=value; key=value".
func resultOf(rows ...string) *convert.Result {
	r := &convert.Result{Filename: "order.pdf", Mode: convert.ModeText, Columns: order.Schema[:], RowCount: len(rows)}
	for _, text := range rows {
		row, evidence := make(order.Row, order.NumFields), order.RowEvidence{}
		for f := range order.NumFields {
			row[f].Key = f.Key()
		}
		for _, pair := range strings.Split(text, "; ") {
			key, value, _ := strings.Cut(pair, "=")
			at := slices.IndexFunc(order.Schema[:], func(c order.Column) bool { return c.Key == key })
			row[at].Value = value
			evidence[key] = doc.Evidence{Page: 1, Confidence: 0.5, Words: []string{value}, Proof: "1 × 1 = 1"}
		}
		r.Rows, r.Evidence = append(r.Rows, row), append(r.Evidence, evidence)
	}
	return r
}

// textsOf is the inverse of resultOf.
func textsOf(r *convert.Result) (rows []string) {
	for _, row := range r.Rows {
		var pairs []string
		for _, p := range row {
			if p.Value != "" {
				pairs = append(pairs, p.Key+"="+p.Value)
			}
		}
		rows = append(rows, strings.Join(pairs, "; "))
	}
	return rows
}

// formOf returns a draft's form as a browser sends it unchanged.
func formOf(d *draft) url.Values {
	form := url.Values{"filename": {d.Filename}, "mode": {d.Mode}}
	for i := range d.Orders {
		for _, c := range d.Orders[i].Head {
			form.Add(c.Key, c.Value)
		}
		for _, l := range d.Orders[i].rows() {
			form.Add(lineOrder, string(rune('0'+i)))
			form.Add(lineFrom, map[bool]string{true: "-1", false: string(rune('0' + max(0, l.From)))}[l.From < 0])
			for _, c := range l.Cells {
				form.Add(linePrefix+c.Key, c.Value)
			}
		}
	}
	return form
}

// TestDraftsKeepRows checks that a form sent unchanged gives the same rows that
// it was made from.
func TestDraftsKeepRows(t *testing.T) {
	for _, rows := range [][]string{
		{"po_number=1; description=a; quantity=1.500", "po_number=1; description=b; quantity=-2"},
		{"po_number=1; description=a", "po_number=2; description=b", "po_number=2; description=c"},
		{"po_number=1; delivery_date=2026-01-02; description=a", "po_number=1; delivery_date=2026-01-02; description=b"},
		{"po_number=1; delivery_date=2026-01-02; description=a", "po_number=1; delivery_date=2026-01-03; description=b"},
		{"po_number=1; delivery_date=2026-01-02; description=a", "po_number=1; description=b"},
		{"po_number=1; description=a", "po_number=1; delivery_date=2026-01-02; description=b"},
		{"po_number=1; currency=$; discount=2.5 %; total=3"},
		{"po_number=1; total=3"},
		{"delivery_date=2026-01-02"},
	} {
		was := resultOf(rows...)
		d, err := parseDraft(formOf(newDraft(was)))
		if err != nil {
			t.Fatalf("the form of %q: %v", rows, err)
		}
		d.annotate(was)
		d.normalize(new(value.Locale))
		got := d.result(was)
		if wrong := d.wrong(); len(wrong) > 0 || !slices.Equal(textsOf(got), rows) || got.RowCount != len(rows) {
			t.Errorf("correcting nothing of %q gives %q and finds wrong %q", rows, textsOf(got), wrong)
			continue
		}
		for i, row := range was.Evidence {
			for key := range row {
				if e, ok := got.Evidence[i][key]; !ok || e.Confidence != 1 || e.Proof != "" || e.Page != 1 {
					t.Errorf("of %q the %s of row %d has the evidence %+v, want its place and that somebody saw to it", rows, key, i, e)
				}
			}
		}
	}
}

func TestDraftsOfNothing(t *testing.T) {
	d := newDraft(resultOf())
	if len(d.Orders) != 1 || len(d.Orders[0].Lines) != 0 || len(d.Orders[0].rows()) != 1 {
		t.Fatalf("a result without rows is the draft %+v, want one order with a row to be filled in", d)
	}
	d, err := parseDraft(formOf(d))
	if err != nil {
		t.Fatal(err)
	}
	if r := d.result(nil); len(r.Rows) != 0 {
		t.Errorf("it has the rows %q, want none", textsOf(r))
	}
	d.Orders[0].Head[0].Value = "4711"
	if got := textsOf(d.result(nil)); !slices.Equal(got, []string{"po_number=4711"}) {
		t.Errorf("with a number it has the rows %q, want one", got)
	}
}

func TestNormalize(t *testing.T) {
	comma := value.LocaleOf([]*doc.Word{{Text: "1.234,50"}, {Text: "17,25"}, {Text: "31.12.2026"}})
	for _, tt := range []struct {
		field order.Field
		text  string
		want  string
		wrong string
	}{
		{order.Quantity, "1.500", "1.500", ""}, // as in answers, with a decimal point
		{order.Quantity, "1.500,00", "1500.00", ""},
		{order.UnitPrice, "12,5 €", "12.5", ""},
		{order.Total, "(12.50)", "-12.50", ""},
		{order.Total, "twelve", "twelve", "not a number"},
		{order.Discount, "2,5 %", "2,5 %", ""},
		{order.Discount, "2,50", "2.50", ""},
		{order.PODate, "2026-11-23", "2026-11-23", ""},
		{order.PODate, "2026-11-31", "2026-11-31", "not a date"},
		{order.DeliveryDate, "3. Dezember 2026", "2026-12-03", ""},
		{order.DeliveryDate, "04/05/2026", "2026-05-04", ""},
		{order.DeliveryDate, "week 5", "week 5", "not a date"},
		{order.Currency, "€", "EUR", ""},
		{order.Currency, "eur", "EUR", ""},
		{order.Currency, "$", "$", "not a currency"},
		{order.Description, "12,50", "12,50", ""},
		{order.Buyer, strings.Repeat("x", 8001), strings.Repeat("x", 8001), "too long"},
	} {
		c := draftCell{Column: order.Schema[tt.field], field: tt.field, Value: tt.text}
		c.normalize(&comma)
		if c.Value != tt.want || !strings.Contains(c.Wrong, tt.wrong) || (c.Wrong == "") != (tt.wrong == "") {
			t.Errorf("%s %.20q is taken for %.20q, wrong: %q; want %.20q, wrong: %q", tt.field.Key(), tt.text, c.Value, c.Wrong, tt.want, tt.wrong)
		}
	}
}

// FuzzParseDraft checks that every form is either refused or gives valid rows.
func FuzzParseDraft(f *testing.F) {
	f.Add(formOf(newDraft(resultOf("po_number=1; description=a; quantity=1"))).Encode())
	f.Add(formOf(newDraft(resultOf("po_number=1; delivery_date=2026-01-02", "po_number=2; total=1,5"))).Encode())
	f.Add("")
	was := resultOf("po_number=1; description=a; quantity=1")
	f.Fuzz(func(t *testing.T, text string) {
		form, err := url.ParseQuery(text)
		if err != nil {
			return
		}
		d, err := parseDraft(form)
		if err != nil {
			return
		}
		d.annotate(was)
		d.normalize(new(value.Locale))
		r := d.result(was)
		if len(r.Rows) > mostCorrected+len(form["po_number"])*2 || len(r.Rows) != len(r.Evidence) {
			t.Errorf("a form makes %d rows with evidence of %d", len(r.Rows), len(r.Evidence))
		}
		for _, row := range r.Rows {
			for i, p := range row {
				if p.Key != order.Schema[i].Key {
					t.Fatalf("a form makes the row %v", row)
				}
			}
		}
	})
}
