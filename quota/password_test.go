package quota

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// foreignHashes are hashes that another implementation (hash-wasm 4) made.
var foreignHashes = []string{
	"$argon2id$v=19$m=19456,t=2,p=1$c2l4dGVlbiBzYWx0IG9rIQ$8uWTCDXmwfOQxOG371lhsT8zRK40jOKKeGe2sGBKHgI",
	"$argon2id$v=19$m=64,t=3,p=2$c2l4dGVlbiBzYWx0IG9rIQ$xX/v3xvdlC0+ZkwgbzvVEPf3xesqYB0dHLI8iATUAvc",
}

func TestPasswordHashes(t *testing.T) {
	const password = "correct horse battery ä"
	made, err := newCost.newHash(t.Context(), password)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(made, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("newHash() = %q, want the parameters that OWASP asks for", made)
	}
	if again, _ := newCost.newHash(t.Context(), password); again == made {
		t.Errorf("newHash() made %q twice, want a salt of its own for each", made)
	}
	for _, text := range append(foreignHashes, made) {
		h, err := parsePasswordHash(text)
		if err != nil {
			t.Fatalf("parsePasswordHash(%q) = %v", text, err)
		}
		for given, want := range map[string]bool{password: true, password + " ": false, "correct horse battery a": false, "": false} {
			if got, err := h.matches(t.Context(), given); err != nil || got != want {
				t.Errorf("%q of %q is %v, %v, want %v", text, given, got, err, want)
			}
		}
	}
}

// Options.PasswordMemory sets the memory that a hash takes, within what argon2 accepts and a stored hash may cost.
func TestPasswordMemory(t *testing.T) {
	for given, want := range map[uint32]uint32{0: 19 << 10, 1: 8, 64: 64, 1 << 30: 256 << 10} {
		cost := NewAdmin(memory{}, Options{PasswordMemory: given}).opts.passwordCost()
		if cost.memory != want || cost.passes != 2 || cost.threads != 1 || !cost.within(maxCost) {
			t.Errorf("with PasswordMemory %d hashes cost %+v, want %d KiB", given, cost, want)
		}
	}
}

func TestHashesThatAreNone(t *testing.T) {
	const good = "$argon2id$v=19$m=64,t=3,p=2$c2l4dGVlbiBzYWx0IG9rIQ$xX/v3xvdlC0+ZkwgbzvVEPf3xesqYB0dHLI8iATUAvc"
	for _, c := range []struct{ old, new string }{
		{good, ""}, {good, "$$$$$"}, {good, "plain"},
		{"argon2id", "argon2i"}, {"v=19", "v=16"}, {"m=64", "m=064"}, {"m=64", "m=+64"}, {"m=64,", "m=64, "},
		{"m=64", "m=15"},         // argon2 needs 8 KiB for each thread
		{"m=64", "m=262145"},     // more than the service spends
		{"m=64", "m=4294967360"}, // 64 if it were cut to 32 bits
		{"t=3", "t=0"}, {"t=3", "t=17"}, {"p=2", "p=0"}, {"p=2", "p=258"}, {"p=2", "p=2,x=1"},
		{"c2l4dGVlbiBzYWx0IG9rIQ", "c2l4dGVlbiBzYWx0IG9rIR"}, // unused bits that are set
		{"c2l4dGVlbiBzYWx0IG9rIQ", "c2l4dGVlbiBzYWx0"}, {"xX/v", "xX_v"}, {"UAvc", "UAv"}, {"UAvc", "UAvc="}, {"UAvc", "UAvc\n"}, {"UAvc", "UAvc$"},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		if h, err := parsePasswordHash(text); err == nil {
			t.Errorf("parsePasswordHash(%q) = %v, want an error", text, h)
		} else if text != "" && strings.Contains(err.Error(), text) {
			t.Errorf("parsePasswordHash(%q) = %q, which holds it", text, err)
		}
	}
}

// occupy takes all slots for hashing until the test ends.
func occupy(t *testing.T) {
	t.Helper()
	for range cap(hashing) {
		hashing <- struct{}{}
	}
	t.Cleanup(func() {
		for range cap(hashing) {
			<-hashing
		}
	})
}

// A caller that waits for a free slot to hash a password gives up when its context ends.
func TestHashingIsWaitedFor(t *testing.T) {
	occupy(t)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := newCost.newHash(ctx, "correct horse battery"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("newHash() without room = %v, want context.DeadlineExceeded", err)
	}
}

// A caller is refused at once if very many wait already.
func TestHashingQueueIsBounded(t *testing.T) {
	for range cap(queued) {
		queued <- struct{}{}
	}
	defer func() {
		for range cap(queued) {
			<-queued
		}
	}()
	if _, err := newCost.newHash(t.Context(), "correct horse battery"); !errors.Is(err, ErrBusy) {
		t.Errorf("newHash() behind %d others = %v, want ErrBusy", cap(queued), err)
	}
}

// Whatever is wrong with a sign-in, a password is hashed before the stranger gets the
// answer, so that the time it takes reveals nothing.
func TestRefusingIsAsMuchWork(t *testing.T) {
	admin := NewAdmin(memory{accounts: map[string]Account{
		"plain":   {ID: "plain"},
		"invited": {ID: "invited", SignIn: &SignIn{Invite: new(Invite)}},
		"removed": {ID: "removed", Removed: time.Unix(1, 0), SignIn: &SignIn{Password: foreignHashes[0]}},
		"holder":  {ID: "holder", SignIn: &SignIn{Password: foreignHashes[0]}},
	}}, Options{})
	occupy(t)
	for _, account := range []string{"holder", "plain", "invited", "removed", "nobody", "", "a b"} {
		for _, password := range []string{"", "correct horse battery", strings.Repeat("x", 1<<20)} {
			ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
			if _, err := admin.SignIn(ctx, account, password); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("SignIn(%q, %d bytes) without room to hash = %v, want context.DeadlineExceeded", account, len(password), err)
			}
			cancel()
		}
	}
}

// memory is a store of accounts that are only read.
type memory struct {
	Store
	accounts map[string]Account
}

func (m memory) Update(_ context.Context, account string, _ RequestID, fn func(*Tx) error) error {
	tx := new(Tx)
	if a, ok := m.accounts[account]; ok {
		tx.Account = &a
	}
	return fn(tx)
}

func TestHashingNothingForWhoIsGone(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := newCost.newHash(ctx, "correct horse battery"); !errors.Is(err, context.Canceled) {
		t.Errorf("newHash() = %v, want context.Canceled", err)
	}
}

// However many sign in at once, hashing takes only the memory of a few.
func TestHashingIsBounded(t *testing.T) {
	const each, callers, most = 19 << 20, 12, 8
	var before runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var wg sync.WaitGroup
	for range callers {
		wg.Go(func() {
			if _, err := newCost.newHash(t.Context(), "correct horse battery"); err != nil {
				t.Errorf("newHash() = %v", err)
			}
		})
	}
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	peak := uint64(0)
	for ended := false; !ended; {
		select {
		case <-done:
			ended = true
		case <-time.After(2 * time.Millisecond):
		}
		var now runtime.MemStats
		runtime.ReadMemStats(&now)
		peak = max(peak, now.HeapAlloc)
	}
	t.Logf("at most %d MiB", peak>>20)
	if grown := int64(peak) - int64(before.HeapAlloc); grown > most*each {
		t.Errorf("%d passwords hashed at once took %d MiB, want at most %d", callers, grown>>20, most*each>>20)
	}
}

// FuzzPasswordHash parses stored password hashes: one that is accepted is written as the
// same text, and comparing with it costs no more than the service wants to spend.
func FuzzPasswordHash(f *testing.F) {
	for _, text := range foreignHashes {
		f.Add(text)
	}
	f.Add("$argon2id$v=19$m=4294967295,t=4294967295,p=255$$")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<10 {
			t.Skip()
		}
		h, err := parsePasswordHash(text)
		if err != nil {
			return
		}
		if got := h.String(); got != text || !h.cost.within(maxCost) {
			t.Errorf("parsePasswordHash(%q) = %q, cost %+v", text, got, h.cost)
		}
	})
}
