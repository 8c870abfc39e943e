package nodetest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lineitem/convert/cli/clitest"
	"lineitem/convert/testenv"
	"lineitem/quota"
	"lineitem/quota/pgstore"
	"lineitem/quota/pgstore/pgtest"
)

const (
	clusterNodes   = 3
	clusterClients = 200
	// clusterPatience bounds what takes time but must happen, such as that a node that
	// died is missed and what it left open is given back.
	clusterPatience = testenv.Patience
)

// TestNodes has two hundred clients send requests to three nodes on one PostgreSQL, while
// nodes are killed and started again and the database is restarted as after a
// crash. No account gets more than its limits from all nodes together, according to
// the clients' own record and to the ledger. At the end each answer was charged once,
// however often it was repeated, each payment was booked once, and what was under
// way on nodes that died was given back.
//
// The environment's NODES, such as 5m, makes it last longer; then nodes are paused too.
func TestNodes(t *testing.T) {
	if os.Getenv("NODES") == "" {
		testenv.Long(t, "two clusters of three nodes, disturbed for a minute")
	}
	// Both spend much of their time waiting for the end of a lease.
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		db := pgtest.Start(t)
		testNodes(t, db, db.URL(db.Database(t)), nodesTime(t, 10*time.Second))
	})
	t.Run("PgBouncer", func(t *testing.T) {
		t.Parallel()
		db := pgtest.Start(t)
		testNodes(t, db, db.Bouncer(t)(db.Database(t)), nodesTime(t, 0))
	})
}

// nodesTime returns how long the nodes are disturbed at least; they are disturbed once in each way in any case.
func nodesTime(t *testing.T, fallback time.Duration) time.Duration {
	text := os.Getenv("NODES")
	if text == "" {
		return fallback
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatalf("NODES=%q: %v", text, err)
	}
	return d
}

func testNodes(t *testing.T, db *pgtest.Server, url string, length time.Duration) {
	c := newCluster(t, url, clusterNodes)
	accounts := nodeAccounts()
	for _, a := range accounts {
		a.open(t, c.admin)
	}
	order := clitest.OrderUpload(t)
	var stop atomic.Bool
	var clients []*nodeClient
	var running sync.WaitGroup
	end := func() { stop.Store(true); running.Wait() }
	defer end() // before the nodes are gone, even if the test fails
	for i := range clusterClients {
		client := newNodeClient(c, accounts[i%len(accounts)], order, i)
		clients = append(clients, client)
		running.Go(func() { client.work(t, &stop) })
	}
	var paid *payer
	running.Go(func() { paid = pay(t, c.admin, accounts[0].ID, &stop) })

	began := time.Now()
	disturb := []func(*testing.T, *pgtest.Server){c.killNode, c.restartDatabase, c.killBoth}
	if length >= time.Minute {
		disturb = append(disturb, c.pauseNode) // which itself takes long
	}
	steps := 0
	for ; (steps < len(disturb) || time.Since(began) < length) && !t.Failed(); steps++ {
		awaitAnswers(t, clients)
		i := steps
		if steps >= len(disturb) {
			i = rand.IntN(len(disturb))
		}
		disturb[i](t, db)
	}
	awaitAnswers(t, clients)
	awaitRefusals(t, accounts)
	c.nodes[len(c.nodes)-1].kill() // for good: only the others can give back what it left open
	end()

	c.awaitSettled(t)
	for _, client := range clients {
		client.finish(t)
	}
	for _, a := range accounts {
		a.check(t, c.admin, paid)
	}
	lost, returned := 0, 0
	for _, a := range accounts {
		lost, returned = lost+a.lost, returned+a.returned
	}
	if returned == 0 && length > 0 {
		t.Error("nothing was given back for nodes that were killed: they had nothing to do")
	}
	c.audit(t)
	for _, n := range c.nodes {
		for _, p := range n.past {
			if text := p.Complaints(); strings.Contains(text, "panic") || strings.Contains(text, "DATA RACE") {
				t.Errorf("%s says:\n%s", n.name, text)
			}
		}
	}
	t.Logf("%d disturbances in %v; %d payments; %d charges of killed nodes were given back, %d answers were charged and cut off",
		steps, time.Since(began).Round(time.Second), paid.count, returned, lost)
	for _, a := range accounts {
		t.Logf("%-8s %v", a.ID, a.statuses)
	}
}

// cluster is several nodes on one database.
type cluster struct {
	url   string // of the database
	store quota.Store
	admin *quota.Admin
	nodes []*node
}

// node is a node of a cluster, with all of its processes.
type node struct {
	name, data string
	mu         sync.Mutex
	now        *incarnation
	past       []*incarnation // all its processes, the present one included
}

// incarnation is one process of a node.
type incarnation struct {
	*clitest.Process
	killed atomic.Bool
}

func newCluster(t testing.TB, url string, nodes int) *cluster {
	t.Helper()
	store, err := pgstore.Open(t.Context(), url, pgstore.Options{Wait: clusterPatience})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	c := &cluster{url: url, store: store, admin: quota.NewAdmin(store, quota.Options{})}
	for i := range nodes {
		n := &node{name: fmt.Sprint("node-", i+1), data: t.TempDir()}
		c.nodes = append(c.nodes, n)
		c.start(t, n)
	}
	return c
}

func (c *cluster) start(t testing.TB, n *node) {
	t.Helper()
	p := &incarnation{Process: clitest.Start(t, n.data, "--store="+c.url, "--node="+n.name, "--workers=1", "--queue=200")}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.now, n.past = p, append(n.past, p)
}

func (n *node) current() *incarnation {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.now
}

func (n *node) kill() {
	p := n.current()
	p.killed.Store(true)
	p.Kill()
}

// any returns a random node, as a balancer would choose it that does not yet know which
// nodes are dead.
func (c *cluster) any() *incarnation { return c.nodes[rand.IntN(len(c.nodes))].current() }

func (c *cluster) killNode(t *testing.T, _ *pgtest.Server) {
	n := c.nodes[rand.IntN(len(c.nodes))]
	n.kill()
	time.Sleep(rand.N(time.Second))
	c.start(t, n)
}

func (c *cluster) restartDatabase(t *testing.T, db *pgtest.Server) {
	db.Stop(t, "immediate")
	time.Sleep(rand.N(time.Second))
	db.Run(t)
}

// killBoth stops the database and then kills a node, which therefore cannot settle what it
// has under way.
func (c *cluster) killBoth(t *testing.T, db *pgtest.Server) {
	n := c.nodes[rand.IntN(len(c.nodes))]
	db.Stop(t, "immediate")
	time.Sleep(rand.N(500 * time.Millisecond))
	n.kill()
	db.Run(t)
	c.awaitDatabase(t)
	c.start(t, n)
}

// pauseNode stops a node's process until the others have declared it dead, and then lets it
// go on with what it had under way.
func (c *cluster) pauseNode(t *testing.T, _ *pgtest.Server) {
	p := c.nodes[rand.IntN(len(c.nodes))].current()
	signal := func(name string) {
		if out, err := exec.Command("kill", "-s", name, strconv.Itoa(p.Pid)).CombinedOutput(); err != nil {
			t.Errorf("kill -s %s: %v\n%s", name, err, out)
		}
	}
	signal("STOP")
	time.Sleep(pgstore.DefaultLease * 5 / 3)
	signal("CONT")
}

// awaitDatabase waits until the database can be reached, since a pooler takes a while
// to notice that it is back.
func (c *cluster) awaitDatabase(t *testing.T) {
	t.Helper()
	for range c.admin.Accounts(t.Context()) {
		return
	}
	t.Fatal("there are no accounts")
}

// awaitAnswers waits until there were 100 more answers, so that each
// disturbance finds the nodes at work.
func awaitAnswers(t *testing.T, clients []*nodeClient) {
	t.Helper()
	const some = 100
	sum := func() (n int64) {
		for _, c := range clients {
			n += c.answers.Load()
		}
		return n
	}
	before := sum()
	for began := time.Now(); sum() < before+some; time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > clusterPatience {
			t.Fatalf("%d answers in %v, want %d", sum()-before, clusterPatience, some)
		}
	}
}

// awaitRefusals waits until each account that has a limit was refused because of it.
func awaitRefusals(t *testing.T, accounts []*nodeAccount) {
	t.Helper()
	for began := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		i := slices.IndexFunc(accounts, func(a *nodeAccount) bool { return a.refusal != 0 && !a.refused.Load() })
		if i < 0 {
			return
		}
		if time.Since(began) > clusterPatience {
			t.Fatalf("%s was never answered %d", accounts[i].ID, accounts[i].refusal)
		}
	}
}

// awaitSettled waits until no reservation is open any more, even of nodes that do
// not come back.
func (c *cluster) awaitSettled(t *testing.T) {
	t.Helper()
	for began := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		var open []string
		for a, err := range c.store.Accounts(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range a.Open {
				open = append(open, fmt.Sprintf("%s: %+v", a.ID, r))
			}
		}
		if len(open) == 0 {
			t.Logf("what was under way when nodes died was settled or given back within %v", time.Since(began).Round(time.Second))
			return
		}
		if time.Since(began) > clusterPatience {
			for _, n := range c.nodes {
				t.Logf("%s says:\n%s", n.name, n.current().Goroutines())
			}
			t.Fatalf("these reservations are open %v after the last request:\n%s", clusterPatience, strings.Join(open, "\n"))
		}
	}
}

// audit runs the operator's command "account audit".
func (c *cluster) audit(t *testing.T) {
	t.Helper()
	out, err := exec.Command(os.Args[0], "account", "audit", "--store="+c.url).CombinedOutput()
	if err != nil {
		t.Errorf("lineitem account audit = %v\n%s", err, out)
	}
	if !bytes.Contains(out, []byte("all balances equal")) {
		t.Errorf("lineitem account audit says:\n%s", out)
	}
}

// The nodes of a cluster see at once what one of them does. While the database is away
// they refuse requests, and go on by themselves when it is back.
func TestNodesAgree(t *testing.T) {
	testenv.Long(t, "starts PostgreSQL and three nodes")
	db := pgtest.Start(t)
	c := newCluster(t, db.URL(db.Database(t)), clusterNodes)
	key := clitest.AddAccount(t, c.admin, quota.NewAccount{ID: "acme", Credits: 100, Limits: clitest.Unlimited})
	file, client := clitest.OrderUpload(t), clitest.NewClient()
	post := func(n *node) (int, http.Header) {
		t.Helper()
		status, header, err := file.Post(client, n.current().URL, key, "")
		if err != nil {
			t.Fatal(err)
		}
		return status, header
	}
	all := func(want int) {
		t.Helper()
		for _, n := range c.nodes {
			if status, _ := post(n); status != want {
				t.Errorf("%s = %d, want %d", n.name, status, want)
			}
		}
	}
	all(http.StatusOK)

	// Without the database nodes refuse, say when to try again, and go on by
	// themselves.
	db.Stop(t, "immediate")
	for _, n := range c.nodes {
		if status, header := post(n); status != http.StatusServiceUnavailable || header.Get("Retry-After") == "" {
			t.Errorf("without a database %s = %d with Retry-After: %q, want 503 and a number", n.name, status, header.Get("Retry-After"))
		}
	}
	db.Run(t)
	for _, n := range c.nodes {
		for began := time.Now(); ; time.Sleep(100 * time.Millisecond) {
			status, _ := post(n)
			if status == http.StatusOK {
				break
			}
			if status != http.StatusServiceUnavailable || time.Since(began) > clusterPatience {
				t.Fatalf("with the database back %s = %d, want 200", n.name, status)
			}
		}
	}
	status, err := c.admin.Account(t.Context(), "acme")
	if err != nil {
		t.Fatal(err)
	}
	if want := int64(100 - 2*len(c.nodes)); status.Credits != want {
		t.Errorf("after %d answers the account has %d credits, want %d", 2*len(c.nodes), status.Credits, want)
	}

	// A key that all nodes have just accepted is refused by all of them from the moment
	// in which it is revoked.
	out, err := exec.Command(os.Args[0], "key", "revoke", "acme", status.Keys[0].ID, "--store="+c.url).CombinedOutput()
	if err != nil {
		t.Fatalf("lineitem key revoke = %v\n%s", err, out)
	}
	all(http.StatusUnauthorized)
}
