package taught

import (
	"slices"

	"lineitem/convert/order/schema"
)

// PairRows pairs rows with those of another reading, in order, so that the pairs have the most
// values in common. It returns for each row the index of the other one; -1 for none.
func PairRows(rows, others []schema.Cells) []int {
	p := newPairing(rows, others)
	const least = 8 // rows by which the places in readings of one table usually differ, at most
	for reach := least; ; reach *= 4 {
		p.compare(reach)
		if p.sum(0, 0) > p.mostBeyond() {
			return p.pairs()
		}
	}
}

// rowKeys are numbers that stand for the values of a row: two rows have a value in common where
// they have the same number. 0 stands for no value.
type rowKeys [len(itemFields)]int32

// pairing pairs rows by dynamic programming (Needleman and Wunsch, 1970) over only those pairs whose
// places differ little (Ukkonen, "Algorithms for approximate string matching", Information and Control
// 64, 1985): in readings of one table most places do, and all pairs of 2,000 rows would be 4 million.
type pairing struct {
	a, b []rowKeys
	// mostA[n] is the greatest number of values that a can have in common with b if n of its
	// rows are left out; mostB likewise.
	mostA, mostB []int32
	// Row i of a is compared with those of b from i+from to i+to.
	from, to int
	sums     []int32 // greatest number of values in common from a pair of rows on
}

func newPairing(rows, others []schema.Cells) *pairing {
	numbers := [len(itemFields)]map[string]int32{}
	keysOf := func(rows []schema.Cells) []rowKeys {
		all := make([]rowKeys, len(rows))
		for i := range rows {
			for n, f := range itemFields {
				key := keyOf(f, rows[i][f].Value)
				if key == "" {
					continue
				}
				if numbers[n] == nil {
					numbers[n] = map[string]int32{}
				}
				if numbers[n][key] == 0 {
					numbers[n][key] = int32(len(numbers[n]) + 1)
				}
				all[i][n] = numbers[n][key]
			}
		}
		return all
	}
	p := &pairing{a: keysOf(rows), b: keysOf(others)}
	p.mostA, p.mostB = mostInCommon(p.a, p.b), mostInCommon(p.b, p.a)
	return p
}

// mostInCommon returns the greatest number of values that rows can have in common with others, by
// the number of rows that are left out.
func mostInCommon(rows, others []rowKeys) []int32 {
	var has [len(itemFields)]map[int32]bool
	for n := range has {
		has[n] = map[int32]bool{}
		for i := range others {
			has[n][others[i][n]] = true
		}
	}
	of := make([]int32, len(rows)) // by row
	for i := range rows {
		for n, key := range rows[i] {
			of[i] += int32(flag(key != 0 && has[n][key]))
		}
	}
	slices.Sort(of)
	most := make([]int32, len(of)+1)
	for i, n := range slices.Backward(of) {
		most[i] = most[i+1] + n
	}
	return most
}

// valuesInCommon returns how many values two rows have in common.
func (p *pairing) valuesInCommon(i, k int) (n int32) {
	a, b := &p.a[i], &p.b[k]
	for f := range a {
		n += int32(flag(a[f] != 0 && a[f] == b[f]))
	}
	return n
}

// compare compares the rows whose places differ by at most reach, in addition to the difference
// between the lengths of the readings.
func (p *pairing) compare(reach int) {
	longer := len(p.b) - len(p.a)
	p.from, p.to = max(min(0, longer)-reach, -len(p.a)), min(max(0, longer)+reach, len(p.b))
	p.sums = make([]int32, (len(p.a)+1)*(p.to-p.from+1))
	for i := len(p.a) - 1; i >= 0; i-- {
		for k := min(i+p.to, len(p.b)-1); k >= max(i+p.from, 0); k-- {
			p.sums[p.at(i, k)] = max(p.sum(i+1, k), p.sum(i, k+1), p.sum(i+1, k+1)+p.valuesInCommon(i, k))
		}
	}
}

func (p *pairing) at(i, k int) int { return i*(p.to-p.from+1) + k - i - p.from }

// sum returns how many values the rows from i and k on have in common; a large negative number
// if this pair is not compared.
func (p *pairing) sum(i, k int) int32 {
	if k-i < p.from || k-i > p.to {
		return -1 << 30
	}
	return p.sums[p.at(i, k)]
}

// mostBeyond returns an upper bound of the number of values in common if two rows are paired, or
// passed, that are not compared; -1 if all are compared.
func (p *pairing) mostBeyond() int32 {
	most, longer := int32(-1), len(p.b)-len(p.a)
	for _, d := range [...]int{p.from - 1, p.to + 1} {
		if -len(p.a) <= d && d <= len(p.b) {
			// These are the rows left out before that place and after it.
			outA, outB := max(0, -d)+max(0, d-longer), max(0, d)+max(0, longer-d)
			most = max(most, min(p.mostA[outA], p.mostB[outB]))
		}
	}
	return most
}

// pairs returns the best pairing.
func (p *pairing) pairs() []int {
	at := make([]int, len(p.a))
	for i, k := 0, 0; i < len(p.a); {
		at[i] = -1
		n := int32(0)
		if k < len(p.b) {
			n = p.valuesInCommon(i, k)
		}
		switch {
		case n > 0 && p.sum(i, k) == p.sum(i+1, k+1)+n:
			at[i] = k
			i, k = i+1, k+1
		case k < len(p.b) && p.sum(i, k) == p.sum(i, k+1):
			k++
		default:
			i++
		}
	}
	return at
}
