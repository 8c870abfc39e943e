package segmentation

import (
	"cmp"
	"slices"

	"lineitem/convert/raster"
)

// Find finds the lines of text on a page, in reading order (rows from top to
// bottom, each from left to right), with strips of the given height in pixels.
//
// Letters are the page's connected components. Neighbouring letters are linked
// into chains, and chains are measured by the columns of their letters: most
// feet stand on the baseline, and the tops of capitals and of small letters make
// two peaks. Chains on one baseline are joined, but not across a column gap or a
// vertical rule. What a chain by itself does not show, such as the size of a
// lone "1" or "-", is decided by its row and its surroundings.
func Find(p *raster.Page, height int) []Line {
	if p == nil || p.Gray == nil || p.Gray.Rect.Empty() || height < 8 {
		return nil
	}
	return find(p).lines(p.Gray, height)
}

// find does the work of Find up to the drawing of strips.
func find(p *raster.Page) *finder {
	in := findInk(p.Gray)
	f := &finder{in: in, gauge: gauge{in: in}, dpi: p.DPI, rules: verticalRules(p)}
	f.chains = chains(in, f.rules)
	f.prune()
	f.measure()
	f.demoteToMarks()
	f.join()
	f.demoteToMarks() // rows of dots that were joined only now
	f.splitBlobs()
	f.assignMarks()
	f.settleSizes()
	f.removeNoise()
	f.dashes()
	return f
}

// finder finds the lines of one page.
type finder struct {
	in     *ink
	gauge  gauge
	dpi    float64
	rules  []verticalRule
	chains []chain
	loose  []int32 // blobs in no chain that may be marks
}

func verticalRules(p *raster.Page) []verticalRule {
	scale := p.DPI / 72
	var out []verticalRule
	for _, r := range p.Rules {
		if r.Vertical {
			out = append(out, verticalRule{r.MidX() * scale, r.Y0 * scale, r.Y1 * scale})
		}
	}
	return out
}

// prune keeps the widest chains when there are more than a page may have.
func (f *finder) prune() {
	const most = 4 * maxLines
	if len(f.chains) > most {
		slices.SortStableFunc(f.chains, func(a, b chain) int { return cmp.Compare(b.x1-b.x0, a.x1-a.x0) })
		f.chains = f.chains[:most]
	}
}

// measure measures every chain. The long ones come first, because the short ones
// take the page's slope from them.
func (f *finder) measure() {
	slices.SortStableFunc(f.chains, func(a, b chain) int { return cmp.Compare(b.x1-b.x0, a.x1-a.x0) })
	var seen []slopeAt
	for i := range f.chains {
		c := &f.chains[i]
		if i == 0 || float64(c.x1-c.x0) > 8*c.medianHeight(f.in) {
			f.gauge.measure(c)
			seen = c.baseline.sample(seen)
		}
	}
	f.gauge.slopes.set(seen)
	for i := range f.chains {
		f.gauge.measure(&f.chains[i])
	}
}

// index lists the chains that cross each band of rows, shelfHeight pixels high.
type index [][]int32

func (f *finder) index() index {
	x := make(index, f.in.height/shelfHeight+1)
	for i := range f.chains {
		c := &f.chains[i]
		for s := c.y0 / shelfHeight; s <= (c.y1-1)/shelfHeight; s++ {
			x[s] = append(x[s], int32(i))
		}
	}
	return x
}

// visitRows calls visit with each chain that crosses the rows y0 to y1, once or more.
func (x index) visitRows(y0, y1 float64, visit func(i int32)) {
	lo := max(0, min(len(x)-1, int(y0)/shelfHeight))
	hi := max(0, min(len(x)-1, int(y1)/shelfHeight))
	for s := lo; s <= hi; s++ {
		for _, i := range x[s] {
			visit(i)
		}
	}
}
