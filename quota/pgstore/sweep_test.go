package pgstore_test

import (
	"errors"
	"strconv"
	"testing"
	"time"

	"lineitem/quota"
	"lineitem/quota/pgstore"
	"lineitem/quota/pgstore/pgtest"
)

// Modules that no account names and requests that have expired are deleted.
func TestSweep(t *testing.T) {
	server := pgtest.Shared(t)
	database := server.Database(t)
	store := open(t, server.URL(database), pgstore.Options{Sweep: 20 * time.Millisecond, ModuleGrace: 200 * time.Millisecond})
	defer store.Close()
	_, status := customer(t, store, "a")
	admin := quota.NewAdmin(store, quota.Options{})
	kept, err := admin.SetMapper(t.Context(), "a", []byte("kept"))
	if err != nil {
		t.Fatal(err)
	}
	loose, err := store.PutModule(t.Context(), []byte("loose"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := admin.AddCredits(t.Context(), "a", 1, "payment", ""); err != nil {
		t.Fatal(err)
	}
	request := quota.RequestID{7}
	err = store.Update(t.Context(), "a", request, func(tx *quota.Tx) error {
		tx.Request = &quota.Request{Expires: store.Now()}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	server.Exec(t, database, "UPDATE lineitem.request SET expires = expires - interval '2 days'")
	eventually(t, "a module that nobody names is forgotten", func() bool {
		_, err := store.Module(t.Context(), loose)
		return errors.Is(err, quota.ErrNotFound)
	})
	eventually(t, "a request that expired is forgotten", func() bool {
		n := 0
		for r, err := range store.Requests(t.Context(), "a") {
			if err != nil || r.ID == request {
				return false
			}
			n++
		}
		return n == 1
	})
	if _, err := store.Module(t.Context(), kept.Mapper.Hash); err != nil {
		t.Errorf("Module() of an account's mapper = %v", err)
	}
	// The store still remembers the request, and must learn that it is gone.
	err = store.Update(t.Context(), "a", request, func(tx *quota.Tx) error {
		if tx.Request != nil {
			return errors.New("it is there still")
		}
		return nil
	})
	if err != nil {
		t.Errorf("Update() with a request that was forgotten: %v", err)
	}
	if s := status(); s.Credits != 101 {
		t.Errorf("the account has %d credits, want 101", s.Credits)
	}
}

// A request is kept for 24 hours after it was stored last. One that never expires is
// kept for ever, even if it was to expire before.
func TestRequestsKept(t *testing.T) {
	server := pgtest.Shared(t)
	database := server.Database(t)
	store := open(t, server.URL(database), pgstore.Options{})
	defer store.Close()
	customer(t, store, "a")
	request := quota.RequestID{7}
	hours := func(digest byte, lasting bool) (kept float64) {
		t.Helper()
		err := store.Update(t.Context(), "a", request, func(tx *quota.Tx) error {
			tx.Request = &quota.Request{Expires: store.Now().Add(24 * time.Hour), Bound: true, Digest: [32]byte{digest}}
			if lasting {
				tx.Request.Expires = time.Time{}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		kept, err = strconv.ParseFloat(valueOf(t, connect(t, server.URL(database)),
			"SELECT coalesce(extract(epoch FROM expires - clock_timestamp()) / 3600, 0)::float8 FROM lineitem.request"), 64)
		if err != nil {
			t.Fatal(err)
		}
		return kept
	}
	for i, step := range []struct {
		name    string
		passed  string // since it was stored last
		lasting bool
		want    float64 // hours at least, 0: for ever
	}{
		{"at first", "0", false, 24},
		{"soon after", "10 minutes", false, 24},
		{"almost an hour after that", "55 minutes", false, 24},
		{"a day later", "24 hours", false, 24},
		{"when it never expires any more", "1 hour", true, 0},
		{"when it expires again", "1 hour", false, 24},
	} {
		server.Exec(t, database, "UPDATE lineitem.request SET expires = expires - interval '"+step.passed+"'")
		got := hours(byte(i), step.lasting)
		if got < step.want || got > 25 || (got == 0) != (step.want == 0) {
			t.Errorf("%s a request is kept for %.1f hours, want at least %v (0: for ever)", step.name, got, step.want)
		}
	}
}
