package quota

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"time"
)

// A device token is kept by a browser in which an account's holder has signed
// in. It gives no access. It only shows later that the right password was once
// given in this browser, so that attempts from it are counted apart from those of
// strangers, who can then lock out only strangers (OWASP, "Slow Down Online Guessing
// Attacks with Device Cookies").
//
// The token is a random nonce and the nonce's HMAC-SHA-256 (RFC 2104), in base64url and
// without the account's name. The HMAC's key is the stored hash of the password, whose
// salt nobody else knows. So nothing more need be stored, every node can check the
// token, and it becomes invalid when the password changes or is hashed again.
const (
	deviceNonce = 16 // bytes
	deviceMAC   = 16 // of the 32 bytes
)

// newDevice makes a device token. There must be a password.
func (s *SignIn) newDevice() string {
	nonce := make([]byte, deviceNonce, deviceNonce+deviceMAC)
	rand.Read(nonce) // never fails
	return tokenBase64.EncodeToString(append(nonce, s.deviceMAC(nonce)...))
}

// knows reports whether a text is a device token that was made with the account's
// current password.
func (s *SignIn) knows(device string) bool {
	if s == nil || s.Password == "" || len(device) != tokenBase64.EncodedLen(deviceNonce+deviceMAC) {
		return false
	}
	b, err := tokenBase64.DecodeString(device)
	return err == nil && hmac.Equal(b[deviceNonce:], s.deviceMAC(b[:deviceNonce]))
}

func (s *SignIn) deviceMAC(nonce []byte) []byte {
	mac := hmac.New(sha256.New, []byte(s.Password))
	mac.Write([]byte("lineitem device\n"))
	mac.Write(nonce)
	return mac.Sum(nil)[:deviceMAC]
}

// Device returns a device token for the browser that has a session. KnowsDevice
// recognises the browser by it when somebody signs in to the same account there, until
// the stored hash of the password changes. If old, the token that the browser has
// already, is still valid, it is returned. Error: ErrNoSession.
func (a *Admin) Device(ctx context.Context, session, old string) (device string, err error) {
	_, err = a.updateSession(ctx, session, func(s *SignIn, _ int) {
		if device = old; !s.knows(old) {
			device = s.newDevice()
		}
	})
	if err != nil {
		return "", err
	}
	return device, nil
}

// KnowsDevice reports whether a text is a valid device token of an account. It returns
// false and no error if there is no such account.
func (a *Admin) KnowsDevice(ctx context.Context, account, device string) (known bool, err error) {
	if device == "" {
		return false, nil // strangers have none: don't ask the store
	}
	_, err = a.updateLiving(ctx, account, RequestID{}, func(tx *Tx, _ time.Time) error {
		known = tx.Account.SignIn.knows(device)
		return nil
	})
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	return known && err == nil, err
}
