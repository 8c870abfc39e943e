package quota_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"lineitem/quota"
)

func (d *desk) device(session, old string) string {
	d.Helper()
	device, err := d.admin.Device(d.Context(), session, old)
	if err != nil {
		d.Fatalf("Device() = %v", err)
	}
	return device
}

func (d *desk) knows(account, device string) bool {
	d.Helper()
	known, err := d.admin.KnowsDevice(d.Context(), account, device)
	if err != nil {
		d.Fatalf("KnowsDevice(%q, %q) = %v", account, device, err)
	}
	return known
}

// A browser in which an account's holder signed in is known to this account only, and
// until the password changes.
func TestDevices(t *testing.T) {
	d := newDesk(t, quota.NewAccount{})
	ctx := t.Context()
	session := d.join()
	device := d.device(session, "")
	if !d.knows(acme, device) {
		t.Error("a browser in which the holder signed in is not known")
	}
	if again := d.device(d.signIn(password), device); again != device {
		t.Errorf("Device() of a known browser = %q, want %q still", again, device)
	}
	if other := d.device(session, ""); other == device || !d.knows(acme, other) {
		t.Errorf("Device() of another browser = %q after %q, want another that is known", other, device)
	}
	if strings.Trim(device, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
		t.Errorf("Device() = %q, which does not fit into a cookie as it is", device)
	}
	// An account knows neither another account's browsers nor made-up ones; one without a password knows none.
	theirs, err := d.admin.Register(ctx, quota.NewAccount{ID: "other"}, password)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.admin.AddAccount(ctx, quota.NewAccount{ID: "plain"}); err != nil {
		t.Fatal(err)
	}
	if foreign := d.device(theirs, device); foreign == device || d.knows(acme, foreign) {
		t.Error("an account knows a browser in which another's holder signed in")
	}
	changed := []byte(device)
	changed[0] ^= 1
	for _, bad := range []string{"", "x", string(changed), device + "A", device[1:], strings.Repeat("A", len(device)), session, "\xff"} {
		if bad != device && d.knows(acme, bad) {
			t.Errorf("%q is known", bad)
		}
	}
	for _, account := range []string{"other", "plain", "nobody", "", "a b"} {
		if d.knows(account, device) {
			t.Errorf("a browser of %s is known to %q", acme, account)
		}
	}

	d.clock.Add(365 * 24 * time.Hour)
	if _, err := d.admin.Device(ctx, session, device); !errors.Is(err, quota.ErrNoSession) {
		t.Errorf("Device() of a session that ended = %v, want ErrNoSession", err)
	}
	if !d.knows(acme, device) {
		t.Error("after a year a browser is not known any more")
	}
	if _, err := d.admin.ChangePassword(ctx, acme, password, otherPassword); err != nil {
		t.Fatal(err)
	}
	if d.knows(acme, device) {
		t.Error("a browser is known after the password changed")
	}
	if err := d.admin.RemoveAccount(ctx, acme); err != nil {
		t.Fatal(err)
	}
	if d.knows(acme, device) {
		t.Error("a browser is known to an account that was removed")
	}
}
