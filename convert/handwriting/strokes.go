package handwriting

import (
	"cmp"
	"image"
	"math"
	"slices"

	"lineitem/convert/segmentation"
)

// strokes is the ink of a word. Its pixels lie in rows that are two columns wider than the word and have one
// empty row above and below them, so that each has neighbours.
type strokes struct {
	ink   []bool
	w, h  int     // of the word
	row   int     // columns of a row of ink
	at    []int32 // indexes of ink pixels, ascending
	area  float64
	parts []image.Rectangle // connected parts, from left to right
}

func newStrokes(strip *image.Gray, from, to int) *strokes {
	from, to = max(from, 0), min(to, strip.Rect.Dx())
	s := &strokes{w: max(to-from, 0), h: strip.Rect.Dy()}
	s.row = s.w + 2
	s.ink = make([]bool, s.row*(s.h+2))
	if s.w == 0 {
		return s
	}
	s.at = make([]int32, 0, len(s.ink)/3)
	for y := range s.h {
		first := (y+1)*s.row + 1
		for x, v := range strip.Pix[y*strip.Stride+from : y*strip.Stride+to] {
			if v < inkShade {
				s.ink[first+x] = true
				s.at = append(s.at, int32(first+x))
			}
		}
	}
	s.area = float64(len(s.at))
	s.findParts()
	return s
}

// place returns the column and the row of a pixel.
func (s *strokes) place(i int32) (x, y int) { return int(i)%s.row - 1, int(i)/s.row - 1 }

// leastPart is the least number of pixels of a part.
const leastPart = 3

// findParts finds the connected parts.
func (s *strokes) findParts() {
	free := slices.Clone(s.ink)
	row := int32(s.row)
	around := [...]int32{-row - 1, -row, -row + 1, -1, 1, row - 1, row, row + 1}
	var open []int32
	for _, i := range s.at {
		if !free[i] {
			continue
		}
		free[i] = false
		x, y := s.place(i)
		r, size := image.Rect(x, y, x+1, y+1), 0
		for open = append(open[:0], i); len(open) > 0; size++ {
			k := open[len(open)-1]
			open = open[:len(open)-1]
			x, y := s.place(k)
			r.Min.X, r.Max.X, r.Min.Y, r.Max.Y = min(r.Min.X, x), max(r.Max.X, x+1), min(r.Min.Y, y), max(r.Max.Y, y+1)
			for _, d := range around {
				if free[k+d] {
					free[k+d] = false
					open = append(open, k+d)
				}
			}
		}
		if size >= leastPart {
			s.parts = append(s.parts, r)
		}
	}
	slices.SortFunc(s.parts, func(a, b image.Rectangle) int { return cmp.Or(a.Min.X-b.Min.X, a.Min.Y-b.Min.Y) })
}

// Least lengths of straight strokes, upright and level, and least height of a part whose foot and top are measured; in
// heights of the strip.
const (
	upright = 9.0 / 32
	level   = 6.0 / 32
	letter  = 1.0 / 6
)

// fewParts is the least number of values that show how much they vary.
const fewParts = 4

// measure returns the measures of the strokes of a word of n characters: the width of a character; the share of the word's
// box that is ink; the width of strokes, and that relative to the lesser median of upright and level runs; the shares of ink
// in long upright and long level runs; how much the lengths of upright and of level runs vary; the number of parts per
// character; the width of the widest part; how far letters are from standing on one or two lines, and where they stand; how
// far their tops are from one or two heights; the slant, and how clear it is; and how much the distances of letters vary.
// Handwriting is slanted, joined, and uneven.
func (s *strokes) measure(n float64) []float64 {
	var box image.Rectangle
	widest := 0
	for _, r := range s.parts {
		box = box.Union(r)
		widest = max(widest, r.Dx())
	}
	width, height := float64(max(1, box.Dx())), float64(max(1, box.Dy()))
	rows, columns := s.runs(1), s.runs(s.row)
	stroke := 2 * s.area / float64(max(1, s.edges()))
	narrow := min(median(slices.Clone(rows)), median(slices.Clone(columns)))
	slant, gain := s.slant()
	feet, tops, foot := s.edgesOfLetters()
	return []float64{
		width / n / height, s.area / (width * height), stroke, stroke / max(1, narrow),
		long(columns, upright*float64(s.h), s.area), long(rows, level*float64(s.h), s.area), spread(columns), spread(rows),
		float64(len(s.parts)) / n, float64(widest) / height, feet, foot, tops, slant, gain, s.gaps(),
	}
}

// edges counts the sides of ink pixels that face no ink.
func (s *strokes) edges() int {
	n := 0
	for _, i := range s.at {
		for _, d := range [...]int{1, -1, s.row, -s.row} {
			if !s.ink[int(i)+d] {
				n++
			}
		}
	}
	return n
}

// runs returns the lengths of runs of ink pixels whose indexes are step apart: 1 for level runs, s.row for upright ones.
func (s *strokes) runs(step int) []float64 {
	var out []float64
	for _, i := range s.at {
		at := int(i)
		if s.ink[at-step] {
			continue
		}
		n := 1
		for s.ink[at+n*step] {
			n++
		}
		out = append(out, float64(n))
	}
	return out
}

// long returns the share of the ink that is in runs of at least the given length.
func long(runs []float64, least, area float64) float64 {
	sum := 0.0
	for _, n := range runs {
		if n >= least {
			sum += n
		}
	}
	return sum / max(1, area)
}

// spread returns the interquartile range of values, as a share of their median; 0 if they are too few.
func spread(of []float64) float64 {
	if len(of) < fewParts {
		return 0
	}
	of = slices.Clone(of)
	slices.Sort(of)
	return (of[len(of)*3/4] - of[len(of)/4]) / max(1, of[len(of)/2])
}

// edgesOfLetters returns how far the feet and the tops of letters are from standing at one or two heights, and how far
// the median foot is below the baseline, pixels.
func (s *strokes) edgesOfLetters() (feet, tops, foot float64) {
	var low, high []float64
	for _, r := range s.parts {
		if float64(r.Dy()) >= letter*float64(s.h) {
			low, high = append(low, float64(r.Max.Y)), append(high, float64(r.Min.Y))
		}
	}
	if len(low) == 0 {
		return 0, 0, 0
	}
	return apart(low), apart(high), median(slices.Clone(low)) - segmentation.StripBaseline*float64(s.h)
}

// apart returns the mean distance of values from one of two levels, with the levels chosen so that it is least. It sorts
// the values.
func apart(of []float64) float64 {
	slices.Sort(of)
	best := math.Inf(1)
	for cut := 1; cut <= len(of); cut++ {
		sum := 0.0
		for _, part := range [][]float64{of[:cut], of[cut:]} {
			if len(part) == 0 {
				continue
			}
			m := part[len(part)/2]
			for _, v := range part {
				sum += math.Abs(v - m)
			}
		}
		best = min(best, sum)
	}
	return best / float64(len(of))
}

// rows returns the columns of the ink pixels, row by row, and the index at which each row begins.
func (s *strokes) rows() (columns, starts []int32) {
	columns, starts = make([]int32, len(s.at)), make([]int32, s.h+1)
	last := -1
	for k, i := range s.at {
		x, y := s.place(i)
		for ; last < y; last++ {
			starts[last+1] = int32(k)
		}
		columns[k] = int32(x)
	}
	for ; last < s.h; last++ {
		starts[min(last+1, s.h)] = int32(len(s.at))
	}
	return columns, starts
}

// slant returns the shear, in twelfths and unsigned, at which columns of ink stand out most, and by what factor they do
// so more than without shear.
func (s *strokes) slant() (shear, gain float64) {
	const most, steps = 8, 12 // shears in twelfths
	sums := make([]float64, 0, 2*most+1)
	counts := make([]int32, s.w+2*s.h)
	columns, starts := s.rows()
	for k := -most; k <= most; k++ {
		clear(counts)
		for y := range s.h {
			by := s.h + (y-s.h/2)*k/steps
			for _, x := range columns[starts[y]:starts[y+1]] {
				counts[int(x)+by]++
			}
		}
		sum := 0
		for _, n := range counts {
			sum += int(n) * int(n)
		}
		sums = append(sums, float64(sum))
	}
	at := 0
	for k, v := range sums {
		if v > sums[at] {
			at = k
		}
	}
	return math.Abs(float64(at - most)), sums[at] / max(1, sums[most])
}

// gaps returns the standard deviation of the distances of neighbouring parts, as a share of their mean; -1 if there are
// too few parts.
func (s *strokes) gaps() float64 {
	var middles []float64
	for _, r := range s.parts {
		if float64(r.Dy()) >= letter*float64(s.h) {
			middles = append(middles, float64(r.Min.X+r.Max.X)/2)
		}
	}
	if len(middles) < fewParts {
		return -1
	}
	var mean, square float64
	for i := 1; i < len(middles); i++ {
		d := middles[i] - middles[i-1]
		mean, square = mean+d, square+d*d
	}
	n := float64(len(middles) - 1)
	mean /= n
	return math.Sqrt(max(0, square/n-mean*mean)) / max(1, mean)
}

// outside returns the shares of the ink above the height of capitals and below the baseline.
func (s *strokes) outside() []float64 {
	top, foot := int((segmentation.StripBaseline-segmentation.StripCap)*float64(s.h))-1, int(segmentation.StripBaseline*float64(s.h))+1
	var above, below float64
	for _, i := range s.at {
		_, y := s.place(i)
		if y < top {
			above++
		}
		if y > foot {
			below++
		}
	}
	return []float64{above / max(1, s.area), below / max(1, s.area)}
}
