package pgstore_test

import (
	"flag"
	"os"
	"sync"
	"testing"
	"time"

	"lineitem/convert/testenv"
	"lineitem/quota"
	"lineitem/quota/pgstore"
	"lineitem/quota/pgstore/pgtest"
	"lineitem/quota/storetest"
)

// patient is how long a database may take to answer unless a test says otherwise: on a
// busy machine it may take seconds.
const patient = time.Minute

func open(t testing.TB, url string, opts pgstore.Options) *pgstore.Store {
	t.Helper()
	if opts.Answer == 0 {
		opts.Answer = patient
	}
	s, err := pgstore.Open(t.Context(), url, opts)
	if err != nil {
		t.Fatalf("Open(%q) = %v", url, err)
	}
	return s
}

func TestStore(t *testing.T) {
	server := pgtest.Shared(t)
	bouncer := server.Bouncer(t)
	for name, url := range map[string]func(database string) string{"PostgreSQL": server.URL, "PgBouncer": bouncer} {
		t.Run(name, func(t *testing.T) {
			if name == "PgBouncer" {
				testenv.Long(t, "runs the suite again") // TestContention and others always use PgBouncer
			}
			var places sync.Map
			storetest.Run(t, func(t *testing.T, place string) quota.Store {
				database, ok := places.Load(place)
				if !ok {
					database = server.Database(t)
					places.Store(place, database)
				}
				return open(t, url(database.(string)), pgstore.Options{})
			})
		})
	}
}

func TestMain(m *testing.M) {
	flag.Set("rapid.seed", "1") // the same sequences each time
	if !testenv.RequireAll() {  // unless the command line says how many sequences rapid.Check draws
		flag.Set("rapid.checks", "25")
	}
	testenv.Together(8)
	os.Exit(pgtest.Run(m))
}
