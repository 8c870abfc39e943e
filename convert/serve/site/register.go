package site

import (
	"errors"
	"net/http"
	"strings"

	"lineitem/quota"
)

// registerPage is the data of the form with which anybody can make an account.
type registerPage struct {
	ID, Name string            // as they were typed
	Min      int               // least length of a password, in characters
	Failed   map[string]string // what is wrong, by field
}

func (v *visit) registerForm() error {
	if v.account != nil {
		return v.redirectDone("/account", "")
	}
	return v.show(http.StatusOK, "register", "Register", registerPage{Min: quota.MinPassword})
}

func (v *visit) register() error {
	form, err := v.form()
	if err != nil {
		return err
	}
	h := v.handler
	from := h.origin(v.r)
	if wait := h.takeFrom(from, h.config.Now()); wait > 0 {
		return tooManyAttempts("register or sign in from your network", wait, "")
	}
	account := quota.NewAccount{ID: strings.TrimSpace(form.Get("account")), Name: strings.TrimSpace(form.Get("name"))}
	password, err := newPassword(form)
	if err == nil && account.ID == "" {
		err = &fieldError{"account", "Choose an account name to sign in with."}
	}
	var session string
	if err == nil {
		session, err = h.config.Admin.Register(v.r.Context(), account, password)
	}
	if errors.Is(err, quota.ErrBusy) {
		h.giveBackTo(from)
	}
	if failed := fieldErrors(err); failed != nil {
		return v.show(http.StatusUnprocessableEntity, "register", "Register", registerPage{
			ID: account.ID, Name: account.Name, Min: quota.MinPassword, Failed: failed,
		})
	}
	if err != nil {
		return err
	}
	if err := v.startSession(session); err != nil {
		return err
	}
	return v.redirectDone("/account", "registered")
}
