// Package storetest provides the tests that every quota.Store must pass.
package storetest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"lineitem/quota"
)

// Run runs the suite. open opens the store at a place, which is the path of an
// existing folder, empty at first; opening the same place again after Close must
// open the same store. open fails the test if it cannot open the store.
func Run(t *testing.T, open func(t *testing.T, place string) quota.Store) {
	for _, test := range []struct {
		name string
		run  func(t *testing.T, s quota.Store)
	}{
		{"an account is made, read and changed", testAccount},
		{"every field of a record is kept", testRecord},
		{"an error changes nothing", testRollback},
		{"a request belongs to its account", testRequests},
		{"an account's requests are listed", testKeptRequests},
		{"keys lead to their account", testKeys},
		{"accounts come in the order of their IDs", testAccounts},
		{"a ledger is read from any entry on", testLedger},
		{"changes of one account never interleave", testConcurrent},
		{"a context that has ended changes nothing", testContext},
		{"a module is kept under its hash", testModules},
		{"layouts are kept with their account", testLayouts},
		{"layouts go with the last one, and all at once", testForgottenLayouts},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, t.TempDir())
			defer func() {
				if err := s.Close(); err != nil {
					t.Errorf("Close() = %v", err)
				}
			}()
			test.run(t, s)
		})
	}
	t.Run("a store opened again holds what it held", func(t *testing.T) { testReopen(t, open) })
}

var request = quota.RequestID{1, 2, 3}

// update changes an account and fails the test when that fails.
func update(t *testing.T, s quota.Store, account string, id quota.RequestID, fn func(tx *quota.Tx)) {
	t.Helper()
	err := s.Update(t.Context(), account, id, func(tx *quota.Tx) error {
		fn(tx)
		return nil
	})
	if err != nil {
		t.Fatalf("Update(%q) = %v", account, err)
	}
}

// read returns an account and a request, each nil if there is none.
func read(t *testing.T, s quota.Store, account string, id quota.RequestID) (a *quota.Account, r *quota.Request) {
	t.Helper()
	update(t, s, account, id, func(tx *quota.Tx) { a, r = tx.Account, tx.Request })
	return a, r
}

// add makes accounts that have only an ID.
func add(t *testing.T, s quota.Store, ids ...string) {
	t.Helper()
	for _, id := range ids {
		update(t, s, id, quota.RequestID{}, func(tx *quota.Tx) { tx.Account = &quota.Account{ID: id} })
	}
}

func ledger(t *testing.T, s quota.Store, account string, after uint64) (entries []quota.Entry) {
	t.Helper()
	for e, err := range s.Ledger(t.Context(), account, after) {
		if err != nil {
			t.Fatalf("Ledger(%q, %d) = %v", account, after, err)
		}
		entries = append(entries, e)
	}
	return entries
}

func testAccount(t *testing.T, s quota.Store) {
	if a, _ := read(t, s, "acme", quota.RequestID{}); a != nil {
		t.Fatalf("an account that was never made is %+v", a)
	}
	add(t, s, "acme")
	update(t, s, "acme", quota.RequestID{}, func(tx *quota.Tx) { tx.Account.Credits = 7 })
	a, _ := read(t, s, "acme", quota.RequestID{})
	if a == nil || a.ID != "acme" || a.Credits != 7 {
		t.Errorf("the account is %+v, want acme with 7 credits", a)
	}
	if a, _ := read(t, s, "acm", quota.RequestID{}); a != nil {
		t.Errorf("the account acm is %+v, want none", a)
	}
}

func testRecord(t *testing.T, s quota.Store) {
	day := time.Date(2027, 2, 28, 23, 59, 59, 0, time.UTC)
	want := &quota.Account{
		ID: "a+b@c.example", Name: "Zoë’s shop", Created: day, Removed: day.Add(time.Hour),
		Plan: quota.Pro, PlanStart: day.AddDate(-1, 0, 0),
		Limits:  quota.Limits{PerMinute: 60, PerDay: 5000, FreePerDay: quota.None, PerMonth: 12, AtOnce: 2, UnchargedSeconds: 60, Layouts: 700},
		Credits: -3,
		Keys: []quota.Key{
			{Hash: quota.HashKey("one"), Name: "first", Created: day},
			{Hash: quota.HashKey("two"), Created: day, LastUsed: day.Add(time.Minute), Expires: day.Add(time.Hour)},
		},
		Recent:    []int64{day.UnixNano(), day.UnixNano() + 1, day.UnixNano() + int64(time.Minute)},
		Uncharged: day.Add(time.Hour).UnixNano() + 1,
		Requests:  quota.Counters{{Period: 20000, Used: 5}, {Period: 19999, Used: 1000}},
		Daily:     quota.Counters{{Period: 20000, Since: 9, Used: 3}},
		Monthly:   quota.Counters{{Period: 19990, Since: 4, Used: 99}, {Period: -5, Since: 1, Used: 2}},
		Open: []quota.Reservation{
			{ID: 8, Source: quota.Credits, Holders: []quota.Holder{{Grant: 4}}},
			{ID: 9, Source: quota.Daily, Period: 20000, Request: request, Holders: []quota.Holder{{Node: "n1", Grant: 5}, {Node: "n2", Grant: 6}}},
		},
		Seq: 9, Grants: 1 << 40,
		Mapper:  &quota.MapperRef{Hash: quota.ModuleHash{1, 2, 31: 3}, Size: 16 << 20, Set: day},
		Layouts: &quota.LayoutsRef{Count: 500, Stamp: 1<<64 - 1},
		SignIn: &quota.SignIn{
			Password: "$argon2id$v=19$m=19456,t=2,p=1$", Invite: &quota.Invite{Hash: quota.TokenHash{4, 31: 5}, Expires: day},
			Sessions: []quota.Session{{Hash: quota.TokenHash{6}, Expires: day}, {Hash: quota.TokenHash{7}, Expires: day.Add(time.Hour)}},
		},
	}
	update(t, s, want.ID, quota.RequestID{}, func(tx *quota.Tx) { tx.Account = want })
	got, _ := read(t, s, want.ID, quota.RequestID{})
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the account is\n%+v, want\n%+v", got, want)
	}
}

func testRollback(t *testing.T, s quota.Store) {
	add(t, s, "acme")
	update(t, s, "acme", quota.RequestID{}, func(tx *quota.Tx) {
		tx.Account.SignIn = &quota.SignIn{Sessions: []quota.Session{{Hash: quota.TokenHash{1}}}}
	})
	key := quota.HashKey("key")
	failure := errors.New("no")
	err := s.Update(t.Context(), "acme", request, func(tx *quota.Tx) error {
		tx.Account.Credits = 7
		tx.Account.Keys = []quota.Key{{Hash: key}}
		tx.Account.SignIn.Sessions[0].Hash[0]++
		tx.Request = &quota.Request{Reservation: 1}
		tx.Entries = append(tx.Entries, quota.Entry{Seq: 1, Kind: quota.EntryOpen})
		return failure
	})
	if err != failure {
		t.Errorf("Update() = %v, want the function's own error %v", err, failure)
	}
	a, r := read(t, s, "acme", request)
	if a.Credits != 0 || len(a.Keys) != 0 || a.SignIn.Sessions[0].Hash != (quota.TokenHash{1}) || r != nil {
		t.Errorf("after an error the account is %+v and the request %+v", a, r)
	}
	if entries := ledger(t, s, "acme", 0); len(entries) != 0 {
		t.Errorf("after an error the ledger is %+v", entries)
	}
	if account, err := s.AccountOf(t.Context(), key); !errors.Is(err, quota.ErrNotFound) {
		t.Errorf("after an error AccountOf() = %q, %v", account, err)
	}
}

func testRequests(t *testing.T, s quota.Store) {
	add(t, s, "a", "b")
	expires := time.Now().Add(24 * time.Hour).UTC().Truncate(time.Second)
	want := quota.Request{Expires: expires, Bound: true, Digest: [32]byte{9}, Reservation: 77}
	update(t, s, "a", request, func(tx *quota.Tx) {
		if tx.Request != nil {
			t.Errorf("a request that was never made is %+v", tx.Request)
		}
		r := want
		tx.Request = &r
	})
	if _, r := read(t, s, "a", request); r == nil || *r != want {
		t.Errorf("the request is %+v, want %+v", r, want)
	}
	for _, other := range []struct {
		account string
		id      quota.RequestID
	}{{"b", request}, {"a", quota.RequestID{1}}, {"a", quota.RequestID{}}} {
		if _, r := read(t, s, other.account, other.id); r != nil {
			t.Errorf("request %v of account %q is %+v, want none", other.id, other.account, r)
		}
	}
	update(t, s, "a", request, func(tx *quota.Tx) { tx.Request.Reservation = 0 })
	want.Reservation = 0
	if _, r := read(t, s, "a", request); r == nil || *r != want {
		t.Errorf("the changed request is %+v, want %+v", r, want)
	}
	update(t, s, "a", request, func(tx *quota.Tx) { tx.Request = nil })
	if _, r := read(t, s, "a", request); r != nil {
		t.Errorf("the forgotten request is %+v", r)
	}
	forever := quota.Request{Bound: true}
	update(t, s, "a", request, func(tx *quota.Tx) { r := forever; tx.Request = &r })
	if _, r := read(t, s, "a", request); r == nil || *r != forever {
		t.Errorf("the request is %+v, want %+v", r, forever)
	}
}

func testKeptRequests(t *testing.T, s quota.Store) {
	add(t, s, "a", "ab", "none")
	want := map[quota.RequestID]quota.Request{}
	for i := range 20 {
		id := quota.RequestID{byte(i), 15: byte(255 - i)}
		r := quota.Request{Reservation: uint64(i), Bound: i%2 == 0, Digest: [32]byte{byte(i % 2)}}
		if !r.Bound {
			r.Digest = [32]byte{}
		}
		if i%3 == 0 {
			r.Expires = time.Unix(2_000_000_000, 0).UTC()
		}
		want[id] = r
		for _, account := range []string{"a", "ab"} {
			update(t, s, account, id, func(tx *quota.Tx) { tx.Request = &r })
		}
	}
	for account, want := range map[string]map[quota.RequestID]quota.Request{"a": want, "ab": want, "none": {}} {
		got := map[quota.RequestID]quota.Request{}
		for r, err := range s.Requests(t.Context(), account) {
			if err != nil {
				t.Fatalf("Requests(%q) = %v", account, err)
			}
			got[r.ID] = r.Request
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("Requests(%q) yields %+v, want %+v", account, got, want)
		}
	}
	for range s.Requests(t.Context(), "a") {
		break
	}
}

func testKeys(t *testing.T, s quota.Store) {
	one, two, three := quota.HashKey("one"), quota.HashKey("two"), quota.HashKey("three")
	add(t, s, "a", "b")
	update(t, s, "a", quota.RequestID{}, func(tx *quota.Tx) { tx.Account.Keys = []quota.Key{{Hash: one}, {Hash: two}} })
	update(t, s, "b", quota.RequestID{}, func(tx *quota.Tx) { tx.Account.Keys = []quota.Key{{Hash: three}} })
	check := func(want map[quota.KeyHash]string) {
		t.Helper()
		for _, key := range []quota.KeyHash{one, two, three} {
			account, err := s.AccountOf(t.Context(), key)
			if want[key] == "" {
				if !errors.Is(err, quota.ErrNotFound) {
					t.Errorf("AccountOf() of a key that nobody has = %q, %v, want ErrNotFound", account, err)
				}
			} else if account != want[key] || err != nil {
				t.Errorf("AccountOf() = %q, %v, want %q", account, err, want[key])
			}
		}
	}
	check(map[quota.KeyHash]string{one: "a", two: "a", three: "b"})
	update(t, s, "a", quota.RequestID{}, func(tx *quota.Tx) {
		tx.Account.Keys = slices.Delete(tx.Account.Keys, 0, 1)
	})
	check(map[quota.KeyHash]string{two: "a", three: "b"})
	update(t, s, "b", quota.RequestID{}, func(tx *quota.Tx) { tx.Account.Keys[0].Name = "renamed" })
	check(map[quota.KeyHash]string{two: "a", three: "b"})
	update(t, s, "a", quota.RequestID{}, func(tx *quota.Tx) { tx.Account.Keys = nil })
	check(map[quota.KeyHash]string{three: "b"})
}

func testAccounts(t *testing.T, s quota.Store) {
	for _, err := range s.Accounts(t.Context()) {
		t.Errorf("a new store yields an account, or %v", err)
	}
	add(t, s, "b", "a", "ab", "B", "a-b")
	var got []string
	for a, err := range s.Accounts(t.Context()) {
		if err != nil {
			t.Fatalf("Accounts() = %v", err)
		}
		got = append(got, a.ID)
		// An account can be changed while the iteration is under way.
		update(t, s, a.ID, quota.RequestID{}, func(tx *quota.Tx) { tx.Account.Credits++ })
	}
	if want := []string{"B", "a", "a-b", "ab", "b"}; !slices.Equal(got, want) {
		t.Errorf("Accounts() yields %q, want %q", got, want)
	}
	for a, err := range s.Accounts(t.Context()) {
		if err != nil || a.Credits != 1 {
			t.Errorf("Accounts() yields %+v, %v, want 1 credit", a, err)
		}
		break
	}
}

func testLedger(t *testing.T, s quota.Store) {
	want := make([]quota.Entry, 300) // more than 256, so that a store that orders by the lowest byte fails
	for i := range want {
		want[i] = quota.Entry{
			Seq: uint64(i + 1), Time: time.Unix(int64(1_800_000_000+i), 0).UTC(), Kind: quota.EntryRefund,
			Source: quota.Monthly, Period: 20000, Amount: 1, Charge: uint64(i), Balance: -5, Note: "note",
		}
	}
	for _, account := range []string{"a", "ab"} {
		add(t, s, account)
		for _, part := range [][]quota.Entry{want[:1], want[1:200], want[200:]} {
			update(t, s, account, quota.RequestID{}, func(tx *quota.Tx) { tx.Entries = append(tx.Entries, part...) })
		}
	}
	for _, after := range []uint64{0, 1, 255, 256, 299, 300, 301, 1<<64 - 1} {
		got := ledger(t, s, "a", after)
		if rest := want[min(after, 300):]; !slices.Equal(got, rest) {
			t.Errorf("Ledger(%q, %d) yields %d entries, want %d, or others", "a", after, len(got), len(rest))
		}
	}
	if got := ledger(t, s, "b", 0); len(got) != 0 {
		t.Errorf("Ledger() of an account without one yields %+v", got)
	}
	for range s.Ledger(t.Context(), "a", 0) {
		break
	}
}

func testConcurrent(t *testing.T, s quota.Store) {
	const workers, rounds = 12, 25
	accounts := []string{"a", "b", "c"}
	add(t, s, accounts...)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for i := range rounds {
				account := accounts[(w+i)%len(accounts)]
				err := s.Update(t.Context(), account, quota.RequestID{}, func(tx *quota.Tx) error {
					tx.Account.Credits++
					tx.Account.Seq++
					tx.Entries = append(tx.Entries, quota.Entry{Seq: tx.Account.Seq, Amount: 1, Balance: tx.Account.Credits})
					return nil
				})
				if err != nil {
					t.Errorf("Update(%q) = %v", account, err)
				}
			}
		})
	}
	wg.Wait()
	for _, account := range accounts {
		a, _ := read(t, s, account, quota.RequestID{})
		if want := int64(workers * rounds / len(accounts)); a.Credits != want {
			t.Errorf("after %d changes %q has %d credits: some were lost", want, account, a.Credits)
		}
		for i, e := range ledger(t, s, account, 0) {
			if e.Seq != uint64(i+1) || e.Balance != int64(i+1) {
				t.Errorf("entry %d of %q is %+v", i+1, account, e)
			}
		}
	}
}

func testContext(t *testing.T, s quota.Store) {
	add(t, s, "a")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.AccountOf(ended, quota.HashKey("key")); !errors.Is(err, context.Canceled) {
		t.Errorf("AccountOf() = %v, want context.Canceled", err)
	}
	change := func(tx *quota.Tx) error { tx.Account.Credits = 1; return nil }
	if err := s.Update(ended, "a", quota.RequestID{}, change); !errors.Is(err, context.Canceled) {
		t.Errorf("Update() = %v, want context.Canceled", err)
	}
	ending, cancel := context.WithCancel(t.Context())
	err := s.Update(ending, "a", quota.RequestID{}, func(tx *quota.Tx) error { cancel(); return change(tx) })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Update() whose context ends meanwhile = %v, want context.Canceled", err)
	}
	if a, _ := read(t, s, "a", quota.RequestID{}); a.Credits != 0 {
		t.Errorf("the account has %d credits, want 0", a.Credits)
	}
	for _, err := range s.Accounts(ended) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("Accounts() = %v, want context.Canceled", err)
		}
	}
	for _, err := range s.Ledger(ended, "a", 0) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("Ledger() = %v, want context.Canceled", err)
		}
	}
}

func testModules(t *testing.T, s quota.Store) {
	modules := [][]byte{[]byte("one"), bytes.Repeat([]byte("large"), 1<<20), []byte("one")}
	for _, module := range modules {
		hash, err := s.PutModule(t.Context(), module)
		if want := quota.ModuleHash(sha256.Sum256(module)); err != nil || hash != want {
			t.Fatalf("PutModule() = %v, %v, want %v", hash, err, want)
		}
	}
	for _, module := range modules {
		if got, err := s.Module(t.Context(), sha256.Sum256(module)); err != nil || !bytes.Equal(got, module) {
			t.Errorf("Module() gives %d bytes, %v, want the %d that were put", len(got), err, len(module))
		}
	}
	if got, err := s.Module(t.Context(), sha256.Sum256([]byte("two"))); !errors.Is(err, quota.ErrNotFound) {
		t.Errorf("Module() of one that was never put = %q, %v, want ErrNotFound", got, err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.PutModule(ended, []byte("two")); !errors.Is(err, context.Canceled) {
		t.Errorf("PutModule() after its context ended = %v, want context.Canceled", err)
	}
	if _, err := s.Module(ended, sha256.Sum256([]byte("one"))); !errors.Is(err, context.Canceled) {
		t.Errorf("Module() after its context ended = %v, want context.Canceled", err)
	}
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			module := bytes.Repeat([]byte{byte(i % 3)}, 100_000)
			hash, err := s.PutModule(t.Context(), module)
			if err != nil {
				t.Errorf("PutModule() = %v", err)
			}
			if got, err := s.Module(t.Context(), hash); err != nil || !bytes.Equal(got, module) {
				t.Errorf("Module() gives %d bytes, %v, of another module or too few", len(got), err)
			}
		})
	}
	wg.Wait()
}

func testReopen(t *testing.T, open func(t *testing.T, place string) quota.Store) {
	place := t.TempDir()
	key := quota.HashKey("key")
	signIn := quota.SignIn{Password: "hash", Sessions: []quota.Session{{Hash: quota.TokenHash{1}}}}
	s := open(t, place)
	module, err := s.PutModule(t.Context(), []byte("module"))
	if err != nil {
		t.Fatalf("PutModule() = %v", err)
	}
	for i := range 100 {
		account := fmt.Sprintf("account-%02d", i)
		update(t, s, account, request, func(tx *quota.Tx) {
			tx.Account = &quota.Account{ID: account, Credits: int64(i), Seq: 1}
			if i == 42 {
				tx.Account.Keys = []quota.Key{{Hash: key}}
				tx.Account.Mapper = &quota.MapperRef{Hash: module, Size: 6}
				tx.Account.SignIn = &signIn
				tx.Account.Layouts = &quota.LayoutsRef{Count: 1, Stamp: 1}
				tx.Layouts = []quota.LayoutChange{{ID: "ly_1", Layout: &quota.Layout{ID: "ly_1", Data: []byte("data")}}}
			}
			tx.Request = &quota.Request{Reservation: uint64(i)}
			tx.Entries = []quota.Entry{{Seq: 1, Amount: int64(i)}}
		})
	}
	if err := s.Close(); err != nil {
		t.Fatalf("Close() = %v", err)
	}
	s = open(t, place)
	defer s.Close()
	n := 0
	for a, err := range s.Accounts(t.Context()) {
		if err != nil {
			t.Fatalf("Accounts() = %v", err)
		}
		_, r := read(t, s, a.ID, request)
		entries := ledger(t, s, a.ID, 0)
		if a.Credits != int64(n) || r == nil || r.Reservation != uint64(n) || len(entries) != 1 || entries[0].Amount != int64(n) {
			t.Errorf("account %d is %+v, its request %+v, its ledger %+v", n, a, r, entries)
		}
		n++
	}
	if n != 100 {
		t.Errorf("Accounts() yields %d accounts, want 100", n)
	}
	if account, err := s.AccountOf(t.Context(), key); account != "account-42" || err != nil {
		t.Errorf("AccountOf() = %q, %v, want account-42", account, err)
	}
	if a, _ := read(t, s, "account-42", quota.RequestID{}); !reflect.DeepEqual(a.SignIn, &signIn) {
		t.Errorf("the account's sign-in is %+v, want %+v", a.SignIn, signIn)
	}
	if got, err := s.Layout(t.Context(), "account-42", "ly_1"); err != nil || string(got.Data) != "data" {
		t.Errorf("Layout() = %+v, %v, want the one that was kept", got, err)
	}
	if got, err := s.Module(t.Context(), module); err != nil || string(got) != "module" {
		t.Errorf("Module() of an account's mapper = %q, %v, want the one that was put", got, err)
	}
}
