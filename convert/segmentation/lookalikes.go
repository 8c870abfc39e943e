package segmentation

import (
	"math"
	"strings"
)

// lookalikes holds characters that many fonts draw nearly alike, though hardly any
// font draws them the same.
const lookalikes = "O0"

const (
	sureGlyph            = 0.97 // least confidence of a glyph whose picture is a sample of how the page prints its character
	doubtfulGlyph        = 0.92 // a glyph of less confidence is compared with these samples
	mostPictures         = 20   // samples of each character
	leastMisreadDistance = 2e4  // least distance of a misread glyph from the samples of the character that it was read as
	nearerShare          = 0.1  // its distance from the samples of the right character is less than this share of that
)

// picture is the ink of a glyph at half the strip's resolution: each value is
// the mean of two by two pixels.
type picture [16][14]uint8

// correctLookalikes corrects doubtful glyphs by how the page prints the characters of lookalikes:
// one whose picture is much nearer to the samples of another is read as that.
func correctLookalikes(readers []*reader) {
	sure := map[rune][]picture{}
	for _, doubt := range [...]bool{false, true} {
		for _, r := range readers {
			for i := range r.glyphs {
				g := &r.glyphs[i]
				if !strings.ContainsRune(lookalikes, g.Rune) {
					continue
				}
				switch known := sure[g.Rune]; {
				case !doubt && g.Confidence >= sureGlyph && len(known) < mostPictures:
					sure[g.Rune] = append(known, r.picture(i))
				case doubt && g.Confidence < doubtfulGlyph && len(known) > 0:
					p := r.picture(i)
					own := p.distance(known)
					for _, other := range lookalikes {
						if own >= leastMisreadDistance && p.distance(sure[other]) < nearerShare*own {
							g.Rune, g.Confidence = other, sureGlyph
						}
					}
				}
			}
		}
	}
}

// distance returns the squared distance of a picture from the nearest of others.
func (p *picture) distance(others []picture) float64 {
	least := math.MaxFloat64
	for i := range others {
		sum := 0.0
		for y := range p {
			for x, v := range p[y] {
				d := float64(v) - float64(others[i][y][x])
				sum += d * d
			}
		}
		least = min(least, sum)
	}
	return least
}

// picture returns the picture of glyph i.
func (r *reader) picture(i int) (p picture) {
	x0, x1 := 0, len(r.ink)
	if i > 0 {
		x0 = r.gaps[i].to
	}
	if i+1 < len(r.glyphs) {
		x1 = r.gaps[i+1].from
	}
	for x0 < x1 && !r.ink[x0] {
		x0++
	}
	s := r.line.Strip
	for y := range min(s.Rect.Dy(), 2*len(p)) {
		for x := x0; x < min(x1, x0+2*len(p[0])); x++ {
			p[y/2][(x-x0)/2] += (255 - s.Pix[y*s.Stride+x]) / 4
		}
	}
	return p
}
