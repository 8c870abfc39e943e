package pgstore

import (
	"errors"
	"fmt"
	"log/slog"
	neturl "net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"lineitem/quota"
)

const (
	// connectTime is how long one server may take to accept a connection. It is
	// short enough to leave time for the next server if an address names several.
	connectTime = 2 * time.Second
	// idleTime is how long a connection stays open unused. Firewalls forget
	// connections that are idle for some minutes, and then drop what is sent on them.
	idleTime = 2 * time.Minute
	// idleCheck is how often the pool looks for idle connections.
	idleCheck = 30 * time.Second
	// lifetime is how old a connection may become. It is bounded so that after a failover, or
	// behind a load balancer, connections spread over the servers again.
	lifetime = time.Hour
)

func (o Options) withDefaults() Options {
	if o.Answer == 0 {
		o.Answer = defaultAnswer
	}
	if o.Memory == 0 {
		o.Memory = defaultMemory
	}
	if o.Sweep == 0 {
		o.Sweep = defaultSweep
	}
	if o.ModuleGrace == 0 {
		o.ModuleGrace = quota.ModuleGrace
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

// errAddress does not quote the address: where it cannot be parsed nobody can tell
// which part of it is the password.
var errAddress = errors.New(`the address of the database cannot be read; want postgres://user:password@host:5432/database, ` +
	`with other characters than letters, digits and - . _ ~ in user and password as %XX`)

// configure parses a database's address. Its errors never contain the password.
func configure(address string, opts Options) (*poolConfig, error) {
	parsed, err := neturl.Parse(address)
	if at := strings.Count(address, "@"); err != nil || at > 1 || at == 1 && parsed.User == nil {
		// A part of the password might be parsed as the host or the database, which
		// errors quote.
		return nil, errAddress
	}
	connection, err := pgconn.ParseConfig(address)
	if err != nil {
		return nil, fmt.Errorf("database address: %w", err)
	}
	config := &poolConfig{connection: connection, most: defaultConnections, idle: idleTime, check: idleCheck, lifetime: lifetime}
	if err := config.takeSettings(); err != nil {
		return nil, fmt.Errorf("database address: %w", err)
	}
	if opts.Connections > 0 {
		config.most = opts.Connections
	}
	if connection.ConnectTimeout == 0 {
		connection.ConnectTimeout = connectTime
	}
	if connection.RuntimeParams["application_name"] == "" {
		connection.RuntimeParams["application_name"] = "lineitem"
	}
	return config, nil
}
