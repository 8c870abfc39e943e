package handwriting

import (
	"image"
	"slices"
	"unicode"

	"lineitem/convert/raster"
	"lineitem/convert/segmentation"
)

// NumFeatures is how many features a word has: the mean and the least confidence of its characters, the share of unsure
// ones, the mean confidence of its line, and the number of its characters; the measures of its strokes (strokes.go); how
// much paler its ink is than that of most words, and how much larger its line; the shares of its ink above capitals and
// below the baseline; what it is spelled with; and the shade of its ink.
const NumFeatures = 30

// unsure is the confidence below which a character counts as unsure.
const unsure = 0.7

// inkShade is the shade of a strip beneath which a pixel is ink.
const inkShade = 128

// page holds the measures that words are compared with.
type page struct {
	lines []segmentation.Line
	line  []float64 // mean confidence of the lines' characters
	size  float64   // median height of capitals over all words, pixels
	dark  float64   // median shade of the words' ink
	shade []float64 // of each word's ink
}

// Features measures words. It never fails: what cannot be measured is 0, -1 or NaN.
func Features(p *raster.Page, lines []segmentation.Line, words []segmentation.Word) [][]float32 {
	g := survey(p, lines, words)
	out := make([][]float32, len(words))
	for i := range words {
		out[i] = g.measure(&words[i], g.shade[i])
	}
	return out
}

func survey(p *raster.Page, lines []segmentation.Line, words []segmentation.Word) *page {
	g := &page{lines: lines, line: make([]float64, len(lines))}
	counts := make([]float64, len(lines))
	var sizes []float64
	for i := range words {
		w := &words[i]
		for _, c := range w.Glyphs {
			g.line[w.Line] += float64(c.Confidence)
			counts[w.Line]++
		}
		sizes = append(sizes, lines[w.Line].CapHeight)
		g.shade = append(g.shade, shade(p, w))
	}
	for i := range g.line {
		g.line[i] /= max(1, counts[i])
	}
	g.size, g.dark = median(sizes), median(slices.Clone(g.shade))
	return g
}

// median returns the median of values, which it sorts; 1 if there are none.
func median(of []float64) float64 {
	if len(of) == 0 {
		return 1
	}
	slices.Sort(of)
	return of[len(of)/2]
}

// shade returns the shade that the darkest tenth of the pixels in a word's box on the page do not exceed.
func shade(p *raster.Page, w *segmentation.Word) float64 {
	k := p.DPI / 72
	r := image.Rect(int(w.Box.X0*k), int(w.Box.Y0*k), int(w.Box.X1*k)+1, int(w.Box.Y1*k)+1).Intersect(p.Gray.Rect)
	var counts [256]int
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for _, v := range p.Gray.Pix[y*p.Gray.Stride+r.Min.X : y*p.Gray.Stride+r.Max.X] {
			counts[v]++
		}
	}
	sum := 0
	for v, n := range counts {
		if sum += n; 10*sum >= r.Dx()*r.Dy() {
			return float64(v)
		}
	}
	return 255
}

// measure measures a word.
func (g *page) measure(w *segmentation.Word, shade float64) []float32 {
	l := &g.lines[w.Line]
	f := make([]float64, 0, NumFeatures)
	sum, least, doubted := 0.0, 1.0, 0.0
	for _, c := range w.Glyphs {
		v := float64(c.Confidence)
		sum, least = sum+v, min(least, v)
		if v < unsure {
			doubted++
		}
	}
	n := float64(max(1, len(w.Glyphs)))
	f = append(f, sum/n, least, doubted/n, g.line[w.Line], n)
	s := newStrokes(l.Strip, w.From, w.To)
	f = append(f, s.measure(n)...)
	f = append(f, (shade-g.dark)/255, l.CapHeight/g.size)
	f = append(f, s.outside()...)
	f = append(f, spelling(w.Text)...)
	f = append(f, shade/255)
	out := make([]float32, NumFeatures)
	for i, v := range f {
		out[i] = float32(v)
	}
	return out
}

// spelling returns the shares, among the characters of a text, of digits, of signs that stand in no word or number
// (letters after z count half), of changes between letters and digits, and of capitals after small letters.
func spelling(text string) []float64 {
	var n, digits, odd, changes, capitals float64
	last := rune(0)
	for _, c := range text {
		n++
		switch {
		case unicode.IsDigit(c):
			digits++
			if unicode.IsLetter(last) {
				changes++
			}
		case unicode.IsLetter(c):
			if unicode.IsDigit(last) {
				changes++
			}
			if unicode.IsUpper(c) && unicode.IsLower(last) {
				capitals++
			}
			if c > 'z' {
				odd += 0.5
			}
		default:
			switch c {
			case '.', ',', ':', '-', '/', '(', ')', '&', '%', '$', '€', '\'', '#', '+':
			default:
				odd++
			}
		}
		last = c
	}
	n = max(n, 1)
	return []float64{digits / n, odd / n, changes / n, capitals / n}
}
