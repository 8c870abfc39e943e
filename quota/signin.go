package quota

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// maxSessions bounds the sessions of an account, which are part of its record.
const maxSessions = 16

// SessionLife is how long a session lasts, unless it is ended before.
const SessionLife = 14 * 24 * time.Hour

// Errors of signing in. They say no more than this, so that a stranger learns neither
// which accounts exist nor what was wrong.
var (
	// ErrSignIn reports that there is no such account, that it has no password,
	// or that the password is wrong.
	ErrSignIn = errors.New("the account or the password is wrong")
	// ErrNoSession reports that a session is unknown, has ended or was ended.
	ErrNoSession = errors.New("the session has ended")
	// ErrInvalidInvite reports that an invitation is unknown, expired, used already
	// or replaced by another.
	ErrInvalidInvite = errors.New("the invitation is not valid")
	// ErrBusy reports that too many passwords are being hashed already.
	ErrBusy = errors.New("too many people are signing in at the moment")
)

// SignIn holds what is needed to recognise the holder of an account. It is of no use
// to somebody who reads it, since passwords and tokens are hashed.
type SignIn struct {
	Password string    `json:"-"` // argon2id in the PHC string format; empty until it is set
	Invite   *Invite   // nil: none that is open
	Sessions []Session // at most 16, oldest first
}

// An Invite lets whoever has its token set the account's password, once.
type Invite struct {
	Hash    TokenHash `json:"-"`
	Expires time.Time
}

// A Session is one browser, or other program, that is signed in.
type Session struct {
	Hash    TokenHash `json:"-"`
	Expires time.Time
}

// SignInInfo describes a SignIn to an operator.
type SignInInfo struct {
	Password     bool      `json:"password"`              // whether one is set
	InvitedUntil time.Time `json:"invitedUntil,omitzero"` // zero: no open invitation
	Sessions     int       `json:"sessions"`              // that have not ended
}

func (s *SignIn) info(now time.Time) *SignInInfo {
	if s == nil {
		return nil
	}
	info := &SignInInfo{Password: s.Password != ""}
	if s.Invite != nil && now.Before(s.Invite.Expires) {
		info.InvitedUntil = s.Invite.Expires
	}
	for _, session := range s.Sessions {
		if now.Before(session.Expires) {
			info.Sessions++
		}
	}
	return info
}

// begin adds a session. It removes the sessions that have ended, and the oldest ones if
// there are too many.
func (s *SignIn) begin(session TokenHash, now time.Time) {
	s.Sessions = slices.DeleteFunc(s.Sessions, func(s Session) bool { return !now.Before(s.Expires) })
	if over := len(s.Sessions) - maxSessions + 1; over > 0 {
		s.Sessions = slices.Delete(s.Sessions, 0, over)
	}
	s.Sessions = append(s.Sessions, Session{Hash: session, Expires: second(now.Add(SessionLife))})
}

// setPassword sets a password and begins a session. All other sessions end, and so does
// an open invitation.
func (s *SignIn) setPassword(hash string, session TokenHash, now time.Time) {
	*s = SignIn{Password: hash}
	s.begin(session, now)
}

// find returns the index of a session that has not ended, or -1.
func (s *SignIn) find(hash TokenHash, now time.Time) int {
	if s == nil {
		return -1
	}
	return slices.IndexFunc(s.Sessions, func(s Session) bool { return s.Hash.equal(&hash) && now.Before(s.Expires) })
}

// SignIn begins a session of an account's holder. The session ends after 14 days, when
// the account is removed, when the password changes, and when 16 others have begun after
// it. A wrong account takes as long as a wrong password. Callers must limit how often it
// can be tried. Errors: ErrSignIn, whatever was wrong; ErrBusy.
func (a *Admin) SignIn(ctx context.Context, account, password string) (session string, err error) {
	known, err := a.checkSignIn(ctx, account, password)
	if err != nil {
		return "", err
	}
	renewed := known
	if h, err := parsePasswordHash(known); err != nil || h.cost != a.opts.passwordCost() {
		if renewed, err = a.opts.passwordCost().newHash(ctx, password); err != nil {
			return "", err
		}
	}
	session, hash := newToken(account)
	err = a.updateSignIn(ctx, account, known, func(s *SignIn, now time.Time) {
		s.Password = renewed
		s.begin(hash, now)
	})
	if err != nil {
		return "", err
	}
	return session, nil
}

// ChangePassword gives an account's holder, who knows the old password, a new
// one, and a new session. All other sessions end, and so does an open
// invitation. Errors: ErrSignIn, ErrBusy, *ArgumentError ("password": fewer than
// 12 characters, or more than 1024 bytes).
func (a *Admin) ChangePassword(ctx context.Context, account, old, new string) (session string, err error) {
	if err := checkPassword(new); err != nil {
		return "", err
	}
	known, err := a.checkSignIn(ctx, account, old)
	if err != nil {
		return "", err
	}
	password, err := a.opts.passwordCost().newHash(ctx, new)
	if err != nil {
		return "", err
	}
	session, hash := newToken(account)
	err = a.updateSignIn(ctx, account, known, func(s *SignIn, now time.Time) { s.setPassword(password, hash, now) })
	if err != nil {
		return "", err
	}
	return session, nil
}

// checkSignIn returns the stored hash of an account's password if password is the right
// one. It hashes once whether the account or the password is wrong, so that both take
// the same time.
func (a *Admin) checkSignIn(ctx context.Context, account, password string) (known string, err error) {
	_, err = a.updateLiving(ctx, account, RequestID{}, func(tx *Tx, _ time.Time) error {
		known = ""
		if s := tx.Account.SignIn; s != nil {
			known = s.Password
		}
		return nil
	})
	if err != nil && !errors.Is(err, ErrNotFound) {
		return "", err
	}
	nobody := &passwordHash{cost: a.opts.passwordCost()} // comparing with it costs the same as with a new hash
	against := nobody
	if known != "" {
		if against, err = parsePasswordHash(known); err != nil {
			return "", fmt.Errorf("account %s: %w", account, err)
		}
	}
	if len(password) > maxPassword {
		against, password = nobody, ""
	}
	ok, err := against.matches(ctx, password)
	if err != nil {
		return "", err
	}
	if !ok {
		return "", ErrSignIn
	}
	return known, nil
}

// updateSignIn calls fn to change the sign-in of an account, if the stored hash of its
// password is still known. Error: ErrSignIn.
func (a *Admin) updateSignIn(ctx context.Context, account, known string, fn func(*SignIn, time.Time)) error {
	_, err := a.updateLiving(ctx, account, RequestID{}, func(tx *Tx, now time.Time) error {
		s := tx.Account.SignIn
		if s == nil || s.Password != known {
			return ErrSignIn
		}
		fn(s, now)
		return nil
	})
	if errors.Is(err, ErrNotFound) {
		return ErrSignIn // removed meanwhile
	}
	return err
}

// Session returns the account of a session. Error: ErrNoSession.
func (a *Admin) Session(ctx context.Context, session string) (*Status, error) {
	return a.updateSession(ctx, session, func(*SignIn, int) {})
}

// SignOut ends a session, which may have ended already.
func (a *Admin) SignOut(ctx context.Context, session string) error {
	_, err := a.updateSession(ctx, session, func(s *SignIn, i int) {
		s.Sessions = slices.Delete(s.Sessions, i, i+1)
	})
	if errors.Is(err, ErrNoSession) {
		return nil
	}
	return err
}

// updateSession calls fn with the sign-in of the account to which a session belongs, and
// with the index of the session in it. Error: ErrNoSession.
func (a *Admin) updateSession(ctx context.Context, session string, fn func(s *SignIn, i int)) (*Status, error) {
	account, hash, ok := parseToken(session)
	if !ok {
		return nil, ErrNoSession
	}
	status, err := a.updateLiving(ctx, account, RequestID{}, func(tx *Tx, now time.Time) error {
		i := tx.Account.SignIn.find(hash, now)
		if i < 0 {
			return ErrNoSession
		}
		fn(tx.Account.SignIn, i)
		return nil
	})
	if errors.Is(err, ErrNotFound) {
		return nil, ErrNoSession
	}
	return status, err
}

// SignOutEverywhere ends all sessions of an account. Its password stays. Error:
// ErrNotFound.
func (a *Admin) SignOutEverywhere(ctx context.Context, account string) error {
	_, err := a.updateLiving(ctx, account, RequestID{}, func(tx *Tx, _ time.Time) error {
		if s := tx.Account.SignIn; s != nil {
			s.Sessions = nil
		}
		return nil
	})
	return err
}

// Register makes an account on plan free with a password that its holder chose,
// and begins a session. Only the ID and the name of n are used. Errors: ErrExists,
// also for a reserved ID such as "admin"; ErrBusy, *ArgumentError.
func (a *Admin) Register(ctx context.Context, n NewAccount, password string) (session string, err error) {
	n = NewAccount{ID: n.ID, Name: n.Name, Plan: Free}
	if err := errors.Join(n.complete(), checkPassword(password)); err != nil {
		return "", err
	}
	if isReserved(n.ID) {
		return "", fmt.Errorf("account %s: %w: it is reserved", n.ID, ErrExists)
	}
	hashed, err := a.opts.passwordCost().newHash(ctx, password)
	if err != nil {
		return "", err
	}
	session, hash := newToken(n.ID)
	_, err = a.addAccount(ctx, n, func(now time.Time) *SignIn {
		s := new(SignIn)
		s.setPassword(hashed, hash, now)
		return s
	})
	if err != nil {
		return "", err
	}
	return session, nil
}
