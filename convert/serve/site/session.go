package site

import (
	"errors"
	"net/http"
	"time"

	"lineitem/quota"
)

// Names of cookies. Because of the prefix browsers accept them only from this host, over
// TLS and for all paths (RFC 6265bis, 4.1.3.2). They are sent with no request that another
// site's page makes, except when a link is followed.
const (
	sessionCookie = "__Host-lineitem"
	deviceCookie  = "__Host-lineitem-device" // proves that the holder signed in here before
	doneCookie    = "__Host-lineitem-done"   // what the next page is to confirm
)

// deviceLife is how long a browser in which the holder signed in stays known.
const deviceLife = 365 * 24 * time.Hour

// cookie returns the value of a cookie, or "" if there is none.
func (v *visit) cookie(name string) string {
	c, err := v.r.Cookie(name)
	if err != nil {
		return ""
	}
	return c.Value
}

// setCookie sets a cookie that lasts for life; 0 removes it.
func (v *visit) setCookie(name, value string, life time.Duration) {
	c := &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int(life / time.Second),
		Secure: true, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	}
	if life == 0 {
		c.MaxAge = -1
	}
	http.SetCookie(v.w, c)
}

// startSession ends the browser's earlier session and sets the cookie of a new one: a token
// that existed before somebody signed in is never used for their session. From then on
// the account knows the browser.
func (v *visit) startSession(session string) error {
	admin, ctx := v.handler.config.Admin, v.r.Context()
	if v.account != nil {
		if err := admin.SignOut(ctx, v.session); err != nil {
			return err
		}
		v.forget(false)
	}
	device, err := admin.Device(ctx, session, v.cookie(deviceCookie))
	switch {
	case err == nil:
		v.setCookie(deviceCookie, device, deviceLife)
	case !errors.Is(err, quota.ErrNoSession): // it was ended elsewhere just now; the next page says so
		return err
	}
	v.setCookie(sessionCookie, session, quota.SessionLife)
	return nil
}

// done has the sentences with which a page confirms what was done before it.
var done = map[string]string{
	"first":          "Please sign in first.",
	wantsToTry:       "Please sign in to try a document.",
	"signed-out":     "Your session has ended. Please sign in again.",
	"bye":            "You are signed out.",
	"everywhere":     "You are signed out in all browsers.",
	"welcome":        "Your password is set, and you are signed in.",
	"registered":     "Your account is ready. Make a key to begin.",
	"password":       "Your password is changed, and all other browsers are signed out.",
	"revoked":        "The key is revoked: requests with it are refused from now on.",
	"mapper":         "The mapper worked on a sample and is used from now on.",
	"layout-removed": "The layout is removed: its documents are read as if it had never been taught.",
	"mapper-removed": "The mapper is removed: conversions return the standard columns again.",
}

// redirectDone answers with a redirection to a page of this site, which is to confirm what was
// done: what is a key of done, or empty.
func (v *visit) redirectDone(path, what string) error {
	if what != "" {
		v.setCookie(doneCookie, what, time.Minute)
	}
	v.w.Header().Del("Retry-After") // it would delay following the redirection (RFC 9110, 10.2.3)
	v.w.Header().Set("Location", path)
	v.w.WriteHeader(http.StatusSeeOther)
	return nil
}

// confirmation returns the message about what was done before, and removes its cookie
// so that it is shown once.
func (v *visit) confirmation() string {
	what := v.cookie(doneCookie)
	if what != "" {
		v.setCookie(doneCookie, "", 0)
	}
	return done[what]
}

func (v *visit) signOut() error {
	if err := v.handler.config.Admin.SignOut(v.r.Context(), v.session); err != nil {
		return err
	}
	v.forget(false)
	v.setCookie(sessionCookie, "", 0)
	return v.redirectDone("/sign-in", "bye")
}

func (v *visit) signOutEverywhere() error {
	if err := v.handler.config.Admin.SignOutEverywhere(v.r.Context(), v.account.ID); err != nil {
		return err
	}
	v.forget(true)
	v.setCookie(sessionCookie, "", 0)
	return v.redirectDone("/sign-in", "everywhere")
}
