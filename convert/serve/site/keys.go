package site

import (
	"net/http"
	"strings"

	"lineitem/quota"
)

// newKeyPage is the data of the page that shows a new key, for some minutes.
type newKeyPage struct {
	Key     string
	Info    quota.KeyInfo
	URL     string
	Old     *quota.KeyInfo // the key that it replaces and that is still valid for a time; nil: none
	Minutes string         // how long the page is kept
}

func (v *visit) newKey() error {
	form, err := v.form()
	if err != nil {
		return err
	}
	name := strings.TrimSpace(form.Get("name"))
	if name == "" {
		return v.refuseForm(http.StatusUnprocessableEntity, accountPage{
			KeyFailed: map[string]string{"name": "Give the key a name that says what uses it."},
		})
	}
	key, info, err := v.handler.config.Admin.NewKey(v.r.Context(), v.account.ID, name)
	if failed := fieldErrors(err); failed != nil {
		return v.refuseForm(http.StatusUnprocessableEntity, accountPage{KeyName: name, KeyFailed: failed})
	}
	if err != nil {
		return err
	}
	return v.showKey(key, info, nil)
}

func (v *visit) rotateKey() error {
	form, err := v.form()
	if err != nil {
		return err
	}
	grace, ok := graceOf(form.Get("grace"))
	if !ok {
		return errBadForm
	}
	old := v.params.ByName("id")
	key, info, err := v.handler.config.Admin.RotateKey(v.r.Context(), v.account.ID, old, grace)
	if failed := fieldErrors(err); failed != nil {
		return v.refuseForm(http.StatusUnprocessableEntity, accountPage{KeyFailed: failed})
	}
	if err != nil {
		return err
	}
	status, err := v.handler.config.Admin.Account(v.r.Context(), v.account.ID)
	if err != nil {
		return err
	}
	for _, k := range status.Keys {
		if k.ID == old {
			return v.showKey(key, info, &k)
		}
	}
	return v.showKey(key, info, nil) // the old one ended at once
}

func (v *visit) showKey(key string, info quota.KeyInfo, old *quota.KeyInfo) error {
	p := newKeyPage{Key: key, Info: info, URL: v.handler.config.URL, Old: old, Minutes: minutes(v.handler.config.ResultTime)}
	return v.show(http.StatusOK, "new-key", "Your new key", p)
}

func (v *visit) revokeKey() error {
	if err := v.handler.config.Admin.RevokeKey(v.r.Context(), v.account.ID, v.params.ByName("id")); err != nil {
		return err
	}
	return v.redirectDone("/account", "revoked")
}
