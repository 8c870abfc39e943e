package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"

	"lineitem/convert/order/taught"
	"lineitem/quota"
)

// TestLayoutCache checks that the cache loads an index once per stamp, even for many
// concurrent requests, drops the least recently used index, and tries again after an
// error.
func TestLayoutCache(t *testing.T) {
	c := &layoutCache{most: 2*indexLayoutBytes + 1}
	var mu sync.Mutex
	loads := map[string]int{}
	get := func(account string, stamp uint64, err error) error {
		t.Helper()
		index, got := c.index(t.Context(), account, stamp, func(_ context.Context, before []indexed) ([]indexed, error) {
			mu.Lock()
			defer mu.Unlock()
			loads[fmt.Sprint(account, stamp)]++
			if len(before) > 0 && before[0].sum >= stamp {
				t.Errorf("stamp %d is loaded after the layouts of stamp %d", stamp, before[0].sum)
			}
			return []indexed{{new(taught.Layout), stamp}}, err
		})
		if (index == nil) != (got != nil) {
			t.Errorf("index(%q, %d) = %v, %v", account, stamp, index, got)
		}
		return got
	}
	want := func(key string, n int) {
		t.Helper()
		if loads[key] != n {
			t.Errorf("%s was loaded %d times, want %d", key, loads[key], n)
		}
	}
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() { get("a", 1, nil) })
	}
	wg.Wait()
	want("a1", 1)
	get("a", 2, nil)
	get("a", 2, nil)
	want("a2", 1)
	get("b", 1, nil)
	get("a", 2, nil)
	get("c", 1, nil) // b has to go
	get("a", 2, nil)
	want("a2", 1)
	get("b", 1, nil)
	want("b1", 2)
	failed := errors.New("the store is away")
	if err := get("d", 1, failed); err != failed {
		t.Errorf("index() that cannot be loaded = %v, want %v", err, failed)
	}
	if err := get("d", 1, nil); err != nil {
		t.Errorf("index() that can be loaded again = %v", err)
	}
	want("d1", 2)
	if c.used > c.most || c.used != int64(c.order.Len())*indexLayoutBytes || len(c.items) != c.order.Len() {
		t.Errorf("the cache says that it takes %d bytes for %d indexes of %d accounts", c.used, c.order.Len(), len(c.items))
	}
	// An index larger than the cache is loaded, but not kept.
	c.most = 50
	get("e", 1, nil)
	get("e", 1, nil)
	want("e1", 2)
}

// fullAccount returns the layouts of an account with as many, and as large ones, as
// allowed, and the size that the cache counts for their index.
func fullAccount() (layouts []indexed, size int64) {
	const marks = 500
	r := rand.New(rand.NewPCG(1, 2))
	for i := range quota.DefaultLimits.Layouts {
		l := &taught.Layout{ID: fmt.Sprint("ly_", i), Fingerprint: make(taught.Fingerprint, marks)}
		for m := range l.Fingerprint {
			// Some words are in all layouts, and most in one or two.
			l.Fingerprint[m] = taught.Mark{Word: 1 + r.Uint32N(200), X: uint16(r.UintN(1000)), Y: uint16(r.UintN(1400)), Kind: taught.Wording}
			if m%3 > 0 {
				l.Fingerprint[m].Word = r.Uint32N(200_000)
			}
		}
		slices.SortFunc(l.Fingerprint, func(a, b taught.Mark) int { return cmp.Compare(a.Word, b.Word) })
		layouts = append(layouts, indexed{l, 0})
		size += indexSize(l)
	}
	return layouts, size
}

// TestIndexMemory checks that an index takes no more memory than the cache counts for
// it.
func TestIndexMemory(t *testing.T) {
	heap := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := heap()
	layouts, size := fullAccount()
	c := &layoutCache{most: 2 * size}
	load := func(context.Context, []indexed) ([]indexed, error) { return layouts, nil }
	if _, err := c.index(t.Context(), "a", 1, load); err != nil {
		t.Fatal(err)
	}
	took := heap() - before
	if took > size || took < size/4 {
		t.Errorf("an index takes %d bytes, and the cache is told %d", took, size)
	}
	t.Logf("%d layouts take %d bytes, told as %d", len(layouts), took, size)
	runtime.KeepAlive(c)
}

// BenchmarkFind measures what finding its layout costs a document of a full account.
func BenchmarkFind(b *testing.B) {
	layouts, size := fullAccount()
	c := &layoutCache{most: 2 * size}
	load := func(context.Context, []indexed) ([]indexed, error) { return layouts, nil }
	document := slices.Clone(layouts[250].Fingerprint)
	for b.Loop() {
		index, err := c.index(b.Context(), "a", 1, load)
		if err != nil || index.Find(document) == nil {
			b.Fatal("the document's layout is not found", err)
		}
	}
}
