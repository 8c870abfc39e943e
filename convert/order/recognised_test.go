package order_test

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"testing"

	"lineitem/convert/accuracy"
	"lineitem/convert/order"
	"lineitem/convert/order/ordertest"
)

// TestRecognisedOrders reads generated orders as given by a recogniser that
// mistakes some characters, and checks that the share of right cells reaches a
// floor at each level of mistakes. Cells that differ by a misread character or
// two are not counted where nothing could tell the right character: in codes,
// dates and texts. RECOGNISED sets how many orders are read at each level;
// RECOGNISED_SHOW lists the wrong cells of a column or of "all".
func TestRecognisedOrders(t *testing.T) {
	count := 15
	if n, err := strconv.Atoi(os.Getenv("RECOGNISED")); err == nil {
		count = n
	}
	for _, level := range []struct{ mistakes, floor float64 }{
		{0, 0.945}, {0.005, 0.93}, {0.01, 0.9}, {0.02, 0.885}, {0.04, 0.71},
	} {
		columns := counts{}
		unreadable := 0
		for seed := range count {
			s := ordertest.Generate(uint64(seed))
			for _, c := range judged(t, s, order.Read(ordertest.Recognised(s.Document, uint64(seed), level.mistakes)), accuracy.TextPDF) {
				wrong := c.Verdict != accuracy.Right
				if wrong && misspelt(c) {
					unreadable++
					if os.Getenv("RECOGNISED_SHOW") == "misspelt" {
						fmt.Printf("%g %d: %s: want %q, got %q\n", level.mistakes, seed, c.Key, c.Want, c.Got)
					}
					continue
				}
				columns.add(c.Key, c)
				columns.add("ALL", c)
				if show := os.Getenv("RECOGNISED_SHOW"); wrong && (show == c.Key || show == "all") {
					fmt.Printf("%g %d: %s: want %q, got %q\n", level.mistakes, seed, c.Key, c.Want, c.Got)
				}
			}
		}
		t.Logf("with %g of the characters misread F1 = %.3f", level.mistakes, columns["ALL"].F1())
		if columns["ALL"].F1() < level.floor {
			t.Errorf("with %g of the characters misread, F1 of %d orders = %.3f, want at least %.3f", level.mistakes, count, columns["ALL"].F1(), level.floor)
		}
		if os.Getenv("RECOGNISED") != "" {
			t.Logf("%g: %.3f of %d cells, %d unreadable", level.mistakes, columns["ALL"].F1(), columns["ALL"].Wanted(), unreadable)
			for _, key := range slices.SortedFunc(maps.Keys(columns), func(a, b string) int {
				return cmp.Or(cmp.Compare(columns[a].F1(), columns[b].F1()), cmp.Compare(a, b))
			}) {
				t.Logf("  %-16s %.3f of %d", key, columns[key].F1(), columns[key].Wanted())
			}
		}
	}
}

// misspelt reports whether a cell differs from the wanted one by misread
// characters only, and is not an amount, which arithmetic could correct.
func misspelt(c accuracy.Cell) bool {
	if c.Want == "" || c.Got == "" {
		return false
	}
	switch c.Key {
	case "quantity", "unit_price", "line_total", "subtotal", "tax", "shipping", "total":
		return false
	}
	a, b := []rune(c.Want), []rune(c.Got)
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
