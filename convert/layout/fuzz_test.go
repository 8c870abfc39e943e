package layout

import (
	"encoding/binary"
	"math"
	"testing"

	"lineitem/convert/doc"
)

// FuzzAnalyze lays arbitrary words, rules and fills on a page, with a text layer
// or from pixels. Every upright word must be in exactly one line, and every index
// must be valid.
func FuzzAnalyze(f *testing.F) {
	f.Add([]byte("a page of words, rules and fills at odd places, some of them turned"))
	f.Add([]byte{0xff, 0xf0, 0, 0, 0, 0, 0, 0, 0xff, 0xf8, 0, 0, 0, 0, 0, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 8<<10 {
			t.Skip()
		}
		page := arbitrary(data)
		if len(data)%2 == 1 {
			page.Source = doc.Pixels
		}
		p := Analyze(&doc.Document{Pages: []doc.Page{page}})[0]
		upright, placed := 0, 0
		for i := range p.Words {
			if p.Words[i].Turn == 0 {
				upright++
			}
		}
		for i, l := range p.Lines {
			for _, s := range l.Segments {
				placed += len(s.Words)
				if s.Line != i || s.Cell >= len(p.Cells) || s.Block < 0 || s.Block >= len(p.Blocks) {
					t.Fatalf("segment %q in line %d: Line %d, Cell %d of %d, Block %d of %d", s.Text(), i, s.Line, s.Cell, len(p.Cells), s.Block, len(p.Blocks))
				}
			}
		}
		if placed != upright {
			t.Errorf("%d words stand in lines, want %d", placed, upright)
		}
	})
}

// arbitrary decodes a page of words, rules and fills from bytes. Coordinates may
// be anything, including infinite or NaN.
func arbitrary(data []byte) doc.Page {
	p := doc.Page{Number: 1, Width: 600, Height: 800}
	for len(data) >= 12 {
		number := func(i int) float64 {
			if data[0]&0x80 != 0 && data[i+1]&0xf8 == 0xf8 {
				return math.Float64frombits(uint64(binary.LittleEndian.Uint16(data[i:])) << 48)
			}
			return float64(int16(binary.LittleEndian.Uint16(data[i:]))) / 32
		}
		x, y, w, h := number(2), number(4), math.Abs(number(6))/4, math.Abs(number(8))/8
		box := doc.Box{X0: x, Y0: y, X1: x + w, Y1: y + h}
		switch data[0] % 4 {
		case 0:
			p.Rules = append(p.Rules, doc.Rule{Box: box, Vertical: data[1]&1 == 1})
		case 1:
			p.Fills = append(p.Fills, doc.Fill{Box: box})
		default:
			p.Words = append(p.Words, doc.Word{Text: "w", Box: box, Baseline: y + h, Size: number(10), Turn: int(data[1]%8) / 5 * 90})
		}
		data = data[12:]
	}
	return p
}

// BenchmarkAnalyze analyses a full page with a ruled table, and a page with a
// hundred times as many words.
func BenchmarkAnalyze(b *testing.B) {
	for _, size := range []struct {
		name string
		rows int
	}{{"page", 50}, {"crowded", 5000}} {
		s := newSheet()
		for row := range size.rows {
			y := 40 + 14*float64(row)
			s.text(40, y, "10").text(80, y, "AB-100").text(150, y, "Hex bolt, zinc plated, M8").text(420, y, "100").text(470, y, "0.35").text(530, y, "35.00")
			s.horizontal(y+4, 30, 570)
		}
		for _, x := range []float64{30, 70, 140, 400, 460, 520, 570} {
			s.vertical(x, 30, 40+14*float64(size.rows))
		}
		d := &doc.Document{Pages: []doc.Page{s.Page}}
		b.Run(size.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Analyze(d)
			}
		})
	}
}
