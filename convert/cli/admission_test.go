package cli

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lineitem/convert"
	"lineitem/convert/cli/clitest"
	"lineitem/convert/serve"
	"lineitem/quota"
	"lineitem/quota/badgerstore"
)

// Of two hundred simultaneous requests with two keys of one account, which may make 30 a
// minute, exactly 30 are answered 200.
func TestTwoHundredAtOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server")
	}
	data := t.TempDir()
	admin, end := clitest.NewAdmin(t, data)
	keys := []string{clitest.AddAccount(t, admin, quota.NewAccount{ID: "acme", Plan: quota.Pro, Limits: quota.Limits{AtOnce: 200}})}
	key, _, err := admin.NewKey(t.Context(), "acme", "second")
	if err != nil {
		t.Fatal(err)
	}
	keys = append(keys, key)
	end()
	server := clitest.Start(t, data)
	file, client := clitest.OrderUpload(t), clitest.NewClient()
	var mu sync.Mutex
	got := map[int]int{}
	var wg sync.WaitGroup
	for i := range 200 {
		wg.Go(func() {
			status, header, err := file.Post(client, server.URL, keys[i%2], "")
			if err != nil {
				t.Error(err)
			}
			if status == http.StatusTooManyRequests && header.Get("Retry-After") == "" {
				t.Error("a 429 has no Retry-After")
			}
			mu.Lock()
			got[status]++
			mu.Unlock()
		})
	}
	wg.Wait()
	if got[200] != 30 || got[429] != 170 {
		t.Errorf("200 requests at once are answered %v, want 30 times 200 and 170 times 429", got)
	}
	server.Kill()
	admin, end = clitest.NewAdmin(t, data)
	defer end()
	if s, err := admin.Account(t.Context(), "acme"); err != nil || s.Allowance.Used != 30 || s.Open != 0 {
		t.Errorf("after them the account is %+v, %v, want a use of 30", s, err)
	}
}

// Requests with the same Idempotency-Key are charged once, even if they arrive at the
// same time.
func TestSameRequestAtOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server")
	}
	data := t.TempDir()
	admin, end := clitest.NewAdmin(t, data)
	key := clitest.AddAccount(t, admin, quota.NewAccount{ID: "acme", Credits: 100, Limits: clitest.Unlimited})
	end()
	server := clitest.Start(t, data)
	file, client := clitest.OrderUpload(t), clitest.NewClient()
	const documents, repetitions = 4, 8
	var wg sync.WaitGroup
	for i := range documents * repetitions {
		wg.Go(func() {
			if status, _, err := file.Post(client, server.URL, key, fmt.Sprint("order ", i%documents)); status != 200 {
				t.Errorf("a request = %d, %v, want 200", status, err)
			}
		})
	}
	wg.Wait()
	server.Kill()
	admin, end = clitest.NewAdmin(t, data)
	defer end()
	if s, err := admin.Account(t.Context(), "acme"); err != nil || s.Credits != 100-documents || s.Open != 0 {
		t.Errorf("after %d requests, each %d times, the account is %+v, %v", documents, repetitions, s, err)
	}
}

// A retry succeeds after Retry-After, and not a second before.
func TestRetryAfter(t *testing.T) {
	file := clitest.OrderUpload(t)
	for _, c := range []struct {
		name   string
		now    string // time of the first request; the others follow 1.3 s apart
		limits quota.Limits
		want   string
	}{
		{"minute", "2027-03-10T12:00:00.5Z", quota.Limits{PerMinute: 3}, "57"},        // 60 − 3 × 1.3 = 56.1
		{"day", "2027-03-10T12:00:00Z", quota.Limits{PerDay: 3}, "43197"},             // to midnight
		{"both", "2027-03-10T23:59:50Z", quota.Limits{PerMinute: 3, PerDay: 3}, "57"}, // past midnight
		{"leap day", "2028-02-28T23:59:59.9Z", quota.Limits{PerDay: 1}, "86398"},      // the second request falls on 29 February
		{"year's end", "2027-12-31T23:59:30Z", quota.Limits{PerDay: 2}, "28"},
	} {
		t.Run(c.name, func(t *testing.T) {
			now, err := time.Parse(time.RFC3339Nano, c.now)
			if err != nil {
				t.Fatal(err)
			}
			var clock atomic.Int64
			clock.Store(now.UnixNano())
			pass := func(d time.Duration) { clock.Add(int64(d)) }
			store, err := badgerstore.Open(t.TempDir(), badgerstore.Options{NoSync: true})
			if err != nil {
				t.Fatal(err)
			}
			defer store.Close()
			options := quota.Options{Now: func() time.Time { return time.Unix(0, clock.Load()).UTC() }}
			key := clitest.AddAccount(t, quota.NewAdmin(store, options), quota.NewAccount{ID: "acme", Plan: quota.Pro, Limits: c.limits})
			server := httptest.NewServer(serve.New(serve.Config{Converter: &convert.Converter{}, Gate: quota.NewGate(store, options)}))
			defer server.Close()
			post := func() (int, string) {
				t.Helper()
				status, header, err := file.Post(server.Client(), server.URL, key, "")
				if err != nil {
					t.Fatal(err)
				}
				return status, header.Get("Retry-After")
			}

			status, after := post()
			for n := 0; status == 200 && n < 5; n++ {
				pass(1300 * time.Millisecond)
				status, after = post()
			}
			if status != 429 || after != c.want {
				t.Fatalf("the first refusal is %d with Retry-After: %s, want 429 and %s", status, after, c.want)
			}
			seconds, _ := strconv.Atoi(after)
			pass(time.Duration(seconds-1) * time.Second)
			if status, after := post(); status != 429 || after != "1" {
				t.Errorf("a second before Retry-After a retry = %d, Retry-After: %s, want 429 and 1", status, after)
			}
			pass(time.Second)
			if status, _ := post(); status != 200 {
				t.Errorf("after Retry-After a retry = %d, want 200", status)
			}
		})
	}
}

// The operator's listener requires its token and does not accept API keys.
func TestOperatorListener(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server")
	}
	data, token := t.TempDir(), strings.Repeat("0123456789abcdef", 2)
	admin, end := clitest.NewAdmin(t, data)
	key := clitest.AddAccount(t, admin, quota.NewAccount{ID: "acme", Limits: quota.Limits{FreePerDay: quota.None}})
	end()
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte(token+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	server := clitest.Start(t, data, "--operator-addr=localhost:0", "--operator-token-file="+file)
	order, client := clitest.OrderUpload(t), clitest.NewClient()
	if status, _, err := order.Post(client, server.URL, key, ""); status != 402 {
		t.Errorf("without credits a request = %d, %v, want 402", status, err)
	}
	for _, c := range []struct {
		url, token string
		want       int
	}{
		{server.Operator, "", 401},
		{server.Operator, key, 401},
		{server.Operator, token, 200},
		{server.Operator, token, 200}, // the same payment
		{server.URL, token, 404},
	} {
		r, err := http.NewRequest("POST", c.url+"/v1/accounts/acme/credits", strings.NewReader(`{"amount":1}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+c.token)
		r.Header.Set("Idempotency-Key", "payment 1")
		response, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if response.StatusCode != c.want {
			t.Errorf("adding credits at %s with the token %q = %d %s, want %d", c.url, c.token, response.StatusCode, text, c.want)
		}
	}
	for _, want := range []int{200, 402} { // there is one credit, although the payment was sent twice
		if status, _, err := order.Post(client, server.URL, key, ""); status != want {
			t.Errorf("a request = %d, %v, want %d", status, err, want)
		}
	}
	if status, _, err := order.Post(client, server.Operator, key, ""); status != 401 {
		t.Errorf("a conversion at the operator's address = %d, %v, want 401", status, err)
	}
}

// BenchmarkRequest measures whole requests over HTTP, one after another, with a real
// document, and admission's share of their time. Admission is measured between
// the requests, by an Admit and a Settle on another store on the same disk.
func BenchmarkRequest(b *testing.B) {
	file := clitest.OrderUpload(b)
	for _, sync := range []bool{true, false} {
		b.Run(fmt.Sprintf("sync=%t", sync), func(b *testing.B) {
			const accounts = 16 // so many that none reaches its limit per minute
			data := b.TempDir()
			keys := clitest.AddAccounts(b, data, accounts)
			server, client := clitest.Start(b, data, fmt.Sprintf("--sync=%t", sync)), clitest.NewClient()

			other := b.TempDir()
			otherKeys := clitest.AddAccounts(b, other, accounts)
			store, err := badgerstore.Open(accountsDirectory(other), badgerstore.Options{NoSync: !sync})
			if err != nil {
				b.Fatal(err)
			}
			defer store.Close()
			gate := quota.NewGate(store, quota.Options{})

			var requests, admissions time.Duration
			n := 0
			for b.Loop() {
				began := time.Now()
				if status, _, err := file.Post(client, server.URL, keys[n%accounts], ""); status != 200 {
					b.Fatalf("a request = %d, %v", status, err)
				}
				requests += time.Since(began)

				began = time.Now()
				grant, err := gate.Admit(b.Context(), otherKeys[n%accounts], "")
				if err == nil {
					err = grant.Settle(b.Context())
					grant.Done()
				}
				if err != nil {
					b.Fatal(err)
				}
				admissions += time.Since(began)
				n++
			}
			b.ReportMetric(float64(requests.Nanoseconds())/float64(n), "ns/op")
			b.ReportMetric(float64(admissions.Microseconds())/float64(n), "admission-µs/op")
			b.ReportMetric(100*float64(admissions)/float64(requests), "admission-%")
		})
	}
}
