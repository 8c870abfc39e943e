package abusetest

import (
	"encoding/csv"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"mime"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"unicode"

	"lineitem/convert/cli/clitest"
	"lineitem/convert/serve"
	sheets "lineitem/convert/table"
	"lineitem/convert/testenv"
	"lineitem/convert/workerpool"
	"lineitem/quota"
	"lineitem/quota/badgerstore"
)

// A customer has an account, documents and a mapper of its own.
type customer struct {
	account, key string
	mapper       string   // its name in testdata/mapper; empty: none
	documents    []string // their names in testdata
	wants        []want
}

// want is a request of a customer, and the answer of an idle server.
type want struct {
	name, query, accept string
	file                clitest.Upload
	answer              string
}

func newCustomers() []*customer {
	return []*customer{
		{account: "plain", documents: []string{"orders/us-accounting.pdf", "orders/swiss-letter.pdf"}},
		{account: "cost-centers", mapper: "examples/c", documents: []string{"orders/german-letter.pdf", "orders/us-accounting.pdf"}},
		{account: "packs", mapper: "examples/rust", documents: []string{"orders/us-hospital.pdf", "orders/italian-spreadsheet.pdf"}},
		{account: "refused", mapper: "refuse", documents: []string{"orders/uk-office.pdf"}},
		{account: "complaining", mapper: "exit", documents: []string{"orders/dutch-forms.pdf"}},
		{account: "locked", documents: []string{"orders/us-portal-aes256.pdf", "orders/us-multipage.pdf"}},
	}
}

// variants are the forms in which each document's result is asked for.
var variants = []struct{ query, accept string }{
	{"", "application/json"}, {"?include=evidence", "application/json"}, {"", sheets.CSVMediaType}, {"", sheets.XLSXMediaType},
}

// secret is part of all file names.
const secret = "secret-file-name"

// open makes the customer's account, and prepares the requests that it will send.
func (c *customer) open(t *testing.T, admin *quota.Admin) {
	t.Helper()
	c.key = clitest.AddAccount(t, admin, quota.NewAccount{ID: c.account, Credits: 1_000_000, Limits: clitest.Unlimited})
	if c.mapper != "" {
		if _, err := admin.SetMapper(t.Context(), c.account, clitest.Mapper(t, c.mapper)); err != nil {
			t.Fatal(err)
		}
	}
	for _, document := range c.documents {
		data, err := os.ReadFile(clitest.Testdata(document))
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range variants {
			c.wants = append(c.wants, want{
				name: fmt.Sprintf("%s for %s as %s%s", document, c.account, v.accept, v.query), query: v.query, accept: v.accept,
				file: clitest.NewUpload(fmt.Sprintf("%s-%s.pdf", secret, c.account), data),
			})
		}
	}
}

// ask sends one of the requests, and returns everything in the answer that does not
// differ from request to request.
func (c *customer) ask(client *http.Client, url string, w want) (answer string, status int, header http.Header, err error) {
	r, err := http.NewRequest("POST", url+"/api/v1/convert"+w.query, strings.NewReader(string(w.file.Body)))
	if err != nil {
		return "", 0, nil, err
	}
	r.Header.Set("Authorization", "Bearer "+c.key)
	r.Header.Set("Content-Type", w.file.ContentType)
	r.Header.Set("Accept", w.accept)
	response, err := client.Do(r)
	if err != nil {
		return "", 0, nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return "", 0, nil, err
	}
	text := strings.ReplaceAll(string(body), response.Header.Get("X-Request-Id"), "") // which problems contain
	return fmt.Sprintf("%d %s %s\n%s", response.StatusCode, response.Header.Get("Content-Type"), response.Header.Get("Content-Disposition"), text), response.StatusCode, response.Header, nil
}

// learn sends each request to an idle server, and keeps the answers.
func (c *customer) learn(t *testing.T, url string) {
	t.Helper()
	client := clitest.NewClient()
	defer client.CloseIdleConnections()
	for i, w := range c.wants {
		answer, status, _, err := c.ask(client, url, w)
		wanted := http.StatusOK
		if c.mapper == "refuse" || c.mapper == "exit" {
			wanted = http.StatusBadRequest
		}
		if err != nil || status != wanted {
			t.Fatalf("%s on an idle server = %.300s, %v, want %d", w.name, answer, err, wanted)
		}
		c.wants[i].answer = answer
	}
}

// mix has all customers send requests at once, each on two connections, and compares
// the answers with those of an idle server.
func mix(t *testing.T, url string, customers []*customer, requests int) {
	t.Helper()
	for _, c := range customers {
		c.learn(t, url)
	}
	var wg sync.WaitGroup
	for i, c := range customers {
		for j := range 2 {
			wg.Go(func() {
				client := clitest.NewClient()
				defer client.CloseIdleConnections()
				r := rand.New(rand.NewPCG(uint64(i), uint64(j)))
				for range requests {
					w := c.wants[r.IntN(len(c.wants))]
					answer, _, _, err := c.ask(client, url, w)
					if err != nil || answer != w.answer {
						t.Errorf("%s, beside other customers = %.500q, %v\nwant as on an idle server %.500q", w.name, answer, err, w.answer)
					}
				}
			})
		}
	}
	wg.Wait()
}

// Customers whose documents and mappers go through the same workers at the same
// time get the same answers as alone, byte for byte. The log holds no key, no file
// name, nothing from a document and nothing that a mapper wrote.
func TestCustomersNeverMix(t *testing.T) {
	testenv.Costly(t, "converts some hundred documents for five accounts")
	if testing.Short() {
		t.Skip("starts a server")
	}
	data, customers := t.TempDir(), newCustomers()
	admin, end := clitest.NewAdmin(t, data)
	for _, c := range customers {
		c.open(t, admin)
	}
	end()
	server := clitest.Start(t, data, "--workers=2", "--queue=100", "--sync=false", "--log-level=debug", "--cache="+clitest.WarmCache(t))
	t.Cleanup(server.End)
	mix(t, server.URL, customers, testenv.Either(4, 25))
	log := server.Everything()
	if !strings.Contains(log, `"route":"/api/v1/convert"`) || !strings.Contains(log, `"account":"packs"`) {
		t.Fatalf("the log has no requests:\n%.1000s", log)
	}
	for _, c := range customers {
		for marker, what := range c.secrets(t) {
			if strings.Contains(log, marker) {
				t.Errorf("the log holds %s of %s: %q", what, c.account, marker)
			}
		}
	}
}

// secrets returns what no log may contain about a customer, each with a description: its key,
// file names, what its mappers write, and all values that were read in its documents and are
// long enough not to occur by chance.
func (c *customer) secrets(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{c.key: "a key", c.key[:20]: "a part of a key", secret: "the name of a file", "no such field": "what a mapper wrote", "no contract": "what a mapper wrote"}
	for _, w := range c.wants {
		if kind, _, _ := mime.ParseMediaType(w.accept); kind != "text/csv" || !strings.HasPrefix(w.answer, "200") {
			continue
		}
		_, body, _ := strings.Cut(w.answer, "\n")
		records, err := csv.NewReader(strings.NewReader(body)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, record := range records[1:] {
			for _, value := range record {
				if len(value) >= 8 && strings.ContainsFunc(value, unicode.IsLetter) {
					found[value] = "a value"
				}
			}
		}
	}
	return found
}

// TestCustomersNeverMixInProcess is the same test within one process, for the race detector.
func TestCustomersNeverMixInProcess(t *testing.T) {
	customers, requests := newCustomers(), testenv.Either(3, 10)
	if testing.Short() {
		customers, requests = customers[:3], 4
	}
	store, err := badgerstore.Open(filepath.Join(t.TempDir(), "accounts"), badgerstore.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	admin := quota.NewAdmin(store, quota.Options{})
	for _, c := range customers {
		c.open(t, admin)
	}
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	// The race detector makes workers slow.
	pool := workerpool.New(workerpool.Config{Workers: 2, Queue: 100, Timeout: 4 * workerpool.DefaultTimeout, Log: log})
	defer pool.Close()
	server := httptest.NewServer(serve.New(serve.Config{Converter: pool, Gate: quota.NewGate(store, quota.Options{}), Admin: admin, Log: log}))
	defer server.Close()
	mix(t, server.URL, customers, requests)
}
