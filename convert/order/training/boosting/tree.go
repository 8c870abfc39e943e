package boosting

import (
	"math"
	"math/rand/v2"
	"slices"

	"lineitem/convert/gbdt"
	"lineitem/convert/order/training"
)

// trainer grows trees.
type trainer struct {
	Options
	set                *Set
	data               *binned
	gradients, weights []int32  // first and second derivatives by row, as multiples of 1/fixed
	spare              [][]cell // histograms to use again
}

// cell is the sum of the first and second derivatives of some rows, such as those in one bin.
type cell struct{ gradient, weight int64 }

// openLeaf is a leaf that may be split.
type openLeaf struct {
	node  int32
	depth int
	rows  []int32
	sum   cell
	cells []cell // histogram over the bins of all features; nil for a leaf that must not be split
	split split
}

// split is the best split of a leaf; its gain is 0 if there is none.
type split struct {
	gain    float64
	feature int
	cut     int // rows in bins above it go right
	left    cell
}

// grow grows one tree, best first: it always splits the leaf with the greatest gain. It adds the values of the leaves to the rows' scores.
func (t *trainer) grow(random *rand.Rand, scores []int64) []gbdt.Node {
	features := t.draw(random)
	rows := make([]int32, len(t.gradients))
	root := openLeaf{rows: rows}
	for i := range rows {
		rows[i] = int32(i)
		root.sum.gradient += int64(t.gradients[i])
		root.sum.weight += int64(t.weights[i])
	}
	nodes := []gbdt.Node{{Feature: -1}}
	t.count(&root, features)
	root.split = t.best(&root, features)
	leaves := []openLeaf{root}
	for len(leaves) < t.Leaves {
		at := 0
		for i := range leaves {
			if leaves[i].split.gain > leaves[at].split.gain {
				at = i
			}
		}
		b := leaves[at]
		if b.split.gain <= 0 {
			break
		}
		s := b.split
		left, right := t.part(&b)
		left.node, right.node = int32(len(nodes)), int32(len(nodes)+1)
		nodes = append(nodes, gbdt.Node{Feature: -1}, gbdt.Node{Feature: -1})
		nodes[b.node] = gbdt.Node{Cut: t.data.cuts[s.feature][s.cut], Feature: int32(s.feature), Value: left.node}
		if left.depth < t.Depth {
			small, large := &left, &right
			if len(left.rows) > len(right.rows) {
				small, large = large, small
			}
			t.count(small, features)
			large.cells = b.cells
			for i, c := range small.cells {
				large.cells[i].gradient -= c.gradient
				large.cells[i].weight -= c.weight
			}
			small.split, large.split = t.best(small, features), t.best(large, features)
		} else {
			t.spare = append(t.spare, b.cells)
		}
		leaves[at] = left
		leaves = append(leaves, right)
	}
	t.leave(nodes, leaves, scores)
	return nodes
}

// leave sets the values of the leaves, and adds them to the rows' scores.
func (t *trainer) leave(nodes []gbdt.Node, leaves []openLeaf, scores []int64) {
	for i := range leaves {
		b := &leaves[i]
		value := -t.Shrinkage * b.sum.g() / (b.sum.w() + t.Lambda)
		units := int32(math.Round(min(max(value, -maxLeaf), maxLeaf) / gbdt.Unit))
		nodes[b.node].Value = units
		for _, r := range b.rows {
			scores[r] += int64(units)
		}
		if b.cells != nil {
			t.spare = append(t.spare, b.cells)
		}
	}
}

// maxLeaf bounds a leaf's value, in log odds.
const maxLeaf = 7.9

func (c cell) g() float64 { return float64(c.gradient) / fixed }
func (c cell) w() float64 { return float64(c.weight) / fixed }

// draw returns a random selection of features that a tree may split on, ascending.
func (t *trainer) draw(random *rand.Rand) []int {
	all := random.Perm(t.set.features)
	all = all[:max(1, int(math.Ceil(min(t.Features, 1)*float64(len(all)))))]
	slices.Sort(all)
	return all
}

// count sums the derivatives of a leaf's rows in the bins of the features.
func (t *trainer) count(b *openLeaf, features []int) {
	if n := len(t.spare); n > 0 {
		b.cells, t.spare = t.spare[n-1], t.spare[:n-1]
		clear(b.cells)
	} else {
		b.cells = make([]cell, t.data.bins)
	}
	each := func(i int) {
		f := features[i]
		column, cells := t.data.columns[f], b.cells[t.data.offsets[f]:]
		for _, r := range b.rows {
			c := &cells[column[r]]
			c.gradient += int64(t.gradients[r])
			c.weight += int64(t.weights[r])
		}
	}
	if len(b.rows) < fewRows {
		for i := range features {
			each(i)
		}
		return
	}
	training.Each(len(features), each)
}

// fewRows is the number of rows below which one processor counts faster than several.
const fewRows = 1000

// best returns a leaf's best split, the first among equals.
func (t *trainer) best(b *openLeaf, features []int) split {
	var top split
	whole := t.quality(b.sum)
	for _, f := range features {
		cells := b.cells[t.data.offsets[f]:]
		var left cell
		for cut := range t.data.cuts[f] {
			left.gradient += cells[cut].gradient
			left.weight += cells[cut].weight
			right := cell{b.sum.gradient - left.gradient, b.sum.weight - left.weight}
			if left.w() < t.MinWeight || right.w() < t.MinWeight {
				continue
			}
			if gain := (t.quality(left)+t.quality(right)-whole)/2 - t.Gamma; gain > top.gain {
				top = split{gain, f, cut, left}
			}
		}
	}
	return top
}

// quality returns twice the amount by which a leaf with these derivatives reduces the loss.
func (t *trainer) quality(c cell) float64 { return c.g() * c.g() / (c.w() + t.Lambda) }

// part divides a leaf's rows, in place, between the two leaves of its split.
func (t *trainer) part(b *openLeaf) (left, right openLeaf) {
	column, cut := t.data.columns[b.split.feature], uint8(b.split.cut)
	var high []int32
	n := 0
	for _, r := range b.rows {
		if column[r] > cut {
			high = append(high, r)
		} else {
			b.rows[n] = r
			n++
		}
	}
	copy(b.rows[n:], high)
	left = openLeaf{depth: b.depth + 1, rows: b.rows[:n], sum: b.split.left}
	right = openLeaf{depth: b.depth + 1, rows: b.rows[n:], sum: cell{b.sum.gradient - left.sum.gradient, b.sum.weight - left.sum.weight}}
	return left, right
}
