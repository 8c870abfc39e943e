package solve

import (
	"math"

	"lineitem/convert/order/tagging"
)

// changeCost is the cost, in nats, of a change of tags between neighbouring words of
// a segment.
const changeCost = 1.2

// classify chooses the class of each word. It finds the likeliest classes of a row, given that
// changes of class within a segment are unlikely (Viterbi, "Error bounds for convolutional codes", 1967)
// and that the words of a column are usually of one class.
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

// softmax turns log probabilities into probabilities that add up to 1.
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
	strip           = 3.0  // width, in points, of the vertical strips that stand for columns
	prior           = 0.02 // added to the share of each tag in any column
	leastSum        = 0.3  // least sum of weights, per strip, of the other words in a column
	leastWeight     = 0.05 // least probability of a row's part that counts
	columnSmoothing = 1e-4 // added to probabilities before logarithms are taken
)

const columnShare = 1.2 // weight of a column's score, where that of the word itself is 1

// profile is what the rows of items state in each vertical strip of the pages, according to
// the network.
type profile struct {
	first   int                        // leftmost strip
	sums    [][tagging.NumTags]float64 // by strip: weighted sums of the words' probabilities
	weights []float64                  // by strip: sum of the weights
}

// mostStrips bounds the indices of strips to the left and right of x = 0; no page is
// so wide.
const mostStrips = 10_000

// strips returns the first and last strip in which a node stands.
func strips(t *tagging.Tags, node int) (from, to int) {
	at := func(x float64) int {
		if x /= strip; !(x > -mostStrips) { // true of NaN, too
			return -mostStrips
		}
		return int(math.Floor(min(x, mostStrips)))
	}
	b := t.Nodes[node].Word.Box
	return at(b.X0), at(b.X1)
}

// profileOf returns the profile of rows of one part, weighted by the probability that they have it.
func profileOf(t *tagging.Tags, part tagging.Part) profile {
	first, last := math.MaxInt, math.MinInt
	for i := range t.Nodes {
		if float64(t.Lines[t.Nodes[i].Row][part]) < leastWeight {
			continue
		}
		from, to := strips(t, i)
		first, last = min(first, from), max(last, to)
	}
	if first > last {
		return profile{}
	}
	p := profile{first, make([][tagging.NumTags]float64, last-first+1), make([]float64, last-first+1)}
	for i := range t.Nodes {
		weight := float64(t.Lines[t.Nodes[i].Row][part])
		if weight < leastWeight {
			continue
		}
		from, to := strips(t, i)
		for x := from - first; x <= to-first; x++ {
			s := &p.sums[x]
			for tag, v := range t.Words[i] {
				s[tag] += weight * float64(v)
			}
			p.weights[x] += weight
		}
	}
	return p
}

// columnScores returns the log probabilities of the words' tags, to which those of the words
// above and beneath them in other rows of items are added. It does so separately for rows that
// begin items and for rows that go on with them.
func columnScores(t *tagging.Tags) [][tagging.NumTags]float64 {
	scores := make([][tagging.NumTags]float64, len(t.Nodes))
	for i := range t.Nodes {
		for k, p := range t.Words[i] {
			scores[i][k] = math.Log(float64(p) + columnSmoothing)
		}
	}
	for _, part := range [...]tagging.Part{tagging.Begins, tagging.Inside} {
		p := profileOf(t, part)
		for i := range t.Nodes {
			p.addTo(&scores[i], t, i, part)
		}
	}
	return scores
}

// addTo adds to a node's scores those of the other words in its column.
func (p *profile) addTo(scores *[tagging.NumTags]float64, t *tagging.Tags, node int, part tagging.Part) {
	own := float64(t.Lines[t.Nodes[node].Row][part])
	if own < leastWeight {
		return
	}
	var mean [tagging.NumTags]float64
	sum := 0.0
	from, to := strips(t, node)
	for x := from - p.first; x <= to-p.first; x++ {
		s := &p.sums[x]
		for tag, v := range t.Words[node] {
			mean[tag] += s[tag] - own*float64(v)
		}
		sum += p.weights[x] - own
	}
	if sum < leastSum*float64(to-from+1) {
		return
	}
	for tag := range mean {
		scores[tag] += own * columnShare * math.Log((mean[tag]/sum+prior)/(1+prior*float64(tagging.NumTags)))
	}
}
