package quota

import (
	"strings"
	"testing"
)

func TestTokens(t *testing.T) {
	for _, account := range []string{"a", "acme", "1.a+b@c.example-.", strings.Repeat("x", maxIDLength)} {
		token, hash := newToken(account)
		got, gotHash, ok := parseToken(token)
		if !ok || got != account || !gotHash.equal(&hash) {
			t.Errorf("parseToken(%q) = %q, %x, %v, want %q, %x", token, got, gotHash, ok, account, hash)
		}
		if again, _ := newToken(account); again == token {
			t.Errorf("newToken(%q) gave %q twice", account, token)
		}
		if strings.Trim(token, base62+"-_.") != "" {
			t.Errorf("newToken(%q) = %q, which does not fit into an address or a cookie as it is", account, token)
		}
		for _, text := range []string{
			token + "A", token[:len(token)-1], token[1:], token + ".", "." + token, strings.Replace(token, ".", "", 1),
			strings.Replace(token, ".", "=.", 1), token[strings.Index(token, "."):], "YSBi" + token[strings.Index(token, "."):], // "a b"
			strings.Repeat(token, 10), "", ".", token[:1] + "\r" + token[1:], token + "\n",
		} {
			if got, _, ok := parseToken(text); ok && got == account {
				t.Errorf("parseToken(%q) = %q, want none", text, got)
			}
		}
	}
}

// FuzzToken parses tokens as cookies and links hold them: one that is accepted names a
// possible account ID, written in the only way that is accepted.
func FuzzToken(f *testing.F) {
	token, _ := newToken("acme")
	f.Add(token)
	f.Add("YWNtZQ." + strings.Repeat("A", 43))
	f.Fuzz(func(t *testing.T, text string) {
		account, _, ok := parseToken(text)
		if !ok {
			return
		}
		if id, err := parseID(account); err != nil || id != account || len(text) > maxTokenLength {
			t.Errorf("parseToken(%q) = %q, want no account", text, account)
		}
		if want := tokenBase64.EncodeToString([]byte(account)) + "."; !strings.HasPrefix(text, want) {
			t.Errorf("parseToken(%q) = %q, whose tokens begin with %q", text, account, want)
		}
	})
}
