package segmentation

import (
	"image"
	"strings"
	"testing"

	"lineitem/convert/doc"
)

// read returns what a perfect recogniser reads in a line of the sheet: the drawn
// glyphs within it, with the columns of their ink.
func (s *sheet) read(l Line, spaces bool) Reading {
	var out Reading
	for _, d := range s.drawn {
		if d.ink.Intersect(l.Box).Dx() < l.Box.Dx()/2 || d.ink.Intersect(l.Box).Empty() {
			continue
		}
		for i, r := range []rune(d.text) {
			g := d.glyphs[i]
			if r == ' ' {
				if spaces {
					x := out[len(out)-1].X1
					out = append(out, Glyph{Rune: r, X0: x, X1: x, Confidence: 0.9})
				}
				continue
			}
			out = append(out, Glyph{
				Rune: r, Confidence: 0.9,
				X0: float32((float64(g.Min.X) - l.Left) / l.Scale),
				X1: float32((float64(g.Max.X) - l.Left) / l.Scale),
			})
		}
	}
	return out
}

// words finds the sheet's lines and returns their words.
func (s *sheet) words(spaces bool) []doc.Word {
	lines := Find(s.Page, 32)
	readings := make([]Reading, len(lines))
	for i, l := range lines {
		readings[i] = s.read(l, spaces)
	}
	return plain(Words(s.Page, lines, readings))
}

// plain returns the words without where they were read.
func plain(words []Word) []doc.Word {
	var out []doc.Word
	for _, w := range words {
		out = append(out, w.Word)
	}
	return out
}

func texts(words []doc.Word) string {
	var out []string
	for _, w := range words {
		out = append(out, w.Text)
	}
	return strings.Join(out, " ")
}

func TestWords(t *testing.T) {
	for _, points := range []float64{6, 8, 10, 12, 20} {
		s := newSheet(2400, 600)
		s.text(t, "Grüne Äpfel, 1 kg", 60, level(120), points)
		s.text(t, "1 234,56", 1300, level(121), points)
		s.text(t, "Ship to: 14 Quay St.", 60, level(300), points)
		words := s.words(true)
		if got, want := texts(words), "Grüne Äpfel, 1 kg 1 234,56 Ship to: 14 Quay St."; got != want {
			t.Fatalf("words %q, want %q", got, want)
		}
		i := 0
		for _, d := range s.drawn {
			at := 0
			for _, field := range strings.Fields(d.text) {
				var ink image.Rectangle
				n := len([]rune(field))
				for _, g := range d.glyphs[at : at+n] {
					ink = ink.Union(g)
				}
				at += n + 1
				w := words[i]
				i++
				k := 200.0 / 72
				box := image.Rect(int(w.Box.X0*k+0.5), int(w.Box.Y0*k+0.5), int(w.Box.X1*k+0.5), int(w.Box.Y1*k+0.5))
				if apart(box, ink, 1) {
					t.Errorf("%g points: box of %q %v, want %v", points, w.Text, box, ink)
				}
				if r := w.Size / points; r < 0.9 || r > 1.12 {
					t.Errorf("size of %q %.1f points, want %g", w.Text, w.Size, points)
				}
				if w.Confidence < 0.89 || w.Confidence > 0.91 {
					t.Errorf("confidence of %q %v, want 0.9", w.Text, w.Confidence)
				}
			}
		}
	}
}

func TestWordsSpaces(t *testing.T) {
	// Spaces that the recogniser missed are seen in the ink; gaps around wide-set
	// digits are not taken for spaces.
	s := newSheet(1600, 400)
	s.text(t, "Buy back only to us of 3 boxes", 60, level(120), 10)
	s.text(t, "11,111.11", 900, level(120), 10)
	s.text(t, "net 111 days", 60, level(220), 10)
	if got, want := texts(s.words(false)), "Buy back only to us of 3 boxes 11,111.11 net 111 days"; got != want {
		t.Errorf("words %q, want %q", got, want)
	}
}

func TestWordsLoose(t *testing.T) {
	// A lightly printed face whose letters, but not whose words, are as far apart
	// as a typewriter's.
	s := newSheet(1600, 300)
	var reading Reading
	x := 60
	for _, r := range "Terms of payment and delivery 4 NUM" {
		if r == ' ' {
			x += 6
			reading = append(reading, Glyph{Rune: ' ', Confidence: 0.9})
			continue
		}
		d := s.text(t, string(r), x, level(120), 10)
		x = d.ink.Max.X + 3
		reading = append(reading, Glyph{Rune: r, X0: float32(d.ink.Min.X), X1: float32(d.ink.Max.X), Confidence: 0.9})
	}
	lines := Find(s.Page, 32)
	if len(lines) != 1 {
		t.Fatalf("%d lines, want 1", len(lines))
	}
	for i := range reading {
		reading[i].X0 = float32((float64(reading[i].X0) - lines[0].Left) / lines[0].Scale)
		reading[i].X1 = float32((float64(reading[i].X1) - lines[0].Left) / lines[0].Scale)
	}
	if got, want := texts(plain(Words(s.Page, lines, []Reading{reading}))), "Terms of payment and delivery 4 NUM"; got != want {
		t.Errorf("words %q, want %q", got, want)
	}
}

func TestWordsComposed(t *testing.T) {
	s := newSheet(600, 200)
	s.text(t, "e", 60, level(120), 14)
	lines := Find(s.Page, 32)
	if len(lines) != 1 {
		t.Fatalf("%d lines, want 1", len(lines))
	}
	w := float32(lines[0].Strip.Rect.Dx())
	words := Words(s.Page, lines, []Reading{{{Rune: 'e', X0: 8, X1: w - 8, Confidence: 0.8}, {Rune: '\u0301', X0: w - 8, X1: w - 8, Confidence: 0.7}}})
	if len(words) != 1 || words[0].Text != "\u00e9" || words[0].Confidence < 0.69 || words[0].Confidence > 0.71 {
		t.Errorf("words %+v, want one %q as sure as its least sure character", words, "\u00e9")
	}
}

func TestWordsJunk(t *testing.T) {
	s := newSheet(1600, 300)
	s.text(t, "Total", 60, level(120), 10)
	lines := Find(s.Page, 32)
	if len(lines) != 1 {
		t.Fatalf("%d lines, want 1", len(lines))
	}
	reading := func(text string, confidence float32) Reading {
		var out Reading
		for i, r := range text {
			out = append(out, Glyph{Rune: r, X0: float32(10 + 8*i), X1: float32(16 + 8*i), Confidence: confidence})
		}
		return out
	}
	for _, test := range []struct {
		reading Reading
		want    string
	}{
		{reading("Total", 0.9), "Total"},
		{reading("T;v/w", 0.3), ""}, // a signature
		{reading(".", 0.6), ""},     // a speck
		{reading("-", 0.95), "-"},
		{nil, ""},
	} {
		if got := texts(plain(Words(s.Page, lines, []Reading{test.reading}))); got != test.want {
			t.Errorf("Words of %+v = %q, want %q", test.reading, got, test.want)
		}
	}
}

func TestStrips(t *testing.T) {
	// Whatever its size on the page, a capital on its strip reaches from the cap
	// line to the baseline.
	for _, points := range []float64{5, 7, 10, 16, 36} {
		s := newSheet(1600, 600)
		s.text(t, "HEM 147 HILTE", 60, level(300), points)
		lines := Find(s.Page, 32)
		if len(lines) != 1 {
			t.Fatalf("%g points: %d lines, want 1", points, len(lines))
		}
		strip := lines[0].Strip
		top, foot := -1, 0
		for y := range strip.Rect.Dy() {
			for _, v := range strip.Pix[y*strip.Stride : y*strip.Stride+strip.Rect.Dx()] {
				if v < 128 {
					if top < 0 {
						top = y
					}
					foot = y + 1
					break
				}
			}
		}
		if top < 5 || top > 7 || foot < 23 || foot > 25 {
			t.Errorf("%g points: capitals on rows %d to %d of the strip, want 6 to 24", points, top, foot)
		}
		least, most := uint8(255), uint8(0)
		for _, v := range strip.Pix {
			least, most = min(least, v), max(most, v)
		}
		if least > 10 || most < 250 {
			t.Errorf("%g points: shades %d to %d, want 0 to 255", points, least, most)
		}
	}
}

func TestStripsApart(t *testing.T) {
	// A descender of the line above that hangs into a line must not be on its
	// strip.
	s := newSheet(1600, 300)
	s.text(t, "Type gauging", 60, level(100), 10)
	alone := s.text(t, "Hinter Lampen", 60, level(129), 10)
	both := Find(s.Page, 32)
	if len(both) != 2 {
		t.Fatalf("%d lines, want 2", len(both))
	}
	strip := both[1].Strip
	above := 0
	for y := range 4 {
		for _, v := range strip.Pix[y*strip.Stride : y*strip.Stride+strip.Rect.Dx()] {
			if v < 200 {
				above++
			}
		}
	}
	if above > 0 {
		t.Errorf("%d pixels of the line above on the strip of %q", above, alone.text)
	}
}

func TestStripsWide(t *testing.T) {
	s := newSheet(5000, 200)
	s.text(t, strings.Repeat("conditions of purchase apply ", 14)+"here", 40, level(100), 8)
	lines := Find(s.Page, 32)
	if len(lines) < 2 {
		t.Fatalf("%d lines, want pieces of the long one", len(lines))
	}
	for _, l := range lines {
		if l.Strip.Rect.Dx() > mostColumns {
			t.Errorf("strip of %d columns, want at most %d", l.Strip.Rect.Dx(), mostColumns)
		}
	}
	readings := make([]Reading, len(lines))
	for i, l := range lines {
		for j, r := range []rune(s.drawn[0].text) {
			g := s.drawn[0].glyphs[j]
			x0, x1 := (float64(g.Min.X)-l.Left)/l.Scale, (float64(g.Max.X)-l.Left)/l.Scale
			if r == ' ' || g.Min.X < l.Box.Min.X-1 || g.Max.X > l.Box.Max.X+1 {
				continue
			}
			readings[i] = append(readings[i], Glyph{Rune: r, X0: float32(x0), X1: float32(x1), Confidence: 1})
		}
	}
	if got, want := texts(plain(Words(s.Page, lines, readings))), s.drawn[0].text; got != want {
		t.Errorf("words %q, want %q", got, want)
	}
}

// TestCharactersAlike checks that a doubtful character is read as the one whose
// pictures on the page it resembles most.
func TestCharactersAlike(t *testing.T) {
	s := newSheet(2400, 600)
	s.text(t, "ORDER TO BOLTON 20 80 100", 60, level(120), 10)
	s.text(t, "S03000 ROLLO 8OX", 60, level(300), 10)
	lines := Find(s.Page, 32)
	readings := make([]Reading, len(lines))
	for i, l := range lines {
		readings[i] = s.read(l, true)
		for k := range readings[i] {
			readings[i][k].Confidence = 0.99
		}
	}
	misread := func(k int, r rune, confidence float32) {
		readings[1][k].Rune, readings[1][k].Confidence = r, confidence
	}
	misread(1, 'O', 0.8)
	misread(11, '0', 0.6)
	misread(14, '0', 0.95)
	if got, want := texts(plain(Words(s.Page, lines, readings))), "ORDER TO BOLTON 20 80 100 S03000 ROLLO 80X"; got != want {
		t.Errorf("words %q, want %q", got, want)
	}
}
