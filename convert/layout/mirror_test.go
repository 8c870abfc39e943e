package layout

import "testing"

// TestMirrored checks that a page set from right to left is mirrored, so that labels are
// left of their values and lines with a common right edge get a common left edge. Boxes are
// still reported as displayed.
func TestMirrored(t *testing.T) {
	p := newSheet().
		text(500, 100, "מספר הזמנה").text(400, 100, "4711 A4").
		text(500, 115, "תאריך הזמנה").text(400, 115, "03/02/2026").
		analyze()
	if p.Mirrored {
		t.Fatal("a page is mirrored whose words share left edges")
	}
	sheet := newSheet().text(501.4, 100, "מספר הזמנה").text(400, 100, "4711 A4").text(496.4, 115, "תאריך הזמנה").text(400, 115, "03/02/2026")
	if p = sheet.analyze(); !p.Mirrored {
		t.Fatal("a page is not mirrored whose words share right edges")
	}
	first := p.Lines[0].Segments[0]
	if got, want := first.Text(), "הזמנה מספר"; got != want {
		t.Errorf("the first segment is %q, want %q", got, want)
	}
	if got, want := p.Lines[0].Segments[1].Text(), "4711 A4"; got != want {
		t.Errorf("the second segment is %q, want %q", got, want)
	}
	if got, want := p.Lines[0].Text(), "הזמנה מספר 4711 A4"; got != want {
		t.Errorf("the first line is %q, want %q", got, want)
	}
	if box := p.Displayed(first.Box); box.X0 != sheet.Words[0].Box.X0 || box.X1 != sheet.Words[1].Box.X1 {
		t.Errorf("the first segment is displayed at %v", box)
	}
	if a, b := p.Lines[0].Segments[0], p.Lines[1].Segments[0]; a.X0-b.X0 > sharedEdge || b.X0-a.X0 > sharedEdge {
		t.Errorf("the lines begin at %v and %v", a.X0, b.X0)
	}
}
