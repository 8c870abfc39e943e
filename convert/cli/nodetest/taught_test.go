package nodetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lineitem/convert/cli/clitest"
	"lineitem/convert/order/taught"
	"lineitem/convert/testenv"
	"lineitem/quota"
	"lineitem/quota/pgstore/pgtest"
)

// taughtFolder holds orders of one layout, and their correct rows.
var taughtFolder = clitest.Testdata("taught") + "/"

// pupil is a client that teaches a server and converts with what the server learned.
type pupil struct {
	key    string
	client *http.Client
}

// send sends a request, and returns the answer.
func (p *pupil) send(method, url, contentType string, body []byte) (status int, answer []byte, err error) {
	r, err := http.NewRequest(method, url, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	r.Header.Set("Authorization", "Bearer "+p.key)
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	response, err := p.client.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	answer, err = io.ReadAll(response.Body)
	return response.StatusCode, answer, err
}

// teach sends the order with number n and its correct rows, and returns the ID of the layout that was learned.
func (p *pupil) teach(t testing.TB, url string, n int) (id string, status int, err error) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for name, file := range map[string]string{"file": "docs/calloff-%d.pdf", "rows": "truth/calloff-%d.json"} {
		data, err := os.ReadFile(taughtFolder + fmt.Sprintf(file, n))
		if err != nil {
			t.Fatal(err)
		}
		part, _ := w.CreateFormFile(name, name)
		part.Write(data)
	}
	w.Close()
	status, answer, err := p.send("POST", url+"/api/v1/layouts", w.FormDataContentType(), b.Bytes())
	if err != nil {
		return "", status, err
	}
	var lesson struct{ ID string }
	if err := json.Unmarshal(answer, &lesson); err != nil || status/100 != 2 {
		return "", status, fmt.Errorf("teaching = %d %s", status, answer)
	}
	return lesson.ID, status, nil
}

// rows converts the order with number n, and returns its rows.
func (p *pupil) rows(t testing.TB, url string, n int) []map[string]string {
	t.Helper()
	data, err := os.ReadFile(taughtFolder + fmt.Sprintf("docs/calloff-%d.pdf", n))
	if err != nil {
		t.Fatal(err)
	}
	u := clitest.NewUpload("order.pdf", data)
	status, answer, err := p.send("POST", url+"/api/v1/convert", u.ContentType, u.Body)
	var result struct{ Rows []map[string]string }
	if err != nil || status != 200 || json.Unmarshal(answer, &result) != nil {
		t.Fatalf("converting = %d %s, %v", status, answer, err)
	}
	return result.Rows
}

// wrong returns the number of rows of an order whose item codes are wrong: these can be read
// only by the layout.
func (p *pupil) wrong(t testing.TB, url string, n int) (wrong int) {
	t.Helper()
	data, err := os.ReadFile(taughtFolder + fmt.Sprintf("truth/calloff-%d.json", n))
	if err != nil {
		t.Fatal(err)
	}
	var truth struct{ Rows []map[string]string }
	if err := json.Unmarshal(data, &truth); err != nil {
		t.Fatal(err)
	}
	got := p.rows(t, url, n)
	for i, row := range truth.Rows {
		const key = "item_code"
		if i >= len(got) || got[i][key] != row[key] {
			wrong++
		}
	}
	return wrong + max(0, len(got)-len(truth.Rows))
}

// list returns the account's layouts: their IDs, and from how many orders each was learned.
func (p *pupil) list(t testing.TB, url string) map[string]int {
	t.Helper()
	status, answer, err := p.send("GET", url+"/api/v1/layouts", "", nil)
	var list struct {
		Layouts []struct {
			ID       string
			Examples int
		}
	}
	if err != nil || status != 200 || json.Unmarshal(answer, &list) != nil {
		t.Fatalf("the list = %d %s, %v", status, answer, err)
	}
	examples := map[string]int{}
	for _, l := range list.Layouts {
		examples[l.ID] = l.Examples
	}
	return examples
}

// checkWhole checks that all layouts of the account can be read.
func (p *pupil) checkWhole(t testing.TB, url string) {
	t.Helper()
	for id := range p.list(t, url) {
		status, answer, err := p.send("GET", url+"/api/v1/layouts/"+id, "", nil)
		if err != nil || status != 200 {
			t.Fatalf("the layout %s = %d %s, %v", id, status, answer, err)
		}
		if l, err := taught.Parse(answer); err != nil || l.ID != id {
			t.Errorf("the layout %s is %s, %v", id, answer, err)
		}
	}
}

// countLessons returns the number of entries about layouts in the account's ledger, and audits the account.
func countLessons(t testing.TB, admin *quota.Admin) (n int) {
	t.Helper()
	for e, err := range admin.Ledger(t.Context(), "own", 0) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Kind == quota.EntryLayout {
			n++
		}
	}
	if report, err := admin.Audit(t.Context(), "own"); err != nil || len(report.Problems) > 0 {
		t.Errorf("Audit() = %+v, %v", report, err)
	}
	return n
}

// A server that is taught one order reads the next one by its layout, for that account
// alone and even after it was killed, until the layout is removed.
func TestTaughtServer(t *testing.T) {
	if testing.Short() {
		t.Skip("starts servers")
	}
	data := t.TempDir()
	admin, end := clitest.NewAdmin(t, data)
	own := &pupil{clitest.AddAccount(t, admin, quota.NewAccount{ID: "own", Credits: 100, Limits: clitest.Unlimited}), clitest.NewClient()}
	other := &pupil{clitest.AddAccount(t, admin, quota.NewAccount{ID: "other", Credits: 100, Limits: clitest.Unlimited}), own.client}
	end()
	server := clitest.Start(t, data)
	before := own.rows(t, server.URL, 2)
	if wrong := own.wrong(t, server.URL, 2); wrong == 0 {
		t.Fatal("all items are read rightly before anything is taught: there is nothing to test")
	}
	id, status, err := own.teach(t, server.URL, 1)
	if err != nil || status != http.StatusCreated {
		t.Fatalf("teaching = %d, %v, want 201", status, err)
	}
	if wrong := own.wrong(t, server.URL, 2); wrong != 0 {
		t.Errorf("after one order was taught %d rows of another one are wrong", wrong)
	}
	if wrong := other.wrong(t, server.URL, 2); wrong == 0 {
		t.Error("what one account taught is used for another one")
	}
	server.Kill()
	server = clitest.Start(t, data)
	if wrong := own.wrong(t, server.URL, 2); wrong != 0 {
		t.Errorf("after the server was killed %d rows are wrong", wrong)
	}
	if status, answer, err := own.send("DELETE", server.URL+"/api/v1/layouts/"+id, "", nil); status != http.StatusNoContent {
		t.Errorf("DELETE = %d %s, %v", status, answer, err)
	}
	if after := own.rows(t, server.URL, 2); fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("after the layout was removed the rows are %v, want %v", after, before)
	}
}

// TestKilledWhileTaught kills a server at random moments while it is taught. The lessons that
// it answered are remembered, and at most one more that was under way, and all layouts are whole.
func TestKilledWhileTaught(t *testing.T) {
	if testing.Short() {
		t.Skip("starts servers")
	}
	data := t.TempDir()
	admin, end := clitest.NewAdmin(t, data)
	p := &pupil{clitest.AddAccount(t, admin, quota.NewAccount{ID: "own", Limits: clitest.Unlimited}), clitest.NewClient()}
	end()
	answered := 0
	rounds := testenv.Either(1, 3)
	for round := range rounds {
		server := clitest.Start(t, data)
		var killed atomic.Bool
		first := make(chan struct{})
		var wg sync.WaitGroup
		wg.Go(func() {
			for n := 0; ; n++ {
				_, _, err := p.teach(t, server.URL, 1+n%3)
				if err != nil {
					if !killed.Load() {
						t.Error(err)
					}
					return
				}
				if answered++; n == 0 {
					close(first)
				}
			}
		})
		<-first
		time.Sleep(rand.N(100 * time.Millisecond))
		killed.Store(true)
		server.Kill()
		wg.Wait()

		admin, end := clitest.NewAdmin(t, data)
		kept := countLessons(t, admin)
		end()
		if kept < answered || kept > answered+1 {
			t.Errorf("in round %d: %d lessons are remembered, %d were answered, and one may have been cut off", round, kept, answered)
		}
		answered = kept
		server = clitest.Start(t, data)
		p.checkWhole(t, server.URL)
		if layouts := p.list(t, server.URL); len(layouts) != 1 {
			t.Errorf("in round %d: of orders of one layout there are the layouts %v", round, layouts)
		}
		server.End()
	}
}

// Nodes that share a database use at once what an account taught another one, and lose
// nothing of what they are taught at the same time.
func TestTaughtNodes(t *testing.T) {
	testenv.Long(t, "starts PostgreSQL and two nodes")
	db := pgtest.Start(t)
	c := newCluster(t, db.URL(db.Database(t)), 2)
	p := &pupil{clitest.AddAccount(t, c.admin, quota.NewAccount{ID: "own", Credits: 100, Limits: clitest.Unlimited}), clitest.NewClient()}
	one, two := c.nodes[0].current().URL, c.nodes[1].current().URL
	if p.wrong(t, two, 2) == 0 {
		t.Fatal("all items are read rightly before anything is taught: there is nothing to test")
	}
	if _, _, err := p.teach(t, one, 1); err != nil {
		t.Fatal(err)
	}
	if wrong := p.wrong(t, two, 2); wrong != 0 {
		t.Errorf("after another node was taught %d rows are wrong", wrong)
	}
	var wg sync.WaitGroup
	const rounds = 5
	for _, url := range []string{one, two} {
		wg.Go(func() {
			for n := range rounds {
				if _, _, err := p.teach(t, url, 2+n%2); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	layouts := p.list(t, two)
	if n := countLessons(t, c.admin); n != 1+2*rounds || len(layouts) != 1 {
		t.Errorf("after %d lessons on one layout the ledger tells of %d, and the list is %v", 1+2*rounds, n, layouts)
	}
	for id, examples := range layouts {
		if examples != 3 {
			t.Errorf("%s was learned from %d orders, want 3", id, examples)
		}
		if status, answer, err := p.send("DELETE", one+"/api/v1/layouts/"+id, "", nil); status != http.StatusNoContent {
			t.Errorf("DELETE = %d %s, %v", status, answer, err)
		}
	}
	if p.wrong(t, two, 2) == 0 {
		t.Error("after another node forgot the layout it is still used")
	}
}
