package operator

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lineitem/quota"
	"lineitem/quota/badgerstore"
	"lineitem/quota/problem"
)

const token = "0123456789abcdef0123456789abcdef"

func newAdmin(t testing.TB) *quota.Admin {
	t.Helper()
	store, err := badgerstore.Open(t.TempDir(), badgerstore.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return quota.NewAdmin(store, quota.Options{})
}

// remote is the operator's API as a billing system reaches it.
type remote struct {
	testing.TB
	admin *quota.Admin
	url   string
	log   *bytes.Buffer
}

func newRemote(t testing.TB) *remote {
	r := &remote{TB: t, admin: newAdmin(t), log: new(bytes.Buffer)}
	h := NewHandler(Config{Admin: r.admin, Token: token, Log: slog.New(slog.NewJSONHandler(r.log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	r.url = s.URL
	return r
}

// send sends a request "METHOD PATH" and returns the answer and its body.
func (r *remote) send(request, body string, fields ...string) (*http.Response, string) {
	r.Helper()
	method, path, _ := strings.Cut(request, " ")
	q, err := http.NewRequest(method, r.url+path, strings.NewReader(body))
	if err != nil {
		r.Fatal(err)
	}
	q.Header.Set("Authorization", "Bearer "+token)
	for i := 0; i < len(fields); i += 2 {
		q.Header.Set(fields[i], fields[i+1])
		if fields[i+1] == "" {
			q.Header.Del(fields[i])
		}
	}
	response, err := http.DefaultClient.Do(q)
	if err != nil {
		r.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		r.Fatal(err)
	}
	return response, string(text)
}

// want sends a request whose answer must have a status and contain a text.
func (r *remote) want(status int, holds, request, body string, fields ...string) {
	r.Helper()
	response, text := r.send(request, body, fields...)
	if response.StatusCode != status || !strings.Contains(text, holds) {
		r.Errorf("%s %s = %d %s, want %d and %s", request, body, response.StatusCode, text, status, holds)
	}
	if status < 300 {
		return
	}
	var p problem.Problem
	if err := json.Unmarshal([]byte(text), &p); err != nil || p.Status != status || p.Detail == "" ||
		p.RequestID != response.Header.Get("X-Request-Id") || response.Header.Get("Content-Type") != problem.MediaType {
		r.Errorf("%s answers no problem: %v %s", request, response.Header, text)
	}
}

func TestResources(t *testing.T) {
	r := newRemote(t)
	r.want(201, `"id":"acme","name":"Acme"`, "POST /v1/accounts", `{"id":"acme","name":"Acme","credits":5}`)
	r.want(201, `"id":"acct_`, "POST /v1/accounts", ``)
	r.want(200, `"credits":5`, "GET /v1/accounts/acme", "")
	r.want(200, `"plan":"pro"`, "PUT /v1/accounts/acme/plan", `{"plan":"pro"}`)
	r.want(200, `"planStart":"2026-01-31T00:00:00Z"`, "PUT /v1/accounts/acme/plan", `{"plan":"pro","start":"2026-01-31T00:00:00Z"}`)
	r.want(200, `"limits":{"perMinute":60,"perDay":1000,"freePerDay":3,"perMonth":0,"atOnce":8,"unchargedSeconds":300,"layouts":500},"ownLimits":{"perMinute":60,"perDay":null,"freePerDay":null,"perMonth":0,"atOnce":null,"unchargedSeconds":null,"layouts":null}`,
		"PUT /v1/accounts/acme/limits", `{"perMinute":60,"perDay":null,"perMonth":0}`)
	r.want(200, `"repeated":false`, "POST /v1/accounts/acme/credits", `{"amount":100,"note":"invoice 7"}`, "Idempotency-Key", "7")
	r.want(200, `"repeated":true`, "POST /v1/accounts/acme/credits", `{"amount":100,"note":"invoice 7"}`, "Idempotency-Key", "7")
	r.want(200, `"credits":105`, "GET /v1/accounts/acme", "")
	r.want(200, `"credits":100`, "POST /v1/accounts/acme/credits", `{"amount":-5}`, "Idempotency-Key", "8")
	r.want(200, `"note":"invoice 7"`, "GET /v1/accounts/acme/ledger?after=3", "")
	r.want(200, `{"account":"acme","entries":`, "GET /v1/accounts/acme/audit", "")
	r.want(201, `"key":"li_`, "POST /v1/accounts/acme/keys", `{"name":"production"}`)
	r.want(200, `"name":"production"`, "GET /v1/accounts/acme/keys", "")

	keys := r.keys("acme")
	_, text := r.send("POST /v1/accounts/acme/keys/"+keys[0].ID+"/rotate", `{"graceSeconds":3600}`)
	var made NewKey
	if err := json.Unmarshal([]byte(text), &made); err != nil || quota.CheckKey(made.Secret) != nil || made.Name != "production" {
		t.Errorf("a rotated key is %s", text)
	}
	if keys := r.keys("acme"); len(keys) != 2 || keys[0].Expires.IsZero() || !keys[1].Expires.IsZero() {
		t.Errorf("after the rotation the keys are %+v", keys)
	}
	r.want(204, "", "DELETE /v1/accounts/acme/keys/"+made.ID, "")
	r.want(404, codeNotFound, "DELETE /v1/accounts/acme/keys/"+made.ID, "")
	if _, text := r.send("GET /v1/accounts", ""); strings.Count(text, "\n") != 2 {
		t.Errorf("GET /v1/accounts = %s, want two lines", text)
	}
	if response, text := r.send("GET /v1/audit", ""); strings.Count(text, "\n") != 2 || response.Header.Get("Content-Type") != "application/x-ndjson" {
		t.Errorf("GET /v1/audit = %s, want two lines", text)
	}
	r.want(204, "", "DELETE /v1/accounts/acme", "")
	r.want(404, codeNotFound, "GET /v1/accounts/acme", "")
	r.want(200, `"kind":"close"`, "GET /v1/accounts/acme/ledger", "")
	for _, secret := range []string{token, made.Secret, "production"} {
		if strings.Contains(r.log.String(), secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
}

func (r *remote) keys(account string) []quota.KeyInfo {
	r.Helper()
	var body keysBody
	_, text := r.send("GET /v1/accounts/"+account+"/keys", "")
	if err := json.Unmarshal([]byte(text), &body); err != nil {
		r.Fatalf("the keys are %s", text)
	}
	return body.Keys
}

func TestProblems(t *testing.T) {
	r := newRemote(t)
	r.want(201, "", "POST /v1/accounts", `{"id":"acme"}`)
	for _, c := range []struct {
		status              int
		code, request, body string
		fields              []string
	}{
		{401, "missing_token", "GET /v1/accounts", "", []string{"Authorization", ""}},
		{401, "missing_token", "GET /v1/accounts", "", []string{"Authorization", "Basic " + token}},
		{401, "invalid_token", "GET /v1/accounts", "", []string{"Authorization", "Bearer " + token + "0"}},
		{401, "invalid_token", "GET /nowhere", "", []string{"Authorization", "Bearer x"}},
		{404, "no_such_address", "GET /nowhere", "", nil},
		{404, "no_such_address", "GET /v1/accounts/", "", nil},
		{405, "method_not_allowed", "POST /v1/accounts/acme", "", nil},
		{404, "not_found", "GET /v1/accounts/nobody", "", nil},
		{404, "not_found", "GET /v1/accounts/%2e%2e", "", nil},
		{404, "not_found", "GET /v1/accounts/nobody/ledger", "", nil},
		{404, "not_found", "GET /v1/accounts/nobody/audit", "", nil},
		{409, "already_exists", "POST /v1/accounts", `{"id":"acme"}`, nil},
		{400, "bad_request", "POST /v1/accounts", `{"id":`, nil},
		{400, "bad_request", "POST /v1/accounts", `{"id":"b"}{}`, nil},
		{400, "bad_request", "POST /v1/accounts", `{"ID2":"b"}`, nil},
		{400, "bad_request", "GET /v1/accounts/acme/ledger?after=x", "", nil},
		{400, "invalid_argument", "POST /v1/accounts", `{"id":"a b"}`, nil},
		{400, "invalid_argument", "PUT /v1/accounts/acme/plan", `{"plan":"gold"}`, nil},
		{400, "invalid_argument", "PUT /v1/accounts/acme/limits", `{"perMinute":-1}`, nil},
		{400, "invalid_argument", "PUT /v1/accounts/acme/limits", `{"perMinute":0}`, nil},
		{400, "invalid_argument", "PUT /v1/accounts/acme/limits", `{"perMinute":6001}`, nil},
		{400, "invalid_argument", "PUT /v1/accounts/acme/limits", `{"perMonth":-1}`, nil},
		{400, "invalid_argument", "POST /v1/accounts", `{"limits":{"perMonth":1000000001}}`, nil},
		{400, "bad_request", "PUT /v1/accounts/acme/limits", `{"perMonth":"none"}`, nil},
		{400, "bad_request", "PUT /v1/accounts/acme/limits", `{"perYear":1}`, nil},
		{400, "invalid_argument", "POST /v1/accounts/acme/credits", `{"amount":0}`, []string{"Idempotency-Key", "1"}},
		{400, "invalid_argument", "POST /v1/accounts/acme/keys/0/rotate", `{"graceSeconds":9223372037}`, nil},
		{400, "missing_idempotency_key", "POST /v1/accounts/acme/credits", `{"amount":1}`, nil},
		{409, "insufficient_credits", "POST /v1/accounts/acme/credits", `{"amount":-1}`, []string{"Idempotency-Key", "2"}},
		{413, "body_too_large", "POST /v1/accounts", `{"name":"` + strings.Repeat("x", maxBody) + `"}`, nil},
	} {
		r.want(c.status, `"code":"`+c.code+`"`, c.request, c.body, c.fields...)
	}
	r.want(200, "", "POST /v1/accounts/acme/credits", `{"amount":1}`, "Idempotency-Key", "3")
	r.want(422, "idempotency_mismatch", "POST /v1/accounts/acme/credits", `{"amount":2}`, "Idempotency-Key", "3")
	if n := strings.Count(r.log.String(), "nowhere"); n != 1 {
		t.Errorf("the log holds %d addresses, want that of the operator and not that of the stranger:\n%s", n, r.log)
	}
}

// A payment that a billing system sends several times at once, as after a timeout, is added once.
func TestCreditsAtOnce(t *testing.T) {
	r := newRemote(t)
	r.want(201, "", "POST /v1/accounts", `{"id":"acme"}`)
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			r.want(200, `"credits":50`, "POST /v1/accounts/acme/credits", `{"amount":50}`, "Idempotency-Key", "payment 1")
		})
	}
	wg.Wait()
	r.want(200, `"credits":50`, "GET /v1/accounts/acme", "")
}

// serve serves the API on the socket in a directory until the test ends.
func serve(t *testing.T, dir string, admin *quota.Admin) (stop func()) {
	t.Helper()
	l, err := Listen(dir)
	if err != nil {
		t.Fatalf("Listen(%q) = %v", dir, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() {
		if err := Serve(ctx, l, NewHandler(Config{Admin: admin})); err != nil {
			t.Errorf("Serve() = %v", err)
		}
	})
	stop = func() { cancel(); running.Wait() }
	t.Cleanup(stop)
	return stop
}

// A Client returns what an Admin returns, errors included.
func TestClientSaysWhatAdminSays(t *testing.T) {
	admin, dir, ctx := newAdmin(t), t.TempDir(), t.Context()
	serve(t, dir, admin)
	client, err := Dial(ctx, dir)
	if err != nil {
		t.Fatalf("Dial() = %v", err)
	}
	defer client.Close()
	same := func(call string, got, want any) {
		t.Helper()
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s through the socket is\n%+v, directly\n%+v", call, got, want)
		}
	}
	id := "1.a+b@c.example-." // every character that a path might treat specially
	if _, err := client.AddAccount(ctx, quota.NewAccount{ID: id, Name: "Ünïcode & Co", Credits: 7}); err != nil {
		t.Fatalf("AddAccount() = %v", err)
	}
	if _, err := client.SetPlan(ctx, id, quota.Pro, time.Date(2026, 1, 31, 0, 0, 0, 0, time.UTC)); err != nil {
		t.Errorf("SetPlan() = %v", err)
	}
	if _, err := client.SetLimits(ctx, id, quota.Limits{PerDay: 5}); err != nil {
		t.Errorf("SetLimits() = %v", err)
	}
	for range 2 {
		if s, err := client.AddCredits(ctx, id, 3, "payment/1", "a note"); err != nil || s.Credits != 10 {
			t.Errorf("AddCredits() = %+v, %v, want 10 credits", s, err)
		}
	}
	key, info, err := client.NewKey(ctx, id, "k")
	if err != nil || quota.CheckKey(key) != nil || quota.HashKey(key).ID() != info.ID {
		t.Errorf("NewKey() = %q, %+v, %v", key, info, err)
	}
	if _, _, err := client.RotateKey(ctx, id, info.ID, time.Hour); err != nil {
		t.Errorf("RotateKey() = %v", err)
	}
	got, err := client.Account(ctx, id)
	want, _ := admin.Account(ctx, id)
	if err != nil {
		t.Fatalf("Account() = %v", err)
	}
	for _, s := range []*quota.Status{got, want} { // what the JSON form leaves out
		for i := range s.Keys {
			s.Keys[i].Hash = quota.KeyHash{}
		}
		for i := range s.Windows {
			s.Windows[i].Reset = 0
		}
	}
	same("Account()", got, want)
	entries := slices.Collect(first(client.Ledger(ctx, id, 2)))
	wantEntries := slices.Collect(first(admin.Ledger(ctx, id, 2)))
	same("Ledger()", entries, wantEntries)
	report, err := client.Audit(ctx, id)
	wantReport, _ := admin.Audit(ctx, id)
	same("Audit()", report, wantReport)
	if err != nil {
		t.Errorf("Audit() = %v", err)
	}
	same("AuditAll()", slices.Collect(first(client.AuditAll(ctx))), slices.Collect(first(admin.AuditAll(ctx))))
	if n := len(slices.Collect(first(client.Accounts(ctx)))); n != 1 {
		t.Errorf("Accounts() yields %d, want 1", n)
	}
	if err := client.RevokeKey(ctx, id, info.ID); err != nil {
		t.Errorf("RevokeKey() = %v", err)
	}

	for name, c := range map[string]struct{ got, want error }{
		"not found":     {only(client.Account(ctx, "nobody")), quota.ErrNotFound},
		"empty":         {only(client.Account(ctx, "")), quota.ErrNotFound},
		"dots":          {only(client.Account(ctx, "..")), quota.ErrNotFound},
		"slash":         {only(client.Account(ctx, "a/keys")), quota.ErrNotFound},
		"exists":        {only(client.AddAccount(ctx, quota.NewAccount{ID: id})), quota.ErrExists},
		"insufficient":  {only(client.AddCredits(ctx, id, -100, "x", "")), quota.ErrInsufficientCredits},
		"mismatch":      {only(client.AddCredits(ctx, id, 4, "payment/1", "")), quota.ErrIdempotencyMismatch},
		"no such key":   {client.RevokeKey(ctx, id, info.ID), quota.ErrNotFound},
		"empty key":     {client.RevokeKey(ctx, id, ""), quota.ErrNotFound},
		"cancelled":     {only(client.Account(cancelled(), id)), context.Canceled},
		"removed":       {client.RemoveAccount(ctx, id), nil},
		"removed again": {client.RemoveAccount(ctx, id), quota.ErrNotFound},
	} {
		if !errors.Is(c.got, c.want) {
			t.Errorf("%s: %v, want %v", name, c.got, c.want)
		}
	}
	for _, err := range client.Ledger(ctx, "nobody", 0) {
		if !errors.Is(err, quota.ErrNotFound) {
			t.Errorf("Ledger() of nobody = %v, want ErrNotFound", err)
		}
	}
	direct := only(admin.SetPlan(ctx, "x", "gold", time.Time{}))
	if got := only(client.SetPlan(ctx, "x", "gold", time.Time{})); got.Error() != direct.Error() {
		t.Errorf("SetPlan() = %q, want %q as directly", got, direct)
	}
}

func only[T any](_ T, err error) error { return err }

func first[T any](seq func(func(T, error) bool)) func(func(T) bool) {
	return func(yield func(T) bool) {
		seq(func(v T, err error) bool { return err == nil && yield(v) })
	}
}

func cancelled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

// Errors on which an operator has to act are explained in the answer; unexpected ones are only logged.
func TestFailures(t *testing.T) {
	for _, c := range []struct {
		err    error
		status int
		code   string
	}{
		{fmt.Errorf("/data: %w: 3 MiB are free", quota.ErrFull), 507, "store_full"},
		{errors.New("secret-marker"), 500, "internal_error"},
	} {
		p := problemOf(c.err, "1")
		if p.Status != c.status || p.Code != c.code || strings.Contains(p.Detail, "secret-marker") || strings.Contains(p.Detail, "/data") {
			t.Errorf("problemOf(%v) = %+v, want %d %s", c.err, p, c.status, c.code)
		}
		if e := (&Error{*p}); c.status == 507 && !errors.Is(e, quota.ErrFull) {
			t.Errorf("%v is not quota.ErrFull", e)
		}
	}
}

// A Client does not take an answer of many lines that breaks off for a complete one.
func TestBrokenStream(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		stream(w, func(yield func(int, error) bool) {
			_ = yield(1, nil) && yield(0, errors.New("the disk is gone"))
		})
	}))
	s.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelInfo)
	defer s.Close()
	client := &Client{&http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "tcp", s.Listener.Addr().String())
	}}}}
	var got []int
	var failed error
	for n, err := range lines[int](t.Context(), client, "/") {
		if failed = err; err == nil {
			got = append(got, n)
		}
	}
	if failed == nil {
		t.Errorf("a stream that broke off gives %v and no error", got)
	}
}
