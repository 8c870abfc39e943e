package raster

import (
	"cmp"
	"image"
	"slices"

	"lineitem/convert/doc"
)

// Sizes of ruling lines, inches.
const (
	ruleLength    = 0.3   // shortest run of ink that begins a rule
	ruleThickness = 0.05  // thicker is a bar, not a rule
	ruleGap       = 0.012 // longest break that noise may make in a run
	rulePiece     = 0.2   // longest break between pieces of one rule
	rulePiecing   = 0.03  // greatest drift across its direction of a rule that is reported in one piece
	ruleEnd       = 0.3   // greatest length by which the stem of a letter may seem to extend a rule beyond the last one that crosses it
	ruleStem      = 0.16  // greatest length of such a stem
	ruleEdge      = 0.06  // width of the margin along the edges of the page in which no rule is reported

	brokenLength = 1     // least length of a rule that came out in pieces,
	brokenGap    = 0.035 // greatest gap between these,
	brokenInk    = 55    // and least part of the rule that they cover, per cent

	barcodeGap  = 0.2 // greatest distance between a bar of a barcode and others near it,
	barcodeBars = 5   // least number of these,
	barcodeLong = 1   // and greatest length of a bar
)

// A line with ink in less than wholeInk per cent of its places is in pieces. It is taken for the edge of letters if
// in at least edgePlaces per cent of the places with ink a row beside it is darker by more than edgeDarker (out of 255).
const (
	wholeInk   = 90
	edgeDarker = 16
	edgePlaces = 10
)

// ruleInk is the brightness below which a pixel of a flattened page may belong
// to a rule. It is high because rules may be thin and grey.
const ruleInk = 236

// A slanting rule's ink in a row is at least slantInk sixteenths of black (at the
// 60th percentile), and in at least slantCalm per cent of places it changes by
// less than a sixteenth.
const (
	slantInk  = 4
	slantCalm = 70
)

// run is a stretch of a row (or column) that is ink but for short breaks.
type run struct {
	at, from, to int // the row (column); its first column (row) and the one beyond its last
}

// ruling is a line: overlapping runs in neighbouring rows (or columns).
type ruling struct {
	runs       []run
	from, to   int // along the line, to excluded
	first, end int // rows (columns), end excluded
}

// rulesOf returns the ruling lines of a flattened page, in points, and erases them from the page.
func rulesOf(page *image.Gray, dpi float64) []doc.Rule {
	w, h := page.Rect.Dx(), page.Rect.Dy()
	across := slices.DeleteFunc(rulings(runsAcross(page, dpi), dpi), func(r ruling) bool {
		return (!r.hasGroundBeside(page, page.Stride, 1, h) || r.isLetters(page, dpi)) && !r.underlines(page)
	})
	down := slices.DeleteFunc(rulings(runsDown(page, dpi), dpi), func(r ruling) bool {
		return !r.hasGroundBeside(page, 1, page.Stride, w)
	})
	for i := range across {
		across[i].cutEnds(down, page, page.Stride, 1, dpi)
	}
	for i := range down {
		down[i].cutEnds(across, page, 1, page.Stride, dpi)
	}
	var rules []doc.Rule
	for _, r := range joined(across, dpi, h) {
		rules = append(rules, doc.Rule{Box: points(image.Rect(r.from, r.first, r.to, r.end), dpi)})
	}
	for _, r := range joined(down, dpi, w) {
		rules = append(rules, doc.Rule{Vertical: true, Box: points(image.Rect(r.first, r.from, r.end, r.to), dpi)})
	}
	// Strokes that cross a line are sought on a page without the lines of the
	// other direction, or else each crossing of two lines would remain.
	other := image.NewGray(page.Rect)
	copy(other.Pix, page.Pix)
	for _, r := range down {
		r.blank(other, 1, page.Stride)
	}
	crossing := image.NewGray(page.Rect)
	copy(crossing.Pix, page.Pix)
	for _, r := range across {
		r.blank(crossing, page.Stride, 1)
	}
	for _, r := range across {
		erase(page, other, r, page.Stride, 1, h)
	}
	for _, r := range down {
		erase(page, crossing, r, 1, page.Stride, w)
	}
	return rules
}

// cutEnds cuts off the ends of a line that are stems of letters in line with it. Such an end lies beyond
// the last of the others that crosses the line: after a gap, it is no longer than a stem.
func (r *ruling) cutEnds(others []ruling, page *image.Gray, over, along int, dpi float64) {
	reach, slack := int(ruleEnd*dpi), int(ruleGap*dpi)+1
	head, tail := r.from, r.to
	for _, o := range others {
		crosses := o.from <= r.first+slack && o.to >= r.end-slack
		if crosses && o.first > r.from && o.first <= r.from+reach && (head == r.from || o.first < head) {
			head = o.first
		}
		if crosses && o.end < r.to && o.end >= r.to-reach && (tail == r.to || o.end > tail) {
			tail = o.end
		}
	}
	cut := func(at, end, step int) int {
		gap := end
		for i := at; i != end; i += step {
			bare := true
			for row := r.first; row < r.end; row++ {
				bare = bare && page.Pix[row*over+i*along] >= ruleInk
			}
			switch {
			case bare && gap == end:
				gap = i
			case !bare && gap != end:
				if absInt(end-i) <= int(ruleStem*dpi) {
					return gap
				}
				return end
			}
		}
		return end
	}
	r.from = cut(head-1, r.from-1, -1) + 1
	r.to = max(cut(tail, r.to, 1), r.from+1)
	for i := range r.runs {
		r.runs[i].from, r.runs[i].to = max(r.runs[i].from, r.from), min(r.runs[i].to, r.to)
	}
	r.runs = slices.DeleteFunc(r.runs, func(p run) bool { return p.from >= p.to })
}

// joined returns the lines to report. It joins the pieces of one line, splits slanting lines, and
// drops the bars of barcodes and the shadows at the edges of a page of size rows (or columns).
func joined(lines []ruling, dpi float64, size int) []ruling {
	joined := make([]ruling, 0, len(lines))
	order := slices.Clone(lines)
	slices.SortStableFunc(order, func(a, b ruling) int { return a.from - b.from })
	slack := int(ruleThickness*dpi)/2 + 1
	for _, r := range order {
		k := slices.IndexFunc(joined, func(j ruling) bool {
			return j.first-slack <= r.first && r.end <= j.end+slack && r.from <= j.to+int(rulePiece*dpi)
		})
		if k < 0 {
			joined = append(joined, r)
			continue
		}
		j := &joined[k]
		j.first, j.end, j.to = min(j.first, r.first), max(j.end, r.end), max(j.to, r.to)
		j.runs = append(slices.Clip(j.runs), r.runs...)
	}
	slices.SortStableFunc(joined, func(a, b ruling) int { return a.first - b.first })
	edge := int(ruleEdge * dpi)
	var out []ruling
	for i, r := range joined {
		if r.end <= edge || r.first >= size-edge {
			continue
		}
		near := 0
		for k := i - 1; k >= 0 && k >= i-8 && r.first-joined[k].end < int(barcodeGap*dpi); k-- {
			near++
		}
		for k := i + 1; k < len(joined) && k <= i+8 && joined[k].first-r.end < int(barcodeGap*dpi); k++ {
			near++
		}
		if near < barcodeBars || r.to-r.from > int(barcodeLong*dpi) {
			out = append(out, r.pieces(int(rulePiecing*dpi))...)
		}
	}
	return out
}

// pieces splits a slanting line into pieces that each drift by no more than slack
// rows: the box of the whole line would cover places where there is no line.
func (r *ruling) pieces(slack int) []ruling {
	if r.end-r.first <= 2*slack {
		return []ruling{*r}
	}
	top, low := r.edges()
	var out []ruling
	piece := ruling{from: r.from, first: top[0], end: low[0] + 1}
	begun := top[0] + low[0] // twice the middle
	for i := range top {
		if d := top[i] + low[i] - begun; d > 2*slack || d < -2*slack {
			piece.to = r.from + i
			out = append(out, piece)
			piece = ruling{from: r.from + i, first: top[i], end: low[i] + 1}
			begun = top[i] + low[i]
		}
		piece.first, piece.end = min(piece.first, top[i]), max(piece.end, low[i]+1)
	}
	piece.to = r.to
	return append(out, piece)
}

// runsAcross returns the long runs of ink along rows.
func runsAcross(page *image.Gray, dpi float64) []run {
	least, gap := int(ruleLength*dpi), int(ruleGap*dpi)
	long, wide := int(brokenLength*dpi), int(brokenGap*dpi)
	var runs []run
	w := page.Rect.Dx()
	for y := range page.Rect.Dy() {
		row := page.Pix[y*page.Stride:][:w]
		start, last := -1, -1<<20
		from, ink, first := -1, 0, len(runs) // of the broken run: first column, pixels of ink, index of its first piece
		piece := func() {
			if start >= 0 && last-start >= least && isEvenInk(row[start:last+1]) {
				runs = append(runs, run{y, start, last + 1})
			}
		}
		whole := func() {
			if from >= 0 && last-from >= long && isBroken(row[from:last+1], ink) {
				runs = append(runs[:first], run{y, from, last + 1})
			}
		}
		for x := skipWhite(row, 0); x < w; x = skipWhite(row, x+1) {
			if row[x] >= ruleInk {
				continue
			}
			if x-last > gap+1 {
				piece()
				start = x
				if x-last > wide+1 {
					whole()
					from, ink, first = x, 0, len(runs)
				}
			}
			last = x
			ink++
		}
		piece()
		whole()
	}
	return runs
}

// runsDown returns the long runs of ink along columns, column by column.
func runsDown(page *image.Gray, dpi float64) []run {
	least, gap := int(ruleLength*dpi), int(ruleGap*dpi)
	long, wide := int(brokenLength*dpi), int(brokenGap*dpi)
	var runs []run
	w, h := page.Rect.Dx(), page.Rect.Dy()
	start, last := make([]int32, w), make([]int32, w)
	from, ink := make([]int32, w), make([]int32, w) // of the broken run
	for x := range start {
		start[x], last[x], from[x] = -1, -1<<20, -1
	}
	column := make([]byte, h)
	down := func(x int, y0, y1 int32) []byte {
		c := column[:0]
		for y := int(y0); y < int(y1); y++ {
			c = append(c, page.Pix[y*page.Stride+x])
		}
		return c
	}
	piece := func(x int) {
		if y0, y1 := start[x], last[x]+1; y0 >= 0 && int(y1-y0) > least && isEvenInk(down(x, y0, y1)) {
			runs = append(runs, run{x, int(y0), int(y1)})
		}
	}
	whole := func(x int) {
		if y0, y1 := from[x], last[x]+1; y0 >= 0 && int(y1-y0) > long && isBroken(down(x, y0, y1), int(ink[x])) {
			runs = append(runs, run{x, int(y0), int(y1)})
		}
	}
	for y := range h {
		row := page.Pix[y*page.Stride:][:w]
		for x := skipWhite(row, 0); x < w; x = skipWhite(row, x+1) {
			if row[x] >= ruleInk {
				continue
			}
			if n := y - int(last[x]); n > gap+1 {
				piece(x)
				start[x] = int32(y)
				if n > wide+1 {
					whole(x)
					from[x], ink[x] = int32(y), 0
				}
			}
			last[x] = int32(y)
			ink[x]++
		}
	}
	for x := range start {
		piece(x)
		whole(x)
	}
	slices.SortFunc(runs, func(a, b run) int {
		return cmp.Or(a.at-b.at, a.from-b.from, b.to-a.to)
	})
	// The pieces of broken runs are dropped.
	kept := runs[:0]
	for _, r := range runs {
		if n := len(kept); n == 0 || kept[n-1].at != r.at || kept[n-1].to < r.to {
			kept = append(kept, r)
		}
	}
	return kept
}

// isBroken reports whether a run is a rule that came out in pieces, as from poor
// scanners and fax machines. Ink is the number of its pixels that are ink.
func isBroken(pix []byte, ink int) bool {
	if ink == len(pix) || ink*100 < brokenInk*len(pix) {
		return false
	}
	pieces := make([]byte, 0, ink)
	for _, v := range pix {
		if v < ruleInk {
			pieces = append(pieces, v)
		}
	}
	return isEvenInk(pieces)
}

// isEvenInk reports whether ink is about equally dark all along, as a rule's is, or
// becomes darker and lighter gradually, as a slanting rule's does in each row.
// In a row through small blurred letters it does neither: the gaps between them
// are grey too.
func isEvenInk(ink []byte) bool {
	var shades, changes [16]int
	for i, v := range ink {
		shades[(255-v)/16]++
		if i > 0 {
			changes[absInt(int(v)-int(ink[i-1]))/16]++
		}
	}
	quantile := func(histogram *[16]int, percent int) int {
		seen := 0
		for i, n := range histogram {
			if seen += n; seen*100 >= len(ink)*percent {
				return i
			}
		}
		return 15
	}
	return 5*(quantile(&shades, 12)*2+1) >= 2*(quantile(&shades, 60)*2+1) ||
		quantile(&shades, 60) >= slantInk && quantile(&changes, slantCalm) == 0
}

// rulings joins the runs of neighbouring rows into lines and drops those that are
// too thick or whose runs have less than 40 per cent of the line's length in all.
func rulings(runs []run, dpi float64) []ruling {
	parent := make([]int, len(runs))
	for i := range parent {
		parent[i] = i
	}
	find := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	slack := int(ruleGap*dpi) + 1
	previous := 0 // first run of the row above
	for i, r := range runs {
		for previous < i && runs[previous].at < r.at-1 {
			previous++
		}
		for j := previous; j < i && runs[j].at < r.at; j++ {
			if runs[j].from <= r.to+slack && r.from <= runs[j].to+slack {
				a, b := find(i), find(j)
				parent[max(a, b)] = min(a, b)
			}
		}
	}
	index := map[int]int{}
	var out []ruling
	for i, r := range runs {
		root := find(i)
		k, ok := index[root]
		if !ok {
			k = len(out)
			index[root] = k
			out = append(out, ruling{from: r.from, to: r.to, first: r.at, end: r.at + 1})
		}
		o := &out[k]
		o.runs = append(o.runs, r)
		o.from, o.to = min(o.from, r.from), max(o.to, r.to)
		o.first, o.end = min(o.first, r.at), max(o.end, r.at+1)
	}
	thick := max(3, int(ruleThickness*dpi))
	return slices.DeleteFunc(out, func(r ruling) bool {
		area := 0
		for _, p := range r.runs {
			area += p.to - p.from
		}
		return area > thick*(r.to-r.from) || area*100 < (r.to-r.from)*40
	})
}

// edges returns the first and the last row of the line at each place along it.
// Where there is no run, they are those of the place before.
func (r *ruling) edges() (top, low []int) {
	n := r.to - r.from
	top, low = make([]int, n), make([]int, n)
	for i := range top {
		top[i] = -1
	}
	for _, p := range r.runs {
		for i := p.from - r.from; i < p.to-r.from; i++ {
			if top[i] < 0 || p.at < top[i] {
				top[i] = p.at
			}
			low[i] = max(low[i], p.at)
		}
	}
	for i := range top {
		switch {
		case top[i] >= 0:
		case i > 0:
			top[i], low[i] = top[i-1], low[i-1]
		default:
			top[i], low[i] = r.runs[0].at, r.runs[0].at
		}
	}
	return top, low
}

// hasGroundBeside reports whether the ground shows on both sides of the line along most
// of it. In a row through small letters, ink continues above or below. Over and
// along are the steps in Pix across the line and from one place of it to the
// next; size is the number of rows (or columns).
func (r *ruling) hasGroundBeside(page *image.Gray, over, along, size int) bool {
	top, low := r.edges()
	above, below := 0, 0
	inked, darker := 0, 0
	for i := range top {
		at := (r.from + i) * along
		darkest := byte(255)
		for row := top[i]; row <= low[i]; row++ {
			darkest = min(darkest, page.Pix[row*over+at])
		}
		if darkest < ruleInk {
			inked++
			if k := int(darkest) - edgeDarker; top[i] > 0 && int(page.Pix[(top[i]-1)*over+at]) < k || low[i]+1 < size && int(page.Pix[(low[i]+1)*over+at]) < k {
				darker++
			}
		}
		light := 255 - (255-int(darkest))*2/5
		if k := top[i] - 2; k < 0 || int(page.Pix[k*over+at]) >= light {
			above++
		}
		if k := low[i] + 2; k >= size || int(page.Pix[k*over+at]) >= light {
			below++
		}
	}
	if inked*100 < len(top)*wholeInk && darker*100 >= inked*edgePlaces {
		return false
	}
	return min(above, below)*100 >= len(top)*65
}

// Roughness of lines, see letters.
const (
	roughShort = 0.24 // least, of short text; rules of a grey pixel are up to 0.22
	roughLong  = 0.3  // least, of long text
	roughBand  = 0.16 // least, of text that is a band of grey; thick rules are smoother
	roughDots  = 1    // what is at least as rough is a row of dots or dashes
	shortText  = 0.6  // shorter text is short, inches
	longText   = 3    // no words run together into a band of grey as long as this, inches
)

// isLetters reports whether a level line is a row of small letters that have run
// into each other, as in pictures of low resolution and in copies of copies.
// Their ink changes more from column to column than a rule's does. The median of
// that change, in parts of the median ink, is the roughness, which a few strokes
// that cross a rule do not affect.
func (r *ruling) isLetters(page *image.Gray, dpi float64) bool {
	top, low := r.edges()
	ink, change := make([]int, len(top)), make([]int, max(len(top)-1, 1))
	for i := range top {
		for y := max(top[i]-1, 0); y <= min(low[i]+1, page.Rect.Dy()-1); y++ {
			ink[i] += 255 - int(page.Pix[y*page.Stride+r.from+i])
		}
		if i > 0 {
			change[i-1] = absInt(ink[i] - ink[i-1])
		}
	}
	slices.Sort(ink)
	slices.Sort(change)
	rough := float64(change[len(change)/2]) / float64(max(ink[len(ink)/2], 1))
	area := 0
	for _, p := range r.runs {
		area += p.to - p.from
	}
	length := float64(r.to-r.from) / dpi
	limit := roughLong
	switch band := 5*area >= 9*(r.to-r.from); {
	case band && length < longText:
		limit = roughBand
	case length < shortText:
		limit = roughShort
	}
	return rough >= limit && rough < roughDots
}

// Measures of a line beneath words, see underlines.
const (
	underBare  = 85 // least part of its length with ground beneath it, per cent
	underFull  = 85 // greatest part of its length with ink above it, per cent
	underSolid = 70 // least darkness of its light places (10th percentile), per cent of the median darkness,
	underCalm  = 8  // and greatest median change of darkness from place to place, likewise
)

// underlines reports whether a level line underlines words so closely that the feet of their letters
// touch it. Such a line is about as dark where there is no letter above it as where there is one, and
// has only descenders beneath it. The feet of letters alone vary more in darkness.
func (r *ruling) underlines(page *image.Gray) bool {
	top, low := r.edges()
	ink, change := make([]int, len(top)), make([]int, max(len(top)-1, 1))
	above, below := 0, 0
	for i := range top {
		at := r.from + i
		darkest := byte(255)
		for y := top[i]; y <= low[i]; y++ {
			darkest = min(darkest, page.Pix[y*page.Stride+at])
		}
		ink[i] = 255 - int(darkest)
		if i > 0 {
			change[i-1] = absInt(ink[i] - ink[i-1])
		}
		light := 255 - ink[i]*2/5
		if y := low[i] + 2; y >= page.Rect.Dy() || int(page.Pix[y*page.Stride+at]) >= light {
			below++
		}
		if y := top[i] - 2; y >= 0 && int(page.Pix[y*page.Stride+at]) < light {
			above++
		}
	}
	if below*100 < underBare*len(top) || above*100 > underFull*len(top) {
		return false
	}
	slices.Sort(ink)
	slices.Sort(change)
	middle := ink[len(ink)/2]
	return ink[len(ink)/10]*100 >= underSolid*middle && change[len(change)/2]*100 <= underCalm*middle
}

// blank whitens a line, and the rows just above and below its runs.
func (r *ruling) blank(page *image.Gray, over, along int) {
	for _, p := range r.runs {
		for at := max(p.at-1, 0); at <= p.at+1; at++ {
			for i := p.from; i < p.to; i++ {
				if k := at*over + i*along; k < len(page.Pix) {
					page.Pix[k] = 255
				}
			}
		}
	}
}

// erase removes a line from the page. Strokes that cross it, which are sought on
// the page before, stay. Along is the step in Pix from one place of the line to
// the next, over the step across it; size is the number of rows (or columns).
func erase(page, before *image.Gray, r ruling, over, along, size int) {
	top, low := r.edges()
	const beyond = 3
	for i := range top {
		at := (r.from + i) * along
		dark := func(row int) bool {
			return row >= 0 && row < size && before.Pix[row*over+at] < 128
		}
		light := func(row int) bool {
			return row < 0 || row >= size || before.Pix[row*over+at] > 190
		}
		above, below := true, true
		for k := 1; k <= beyond; k++ {
			above = above && dark(top[i]-k)
			below = below && dark(low[i]+k)
		}
		if above && below {
			continue
		}
		// The grey edges of the line are erased, too, but not where a letter touches
		// it: there ink follows.
		from, to := top[i], low[i]+1
		if light(top[i] - 2) {
			from--
		}
		if light(low[i] + 2) {
			to++
		}
		for row := max(from, 0); row < min(to, size); row++ {
			page.Pix[row*over+at] = 255
		}
	}
}
