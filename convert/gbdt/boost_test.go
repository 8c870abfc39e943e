package gbdt

import (
	"errors"
	"math"
	"testing"
)

func TestScore(t *testing.T) {
	m := New(2, [][]Node{{{Cut: 0.5, Feature: 1, Value: 1}, {Feature: -1, Value: 40}, {Feature: -1, Value: -7}}, {{Feature: -1, Value: 3}}})
	for _, test := range []struct {
		row  []float32
		want float64
	}{{[]float32{0, 0}, 43 * Unit}, {[]float32{0, 1}, -4 * Unit}, {[]float32{0, float32(math.NaN())}, 43 * Unit}, {[]float32{1}, 0}} {
		if got := m.Score(test.row); got != test.want {
			t.Errorf("Score(%v) = %v, want %v", test.row, got, test.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	m := New(3, [][]Node{{{Cut: 0.5, Feature: 1, Value: 1}, {Feature: -1, Value: 40}, {Feature: -1, Value: -7}}, {{Feature: -1, Value: 3}}})
	b, _ := m.AppendBinary(nil)
	f.Add(b)
	f.Add(b[:len(b)/2])
	f.Add([]byte(header + "\x00\x00"))
	f.Add([]byte(header + "\x01\x01\x00\x00\x80\x3f\x01\x01\x00\x00\x02\x00\x03"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			t.Skip()
		}
		m, err := Parse(data)
		if err != nil {
			if !errors.As(err, new(*FormatError)) {
				t.Fatalf("Parse(%x): %v, want a FormatError", data, err)
			}
			return
		}
		if s := m.Score(make([]float32, m.Features())); math.IsNaN(s) {
			t.Fatal("Score is no number")
		}
		stored, _ := m.AppendBinary(nil)
		if _, err := Parse(stored); err != nil {
			t.Fatalf("Parse of what was read and stored again: %v", err)
		}
	})
}
