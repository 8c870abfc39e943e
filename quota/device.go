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
// in, and opens nothing. It shows later that whoever tries passwords there has
// had the right one, so that these attempts are counted apart from those of
// strangers, who then lock out strangers only (OWASP, "Slow Down Online Guessing
// Attacks with Device Cookies").
//
// It is a random nonce and the nonce's HMAC-SHA-256 (RFC 2104), in base64url and
// without the account's name. The key is the stored hash of the password, whose
// salt nobody else knows: nothing more is kept, all nodes know the token, and it
// ends with the password.
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

// knows reports whether a text is a device token that was made with this password.
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

// Device returns a token for the browser that has a session, by which KnowsDevice
// knows it when somebody signs in to the same account there, until the password
// changes. Where old, the token that the browser has, is still good, it is
// returned. Error: ErrNoSession.
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

// KnowsDevice reports whether a text is a device token of an account. That there is
// no such account is not an error.
func (a *Admin) KnowsDevice(ctx context.Context, account, device string) (known bool, err error) {
	if device == "" {
		return false, nil // nobody's: strangers cost no look into the store
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
