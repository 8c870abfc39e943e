package cos

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/rc4"

	"lineitem/convert/doc"
)

// cryptMethod is the encryption method of a crypt filter (PDF 32000-1, Table 25, and
// PDF 32000-2 for AESV3).
type cryptMethod uint8

const (
	cryptNone   cryptMethod = iota // Identity
	cryptRC4                       // V2
	cryptAES128                    // AESV2
	cryptAES256                    // AESV3
)

// crypt decrypts the strings and streams of one file.
type crypt struct {
	key             []byte
	strings         cryptMethod
	streams         cryptMethod
	filters         map[Name]cryptMethod // the crypt filters by name, always including Identity
	encryptMetadata bool
}

// stringDecrypter returns the function that decrypts the strings of an
// object, nil if they are not encrypted.
func (c *crypt) stringDecrypter(ref Ref) func([]byte) []byte {
	if c.strings == cryptNone {
		return nil
	}
	return func(data []byte) []byte { return c.decrypt(c.strings, ref, data) }
}

// decryptStream returns a stream's decrypted data, which is the input of its other filters.
func (c *crypt) decryptStream(s *Stream, filters []filter) []byte {
	method := c.streams
	if s.Dict["Type"] == Name("Metadata") && !c.encryptMetadata {
		method = cryptNone
	}
	for _, f := range filters {
		if f.name == "Crypt" {
			method = c.filters[f.crypt]
		}
	}
	return c.decrypt(method, s.Ref, s.Raw)
}

// decrypt decrypts data of the object ref. Unless the method is cryptNone, the result is a copy.
func (c *crypt) decrypt(method cryptMethod, ref Ref, data []byte) []byte {
	switch method {
	case cryptRC4:
		cipher, err := rc4.NewCipher(c.objectKey(ref, false))
		if err != nil {
			return nil // keys are never empty here
		}
		out := make([]byte, len(data))
		cipher.XORKeyStream(out, data)
		return out
	case cryptAES128:
		return decryptCBC(c.objectKey(ref, true), data)
	case cryptAES256:
		return decryptCBC(c.key, data)
	}
	return data
}

// objectKey returns the key of one object (PDF 32000-1, 7.6.2, algorithm 1).
func (c *crypt) objectKey(ref Ref, isAES bool) []byte {
	h := md5.New()
	h.Write(c.key)
	h.Write([]byte{byte(ref.Num), byte(ref.Num >> 8), byte(ref.Num >> 16), byte(ref.Gen), byte(ref.Gen >> 8)})
	if isAES {
		h.Write([]byte("sAlT"))
	}
	return h.Sum(nil)[:min(len(c.key)+5, md5.Size)]
}

// decryptCBC decrypts AES data that begins with its initialization vector and
// ends with padding. An incomplete last block is dropped.
func decryptCBC(key, data []byte) []byte {
	block, err := aes.NewCipher(key)
	if err != nil || len(data) < 2*aes.BlockSize {
		return nil
	}
	vector, data := data[:aes.BlockSize], data[aes.BlockSize:]
	out := make([]byte, len(data)/aes.BlockSize*aes.BlockSize)
	cipher.NewCBCDecrypter(block, vector).CryptBlocks(out, data[:len(out)])
	if padding := int(out[len(out)-1]); padding >= 1 && padding <= aes.BlockSize {
		out = out[:len(out)-padding]
	}
	return out
}

// openEncryption prepares decryption with the empty password, which opens all
// documents that only restrict their use.
func (r *Reader) openEncryption() error {
	if r.crypt != nil || r.trailer["Encrypt"] == nil {
		return nil
	}
	if ref, ok := r.trailer["Encrypt"].(Ref); ok {
		r.encrypt = ref.Num
	}
	dict, ok := r.Resolve(r.trailer["Encrypt"]).(Dict)
	if r.crypt != nil {
		return nil // resolving caused a rebuild of the table, which has called this method
	}
	if !ok {
		return &doc.FormatError{Reason: "the encryption dictionary is damaged"}
	}
	c, err := r.newCrypt(dict)
	if err != nil {
		return err
	}
	// Everything parsed so far was parsed without decryption.
	r.crypt = c
	r.entries.forget()
	r.objects.clear()
	r.decoded.clear()
	return nil
}

func (r *Reader) newCrypt(dict Dict) (*crypt, error) {
	if name, _ := r.Resolve(dict["Filter"]).(Name); name != "Standard" {
		return nil, &doc.UnsupportedError{Feature: "the security handler " + name.Shown()}
	}
	p := passwordCheck{
		owner: r.stringValue(dict["O"]), user: r.stringValue(dict["U"]),
		ownerKey: r.stringValue(dict["OE"]), userKey: r.stringValue(dict["UE"]),
		encryptMetadata: true,
	}
	version, _ := number(r.Resolve(dict["V"]))
	p.revision, _ = number(r.Resolve(dict["R"]))
	permissions, _ := number(r.Resolve(dict["P"]))
	p.permissions = uint32(permissions)
	if b, ok := r.Resolve(dict["EncryptMetadata"]).(bool); ok {
		p.encryptMetadata = b
	}
	if ids, _ := r.Resolve(r.trailer["ID"]).(Array); len(ids) > 0 {
		p.id = r.stringValue(ids[0])
	}

	c := &crypt{
		strings: cryptRC4, streams: cryptRC4,
		filters:         map[Name]cryptMethod{"Identity": cryptNone},
		encryptMetadata: p.encryptMetadata,
	}
	switch version {
	case 1:
		p.keyBytes = 5
	case 2, 3:
		bits, ok := number(r.Resolve(dict["Length"]))
		if !ok {
			bits = 40
		}
		if bits < 40 {
			bits *= 8 // given in bytes
		}
		p.keyBytes = bits / 8
	case 4, 5:
		p.keyBytes = 16
		if err := r.readCryptFilters(c, dict); err != nil {
			return nil, err
		}
	default:
		return nil, &doc.UnsupportedError{Feature: "this version of encryption"}
	}
	if p.keyBytes < 5 || p.keyBytes > 16 {
		return nil, &doc.FormatError{Reason: "the encryption key has an impossible length"}
	}
	var err error
	c.key, err = p.key()
	return c, err
}

// readCryptFilters reads the crypt filters (PDF 32000-1, 7.6.5).
func (r *Reader) readCryptFilters(c *crypt, dict Dict) error {
	filters, _ := r.Resolve(dict["CF"]).(Dict)
	for name, value := range filters {
		f, _ := r.Resolve(value).(Dict)
		switch method, _ := r.Resolve(f["CFM"]).(Name); method {
		case "V2":
			c.filters[name] = cryptRC4
		case "AESV2":
			c.filters[name] = cryptAES128
		case "AESV3":
			c.filters[name] = cryptAES256
		case "None", "":
			c.filters[name] = cryptNone
		default:
			return &doc.UnsupportedError{Feature: "this method of encryption"}
		}
	}
	streams, _ := r.Resolve(dict["StmF"]).(Name)
	c.streams = c.filters[streams]
	texts, _ := r.Resolve(dict["StrF"]).(Name)
	c.strings = c.filters[texts]
	return nil
}

func (r *Reader) stringValue(o Object) []byte {
	s, _ := r.Resolve(o).(String)
	return []byte(s)
}
