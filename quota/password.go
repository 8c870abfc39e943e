package quota

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
)

// Bounds of a password's length. Long passwords are welcome, but one of more than
// 1024 bytes is only an attempt to keep the service busy.
const (
	MinPassword = 12   // characters
	maxPassword = 1024 // bytes
)

// passwordCost is the cost of guessing a password: argon2id's parameters (RFC
// 9106, section 3.1). Each hash contains its parameters, so that the cost can be
// raised: hashes with other parameters stay valid, and are replaced when their
// holder signs in.
type passwordCost struct {
	memory  uint32 // KiB
	passes  uint32
	threads uint8
}

// newCost is the cost of new hashes, unless Options.PasswordMemory changes it. It is the
// minimum of OWASP's Password Storage Cheat Sheet and takes some 40 ms of one core.
var newCost = passwordCost{memory: 19 << 10, passes: 2, threads: 1}

// maxCost bounds what a stored hash may make the service spend.
var maxCost = passwordCost{memory: 256 << 10, passes: 16, threads: 16}

// minMemory is argon2's minimum memory per thread, in KiB.
const minMemory = 8

// within reports whether a cost is valid for argon2 and no parameter exceeds that of most.
func (c passwordCost) within(most passwordCost) bool {
	return c.passes >= 1 && c.passes <= most.passes && c.threads >= 1 && c.threads <= most.threads &&
		c.memory >= minMemory*uint32(c.threads) && c.memory <= most.memory
}

const (
	saltLength = 16 // bytes, as RFC 9106 recommends
	hashLength = 32
)

// passwordHash is a password as it is stored. Its text is the PHC string format
// (github.com/P-H-C/phc-string-format):
//
//	$argon2id$v=19$m=19456,t=2,p=1$SALT$HASH
type passwordHash struct {
	cost passwordCost
	salt [saltLength]byte
	hash [hashLength]byte
}

// hashing bounds the number of passwords that the process hashes at once, and thereby
// the memory, 19 MiB each. queued bounds the number of those that are being hashed or
// wait for it, to at most two seconds of work.
var (
	hashing = make(chan struct{}, 2)
	queued  = make(chan struct{}, 64)
)

// passwordCost returns the cost of new hashes.
func (o Options) passwordCost() passwordCost {
	cost := newCost
	cost.memory = o.PasswordMemory
	return cost
}

// newHash hashes a password with a new random salt. The error is ErrBusy, or that of ctx
// if it ends before the work begins.
func (c passwordCost) newHash(ctx context.Context, password string) (string, error) {
	h := passwordHash{cost: c}
	rand.Read(h.salt[:]) // never fails
	var err error
	if h.hash, err = h.hashOf(ctx, password); err != nil {
		return "", err
	}
	return h.String(), nil
}

// matches reports whether a password has this hash, in a time that does not reveal
// where the hashes differ. The errors are those of newHash.
func (h *passwordHash) matches(ctx context.Context, password string) (bool, error) {
	got, err := h.hashOf(ctx, password)
	return err == nil && subtle.ConstantTimeCompare(got[:], h.hash[:]) == 1, err
}

// hashOf hashes a password with h's cost and salt, when its turn comes (see hashing).
func (h *passwordHash) hashOf(ctx context.Context, password string) (hash [hashLength]byte, err error) {
	if err := ctx.Err(); err != nil {
		return hash, err
	}
	select {
	case queued <- struct{}{}:
		defer func() { <-queued }()
	default:
		return hash, ErrBusy
	}
	select {
	case <-ctx.Done():
		return hash, ctx.Err()
	case hashing <- struct{}{}:
	}
	defer func() { <-hashing }()
	copy(hash[:], argon2.IDKey([]byte(password), h.salt[:], h.cost.passes, h.cost.memory, h.cost.threads, hashLength))
	return hash, nil
}

// phcBase64 is the base64 encoding of the PHC string format: the standard one without
// padding, and strict, so that the same bytes have only one text.
var phcBase64 = base64.RawStdEncoding.Strict()

// String returns the hash in the PHC string format.
func (h *passwordHash) String() string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, h.cost.memory, h.cost.passes, h.cost.threads,
		phcBase64.EncodeToString(h.salt[:]), phcBase64.EncodeToString(h.hash[:]))
}

var errPasswordHash = errors.New("quota: a stored password has an unknown hash format")

// parsePasswordHash reads what String wrote. The error never quotes the text.
func parsePasswordHash(text string) (*passwordHash, error) {
	parts := strings.Split(text, "$")
	if len(parts) != 6 {
		return nil, errPasswordHash
	}
	h := new(passwordHash)
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &h.cost.memory, &h.cost.passes, &h.cost.threads); err != nil {
		return nil, errPasswordHash
	}
	for _, field := range []struct {
		text string
		to   []byte
	}{{parts[4], h.salt[:]}, {parts[5], h.hash[:]}} {
		b, err := phcBase64.DecodeString(field.text)
		if err != nil || len(b) != len(field.to) {
			return nil, errPasswordHash
		}
		copy(field.to, b)
	}
	// Accept only the text that String writes: no signs, no leading zeros, nothing left over.
	if !h.cost.within(maxCost) || h.String() != text {
		return nil, errPasswordHash
	}
	return h, nil
}

// checkPassword checks whether a password is one that a holder may choose.
func checkPassword(password string) error {
	switch {
	case utf8.RuneCountInString(password) < MinPassword:
		return &ArgumentError{"password", fmt.Sprintf("it has fewer than %d characters", MinPassword)}
	case len(password) > maxPassword:
		return &ArgumentError{"password", fmt.Sprintf("it has more than %d bytes", maxPassword)}
	}
	return nil
}
