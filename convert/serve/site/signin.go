package site

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"lineitem/quota"
)

// wantsToTry marks the sign-in form of a visitor who came to try a document, and
// who is redirected to that page after signing in.
const wantsToTry = "try"

// signInPage is the data of the sign-in form.
type signInPage struct {
	ID     string // as it was typed
	To     string // wantsToTry, or empty
	Failed string // what is wrong
	Wrong  bool   // whether the account or the password is wrong

	Registration bool
}

func (v *visit) signInForm() error {
	if v.account != nil {
		return v.redirectDone("/account", "")
	}
	p := signInPage{Registration: v.handler.config.Registration}
	if v.cookie(doneCookie) == wantsToTry {
		p.To = wantsToTry
	}
	return v.show(http.StatusOK, "sign-in", "Sign in", p)
}

func (v *visit) signIn() error {
	form, err := v.form()
	if err != nil {
		return err
	}
	p := signInPage{ID: strings.TrimSpace(form.Get("account")), To: form.Get("to"), Registration: v.handler.config.Registration}
	session, err := v.attempt(p.ID, form.Get("password"))
	var refused *Error
	switch {
	case errors.Is(err, quota.ErrSignIn):
		p.Wrong, p.Failed = true, "The account or the password is wrong. Check both; if you lost the password, ask the operator of the service for a new invitation."
		return v.show(http.StatusUnprocessableEntity, "sign-in", "Sign in", p)
	case errors.As(err, &refused):
		problem := v.handler.config.Service.Explain(v.w, v.r, err)
		if problem == nil {
			return nil
		}
		p.Failed = problem.Detail
		return v.show(problem.Status, "sign-in", "Sign in", p)
	case err != nil:
		return err
	}
	if err := v.startSession(session); err != nil {
		return err
	}
	if p.To == wantsToTry {
		return v.redirectDone("/try", "")
	}
	return v.redirectDone("/account", "")
}

// attempt makes one attempt to sign in, if there have not been too many. A browser
// in which the account's holder signed in before has attempts of its own, so that
// a stranger who guesses passwords does not lock the holder out. Attempts from other
// browsers are all counted against the address, and failed ones also against the
// account. An attempt for which the service was too busy is not counted.
func (v *visit) attempt(account, password string) (session string, err error) {
	h, ctx, device := v.handler, v.r.Context(), v.cookie(deviceCookie)
	admin, now := h.config.Admin, h.config.Now()
	known, err := admin.KnowsDevice(ctx, account, device)
	if err != nil {
		return "", err
	}
	if known {
		if wait := h.byBrowser.take(device, now); wait > 0 {
			return "", tooManyAttempts("sign in", wait, "")
		}
		if session, err = admin.SignIn(ctx, account, password); errors.Is(err, quota.ErrBusy) {
			h.byBrowser.giveBack(device)
		}
		return session, err
	}
	from, name := h.origin(v.r), quota.FoldID(account)
	wait := h.takeFrom(from, now)
	if wait == 0 {
		wait = h.byAccount.take(name, now)
	}
	if wait > 0 {
		return "", tooManyAttempts("sign in", wait, " A browser in which you have signed in before need not wait.")
	}
	if session, err = admin.SignIn(ctx, account, password); !errors.Is(err, quota.ErrSignIn) {
		h.byAccount.giveBack(name)
	}
	if errors.Is(err, quota.ErrBusy) {
		h.giveBackTo(from)
	}
	return session, err
}

// tooManyAttempts returns the error for something that was attempted too often.
func tooManyAttempts(at string, wait time.Duration, more string) error {
	return &Error{
		Status: http.StatusTooManyRequests, Code: "rate_limited", RetryAfter: wait,
		Detail: "Too many attempts to " + at + ". Wait " + minutes(wait) + " and try again." + more,
	}
}
