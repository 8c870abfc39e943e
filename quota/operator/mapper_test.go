package operator

import (
	"bytes"
	"context"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"lineitem/quota"
)

// A module is checked before it replaces another, and is described as part of the
// account.
func TestMappers(t *testing.T) {
	r := &remote{TB: t, admin: newAdmin(t), log: new(bytes.Buffer)}
	s := httptest.NewServer(NewHandler(Config{
		Admin: r.admin, Token: token, Module: 100,
		CheckMapper: func(_ context.Context, module []byte) error {
			switch string(module) {
			case "bad":
				return &quota.ArgumentError{Name: "mapper", Reason: "exited with status 3"}
			case "unlucky":
				return errors.New("secret-marker")
			}
			return nil
		},
	}))
	t.Cleanup(s.Close)
	r.url = s.URL
	r.want(404, "not_found", "PUT /v1/accounts/acme/mapper", "good")
	r.want(201, `"id":"acme"`, "POST /v1/accounts", `{"id":"acme"}`)
	const good = `"mapper":{"sha256":"770e607624d689265ca6c44884d0807d9b054d23c473c106c72be9de08b7376c","size":4,"set":"20`
	r.want(200, good, "PUT /v1/accounts/acme/mapper", "good")
	r.want(400, "invalid_argument", "PUT /v1/accounts/acme/mapper", "bad")
	r.want(400, "invalid_argument", "PUT /v1/accounts/acme/mapper", "")
	r.want(500, "internal_error", "PUT /v1/accounts/acme/mapper", "unlucky")
	r.want(413, "body_too_large", "PUT /v1/accounts/acme/mapper", strings.Repeat("x", 101))
	r.want(401, "missing_token", "PUT /v1/accounts/acme/mapper", "good", "Authorization", "")
	r.want(200, good, "GET /v1/accounts/acme", "")
	r.want(200, `"id":"acme"`, "DELETE /v1/accounts/acme/mapper", "")
	if _, text := r.send("GET /v1/accounts/acme", ""); strings.Contains(text, "sha256") {
		t.Errorf("after DELETE the account is %s", text)
	}
	r.want(404, "not_found", "DELETE /v1/accounts/nobody/mapper", "")
}

func TestClientSetsMappers(t *testing.T) {
	admin, dir, ctx := newAdmin(t), t.TempDir(), t.Context()
	serve(t, dir, admin)
	client, err := Dial(ctx, dir)
	if err != nil {
		t.Fatalf("Dial() = %v", err)
	}
	defer client.Close()
	if _, err := admin.AddAccount(ctx, quota.NewAccount{ID: "acme"}); err != nil {
		t.Fatal(err)
	}
	module := bytes.Repeat([]byte("\x00asm"), 1<<20)
	got, err := client.SetMapper(ctx, "acme", module)
	want, _ := admin.Account(ctx, "acme")
	if err != nil || got.Mapper == nil || *got.Mapper != *want.Mapper || got.Mapper.Size != int64(len(module)) {
		t.Errorf("SetMapper() = %+v, %v, want %+v", got, err, want)
	}
	if got, err := client.RemoveMapper(ctx, "acme"); err != nil || got.Mapper != nil {
		t.Errorf("RemoveMapper() = %+v, %v", got, err)
	}
	for call, err := range map[string]error{
		"SetMapper()":    only(client.SetMapper(ctx, "nobody", module)),
		"RemoveMapper()": only(client.RemoveMapper(ctx, "nobody")),
	} {
		if !errors.Is(err, quota.ErrNotFound) {
			t.Errorf("%s of nobody = %v, want ErrNotFound", call, err)
		}
	}
	direct := only(admin.SetMapper(ctx, "acme", nil))
	if got := only(client.SetMapper(ctx, "acme", nil)); got == nil || got.Error() != direct.Error() {
		t.Errorf("SetMapper() of nothing = %v, want %v as directly", got, direct)
	}
}
