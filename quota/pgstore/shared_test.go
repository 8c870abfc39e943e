package pgstore_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"lineitem/convert/testenv"
	"lineitem/quota"
	"lineitem/quota/pgstore"
	"lineitem/quota/pgstore/pgtest"
)

// convert admits and settles one conversion, or gives it back if it cannot be settled.
func convert(ctx context.Context, gate *quota.Gate, key string) error {
	grant, err := gate.Admit(ctx, key, "")
	if err != nil {
		return err
	}
	defer grant.Done()
	if err := grant.Settle(ctx); err != nil {
		grant.GiveBack(ctx) // if this fails, the gate tries again by itself
		return err
	}
	return nil
}

func audit(t testing.TB, store quota.Store, account string) {
	t.Helper()
	report, err := quota.NewAdmin(store, quota.Options{}).Audit(t.Context(), account)
	if err != nil || len(report.Problems) > 0 {
		t.Errorf("Audit(%q) = %+v, %v", account, report, err)
	}
}

// Each step of a conversion takes one round trip to the database, and so does a refusal.
func TestOneRoundTrip(t *testing.T) {
	server := pgtest.Shared(t)
	proxy := server.Proxy(t)
	store := open(t, proxy.URL(server.Database(t)), pgstore.Options{Connections: 1})
	defer store.Close()
	key, _ := customer(t, store, "a")
	gate, admin := quota.NewGate(store, quota.Options{}), quota.NewAdmin(store, quota.Options{})
	if err := convert(t.Context(), gate, key); err != nil { // the first conversion looks up the key
		t.Fatal(err)
	}
	costs := func(what string, want int, do func() error) {
		t.Helper()
		before := proxy.Turns()
		if err := do(); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if got := proxy.Turns() - before; got != want {
			t.Errorf("%s takes %d round trips, want %d", what, got, want)
		}
	}
	var plain, repeatable *quota.Grant
	var err error
	costs("Admit()", 1, func() error { plain, err = gate.Admit(t.Context(), key, ""); return err })
	costs("Settle()", 1, func() error { return plain.Settle(t.Context()) })
	costs("Admit() with an idempotency key", 1, func() error { repeatable, err = gate.Admit(t.Context(), key, "k"); return err })
	costs("Bind()", 1, func() error { return repeatable.Bind(t.Context(), [32]byte{1}) })
	costs("GiveBack()", 1, func() error { return repeatable.GiveBack(t.Context()) })
	costs("Authenticate()", 1, func() error { _, err := gate.Authenticate(t.Context(), key); return err })
	if _, err := admin.SetLimits(t.Context(), "a", quota.Limits{PerMinute: 1}); err != nil {
		t.Fatal(err)
	}
	costs("a refusal", 1, func() error {
		_, err := gate.Admit(t.Context(), key, "")
		if _, ok := errors.AsType[*quota.RateError](err); !ok {
			return fmt.Errorf("Admit() beyond the limit = %v", err)
		}
		return nil
	})
}

// Nodes that use one account at once admit exactly as many requests together as its limit
// allows, without errors, even if the database makes one of two conflicting transactions
// fail, as CockroachDB does.
func TestContention(t *testing.T) {
	testenv.Costly(t, "has four nodes charge the same account")
	for _, isolation := range []string{"read committed", "serializable"} {
		t.Run(isolation, func(t *testing.T) { testContention(t, isolation) })
	}
}

func testContention(t *testing.T, isolation string) {
	const nodes, limit = 4, 60
	server := pgtest.Shared(t)
	database := server.Database(t)
	server.Exec(t, database, "ALTER DATABASE "+database+" SET default_transaction_isolation = '"+isolation+"'")
	url := server.Bouncer(t)(database)
	var key string
	admitted := make([]int, nodes)
	var wg sync.WaitGroup
	var last *pgstore.Store
	for n := range nodes {
		store := open(t, url, pgstore.Options{Connections: 3})
		defer store.Close()
		last = store
		if n == 0 {
			key, _ = customer(t, store, "a")
			admin := quota.NewAdmin(store, quota.Options{})
			if _, err := admin.SetLimits(t.Context(), "a", quota.Limits{PerMinute: limit, FreePerDay: quota.None}); err != nil {
				t.Fatal(err)
			}
		}
		gate := quota.NewGate(store, quota.Options{Node: fmt.Sprint("node", n)})
		var mu sync.Mutex
		for range 5 {
			wg.Go(func() {
				for {
					err := convert(t.Context(), gate, key)
					if _, ok := errors.AsType[*quota.RateError](err); ok {
						return
					}
					if err != nil {
						t.Errorf("a conversion under contention: %v", err)
						return
					}
					mu.Lock()
					admitted[n]++
					mu.Unlock()
				}
			})
		}
	}
	wg.Wait()
	sum := 0
	for _, n := range admitted {
		sum += n
	}
	if sum != limit {
		t.Errorf("%d nodes admitted %v, %d in all, want %d", nodes, admitted, sum, limit)
	}
	audit(t, last, "a")
}

// A key that one node revokes is refused by the others from the next request on, and a
// key that one node makes is accepted by the others at once.
func TestRevokedKey(t *testing.T) {
	server := pgtest.Shared(t)
	url := server.URL(server.Database(t))
	one, two := open(t, url, pgstore.Options{}), open(t, url, pgstore.Options{})
	defer one.Close()
	defer two.Close()
	key, _ := customer(t, one, "a")
	admin, gate := quota.NewAdmin(one, quota.Options{}), quota.NewGate(two, quota.Options{})
	if err := convert(t.Context(), gate, key); err != nil {
		t.Fatal(err)
	}
	other, info, err := admin.NewKey(t.Context(), "a", "")
	if err != nil {
		t.Fatal(err)
	}
	if err := convert(t.Context(), gate, other); err != nil {
		t.Errorf("Admit() with a key that another node made = %v", err)
	}
	if err := admin.RevokeKey(t.Context(), "a", info.ID); err != nil {
		t.Fatal(err)
	}
	if err := convert(t.Context(), gate, other); !errors.Is(err, quota.ErrInvalidKey) {
		t.Errorf("Admit() with a key that another node revoked = %v, want ErrInvalidKey", err)
	}
}

// A change is stored exactly once, whether its connection breaks before or after the
// database gets it.
func TestLostConnection(t *testing.T) {
	server := pgtest.Shared(t)
	proxy := server.Proxy(t)
	database := server.Database(t)
	store := open(t, proxy.URL(database), pgstore.Options{Connections: 1})
	defer store.Close()
	direct := open(t, server.URL(database), pgstore.Options{})
	defer direct.Close()
	key, _ := customer(t, store, "a")
	gate, other := quota.NewGate(store, quota.Options{}), quota.NewGate(direct, quota.Options{Node: "other"})
	want := int64(100)
	step := func(g *quota.Gate) {
		t.Helper()
		if err := convert(t.Context(), g, key); err != nil {
			t.Fatalf("a conversion: %v", err)
		}
		want--
	}
	step(gate)
	for i, lose := range []func(){proxy.LoseAnswer, proxy.LoseRequest, proxy.LoseAnswer, proxy.LoseAnswer} {
		lose()
		step(gate)
		if got := proxy.Broken(); got != i+1 {
			t.Fatalf("%d connections were broken, want %d", got, i+1)
		}
		// Another node changes the account in between.
		for range i {
			step(other)
		}
	}
	status, err := quota.NewAdmin(direct, quota.Options{}).Account(t.Context(), "a")
	if err != nil || status.Credits != want || status.Open != 0 {
		t.Errorf("the account has %+v, %v, want %d credits and nothing open", status, err, want)
	}
	audit(t, direct, "a")
}

// Without the database nothing is admitted. A conversion that was under way when the
// database went away is charged if it was answered, and not otherwise.
func TestDatabaseAway(t *testing.T) {
	testenv.Costly(t, "stops and starts the database")
	server := pgtest.Shared(t) // the other tests that use it wait, or have ended
	for name, url := range map[string]func(string) string{"PostgreSQL": server.URL, "PgBouncer": server.Bouncer(t)} {
		t.Run(name, func(t *testing.T) {
			if name == "PgBouncer" {
				testenv.Long(t, "waits for PgBouncer to try again")
			}
			testenv.WithTime(t, func(t testing.TB, limit time.Duration) {
				testDatabaseAway(t, server, url(server.Database(t)), limit)
			})
		})
	}
}

func testDatabaseAway(t testing.TB, server *pgtest.Server, url string, limit time.Duration) {
	waiting := open(t, url, pgstore.Options{Wait: patient})
	defer waiting.Close()
	key, status := customer(t, waiting, "a")
	refusing := open(t, url, pgstore.Options{Answer: limit})
	defer refusing.Close()
	gate := quota.NewGate(refusing, quota.Options{})
	grant, err := gate.Admit(t.Context(), key, "")
	if err != nil {
		t.Fatal(err)
	}
	server.Stop(t, "immediate")
	if err := grant.Settle(t.Context()); !errors.Is(err, quota.ErrUnavailable) {
		t.Errorf("Settle() without the database = %v, want ErrUnavailable", err)
	}
	if err := grant.GiveBack(t.Context()); !errors.Is(err, quota.ErrUnavailable) {
		t.Errorf("GiveBack() without the database = %v, want ErrUnavailable", err)
	}
	for range 3 {
		if _, err := gate.Admit(t.Context(), key, ""); !errors.Is(err, quota.ErrUnavailable) {
			t.Errorf("Admit() without the database = %v, want ErrUnavailable", err)
		}
	}
	if refusing.Health() == nil {
		t.Error("Health() without the database = nil")
	}
	served := make(chan error, 1)
	go func() { served <- convert(context.Background(), quota.NewGate(waiting, quota.Options{Node: "w"}), key) }()
	server.Run(t)
	if err := <-served; err != nil {
		t.Errorf("a conversion that waited for the database: %v", err)
	}
	eventually(t, "the conversion is given back", func() bool {
		s, err := quota.NewAdmin(refusing, quota.Options{}).Account(t.Context(), "a")
		return err == nil && s.Open == 0 && s.Credits == 99
	})
	if refusing.Health() != nil {
		t.Error("Health() with the database back is an error")
	}
	if s := status(); s.Credits != 99 {
		t.Errorf("the account has %d credits, want 99", s.Credits)
	}
	audit(t, refusing, "a")
}

// Times come from the database's clock. Here it is an hour ahead of this machine's.
func TestClockOfTheDatabase(t *testing.T) {
	server := pgtest.Shared(t)
	database := server.Database(t)
	server.Exec(t, database, `CREATE SCHEMA ahead;
		CREATE FUNCTION ahead.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
			AS 'SELECT pg_catalog.clock_timestamp() + interval ''1 hour''';
		ALTER DATABASE `+database+` SET search_path = ahead, pg_catalog`)
	store := open(t, server.URL(database), pgstore.Options{})
	defer store.Close()
	key, _ := customer(t, store, "a")
	if err := convert(t.Context(), quota.NewGate(store, quota.Options{}), key); err != nil {
		t.Fatal(err)
	}
	near := func(what string, got time.Time) {
		t.Helper()
		if off := got.Sub(time.Now().Add(time.Hour)).Abs(); off > time.Minute {
			t.Errorf("%s is %v off the database's clock", what, off)
		}
	}
	near("Now()", store.Now())
	for e, err := range store.Ledger(t.Context(), "a", 0) {
		if err != nil {
			t.Fatal(err)
		}
		near("a ledger entry", e.Time)
	}
	// A node that goes by its own clock cannot evade the rate limit.
	own := quota.NewAdmin(store, quota.Options{Now: time.Now})
	if status, err := own.Account(t.Context(), "a"); err != nil || status.Windows[0].Remaining == status.Windows[0].Quota {
		t.Errorf("Account() = %+v, %v: the request of a moment ago is forgotten", status, err)
	}
}

// Of several nodes that make the same account at the same time exactly one succeeds, and
// the others are told that the account exists.
func TestMadeOnce(t *testing.T) {
	const nodes, accounts = 4, 20
	server := pgtest.Shared(t)
	url := server.URL(server.Database(t))
	var admins []*quota.Admin
	for range nodes {
		store := open(t, url, pgstore.Options{})
		defer store.Close()
		admins = append(admins, quota.NewAdmin(store, quota.Options{}))
	}
	for i := range accounts {
		id := fmt.Sprint("account-", i)
		made := make(chan error, nodes)
		for _, admin := range admins {
			go func() {
				_, err := admin.AddAccount(t.Context(), quota.NewAccount{ID: id, Credits: 7})
				made <- err
			}()
		}
		count := 0
		for range nodes {
			switch err := <-made; {
			case err == nil:
				count++
			case !errors.Is(err, quota.ErrExists):
				t.Errorf("AddAccount(%q) beside others = %v, want nil or ErrExists", id, err)
			}
		}
		if count != 1 {
			t.Errorf("AddAccount(%q) was done %d times", id, count)
		}
		status, err := admins[i%nodes].Account(t.Context(), id)
		if err != nil || status.Credits != 7 {
			t.Errorf("Account(%q) = %+v, %v, want 7 credits", id, status, err)
		}
	}
}

// Two nodes that learn layouts at the same time lose none of each other's, and each sees at
// once what the other did.
func TestLayoutsOfNodes(t *testing.T) {
	server := pgtest.Shared(t)
	database := server.Database(t)
	const nodes, rounds = 2, 15
	var admins []*quota.Admin
	var gates []*quota.Gate
	var key string
	for n := range nodes {
		store := open(t, server.URL(database), pgstore.Options{})
		defer store.Close()
		if n == 0 {
			key, _ = customer(t, store, "a")
		}
		admins = append(admins, quota.NewAdmin(store, quota.Options{}))
		gates = append(gates, quota.NewGate(store, quota.Options{}))
	}
	var wg sync.WaitGroup
	for n, admin := range admins {
		wg.Go(func() {
			for done := 0; done < rounds; {
				err := learnOne(t.Context(), admin, fmt.Sprint("own_", n, "_", done))
				switch {
				case err == nil:
					done++
				case !errors.Is(err, quota.ErrLayoutsChanged):
					t.Errorf("node %d: %v", n, err)
					return
				}
			}
		})
	}
	wg.Wait()
	for n, admin := range admins {
		if l, err := admin.Layout(t.Context(), "a", "shared"); err != nil || l.Examples != nodes*rounds {
			t.Errorf("node %d: Layout() = %+v, %v, want %d examples", n, l, err, nodes*rounds)
		}
	}
	seen := func(gate *quota.Gate) quota.LayoutsRef {
		grant, err := gate.Count(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		grant.Done()
		return grant.Layouts()
	}
	before := seen(gates[0])
	if err := admins[1].RemoveLayout(t.Context(), "a", "shared"); err != nil {
		t.Fatal(err)
	}
	if after := seen(gates[0]); after.Count != before.Count-1 || after.Stamp == before.Stamp {
		t.Errorf("after another node removed one a node sees %+v, before %+v", after, before)
	}
	if err := admins[0].RemoveAccount(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	for l, err := range admins[1].Layouts(t.Context(), "a") {
		t.Errorf("of an account that was removed Layouts() yields %+v, %v", l, err)
	}
}

// learnOne refines the layout that all nodes refine, and then imports one of the node's own.
func learnOne(ctx context.Context, admin *quota.Admin, own string) error {
	status, err := admin.Account(ctx, "a")
	if err != nil {
		return err
	}
	shared := quota.Layout{ID: "shared"}
	if known, err := admin.Layout(ctx, "a", "shared"); err == nil {
		shared = *known
	}
	shared.Examples++
	if _, err := admin.LearnLayout(ctx, "a", status.Layouts.Stamp, shared); err != nil {
		return err
	}
	_, err = admin.ImportLayout(ctx, "a", quota.Layout{ID: own, Data: []byte(own)})
	return err
}
