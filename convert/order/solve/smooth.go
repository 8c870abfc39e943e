package solve

import (
	"math"

	"lineitem/convert/order/tagging"
)

// changeCost is the cost of a change of tags between neighbouring words of one
// segment, nats.
const changeCost = 1.6

// columnShare is the weight, beside a word's own, of what the words that begin
// segments at the same place of other rows are taken for.
const columnShare = 0.5

// smoothed is the likeliest tag of each word where a change of tags within a
// segment is unlikely (Viterbi, "Error bounds for convolutional codes", 1967),
// and the words of one column are usually of one tag.
func smoothed(t *tagging.Tags) []tagging.Tag {
	const n = int(tagging.NumTags)
	scores := columnScores(t)
	best := make([]tagging.Tag, len(t.Nodes))
	from := make([][n]uint8, len(t.Nodes))
	for r := range t.Rows {
		row := &t.Rows[r]
		var sum [n]float64
		for i := row.From; i < row.To; i++ {
			cost := 0.0
			if i > row.From && t.Nodes[i].Segment == t.Nodes[i-1].Segment {
				cost = changeCost
			}
			top := 0
			for k := range n {
				if sum[k] > sum[top] {
					top = k
				}
			}
			var next [n]float64
			for k := range n {
				next[k], from[i][k] = sum[k], uint8(k)
				if sum[top]-cost > sum[k] {
					next[k], from[i][k] = sum[top]-cost, uint8(top)
				}
				next[k] += scores[i][k]
			}
			sum = next
		}
		top := 0
		for k := range n {
			if sum[k] > sum[top] {
				top = k
			}
		}
		for i := row.To - 1; i >= row.From; i-- {
			best[i] = tagging.Tag(top)
			top = int(from[i][top])
		}
	}
	return best
}

// columnScores are the logarithms of the words' probabilities, mixed with those of
// their columns.
func columnScores(t *tagging.Tags) [][tagging.NumTags]float64 {
	scores := make([][tagging.NumTags]float64, len(t.Nodes))
	sums := make([][tagging.NumTags]float64, t.Columns())
	counts := make([]float64, t.Columns())
	for i := range t.Nodes {
		for k, p := range t.Words[i] {
			scores[i][k] = math.Log(float64(p) + 1e-4)
		}
		p := &t.Lines[t.Nodes[i].Row]
		if c := t.ColumnOf(i); c >= 0 && p[tagging.Outside] < 0.5 {
			counts[c]++
			for k := range scores[i] {
				sums[c][k] += scores[i][k]
			}
		}
	}
	for i := range scores {
		p := &t.Lines[t.Nodes[i].Row]
		if c := t.ColumnOf(i); c >= 0 && counts[c] > 1 && p[tagging.Outside] < 0.5 {
			for k := range scores[i] {
				scores[i][k] += columnShare * sums[c][k] / counts[c]
			}
		}
	}
	return scores
}
