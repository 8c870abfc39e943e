package quota

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"strings"
)

// A token is what the holder of an invitation or a session has: the account's
// ID and 32 random bytes, each in base64url (RFC 4648, section 5, without
// padding), with a full stop between them. It carries the account so that no
// index is needed to find it.
const (
	tokenRandom    = 32
	maxTokenLength = (maxIDLength*4+2)/3 + 1 + (tokenRandom*4+2)/3
)

var tokenBase64 = base64.RawURLEncoding.Strict()

// TokenHash is the SHA-256 of a token: all that is ever stored of it.
type TokenHash [sha256.Size]byte

// newToken makes a token of an account from the system's source of randomness.
func newToken(account string) (token string, hash TokenHash) {
	var random [tokenRandom]byte
	rand.Read(random[:]) // never fails
	token = tokenBase64.EncodeToString([]byte(FoldID(account))) + "." + tokenBase64.EncodeToString(random[:])
	return token, sha256.Sum256([]byte(token))
}

// parseToken returns the account that a token names, and the token's hash.
// ok is false where the text cannot be one. Whether anyone gave it out stands
// in the account's record.
func parseToken(token string) (account string, hash TokenHash, ok bool) {
	if len(token) > maxTokenLength || strings.ContainsAny(token, "\r\n") { // which base64 passes over
		return "", hash, false
	}
	name, random, found := strings.Cut(token, ".")
	text, err := tokenBase64.DecodeString(name)
	if !found || err != nil {
		return "", hash, false
	}
	id, err := parseID(string(text))
	if err != nil || id != string(text) {
		return "", hash, false
	}
	if b, err := tokenBase64.DecodeString(random); err != nil || len(b) != tokenRandom {
		return "", hash, false
	}
	return id, sha256.Sum256([]byte(token)), true
}

// equal compares in a time that does not reveal where hashes differ.
func (h *TokenHash) equal(other *TokenHash) bool {
	return subtle.ConstantTimeCompare(h[:], other[:]) == 1
}
