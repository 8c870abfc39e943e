package crashtest

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lineitem/convert/cli/clitest"
	"lineitem/convert/testenv"
	"lineitem/quota"
	"lineitem/quota/operator"
)

var crashRounds = flag.Int("crash.rounds", 0, "how often TestKilledServer kills the server (0: 30 times with LINEITEM_REQUIRE_ALL, otherwise twice)")

const (
	crashClients = 12
	crashCredits = 1_000_000 // of each account to begin with
)

// crashClient is a client with an account of its own, and counts what it was told.
type crashClient struct {
	account, key string
	repeats      bool // repeats each request under an idempotency key until its outcome is known
	pro          bool // pays from a monthly allowance, the others from credits

	n        int  // number of its next request
	pending  bool // that request was sent, and its outcome is not known
	answered int  // requests whose whole 200 arrived
	unknown  int  // requests without a key whose outcome is not known
	refused  int  // requests that were answered 400
	payments int  // acknowledged payments, of one credit each
}

// TestKilledServer kills a server under load from many clients at random
// moments, starts it again on the same directory, and compares what its ledger
// says with what the clients were told: every answer was charged once, and nothing
// else was charged, except in the documented case in which the server was killed
// after it had settled and before the answer arrived. A client that repeats such a
// request with its Idempotency-Key is not charged again.
func TestKilledServer(t *testing.T) {
	if testing.Short() {
		t.Skip("starts servers")
	}
	rounds := *crashRounds
	if rounds == 0 {
		rounds = testenv.Either(2, 30)
	}
	data := t.TempDir()
	admin, end := clitest.NewAdmin(t, data)
	clients := make([]*crashClient, crashClients)
	for i := range clients {
		c := &crashClient{account: fmt.Sprintf("client-%d", i), repeats: i%2 == 0, pro: i%3 == 0}
		n := quota.NewAccount{ID: c.account, Credits: crashCredits, Limits: clitest.Unlimited}
		if c.pro {
			n.Plan, n.Limits.PerMonth = quota.Pro, 1e9
		}
		c.key = clitest.AddAccount(t, admin, n)
		clients[i] = c
	}
	end()

	good, bad := clitest.OrderUpload(t), clitest.NewUpload("bad.pdf", []byte("%PDF-1.7\nnothing"))
	cache := "--cache=" + clitest.WarmCache(t) // without it, PDFium takes seconds to refuse the bad document too
	for round := range rounds {
		// What was written survives the killing of the process, whether or not
		// writes wait for the disk.
		server := clitest.Start(t, data, cache, fmt.Sprintf("--sync=%t", round%2 == 0))
		checkCharges(t, data, clients)
		if t.Failed() {
			t.Fatalf("in round %d", round)
		}
		loadAndKill(t, server, data, clients, good, bad)
	}

	server := clitest.Start(t, data)
	checkCharges(t, data, clients)
	// In the end each request with a key is known to have succeeded, and was
	// charged once.
	http := clitest.NewClient()
	for _, c := range clients {
		if c.repeats && c.pending {
			if status, _, err := good.Post(http, server.URL, c.key, c.request()); status != 200 {
				t.Errorf("%s: the repeated request %d = %d, %v, want 200", c.account, c.n, status, err)
			}
			c.answered, c.pending = c.answered+1, false
		}
	}
	lost := checkCharges(t, data, clients)
	var answered, refused, unknown, payments int
	for _, c := range clients {
		answered, refused, payments = answered+c.answered, refused+c.refused, payments+c.payments
		unknown += c.unknown
	}
	t.Logf("killed %d times: %d answers, %d refusals and %d payments agree with the ledgers; %d requests without an Idempotency-Key were cut off, of which %d were charged",
		rounds, answered, refused, payments, unknown, lost)
}

func (c *crashClient) request() string { return fmt.Sprintf("request %d", c.n) }

// loadAndKill lets all clients send requests as fast as they are answered, and kills the
// server at a random moment.
func loadAndKill(t *testing.T, server *clitest.Process, data string, clients []*crashClient, good, bad clitest.Upload) {
	t.Helper()
	var killed atomic.Bool
	var first sync.Once
	answered := make(chan struct{})
	var wg sync.WaitGroup
	for _, c := range clients {
		wg.Go(func() {
			http := clitest.NewClient()
			defer http.CloseIdleConnections()
			for c.send(t, http, server.URL, good, bad, &killed) {
				first.Do(func() { close(answered) })
			}
		})
	}
	wg.Go(func() { payWhile(t, data, clients, &killed) })
	select {
	case <-answered:
	case <-time.After(testenv.Patience):
		t.Errorf("nothing was answered within %v; the server was doing:\n%s", testenv.Patience, server.Goroutines())
	}
	time.Sleep(rand.N(250 * time.Millisecond))
	killed.Store(true)
	server.Kill()
	wg.Wait()
	if text := server.Complaints(); text != "" {
		t.Errorf("the server says:\n%s", text)
	}
}

// send sends one request and notes what became of it. It returns false when the
// server is gone.
func (c *crashClient) send(t *testing.T, client *http.Client, url string, good, bad clitest.Upload, killed *atomic.Bool) bool {
	if !c.pending && rand.IntN(5) == 0 {
		status, _, err := bad.Post(client, url, c.key, "")
		switch {
		case err == nil && status == http.StatusBadRequest:
			c.refused++
		case err == nil:
			t.Errorf("%s: a broken document = %d, want 400", c.account, status)
		}
		// A refusal that did not arrive is not charged either.
		return c.alive(t, err, killed)
	}
	key := ""
	if c.repeats {
		key, c.pending = c.request(), true
	}
	status, _, err := good.Post(client, url, c.key, key)
	switch {
	case err == nil && status == http.StatusOK:
		c.answered++
		c.n++
		c.pending = false
	case err == nil:
		t.Errorf("%s: a document = %d, want 200", c.account, status)
	case !c.repeats:
		c.unknown++
		c.n++
	}
	return c.alive(t, err, killed)
}

// alive reports whether to send more after a request that ended with err. Only a server
// that is killed may cause an error of the connection.
func (c *crashClient) alive(t *testing.T, err error, killed *atomic.Bool) bool {
	if err != nil && !killed.Load() {
		t.Errorf("%s: %v", c.account, err)
	}
	return err == nil && !killed.Load()
}

// payWhile adds credits through the operator's socket, each payment under an id of its
// own, until the server is killed.
func payWhile(t *testing.T, data string, clients []*crashClient, killed *atomic.Bool) {
	for !killed.Load() {
		client, err := operator.Dial(t.Context(), data)
		if err != nil {
			return // the server was killed; checkCharges finds out what happened
		}
		c := clients[rand.IntN(len(clients))]
		if _, err := client.AddCredits(t.Context(), c.account, 1, c.payment(), ""); err == nil {
			c.payments++
		}
		client.Close()
		time.Sleep(5 * time.Millisecond)
	}
}

func (c *crashClient) payment() string { return fmt.Sprintf("payment %d", c.payments) }

// checkCharges compares what the clients were told with what a server that has
// just started, without any load, says about their accounts. It returns how many
// charges there are for answers that did not arrive.
func checkCharges(t *testing.T, data string, clients []*crashClient) (lost int) {
	t.Helper()
	ctx := t.Context()
	client, err := operator.Dial(ctx, data)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	for _, c := range clients {
		// The last payment may have been cut off; under its id it is booked once.
		if _, err := client.AddCredits(ctx, c.account, 1, c.payment(), ""); err != nil {
			t.Errorf("%s: the repeated payment %d = %v", c.account, c.payments, err)
		}
		c.payments++

		report, err := client.Audit(ctx, c.account)
		if err != nil {
			t.Fatal(err)
		}
		if len(report.Problems) > 0 {
			t.Errorf("%s: the audit finds %q", c.account, report.Problems)
		}
		status, err := client.Account(ctx, c.account)
		if err != nil {
			t.Fatal(err)
		}
		charged, paid := 0, 0
		for e, err := range client.Ledger(ctx, c.account, 0) {
			if err != nil {
				t.Fatal(err)
			}
			switch e.Kind {
			case quota.EntryCharge, quota.EntryRefund:
				charged -= int(e.Amount)
			case quota.EntryCredit:
				paid += int(e.Amount)
			}
		}
		most := c.answered + c.unknown
		if c.pending {
			most++
		}
		if charged < c.answered || charged > most {
			t.Errorf("%s was charged %d times for %d answers, of which %d more may have been lost", c.account, charged, c.answered, most-c.answered)
		}
		lost += charged - c.answered
		if paid != crashCredits+c.payments {
			t.Errorf("%s was credited %d, and paid for %d", c.account, paid, crashCredits+c.payments)
		}
		balance, used := paid-charged, 0
		if c.pro {
			balance, used = paid, charged
		}
		if status.Open != 0 || status.Credits != int64(balance) || c.pro && status.Allowance.Used != used {
			t.Errorf("%s has %d open, %d credits and used %d of its allowance, want 0, %d and %d", c.account, status.Open, status.Credits, status.Allowance.Used, balance, used)
		}
	}
	return lost
}
