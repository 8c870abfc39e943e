package order

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"testing"

	"lineitem/convert/order/ordertest"
)

// TestRecognisedOrders reads invented orders as a recogniser would give them
// that mistakes some of the characters, and holds the share of right cells to
// floors. Cells that are right but for a character or two of their own are left
// out where nothing could tell that character: codes, dates and texts.
// RECOGNISED sets how many orders are read at each level, RECOGNISED_SHOW lists
// the wrong cells of a column or of "all".
func TestRecognisedOrders(t *testing.T) {
	count := 15
	if n, err := strconv.Atoi(os.Getenv("RECOGNISED")); err == nil {
		count = n
	}
	for _, level := range []struct{ mistakes, floor float64 }{
		{0, 0.96}, {0.005, 0.95}, {0.01, 0.93}, {0.02, 0.90}, {0.04, 0.80},
	} {
		columns := map[string]*tally{}
		var all tally
		unreadable := 0
		for seed := range count {
			s := ordertest.Generate(uint64(seed))
			for _, c := range judge(s.Rows, Read(ordertest.Recognised(s.Document, uint64(seed), level.mistakes))) {
				if !c.right && misspelt(c) {
					unreadable++
					if os.Getenv("RECOGNISED_SHOW") == "misspelt" {
						fmt.Printf("%g %d: %s: want %q, got %q\n", level.mistakes, seed, c.key, c.want, c.got)
					}
					continue
				}
				if columns[c.key] == nil {
					columns[c.key] = &tally{}
				}
				columns[c.key].add(c)
				all.add(c)
				if show := os.Getenv("RECOGNISED_SHOW"); !c.right && (show == c.key || show == "all") {
					fmt.Printf("%g %d: %s: want %q, got %q\n", level.mistakes, seed, c.key, c.want, c.got)
				}
			}
		}
		if all.f1() < level.floor {
			t.Errorf("with %g of the characters misread, F1 of %d orders = %.3f, want at least %.3f", level.mistakes, count, all.f1(), level.floor)
		}
		if os.Getenv("RECOGNISED") != "" {
			t.Logf("%g: %.3f of %d cells, %d unreadable", level.mistakes, all.f1(), all.stated, unreadable)
			for _, key := range slices.SortedFunc(maps.Keys(columns), func(a, b string) int {
				return cmp.Or(cmp.Compare(columns[a].f1(), columns[b].f1()), cmp.Compare(a, b))
			}) {
				t.Logf("  %-16s %.3f of %d", key, columns[key].f1(), columns[key].stated)
			}
		}
	}
}

// misspelt tells whether a cell is the wanted one but for characters that were
// misread, and holds nothing that arithmetic could have told.
func misspelt(c judged) bool {
	if c.want == "" || c.got == "" {
		return false
	}
	switch c.key {
	case "quantity", "unit_price", "line_total", "subtotal", "tax", "shipping", "total":
		return false
	}
	a, b := []rune(c.want), []rune(c.got)
	before := make([]int, len(b)+1)
	for j := range before {
		before[j] = j
	}
	for i := range a {
		now := make([]int, len(b)+1)
		now[0] = i + 1
		for j := range b {
			wrong := 1
			if a[i] == b[j] {
				wrong = 0
			}
			now[j+1] = min(before[j]+wrong, now[j]+1, before[j+1]+1)
		}
		before = now
	}
	return before[len(b)] <= 1+len(a)/8
}
