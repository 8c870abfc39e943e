package quota_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"lineitem/quota"
	"lineitem/quota/badgerstore"
)

// newBackup returns a desk whose store holds something of every kind, and a backup of that store.
func newBackup(t testing.TB) (*desk, []byte) {
	t.Helper()
	d := newDesk(t, quota.NewAccount{Name: "Acme Ltd", Plan: quota.Pro, Credits: 5})
	ctx := t.Context()
	d.admit("left open")
	settled := d.admit("settled")
	if err := errors.Join(settled.Bind(ctx, [32]byte{1}), settled.Settle(ctx)); err != nil {
		t.Fatal(err)
	}
	if _, err := d.admin.SetMapper(ctx, acme, []byte("a module")); err != nil {
		t.Fatal(err)
	}
	if _, err := d.admin.AddCredits(ctx, acme, 3, "payment-1", ""); err != nil {
		t.Fatal(err)
	}
	if _, _, err := d.admin.Invite(ctx, acme, time.Hour); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"gone", "zoo"} {
		if _, err := d.admin.AddAccount(ctx, quota.NewAccount{ID: id, Credits: 1}); err != nil {
			t.Fatal(err)
		}
	}
	for range 600 { // more entries than are written at once
		if _, err := d.admin.AddCredits(ctx, "zoo", 1, "", ""); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.admin.RemoveAccount(ctx, "gone"); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"ly_1", "ly_2"} {
		if _, err := d.admin.ImportLayout(ctx, acme, quota.Layout{ID: id, Name: "Acme", Data: []byte("data of " + id)}); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	copied, err := quota.Backup(ctx, &b, d.store)
	if want := (quota.Copied{Accounts: 3, Entries: 612, Requests: 3, Modules: 1, Layouts: 2}); err != nil || copied != want {
		t.Fatalf("Backup() = %+v, %v, want %+v", copied, err, want)
	}
	return d, b.Bytes()
}

// A restored store holds exactly what the store held when it was backed up.
func TestBackup(t *testing.T) {
	d, backup := newBackup(t)
	ctx := t.Context()
	if _, err := quota.CheckBackup(ctx, bytes.NewReader(backup)); err != nil {
		t.Errorf("CheckBackup() = %v", err)
	}
	if _, err := quota.Restore(ctx, d.store, bytes.NewReader(backup)); !errors.Is(err, quota.ErrNotEmpty) {
		t.Errorf("Restore() into a store that is in use = %v, want ErrNotEmpty", err)
	}
	store := newStore(t)
	if _, err := quota.Restore(ctx, store, bytes.NewReader(backup)); err != nil {
		t.Fatalf("Restore() = %v", err)
	}
	var again bytes.Buffer
	if _, err := quota.Backup(ctx, &again, store); err != nil || !bytes.Equal(again.Bytes(), backup) {
		t.Errorf("a backup of what was restored = %v, and differs", err)
	}
	admin := quota.NewAdmin(store, d.opts)
	for _, id := range []string{acme, "gone", "zoo"} {
		checkAudit(t, admin, id)
	}
	if booking, err := admin.AddCredits(ctx, acme, 3, "payment-1", ""); err != nil || !booking.Repeated {
		t.Errorf("a payment that was booked before the backup = %+v, %v, want that it was", booking, err)
	}
	if l, err := admin.Layout(ctx, acme, "ly_2"); err != nil || string(l.Data) != "data of ly_2" {
		t.Errorf("Layout() = %+v, %v, want what was kept before", l, err)
	}
	if n, err := quota.NewGate(store, d.opts).Recover(ctx); n != 1 || err != nil {
		t.Errorf("Recover() = %d, %v, want the conversion that was open", n, err)
	}
	if _, err := quota.NewGate(store, d.opts).Admit(ctx, d.key, ""); err != nil {
		t.Errorf("Admit() with a key of before = %v", err)
	}
}

// A backup that is damaged or cut off is refused, wherever the damage is.
func TestDamagedBackup(t *testing.T) {
	_, backup := newBackup(t)
	const tries = 200
	for i := range tries {
		at := i * len(backup) / tries
		flipped := slices.Clone(backup)
		flipped[at] ^= 0x10
		for name, damaged := range map[string][]byte{"cut": backup[:at], "another byte": flipped} {
			if _, err := quota.CheckBackup(t.Context(), bytes.NewReader(damaged)); !errors.Is(err, quota.ErrBadBackup) {
				t.Errorf("CheckBackup() of one with %s at %d of %d = %v, want ErrBadBackup", name, at, len(backup), err)
			}
		}
	}
	if _, err := quota.CheckBackup(t.Context(), bytes.NewReader(append(slices.Clone(backup), 0))); !errors.Is(err, quota.ErrBadBackup) {
		t.Errorf("CheckBackup() of one that goes on = %v, want ErrBadBackup", err)
	}
}

// A backup that is made while accounts change shows one moment: each balance is the sum
// of its ledger, and a payment's key is known if and only if the payment is in the ledger.
func TestBackupOfOneMoment(t *testing.T) {
	store := newStore(t).(*badgerstore.Store)
	admin, gate := quota.NewAdmin(store, quota.Options{}), quota.NewGate(store, quota.Options{})
	ctx := t.Context()
	ids := []string{"a", "b", "c"}
	keys := map[string]string{}
	for _, id := range ids {
		if _, err := admin.AddAccount(ctx, quota.NewAccount{ID: id, Credits: 1000, Limits: quota.Limits{PerMinute: quota.MaxPerMinute}}); err != nil {
			t.Fatal(err)
		}
		var err error
		if keys[id], _, err = admin.NewKey(ctx, id, ""); err != nil {
			t.Fatal(err)
		}
	}
	done := make(chan struct{})
	var clients sync.WaitGroup
	payments := map[string]*int{}
	for _, id := range ids {
		paid := new(int)
		payments[id] = paid
		clients.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				if _, err := admin.AddCredits(ctx, id, 1, fmt.Sprint(*paid), "payment"); err != nil {
					t.Errorf("AddCredits() = %v", err)
				}
				*paid++
				if grant, err := gate.Admit(ctx, keys[id], ""); err == nil {
					grant.Settle(ctx)
				}
			}
		})
	}
	var backups []*bytes.Buffer
	for range 5 {
		b := new(bytes.Buffer)
		err := store.Snapshot(ctx, func(r quota.Reader) error {
			_, err := quota.Backup(ctx, b, r)
			return err
		})
		if err != nil {
			t.Errorf("Backup() = %v", err)
		}
		backups = append(backups, b)
		time.Sleep(5 * time.Millisecond)
	}
	close(done)
	clients.Wait()
	for _, b := range backups {
		restored := newStore(t)
		if _, err := quota.Restore(ctx, restored, b); err != nil {
			t.Fatalf("Restore() = %v", err)
		}
		admin := quota.NewAdmin(restored, quota.Options{})
		for _, id := range ids {
			checkAudit(t, admin, id)
			booked := 0
			for e, err := range admin.Ledger(ctx, id, 0) {
				if err != nil {
					t.Fatal(err)
				}
				if e.Note == "payment" {
					booked++
				}
			}
			for n := range *payments[id] {
				booking, err := admin.AddCredits(ctx, id, 1, fmt.Sprint(n), "")
				if err != nil || booking.Repeated != (n < booked) {
					t.Errorf("with %d payments in the ledger, number %d is known: %v, %v", booked, n, booking.Repeated, err)
				}
			}
		}
	}
}

func FuzzBackup(f *testing.F) {
	_, backup := newBackup(f)
	f.Add(backup[:2000])
	f.Add(backup)
	f.Add([]byte("lineitem backup 1\nM\xff\xff\xff\xff\x01"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<20 {
			return
		}
		if _, err := quota.CheckBackup(context.Background(), bytes.NewReader(data)); err != nil && !errors.Is(err, quota.ErrBadBackup) {
			t.Errorf("CheckBackup() = %v, want ErrBadBackup or nothing", err)
		}
	})
}
