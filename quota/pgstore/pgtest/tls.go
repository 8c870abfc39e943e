package pgtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// UseTLS gives the server a new self-signed certificate for its address, and
// returns the path of a file with the certificate. It takes effect once the server
// has read it, a moment later.
func (s *Server) UseTLS(t testing.TB) (root string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	write := func(path, kind string, bytes []byte) {
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: bytes}), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := own(path); err != nil {
			t.Fatal(err)
		}
	}
	root = filepath.Join(t.TempDir(), "root.crt")
	write(root, "CERTIFICATE", certificate)
	write(filepath.Join(s.data(), "server.crt"), "CERTIFICATE", certificate)
	write(filepath.Join(s.data(), "server.key"), "PRIVATE KEY", private)
	s.Exec(t, "postgres", "ALTER SYSTEM SET ssl = on")
	s.Exec(t, "postgres", "SELECT pg_reload_conf()")
	return root
}
