package badgerstore

import (
	"errors"
	"testing"

	"lineitem/quota"
)

// While its disk is almost full a store refuses changes and can still be read; with room
// again it accepts changes.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(dir, Options{MinFree: 1 << 62}); !errors.Is(err, quota.ErrFull) {
		t.Errorf("Open() on a full disk = %v, want ErrFull", err)
	}
	s, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	full := false
	s.commit.room = func() error {
		if full {
			return quota.ErrFull
		}
		return nil
	}
	set := func(credits int64) error {
		return s.Update(t.Context(), "a", quota.RequestID{}, func(tx *quota.Tx) error {
			tx.Account = &quota.Account{ID: "a", Credits: credits}
			return nil
		})
	}
	if err := set(1); err != nil {
		t.Errorf("Update() = %v", err)
	}
	full = true
	if err := set(2); !errors.Is(err, quota.ErrFull) {
		t.Errorf("Update() on a full disk = %v, want ErrFull", err)
	}
	for a, err := range s.Accounts(t.Context()) {
		if err != nil || a.Credits != 1 {
			t.Errorf("after that the account is %+v, %v, want 1 credit", a, err)
		}
	}
	full = false
	if err := set(3); err != nil {
		t.Errorf("Update() with room again = %v", err)
	}
}

func TestFreeBytes(t *testing.T) {
	if n, ok := freeBytes(t.TempDir()); ok && n == 0 {
		t.Errorf("freeBytes() = %d, want some", n)
	}
	if n, ok := freeBytes("no such directory"); ok {
		t.Errorf("freeBytes() of no directory = %d, true, want false", n)
	}
}
