package cos

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/rc4"
	"crypto/sha256"
	"crypto/sha512"
	"hash"

	"lineitem/convert/doc"
)

// passwordCheck holds what the standard security handler needs to find a
// file's key (PDF 32000-1, 7.6.3, and PDF 32000-2, 7.6.4).
type passwordCheck struct {
	revision          int
	owner, user       []byte // O, U
	ownerKey, userKey []byte // OE, UE
	permissions       uint32
	id                []byte // first element of ID
	keyBytes          int
	encryptMetadata   bool
}

// key returns the file's key if the empty password is the user's or
// the owner's password; otherwise the error is a *doc.EncryptedError.
func (p *passwordCheck) key() ([]byte, error) {
	var key []byte
	switch p.revision {
	case 2, 3, 4:
		if len(p.owner) < 32 || len(p.user) < 16 {
			return nil, &doc.FormatError{Reason: "the encryption dictionary is damaged"}
		}
		p.owner = p.owner[:32]
		if key = p.userKey4(nil); key == nil {
			key = p.userKey4(p.userPassword4())
		}
	case 5, 6:
		if len(p.owner) < 48 || len(p.user) < 48 || len(p.ownerKey) < 32 || len(p.userKey) < 32 {
			return nil, &doc.FormatError{Reason: "the encryption dictionary is damaged"}
		}
		p.owner, p.user = p.owner[:48], p.user[:48]
		if key = p.key6(p.user, nil, p.userKey[:32]); key == nil {
			key = p.key6(p.owner, p.user, p.ownerKey[:32])
		}
	default:
		return nil, &doc.UnsupportedError{Feature: "this revision of encryption"}
	}
	if key == nil {
		return nil, &doc.EncryptedError{}
	}
	return key, nil
}

// passwordPad pads passwords (PDF 32000-1, 7.6.3.3, algorithm 2, step a).
var passwordPad = []byte("\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00\x4E\x56\xFF\xFA\x01\x08" +
	"\x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A")

func padded(password []byte) []byte {
	return append(append(make([]byte, 0, 64), password...), passwordPad...)[:32]
}

// userKey4 returns the key for a user password (algorithm 2) if that is
// right (algorithm 6), else nil.
func (p *passwordCheck) userKey4(password []byte) []byte {
	h := md5.New()
	h.Write(padded(password))
	h.Write(p.owner)
	h.Write([]byte{byte(p.permissions), byte(p.permissions >> 8), byte(p.permissions >> 16), byte(p.permissions >> 24)})
	h.Write(p.id)
	if p.revision >= 4 && !p.encryptMetadata {
		h.Write([]byte("\xff\xff\xff\xff"))
	}
	key := h.Sum(nil)
	if p.revision == 2 {
		key = key[:p.keyBytes]
		if bytes.Equal(rc4Once(key, passwordPad), p.user[:min(32, len(p.user))]) {
			return key
		}
		return nil
	}
	for range 50 {
		sum := md5.Sum(key[:p.keyBytes])
		key = sum[:]
	}
	key = key[:p.keyBytes]
	check := md5.Sum(append(append([]byte(nil), passwordPad...), p.id...))
	got := check[:]
	for i := range 20 {
		got = rc4Once(xored(key, byte(i)), got)
	}
	if bytes.Equal(got, p.user[:16]) {
		return key
	}
	return nil
}

// userPassword4 returns the user password that O contains if the owner password is
// empty (algorithm 7).
func (p *passwordCheck) userPassword4() []byte {
	sum := md5.Sum(padded(nil))
	key := sum[:]
	if p.revision == 2 {
		return rc4Once(key[:p.keyBytes], p.owner)
	}
	for range 50 {
		sum := md5.Sum(key)
		key = sum[:]
	}
	key = key[:p.keyBytes]
	password := p.owner
	for i := 19; i >= 0; i-- {
		password = rc4Once(xored(key, byte(i)), password)
	}
	return password
}

func xored(key []byte, with byte) []byte {
	out := make([]byte, len(key))
	for i := range key {
		out[i] = key[i] ^ with
	}
	return out
}

// rc4Once encrypts or decrypts data. Keys have 5 to 16 bytes here, which
// RC4 accepts.
func rc4Once(key, data []byte) []byte {
	out := make([]byte, len(data))
	if c, err := rc4.NewCipher(key); err == nil {
		c.XORKeyStream(out, data)
	}
	return out
}

// key6 returns the key for the empty password (PDF 32000-2, algorithm 2.A)
// if that is right according to entry, U or O, else nil. user is U if
// the owner password is checked.
func (p *passwordCheck) key6(entry, user, encrypted []byte) []byte {
	check, validationSalt, keySalt := entry[:32], entry[32:40], entry[40:48]
	if !bytes.Equal(p.hash(validationSalt, user), check) {
		return nil
	}
	block, err := aes.NewCipher(p.hash(keySalt, user))
	if err != nil {
		return nil
	}
	key := make([]byte, 32)
	cipher.NewCBCDecrypter(block, make([]byte, aes.BlockSize)).CryptBlocks(key, encrypted)
	return key
}

// hash returns the hash of the empty password: SHA-256 for revision 5, algorithm 2.B of
// PDF 32000-2 for revision 6.
func (p *passwordCheck) hash(salt, user []byte) []byte {
	sum := sha256.Sum256(append(append([]byte(nil), salt...), user...))
	key := sum[:]
	if p.revision == 5 {
		return key
	}
	// At least 64 rounds, then until the last byte is small enough: at most
	// 287, as that byte is below 256.
	for round, last := 0, byte(0); round < 64 || int(last) > round-32; round++ {
		data := bytes.Repeat(append(append([]byte(nil), key...), user...), 64)
		block, err := aes.NewCipher(key[:16])
		if err != nil {
			return nil
		}
		cipher.NewCBCEncrypter(block, key[16:32]).CryptBlocks(data, data)
		last = data[len(data)-1]
		remainder := 0 // of the first 16 bytes as a number; 256 is 1 modulo 3
		for _, c := range data[:16] {
			remainder += int(c)
		}
		h := []func() hash.Hash{sha256.New, sha512.New384, sha512.New}[remainder%3]()
		h.Write(data)
		key = h.Sum(nil)
	}
	return key[:32]
}
