package pgstore_test

import (
	"strconv"
	"sync"
	"testing"

	"lineitem/quota/pgstore"
	"lineitem/quota/pgstore/pgtest"
)

// Connections are opened when they are needed, no more than the address allows, and closed
// when nobody uses them.
func TestConnectionsCloseUnused(t *testing.T) {
	t.Parallel()
	server := pgtest.Shared(t)
	database := server.Database(t)
	const most = 3
	store := open(t, server.URL(database)+"&application_name=pooled&pool_max_conns="+strconv.Itoa(most)+
		"&pool_max_conn_idle_time=1ms&pool_health_check_period=1ms", pgstore.Options{})
	defer store.Close()
	watch := connect(t, server.URL(database))
	count := func() int {
		n, err := strconv.Atoi(valueOf(t, watch, "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'pooled'"))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	var wg sync.WaitGroup
	for range 4 * most {
		wg.Go(func() {
			if _, err := store.PutModule(t.Context(), []byte("module")); err != nil {
				t.Errorf("PutModule() = %v", err)
			}
		})
	}
	wg.Wait()
	if n := count(); n > most {
		t.Errorf("there are %d connections, want %d at most", n, most)
	}
	eventually(t, "unused connections are closed", func() bool { return count() == 0 })
	if _, err := store.PutModule(t.Context(), []byte("another")); err != nil {
		t.Errorf("PutModule() after that = %v", err)
	}
}
