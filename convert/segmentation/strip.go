package segmentation

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"image"
	"math"
	"slices"
)

// mostColumns is the width of the widest strip, columns; longer lines are cut at
// gaps.
const mostColumns = 1500

// sideGround is the width of the ground left and right of a strip's ink, heights
// of capitals.
const sideGround = 0.5

// lines makes lines of the chains, in reading order.
func (f *finder) lines(g *image.Gray, height int) []Line {
	f.sort()
	var pieces []chain
	for i := range f.chains {
		pieces = append(pieces, f.pieces(&f.chains[i], height)...)
	}
	pieces = pieces[:min(len(pieces), maxLines)]
	d := &drawer{gray: g, in: f.in, owner: make([]int32, len(f.in.blobs)), height: height}
	for i := range d.owner {
		d.owner[i] = -1
	}
	for i := range pieces {
		for _, list := range [...][]int32{pieces[i].blobs, pieces[i].marks} {
			for _, n := range list {
				d.owner[n] = int32(i)
			}
		}
	}
	out := make([]Line, len(pieces))
	for i := range pieces {
		out[i] = d.line(&pieces[i], int32(i))
	}
	return out
}

// sort puts the chains into reading order. Chains are in one row if their
// baselines are less than half a capital's height below that of its first.
func (f *finder) sort() {
	at := func(c *chain) float64 { return c.baseline.y(float64(c.x0+c.x1) / 2) }
	slices.SortFunc(f.chains, func(a, b chain) int {
		return cmp.Or(cmp.Compare(at(&a), at(&b)), cmp.Compare(a.x0, b.x0), cmp.Compare(a.x1, b.x1))
	})
	for i := 0; i < len(f.chains); {
		j := i + 1
		for j < len(f.chains) && at(&f.chains[j])-at(&f.chains[i]) < 0.5*min(f.chains[i].capHeight, f.chains[j].capHeight) {
			j++
		}
		slices.SortStableFunc(f.chains[i:j], func(a, b chain) int { return cmp.Compare(a.x0, b.x0) })
		i = j
	}
}

// pieces cuts a chain that is too long for a strip at its widest gaps.
func (f *finder) pieces(c *chain, height int) []chain {
	scale := c.capHeight / (StripCap * float64(height))
	most := int32((mostColumns - 2*sideGround*StripCap*float64(height)) * scale)
	if c.x1-c.x0 <= most {
		return []chain{*c}
	}
	all := append(slices.Clone(c.blobs), c.marks...)
	slices.SortFunc(all, func(a, b int32) int {
		return cmp.Or(cmp.Compare(f.in.blobs[a].x0, f.in.blobs[b].x0), cmp.Compare(a, b))
	})
	var out []chain
	for len(all) > 0 {
		start := f.in.blobs[all[0]].x0
		end, cut, widest := start, len(all), int32(math.MinInt32)
		for i, n := range all {
			b := &f.in.blobs[n]
			if i > 0 && b.x1-start > most {
				if widest == math.MinInt32 {
					cut = i
				}
				break
			}
			// The cut is at the widest gap in the last third.
			if gap := b.x0 - end; i > 0 && (end-start) > most/3*2 && gap > widest {
				cut, widest = i, gap
			}
			end = max(end, b.x1)
			if i == len(all)-1 {
				cut = len(all)
			}
		}
		piece := chain{blobs: all[:cut:cut], measures: c.measures}
		piece.box(f.in)
		out = append(out, piece)
		all = all[cut:]
	}
	return out
}

// drawer draws strips.
type drawer struct {
	gray   *image.Gray
	in     *ink
	owner  []int32 // of each blob; -1 for none
	height int
	patch  []uint8   // the line's surroundings without other lines' ink, column by column
	mid    []float32 // resampled down the columns
	inked  []span    // of each column of mid, the rows that hold more than ground
}

// span is the numbers [from, to); none if to is not greater than from.
type span struct{ from, to int }

// line draws a chain's strip.
func (d *drawer) line(c *chain, number int32) Line {
	scale := c.capHeight / (StripCap * float64(d.height))
	left := float64(c.x0) - sideGround*c.capHeight
	columns := int(math.Ceil((float64(c.x1)+sideGround*c.capHeight-left)/scale - 1e-9))
	columns = max(1, min(columns, 2*mostColumns))
	middle := float64(c.x0+c.x1) / 2
	l := Line{
		Box:       image.Rect(int(c.x0), int(c.y0), int(c.x1), int(c.y1)),
		Baseline:  c.baseline.y(middle),
		CapHeight: c.capHeight,
		Left:      left,
		Scale:     scale,
		curve:     c.baseline,
	}
	l.Strip = d.draw(&l, columns, number)
	return l
}

// draw resamples the line: first each column of the page to the strip's rows,
// following the baseline, then each row to the strip's columns.
func (d *drawer) draw(l *Line, columns int, number int32) *image.Gray {
	reach := kernelReach * max(1, l.Scale)
	x0 := int(math.Floor(l.Left - reach))
	x1 := int(math.Ceil(l.Left + float64(columns)*l.Scale + reach))
	top, bottom := math.MaxFloat64, -math.MaxFloat64
	const places = 12 // enough that bends between them stay within the strip's margins
	for i := range places + 1 {
		y := l.curve.y(float64(x0) + float64(x1-x0)*float64(i)/places)
		top, bottom = min(top, y), max(bottom, y)
	}
	above := StripBaseline * float64(d.height) * l.Scale
	below := (1 - StripBaseline) * float64(d.height) * l.Scale
	y0 := int(math.Floor(top - above - reach))
	y1 := int(math.Ceil(bottom + below + reach))
	w, h := x1-x0, y1-y0
	d.cutOut(image.Rect(x0, y0, x1, y1), number)

	d.mid = slices.Grow(d.mid[:0], w*d.height)[:w*d.height]
	d.inked = slices.Grow(d.inked[:0], w)[:w]
	// The patch is stored column by column, so that each is read in one go.
	k := newKernel(l.Scale)
	for x := range w {
		first := l.curve.y(float64(x0+x)+0.5) - above - float64(y0)
		d.inked[x] = k.column(d.mid[x:], w, d.height, d.patch[x*h:(x+1)*h], first)
	}
	out := image.NewGray(image.Rect(0, 0, columns, d.height))
	k.rows(out, d.mid, d.inked, l.Left-float64(x0))
	stretchContrast(out)
	return out
}

// cutOut copies a part of the page to the patch, column by column, with
// everything that belongs to other lines painted over.
func (d *drawer) cutOut(r image.Rectangle, number int32) {
	w, h := r.Dx(), r.Dy()
	d.patch = slices.Grow(d.patch[:0], w*h)[:w*h]
	for i := range d.patch {
		d.patch[i] = 255
	}
	in := r.Intersect(image.Rect(0, 0, d.in.width, d.in.height))
	d.copy(r, in)
	// Foreign ink is painted over with the shades at its edge, the line's own ink
	// restored with its shades where the two touch, and what foreign ink that
	// brought back is painted over again.
	foreign := false
	for y := in.Min.Y; y < in.Max.Y; y++ {
		d.each(y, in, func(run *run) {
			if d.foreign(run, number) {
				foreign = true
				d.fill(r, in, image.Rect(int(run.x0)-2, y-2, int(run.x1)+2, y+3))
			}
		})
	}
	if !foreign {
		return
	}
	for y := in.Min.Y; y < in.Max.Y; y++ {
		d.each(y, in, func(run *run) {
			if !d.foreign(run, number) {
				d.copy(r, in.Intersect(image.Rect(int(run.x0)-1, y-1, int(run.x1)+1, y+2)))
			}
		})
	}
	for y := in.Min.Y; y < in.Max.Y; y++ {
		d.each(y, in, func(run *run) {
			if d.foreign(run, number) {
				d.fill(r, in, image.Rect(int(run.x0), y, int(run.x1), y+1))
			}
		})
	}
}

// foreign reports whether a run does not belong to the line: ink of other lines, and
// ink of no line that is too large for a mark.
func (d *drawer) foreign(r *run, number int32) bool {
	o := d.owner[r.blob]
	if o >= 0 {
		return o != number
	}
	b := &d.in.blobs[r.blob]
	return b.height() > int32(d.height) || b.width() > 2*int32(d.height)
}

// each visits the runs of row y that touch the rectangle.
func (d *drawer) each(y int, in image.Rectangle, visit func(*run)) {
	runs := d.in.runs[d.in.rows[y]:d.in.rows[y+1]]
	at, _ := slices.BinarySearchFunc(runs, int32(in.Min.X), func(r run, x int32) int { return cmp.Compare(r.x1, x) })
	for i := at; i < len(runs) && int(runs[i].x0) <= in.Max.X; i++ {
		visit(&runs[i])
	}
}

// copy copies a part of the page into the patch, whose place is r.
func (d *drawer) copy(r, part image.Rectangle) {
	h := r.Dy()
	for y := part.Min.Y; y < part.Max.Y; y++ {
		row := d.gray.Pix[y*d.gray.Stride:]
		for x := part.Min.X; x < part.Max.X; x++ {
			d.patch[(x-r.Min.X)*h+y-r.Min.Y] = row[x]
		}
	}
}

// fill paints a part of the patch with ground.
func (d *drawer) fill(r, in, part image.Rectangle) {
	part = part.Intersect(in)
	h := r.Dy()
	for x := part.Min.X; x < part.Max.X; x++ {
		for y := part.Min.Y; y < part.Max.Y; y++ {
			d.patch[(x-r.Min.X)*h+y-r.Min.Y] = 255
		}
	}
}

// kernelReach is how far a kernel reaches for a scale of one, pixels.
const kernelReach = 2

// phases is the resolution of a kernel's position: steps within a pixel.
const phases = 32

// kernel resamples by Keys' cubic convolution (IEEE Transactions on Acoustics,
// Speech, and Signal Processing 29, 1981, a = -1/2), stretched over the pixels
// that fall together when the strip is smaller than the page.
type kernel struct {
	scale  float64
	reach  float64     // pixels
	n      int         // taps
	taps   [][]float32 // for each phase; they sum to 1
	ground []float32   // for each phase, what the taps yield for ground alone
}

func newKernel(scale float64) *kernel {
	stretch := max(1, scale)
	reach := kernelReach * stretch
	k := &kernel{scale: scale, reach: reach, n: int(math.Ceil(2*reach)) + 1, taps: make([][]float32, phases), ground: make([]float32, phases)}
	bare := bytes.Repeat([]byte{255}, k.n)
	for p := range k.taps {
		taps := make([]float32, k.n)
		sum := 0.0
		at := float64(p) / phases // how far the centre lies beyond the first tap's start plus reach
		for i := range taps {
			v := keys((float64(i) + 0.5 - reach - at) / stretch)
			taps[i] = float32(v)
			sum += v
		}
		for i := range taps {
			taps[i] = float32(float64(taps[i]) / sum)
		}
		k.taps[p] = taps
		k.ground[p] = weighed(taps, bare, 0)
	}
	return k
}

func keys(x float64) float64 {
	x = math.Abs(x)
	switch {
	case x < 1:
		return (1.5*x-2.5)*x*x + 1
	case x < 2:
		return ((-0.5*x+2.5)*x-4)*x + 2
	}
	return 0
}

// place returns the first pixel and the phase for a centre.
func (k *kernel) place(centre float64) (first, phase int) {
	start := centre - k.reach
	floor := math.Floor(start)
	return int(floor), min(int((start-floor)*phases), phases-1)
}

// column resamples a column of pixels, from first on, to height rows, which lie
// stride apart in out, and returns those that hold more than ground.
func (k *kernel) column(out []float32, stride, height int, pixels []uint8, first float64) span {
	top, end := 0, len(pixels)
	for top < end && pixels[top] == 255 {
		top++
	}
	for end > top && pixels[end-1] == 255 {
		end--
	}
	inked := span{height, 0}
	for r := range height {
		at, phase := k.place(first + (float64(r)+0.5)*k.scale)
		if at >= end || at+k.n <= top {
			out[r*stride] = k.ground[phase]
			continue
		}
		inked.from, inked.to = min(inked.from, r), r+1
		out[r*stride] = weighed(k.taps[phase], pixels, at)
	}
	return inked
}

// weighed returns the weighted sum of the pixels from first on; beyond their ends
// is ground.
func weighed(taps []float32, pixels []uint8, first int) float32 {
	var sum float32
	if first >= 0 && first+len(taps) <= len(pixels) {
		pixels = pixels[first:][:len(taps)]
		for i, t := range taps {
			sum += t * float32(pixels[i])
		}
		return sum
	}
	for i, t := range taps {
		if j := first + i; j >= 0 && j < len(pixels) {
			sum += t * float32(pixels[j])
		} else {
			sum += t * 255
		}
	}
	return sum
}

// rows resamples the rows of mid to the strip's columns. inked has the rows of each
// column of mid that hold more than ground; the strip's column 0 begins at offset.
func (k *kernel) rows(out *image.Gray, mid []float32, inked []span, offset float64) {
	w := len(inked)
	for i := range out.Pix {
		out.Pix[i] = 255 // what taps yield for ground alone
	}
	for c := range out.Rect.Dx() {
		first, phase := k.place(offset + (float64(c)+0.5)*k.scale)
		all := span{out.Rect.Dy(), 0}
		for _, s := range inked[min(max(first, 0), w):min(max(first+k.n, 0), w)] {
			all.from, all.to = min(all.from, s.from), max(all.to, s.to)
		}
		taps := k.taps[phase]
		for r := all.from; r < all.to; r++ {
			sum := weighedRow(taps, mid[r*w:][:w], first)
			out.Pix[r*out.Stride+c] = uint8(max(0, min(255, sum+0.5)))
		}
	}
}

// weighedRow is weighed for columns that were resampled already.
func weighedRow(taps, row []float32, first int) float32 {
	var sum float32
	if first >= 0 && first+len(taps) <= len(row) {
		row = row[first:][:len(taps)]
		for i, t := range taps {
			sum += t * row[i]
		}
		return sum
	}
	for i, t := range taps {
		if j := first + i; j >= 0 && j < len(row) {
			sum += t * row[j]
		} else {
			sum += t * 255
		}
	}
	return sum
}

// stretchContrast makes the strip's ground 255 and the core of its ink 0.
func stretchContrast(s *image.Gray) {
	var counts [256]int
	bare := 0
	for pix := s.Pix; len(pix) > 0; {
		// Most pixels are ground, and counting them one by one is slow because each
		// count waits for the one before.
		if len(pix) >= 8 && binary.NativeEndian.Uint64(pix) == math.MaxUint64 {
			bare, pix = bare+8, pix[8:]
			continue
		}
		n := min(8, len(pix))
		for _, v := range pix[:n] {
			counts[v]++
		}
		pix = pix[n:]
	}
	counts[255] += bare
	least := 0
	for least < 255 && counts[least] == 0 {
		least++
	}
	middle := (least + 255) / 2
	ink := 0
	for _, n := range counts[:middle] {
		ink += n
	}
	// A quarter of a letter's dark pixels are its core, the others are lighter
	// because they lie at its edge.
	core, sum := 0, counts[0]
	for core < middle && 4*sum < ink {
		core++
		sum += counts[core]
	}
	ground, sum := middle, 0
	for ground < 255 && 2*sum < len(s.Pix)-ink {
		sum += counts[ground]
		ground++
	}
	if ground-core < leastContrast/2 {
		return
	}
	var to [256]uint8
	for v := range to {
		to[v] = uint8(max(0, min(255, (v-core)*255/(ground-core))))
	}
	for i, v := range s.Pix {
		s.Pix[i] = to[v]
	}
}
