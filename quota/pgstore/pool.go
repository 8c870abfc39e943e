package pgstore

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/puddle/v2"

	"lineitem/periodic"
)

// poolConfig says how many connections a pool keeps, and for how long.
type poolConfig struct {
	connection *pgconn.Config
	most       int           // the largest number of connections
	idle       time.Duration // how long a connection stays open unused
	check      time.Duration // how often to look for idle and old connections
	lifetime   time.Duration // how old a connection may become; zero means any age
}

// takeSettings reads the settings of an address that are about the pool, and removes them from the
// connection's settings: the rest is for the server.
func (c *poolConfig) takeSettings() error {
	settings := c.connection.RuntimeParams
	durations := map[string]*time.Duration{
		"pool_max_conn_idle_time":  &c.idle,
		"pool_health_check_period": &c.check,
		"pool_max_conn_lifetime":   &c.lifetime,
	}
	for name, value := range settings {
		switch duration := durations[name]; {
		case duration != nil:
			d, err := time.ParseDuration(value)
			if err != nil || d < 0 || d == 0 && duration != &c.lifetime {
				return fmt.Errorf("%s: want a time such as 5m", name)
			}
			*duration = d
		case name == "pool_max_conns":
			n, err := strconv.ParseInt(value, 10, 32)
			if err != nil || n < 1 {
				return fmt.Errorf("%s: want a number of connections from 1 on", name)
			}
			c.most = int(n)
		case strings.HasPrefix(name, "pool_"):
			return fmt.Errorf("%s: there is no such setting", name)
		default:
			continue
		}
		delete(settings, name)
	}
	return nil
}

// pool keeps connections to a database open for later calls.
type pool struct {
	config    *poolConfig
	resources *puddle.Pool[*pgconn.PgConn]
	endCheck  func()
}

// closeTime is how long a server may take to close a connection.
const closeTime = 15 * time.Second

// newPool returns a pool without connections. They are made when they are acquired.
func newPool(config *poolConfig) (*pool, error) {
	resources, err := puddle.NewPool(&puddle.Config[*pgconn.PgConn]{
		Constructor: func(ctx context.Context) (*pgconn.PgConn, error) {
			return pgconn.ConnectConfig(ctx, config.connection.Copy())
		},
		Destructor: func(c *pgconn.PgConn) {
			ctx, cancel := context.WithTimeout(context.Background(), closeTime)
			defer cancel()
			c.Close(ctx) // on an error the connection is closed too
			// Only after the cleanup is there room for another connection.
			select {
			case <-c.CleanupDone():
			case <-ctx.Done():
			}
		},
		MaxSize: int32(config.most),
	})
	if err != nil {
		return nil, err
	}
	p := &pool{config: config, resources: resources}
	p.endCheck = periodic.Start(config.check, p.closeIdle)
	return p, nil
}

// old reports whether a connection has exceeded its lifetime.
func (p *pool) old(r *puddle.Resource[*pgconn.PgConn]) bool {
	return p.config.lifetime > 0 && time.Since(r.CreationTime()) > p.config.lifetime
}

// closeIdle closes those unused connections that are old or have been idle for too long.
func (p *pool) closeIdle() {
	for _, r := range p.resources.AcquireAllIdle() {
		if r.IdleDuration() > p.config.idle || p.old(r) {
			r.Destroy()
		} else {
			r.ReleaseUnused()
		}
	}
}

// acquire returns an idle connection, or a new one if none is idle. While all are in use it waits.
// The caller must call the connection's release.
func (p *pool) acquire(ctx context.Context) (*conn, error) {
	r, err := p.resources.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	return &conn{r.Value(), func() {
		// A connection that is inside a transaction, or whose answers were not read, is of no use
		// to the next call.
		if c := r.Value(); c.IsClosed() || c.IsBusy() || c.TxStatus() != 'I' || p.old(r) {
			r.Destroy()
		} else {
			r.Release()
		}
	}}, nil
}

// ping checks that the database answers.
func (p *pool) ping(ctx context.Context) error {
	c, err := p.acquire(ctx)
	if err != nil {
		return err
	}
	defer c.release()
	return c.server.Ping(ctx)
}

// reset closes all connections; those in use are closed when they are released.
func (p *pool) reset() { p.resources.Reset() }

// close closes all connections, and waits for those in use.
func (p *pool) close() {
	p.endCheck()
	p.resources.Close()
}
