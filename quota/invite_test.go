package quota_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lineitem/quota"
)

// invite makes an invitation, valid for three days.
func (d *desk) invite() string {
	d.Helper()
	token, expires, err := d.admin.Invite(d.Context(), acme, 72*time.Hour)
	if err != nil || !expires.Equal(d.clock.Now().Add(72*time.Hour)) {
		d.Fatalf("Invite() = %v until %v", err, expires)
	}
	return token
}

// join sets the account's password through an invitation, and begins a session.
func (d *desk) join() (session string) {
	d.Helper()
	session, err := d.admin.AcceptInvite(d.Context(), d.invite(), password)
	if err != nil {
		d.Fatalf("AcceptInvite() = %v", err)
	}
	return session
}

func TestInvitation(t *testing.T) {
	d := newDesk(t, quota.NewAccount{})
	ctx := t.Context()
	if got := d.status().SignIn; got != nil {
		t.Errorf("the sign-in of an account whose holder was never invited is %+v, want none", got)
	}
	token := d.invite()
	until := d.clock.Now().Add(72 * time.Hour)
	d.wantSignIn(quota.SignInInfo{InvitedUntil: until})
	for range 2 { // looking at an invitation does not use it up
		if s, err := d.admin.Invited(ctx, token); err != nil || s.ID != acme {
			t.Errorf("Invited() = %+v, %v, want %s", s, err, acme)
		}
	}
	for _, bad := range []string{"", "elevenchars", "äöüäöüäöüäö", strings.Repeat("x", 1025)} {
		_, err := d.admin.AcceptInvite(ctx, token, bad)
		if argument, ok := errors.AsType[*quota.ArgumentError](err); !ok || argument.Name != "password" {
			t.Errorf("AcceptInvite(%d bytes) = %v, want an *ArgumentError about the password", len(bad), err)
		}
	}
	d.wantSignIn(quota.SignInInfo{InvitedUntil: until})
	session, err := d.admin.AcceptInvite(ctx, token, password)
	if err != nil || !d.signedIn(session) {
		t.Fatalf("AcceptInvite() = %v", err)
	}
	d.wantSignIn(quota.SignInInfo{Password: true, Sessions: 1})
	if !d.signedIn(d.signIn(password)) {
		t.Error("who signs in with the password that was set is not signed in")
	}
	if _, err := d.admin.AcceptInvite(ctx, token, otherPassword); !errors.Is(err, quota.ErrInvalidInvite) {
		t.Errorf("AcceptInvite() again = %v, want ErrInvalidInvite", err)
	}
	d.signIn(password)
	d.audit()
}

// A holder who lost the password gets another invitation. Nothing changes until it is
// accepted; then all other sessions end.
func TestInvitationToANewPassword(t *testing.T) {
	d := newDesk(t, quota.NewAccount{})
	before := d.join()
	token := d.invite()
	if !d.signedIn(before) || !d.signedIn(d.signIn(password)) {
		t.Error("an invitation alone signs people out")
	}
	d.wantSignIn(quota.SignInInfo{Password: true, Sessions: 2, InvitedUntil: d.clock.Now().Add(72 * time.Hour)})
	after, err := d.admin.AcceptInvite(t.Context(), token, otherPassword)
	if err != nil || !d.signedIn(after) || d.signedIn(before) {
		t.Errorf("AcceptInvite() = %v; signed in: %v, before: %v", err, d.signedIn(after), d.signedIn(before))
	}
	if _, err := d.admin.SignIn(t.Context(), acme, password); !errors.Is(err, quota.ErrSignIn) {
		t.Errorf("SignIn() with the former password = %v, want ErrSignIn", err)
	}
	d.signIn(otherPassword)
}

func TestInvitationsThatAreNotValid(t *testing.T) {
	d := newDesk(t, quota.NewAccount{})
	ctx := t.Context()
	if _, err := d.admin.AddAccount(ctx, quota.NewAccount{ID: "other"}); err != nil {
		t.Fatal(err)
	}
	refused := func(what, token string) {
		t.Helper()
		if s, err := d.admin.Invited(ctx, token); !errors.Is(err, quota.ErrInvalidInvite) {
			t.Errorf("Invited(), %s = %+v, %v, want ErrInvalidInvite", what, s, err)
		}
		if _, err := d.admin.AcceptInvite(ctx, token, password); !errors.Is(err, quota.ErrInvalidInvite) {
			t.Errorf("AcceptInvite(), %s = %v, want ErrInvalidInvite", what, err)
		}
	}
	first := d.invite()
	random := first[strings.Index(first, "."):]
	refused("empty", "")
	refused("of nothing", "invitation")
	refused("of another account", "b3RoZXI"+random)
	refused("of an account that there is not", "bm9ib2R5"+random)
	refused("of no account", "L2V0Yw"+random) // "/etc"
	second := d.invite()
	refused("replaced", first)
	refused("a session", d.join())
	refused("of before a password was set", second)
	late := d.invite()
	if s, err := d.admin.Session(ctx, late); !errors.Is(err, quota.ErrNoSession) {
		t.Errorf("Session() of an invitation = %+v, %v, want ErrNoSession", s, err)
	}
	d.clock.Add(72*time.Hour - time.Second)
	if _, err := d.admin.Invited(ctx, late); err != nil {
		t.Errorf("Invited() a second before it expires = %v", err)
	}
	d.clock.Add(time.Second)
	refused("expired", late)
	d.wantSignIn(quota.SignInInfo{Password: true, Sessions: 1})
	last := d.invite()
	if err := d.admin.RemoveAccount(ctx, acme); err != nil {
		t.Fatal(err)
	}
	refused("of a removed account", last)
	for _, valid := range []time.Duration{-time.Second, 0, time.Second - 1, 30*24*time.Hour + 1} {
		if _, _, err := d.admin.Invite(ctx, "other", valid); !isArgument(err) {
			t.Errorf("Invite(%v) = %v, want an *ArgumentError", valid, err)
		}
	}
	for _, id := range []string{"", "nobody", "a b", acme} {
		if _, _, err := d.admin.Invite(ctx, id, time.Hour); !errors.Is(err, quota.ErrNotFound) {
			t.Errorf("Invite(%q) = %v, want ErrNotFound", id, err)
		}
	}
}

// However many try to accept an invitation at once, exactly one of them succeeds.
func TestInvitationAcceptedAtOnce(t *testing.T) {
	d := newDesk(t, quota.NewAccount{})
	token := d.invite()
	var wg sync.WaitGroup
	passwords := make([]string, 6)
	for i := range passwords {
		wg.Go(func() {
			p := fmt.Sprintf("%s %d", password, i)
			session, err := d.admin.AcceptInvite(t.Context(), token, p)
			if err == nil && d.signedIn(session) {
				passwords[i] = p
			} else if !errors.Is(err, quota.ErrInvalidInvite) {
				t.Errorf("AcceptInvite() = %v, want ErrInvalidInvite", err)
			}
		})
	}
	wg.Wait()
	accepted := slices.DeleteFunc(passwords, func(p string) bool { return p == "" })
	if len(accepted) != 1 {
		t.Fatalf("%d accepted one invitation, want 1", len(accepted))
	}
	d.signIn(accepted[0])
}
