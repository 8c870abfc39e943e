package quota

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// maxInviteLife is the longest time for which an invitation may be open.
const maxInviteLife = 30 * 24 * time.Hour

// Invite makes an invitation for an account's holder. With its token the holder can
// set a password once, before the invitation expires: the first password, or a new one
// if the old one was lost. The invitation replaces an earlier one; an existing password
// stays valid until the invitation is accepted. valid is 1 s to 30 days. The token is
// returned this once and never again. Errors: ErrNotFound, *ArgumentError.
func (a *Admin) Invite(ctx context.Context, account string, valid time.Duration) (token string, expires time.Time, err error) {
	if valid < time.Second || valid > maxInviteLife {
		return "", expires, &ArgumentError{"valid", fmt.Sprintf("%v is not between 1s and %v", valid, maxInviteLife)}
	}
	token, hash := newToken(account)
	_, err = a.updateLiving(ctx, account, RequestID{}, func(tx *Tx, now time.Time) error {
		if tx.Account.SignIn == nil {
			tx.Account.SignIn = new(SignIn)
		}
		expires = second(now.Add(valid))
		tx.Account.SignIn.Invite = &Invite{Hash: hash, Expires: expires}
		return nil
	})
	if err != nil {
		return "", time.Time{}, err
	}
	return token, expires, nil
}

// Invited returns the account to which an open invitation belongs.
// Error: ErrInvalidInvite.
func (a *Admin) Invited(ctx context.Context, token string) (*Status, error) {
	return a.updateInvited(ctx, token, func(*SignIn, time.Time) {})
}

// AcceptInvite sets the password of the account to which an invitation belongs,
// and begins a session. The invitation is used up, and all earlier sessions
// end. Errors: ErrInvalidInvite; ErrBusy and *ArgumentError ("password": fewer
// than 12 characters, or more than 1024 bytes), after which the invitation is
// still open.
func (a *Admin) AcceptInvite(ctx context.Context, token, password string) (session string, err error) {
	// Check first, so that an invalid invitation doesn't cost the work of hashing.
	status, err := a.Invited(ctx, token)
	if err != nil {
		return "", err
	}
	if err := checkPassword(password); err != nil {
		return "", err
	}
	hashed, err := a.opts.passwordCost().newHash(ctx, password)
	if err != nil {
		return "", err
	}
	session, hash := newToken(status.ID)
	_, err = a.updateInvited(ctx, token, func(s *SignIn, now time.Time) { s.setPassword(hashed, hash, now) })
	if err != nil {
		return "", err
	}
	return session, nil
}

// updateInvited calls fn to change the sign-in of the account to which an open
// invitation belongs. Error: ErrInvalidInvite.
func (a *Admin) updateInvited(ctx context.Context, token string, fn func(*SignIn, time.Time)) (*Status, error) {
	account, hash, ok := parseToken(token)
	if !ok {
		return nil, ErrInvalidInvite
	}
	status, err := a.updateLiving(ctx, account, RequestID{}, func(tx *Tx, now time.Time) error {
		s := tx.Account.SignIn
		if s == nil || s.Invite == nil || !s.Invite.Hash.equal(&hash) || !now.Before(s.Invite.Expires) {
			return ErrInvalidInvite
		}
		fn(s, now)
		return nil
	})
	if errors.Is(err, ErrNotFound) {
		return nil, ErrInvalidInvite
	}
	return status, err
}
