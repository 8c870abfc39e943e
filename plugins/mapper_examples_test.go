package plugins_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lineitem/convert"
	"lineitem/convert/order"
	"lineitem/convert/testenv"
	"lineitem/plugins"
)

var update = flag.Bool("update", false, "write what the examples must print again")

// sheetKeeper is a mapper that keeps the sheet it is given.
type sheetKeeper struct{ sheet *order.Sheet }

func (k *sheetKeeper) Map(_ context.Context, _ []byte, s *order.Sheet) (*order.Mapped, error) {
	k.sheet = s
	return &order.Mapped{Columns: s.Columns, Rows: s.Rows}, nil
}

func (*sheetKeeper) Try(context.Context, []byte) error { return nil }

// readSheet returns the sheet of a document in testdata/orders.
func readSheet(t testing.TB, document string) *order.Sheet {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "testdata", "orders", document))
	if err != nil {
		t.Fatal(err)
	}
	var keeper sheetKeeper
	c := &convert.Converter{Mapper: &keeper}
	if _, err := c.Convert(t.Context(), convert.Input{Filename: document, Data: data, Mapper: convert.NewModule(nil)}); err != nil {
		t.Fatal(err)
	}
	return keeper.sheet
}

// buildExample builds an example. If its toolchain is missing the test is skipped; with
// LINEITEM_REQUIRE_ALL it fails instead, unless LINEITEM_LACKS names the language as one
// that is not available.
func buildExample(t testing.TB, language string) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), language+".wasm")
	said, err := exec.Command("bash", "mapper/build", language, file).CombinedOutput()
	var exit *exec.ExitError
	switch {
	case err == nil:
	case errors.Is(err, exec.ErrNotFound), errors.As(err, &exit) && exit.ExitCode() == 3:
		if !testenv.RequireAll() || slices.Contains(strings.Fields(os.Getenv("LINEITEM_LACKS")), language) {
			t.Skipf("not built: %s%v", said, err)
		}
		fallthrough
	default:
		t.Fatalf("%s%v", said, err)
	}
	return readFile(t, file)
}

func readFile(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// committedExample returns an example's module as it was built for the tests.
func committedExample(t testing.TB, language string) []byte {
	return readFile(t, filepath.Join("..", "testdata", "mapper", "examples", language+".wasm"))
}

// An example gives the wanted rows of a real order each time, whether it is the
// committed module or one that was built now.
func TestMapperExamples(t *testing.T) {
	tests := []struct {
		language, document string
		committed          bool
	}{
		{"c", "us-government-form.pdf", true},
		{"rust", "us-government-form.pdf", true},
		{"go", "swiss-letter.pdf", false},
	}
	m := plugins.NewMappers(plugins.MapperOptions{})
	defer m.Close(t.Context())
	for _, test := range tests {
		sheet := readSheet(t, test.document)
		wanted := filepath.Join("..", "testdata", "mapper", "examples", test.language+".json")
		check := func(t *testing.T, module []byte) {
			for range 2 {
				mapped, err := m.Map(t.Context(), module, sheet)
				if err != nil {
					t.Fatalf("Map(%s) = %v", test.document, err)
				}
				got := mappedJSON(t, mapped)
				if *update {
					if err := os.WriteFile(wanted, got, 0o644); err != nil {
						t.Fatal(err)
					}
				}
				if want := readFile(t, wanted); !bytes.Equal(got, want) {
					t.Fatalf("Map(%s) = %s, want %s", test.document, got, want)
				}
			}
		}
		if test.committed {
			t.Run(test.language+" committed", func(t *testing.T) { check(t, committedExample(t, test.language)) })
		}
		t.Run(test.language+" built", func(t *testing.T) {
			testenv.Long(t, "compiles an example")
			check(t, buildExample(t, test.language))
		})
	}
}

// mappedJSON returns what a mapper made as JSON, without the evidence and with one row per line.
func mappedJSON(t testing.TB, m *order.Mapped) []byte {
	t.Helper()
	var out bytes.Buffer
	section := func(name string, n int, item func(int) any) {
		out.WriteString(`"` + name + `": [`)
		for i := range n {
			line, err := json.Marshal(item(i))
			if err != nil {
				t.Fatal(err)
			}
			out.WriteString("\n")
			out.Write(line)
			if i < n-1 {
				out.WriteString(",")
			}
		}
		out.WriteString("]")
	}
	out.WriteString("{")
	section("columns", len(m.Columns), func(i int) any { return m.Columns[i] })
	out.WriteString(",\n")
	section("rows", len(m.Rows), func(i int) any { return m.Rows[i] })
	out.WriteString("}\n")
	return out.Bytes()
}

// value returns the value of a row under a key, or "".
func value(row order.Row, key string) string {
	for _, p := range row {
		if p.Key == key {
			return p.Value
		}
	}
	return ""
}

// withRow returns the sheet with one more row, a copy of the first in which some values
// are replaced.
func withRow(s *order.Sheet, values map[string]string) *order.Sheet {
	more := *s
	row := slices.Clone(s.Rows[0])
	for i, p := range row {
		if v, ok := values[p.Key]; ok {
			row[i].Value = v
		}
	}
	more.Rows = append(slices.Clone(s.Rows), row)
	more.Evidence = append(slices.Clone(s.Evidence), s.Evidence[0])
	return &more
}

func TestRustExampleCountsPiecesAndDropsFreight(t *testing.T) {
	m := plugins.NewMappers(plugins.MapperOptions{})
	defer m.Close(t.Context())
	sheet, module := plugins.SampleSheet(), committedExample(t, "rust")
	tests := []struct{ unit, description, quantity, price, wantQuantity, wantPrice, wantSize string }{
		{"BX", "Prep pads, 200/bx", "24", "8.46", "4800", "0.0423", "200"},
		{"CS", "Prep pads, 200/bx", "24", "8.46", "24", "8.46", ""}, // how many a case holds is not said
		{"box", "Gloves \"M\"\n(100 per box)", "1.5", "", "150", "", "100"},
		{"BTE", "Gants, boîte de 3", "2", "1.00", "6", "0.333333", "3"},
		{"VE", "Schrauben VE 50", "1", "-2.50", "50", "-0.05", "50"},
		{"EA", "Box 12", "1", "2.50", "1", "2.50", ""},
		{"BX", "Pads, 1/bx", "24", "8.46", "24", "8.46", ""},
	}
	for _, test := range tests {
		with := withRow(sheet, map[string]string{"unit": test.unit, "description": test.description, "quantity": test.quantity, "unit_price": test.price})
		mapped, err := m.Map(t.Context(), module, with)
		if err != nil {
			t.Fatal(err)
		}
		row := mapped.Rows[len(mapped.Rows)-1]
		if q, p, s := value(row, "quantity"), value(row, "unit_price"), value(row, "pack_size"); q != test.wantQuantity || p != test.wantPrice || s != test.wantSize {
			t.Errorf("%s %s of %q at %s = %q at %q, %q in a pack, want %q at %q, %q", test.quantity, test.unit, test.description, test.price, q, p, s, test.wantQuantity, test.wantPrice, test.wantSize)
		}
		if got := value(row, "description"); got != test.description {
			t.Errorf("description = %q, want %q", got, test.description)
		}
	}
	mapped, err := m.Map(t.Context(), module, withRow(sheet, map[string]string{"item_code": "", "description": "Freight & handling"}))
	if err != nil || len(mapped.Rows) != len(sheet.Rows) || len(mapped.Evidence) != len(sheet.Rows) {
		t.Errorf("Map of a row of freight = %v rows, %v, want %d", mapped, err, len(sheet.Rows))
	}
}

// The example in C finds the cost centre under its labels, in capital or small letters and
// in several languages. A sheet without rows stays one.
func TestCExampleFindsLabels(t *testing.T) {
	m := plugins.NewMappers(plugins.MapperOptions{})
	defer m.Close(t.Context())
	module := committedExample(t, "c")
	for label, want := range map[string]string{
		"Cost centre": "4711", "KOSTENSTELLE:": "4711", "CENTRE DE COÛT": "4711", "9. Accounting and appropriation data": "4711",
		"b. Cost center no.": "4711", "Low cost centre": "", "": "",
	} {
		sheet := plugins.SampleSheet()
		sheet.Pairs = []order.Pair{{Label: label, Value: "4711", Page: 1}}
		mapped, err := m.Map(t.Context(), module, sheet)
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range mapped.Rows {
			if got := value(row, "cost_center"); got != want {
				t.Errorf("cost center of %q = %q, want %q", label, got, want)
			}
			if e, ok := mapped.Evidence[i]["cost_center"]; ok != (want != "") || ok && e.Words[0] != want {
				t.Errorf("evidence of %q = %v, %v", label, e, ok)
			}
		}
	}
	sheet := plugins.SampleSheet()
	sheet.Rows, sheet.Evidence, sheet.Pairs = nil, nil, nil
	for _, language := range []string{"c", "rust"} {
		if mapped, err := m.Map(t.Context(), committedExample(t, language), sheet); err != nil || len(mapped.Rows) != 0 {
			t.Errorf("Map of no rows by %s = %v, %v", language, mapped, err)
		}
	}
}
