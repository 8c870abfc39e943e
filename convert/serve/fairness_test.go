package serve

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"lineitem/convert/testenv"
	"lineitem/convert/workerpool"
	"lineitem/quota"
)

// sendEndless sends n documents that never end, until end is called.
func (s *testServer) sendEndless(t *testing.T, n int) (end func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var sent sync.WaitGroup
	for range n {
		sent.Go(func() {
			contentType, body := parts("file", "%PDF-spin")
			r, _ := http.NewRequestWithContext(ctx, "POST", s.URL+"/api/v1/convert", body)
			r.Header.Set("Authorization", "Bearer "+s.key)
			r.Header.Set("Content-Type", contentType)
			if a, err := s.Client().Do(r); err == nil {
				a.Body.Close()
			}
		})
	}
	return func() { cancel(); sent.Wait() }
}

// TestEndlessDocumentsOfAnotherAccount checks that an account whose documents never
// end, however many, delays neither the documents nor the mappers of others.
func TestEndlessDocumentsOfAnotherAccount(t *testing.T) {
	s := start(t, setup{pool: workerpool.Config{Workers: 2, Queue: 3, Timeout: time.Minute}})
	alice := s.account(t, "alice", quota.Pro)
	defer s.sendEndless(t, 5)()
	waitFor(t, func() bool { working, waiting, _ := s.pool.Load(); return working == 2 && waiting == 3 })
	for range 3 {
		if a := s.postFile(t, "%PDF-4500", field{"Authorization", "Bearer " + alice}); a.StatusCode != 200 {
			t.Errorf("a document beside those of another account that never end = %d %s, want 200", a.StatusCode, a.text)
		}
	}
	if a := s.mapper(t, "PUT", "good", field{"Authorization", "Bearer " + alice}); a.StatusCode != 200 {
		t.Errorf("a mapper beside documents of another account that never end = %d %s, want 200", a.StatusCode, a.text)
	}
	if working, waiting, _ := s.pool.Load(); working+waiting < 4 { // one gave up its place
		t.Errorf("%d of the documents that never end are inside, want 4", working+waiting)
	}
}

// TestAtOnce checks that an account may have only so many requests under way at once.
// A further one is refused immediately, and is neither counted nor charged; other
// accounts are not affected.
func TestAtOnce(t *testing.T) {
	s := start(t, setup{pool: workerpool.Config{Workers: 3, Timeout: time.Minute}, quota: quota.Limits{AtOnce: 2}})
	alice := s.account(t, "alice", quota.Pro)
	end := s.sendEndless(t, 2)
	defer end()
	waitFor(t, func() bool { working, _, _ := s.pool.Load(); return working == 2 })
	for what, a := range map[string]*answer{"document": s.postFile(t, "%PDF-4500"), "mapper": s.mapper(t, "PUT", "good")} {
		if a.StatusCode != 429 || a.code(t) != "rate_limited" || a.Header.Get("Retry-After") == "" || !strings.Contains(a.detail(), "has 2 requests under way") {
			t.Errorf("a %s beside 2 of the same account = %d %v %s, want 429", what, a.StatusCode, a.Header, a.text)
		}
		if got := a.Header.Get("RateLimit"); !strings.Contains(got, `"minute";r=998`) {
			t.Errorf("RateLimit of a %s that is refused = %s, want 998 left in the minute", what, got)
		}
	}
	if a := s.postFile(t, "%PDF-4500", field{"Authorization", "Bearer " + alice}); a.StatusCode != 200 {
		t.Errorf("a document of another account = %d %s, want 200", a.StatusCode, a.text)
	}
	end()
	waitFor(t, func() bool { return s.postFile(t, "%PDF-4500").StatusCode == 200 })
}

// TestUnchargedTime checks that requests that take workers' time without a result are
// not charged, but cannot go on for ever.
func TestUnchargedTime(t *testing.T) {
	t.Parallel() // this test mostly waits
	for what, ask := range map[string]func(t testing.TB, s *testServer) *answer{
		"document that never ends":              func(t testing.TB, s *testServer) *answer { return s.postFile(t, "%PDF-spin") },
		"mapper that never ends":                func(t testing.TB, s *testServer) *answer { return s.mapper(t, "PUT", "spin") },
		"document that breaks its worker later": func(t testing.TB, s *testServer) *answer { return s.postFile(t, "%PDF-late") },
	} {
		testenv.WithTime(t, func(t testing.TB, limit time.Duration) { testUnchargedTime(t, limit, what, ask) })
	}
}

func testUnchargedTime(t testing.TB, limit time.Duration, what string, ask func(t testing.TB, s *testServer) *answer) {
	s := start(t, setup{pool: workerpool.Config{Workers: 1, Timeout: 2 * limit}, quota: quota.Limits{UnchargedSeconds: 1}})
	alice := s.account(t, "alice", quota.Pro)
	if a := ask(t, s); a.StatusCode != 504 && a.StatusCode != 400 {
		t.Errorf("a %s = %d %s, want 504 or 400", what, a.StatusCode, a.text)
	}
	a := s.postFile(t, "%PDF-4500")
	if a.StatusCode != 429 || a.code(t) != "rate_limited" || !strings.Contains(a.detail(), "took more than 1 seconds of work within an hour") {
		t.Errorf("after a %s the answer is %d %s, want 429", what, a.StatusCode, a.text)
	}
	if n, err := strconv.Atoi(a.Header.Get("Retry-After")); err != nil || n < 1 || n > 3600 {
		t.Errorf("after a %s Retry-After is %q, want up to an hour", what, a.Header.Get("Retry-After"))
	}
	if used := s.used(t, "rich"); used != 0 {
		t.Errorf("after a %s %d conversions are charged, want none", what, used)
	}
	if a := s.postFile(t, "%PDF-4500", field{"Authorization", "Bearer " + alice}); a.StatusCode != 200 {
		t.Errorf("a document of another account = %d %s, want 200", a.StatusCode, a.text)
	}
}
