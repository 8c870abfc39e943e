package site

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"lineitem/quota"
)

// Cookies. The prefix has browsers take them only from this host, over TLS and
// for all paths (RFC 6265bis, 4.1.3.2); they are sent with no request that another
// site's page makes, but links are followed with them.
const (
	sessionCookie = "__Host-lineitem"
	doneCookie    = "__Host-lineitem-done" // what the next page is to confirm
)

func sessionOf(r *http.Request) string {
	c, err := r.Cookie(sessionCookie)
	if err != nil {
		return ""
	}
	return c.Value
}

// setCookie sets a cookie for so long; 0 removes it.
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

// begin ends the browser's earlier session and begins another: a token that was
// there before somebody signed in never becomes theirs.
func (v *visit) begin(session string) error {
	if v.account != nil {
		if err := v.handler.config.Admin.SignOut(v.r.Context(), v.session); err != nil {
			return err
		}
	}
	v.setCookie(sessionCookie, session, quota.SessionLife)
	return nil
}

// wantsToTry is told to the form by which a visitor signs in who came to try a
// document, and gets there afterwards.
const wantsToTry = "try"

// done are the sentences with which a page confirms what was done before it.
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
	"mapper":         "The mapper worked on a sample and is used from the next conversion on.",
	"mapper-removed": "The mapper is removed: conversions give the standard columns again.",
}

// leave answers with a redirection to a page of ours, which is to confirm what
// was done.
func (v *visit) leave(path, what string) error {
	if what != "" {
		v.setCookie(doneCookie, what, time.Minute)
	}
	v.w.Header().Set("Location", path)
	v.w.WriteHeader(http.StatusSeeOther)
	return nil
}

// confirmation is what the page is to confirm, once.
func (v *visit) confirmation() string {
	c, err := v.r.Cookie(doneCookie)
	if err != nil {
		return ""
	}
	v.setCookie(doneCookie, "", 0)
	return done[c.Value]
}

// signInPage is what the form shows.
type signInPage struct {
	ID     string // as it was typed
	To     string // wantsToTry, or empty
	Failed string // what is wrong
}

func (v *visit) signInForm() error {
	if v.account != nil {
		return v.leave("/account", "")
	}
	var p signInPage
	if c, err := v.r.Cookie(doneCookie); err == nil && c.Value == wantsToTry {
		p.To = wantsToTry
	}
	return v.show(http.StatusOK, "sign-in", "Sign in", p)
}

func (v *visit) signIn() error {
	form, err := v.form()
	if err != nil {
		return err
	}
	id := strings.TrimSpace(form.Get("account"))
	session, err := v.tried(id, func() (string, error) {
		return v.handler.config.Admin.SignIn(v.r.Context(), id, form.Get("password"))
	})
	if errors.Is(err, quota.ErrSignIn) {
		return v.show(http.StatusUnprocessableEntity, "sign-in", "Sign in", signInPage{
			ID: id, To: form.Get("to"),
			Failed: "The account or the password is not right. Check both; if the password is lost, ask whoever runs the service for a new invitation.",
		})
	}
	if err != nil {
		return err
	}
	if err := v.begin(session); err != nil {
		return err
	}
	if form.Get("to") == wantsToTry {
		return v.leave("/try", "")
	}
	return v.leave("/account", "")
}

// tried makes one attempt at an account's password, if there have not been too
// many. Those that succeed are not counted against the account.
func (v *visit) tried(account string, attempt func() (session string, err error)) (session string, err error) {
	now := v.handler.config.Now()
	place := v.handler.place(v.r)
	if wait := v.handler.byPlace.take(place, now); wait > 0 {
		return "", tooManyAttempts(wait)
	}
	if wait := v.handler.byName.take(account, now); wait > 0 {
		return "", tooManyAttempts(wait)
	}
	session, err = attempt()
	if err == nil {
		v.handler.byName.giveBack(account, now)
	}
	return session, err
}

func tooManyAttempts(wait time.Duration) error {
	return &Error{
		Status: http.StatusTooManyRequests, Code: "rate_limited", RetryAfter: wait,
		Detail: "There were too many attempts to sign in. Wait " + minutes(wait) + " and try again.",
	}
}

func (v *visit) signOut() error {
	if err := v.handler.config.Admin.SignOut(v.r.Context(), v.session); err != nil {
		return err
	}
	v.setCookie(sessionCookie, "", 0)
	return v.leave("/sign-in", "bye")
}

func (v *visit) signOutEverywhere() error {
	if err := v.handler.config.Admin.SignOutEverywhere(v.r.Context(), v.account.ID); err != nil {
		return err
	}
	v.setCookie(sessionCookie, "", 0)
	return v.leave("/sign-in", "everywhere")
}
