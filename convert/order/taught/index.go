package taught

// Index finds a document's layout among many. It is not changed once it is made, so
// that any number of goroutines may use it.
type Index struct {
	layouts []*Layout
}

// NewIndex makes an index of layouts.
func NewIndex(layouts []*Layout) *Index { return &Index{layouts: layouts} }

// Least shares of a layout's marks that a document has to have, and by how much it has
// to have more of them than of the next layout's.
const (
	leastShare  = 0.6
	leastMargin = 0.1
)

// Find gives the layout of a document with such a print; nil where there is none, or
// where it might be one of several.
func (x *Index) Find(p Print) *Layout {
	has := make(map[uint32]bool, len(p))
	for _, m := range p {
		has[m.Word] = true
	}
	var best *Layout
	top, second := 0.0, 0.0
	for _, l := range x.layouts {
		if s := share(l.Print, has); s > top {
			best, top, second = l, s, top
		} else if s > second {
			second = s
		}
	}
	if top < leastShare || top-second < leastMargin {
		return nil
	}
	return best
}

func share(p Print, has map[uint32]bool) float64 {
	n := 0
	for _, m := range p {
		if has[m.Word] {
			n++
		}
	}
	return float64(n) / float64(max(len(p), 1))
}
