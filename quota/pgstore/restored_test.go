package pgstore_test

import (
	"testing"

	"lineitem/quota"
	"lineitem/quota/pgstore"
	"lineitem/quota/pgstore/pgtest"
)

// A node that goes on while the database loses its last changes, as after a
// failover to a standby that was behind, does not bring the lost changes back from
// its memory, even if as many others were made in their place.
func TestLostChanges(t *testing.T) {
	server := pgtest.Shared(t)
	database := server.Database(t)
	var admins []*quota.Admin
	for range 2 {
		store := open(t, server.URL(database), pgstore.Options{})
		defer store.Close()
		admins = append(admins, quota.NewAdmin(store, quota.Options{}))
	}
	credit := func(node int, amount, want int64) {
		t.Helper()
		status, err := admins[node].AddCredits(t.Context(), "acme", amount, "", "")
		if err != nil || status.Credits != want {
			t.Errorf("AddCredits(%d) on node %d = %+v, %v, want %d", amount, node, status, err, want)
		}
	}
	if _, err := admins[0].AddAccount(t.Context(), quota.NewAccount{ID: "acme"}); err != nil {
		t.Fatal(err)
	}
	credit(0, 1, 1)
	server.Exec(t, database, `CREATE TABLE account_then AS TABLE lineitem.account; CREATE TABLE ledger_then AS TABLE lineitem.ledger`)
	credit(0, 10, 11)
	credit(0, 100, 111)
	server.Exec(t, database, `TRUNCATE lineitem.account, lineitem.ledger;
		INSERT INTO lineitem.account TABLE account_then; INSERT INTO lineitem.ledger TABLE ledger_then`)
	credit(1, 1000, 1001)
	credit(1, 10000, 11001)
	credit(0, 100000, 111001)
	report, err := admins[1].Audit(t.Context(), "acme")
	if err != nil || len(report.Problems) > 0 || report.Credits != 111001 {
		t.Errorf("Audit() = %+v, %v, want 111001 credits", report, err)
	}
}
