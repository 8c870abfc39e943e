package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lineitem/quota"
	"lineitem/quota/badgerstore"
	"lineitem/quota/operator"
	"lineitem/quota/pgstore"
)

// storeFlags say where accounts are kept.
type storeFlags struct {
	url string // of a database; empty if they are in the data directory
}

// add adds the flag to a command.
func (f *storeFlags) add(c *command) {
	c.StringVar(&f.url, "store", "", "`address` of a PostgreSQL database of accounts, such as postgres://user:password@host/database, which several servers share; the default is the data directory")
}

// check returns an error if the address cannot be that of a database.
func (f *storeFlags) check() error {
	if f.url != "" && !isDatabase(f.url) {
		return &usageError{`--store: want an address that begins with "postgres://"; a directory is named by --data`}
	}
	return nil
}

// isDatabase reports whether a place is the address of a database, not a directory.
func isDatabase(place string) bool {
	return strings.HasPrefix(place, "postgres://") || strings.HasPrefix(place, "postgresql://")
}

// awayFlag is how long requests wait while the database cannot be reached: "refuse"
// is 0, and "wait" may state the longest time.
type awayFlag time.Duration

const defaultAwayWait = 10 * time.Second

func (a awayFlag) String() string {
	if a == 0 {
		return "refuse"
	}
	return "wait=" + time.Duration(a).String()
}

func (a *awayFlag) Set(text string) error {
	const longest = time.Minute
	kind, length, given := strings.Cut(text, "=")
	switch {
	case text == "refuse":
		*a = 0
		return nil
	case text == "wait":
		*a = awayFlag(defaultAwayWait)
		return nil
	case kind == "wait" && given:
		if d, err := time.ParseDuration(length); err == nil && d > 0 && d <= longest {
			*a = awayFlag(d)
			return nil
		}
	}
	return errors.New(`want "refuse", "wait", or "wait=15s" with at most a minute`)
}

// nodeFlags are the flags of a server that shares a database with others.
type nodeFlags struct {
	storeFlags
	name string
	away awayFlag
}

func (f *nodeFlags) add(c *command) {
	f.storeFlags.add(c)
	c.StringVar(&f.name, "node", "", "`name` of this server among those that share a database; the default is drawn for the data directory")
	c.Var(&f.away, "store-away", "what to `do` with requests while the database cannot be reached: refuse them at once with 503, or wait up to a time, as in wait=10s")
	c.choices("store-away", "refuse", "wait")
}

// shared is a database that a server has open, and the server's node among those
// that share it.
type shared struct {
	*pgstore.Store
	node *pgstore.Node
}

// openShared opens the database and joins the servers that share it.
func (f *nodeFlags) openShared(ctx context.Context, data string, log *slog.Logger) (*shared, error) {
	// Two servers on one data directory would have the same name.
	client, err := operator.Dial(ctx, data)
	switch {
	case err == nil:
		client.Close()
		return nil, fmt.Errorf("%s: %w", data, operator.ErrServing)
	case !errors.Is(err, operator.ErrNoServer):
		return nil, err
	}
	name, place, err := f.identity(data)
	if err != nil {
		return nil, err
	}
	store, err := pgstore.Open(ctx, f.url, pgstore.Options{Wait: time.Duration(f.away), Log: log})
	if err != nil {
		return nil, err
	}
	node, err := store.Join(ctx, name, place, 0)
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return &shared{store, node}, nil
}

// identity returns the name and the place of this server. The place, which is also
// the name unless --node sets one, consists of the machine's name and a random text
// that was drawn when the data directory was first used, so that a copy of the
// directory on another machine has another place.
func (f *nodeFlags) identity(data string) (name, place string, err error) {
	host, err := os.Hostname()
	if err != nil {
		return "", "", err
	}
	path := filepath.Join(data, "node")
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		text = []byte(strings.ToLower(rand.Text()[:8]) + "\n")
		err = os.WriteFile(path, text, 0o600)
	}
	if err != nil {
		return "", "", err
	}
	place = host + "-" + strings.TrimSpace(string(text))
	if f.name != "" {
		return f.name, place, nil
	}
	return place, place, nil
}

// watch keeps the server joined to the others until end is called, which must be
// after the last conversion was charged for. If another server takes over its name,
// watch calls stop with the reason.
func (s *shared) watch(gate *quota.Gate, log *slog.Logger, stop context.CancelCauseFunc) (end func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		err := s.node.Watch(ctx, gate)
		if err != nil {
			stop(err)
		}
		done <- err
	}()
	return func() {
		cancel()
		if <-done != nil {
			return // another server has the name
		}
		ctx, cancel := context.WithTimeout(context.Background(), leaveTime)
		defer cancel()
		if err := s.node.Leave(ctx); err != nil {
			log.Warn("the others learn only later that this server has ended", "error", err.Error())
		}
	}
}

const leaveTime = 5 * time.Second

// openDatabase opens a database for a command.
func openDatabase(ctx context.Context, url string) (accounts, func() error, error) {
	store, err := pgstore.Open(ctx, url, pgstore.Options{Wait: openWait, Connections: 4})
	if err != nil {
		return nil, nil, err
	}
	return newStoreAccounts(store), store.Close, nil
}

var (
	_ quota.Store = (*badgerstore.Store)(nil)
	_ quota.Clock = (*pgstore.Store)(nil)
)
