package pgstore_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"lineitem/convert/testenv"
	"lineitem/quota"
	"lineitem/quota/pgstore"
	"lineitem/quota/pgstore/pgtest"
)

// connect connects to a database directly, not through a store.
func connect(t testing.TB, url string) *pgconn.PgConn {
	t.Helper()
	conn, err := pgconn.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

func run(t testing.TB, conn *pgconn.PgConn, sql string) {
	t.Helper()
	if _, err := conn.Exec(t.Context(), sql).ReadAll(); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// valueOf runs a statement that returns one value, and returns that as text.
func valueOf(t testing.TB, conn *pgconn.PgConn, sql string) string {
	t.Helper()
	r := conn.ExecParams(t.Context(), sql, nil, nil, nil, nil).Read()
	if r.Err != nil || len(r.Rows) != 1 {
		t.Fatalf("%s: %d rows, %v", sql, len(r.Rows), r.Err)
	}
	return string(r.Rows[0][0])
}

// An account whose row is locked by somebody else cannot be used until the lock is
// released. The other accounts can: the node does not conclude that its database is away.
func TestLockedRow(t *testing.T) {
	t.Parallel()
	testenv.WithTime(t, testLockedRow)
}

func testLockedRow(t testing.TB, limit time.Duration) {
	server := pgtest.Shared(t)
	database := server.Database(t)
	store := open(t, server.URL(database), pgstore.Options{Answer: limit})
	defer store.Close()
	gate := quota.NewGate(store, quota.Options{})
	held, status := customer(t, store, "held")
	free, _ := customer(t, store, "free")
	conn := connect(t, server.URL(database))
	run(t, conn, "BEGIN; SELECT FROM lineitem.account WHERE id = 'held' FOR UPDATE")
	if err := convert(t.Context(), gate, held); !errors.Is(err, quota.ErrUnavailable) {
		t.Errorf("a conversion of an account whose row is locked = %v, want ErrUnavailable", err)
	}
	if err := store.Health(); err != nil {
		t.Errorf("Health() while one row is locked = %v", err)
	}
	if err := convert(t.Context(), gate, free); err != nil {
		t.Errorf("a conversion of another account = %v", err)
	}
	run(t, conn, "ROLLBACK")
	eventually(t, "nothing is left open", func() bool { return status().Open == 0 })
	if err := convert(t.Context(), gate, held); err != nil {
		t.Errorf("a conversion after the row was let go = %v", err)
	}
	if s := status(); s.Credits != 99 {
		t.Errorf("the account has %d credits, want 99", s.Credits)
	}
	audit(t, store, "held")
}

// A database that hangs is treated as one that is away: every call ends by itself, and
// what became of the conversions under way is found out when the database goes on.
func TestHangingDatabase(t *testing.T) {
	t.Parallel()
	testenv.WithTime(t, testHangingDatabase)
}

func testHangingDatabase(t testing.TB, limit time.Duration) {
	server := pgtest.Shared(t)
	proxy := server.Proxy(t)
	database := server.Database(t)
	store := open(t, proxy.URL(database), pgstore.Options{Answer: limit, Connections: 2})
	defer store.Close()
	gate := quota.NewGate(store, quota.Options{})
	key, _ := customer(t, store, "a")
	if err := convert(t.Context(), gate, key); err != nil {
		t.Fatal(err)
	}
	ending := open(t, proxy.URL(database), pgstore.Options{})
	proxy.Hang()
	for range 5 {
		if err := convert(t.Context(), gate, key); !errors.Is(err, quota.ErrUnavailable) {
			t.Errorf("a conversion while the database hangs = %v, want ErrUnavailable", err)
		}
	}
	if _, err := store.AccountOf(t.Context(), quota.KeyHash{1}); !errors.Is(err, quota.ErrUnavailable) {
		t.Errorf("AccountOf() while the database hangs = %v, want ErrUnavailable", err)
	}
	if _, err := pgstore.Open(t.Context(), proxy.URL(database), pgstore.Options{Answer: limit}); !errors.Is(err, quota.ErrUnavailable) {
		t.Errorf("Open() while the database hangs = %v, want ErrUnavailable", err)
	}
	if store.Health() == nil {
		t.Error("Health() while the database hangs = nil")
	}
	if err := ending.Close(); err != nil {
		t.Errorf("Close() while the database hangs = %v", err)
	}
	proxy.GoOn()
	eventually(t, "conversions go on", func() bool { return convert(t.Context(), gate, key) == nil })
	eventually(t, "nothing is left open", func() bool {
		s, err := quota.NewAdmin(store, quota.Options{}).Account(t.Context(), "a")
		return err == nil && s.Open == 0 && s.Credits == 98
	})
	if err := store.Health(); err != nil {
		t.Errorf("Health() of a database that went on = %v", err)
	}
	audit(t, store, "a")
}

// Idle connections that somebody ended are replaced before any request fails.
func TestConnectionsEnded(t *testing.T) {
	testenv.Costly(t, "ends connections by the hundred")
	t.Parallel()
	server := pgtest.Shared(t)
	for name, url := range map[string]string{"PostgreSQL": server.URL(server.Database(t)), "PgBouncer": server.Bouncer(t)(server.Database(t))} {
		t.Run(name, func(t *testing.T) {
			store := open(t, url, pgstore.Options{})
			defer store.Close()
			gate := quota.NewGate(store, quota.Options{})
			keys := make([]string, 5)
			for i := range keys {
				keys[i], _ = customer(t, store, fmt.Sprint("account-", i))
			}
			for range 3 {
				var running sync.WaitGroup
				for _, key := range keys { // each on its own connection
					running.Go(func() {
						if err := convert(t.Context(), gate, key); err != nil {
							t.Errorf("a conversion: %v", err)
						}
					})
				}
				running.Wait()
				run(t, connect(t, url), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
			}
			for i := range keys {
				audit(t, store, fmt.Sprint("account-", i))
			}
		})
	}
}

// If the first of two servers that an address names accepts connections but says nothing,
// as a machine that hangs, the second one is used.
func TestSecondServer(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	server := pgtest.Shared(t)
	url := fmt.Sprintf("postgres://lineitem@%s,127.0.0.1:%d/%s?sslmode=disable&connect_timeout=10&target_session_attrs=read-write", silent.Addr(), server.Port, server.Database(t))
	store := open(t, url, pgstore.Options{})
	defer store.Close()
	key, _ := customer(t, store, "a")
	if err := convert(t.Context(), quota.NewGate(store, quota.Options{}), key); err != nil {
		t.Errorf("a conversion on the second server: %v", err)
	}
}

// A record and a request that are read together belong together, even if another
// node changes both while they are read.
func TestNothingTorn(t *testing.T) {
	t.Parallel()
	server := pgtest.Shared(t)
	database := server.Database(t)
	url := server.URL(database)
	writer, reader := open(t, url, pgstore.Options{}), open(t, url, pgstore.Options{})
	defer writer.Close()
	defer reader.Close()
	customer(t, writer, "a")
	request := quota.RequestID{1}
	write := func(credits int64) {
		err := writer.Update(t.Context(), "a", request, func(tx *quota.Tx) error {
			tx.Account.Credits = credits
			tx.Request = &quota.Request{Expires: time.Unix(credits, 0)}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	write(1)
	// A lock on the table of requests makes the reader wait at the moment when it
	// reads that table.
	conn := connect(t, url)
	run(t, conn, `CREATE TEMP TABLE account_2 AS TABLE lineitem.account; CREATE TEMP TABLE request_2 AS TABLE lineitem.request`)
	write(2)
	run(t, conn, `BEGIN; LOCK TABLE lineitem.request`)
	read := make(chan error)
	go func() {
		read <- reader.Update(context.Background(), "a", request, func(tx *quota.Tx) error {
			if tx.Account == nil || tx.Request == nil || tx.Account.Credits != tx.Request.Expires.Unix() {
				return fmt.Errorf("the account is %+v, the request %+v", tx.Account, tx.Request)
			}
			return nil
		})
	}()
	eventually(t, "the reader waits", func() bool {
		return valueOf(t, conn, "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'lineitem.request'::regclass") == "1"
	})
	run(t, conn, `UPDATE lineitem.account a SET version = b.version, record = b.record FROM account_2 b WHERE b.id = a.id;
		UPDATE lineitem.request a SET request = b.request FROM request_2 b WHERE b.id = a.id; COMMIT`)
	if err := <-read; err != nil {
		t.Error(err)
	}
}
