package taught_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"lineitem/convert/order"
	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/taught"
)

// encoded returns the stored form of a layout taught by a generated order.
func encoded(t testing.TB, seed uint64) []byte {
	t.Helper()
	data, err := learned(t, ordertest.GenerateAlike(seed, 0)).Encode()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestParse checks that an exported layout can be imported, even if its JSON was
// reformatted.
func TestParse(t *testing.T) {
	data := encoded(t, 1)
	var indented bytes.Buffer
	if err := json.Indent(&indented, data, "", "  "); err != nil {
		t.Fatal(err)
	}
	for _, form := range [][]byte{data, indented.Bytes(), append(data, '\n')} {
		l, err := taught.Parse(form)
		if err != nil {
			t.Fatalf("Parse: %v", err)
		}
		again, err := l.Encode()
		if err != nil || !bytes.Equal(again, data) {
			t.Errorf("Parse and Encode change a layout: %s, then %s, %v", data, again, err)
		}
	}
}

// TestParsePrint checks that the print alone, which is all that an index needs, can be
// parsed with less work.
func TestParsePrint(t *testing.T) {
	data := encoded(t, 1)
	whole, err := taught.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	l, err := taught.ParseFingerprint(data)
	if err != nil || l.ID != whole.ID || !slices.Equal(l.Fingerprint, whole.Fingerprint) || l.Items != nil {
		t.Errorf("ParseFingerprint gives %+v, %v, want the id and the print of %+v", l, err, whole)
	}
	for _, damaged := range []string{"", "null", string(data[:len(data)/2]), strings.Replace(string(data), `"examples":1`, `"examples":2`, 1)} {
		if l, err := taught.ParseFingerprint([]byte(damaged)); err == nil {
			t.Errorf("ParseFingerprint of %.80s gives %+v", damaged, l)
		}
	}
}

// TestParseRefuses checks that files that are not layouts, or no longer, are refused
// with what to do.
func TestParseRefuses(t *testing.T) {
	data := string(encoded(t, 1))
	if !strings.Contains(data, `"examples":1`) {
		t.Fatalf("a layout has no member examples: %s", data)
	}
	for _, test := range []struct{ name, data, want string }{
		{"nothing", "", "the layout ends too early: export it again"},
		{"a part", data[:len(data)/2], "the layout ends too early: export it again"},
		{"text", "layout", "this is not a layout: send an exported file"},
		{"a list", "[1,2]", "this is not a layout: send an exported file"},
		{"null", "null", "this is not a layout: send an exported file"},
		{"two", data + data, "something follows the layout: send the file as it was exported"},
		{"another name", strings.Replace(data, `"name":"`, `"name":"x`, 1), "the layout was changed after it was exported: export it again, and do not edit the file"},
		{"another number", strings.Replace(data, `"examples":1`, `"examples":2`, 1), "the layout was changed after it was exported: export it again, and do not edit the file"},
		{"another member", strings.Replace(data, `"examples":1`, `"examples":1,"rows":[]`, 1), `the layout has an unknown member, "rows": send an exported file`},
		{"another version", strings.Replace(data, `"version":1`, `"version":7`, 1), "the layout is of version 7, but this program reads version 1: export it from a program of that version"},
		{"too much", data + strings.Repeat(" ", taught.MaxBytes), "the layout has more than 65536 bytes: send an exported file"},
	} {
		if l, err := taught.Parse([]byte(test.data)); err == nil || err.Error() != test.want {
			t.Errorf("%s: Parse = %v, %v, want %q", test.name, l, err, test.want)
		}
	}
}

// TestParseChecks checks that layouts made by hand are refused if reading with them
// could fail.
func TestParseChecks(t *testing.T) {
	const print = `"print":[[10,2,3,0]]`
	layout := `{"version":1,"id":"ly_0123456789abcdef","name":"Acme","examples":1,` + print + `}`
	if _, err := taught.Unsummed([]byte(layout)); err != nil {
		t.Fatalf("Unsummed(%s): %v", layout, err)
	}
	for _, change := range [][2]string{
		{"ly_0123456789abcdef", "../../etc/passwd"},
		{"ly_0123456789abcdef", ""},
		{"Acme", ""},
		{"Acme", strings.Repeat("Acme", 100)},
		{"Acme", `Acme\u0007`},
		{`"examples":1`, `"examples":0`},
		{`"examples":1`, `"examples":99999999999`},
		{print, `"print":[]`},
		{print, `"print":[[10,2,3,9]]`},
		{print, `"print":[[10,2,3]]`},
		{print, `"print":[[10,99999,3,0]]`},
		{print, `"print":[[20,2,3,0],[10,2,3,0]]`},
		{print, `"print":[` + strings.Repeat("[10,2,3,0],", 2000) + `[10,2,3,0]]`},
		{print, print + `,"fields":[{"field":-1}]`},
		{print, print + `,"fields":[{"field":22}]`},
		{print, print + `,"items":{"kinds":[],"chain":[{"from":0,"to":0,"count":1}]}`},
		{print, print + `,"items":{"kinds":[{"part":9,"slots":[]}],"chain":[]}`},
	} {
		changed := strings.Replace(layout, change[0], change[1], 1)
		if _, err := taught.Unsummed([]byte(changed)); err == nil {
			t.Errorf("a layout with %s is not refused", change[1])
		}
	}
}

// FuzzParse parses whatever looks like a layout. What can be parsed must be the same
// after encoding and parsing it again.
func FuzzParse(f *testing.F) {
	f.Add(encoded(f, 1))
	f.Add([]byte(`{"version":1,"id":"ly_0123456789abcdef","name":"Acme","examples":1,"print":[[10,2,3,0]],"sum":"0"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := taught.Parse(data)
		if print, wrong := taught.ParseFingerprint(data); err == nil && (wrong != nil || !reflect.DeepEqual(print.Fingerprint, l.Fingerprint)) {
			t.Errorf("ParseFingerprint gives %+v, %v, and Parse %+v", print, wrong, l)
		}
		if err != nil {
			if l, err = taught.Unsummed(data); err != nil {
				return
			}
		}
		again, err := l.Encode()
		if err != nil {
			t.Fatalf("Encode: %v", err)
		}
		same, err := taught.Parse(again)
		if err != nil && len(again) <= taught.MaxBytes && l.Version == taught.Version || err == nil && !reflect.DeepEqual(l.Fingerprint, same.Fingerprint) {
			t.Errorf("Parse, Encode and Parse give %+v and %+v, %v", l, same, err)
		}
	})
}

// FuzzRead reads documents with layouts whose numbers and lists were changed
// arbitrarily, as far as Parse would accept them.
func FuzzRead(f *testing.F) {
	f.Add(uint8(0), []byte("\x00\x00\x07"))
	f.Add(uint8(2), bytes.Repeat([]byte("changes here and there"), 20))
	var layouts [][]byte
	var samples []*ordertest.Sample
	for seed := range uint64(4) {
		layouts = append(layouts, encoded(f, seed))
		samples = append(samples, ordertest.GenerateAlike(seed, 1))
	}
	f.Fuzz(func(t *testing.T, seed uint8, changes []byte) {
		if len(changes) > 1<<10 {
			t.Skip()
		}
		var tree any
		if err := json.Unmarshal(layouts[seed%4], &tree); err != nil {
			t.Fatal(err)
		}
		for ; len(changes) >= 3; changes = changes[3:] {
			n := int(binary.BigEndian.Uint16(changes))
			changed(tree, &n, changes[2])
		}
		data, _ := json.Marshal(tree)
		l, err := taught.Unsummed(data)
		if err != nil {
			return
		}
		by := &order.Reader{Layout: func(taught.Fingerprint) *taught.Layout { return l }}
		for i := range 2 {
			by.Read(samples[(int(seed)+i)%4].Document)
		}
		l.Remarks()
	})
}

// numbers are the values to which numbers in a layout are changed.
var numbers = [...]float64{0, 1, -1, 2, -2, 3, 7, 40, 1000, -1000, 1 << 20, -(1 << 20)}

// changed changes the n-th member of a JSON tree.
func changed(tree any, n *int, to byte) any {
	*n--
	if *n == 0 {
		switch tree.(type) {
		case float64:
			return numbers[int(to)%len(numbers)]
		case string:
			return [...]string{"", " ", "é", "0", "a:", ":"}[to%6]
		case bool:
			return to%2 == 0
		}
	}
	switch tree := tree.(type) {
	case []any:
		for i := range tree {
			tree[i] = changed(tree[i], n, to)
		}
		if *n < 0 && *n > -3 && len(tree) > 0 && to > 200 {
			tree[0] = tree[len(tree)-1]
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(tree)) {
			tree[key] = changed(tree[key], n, to)
		}
	}
	return tree
}

// BenchmarkParse measures parsing stored layouts.
func BenchmarkParse(b *testing.B) {
	var all [][]byte
	size := 0
	for n := range uint64(50) {
		all = append(all, encoded(b, n))
		size += len(all[n])
	}
	for name, parse := range map[string]func([]byte) (*taught.Layout, error){"whole": taught.Parse, "print": taught.ParseFingerprint} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(size / len(all)))
			b.ReportAllocs()
			for n := 0; b.Loop(); n++ {
				if _, err := parse(all[n%len(all)]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
