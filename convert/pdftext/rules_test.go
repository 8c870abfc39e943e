package pdftext

import (
	"fmt"
	"strings"
	"testing"
)

func TestRulesAndFills(t *testing.T) {
	for _, test := range []struct{ name, content, want string }{
		{"stroke", "1 w 50 700 m 250 700 l S", "h 50-250 at 100 w 1"},
		{"upright stroke", "2 w 50 700 m 50 600 l S", "v 100-200 at 50 w 2"},
		{"thin fill", "50 700 200 0.5 re f", "h 50-250 at 99.8 w 0.5"},
		{"drawn cell by cell", "50 700 m 150 700 l S 150.4 700.2 m 250 700 l S", "h 50-250 at 100 w 1"},
		{"dashes", "q 1 w " + repeat(20, func(i int) string { return fmt.Sprintf("%d 700 m %d 700 l S ", 50+6*i, 53+6*i) }) + "Q", "h 50-167 at 100 w 1"},
		{"dots", repeat(30, func(i int) string { return fmt.Sprintf("%d 700 1 1 re f ", 50+3*i) }), "h 50-138 at 99.5 w 1"},
		{"one dot", "50 700 1 1 re f", ""},
		{"three dots", "50 700 1 1 re f 52 700 1 1 re f 54 700 1 1 re f 90 700 3 3 re f", ""},
		{"frame", "1 w 50 600 100 50 re S", "h 50-150 at 150 w 1; h 50-150 at 200 w 1; v 150-200 at 50 w 1; v 150-200 at 150 w 1"},
		{"apart", "50 700 m 100 700 l S 120 700 m 250 700 l S", "h 50-100 at 100 w 1; h 120-250 at 100 w 1"},
		{"fill", "0.9 g 50 600 100 50 re f", "fill 50,150-150,200 e6e6e6"},
		{"thick stroke", "20 w 0 0 1 RG 50 600 m 150 600 l S", "fill 50,190-150,210 0000ff"},
		{"rounded", "60 600 m 140 600 l 150 600 150 600 150 610 c 150 640 l 150 650 150 650 140 650 c 60 650 l 50 650 50 650 50 640 c 50 610 l 50 600 50 600 60 600 c f", "fill 50,150-150,200 000000"},
		{"circle", "50 600 m 100 650 l 150 600 l f", ""},
		{"clipped", "q 0 0 100 800 re W n 1 w 50 700 m 250 700 l S Q", "h 50-100 at 100 w 1"},
		{"clipped away", "q 0 0 10 10 re W n 50 700 m 250 700 l S 50 600 100 50 re f Q", ""},
		{"slanted", "50 700 m 250 600 l S", ""},
		{"thin image", "q 200 0 0 1 50 700 cm BI /W 1 /H 1 /IM true ID \x00 EI Q", "h 50-250 at 99.5 w 1"},
		{"not painted", "50 700 m 250 700 l n", ""},
		{"colours", "/DeviceCMYK cs 0 0 0 0.5 sc 50 600 100 50 re f 0 1 1 0 k 50 500 100 50 re f", "fill 50,150-150,200 808080; fill 50,250-150,300 ff0000"},
	} {
		p := firstPage(t, file{content: test.content})
		var got []string
		for _, r := range p.Rules {
			if r.Vertical {
				got = append(got, fmt.Sprintf("v %.4g-%.4g at %.3g w %.2g", r.Y0, r.Y1, r.MidX(), r.Width()))
			} else {
				got = append(got, fmt.Sprintf("h %.4g-%.4g at %.3g w %.2g", r.X0, r.X1, r.MidY(), r.Height()))
			}
		}
		for _, f := range p.Fills {
			got = append(got, fmt.Sprintf("fill %.4g,%.4g-%.4g,%.4g %06x", f.X0, f.Y0, f.X1, f.Y1, f.Color))
		}
		if s := strings.Join(got, "; "); s != test.want {
			t.Errorf("%s: rules and fills of %q = %q, want %q", test.name, test.content, s, test.want)
		}
	}
}

func repeat(n int, f func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(f(i))
	}
	return b.String()
}
