package taught

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"lineitem/convert/order/schema"
)

// pairAll pairs rows like PairRows, by comparing every row with every other.
func pairAll(rows, others []schema.Cells) []int {
	alike := func(i, k int) (n int) {
		for _, f := range itemFields {
			key := keyOf(f, rows[i][f].Value)
			n += flag(key != "" && key == keyOf(f, others[k][f].Value))
		}
		return n
	}
	best := make([][]int, len(rows)+1)
	best[len(rows)] = make([]int, len(others)+1)
	for i := len(rows) - 1; i >= 0; i-- {
		best[i] = make([]int, len(others)+1)
		for k := len(others) - 1; k >= 0; k-- {
			best[i][k] = max(best[i+1][k], best[i][k+1], best[i+1][k+1]+alike(i, k))
		}
	}
	at := make([]int, len(rows))
	for i, k := 0, 0; i < len(rows); {
		at[i] = -1
		n := 0
		if k < len(others) {
			n = alike(i, k)
		}
		switch {
		case n > 0 && best[i][k] == best[i+1][k+1]+n:
			at[i] = k
			i, k = i+1, k+1
		case k < len(others) && best[i][k] == best[i][k+1]:
			k++
		default:
			i++
		}
	}
	return at
}

// itemRows returns n rows with random values, variety different ones for each column.
func itemRows(n, variety int, r *rand.Rand) []schema.Cells {
	rows := make([]schema.Cells, n)
	for i := range rows {
		for _, f := range itemFields {
			if r.IntN(4) > 0 {
				rows[i][f].Value = fmt.Sprint(r.IntN(variety))
			}
		}
		rows[i][schema.Description].Value = fmt.Sprint("Bolt ", r.IntN(variety))
	}
	return rows
}

// misreadRows returns the rows as another reader might read them: one in "of" rows is lost, one has an
// invented row after it, and one has a wrong value.
func misreadRows(rows []schema.Cells, of, variety int, r *rand.Rand) (read []schema.Cells) {
	for i := range rows {
		switch c := rows[i]; r.IntN(of) {
		case 0: // the row is lost
		case 1:
			read = append(read, c)
			read = append(read, itemRows(1, variety, r)...)
		case 2:
			c[itemFields[r.IntN(len(itemFields))]].Value = fmt.Sprint(r.IntN(variety))
			read = append(read, c)
		default:
			read = append(read, c)
		}
	}
	return read
}

// TestPairRows checks that rows are paired as if every row were compared with every other.
func TestPairRows(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 400 {
		variety := 1 << r.IntN(10)
		rows := itemRows(r.IntN(60), variety, r)
		others := misreadRows(rows, 3+r.IntN(30), variety, r)
		switch n % 4 {
		case 0:
			others = itemRows(r.IntN(60), variety, r)
		case 1: // without most rows at the beginning
			others = others[r.IntN(len(others)+1):]
		}
		if got, want := PairRows(rows, others), pairAll(rows, others); !slices.Equal(got, want) {
			t.Fatalf("rows %v, others %v: PairRows = %v, want %v", rows, others, got, want)
		}
	}
	long := itemRows(2000, 500, r)
	for of, reach := range map[int]int{1 << 30: 8, 300: 32, 100: 128} {
		p := newPairing(long, misreadRows(long, of, 500, r))
		if p.compare(reach); p.sum(0, 0) <= p.mostBeyond() {
			t.Errorf("of 2,000 rows of which one in %d is lost more than %d are compared with each", of, reach)
		}
	}
}

// BenchmarkPairRows measures pairing 2,000 rows with those of another reading.
func BenchmarkPairRows(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	rows := itemRows(2000, 500, r)
	for _, of := range []int{1 << 30, 300, 12} {
		others := misreadRows(rows, of, 500, r)
		b.Run(fmt.Sprint("one lost of ", of), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				PairRows(rows, others)
			}
		})
	}
}
