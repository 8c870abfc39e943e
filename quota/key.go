package quota

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"strings"
)

// A key is keyPrefix, keyRandom random characters (178 bits) and the CRC-32
// (IEEE) of both in keyCheck characters, most significant first. With the checksum
// a mistyped key can be refused without a look-up, and scanners for leaked secrets
// can recognise a key.
const (
	keyPrefix = "li_"
	keyRandom = 30
	keyCheck  = 6 // 62^6 > 2^32
	keyLength = len(keyPrefix) + keyRandom + keyCheck

	base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// KeyHash is the SHA-256 of a key: all that is ever stored of it.
type KeyHash [sha256.Size]byte

// ID is the short form of a hash by which people name a key: its first
// 12 hexadecimal digits.
func (h KeyHash) ID() string { return hex.EncodeToString(h[:6]) }

// HashKey returns a key's hash. It does not check the key.
func HashKey(key string) KeyHash { return sha256.Sum256([]byte(key)) }

// NewKey makes a new key from the system's source of randomness.
func NewKey() string {
	var b strings.Builder
	b.Grow(keyLength)
	b.WriteString(keyPrefix)
	var random [keyRandom]byte
	for b.Len() < len(keyPrefix)+keyRandom {
		rand.Read(random[:]) // never fails
		for _, r := range random {
			// 248 is the largest multiple of 62 in a byte: with the bytes from
			// there on, some characters would be more frequent than others.
			if r < 248 && b.Len() < len(keyPrefix)+keyRandom {
				b.WriteByte(base62[r%62])
			}
		}
	}
	b.WriteString(checksum(b.String()))
	return b.String()
}

// CheckKey checks whether a key is well formed and its checksum right, without
// asking whether anyone holds it. The error is an ErrInvalidKey that says what
// is wrong; it never quotes the key.
func CheckKey(key string) error {
	if len(key) != keyLength || !strings.HasPrefix(key, keyPrefix) {
		return fmt.Errorf("%w: a key consists of %s and %d letters and digits", ErrInvalidKey, keyPrefix, keyRandom+keyCheck)
	}
	for i := len(keyPrefix); i < keyLength; i++ {
		if strings.IndexByte(base62, key[i]) < 0 {
			return fmt.Errorf("%w: a key consists of %s and %d letters and digits", ErrInvalidKey, keyPrefix, keyRandom+keyCheck)
		}
	}
	body := key[:keyLength-keyCheck]
	if key[len(body):] != checksum(body) {
		return fmt.Errorf("%w: its checksum does not match; it is mistyped or incomplete", ErrInvalidKey)
	}
	return nil
}

func checksum(body string) string {
	sum := crc32.ChecksumIEEE([]byte(body))
	var digits [keyCheck]byte
	for i := keyCheck - 1; i >= 0; i-- {
		digits[i] = base62[sum%62]
		sum /= 62
	}
	return string(digits[:])
}
