package quota_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lineitem/quota"
	"lineitem/quota/badgerstore"
)

const (
	password      = "correct horse battery"
	otherPassword = "staple correct horse"
)

func (d *desk) signIn(password string) (session string) {
	d.Helper()
	session, err := d.admin.SignIn(d.Context(), acme, password)
	if err != nil {
		d.Fatalf("SignIn(%q) = %v", password, err)
	}
	return session
}

// signedIn reports whether a session is valid, and fails the test if it is another account's.
func (d *desk) signedIn(session string) bool {
	d.Helper()
	s, err := d.admin.Session(d.Context(), session)
	if err != nil && !errors.Is(err, quota.ErrNoSession) || err == nil && s.ID != acme {
		d.Fatalf("Session() = %+v, %v", s, err)
	}
	return err == nil
}

// wantSignIn checks what an operator sees of the account's sign-in.
func (d *desk) wantSignIn(want quota.SignInInfo) {
	d.Helper()
	if got := d.status().SignIn; got == nil || *got != want {
		d.Errorf("the account's sign-in is %+v, want %+v", got, want)
	}
}

// Whatever is wrong with a sign-in, a stranger gets the same answer, and nothing changes.
func TestSignInRefused(t *testing.T) {
	d := newDesk(t, quota.NewAccount{})
	ctx := t.Context()
	for _, id := range []string{"invited", "removed", "none"} {
		if _, err := d.admin.AddAccount(ctx, quota.NewAccount{ID: id}); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := d.admin.Invite(ctx, "invited", time.Hour); err != nil {
		t.Fatal(err)
	}
	token, _, err := d.admin.Invite(ctx, "removed", time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	gone, err := d.admin.AcceptInvite(ctx, token, password)
	if err = errors.Join(err, d.admin.RemoveAccount(ctx, "removed")); err != nil {
		t.Fatal(err)
	}
	if s, err := d.admin.Session(ctx, gone); !errors.Is(err, quota.ErrNoSession) {
		t.Errorf("Session() of a removed account = %+v, %v, want ErrNoSession", s, err)
	}
	d.join()
	for _, c := range []struct{ account, password string }{
		{acme, ""}, {acme, password + " "}, {acme, strings.ToUpper(password)}, {acme, password + strings.Repeat("x", 1024)},
		{"invited", ""}, {"removed", password}, {"none", ""}, {"nobody", password}, {"", password}, {"\x00", ""},
	} {
		_, err := d.admin.SignIn(ctx, c.account, c.password)
		if err != quota.ErrSignIn {
			t.Errorf("SignIn(%q, %q) = %v, want ErrSignIn and nothing else", c.account, c.password, err)
		}
		if _, err := d.admin.ChangePassword(ctx, c.account, c.password, otherPassword); err != quota.ErrSignIn {
			t.Errorf("ChangePassword(%q, %q) = %v, want ErrSignIn and nothing else", c.account, c.password, err)
		}
	}
	d.wantSignIn(quota.SignInInfo{Password: true, Sessions: 1})
	d.audit()
}

func TestSessions(t *testing.T) {
	d := newDesk(t, quota.NewAccount{})
	ctx := t.Context()
	first := d.join()
	other := first[:len(first)-1] + "A"
	if other == first {
		other = first[:len(first)-1] + "E"
	}
	for _, bad := range []string{"", "x", first + "x", other, first[:strings.Index(first, ".")+1]} {
		if d.signedIn(bad) {
			t.Errorf("%q is a session", bad)
		}
		if err := d.admin.SignOut(ctx, bad); err != nil {
			t.Errorf("SignOut(%q) = %v", bad, err)
		}
	}
	// A session ends after 14 days, used or not.
	d.clock.Add(7 * 24 * time.Hour)
	second := d.signIn(password)
	d.clock.Add(7*24*time.Hour - time.Second)
	if !d.signedIn(first) {
		t.Error("a session ends before its 14 days are over")
	}
	d.clock.Add(time.Second)
	if d.signedIn(first) || !d.signedIn(second) {
		t.Errorf("after 14 days the first session is %v, after 7 the second %v", d.signedIn(first), d.signedIn(second))
	}
	d.wantSignIn(quota.SignInInfo{Password: true, Sessions: 1})

	// Signing out ends one session; the others stay.
	third := d.signIn(password)
	for range 2 {
		if err := d.admin.SignOut(ctx, second); err != nil || d.signedIn(second) || !d.signedIn(third) {
			t.Errorf("SignOut() = %v", err)
		}
	}
	// An account has 16 sessions at most: the 17th ends the oldest.
	sessions := []string{third}
	for range 16 {
		sessions = append(sessions, d.signIn(password))
	}
	for i, s := range sessions {
		if got, want := d.signedIn(s), i > 0; got != want {
			t.Errorf("of 17 sessions the one numbered %d is %v, want %v", i+1, got, want)
		}
	}
	d.wantSignIn(quota.SignInInfo{Password: true, Sessions: 16})
	for range 2 {
		if err := d.admin.SignOutEverywhere(ctx, acme); err != nil {
			t.Errorf("SignOutEverywhere() = %v", err)
		}
	}
	if slices.ContainsFunc(sessions, d.signedIn) {
		t.Error("after SignOutEverywhere() somebody is signed in")
	}
	d.signIn(password)
	if err := d.admin.SignOutEverywhere(ctx, "nobody"); !errors.Is(err, quota.ErrNotFound) {
		t.Errorf("SignOutEverywhere() of nobody = %v, want ErrNotFound", err)
	}
}

func TestChangePassword(t *testing.T) {
	d := newDesk(t, quota.NewAccount{})
	ctx := t.Context()
	before, invitation := d.join(), d.invite()
	for _, bad := range []string{"", "short", strings.Repeat("x", 1025)} {
		if _, err := d.admin.ChangePassword(ctx, acme, password, bad); !isArgument(err) {
			t.Errorf("ChangePassword() to %d bytes = %v, want an *ArgumentError", len(bad), err)
		}
	}
	if _, err := d.admin.ChangePassword(ctx, acme, otherPassword, otherPassword); !errors.Is(err, quota.ErrSignIn) {
		t.Errorf("ChangePassword() with a wrong password = %v, want ErrSignIn", err)
	}
	if !d.signedIn(before) {
		t.Error("a password that was not changed ended a session")
	}
	after, err := d.admin.ChangePassword(ctx, acme, password, otherPassword)
	if err != nil || !d.signedIn(after) || d.signedIn(before) {
		t.Errorf("ChangePassword() = %v; signed in: %v, before: %v", err, d.signedIn(after), d.signedIn(before))
	}
	if _, err := d.admin.Invited(ctx, invitation); !errors.Is(err, quota.ErrInvalidInvite) {
		t.Errorf("Invited() after the password changed = %v, want ErrInvalidInvite", err)
	}
	if _, err := d.admin.SignIn(ctx, acme, password); !errors.Is(err, quota.ErrSignIn) {
		t.Errorf("SignIn() with the former password = %v, want ErrSignIn", err)
	}
	d.signIn(otherPassword)
	longest := strings.Repeat("ä", 512)
	if _, err := d.admin.ChangePassword(ctx, acme, otherPassword, longest); err != nil {
		t.Errorf("ChangePassword() to 1024 bytes = %v", err)
	}
	d.signIn(longest)
}

func TestRegister(t *testing.T) {
	d := newDesk(t, quota.NewAccount{})
	ctx := t.Context()
	session, err := d.admin.Register(ctx, quota.NewAccount{
		ID: "new", Name: "New Ltd", Plan: quota.Pro, Credits: 500, Limits: quota.Limits{PerDay: 1e6}, Start: date("2020-01-01 00:00:00"),
	}, password)
	if err != nil {
		t.Fatalf("Register() = %v", err)
	}
	s, err := d.admin.Session(ctx, session)
	if err != nil || s.ID != "new" || s.Name != "New Ltd" || s.Plan != quota.Free || s.Credits != 0 || s.OwnLimits != (quota.Limits{}) ||
		!s.PlanStart.Equal(d.clock.Now()) || len(s.Keys) != 0 {
		t.Errorf("who registers gets %+v, %v, want plan free and nothing more", s, err)
	}
	if _, err := d.admin.SignIn(ctx, "new", password); err != nil {
		t.Errorf("SignIn() = %v", err)
	}
	for _, id := range []string{"new", acme} {
		if _, err := d.admin.Register(ctx, quota.NewAccount{ID: id}, password); !errors.Is(err, quota.ErrExists) {
			t.Errorf("Register(%q) = %v, want ErrExists", id, err)
		}
	}
	if d.status().SignIn != nil {
		t.Error("who registers an account that there is has set its password")
	}
	for _, c := range []struct{ id, name, password string }{
		{"a b", "", password}, {"x", "\x1b", password}, {"x", "", "short"}, {"x", "", strings.Repeat("x", 1025)},
	} {
		if _, err := d.admin.Register(ctx, quota.NewAccount{ID: c.id, Name: c.name}, c.password); !isArgument(err) {
			t.Errorf("Register(%q, %q) = %v, want an *ArgumentError", c.id, c.name, err)
		}
	}
	session, err = d.admin.Register(ctx, quota.NewAccount{}, password)
	if err != nil {
		t.Fatalf("Register() without an ID = %v", err)
	}
	if s, err := d.admin.Session(ctx, session); err != nil || !strings.HasPrefix(s.ID, "acct_") {
		t.Errorf("who registers without an ID gets %+v, %v, want a random one", s, err)
	}
	checkAudit(t, d.admin, "new")
}

// A stored hash that is cheaper than new ones is replaced when its password is given.
func TestCostRises(t *testing.T) {
	const cheap = "$argon2id$v=19$m=64,t=3,p=2$c2l4dGVlbiBzYWx0IG9rIQ$xX/v3xvdlC0+ZkwgbzvVEPf3xesqYB0dHLI8iATUAvc"
	const itsPassword = "correct horse battery ä"
	d := newDesk(t, quota.NewAccount{})
	d.admin = quota.NewAdmin(d.store, quota.Options{Now: d.clock.Now})
	stored := func(set string) (got string) {
		t.Helper()
		err := d.store.Update(t.Context(), acme, quota.RequestID{}, func(tx *quota.Tx) error {
			if set != "" {
				tx.Account.SignIn = &quota.SignIn{Password: set}
			}
			got = tx.Account.SignIn.Password
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	stored(cheap)
	if _, err := d.admin.SignIn(t.Context(), acme, password); !errors.Is(err, quota.ErrSignIn) || stored("") != cheap {
		t.Errorf("SignIn() with another password = %v, and the hash is %q", err, stored(""))
	}
	d.signIn(itsPassword)
	renewed := stored("")
	if !strings.HasPrefix(renewed, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("after SignIn() the hash is %q, want one that costs what new ones do", renewed)
	}
	d.signIn(itsPassword)
	if got := stored(""); got != renewed {
		t.Errorf("after another SignIn() the hash is %q, want %q still", got, renewed)
	}
	stored("$argon2id$v=99$")
	if _, err := d.admin.SignIn(t.Context(), acme, password); err == nil || errors.Is(err, quota.ErrSignIn) {
		t.Errorf("SignIn() against a hash of an unknown kind = %v, want that to be told", err)
	}
}

// Passwords and tokens appear nowhere in what is stored, returned or printed. Sessions,
// invitations and passwords are still valid after a restart.
func TestSecretsAreNotKept(t *testing.T) {
	dir, ctx := t.TempDir(), t.Context()
	open := func() (*badgerstore.Store, *quota.Admin) {
		t.Helper()
		s, err := badgerstore.Open(dir, badgerstore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return s, quota.NewAdmin(s, quota.Options{})
	}
	store, admin := open()
	session, err := admin.Register(ctx, quota.NewAccount{ID: acme}, password)
	if err != nil {
		t.Fatal(err)
	}
	invitation, _, err := admin.Invite(ctx, acme, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	var texts [][]byte
	err = store.Update(ctx, acme, quota.RequestID{}, func(tx *quota.Tx) error {
		texts = append(texts, fmt.Appendf(nil, "%+v %+v", tx.Account, tx.Account.SignIn))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	status, err := admin.Session(ctx, session)
	if err != nil {
		t.Fatal(err)
	}
	texts = append(texts, fmt.Appendf(nil, "%+v %+v", status, status.SignIn))
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		texts = append(texts, text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{password, session, invitation, session[5:], invitation[5:]} {
		if slices.ContainsFunc(texts, func(text []byte) bool { return bytes.Contains(text, []byte(secret)) }) {
			t.Errorf("%q can be read in the store, or in what is told of the account", secret)
		}
	}
	store, admin = open()
	defer store.Close()
	if s, err := admin.Session(ctx, session); err != nil || s.ID != acme {
		t.Errorf("after a restart Session() = %+v, %v", s, err)
	}
	if _, err := admin.Invited(ctx, invitation); err != nil {
		t.Errorf("after a restart Invited() = %v", err)
	}
	if _, err := admin.SignIn(ctx, acme, password); err != nil {
		t.Errorf("after a restart SignIn() = %v", err)
	}
}

// When a holder signs in while the account's conversions go on, no change is lost.
func TestSignInBesideAdmissions(t *testing.T) {
	d := newDesk(t, quota.NewAccount{Credits: 100})
	session := d.join()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 5 {
				d.convert()
			}
		})
		wg.Go(func() {
			if _, err := d.admin.SignIn(context.WithoutCancel(t.Context()), acme, password); err != nil {
				t.Errorf("SignIn() = %v", err)
			}
		})
	}
	wg.Wait()
	d.wantSignIn(quota.SignInInfo{Password: true, Sessions: 5})
	if !d.signedIn(session) || d.status().Credits != 100-(20-3) {
		t.Errorf("signed in: %v; %d credits", d.signedIn(session), d.status().Credits)
	}
	d.audit()
}
