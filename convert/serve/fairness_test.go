package serve

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"lineitem/convert/isolate"
	"lineitem/quota"
)

// An account whose documents never end keeps neither the documents nor the mappers of
// others waiting, however many it sends.
func TestEndlessDocumentsOfAnotherAccount(t *testing.T) {
	s := start(t, setup{pool: isolate.Config{Workers: 2, Queue: 3, Timeout: time.Minute}})
	alice := s.account(t, "alice", quota.Pro)
	var endless sync.WaitGroup
	defer endless.Wait()
	defer s.CloseClientConnections()
	for range 5 {
		endless.Go(func() {
			contentType, body := parts("file", "%PDF-spin")
			r, _ := http.NewRequest("POST", s.URL+"/api/v1/convert", body)
			r.Header.Set("Authorization", "Bearer "+s.key)
			r.Header.Set("Content-Type", contentType)
			if a, err := s.Client().Do(r); err == nil {
				a.Body.Close()
			}
		})
	}
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
