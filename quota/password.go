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

// Bounds of a password. Long ones are welcome; what is beyond 1024 bytes is no
// password, but an attempt to make the service work.
const (
	MinPassword = 12   // characters
	maxPassword = 1024 // bytes
)

// passwordCost is the cost of guessing a password: argon2id's parameters (RFC
// 9106, section 3.1). They stand in each hash, so that they can rise: hashes
// with others are still good, and are hashed again when their password is given.
type passwordCost struct {
	memory  uint32 // KiB
	passes  uint32
	threads uint8
}

// newCost is the cost of new hashes, unless Options.PasswordMemory changes it: what
// OWASP's Password Storage Cheat Sheet asks for at least, some 40 ms of one core.
var newCost = passwordCost{memory: 19 << 10, passes: 2, threads: 1}

// maxCost bounds what a stored hash may make the service spend.
var maxCost = passwordCost{memory: 256 << 10, passes: 16, threads: 16}

// minMemory is the least that argon2 takes with one thread, KiB.
const minMemory = 8

// within reports whether a cost is one that argon2 takes and the service can pay.
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

// hashing bounds the passwords that are hashed at once in the process, and with
// them the memory, 19 MiB each; queued those that are hashed or wait for that,
// which then are at most two seconds of work.
var (
	hashing = make(chan struct{}, 2)
	queued  = make(chan struct{}, 64)
)

// passwordCost is the cost of new hashes.
func (o Options) passwordCost() passwordCost {
	cost := newCost
	cost.memory = o.PasswordMemory
	return cost
}

// newHash hashes a password with a salt of its own. The error is ErrBusy, or ctx's when
// it ends before the work begins.
func (c passwordCost) newHash(ctx context.Context, password string) (string, error) {
	h := passwordHash{cost: c}
	rand.Read(h.salt[:]) // never fails
	var err error
	if h.hash, err = h.of(ctx, password); err != nil {
		return "", err
	}
	return h.String(), nil
}

// matches reports whether a password has this hash, in a time that does not reveal
// where they differ. The error is that of newHash.
func (h *passwordHash) matches(ctx context.Context, password string) (bool, error) {
	got, err := h.of(ctx, password)
	return err == nil && subtle.ConstantTimeCompare(got[:], h.hash[:]) == 1, err
}

// of hashes a password with h's cost and salt, once there is room for it.
func (h *passwordHash) of(ctx context.Context, password string) (hash [hashLength]byte, err error) {
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

// phcBase64 is the format's: standard, without padding, and no other text for
// the same bytes.
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
	// Each hash has one text: no signs, no leading zeros, nothing left over.
	if !h.cost.within(maxCost) || h.String() != text {
		return nil, errPasswordHash
	}
	return h, nil
}

// checkPassword checks whether a holder may have a password.
func checkPassword(password string) error {
	switch {
	case utf8.RuneCountInString(password) < MinPassword:
		return &ArgumentError{"password", fmt.Sprintf("it has fewer than %d characters", MinPassword)}
	case len(password) > maxPassword:
		return &ArgumentError{"password", fmt.Sprintf("it has more than %d bytes", maxPassword)}
	}
	return nil
}
