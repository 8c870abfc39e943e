package operator

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lineitem/quota"
)

const address = "https://orders.example"

func newInviting(t *testing.T) *remote {
	r := &remote{TB: t, admin: newAdmin(t), log: new(bytes.Buffer)}
	log := slog.New(slog.NewJSONHandler(r.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	s := httptest.NewServer(NewHandler(Config{Admin: r.admin, Token: token, URL: address, Log: log}))
	t.Cleanup(s.Close)
	r.url = s.URL
	return r
}

// The link of an invitation leads to the service's public address, and its token, which
// is shown only once, lets its holder set a password.
func TestInvitations(t *testing.T) {
	r, ctx := newInviting(t), t.Context()
	r.want(201, "", "POST /v1/accounts", `{"id":"acme"}`)
	response, text := r.send("POST /v1/accounts/acme/invite", `{"validSeconds":3600}`)
	var made Invitation
	if err := json.Unmarshal([]byte(text), &made); err != nil || response.StatusCode != 201 {
		t.Fatalf("POST invite = %d %s, %v", response.StatusCode, text, err)
	}
	if made.Link != address+"/invite/"+made.Token || time.Until(made.Expires) > time.Hour || time.Until(made.Expires) < 50*time.Minute {
		t.Errorf("the invitation is %+v, want a link to %s for an hour", made, address)
	}
	r.want(200, `"signIn":{"password":false,"invitedUntil":"`+made.Expires.Format(time.RFC3339)+`","sessions":0}`, "GET /v1/accounts/acme", "")
	session, err := r.admin.AcceptInvite(ctx, made.Token, "correct horse battery")
	if err != nil {
		t.Fatalf("AcceptInvite() = %v", err)
	}
	r.want(200, `"signIn":{"password":true,"sessions":1}`, "GET /v1/accounts/acme", "")
	r.want(204, "", "DELETE /v1/accounts/acme/sessions", "")
	r.want(200, `"signIn":{"password":true,"sessions":0}`, "GET /v1/accounts/acme", "")
	if _, err := r.admin.Session(ctx, session); !errors.Is(err, quota.ErrNoSession) {
		t.Errorf("Session() after the operator signed it out = %v, want ErrNoSession", err)
	}

	r.want(404, "not_found", "POST /v1/accounts/nobody/invite", `{"validSeconds":3600}`)
	r.want(404, "not_found", "DELETE /v1/accounts/nobody/sessions", "")
	r.want(405, "method_not_allowed", "GET /v1/accounts/acme/invite", "")
	for _, body := range []string{``, `{}`, `{"validSeconds":0}`, `{"validSeconds":-1}`, `{"validSeconds":2592001}`, `{"validSeconds":9223372036854775807}`} {
		r.want(400, "invalid_argument", "POST /v1/accounts/acme/invite", body)
	}
	r.want(400, "bad_request", "POST /v1/accounts/acme/invite", `{"validSeconds":"72h"}`)
	r.want(401, "missing_token", "POST /v1/accounts/acme/invite", `{"validSeconds":3600}`, "Authorization", "")
	for _, secret := range []string{made.Token, session, "correct horse"} {
		if strings.Contains(r.log.String(), secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
}

func TestClientInvites(t *testing.T) {
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
	made, err := client.Invite(ctx, "acme", 1500*time.Millisecond)
	if err != nil || made.Link != "" { // this server has no public address
		t.Fatalf("Invite() = %+v, %v", made, err)
	}
	if s, err := admin.Invited(ctx, made.Token); err != nil || s.ID != "acme" {
		t.Errorf("Invited() = %+v, %v", s, err)
	}
	if err := client.SignOutEverywhere(ctx, "acme"); err != nil {
		t.Errorf("SignOutEverywhere() = %v", err)
	}
	for call, err := range map[string]error{
		"Invite()":            only(client.Invite(ctx, "nobody", time.Hour)),
		"SignOutEverywhere()": client.SignOutEverywhere(ctx, "nobody"),
	} {
		if !errors.Is(err, quota.ErrNotFound) {
			t.Errorf("%s of nobody = %v, want ErrNotFound", call, err)
		}
	}
	_, _, direct := admin.Invite(ctx, "acme", 31*24*time.Hour)
	if got := only(client.Invite(ctx, "acme", 31*24*time.Hour)); got == nil || got.Error() != direct.Error() {
		t.Errorf("Invite() for 31 days = %v, want %v as directly", got, direct)
	}
}
