package pgstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"lineitem/quota/pgstore/pgtest"
)

// FuzzWriters checks that the list of writers holds the last attempt of each of the latest
// processes, and never grows beyond its bound.
func FuzzWriters(f *testing.F) {
	f.Add([]byte{1, 2, 1}, []byte{})
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 1}, []byte("0123456789abcdef"))
	f.Fuzz(func(t *testing.T, order, list []byte) {
		if len(order) > 1000 {
			return
		}
		last := map[process]uint64{}
		var recent []process
		for i, b := range order {
			p := process{b, 255}
			last[p] = uint64(i + 1)
			list = withAttempt(list, p, last[p])
			recent = slices.DeleteFunc(recent, func(q process) bool { return q == p })
			recent = append([]process{p}, recent...)
			recent = recent[:min(len(recent), maxWriters)]
		}
		if len(order) == 0 {
			lastAttempt(list, process{1}) // must not panic, whatever the list holds
			return
		}
		if len(list) > maxWriters*writerSize || len(list)%writerSize != 0 {
			t.Fatalf("the list has %d bytes", len(list))
		}
		for _, p := range recent {
			if got, err := lastAttempt(list, p); got != last[p] || err != nil {
				t.Errorf("lastAttempt(%x) = %d, %v, want %d", p, got, err, last[p])
			}
		}
	})
}

func TestDamagedWriters(t *testing.T) {
	if _, err := lastAttempt(bytes.Repeat([]byte{1}, writerSize+1), process{}); err == nil {
		t.Error("lastAttempt() of a list that was cut = nil")
	}
}

// The clock gives the database's time although this machine's differs by an hour. A slow
// answer changes nothing; an answer that contradicts the clock, as after the database's
// was set, does.
func TestClock(t *testing.T) {
	begin := time.Now()
	there := func(t time.Time) time.Time { return t.Add(-time.Hour).Round(0) }
	at := func(d time.Duration) time.Time { return begin.Add(d) }
	var c clock
	off := func() time.Duration { return c.now().Sub(there(time.Now())) }
	within := func(what string, want, by time.Duration) {
		t.Helper()
		if got := off() - want; got.Abs() > by {
			t.Errorf("%s: the clock is %v off, want %v", what, off(), want)
		}
	}
	c.saw(at(0), at(2*time.Millisecond), there(at(time.Millisecond)))
	within("an answer of 2 ms", 0, 200*time.Millisecond)
	c.saw(at(time.Second), at(2*time.Second), there(at(1900*time.Millisecond)))
	within("then one of a second", 0, 200*time.Millisecond)
	c.saw(at(3*time.Second), at(3*time.Second+time.Millisecond), there(at(3*time.Second)).Add(10*time.Second))
	within("after the database's clock was set", 10*time.Second, 200*time.Millisecond)
}

// The cache keeps what was used last, within its bound.
func TestCache(t *testing.T) {
	c := newCache[string, int](100)
	for i, key := range []string{"a", "b", "c"} {
		c.put(key, i, 30)
	}
	c.get("a")
	c.put("d", 3, 30)
	for key, want := range map[string]bool{"a": true, "b": false, "c": true, "d": true} {
		if _, ok := c.get(key); ok != want {
			t.Errorf("get(%q) = %v, want %v", key, ok, want)
		}
	}
	c.put("large", 4, 101)
	if c.size != 0 || len(c.items) != 0 || c.order.Len() != 0 {
		t.Errorf("after a value that has no room the cache has %d bytes in %d items", c.size, len(c.items))
	}
}

// The kind of an error decides what is sent again, and what may have been stored.
func TestKinds(t *testing.T) {
	answer := func(severity, code string) error {
		return &pgconn.PgError{Severity: severity, SeverityUnlocalized: severity, Code: code}
	}
	connecting := func(err error) error { return &unsentError{fmt.Errorf("connecting: %w", err)} }
	for _, c := range []struct {
		name string
		err  error
		want kind
	}{
		{"nothing", nil, none},
		{"serialization_failure", answer("ERROR", "40001"), conflict},
		{"deadlock_detected", answer("ERROR", "40P01"), conflict},
		{"lock_not_available", answer("ERROR", "55P03"), conflict},
		{"query_canceled, as by statement_timeout", answer("ERROR", "57014"), conflict},
		{"idle_in_transaction_session_timeout", answer("FATAL", "25P03"), conflict},
		{"statement_completion_unknown", answer("ERROR", "40003"), uncertain},
		{"admin_shutdown", answer("FATAL", "57P01"), uncertain},
		{"crash_shutdown", answer("WARNING", "57P02"), uncertain},
		{"transaction_timeout", answer("FATAL", "25P04"), uncertain},
		{"PgBouncer's end of a connection", &pgconn.PgError{Severity: "FATAL", Code: "08P01"}, uncertain},
		{"disk_full, while the log is written", answer("PANIC", "53100"), uncertain},
		{"read_only_sql_transaction, on a standby", answer("ERROR", "25006"), unavailable},
		{"out_of_memory", answer("ERROR", "53200"), unavailable},
		{"disk_full", answer("ERROR", "53100"), failed},
		{"insufficient_privilege", answer("ERROR", "42501"), failed},
		{"unique_violation", answer("ERROR", "23505"), failed},
		{"cannot_connect_now, before anything is sent", connecting(answer("FATAL", "57P03")), unavailable},
		{"too_many_connections, likewise", connecting(answer("FATAL", "53300")), unavailable},
		{"no connection in time", connecting(context.DeadlineExceeded), unavailable},
		{"no answer in time", context.DeadlineExceeded, uncertain},
		{"a connection that ends", fmt.Errorf("receiving: %w", io.ErrUnexpectedEOF), uncertain},
		{"a connection that is reset", &net.OpError{Op: "read", Err: syscall.ECONNRESET}, uncertain},
		{"a connection that was found closed", fmt.Errorf("commit: %w", pgconn.ErrConnClosed), uncertain},
		{"a damaged record", errWriters, failed},
	} {
		if got := kindOf(c.err); got != c.want {
			t.Errorf("%s: kindOf(%v) = %d, want %d", c.name, c.err, got, c.want)
		}
	}
}

// FuzzBecame checks that the outcome of an attempt is reported correctly as long as it can be known,
// whatever others wrote before and since.
func FuzzBecame(f *testing.F) {
	f.Add([]byte{1, 2, 3}, []byte{2, 3, 2})
	f.Add([]byte{}, bytes.Repeat([]byte{7, 8}, maxWriters))
	many := make([]byte, 2*maxWriters)
	for i := range many {
		many[i] = byte(i)
	}
	f.Add(many, many[:maxWriters-1])
	f.Add(many, many[:maxWriters])
	f.Fuzz(func(t *testing.T, before, since []byte) {
		if len(before)+len(since) > 1000 {
			return
		}
		number := uint64(0)
		write := func(list []byte, by []byte) []byte {
			for _, b := range by {
				number++
				list = withAttempt(list, process{b}, number)
			}
			return list
		}
		self, attempt := process{1, 1}, uint64(1<<40)
		known := write(withAttempt(nil, self, 1), before)
		sent := withAttempt(known, self, attempt)
		others := map[byte]bool{}
		for _, b := range since {
			others[b] = true
		}
		for stored, now := range map[bool][]byte{true: write(sent, since), false: write(known, since)} {
			got, err := became(sent, now, self)
			if errors.Is(err, errForgotten) && len(others) >= maxWriters {
				continue
			}
			if got != stored || err != nil {
				t.Errorf("after %d others became() = %v, %v, want %v", len(others), got, err, stored)
			}
		}
	})
}

// An address gets the settings that pgstore needs, unless it says otherwise.
func TestConfigure(t *testing.T) {
	config, err := configure("postgres://a:b@one,two:5433/c", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if config.most != defaultConnections || config.idle != idleTime || config.connection.ConnectTimeout != connectTime {
		t.Errorf("configure() = %d connections, idle for %v, connecting for %v", config.most, config.idle, config.connection.ConnectTimeout)
	}
	config, err = configure("postgres://a@b/c?pool_max_conns=3&pool_max_conn_idle_time=1h&connect_timeout=7", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if config.most != 3 || config.idle != time.Hour || config.connection.ConnectTimeout != 7*time.Second {
		t.Errorf("configure() = %d connections, idle for %v, connecting for %v", config.most, config.idle, config.connection.ConnectTimeout)
	}
}

// Wrong settings of the pool in an address are refused; its other settings are passed on to the server.
func TestConfigureRefuses(t *testing.T) {
	for setting, want := range map[string]string{
		"pool_max_conns=0": "pool_max_conns: want a number", "pool_max_conn_idle_time=5": "pool_max_conn_idle_time: want a time",
		"pool_health_check_period=0": "pool_health_check_period: want a time", "pool_max_conn_lifetime=-1s": "pool_max_conn_lifetime: want a time", "pool_min_conns=1": "pool_min_conns: there is no such setting",
	} {
		if _, err := configure("postgres://a@b/c?"+setting, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("configure() with %s = %v, want %q", setting, err, want)
		}
	}
	config, err := configure("postgres://a@b/c?search_path=x&pool_max_conn_lifetime=0", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if given := config.connection.RuntimeParams; given["search_path"] != "x" || given["pool_max_conn_lifetime"] != "" {
		t.Errorf("the server is told %v", given)
	}
}

// However an address is wrong, the error does not reveal its password.
func TestAddressKeepsPassword(t *testing.T) {
	for _, address := range []string{
		"postgres://user:SECRET@host:port/db",
		"postgres://user:SECRET@host:1:2/db",
		"postgres://user:x/SECRET@host/db",
		"postgres://user:x?SECRET@host/db",
		"postgres://user:x#SECRET@host/db",
		"postgres://user:x@SECRET@host:port/db",
		"postgres://user:x:SECRET@host:99999/db",
		"postgres://user:SECRET%@host/db",
		"postgres://user:%zzSECRET@host/db",
		"postgres://user:SEC RET@host/db",
		"postgres://user:SECRET@[::1/db",
		"postgres://user:SECRET@host/db?sslmode=never",
		"postgres://user@host/db?password=SECRET&sslmode=never",
		"postgres://user@host/db?pass%77ord=SECRET&sslmode=never",
		"postgres://user:SECRET@host/db?sslrootcert=/nowhere/ca.pem&sslmode=verify-full",
		"postgres://user:SECRET@host/db?pool_max_conns=many",
		"postgres://user:SECRET@host/db?connect_timeout=soon",
		"postgres://user:x/y:SECRET@host/db?sslmode=never",
		"postgres://user:x?y=SECRET@host/db&sslmode=never",
		"postgres://user:x?sslmode=SECRET@host/db",
		"postgres://user:x?connect_timeout=SECRET@host/db",
		"postgres://user:x?pool_max_conns=SECRET@host/db",
		"postgres://user:x/?sslrootcert=SECRET@host/db",
		"postgres://user:12/34SECRET@host/db",
		"postgres://user:12?SECRET@host/db",
		"postgres://user:12#SECRET@host/db",
		"postgres://user:x@SECRET@host/db",
		"postgres://user:12/?application_name=SECRET@host/db",
	} {
		if _, err := configure(address, Options{}); err == nil || strings.Contains(err.Error(), "RET") {
			t.Errorf("configure(%q) = %v, want an error without the password", address, err)
		}
	}
}

// A call whose caller hangs up says nothing about whether the database answers, so a
// database that was away still counts as away.
func TestHangingUpTellsNothing(t *testing.T) {
	server := pgtest.Shared(t)
	s, err := Open(t.Context(), server.URL(server.Database(t)), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.outage.seen()
	ctx, hangUp := context.WithCancel(t.Context())
	err = s.try(ctx, time.Minute, func(ctx context.Context, db *conn) error {
		hangUp()
		_, err := db.exec(ctx, "SELECT pg_sleep(60)")
		return err
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a call whose caller hangs up = %v, want context.Canceled", err)
	}
	if s.Health() == nil {
		t.Error("Health() = nil although the database did not answer")
	}
}

// After a time in which no node could renew its lease, or after the database's clock was
// set, a node gives the others as long as a lease before it declares any of them dead.
func TestMayJudge(t *testing.T) {
	n := &Node{lease: 15 * time.Second}
	begin := time.Unix(1e9, 0)
	for _, step := range []struct {
		at   time.Duration // by the database's clock
		want bool
	}{
		{0, false}, {5 * time.Second, false}, {10 * time.Second, false}, {15 * time.Second, true}, {20 * time.Second, true},
		// The lease is renewed late, but before it is over.
		{34 * time.Second, true},
		// The database was away for a minute, or this machine halted.
		{94 * time.Second, false}, {99 * time.Second, false}, {109 * time.Second, true},
		// The clock is set forward, and back again.
		{time.Hour, false}, {time.Hour + 15*time.Second, true}, {2 * time.Minute, false}, {2*time.Minute + 15*time.Second, true},
	} {
		n.noteLease(begin.Add(step.at + n.lease))
		if got := n.mayJudge(); got != step.want {
			t.Errorf("a lease renewed at %v: mayJudge() = %v, want %v", step.at, got, step.want)
		}
	}
}
