package serve

import (
	"strings"
	"testing"

	"lineitem/quota"
)

func TestKeysOnThePage(t *testing.T) {
	s := start(t, setup{config: Config{URL: "https://orders.example"}})
	strangers := s.account(t, "poor", quota.Free)
	theirs, err := s.admin.Account(t.Context(), "poor")
	if err != nil {
		t.Fatal(err)
	}
	v := s.holder(t, "rich")
	valid := func(key string) int {
		contentType, body := parts("file", "%PDF-1")
		return s.post(t, contentType, body, field{"Authorization", "Bearer " + key}).StatusCode
	}
	made := v.send(t, "/account/keys", "name", "ERP <import>")
	a := v.follow(t, made)
	key := a.shown(t, "new-key")
	if got, want := a.shown(t, "curl"), "curl -H 'Authorization: Bearer "+key+"' -F file=@order.pdf https://orders.example/api/v1/convert"; got != want {
		t.Errorf("the line to copy = %q, want %q", got, want)
	}
	if status := valid(key); status != 200 {
		t.Errorf("converting with the new key = %d, want 200", status)
	}
	id := quota.HashKey(key).ID()
	page := v.get(t, "/account").text
	if strings.Contains(page, key) || !strings.Contains(page, `data-key-id="`+id+`"`) || !strings.Contains(page, "ERP &lt;import&gt;") {
		t.Errorf("the account's page shows the key, or not its ID and name: %s", page)
	}

	a = v.follow(t, v.send(t, "/account/keys/"+id+"/rotate", "grace", "24h"))
	rotated := a.shown(t, "new-key")
	if !strings.Contains(a.text, id) || valid(key) != 200 || valid(rotated) != 200 {
		t.Errorf("after a rotation one of both keys is not valid, or the old one not named: %s", a.text)
	}
	v.send(t, "/account/keys/"+quota.HashKey(rotated).ID()+"/rotate", "grace", "0")
	if status := valid(rotated); status != 401 {
		t.Errorf("converting with a key that was rotated at once = %d, want 401", status)
	}
	want(t, "a time that the page does not offer", v.follow(t, v.send(t, "/account/keys/"+id+"/rotate", "grace", "9999h")), 400, "")
	want(t, "revoking", v.send(t, "/account/keys/"+id+"/revoke"), 303, "/account")
	if status := valid(key); status != 401 {
		t.Errorf("converting with a revoked key = %d, want 401", status)
	}
	for _, name := range []string{"", "  ", strings.Repeat("x", 201), "a\x00b"} {
		if a := v.follow(t, v.send(t, "/account/keys", "name", name)); a.StatusCode != 422 || a.alert() == "" {
			t.Errorf("a key named %.10q = %d %q, want 422", name, a.StatusCode, a.alert())
		}
	}

	// Another account's.
	for _, what := range []string{"rotate", "revoke"} {
		want(t, what+" of a key of another account", v.follow(t, v.send(t, "/account/keys/"+theirs.Keys[0].ID+"/"+what, "grace", "0")), 404, "")
	}
	if status := valid(strangers); status != 200 {
		t.Errorf("converting with that key = %d, want 200", status)
	}
}

func TestMapperOnThePage(t *testing.T) {
	s := start(t, setup{config: Config{Module: 1000}})
	v := s.holder(t, "rich")
	for _, tt := range []struct {
		module string
		status int
		want   string
	}{
		{"exit", 400, "no such <field>"}, {"", 400, "empty"}, {strings.Repeat("x", 2000), 413, "module is larger"},
	} {
		a := v.follow(t, v.upload(t, "/account/mapper", "mapper", tt.module))
		if a.StatusCode != tt.status || !strings.Contains(a.alert(), tt.want) {
			t.Errorf("the mapper %.10q = %d %q, want %d with %q", tt.module, a.StatusCode, a.alert(), tt.status, tt.want)
		}
	}
	want(t, "a mapper that works", v.upload(t, "/account/mapper", "mapper", "good"), 303, "/account")
	a := v.get(t, "/account")
	if !strings.Contains(a.text, "worked on a sample") || !strings.Contains(a.text, `id="mapper-now"`) {
		t.Errorf("the account with a mapper = %s", a.text)
	}
	if a := v.get(t, "/account/mapper.wasm"); a.StatusCode != 200 || a.text != "good" || a.Header.Get("Content-Type") != "application/wasm" {
		t.Errorf("the mapper in use, downloaded = %d %s %q, want good", a.StatusCode, a.Header.Get("Content-Type"), a.text)
	}
	if a := v.try(t, "%PDF-1"); !strings.Contains(a.downloaded(t, "download-csv"), "good") {
		t.Errorf("a document tried with the mapper = %q", a.downloaded(t, "download-csv"))
	}
	want(t, "removing it", v.send(t, "/account/mapper/remove"), 303, "/account")
	if a := v.get(t, "/account"); !strings.Contains(a.text, `id="mapper-none"`) {
		t.Errorf("the account without a mapper = %s", a.text)
	}
}

// TestMapperTriedOnADocument checks that a mapper can be tried on a document for
// the price of any conversion, and is not in use afterwards.
func TestMapperTriedOnADocument(t *testing.T) {
	s := start(t, setup{config: Config{Module: 1000}})
	v := s.holder(t, "rich")
	try := func(module string) *answer {
		contentType, body := parts("file", "%PDF-1", "mapper", module)
		return v.follow(t, v.request(t, "POST", "/try", contentType, body))
	}
	if a := try("better"); !strings.Contains(a.downloaded(t, "download-csv"), "better") {
		t.Errorf("a document tried with a mapper = %q", a.downloaded(t, "download-csv"))
	}
	if a := try(""); a.StatusCode != 200 || strings.Contains(a.downloaded(t, "download-csv"), "better") {
		t.Errorf("a document tried without a mapper = %d %q", a.StatusCode, a.alert())
	}
	if a := try(strings.Repeat("x", 2000)); a.StatusCode != 413 || !strings.Contains(a.alert(), "module is larger") {
		t.Errorf("a document tried with a mapper that is too large = %d %q, want 413", a.StatusCode, a.alert())
	}
	if a := v.get(t, "/account"); !strings.Contains(a.text, `id="mapper-none"`) {
		t.Errorf("the account with a mapper that was only tried = %s", a.text)
	}
	if a := v.get(t, "/account/mapper.wasm"); a.StatusCode != 404 {
		t.Errorf("the mapper of an account without one, downloaded = %d, want 404", a.StatusCode)
	}
}
