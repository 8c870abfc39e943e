package site

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"lineitem/quota"
)

// passwordPage is the data of the form with which a holder who was invited sets a password.
type passwordPage struct {
	Action string
	Holder *quota.Status
	Min    int               // least length of a password, in characters
	Failed map[string]string // what is wrong, by field
}

func (v *visit) inviteForm() error {
	holder, err := v.invited()
	if err != nil {
		return err
	}
	return v.showInvite(http.StatusOK, holder, nil)
}

func (v *visit) showInvite(status int, holder *quota.Status, failed map[string]string) error {
	return v.show(status, "password", "Set your password", passwordPage{
		Action: "/invite/" + v.params.ByName("token"), Holder: holder, Min: quota.MinPassword, Failed: failed,
	})
}

// invited returns the account to which the invitation in the path belongs.
func (v *visit) invited() (*quota.Status, error) {
	holder, err := v.handler.config.Admin.Invited(v.r.Context(), v.params.ByName("token"))
	if errors.Is(err, quota.ErrInvalidInvite) {
		return nil, errInvite
	}
	return holder, err
}

var errInvite = &Error{
	Status: http.StatusNotFound, Code: "not_found",
	Detail: "This invitation was used already, has expired, or was replaced by a newer one. " +
		"If you have set your password, sign in; otherwise ask the sender for a new one.",
}

func (v *visit) acceptInvite() error {
	holder, err := v.invited()
	if err != nil {
		return err
	}
	form, err := v.form()
	if err != nil {
		return err
	}
	password, err := newPassword(form)
	var session string
	if err == nil {
		session, err = v.handler.config.Admin.AcceptInvite(v.r.Context(), v.params.ByName("token"), password)
	}
	if failed := fieldErrors(err); failed != nil {
		return v.showInvite(http.StatusUnprocessableEntity, holder, failed)
	}
	if errors.Is(err, quota.ErrInvalidInvite) {
		return errInvite
	}
	if err != nil {
		return err
	}
	if err := v.startSession(session); err != nil {
		return err
	}
	return v.redirectDone("/account", "welcome")
}

// newPassword returns a form's new password if it was typed the same way twice.
func newPassword(form url.Values) (string, error) {
	if form.Get("password") != form.Get("repeat") {
		return "", &fieldError{"repeat", "The passwords differ. Type the same one twice."}
	}
	return form.Get("password"), nil
}

// fieldErrors returns what is wrong with a field of a form, by field, or nil if err is
// not about a field.
func fieldErrors(err error) map[string]string {
	var own *fieldError
	var argument *quota.ArgumentError
	switch {
	case errors.As(err, &own):
		return map[string]string{own.field: own.detail}
	case errors.As(err, &argument) && fieldOf[argument.Name] != "":
		return map[string]string{fieldOf[argument.Name]: sentence(argument.Reason)}
	case errors.Is(err, quota.ErrExists):
		return map[string]string{"account": "This account is taken. Choose another."}
	}
	return nil
}

// fieldOf maps the name of a quota.ArgumentError to that of the form's field.
var fieldOf = map[string]string{
	"id": "account", "name": "name", "password": "password", "key name": "name", "keys": "name",
}

// sentence returns a reason, which is a clause about the field, as a sentence.
func sentence(reason string) string {
	return strings.ToUpper(reason[:1]) + reason[1:] + "."
}

// changePassword changes the holder's password. It requires the old one and limits
// the attempts, so that somebody who finds a browser signed in cannot take over the
// account. Attempts are counted by session, which nobody has without signing in.
func (v *visit) changePassword() error {
	form, err := v.form()
	if err != nil {
		return err
	}
	password, err := newPassword(form)
	var session string
	if err == nil {
		h := v.handler
		if wait := h.byBrowser.take(v.session, h.config.Now()); wait > 0 {
			return tooManyAttempts("change the password", wait, "")
		}
		session, err = h.config.Admin.ChangePassword(v.r.Context(), v.account.ID, form.Get("old"), password)
		if errors.Is(err, quota.ErrBusy) {
			h.byBrowser.giveBack(v.session)
		}
	}
	if errors.Is(err, quota.ErrSignIn) {
		err = &fieldError{"old", "This is not your current password."}
	}
	if failed := fieldErrors(err); failed != nil {
		return v.refuseForm(http.StatusUnprocessableEntity, accountPage{Failed: failed})
	}
	if err != nil {
		return err
	}
	if err := v.startSession(session); err != nil {
		return err
	}
	return v.redirectDone("/account", "password")
}
