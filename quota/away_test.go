package quota_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"lineitem/convert/testenv"
	"lineitem/quota"
)

// awayStore is a store that can be unavailable, and can lose the answer to a change.
type awayStore struct {
	quota.Store
	mu    sync.Mutex
	away  bool
	fails []error // with which the next changes fail
	lose  bool    // the next change is stored, and its answer lost
	doubt *quota.UncertainError
}

func (s *awayStore) set(away, lose bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.away, s.lose = away, lose
}

func (s *awayStore) Update(ctx context.Context, account string, request quota.RequestID, fn func(*quota.Tx) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.away {
		return quota.ErrUnavailable
	}
	if len(s.fails) > 0 {
		err := s.fails[0]
		s.fails = s.fails[1:]
		return err
	}
	if s.doubt != nil {
		s.doubt.Resolve(true)
		s.doubt = nil
	}
	err := s.Store.Update(ctx, account, request, fn)
	if s.lose && err == nil {
		s.lose, s.away = false, true
		s.doubt = &quota.UncertainError{Cause: errors.New("connection reset")}
		return s.doubt
	}
	return err
}

// awayDesk returns a store that can be away, and a gate and a key of an account with 10 credits there.
// credits waits until the account has the credits that are wanted and nothing open.
func awayDesk(t *testing.T) (s *awayStore, gate *quota.Gate, key string, credits func(want int64)) {
	t.Helper()
	s = &awayStore{Store: newStore(t)}
	admin := quota.NewAdmin(s, quota.Options{})
	gate = quota.NewGate(s, quota.Options{})
	if _, err := admin.AddAccount(t.Context(), quota.NewAccount{ID: "a", Credits: 10, Limits: quota.Limits{FreePerDay: quota.None}}); err != nil {
		t.Fatal(err)
	}
	key, _, err := admin.NewKey(t.Context(), "a", "")
	if err != nil {
		t.Fatal(err)
	}
	return s, gate, key, func(want int64) {
		t.Helper()
		// The gate tries again every second what it had to put off.
		for deadline := time.Now().Add(testenv.Patience); ; time.Sleep(10 * time.Millisecond) {
			status, err := admin.Account(t.Context(), "a")
			if err == nil && status.Credits == want && status.Open == 0 {
				checkAudit(t, admin, "a")
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("the account has %+v, %v, want %d credits and nothing open", status, err, want)
			}
		}
	}
}

// An admission whose answer was lost leaves no reservation behind.
func TestUncertainAdmissionIsGivenBack(t *testing.T) {
	s, gate, key, credits := awayDesk(t)
	s.set(false, true)
	if _, err := gate.Admit(t.Context(), key, ""); !errors.Is(err, quota.ErrUnavailable) {
		t.Fatalf("Admit() = %v, want ErrUnavailable", err)
	}
	s.set(false, false)
	credits(10)
}

// A grant that cannot be given back at once, because the store is busy or fails
// unexpectedly, is given back later.
func TestLateGiveBackIsRepeated(t *testing.T) {
	for _, fault := range []error{context.DeadlineExceeded, errors.New("the record is damaged")} {
		t.Run(fault.Error(), func(t *testing.T) {
			t.Parallel()
			s, gate, key, credits := awayDesk(t)
			grant, err := gate.Admit(t.Context(), key, "")
			if err != nil {
				t.Fatal(err)
			}
			s.fails = []error{fault, fault}
			if err := grant.GiveBack(t.Context()); !errors.Is(err, fault) {
				t.Fatalf("GiveBack() = %v, want %v", err, fault)
			}
			credits(10)
		})
	}
}

// A customer who got no answer, because it was unknown whether the conversion was
// settled, is not charged.
func TestUncertainSettlementIsGivenBack(t *testing.T) {
	for _, lost := range []bool{true, false} {
		s, gate, key, credits := awayDesk(t)
		grant, err := gate.Admit(t.Context(), key, "")
		if err != nil {
			t.Fatal(err)
		}
		s.set(!lost, lost)
		if err := grant.Settle(t.Context()); !errors.Is(err, quota.ErrUnavailable) {
			t.Fatalf("Settle() = %v, want ErrUnavailable", err)
		}
		if err := grant.GiveBack(t.Context()); !errors.Is(err, quota.ErrUnavailable) {
			t.Fatalf("GiveBack() = %v, want ErrUnavailable", err)
		}
		s.set(false, false)
		credits(10)
	}
}

// A settlement that is repeated after its answer was lost counts once.
func TestUncertainSettlementIsRepeated(t *testing.T) {
	s, gate, key, credits := awayDesk(t)
	grant, err := gate.Admit(t.Context(), key, "")
	if err != nil {
		t.Fatal(err)
	}
	s.set(false, true)
	if err := grant.Settle(t.Context()); !errors.Is(err, quota.ErrUnavailable) {
		t.Fatalf("Settle() = %v, want ErrUnavailable", err)
	}
	s.set(false, false)
	if err := grant.Settle(t.Context()); err != nil {
		t.Errorf("Settle() again = %v", err)
	}
	credits(9)
}

// A process that was wrongly taken for dead cannot settle what was given back
// meanwhile, except what another node's grant of the same request has settled.
func TestGivenBackCannotBeSettled(t *testing.T) {
	store := newStore(t)
	admin := quota.NewAdmin(store, quota.Options{})
	paused, other := quota.NewGate(store, quota.Options{Node: "paused"}), quota.NewGate(store, quota.Options{Node: "other"})
	if _, err := admin.AddAccount(t.Context(), quota.NewAccount{ID: "a", Credits: 10, Limits: quota.Limits{FreePerDay: quota.None}}); err != nil {
		t.Fatal(err)
	}
	key, _, err := admin.NewKey(t.Context(), "a", "")
	if err != nil {
		t.Fatal(err)
	}
	admit := func(g *quota.Gate, idempotencyKey string) *quota.Grant {
		t.Helper()
		grant, err := g.Admit(t.Context(), key, idempotencyKey)
		if err == nil && idempotencyKey != "" {
			err = grant.Bind(t.Context(), [32]byte{1})
		}
		if err != nil {
			t.Fatal(err)
		}
		return grant
	}
	plain, repeatable := admit(paused, ""), admit(paused, "alone")
	shared, peer := admit(paused, "shared"), admit(other, "shared")
	if n, err := other.RecoverNodes(t.Context(), func(node string) bool { return node == "paused" }); n != 2 || err != nil {
		t.Fatalf("RecoverNodes() = %d, %v, want 2", n, err)
	}
	for name, grant := range map[string]*quota.Grant{"plain": plain, "repeatable": repeatable} {
		if err := grant.Settle(t.Context()); err == nil {
			t.Errorf("Settle() of the %s conversion that was given back = nil", name)
		}
		if err := grant.GiveBack(t.Context()); err != nil {
			t.Errorf("GiveBack() = %v", err)
		}
	}
	for _, grant := range []*quota.Grant{peer, shared} {
		if err := grant.Settle(t.Context()); err != nil {
			t.Errorf("Settle() of a request that another node holds too = %v", err)
		}
	}
	status, err := admin.Account(t.Context(), "a")
	if err != nil || status.Credits != 9 || status.Open != 0 {
		t.Errorf("the account has %+v, %v, want 9 credits and nothing open", status, err)
	}
	checkAudit(t, admin, "a")
}
