package nodetest

import (
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"lineitem/convert/cli/clitest"
	"lineitem/quota"
	"lineitem/quota/pgstore/pgtest"
)

// A backup can be made while the server answers, and a server can use what is restored
// from it: keys, balances and payments are those of the moment of the backup.
func TestStoreBackup(t *testing.T) {
	if testing.Short() {
		t.Skip("starts servers")
	}
	data, folder := t.TempDir(), t.TempDir()
	admin, end := clitest.NewAdmin(t, data)
	key := clitest.AddAccount(t, admin, quota.NewAccount{ID: "payer", Credits: 1000, Limits: clitest.Unlimited})
	end()
	server, file, client := clitest.Start(t, data, "--workers=1"), clitest.OrderUpload(t), clitest.NewClient()
	clitest.Done(t, "account", "credits", "payer", "5", "--id=payment-1", "--data="+data)
	stop := make(chan struct{})
	var load sync.WaitGroup
	load.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			if status, _, err := file.Post(client, server.URL, key, ""); err != nil || status != http.StatusOK {
				t.Errorf("a request while a backup is made = %d, %v, want 200", status, err)
			}
		}
	})
	backup := filepath.Join(folder, "backup")
	for range 3 { // into the same file
		if got := clitest.Done(t, "store", "backup", backup, "--data="+data); !strings.Contains(got, "1 account, ") || !strings.Contains(got, " backed up") {
			t.Errorf("store backup = %q", got)
		}
	}
	if got := clitest.Done(t, "store", "backup", "-", "--data="+data); !strings.HasPrefix(got, "lineitem backup 1") {
		t.Errorf("store backup - = %.100q", got)
	}
	close(stop)
	load.Wait()
	server.Kill()
	if info, err := os.Stat(backup); err != nil || runtime.GOOS != "windows" && info.Mode() != 0o600 {
		t.Errorf("the backup is %v, %v, want it to be for its owner only", info, err)
	}

	restored := filepath.Join(t.TempDir(), "data")
	if got := clitest.Done(t, "store", "restore", backup, "--data="+restored); !strings.Contains(got, "restored: all balances equal the sums of their ledgers") {
		t.Errorf("store restore = %q", got)
	}
	if status, _, stderr := clitest.Run("store", "restore", backup, "--data="+restored); status != 1 || !strings.Contains(stderr, "it already holds accounts") {
		t.Errorf("store restore over existing accounts = %d %q", status, stderr)
	}
	second := clitest.Start(t, restored, "--workers=1")
	if status, _, err := file.Post(client, second.URL, key, ""); err != nil || status != http.StatusOK {
		t.Errorf("a request to what was restored = %d, %v, want 200", status, err)
	}
	if _, _, stderr := clitest.Run("account", "credits", "payer", "5", "--id=payment-1", "--data="+restored); !strings.Contains(stderr, "already booked") {
		t.Errorf("a payment of before the backup is booked again: %q", stderr)
	}
	if got := clitest.Done(t, "account", "audit", "--data="+restored); !strings.Contains(got, "all balances equal") {
		t.Errorf("account audit = %s", got)
	}
	if status, _, stderr := clitest.Run("store", "restore", backup, "--data="+restored); status != 1 || !strings.Contains(stderr, "a server is running") {
		t.Errorf("store restore beside a server = %d %q", status, stderr)
	}
}

func TestStoreRestoreRefuses(t *testing.T) {
	data, folder := t.TempDir(), t.TempDir()
	clitest.Done(t, "account", "add", "acme", "--data="+data)
	whole, cut := filepath.Join(folder, "whole"), filepath.Join(folder, "cut")
	clitest.Done(t, "store", "backup", whole, "--data="+data)
	content, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(cut, content[:len(content)-1], 0o600); err != nil {
		t.Fatal(err)
	}
	into := filepath.Join(folder, "data")
	for name, want := range map[string]string{cut: "damaged or truncated", clitest.SampleOrder(): "damaged or truncated", filepath.Join(folder, "none"): "none"} {
		if status, _, stderr := clitest.Run("store", "restore", name, "--data="+into); status != 1 || !strings.Contains(stderr, want) {
			t.Errorf("store restore %s = %d %q, want 1 and %q", name, status, stderr, want)
		}
	}
	if _, err := os.Stat(into); err == nil {
		t.Error("something was made of a backup that is damaged")
	}
	// A backup that fails leaves the earlier one as it was.
	if status, _, _ := clitest.Run("store", "backup", whole, "--data="+filepath.Join(folder, "nothing")); status != 1 {
		t.Errorf("store backup of nothing = %d, want 1", status)
	}
	if again, err := os.ReadFile(whole); err != nil || string(again) != string(content) {
		t.Errorf("after a backup that failed the one before is another (%v)", err)
	}
}

// A backup of a directory can be restored into a database. A database itself is backed up
// with its own tools.
func TestStoreRestoreIntoDatabase(t *testing.T) {
	server := pgtest.Shared(t)
	url := server.URL(server.Database(t))
	data, backup := t.TempDir(), filepath.Join(t.TempDir(), "backup")
	clitest.Done(t, "account", "add", "acme", "--credits=7", "--data="+data)
	clitest.Done(t, "store", "backup", backup, "--data="+data)
	clitest.Done(t, "store", "restore", backup, "--store="+url)
	if got := clitest.Done(t, "account", "show", "acme", "--json", "--store="+url); !strings.Contains(got, `"credits":7`) {
		t.Errorf("account show = %s, want 7 credits", got)
	}
	if status, _, stderr := clitest.Run("store", "backup", backup, "--store="+url); status != 1 || !strings.Contains(stderr, "pg_dump") {
		t.Errorf("store backup of a database = %d %q, want 1 and pg_dump", status, stderr)
	}
}
