package segmentation

import (
	"math"
	"slices"
	"strings"
)

// token is a run of glyphs that become one word, and its columns c0 up to c1,
// which hold no ink of another token.
type token struct {
	glyphs Reading
	c0, c1 int
}

// gap is the white between two glyphs, columns of the strip.
type gap struct {
	from, to int
	spaced   bool // whether the recogniser saw a space there
}

func (g gap) width() float64 { return float64(g.to - g.from) }

// Widths of gaps, in heights of capitals except for looseWide. Loose print is
// print with wide gaps within words, such as a typewriter's.
const (
	leastSpace = 0.2  // least width of a space that the recogniser saw
	looseSpace = 0.6  // the same in loose print
	looseWide  = 2.2  // or, in other loose print, this many median gaps within words
	shownSpace = 0.32 // least width of a space that only the ink shows
	slimSpace  = 0.42 // the same beside a slim character
	looseShown = 0.6  // the same in loose print, or within a number
	looseGap   = 0.18 // print is loose if the median gap within words is wider
)

// Characters with white space beside them: most marks and, where all letters are
// equally wide, slim letters.
const (
	slimMarks   = "1:;'’!|-–/\\()[]·\""
	slimLetters = "IJfijlrt"
	figures     = "0123456789.,"
)

// spacing is how a line's letters are spaced.
type spacing struct {
	// usual is the lower quartile of the widths of all gaps, and within the median
	// of those in which the recogniser saw no space, columns.
	usual, within float64
	// loose reports print like a typewriter's, in which a hyphen stands as far
	// from its neighbours as words do in other print.
	loose bool
	known bool // whether there were enough gaps to tell
}

// enoughGaps is the least number of gaps that show how a line is spaced.
const enoughGaps = 6

// space splits the reading into glyphs and gaps, and measures these.
func (r *reader) space(reading Reading) {
	for i, g := range reading {
		if g.Rune == ' ' {
			continue
		}
		var before gap
		if n := len(r.glyphs); n > 0 {
			before = r.gap(r.glyphs[n-1], g)
			before.spaced = reading[i-1].Rune == ' '
		}
		r.glyphs = append(r.glyphs, g)
		r.gaps = append(r.gaps, before)
	}
	if len(r.gaps) < 2 {
		return
	}
	var all, within []float64
	for _, g := range r.gaps[1:] {
		all = append(all, g.width())
		if !g.spaced {
			within = append(within, g.width())
		}
	}
	slices.Sort(all)
	slices.Sort(within)
	r.spacing.usual = all[len(all)/4]
	if len(within) > 0 {
		r.spacing.within = within[len(within)/2]
	}
	r.spacing.loose = r.spacing.within > looseGap*r.capital()
	r.spacing.known = len(all) >= enoughGaps
}

// borrowSpacing gives a line with too few gaps the spacing of the nearest line of about
// its size that has enough.
func (r *reader) borrowSpacing(others []*reader) {
	if r.spacing.known {
		return
	}
	nearest := math.MaxFloat64
	for _, o := range others {
		size := r.line.CapHeight / o.line.CapHeight
		if !o.spacing.known || size < 0.85 || size > 1.18 {
			continue
		}
		if d := math.Abs(o.line.Baseline - r.line.Baseline); d < nearest {
			nearest, r.spacing = d, o.spacing
		}
	}
	r.spacing.known = false
}

// capital returns the height of capitals on the strip, pixels.
func (r *reader) capital() float64 { return StripCap * float64(r.line.Strip.Rect.Dy()) }

// tokens splits a reading into words at the spaces that the recogniser saw,
// except where the ink has no gap for one, and where only the ink shows a space.
func (r *reader) tokens() []token {
	if len(r.glyphs) == 0 {
		return nil
	}
	space := r.spaceBefore()
	// Ink farther than a capital's height from the line's glyphs was not read.
	first, last := r.glyphs[0], r.glyphs[len(r.glyphs)-1]
	left, right := r.column(first.X0-float32(r.capital())), r.column(last.X1+float32(r.capital()))
	out := []token{{glyphs: r.glyphs[:1:1], c0: left, c1: right}}
	for i := 1; i < len(r.glyphs); i++ {
		last := &out[len(out)-1]
		if !space(i) {
			last.glyphs = append(last.glyphs, r.glyphs[i])
			continue
		}
		last.c1 = (r.gaps[i].from + r.gaps[i].to) / 2
		out = append(out, token{glyphs: r.glyphs[i : i+1 : i+1], c0: last.c1, c1: right})
	}
	return out
}

// spaceBefore returns a function that reports whether a space stands before glyph i.
func (r *reader) spaceBefore() func(i int) bool {
	capital := r.capital()
	var spaces []float64
	for _, g := range r.gaps {
		if g.spaced {
			spaces = append(spaces, g.width())
		}
	}
	slices.Sort(spaces)
	least, slimmest, slim := leastSpace*capital, slimSpace*capital, slimMarks
	if r.spacing.loose {
		least, slimmest, slim = looseSpace*capital, looseShown*capital, slimMarks+slimLetters
	}
	shown := max(shownSpace*capital, 2.6*r.spacing.usual)
	if len(spaces) > 0 {
		shown = max(shownSpace*capital, 2*r.spacing.usual, 0.75*spaces[len(spaces)/2])
	}
	return func(i int) bool {
		g := r.gaps[i]
		if g.spaced && g.width() >= least {
			return true
		}
		a, b := r.glyphs[i-1].Rune, r.glyphs[i].Rune
		if r.spacing.loose && g.spaced && b != '.' && b != ',' && g.width() >= max(leastSpace*capital, looseWide*r.spacing.within) {
			return true // other faces, thinly printed, are as loose but have narrower spaces
		}
		if b == '.' || b == ',' || strings.ContainsRune(figures, a) && strings.ContainsRune(figures, b) {
			return g.width() >= max(shown, looseShown*capital) // numbers are split only at wide gaps
		}
		if strings.ContainsRune(slim, a) || strings.ContainsRune(slim, b) {
			return g.width() >= max(shown, slimmest)
		}
		return g.width() >= shown
	}
}

// gap returns the widest stretch of columns without ink between the middles of
// two glyphs, or an empty one midway between the glyphs if there is none.
func (r *reader) gap(a, b Glyph) gap {
	var from, to int
	lo, hi := r.column((a.X0+a.X1)/2), r.column((b.X0+b.X1)/2)
	start := lo
	for x := lo; x <= hi; x++ {
		if x < hi && !r.ink[x] {
			continue
		}
		if x-start > to-from {
			from, to = start, x
		}
		start = x + 1
	}
	if to == from {
		from = r.column((a.X1 + b.X0) / 2)
		to = from
	}
	return gap{from: from, to: to}
}

// column returns the column of the strip at x, within the strip.
func (r *reader) column(x float32) int {
	if !(x > 0) { // or NaN
		return 0
	}
	return int(min(x, float32(len(r.ink))))
}
