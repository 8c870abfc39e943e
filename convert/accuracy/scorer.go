package accuracy

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
)

// Scores are the figures of another scorer, as it writes them with --json.
type Scores struct {
	Groups  map[string]map[string]float64 `json:"groups"`  // by group and name, as in Figures
	Columns map[string]float64            `json:"columns"` // F1 by column key
}

// ParseScores reads another scorer's figures.
func ParseScores(data []byte) (*Scores, error) {
	s := new(Scores)
	if err := json.Unmarshal(data, s); err != nil {
		return nil, err
	}
	if s.Groups[all] == nil {
		return nil, fmt.Errorf("there are no figures of the group %s", all)
	}
	return s, nil
}

// agreement is the greatest difference between figures of two scorers that count as equal: they are
// printed with three digits.
const agreement = 0.0005

// Differences reports where another scorer's figures, with documents grouped by a
// trait, differ from ours in the first three digits: one line for each.
func (s *Scores) Differences(docs []*Document, trait string) []string {
	own := &Scores{Groups: map[string]map[string]float64{}, Columns: map[string]float64{}}
	for _, g := range Groups(docs, func(t *Truth) string { return t.Trait(trait) }) {
		figures := map[string]float64{"docs": float64(g.Docs)}
		for i, v := range g.values() {
			figures[figureNames[i]] = v
		}
		own.Groups[g.Name] = figures
	}
	for key := range s.Columns {
		own.Columns[key] = Counts{}.F1() // for columns without cells
	}
	for key, n := range ColumnCounts(docs) {
		own.Columns[key] = n.F1()
	}
	var out []string
	for _, name := range slices.Sorted(maps.Keys(union(own.Groups, s.Groups))) {
		out = append(out, differences(name+" ", own.Groups[name], s.Groups[name])...)
	}
	return append(out, differences("column ", own.Columns, s.Columns)...)
}

// differences compares two sets of figures.
func differences(prefix string, own, other map[string]float64) []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(union(own, other))) {
		a, hasA := own[name]
		b, hasB := other[name]
		switch {
		case !hasA:
			out = append(out, fmt.Sprintf("%s%s: we have none, the scorer %.3f", prefix, name, b))
		case !hasB:
			out = append(out, fmt.Sprintf("%s%s: we have %.3f, the scorer none", prefix, name, a))
		case !(math.Abs(a-b) < agreement):
			out = append(out, fmt.Sprintf("%s%s: we have %.3f, the scorer %.3f", prefix, name, a, b))
		}
	}
	return out
}

// union holds the keys of both maps.
func union[V any](a, b map[string]V) map[string]V {
	out := maps.Clone(a)
	if out == nil {
		return b
	}
	maps.Copy(out, b)
	return out
}
