package ordertest

import (
	"cmp"
	"slices"
	"strings"

	"lineitem/convert/doc"
)

// quirks are oddities in the words of files, caused by the programs that write them, which a
// person does not see. Each function changes a page's words in place.
var quirks = []struct {
	name  string
	share float64
	apply func(*generator, *doc.Page)
}{
	{"values glued to labels", 0.03, (*generator).glue},
	{"kerned apart", 0.01, (*generator).kern},
	{"jitter", 0.1, (*generator).shake},
	{"bold lost", 0.1, (*generator).loseBold},
	{"painted in columns", 0.05, (*generator).paintInColumns},
}

// distort draws quirks and applies them to all pages.
func (g *generator) distort() {
	for _, q := range quirks {
		if g.trait(q.name, q.share) {
			for i := range g.pages {
				q.apply(g, &g.pages[i])
			}
		}
	}
}

// shake displaces each word by up to 0.35 points in each direction.
func (g *generator) shake(p *doc.Page) {
	const far = 0.35
	for i := range p.Words {
		w := &p.Words[i]
		dx, dy := g.span(-far, far), g.span(-far, far)
		w.Box.X0, w.Box.X1 = w.Box.X0+dx, w.Box.X1+dx
		w.Box.Y0, w.Box.Y1 = w.Box.Y0+dy, w.Box.Y1+dy
		w.Baseline += dy
	}
}

// loseBold marks no word as bold, as if the font did not tell.
func (g *generator) loseBold(p *doc.Page) {
	for i := range p.Words {
		p.Words[i].Bold = false
	}
}

// glue joins words to a word before them that ends with a colon.
func (g *generator) glue(p *doc.Page) {
	var words []doc.Word
	for _, w := range p.Words {
		if n := len(words); n > 0 && strings.HasSuffix(words[n-1].Text, ":") && oneSpace(&words[n-1], &w) {
			words[n-1] = merged(words[n-1], w)
			continue
		}
		words = append(words, w)
	}
	p.Words = words
}

// kern splits some words after an initial capital that overhangs the next letter; the
// gap is less than a blank.
func (g *generator) kern(p *doc.Page) {
	var words []doc.Word
	for _, w := range p.Words {
		if len(w.Text) < 4 || !strings.ContainsRune("TVWYP", rune(w.Text[0])) || w.Text[1] < 'a' || w.Text[1] > 'z' || g.chance(0.5) {
			words = append(words, w)
			continue
		}
		a, b := w, w
		a.Text, b.Text = w.Text[:1], w.Text[1:]
		x := w.Box.X0 + g.extent(a.Text, w.Size)
		a.Box.X1, b.Box.X0 = x-0.05*w.Size, x+0.07*w.Size
		words = append(words, a, b)
	}
	p.Words = words
}

// paintInColumns sorts words by the vertical bands of the page, 60 points wide, in which they begin.
func (g *generator) paintInColumns(p *doc.Page) {
	const band = 60
	slices.SortStableFunc(p.Words, func(a, b doc.Word) int { return cmp.Compare(int(a.Box.X0)/band, int(b.Box.X0)/band) })
}
