package quota_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"lineitem/quota"
)

// exampleKey was made up for this test; no account holds it.
const exampleKey = "li_0123456789ABCDEFGHIJabcdefghij1nMXof"

func ExampleCheckKey() {
	key := quota.NewKey()
	fmt.Println(key[:3], len(key), quota.CheckKey(key))
	fmt.Println(quota.CheckKey("li_tooshort"))
	// Output:
	// li_ 39 <nil>
	// the API key is not valid: a key consists of li_ and 36 letters and digits
}

func TestNewKeysDiffer(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		key := quota.NewKey()
		if err := quota.CheckKey(key); err != nil || seen[key] {
			t.Fatalf("NewKey() = %q: %v, seen before: %v", key, err, seen[key])
		}
		seen[key] = true
	}
}

// CheckKey notices every wrong, missing, added or swapped character, without looking the key up.
func TestCheckKeyFindsTypingErrors(t *testing.T) {
	const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_ \x00é"
	key := exampleKey
	if err := quota.CheckKey(key); err != nil {
		t.Fatalf("CheckKey(%q) = %v", key, err)
	}
	var wrong []string
	for i := range len(key) {
		for _, r := range alphabet {
			wrong = append(wrong, key[:i]+string(r)+key[i+1:])
		}
		wrong = append(wrong, key[:i]+key[i+1:], key[:i]+"0"+key[i:])
		if i+1 < len(key) {
			wrong = append(wrong, key[:i]+key[i+1:i+2]+key[i:i+1]+key[i+2:])
		}
	}
	wrong = append(wrong, "", " "+key, key+"\n", strings.ToLower(key), strings.ToUpper(key))
	for _, w := range wrong {
		if err := quota.CheckKey(w); w != key && !errors.Is(err, quota.ErrInvalidKey) {
			t.Errorf("CheckKey(%q) = %v, want ErrInvalidKey", w, err)
		}
	}
}

func FuzzKey(f *testing.F) {
	f.Add(exampleKey)
	f.Add("")
	f.Add("li_")
	f.Add(quota.NewKey())
	f.Fuzz(func(t *testing.T, key string) {
		if len(key) > 1<<10 {
			t.Skip()
		}
		err := quota.CheckKey(key)
		if err != nil && (!errors.Is(err, quota.ErrInvalidKey) || len(key) > 12 && strings.Contains(err.Error(), key)) {
			t.Errorf("CheckKey(%q) = %v: not ErrInvalidKey, or it quotes the key", key, err)
		}
		if err == nil && (len(key) != 39 || !strings.HasPrefix(key, "li_")) {
			t.Errorf("CheckKey(%q) = nil", key)
		}
	})
}
