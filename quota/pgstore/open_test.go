package pgstore_test

import (
	"errors"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"lineitem/quota"
	"lineitem/quota/pgstore"
	"lineitem/quota/pgstore/pgtest"
)

// as returns the address with another user.
func as(t *testing.T, address, user, password string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword(user, password)
	return u.String()
}

// A role that owns nothing and has the rights that quota/README.md names can do all that a
// node does, and cannot change the schema.
func TestLeastPrivilege(t *testing.T) {
	t.Parallel()
	server := pgtest.Shared(t)
	database := server.Database(t)
	owner := open(t, server.URL(database), pgstore.Options{})
	defer owner.Close()
	role := "node_of_" + database
	server.Exec(t, database, strings.ReplaceAll(`CREATE ROLE node LOGIN PASSWORD 'secret';
		GRANT USAGE ON SCHEMA lineitem TO node;
		GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA lineitem TO node;
		ALTER DEFAULT PRIVILEGES IN SCHEMA lineitem GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO node`, "node", role))
	t.Cleanup(func() {
		server.Exec(t, database, strings.ReplaceAll("DROP OWNED BY node; DROP ROLE node", "node", role))
	})
	address := as(t, server.URL(database), role, "secret")
	node := open(t, address, pgstore.Options{Sweep: 20 * time.Millisecond, ModuleGrace: time.Millisecond})
	defer node.Close()
	member, err := node.Join(t.Context(), "one", "here", 0)
	if err != nil {
		t.Fatal(err)
	}
	key, status := customer(t, node, "a")
	gate := quota.NewGate(node, quota.Options{})
	grant, err := gate.Admit(t.Context(), key, "k")
	if err == nil {
		err = grant.Bind(t.Context(), [32]byte{1})
	}
	if err == nil {
		err = grant.Settle(t.Context())
	}
	if err != nil {
		t.Errorf("a conversion: %v", err)
	}
	loose, err := node.PutModule(t.Context(), []byte("loose"))
	if err != nil {
		t.Errorf("PutModule() = %v", err)
	}
	server.Exec(t, database, "UPDATE lineitem.request SET expires = expires - interval '2 days'")
	eventually(t, "what is of no more use is forgotten", func() bool {
		_, err := node.Module(t.Context(), loose)
		for range node.Requests(t.Context(), "a") {
			return false
		}
		return errors.Is(err, quota.ErrNotFound)
	})
	admin := quota.NewAdmin(node, quota.Options{})
	if err := admin.RevokeKey(t.Context(), "a", status().Keys[0].ID); err != nil {
		t.Errorf("RevokeKey() = %v", err)
	}
	if err := member.Leave(t.Context()); err != nil {
		t.Errorf("Leave() = %v", err)
	}
	audit(t, node, "a")
	conn := connect(t, address)
	for _, sql := range []string{
		"DROP TABLE lineitem.ledger", "ALTER TABLE lineitem.account ADD x int", "CREATE TABLE lineitem.x ()",
		"CREATE OR REPLACE FUNCTION lineitem.x() RETURNS int LANGUAGE sql AS 'SELECT 1'", "TRUNCATE lineitem.ledger",
	} {
		if err := conn.Exec(t.Context(), sql).Close(); err == nil {
			t.Errorf("%s is done for a node", sql)
		}
	}
	// Only its owner can update a schema that is too old.
	server.Exec(t, database, "UPDATE lineitem.schema_version SET version = 0")
	if _, err := pgstore.Open(t.Context(), address, pgstore.Options{Answer: patient}); err == nil || errors.Is(err, quota.ErrUnavailable) || !strings.Contains(err.Error(), "let the owner of the schema") {
		t.Errorf("Open() of a schema that is too old, without the right to update it = %v", err)
	}
}

// If the server does not accept a setting in the address, Open returns an error at once
// instead of waiting for the server.
func TestSettingsOfTheServer(t *testing.T) {
	t.Parallel()
	server := pgtest.Shared(t)
	address := server.URL(server.Database(t))
	for _, setting := range []string{"keepalives_idle=30", "statement_timeout=soon"} {
		_, err := pgstore.Open(t.Context(), address+"&"+setting, pgstore.Options{Answer: patient})
		if err == nil || errors.Is(err, quota.ErrUnavailable) || !strings.Contains(err.Error(), "the address has a setting") {
			t.Errorf("Open() with %s = %v", setting, err)
		}
	}
}

// With sslmode=verify-full the server must prove that it is the one that the address names.
func TestTLS(t *testing.T) {
	t.Parallel()
	server := pgtest.Shared(t)
	wrong, root := server.UseTLS(t), server.UseTLS(t)
	plain := strings.TrimSuffix(server.URL(server.Database(t)), "sslmode=disable")
	verified := plain + "sslmode=verify-full&sslrootcert="
	eventually(t, "the server speaks TLS", func() bool {
		store, err := pgstore.Open(t.Context(), verified+root, pgstore.Options{Answer: patient})
		if err != nil {
			return false
		}
		return store.Close() == nil
	})
	for name, address := range map[string]string{
		"a root that vouches for another": verified + wrong,
		"another name":                    strings.Replace(verified, "127.0.0.1", "localhost", 1) + root,
	} {
		if store, err := pgstore.Open(t.Context(), address, pgstore.Options{Answer: patient}); err == nil {
			store.Close()
			t.Errorf("%s: Open() = nil", name)
		} else if errors.Is(err, quota.ErrUnavailable) || !strings.Contains(err.Error(), "check sslrootcert") {
			t.Errorf("%s: Open() = %v", name, err)
		}
	}
	if encrypted := valueOf(t, connect(t, verified+root), "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"); encrypted != "t" {
		t.Errorf("pg_stat_ssl says %s, want t", encrypted)
	}
}

// Several nodes can start at once on an empty database. When a later version has migrated
// the database, nodes of the earlier version that run go on, but no other can start.
func TestMigrations(t *testing.T) {
	server := pgtest.Shared(t)
	database := server.Database(t)
	var wg sync.WaitGroup
	for range 5 {
		wg.Go(func() {
			store, err := pgstore.Open(t.Context(), server.URL(database), pgstore.Options{Connections: 2, Answer: patient})
			if err != nil {
				t.Errorf("Open() beside others = %v", err)
				return
			}
			store.Close()
		})
	}
	wg.Wait()
	running := open(t, server.URL(database), pgstore.Options{})
	defer running.Close()
	key, _ := customer(t, running, "a")
	server.Exec(t, database, "UPDATE lineitem.schema_version SET version = version + 1")
	if err := convert(t.Context(), quota.NewGate(running, quota.Options{}), key); err != nil {
		t.Errorf("a conversion on a node of the earlier version: %v", err)
	}
	_, err := pgstore.Open(t.Context(), server.URL(database), pgstore.Options{Answer: patient})
	if !errors.Is(err, pgstore.ErrNewer) || !strings.Contains(err.Error(), "update the program") {
		t.Errorf("Open() of a database of a later version = %v, want ErrNewer", err)
	}
}
