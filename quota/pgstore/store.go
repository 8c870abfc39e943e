// Package pgstore keeps accounts in PostgreSQL, or in a database that speaks its
// protocol, for several processes on several machines at once: nodes of one service
// behind any load balancer.
//
// A change of an account takes one round trip. The store remembers the record that
// it saw last, runs the change on it and sends the result to a function of the
// database. The function stores the result if the record is still the same;
// otherwise it returns the newer record, on which the change is run again. A call
// that changes nothing writes nothing, but its record is compared with the database
// too, so that nothing is ever decided on an old record. Changes of one account that
// arrive while another is under way are sent together. A process that loses to
// others several times locks the account's row for its next try, and gets the lock
// in its turn.
//
// The store needs READ COMMITTED and no state of the session: no prepared
// statement, no setting, no advisory lock, no LISTEN. So PgBouncer in transaction
// mode may stand in between.
//
// A change that was acknowledged is as durable as the database's commits are
// (its settings fsync and synchronous_commit, and its standbys). A change whose
// answer was lost with its connection is sent again and never stored twice; see
// writers.go. If the database does not answer for longer than Options.Wait, the
// error is quota.ErrUnavailable.
//
// Times are those of the database's clock: see Store.Now. Nodes whose clocks are
// wrong do no harm.
//
// See node.go for what processes tell each other, and for what becomes of the
// reservations that a process leaves open when it dies.
//
// # Operation
//
// The user in the URL creates the schema "lineitem" at the first start, and each
// later version of the program adds to it; after that, rights to read and write
// its tables and to call its functions are enough. A version may be rolled out
// node by node. Each process uses up to 10 connections (pool_max_conns in the
// URL); the changes of one account use one at a time. A row of an account takes
// about 400 bytes, and up to 900 once many processes have changed it; a conversion
// adds about 100 bytes to the ledger and its index. With the fill factors that the
// schema sets almost all changes of a row stay on its page (HOT), and autovacuum
// keeps up with its default settings; a transaction that is left open for hours, as
// by a long dump, lets tables grow meanwhile. Any consistent backup of the database
// will do, as by pg_dump or by archiving the log; restoring an older one forgets
// what was charged and paid since. A standby takes over without a loss only if
// commits wait for it (synchronous_standby_names).
package pgstore

import (
	"context"
	"crypto/rand"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"lineitem/quota"
)

// Options configures a store. With the zero value calls fail at once while the database is away.
type Options struct {
	// Wait is how long a call waits for a database that cannot be reached, as
	// during a failover, before it returns quota.ErrUnavailable. Zero means that
	// it does not wait: it only replaces a broken connection, once and at once.
	Wait time.Duration
	// Memory bounds the size of the remembered records, in bytes. Zero means 32 MiB,
	// which is enough for some 50,000 accounts.
	Memory int
	// Answer bounds one round trip, including the time to get a connection. A
	// statement that is not answered by then is tried again on another connection,
	// as far as Wait allows. Zero means 5 s.
	Answer time.Duration
	// Connections bounds the connections to the database. Zero means the URL's
	// pool_max_conns, or 10 if the URL has none.
	Connections int
	// Sweep is how often modules that no account names, and requests that have
	// expired, are deleted. Zero means 10 minutes.
	Sweep time.Duration
	// ModuleGrace is how long a module is kept after no account refers to it. Zero
	// means quota.ModuleGrace.
	ModuleGrace time.Duration
	// Log receives messages for the operator. Nil discards them.
	Log *slog.Logger
}

const (
	defaultMemory      = 32 << 20
	defaultConnections = 10
	defaultSweep       = 10 * time.Minute
	keysMemory         = 8 << 20 // bytes for the cache of which account each key belongs to
	accountsPage       = 100     // accounts that are read at once
	ledgerPage         = 1000    // entries that are read at once
	defaultAnswer      = 5 * time.Second
)

// Store implements quota.Store.
type Store struct {
	pool    *pool
	opts    Options
	process process
	clock   clock

	accounts *cache[string, *snapshot]
	// keys maps the hashes of keys to accounts. A key belongs to one account for
	// ever. Whether it is valid is in the account's record, which every admission
	// compares with the database: a key that another node revoked is refused from
	// the next request on.
	keys *cache[quota.KeyHash, string]

	attempts atomic.Uint64 // the number of the last attempt
	outage   outage

	stop  context.CancelFunc // ends the background work
	ended sync.WaitGroup

	mu     sync.Mutex
	queues map[string]*callQueue // accounts with changes under way or in doubt
	calls  sync.WaitGroup        // under way; none is added once closed is set
	closed bool
}

var _ quota.Store = (*Store)(nil)

// Open connects to a database, such as "postgres://user:password@host:5432/database",
// and brings its schema up to date. Package pgconn documents what else the URL may
// contain; for the pool of connections it may also contain pool_max_conns,
// pool_max_conn_idle_time, pool_max_conn_lifetime and pool_health_check_period, the
// last three as durations such as "5m". All tables and functions are in the schema
// "lineitem" of the database. The error is ErrNewer if a later version of this program
// has changed the schema, and quota.ErrUnavailable while the database cannot be reached.
func Open(ctx context.Context, url string, opts Options) (*Store, error) {
	opts = opts.withDefaults()
	config, err := configure(url, opts)
	if err != nil {
		return nil, err
	}
	pool, err := newPool(config)
	if err != nil {
		return nil, err
	}
	s := &Store{
		pool: pool, opts: opts, queues: map[string]*callQueue{},
		accounts: newCache[string, *snapshot](opts.Memory),
		keys:     newCache[quota.KeyHash, string](keysMemory),
	}
	rand.Read(s.process[:]) // never fails
	err = s.migrate(ctx)
	if err == nil {
		err = s.askTime(ctx)
	}
	if err != nil {
		s.closePool()
		return nil, openFault(err)
	}
	background, stop := context.WithCancel(context.Background())
	s.stop = stop
	s.ended.Go(func() { s.sweep(background) })
	s.ended.Go(func() { s.resolve(background) })
	return s, nil
}

// Now returns the time of the database's clock, as exactly as the last answers told
// it: to within half the round-trip time of the quickest of them.
func (s *Store) Now() time.Time { return s.clock.now() }

// askTime asks the database for its time and sets s.clock.
func (s *Store) askTime(ctx context.Context) error {
	return s.try(ctx, s.opts.Answer, func(ctx context.Context, db *conn) error {
		var there time.Time
		sent := time.Now()
		err := db.queryRow(ctx, []any{&there}, "SELECT clock_timestamp()")
		if err == nil {
			s.clock.saw(sent, time.Now(), there)
		}
		return err
	})
}

// Close waits for the calls under way, no longer than they themselves wait for the
// database, and ends all iterations. Later calls return quota.ErrClosed.
func (s *Store) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	s.mu.Unlock()
	s.calls.Wait()
	s.stop()
	s.ended.Wait()
	s.closePool()
	return nil
}

// closePoolTime is how long closePool waits for all connections to close.
const closePoolTime = 2 * time.Second

// closePool closes all connections. It waits no longer than closePoolTime for a database that hangs.
func (s *Store) closePool() {
	closed := make(chan struct{})
	go func() {
		s.pool.close()
		close(closed)
	}()
	select {
	case <-closed:
	case <-time.After(closePoolTime):
	}
}

// beginCall begins a call. If it returns nil the call must end with s.calls.Done.
func (s *Store) beginCall(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.iterationErrLocked(ctx); err != nil {
		return err
	}
	s.calls.Add(1)
	return nil
}

// Health returns quota.ErrUnavailable if the database did not answer when it was last
// asked.
func (s *Store) Health() error {
	if s.outage.lasts() {
		return quota.ErrUnavailable
	}
	return nil
}

// AccountOf implements quota.Store.
func (s *Store) AccountOf(ctx context.Context, key quota.KeyHash) (string, error) {
	if err := s.beginCall(ctx); err != nil {
		return "", err
	}
	defer s.calls.Done()
	if account, ok := s.keys.get(key); ok {
		return account, nil
	}
	if s.hopeless() {
		return "", quota.ErrUnavailable
	}
	found, err := query[struct{ Account []byte }](ctx, s, "SELECT account FROM lineitem.api_key WHERE hash = $1", key[:])
	if err != nil {
		return "", err
	}
	if len(found) == 0 {
		return "", quota.ErrNotFound
	}
	account := string(found[0].Account)
	s.rememberKey(key, account)
	return account, nil
}

func (s *Store) rememberKey(key quota.KeyHash, account string) {
	const entry = 200 // bytes
	s.keys.put(key, account, entry)
}
