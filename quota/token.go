package quota

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"strings"
)

// A token proves that somebody has an invitation or a session. It is the account's
// ID and 32 random bytes, each in base64url (RFC 4648, section 5, without
// padding), with a full stop between them. It contains the ID so that no index is
// needed to find the account.
const (
	tokenRandom    = 32
	maxTokenLength = (maxIDLength*4+2)/3 + 1 + (tokenRandom*4+2)/3
)

var tokenBase64 = base64.RawURLEncoding.Strict()

// TokenHash is the SHA-256 of a token: all that is ever stored of it.
type TokenHash [sha256.Size]byte

// newToken makes a token for an account from the system's source of randomness.
func newToken(account string) (token string, hash TokenHash) {
	var random [tokenRandom]byte
	rand.Read(random[:]) // never fails
	token = tokenBase64.EncodeToString([]byte(FoldID(account))) + "." + tokenBase64.EncodeToString(random[:])
	return token, sha256.Sum256([]byte(token))
}

// parseToken returns the account that a token names, and the token's hash.
// ok is false if the text is not a well-formed token. Whether the token was ever
// given out is in the account's record.
func parseToken(token string) (account string, hash TokenHash, ok bool) {
	if len(token) > maxTokenLength || strings.ContainsAny(token, "\r\n") { // the base64 decoder ignores \r and \n
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

// equal reports whether two hashes are equal, in a time that does not reveal where they differ.
func (h *TokenHash) equal(other *TokenHash) bool {
	return subtle.ConstantTimeCompare(h[:], other[:]) == 1
}
