package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"lineitem/quota"
	"lineitem/quota/badgerstore"
	"lineitem/quota/operator"
	"lineitem/quota/pgstore"
)

var storeCommands = &group{
	name:  "store",
	about: `Back up accounts, and move them between a data directory and a PostgreSQL database.`,
	commands: []subcommand{
		{name: "backup", operands: " FILE", least: 1, most: 1, prepare: storeBackup,
			about: `Write all accounts of a data directory to a file (- for standard output).
A server may keep running; the backup shows the accounts at one moment. It includes
ledgers, requests and mappers, and keys and passwords as hashes.`},
		{name: "restore", operands: " FILE", alone: storeRestore,
			about: `Read a backup into an empty data directory or database.
No server may be running on it. The accounts are audited; conversions that were
in flight when the backup was made are released.`},
		{name: "copy", operands: " FROM TO", alone: storeCopy,
			about: `Copy all accounts, with their ledgers, requests and mappers.
FROM and TO are a data directory, or the address of a database (postgres://...).
TO must be empty. No server may be running on either. The copy is audited;
conversions that a server left open are released in it.`},
	},
}

// storeCopy is the command "store copy".
func storeCopy(ctx context.Context, c *command, args []string, stdout, _ io.Writer) (err error) {
	asJSON := c.Bool("json", false, "print JSON")
	operands, err := c.parse(args)
	if err != nil {
		return err
	}
	if len(operands) != 2 {
		return &usageError{"store copy: an argument is missing: lineitem store copy FROM TO"}
	}
	from, err := openCopied(ctx, operands[0], false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	to, err := openCopied(ctx, operands[1], true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	copied, err := quota.Copy(ctx, to, from)
	if err != nil {
		return fmt.Errorf("copying to %s: %w", placeName(operands[1]), err)
	}
	return finishCopy(ctx, to, copied, "copied", *asJSON, stdout)
}

// finishCopy audits accounts that were copied or restored, releases conversions
// that were in flight, and prints what was done.
func finishCopy(ctx context.Context, to quota.Store, copied quota.Copied, done string, asJSON bool, stdout io.Writer) error {
	// Audit the copy before conversions are released in it.
	if err := auditCopy(ctx, to); err != nil {
		return err
	}
	everyone := func(string) bool { return true }
	released, err := quota.NewGate(to, quota.Options{}).RecoverNodes(ctx, everyone)
	if err != nil {
		return err
	}
	if asJSON {
		return json.NewEncoder(stdout).Encode(struct {
			quota.Copied
			GivenBack int `json:"givenBack"`
		}{copied, released})
	}
	fmt.Fprintf(stdout, "%s %s: all balances equal the sums of their ledgers\n", copiedText(copied), done)
	if released > 0 {
		fmt.Fprintf(stdout, "%s released in the copy, since no server was running to finish them\n", plural(released, "conversion"))
	}
	return nil
}

func copiedText(c quota.Copied) string {
	return fmt.Sprintf("%s, %s, %s, %s and %s", plural(c.Accounts, "account"), pluralEntries(uint64(c.Entries)), plural(c.Requests, "request"), plural(c.Modules, "mapper"), plural(c.Layouts, "layout"))
}

// auditCopy returns an error if a balance differs from its ledger.
func auditCopy(ctx context.Context, store quota.Store) error {
	for report, err := range quota.NewAdmin(store, quota.Options{}).AuditAll(ctx) {
		if err != nil {
			return err
		}
		if len(report.Problems) > 0 {
			return fmt.Errorf("the copy of account %s disagrees with its ledger: %s", report.Account, strings.Join(report.Problems, "; "))
		}
	}
	return nil
}

// openCopied opens a data directory or a database that no server uses.
func openCopied(ctx context.Context, place string, create bool) (quota.Store, error) {
	if !isDatabase(place) {
		client, err := operator.Dial(ctx, place)
		if err == nil {
			client.Close()
			return nil, fmt.Errorf("%s: %w; stop it first", place, operator.ErrServing)
		}
		if create {
			err = os.MkdirAll(place, 0o700)
		} else if _, err = os.Stat(accountsDirectory(place)); errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("there are no accounts in %s", place)
		}
		if err != nil {
			return nil, err
		}
		return openDirectory(place, badgerstore.Options{})
	}
	store, err := pgstore.Open(ctx, place, pgstore.Options{Wait: openWait, Connections: 4})
	if err != nil {
		return nil, err
	}
	nodes, err := store.Nodes(ctx)
	if err == nil && len(nodes) > 0 {
		err = fmt.Errorf("the database is in use by %s (%s); stop them first", plural(len(nodes), "server"), strings.Join(nodes, ", "))
	}
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return store, nil
}

// placeName returns a name for a place that contains no password.
func placeName(place string) string {
	if isDatabase(place) {
		return "the database"
	}
	return place
}
