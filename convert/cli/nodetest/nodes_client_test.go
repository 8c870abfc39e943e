package nodetest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"lineitem/convert/cli/clitest"
	"lineitem/quota"
)

// nodeAnswer is one answer of a node.
type nodeAnswer struct {
	status         int
	code           string // of the problem, if it is one
	sent, received time.Time
}

// counted reports whether the request was counted in its account's rate windows.
// One that was answered 503 may have been.
func (a *nodeAnswer) counted() bool {
	return a.status == 200 || a.status == 400 || a.status == http.StatusPaymentRequired
}

// nodeClient sends one request after another to any of the nodes, and records
// the answers.
type nodeClient struct {
	cluster  *cluster
	account  *nodeAccount
	http     *http.Client
	order    clitest.Upload
	name     string
	key      string
	repeats  bool // repeats each request under an Idempotency-Key until its outcome is known
	n        int  // number of its next request
	answers  atomic.Int64
	pending  bool           // that request was sent, and its outcome is not known
	acked    int            // requests that were answered 200, each counted once
	unknown  int            // requests without an Idempotency-Key that were cut off
	doubtful []*incarnation // processes that answered 503 to a request without one
	record   []nodeAnswer
	mu       sync.Mutex // guards record
}

func newNodeClient(c *cluster, a *nodeAccount, order clitest.Upload, i int) *nodeClient {
	n := &nodeClient{
		cluster: c, account: a, order: order, name: fmt.Sprint("client ", i), key: a.keys[i%len(a.keys)],
		http:    &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 2}, Timeout: clusterPatience},
		repeats: a.repeats || i%2 == 0 && !a.single,
	}
	a.clients = append(a.clients, n)
	return n
}

func (c *nodeClient) request() string { return fmt.Sprintf("%s, request %d", c.name, c.n) }

// work sends requests until it is stopped.
func (c *nodeClient) work(t *testing.T, stop *atomic.Bool) {
	defer c.http.CloseIdleConnections()
	for !stop.Load() && !t.Failed() {
		switch {
		case !c.repeats:
			c.sendOnce(t)
		case !c.pending && c.n > 0 && rand.IntN(8) == 0:
			c.repeat(t)
		default:
			c.send(t)
		}
	}
}

// sendOnce sends a request without an Idempotency-Key.
func (c *nodeClient) sendOnce(t *testing.T) {
	p := c.cluster.any()
	a, err := c.post(p, "")
	switch {
	case err != nil:
		c.checkCut(t, p, err)
		if !errors.Is(err, syscall.ECONNREFUSED) {
			c.unknown++
		}
	case a.status == 200:
		c.acked++
	case a.status == http.StatusServiceUnavailable && a.code == "store_unavailable":
		// It will be given back, unless the node is killed before that.
		c.doubtful = append(c.doubtful, p)
	}
	c.pause(t, a, err)
}

// send sends a request with an Idempotency-Key, sometimes twice at once, perhaps to
// two nodes.
func (c *nodeClient) send(t *testing.T) {
	c.pending = true
	done := make(chan bool, 2)
	try := func() {
		p := c.cluster.any()
		a, err := c.post(p, c.request())
		if err != nil {
			c.checkCut(t, p, err)
		}
		done <- err == nil && a.status == 200
		c.pause(t, a, err)
	}
	var tries sync.WaitGroup
	if rand.IntN(8) == 0 {
		tries.Go(try)
	}
	try()
	tries.Wait()
	close(done)
	for ok := range done {
		if ok && c.pending {
			c.pending = false
			c.acked++
			c.n++
		}
	}
}

// repeat sends a request again that was answered: since it was charged already, it must not
// be refused for want of credits.
func (c *nodeClient) repeat(t *testing.T) {
	p := c.cluster.any()
	a, err := c.post(p, fmt.Sprintf("%s, request %d", c.name, rand.IntN(c.n)))
	if err != nil {
		c.checkCut(t, p, err)
	} else if a.status == http.StatusPaymentRequired {
		t.Errorf("%s of %s: repeating what was answered = 402", c.name, c.account.ID)
	}
	c.pause(t, a, err)
}

// finish finds out what became of the last request. If the limits leave no room for
// repeating it, that may stay unknown.
func (c *nodeClient) finish(t *testing.T) {
	for began := time.Now(); c.pending && time.Since(began) < clusterPatience; {
		a, err := c.post(c.cluster.nodes[0].current(), c.request())
		switch {
		case err != nil:
			t.Fatalf("%s of %s: %v", c.name, c.account.ID, err)
		case a.status == 200:
			c.pending = false
			c.acked++
			c.n++
		case a.status == http.StatusPaymentRequired:
			// It was not charged before, and cannot be now.
			c.pending = false
		case a.status == http.StatusTooManyRequests && c.account.refusal == a.status:
			return
		default:
			time.Sleep(10 * time.Millisecond)
		}
	}
}

// checkCut fails the test because of an error of a connection, unless the node was
// killed.
func (c *nodeClient) checkCut(t *testing.T, p *incarnation, err error) {
	if !p.killed.Load() && !t.Failed() {
		t.Errorf("%s of %s: %v", c.name, c.account.ID, err)
	}
}

// pause waits a little unless the request was answered 200, since trying again at once
// would not help.
func (c *nodeClient) pause(t *testing.T, a nodeAnswer, err error) {
	switch {
	case err == nil && a.status == 200:
		return
	case err != nil, a.status == http.StatusServiceUnavailable:
		time.Sleep(rand.N(100 * time.Millisecond))
	case a.status == http.StatusPaymentRequired, a.status == http.StatusTooManyRequests:
		time.Sleep(rand.N(time.Second))
	default:
		t.Errorf("%s of %s = %d %s", c.name, c.account.ID, a.status, a.code)
	}
}

// post sends the order to a node and records the answer, if all of it arrived.
func (c *nodeClient) post(p *incarnation, idempotencyKey string) (a nodeAnswer, err error) {
	r, err := http.NewRequest("POST", p.URL+"/api/v1/convert", bytes.NewReader(c.order.Body))
	if err != nil {
		return a, err
	}
	// Otherwise the client itself would send the request again if the connection was
	// closed meanwhile, and the request could be counted twice.
	r.GetBody = nil
	r.Header.Set("Authorization", "Bearer "+c.key)
	r.Header.Set("Content-Type", c.order.ContentType)
	if idempotencyKey != "" {
		r.Header.Set("Idempotency-Key", idempotencyKey)
	}
	a.sent = time.Now()
	response, err := c.http.Do(r)
	if err != nil {
		return a, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return a, err
	}
	a.received, a.status = time.Now(), response.StatusCode
	if a.status != http.StatusOK {
		var problem struct{ Code string }
		json.Unmarshal(body, &problem)
		a.code = problem.Code
	} else if !bytes.Contains(body, []byte(`"po_number"`)) {
		return a, fmt.Errorf("200 with the body %q", body)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.record = append(c.record, a)
	switch a.status {
	case http.StatusOK:
		c.answers.Add(1)
	case c.account.refusal:
		c.account.refused.Store(true)
	}
	return a, nil
}

// payer is the account for which payments were made, and their number.
type payer struct {
	account string
	count   int64
}

// pay books payments of one credit, each after the one before was acknowledged, until it is stopped.
func pay(t *testing.T, admin *quota.Admin, account string, stop *atomic.Bool) *payer {
	p := &payer{account: account}
	for !stop.Load() && !t.Failed() {
		id := fmt.Sprint("payment ", p.count)
		if _, err := admin.AddCredits(t.Context(), account, 1, id, ""); err != nil {
			t.Errorf("%s: %v", id, err)
			return p
		}
		p.count++
		time.Sleep(20 * time.Millisecond)
	}
	return p
}
