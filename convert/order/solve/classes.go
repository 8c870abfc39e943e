package solve

import (
	"math"

	"lineitem/convert/order/tagging"
)

// changeCost is the cost of a change of tags between neighbouring words of one
// segment, nats.
const changeCost = 1.2

// classify chooses the likeliest class of each word where a change of classes within a
// segment is unlikely (Viterbi, "Error bounds for convolutional codes", 1967), and the
// words of one column are usually of one class.
func (d *decoder) classify() {
	const n = int(tagging.NumTags)
	d.p = columnScores(d.Tags)
	d.best = make([]tagging.Tag, len(d.Nodes))
	from := make([][n]uint8, len(d.Nodes))
	for r := range d.Rows {
		row := &d.Rows[r]
		var sum [n]float64
		for i := row.From; i < row.To; i++ {
			cost := 0.0
			if i > row.From && d.Nodes[i].Segment == d.Nodes[i-1].Segment {
				cost = changeCost
			}
			top := argmax(&sum)
			var next [n]float64
			for k := range n {
				next[k], from[i][k] = sum[k], uint8(k)
				if sum[top]-cost > sum[k] {
					next[k], from[i][k] = sum[top]-cost, uint8(top)
				}
				next[k] += d.p[i][k]
			}
			sum = next
		}
		top := argmax(&sum)
		for i := row.To - 1; i >= row.From; i-- {
			d.best[i] = tagging.Tag(top)
			top = int(from[i][top])
		}
	}
	for i := range d.p {
		softmax(&d.p[i])
	}
}

// softmax makes probabilities of their logarithms.
func softmax(v *[tagging.NumTags]float64) {
	top, sum := v[argmax(v)], 0.0
	for k := range v {
		v[k] = math.Exp(v[k] - top)
		sum += v[k]
	}
	for k := range v {
		v[k] /= sum
	}
}

func argmax(v *[tagging.NumTags]float64) int {
	top := 0
	for k := range v {
		if v[k] > v[top] {
			top = k
		}
	}
	return top
}

// Constants of columns.
const (
	strip       = 3.0  // width of the strips by which columns are seen, points
	prior       = 0.02 // what each tag has in any column
	leastSum    = 0.3  // least sum of weights of what else stands in a column
	leastWeight = 0.05 // least probability of a row's part that counts
	leastP      = 1e-4 // is added to probabilities before logarithms are taken
)

const columnShare = 1.2 // weight of a column beside the word's own opinion

// profile is what the rows of items state in each strip of the page, by the network's
// opinion.
type profile struct {
	sums    map[int]*[tagging.NumTags]float64
	weights map[int]float64
}

// columnScores are the logarithms of the words' probabilities, mixed with those of what
// stands above and beneath them in other rows of items: apart for rows that begin
// items and for those that go on.
func columnScores(t *tagging.Tags) [][tagging.NumTags]float64 {
	parts := [...]tagging.Part{tagging.Begins, tagging.GoesOn}
	var profiles [len(parts)]profile
	for p := range parts {
		profiles[p] = profile{map[int]*[tagging.NumTags]float64{}, map[int]float64{}}
	}
	strips := func(i int) (from, to int) {
		b := t.Nodes[i].Word.Box
		return int(math.Floor(b.X0 / strip)), int(math.Floor(b.X1 / strip))
	}
	for i := range t.Nodes {
		for k, part := range parts {
			weight := float64(t.Lines[t.Nodes[i].Row][part])
			if weight < leastWeight {
				continue
			}
			from, to := strips(i)
			for x := from; x <= to; x++ {
				s := profiles[k].sums[x]
				if s == nil {
					s = new([tagging.NumTags]float64)
					profiles[k].sums[x] = s
				}
				for tag, p := range t.Words[i] {
					s[tag] += weight * float64(p)
				}
				profiles[k].weights[x] += weight
			}
		}
	}
	scores := make([][tagging.NumTags]float64, len(t.Nodes))
	for i := range t.Nodes {
		for k, p := range t.Words[i] {
			scores[i][k] = math.Log(float64(p) + leastP)
		}
		from, to := strips(i)
		for k, part := range parts {
			weight := float64(t.Lines[t.Nodes[i].Row][part])
			if weight < leastWeight {
				continue
			}
			var mean [tagging.NumTags]float64
			sum := 0.0
			for x := from; x <= to; x++ {
				s := profiles[k].sums[x]
				for tag, p := range t.Words[i] {
					mean[tag] += s[tag] - weight*float64(p)
				}
				sum += profiles[k].weights[x] - weight
			}
			width := float64(to - from + 1)
			if sum < leastSum*width {
				continue
			}
			for tag := range mean {
				scores[i][tag] += weight * columnShare * math.Log((mean[tag]/sum+prior)/(1+prior*float64(tagging.NumTags)))
			}
		}
	}
	return scores
}
