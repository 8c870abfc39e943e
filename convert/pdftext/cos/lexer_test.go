package cos

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// all returns what Next gives for data: objects as they are, keywords as
// Keywords.
func all(data string) (out []any) {
	l := NewLexer([]byte(data))
	for {
		o, op, ok := l.Next()
		if !ok {
			return out
		}
		if op != "" {
			out = append(out, op)
		} else {
			out = append(out, o)
		}
	}
}

func TestNext(t *testing.T) {
	for _, test := range []struct {
		in   string
		want []any
	}{
		{"", nil},
		{"1 -2 +3 4.5 -.5 .5 6. 0", []any{int64(1), int64(-2), int64(3), 4.5, -.5, .5, 6.0, int64(0)}},
		{"--5 1.2.3 0.00-35 - 99999999999999999999", []any{int64(-5), 1.2, 0.0, int64(0), 99999999999999999999.0}},
		{"0.000000000000000000000000012 7", []any{0.0, int64(7)}},
		{"true false null", []any{true, false, nil}},
		{"/A /A#42 /A#4 / /A#zz", []any{Name("A"), Name("AB"), Name("A#4"), Name(""), Name("A#zz")}},
		{"(a(b)c) (\\n\\051\\0053\\\r\nx\\q)", []any{String("a(b)c"), String("\n)\x053xq")}},
		{"<48 65 6c6C6f7> <>", []any{String("Hellop"), String("")}},
		{"(unclosed", []any{String("unclosed")}},
		{"(unclosed\\", []any{String("unclosed")}},
		{"<41", []any{String("A")}},
		{"[1 [2 /X]", []any{Array{int64(1), Array{int64(2), Name("X")}}}},
		{"<</A 1/B<</C(d)>>/A 2>>", []any{Dict{"A": int64(2), "B": Dict{"C": String("d")}}}},
		{"<</A [1 2 >> 3", []any{Dict{"A": Array{int64(1), int64(2)}}, int64(3)}},
		{"<</A>> << 1 2 /B 3 ] foo >>", []any{Dict{}, Dict{"B": int64(3)}}},
		{"[(a) 5 TJ ET", []any{Array{String("a"), int64(5)}, Keyword("TJ"), Keyword("ET")}},
		{"1 0 R", []any{int64(1), int64(0), Keyword("R")}},
		{"q 72 720cm BT/F1 9 Tf(x)'T*", []any{Keyword("q"), int64(72), int64(720), Keyword("cm"), Keyword("BT"),
			Name("F1"), int64(9), Keyword("Tf"), String("x"), Keyword("'T*")}},
		{"] >> > ) 1 % comment ( \n 2", []any{int64(1), int64(2)}},
		{"begincmap { }", []any{Keyword("begincmap"), Keyword("{"), Keyword("}")}},
	} {
		if got := all(test.in); !reflect.DeepEqual(got, test.want) {
			t.Errorf("Next over %q = %#v, want %#v", test.in, got, test.want)
		}
	}
}

func TestReferences(t *testing.T) {
	l := NewLexer([]byte("[1 0 R 2 3 4 0 R 5 0 RG 6 0]"))
	l.refs = true
	got, _, _ := l.Next()
	want := Array{Ref{1, 0}, int64(2), int64(3), Ref{4, 0}, int64(5), int64(0), int64(6), int64(0)}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("Next = %v, want %v", got, want)
	}
}

func TestDeepNestingIsBounded(t *testing.T) {
	for _, open := range []string{"[", "<<", "<</A", "[<</A", "("} {
		data := strings.Repeat(open, 1<<20)
		if n := len(all(data)); n > 1 {
			t.Errorf("Next over a million of %q gave %d objects, want at most 1", open, n)
		}
	}
	deep := strings.Repeat("[", 300) + "1" + strings.Repeat("]", 300) + " 2"
	if got := all(deep); len(got) != 2 || got[1] != int64(2) {
		t.Errorf("after 300 nested arrays came %v, want 2", got[1:])
	}
}

func TestOperation(t *testing.T) {
	const content = "BT /F1 12 Tf [(A\\)) -250 <42>] TJ /Span <</MCID 0>> BDC [1 2] 0 d [(lost) Tj true foo 1 2"
	var got []string
	l := NewLexer([]byte(content))
	for {
		op, args, ok := l.Operation()
		if !ok {
			break
		}
		line := string(op)
		for _, arg := range args {
			line += " " + show(arg)
		}
		got = append(got, line)
	}
	want := []string{"BT", "Tf /F1 12", `TJ ["A)" -250 "B"]`, "BDC /Span map[MCID:0]", "d [1 2] 0", `Tj ["lost"]`, "foo true"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("Operation over %q = %q, want %q", content, got, want)
	}
}

func show(o Operand) string {
	switch o.Kind {
	case NumberOperand:
		return fmt.Sprint(o.Number)
	case StringOperand:
		return fmt.Sprintf("%q", o.Text)
	case NameOperand:
		return "/" + string(o.Name)
	case ArrayOperand:
		var parts []string
		for _, e := range o.Array {
			parts = append(parts, show(e))
		}
		return "[" + strings.Join(parts, " ") + "]"
	}
	return fmt.Sprint(o.Object)
}

func TestOperationKeepsTheLastOperands(t *testing.T) {
	l := NewLexer([]byte(strings.Repeat("7 ", 1000) + "1 2 m"))
	op, args, ok := l.Operation()
	if op != "m" || !ok || len(args) != maxOperands || args[maxOperands-1].Number != 2 {
		t.Errorf("Operation = %q with %d operands", op, len(args))
	}
}

func TestInlineImage(t *testing.T) {
	for _, test := range []struct{ name, content, data string }{
		{"length known", "BI /W 4 /H 1 /BPC 8 /CS /G ID a EI\nEI Q", "a EI"},
		{"filter", "BI /W 9 /H 9 /F /Fl ID x\x00 EI \x80\x00 y\nEI Q", "x\x00 EI \x80\x00 y"},
		{"mask", "BI /IM true /W 8 /H 2 ID ab\nEI\nQ", "ab"},
		{"wrong length", "BI /W 1 /H 1 /CS /RGB ID abcdefgh\nEI\nQ", "abcdefgh"},
	} {
		l := NewLexer([]byte(test.content))
		l.Next()
		_, data := l.InlineImage()
		if string(data) != test.data {
			t.Errorf("%s: InlineImage = %q, want %q", test.name, data, test.data)
		}
		if _, op, _ := l.Next(); op != "Q" {
			t.Errorf("%s: after the image came %q, want Q", test.name, op)
		}
	}
}

func FuzzLexer(f *testing.F) {
	for _, seed := range []string{
		"BT /F1 12 Tf [(A\\)) -250 <42>] TJ ET", "BI /W 4 /H 1 /BPC 8 /CS /G ID abcd\nEI Q",
		"<</A[1 0 R(x\\101)]/B<4>>>", "1.2.3 --4 +.5 99999999999999999999999", "[[[<<((",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			t.Skip("large inputs only cost time")
		}
		for _, refs := range []bool{false, true} {
			l := NewLexer(data)
			l.refs = refs
			for last := -1; ; last = l.Pos() {
				_, op, ok := l.Next()
				if !ok {
					break
				}
				if l.Pos() <= last {
					t.Fatalf("Next stays at %d of %q", l.Pos(), data)
				}
				if op == "BI" {
					l.InlineImage()
				}
			}
		}
		for l := NewLexer(data); ; {
			if _, _, ok := l.Operation(); !ok {
				break
			}
		}
	})
}

func BenchmarkOperation(b *testing.B) {
	data := []byte(strings.Repeat("BT /F1 9.5 Tf 1 0 0 1 72.25 700.125 Tm [(Some)-250(words) 12.5(\\(here\\))]TJ ET\n0.5 w 72 700 m 500 700 l S\n", 200))
	l := NewLexer(data)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		l.Reset(data)
		for {
			if _, _, ok := l.Operation(); !ok {
				break
			}
		}
	}
}
