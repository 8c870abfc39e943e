package abusetest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"lineitem/convert/cli/clitest"
	"lineitem/convert/testenv"
	"lineitem/quota"
)

// hostileMappers are mappers that do the worst that a mapper can do to the process that
// it runs in, and the detail with which each is answered.
var hostileMappers = []struct{ name, detail string }{
	{"loop", "took longer than 300ms"},
	{"tree", "took longer than 300ms"},
	{"fill", "took longer than 300ms"},
	{"yield", "took longer than 300ms"},
	{"deep", "exhausted its stack"},
	{"deep-memory", "trapped"},
	{"grow", "ran out of memory"},
	{"grow-exit", "ran out of memory"},
	{"large", "of memory from the start"},
	{"flood", ""}, // it writes too much, or takes too long
	{"flood-error", "took longer than 300ms"},
	{"flood-exit", "last words"},
	{"exit", "exited with status 3. Its standard error ends with: no such field"},
	{"silent", "wrote nothing"},
	{"close", "wrote nothing"},
	{"close-late", "it ends after byte"},
	{"latin", "is not UTF-8"},
	{"prose", "want an object"},
	{"mirror", `it has a member \"api\"`},
	{"trap", "trapped: unreachable"},
	{"outside", "trapped"},
	{"foreign", "imports env.puts"},
	{"mistyped", "a type that differs"},
	{"library", "exports no function _start"},
}

// givenReason reports whether an answer says why a hostile mapper failed. On a busy machine
// each of them may run out of time first.
func givenReason(answer, detail string) bool {
	return strings.Contains(answer, `"code":"mapper_failed"`) &&
		(strings.Contains(answer, detail) || strings.Contains(answer, "took longer than 300ms"))
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// Mappers of some accounts do the worst that they can, while another account
// converts without one. Each of their requests is answered 400 with its own reason, and
// not charged; the other account's answers stay right and wait for none of
// them; no worker dies.
func TestHostileMappersHurtNobodyElse(t *testing.T) {
	testenv.Costly(t, "runs mappers that never end")
	if testing.Short() {
		t.Skip("starts a server")
	}
	data := t.TempDir()
	admin, end := clitest.NewAdmin(t, data)
	plain := clitest.AddAccount(t, admin, quota.NewAccount{ID: "plain", Credits: 100_000, Limits: clitest.Unlimited})
	keys := map[string]string{}
	for _, m := range hostileMappers {
		account := "hostile-" + m.name
		keys[m.name] = clitest.AddAccount(t, admin, quota.NewAccount{ID: account, Credits: 100, Limits: clitest.Unlimited})
		if _, err := admin.SetMapper(t.Context(), account, clitest.Mapper(t, m.name)); err != nil {
			t.Fatal(err)
		}
	}
	end()
	server := clitest.Start(t, data, "--workers=3", "--mapper-time=300ms", "--sync=false")
	file, client := clitest.OrderUpload(t), clitest.NewClient()

	var want string
	conversions := 0
	// convert converts the order for the account without a mapper.
	convert := func() {
		status, text, err := clitest.Answered(client, "POST", server.URL+"/api/v1/convert", plain, file.ContentType, file.Body)
		if err != nil || status != 200 || want != "" && text != want {
			t.Errorf("the account without a mapper is answered %d %.300s, %v", status, text, err)
		}
		want = text
		conversions++
	}
	convert()

	// The hostile mappers run one after the other, each on one of three workers.
	over := make(chan struct{})
	go func() {
		defer close(over)
		for _, m := range hostileMappers {
			for range 2 { // a new worker, or one that met the module before
				status, text, err := clitest.Answered(client, "POST", server.URL+"/api/v1/convert", keys[m.name], file.ContentType, file.Body)
				if err != nil || status != 400 || !givenReason(text, m.detail) {
					t.Errorf("with the mapper %s the answer is %d %.300s, %v, want 400 mapper_failed and %s", m.name, status, text, err, m.detail)
				}
			}
		}
	}()
	for !isClosed(over) && !t.Failed() {
		convert()
	}
	<-over
	if complaints := server.Complaints(); complaints != "" {
		t.Errorf("workers died, or worse:\n%s", complaints)
	}
	server.Kill()

	// Nobody waits for a mapper that never ends: all of these conversions end while
	// it still runs.
	server = clitest.Start(t, data, "--workers=3", "--mapper-time=10m", "--timeout=10m", "--sync=false")
	ctx, leave := context.WithCancel(t.Context())
	over = make(chan struct{})
	go func() {
		defer close(over)
		r, err := http.NewRequestWithContext(ctx, "POST", server.URL+"/api/v1/convert", bytes.NewReader(file.Body))
		if err != nil {
			t.Error(err)
			return
		}
		r.Header.Set("Authorization", "Bearer "+keys["loop"])
		r.Header.Set("Content-Type", file.ContentType)
		if response, err := client.Do(r); err == nil {
			response.Body.Close()
			t.Errorf("a mapper that never ends is answered %s", response.Status)
		}
	}()
	for range 20 {
		convert()
	}
	if isClosed(over) {
		t.Error("the mapper ended before the conversions beside it")
	}
	leave()
	<-over
	if err := server.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	server.Wait()

	admin, end = clitest.NewAdmin(t, data)
	defer end()
	for status, err := range admin.Accounts(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		switch left := 100 - int(status.Credits); {
		case status.Open != 0:
			t.Errorf("account %s has %d reservations open", status.ID, status.Open)
		case strings.HasPrefix(status.ID, "hostile") && left != 0:
			t.Errorf("account %s is charged %d times, want never", status.ID, left)
		case status.ID == "plain" && status.Credits != int64(100_000-conversions):
			t.Errorf("account plain has %d credits left after %d conversions of 100000", status.Credits, conversions)
		}
	}
	for report, err := range admin.AuditAll(t.Context()) {
		if err != nil || len(report.Problems) > 0 {
			t.Errorf("the audit finds %+v, %v", report, err)
		}
	}
}

// A mapper that an account uploads is used from then on for this account alone,
// even after the process was killed. Uploading one that cannot be used leaves it in place.
func TestUploadedMapper(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server")
	}
	data := t.TempDir()
	admin, end := clitest.NewAdmin(t, data)
	acme := clitest.AddAccount(t, admin, quota.NewAccount{ID: "acme", Credits: 100, Limits: clitest.Unlimited})
	other := clitest.AddAccount(t, admin, quota.NewAccount{ID: "other", Credits: 100, Limits: clitest.Unlimited})
	end()
	server := clitest.Start(t, data, "--mapper-time=300ms", "--mapper-module=64KiB")
	file, client := clitest.OrderUpload(t), clitest.NewClient()
	upload := func(key, name string, want int) string {
		t.Helper()
		status, text, err := clitest.Answered(client, "PUT", server.URL+"/api/v1/mapper", key, "application/wasm", clitest.Mapper(t, name))
		if err != nil || status != want {
			t.Errorf("PUT of %s = %d %s, %v, want %d", name, status, text, err, want)
		}
		return text
	}
	convert := func(key string, want int, holds string) {
		t.Helper()
		status, text, err := clitest.Answered(client, "POST", server.URL+"/api/v1/convert", key, file.ContentType, file.Body)
		if err != nil || status != want || !strings.Contains(text, holds) {
			t.Errorf("POST = %d %.300s, %v, want %d and %s", status, text, err, want, holds)
		}
	}
	var ref quota.MapperRef
	if err := json.Unmarshal([]byte(upload(acme, "nap", 200)), &ref); err != nil || ref.Size == 0 {
		t.Errorf("PUT answers %+v, %v", ref, err)
	}
	_, text, _ := clitest.Answered(client, "POST", server.URL+"/api/v1/convert", acme, file.ContentType, file.Body)
	columns := text[max(0, strings.Index(text, `"columns"`)):]
	columns, _, _ = strings.Cut(columns, "]")
	if strings.Contains(columns, "po_number") || !strings.Contains(columns, `"key"`) {
		t.Fatalf("with the mapper the columns are %s", columns)
	}
	convert(other, 200, `"key":"po_number"`)
	upload(other, "pass", 200)
	for _, m := range hostileMappers {
		if text := upload(acme, m.name, 400); !givenReason(text, m.detail) {
			t.Errorf("PUT of %s answers %s", m.name, text)
		}
	}
	convert(acme, 200, columns)
	server.Kill()
	server = clitest.Start(t, data, "--mapper-time=300ms")
	convert(acme, 200, columns)
	convert(other, 200, `"key":"po_number"`)
	if status, text, err := clitest.Answered(client, "GET", server.URL+"/api/v1/mapper", acme, "", nil); err != nil || status != 200 || !strings.Contains(text, fmt.Sprintf("%q", ref.Hash)) {
		t.Errorf("GET after a kill = %d %s, %v, want %v", status, text, err, ref)
	}
	if status, text, err := clitest.Answered(client, "DELETE", server.URL+"/api/v1/mapper", acme, "", nil); err != nil || status != 204 {
		t.Errorf("DELETE = %d %s, %v", status, text, err)
	}
	convert(acme, 200, `"key":"po_number"`)
}
