package pgstore

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"lineitem/periodic"
	"lineitem/quota"
)

// Nodes share a store. Each has a name, which only one process may use at a time.
// A running process renews a lease, which is measured by the database's clock. Its
// open reservations are booked under Node.Holder, which names only this process.
// The reservations that a dead process left open are given back: by the other nodes
// once its lease has expired, and by its successor at the start (Node.Recover). Watch
// does so once more, because a change that was on its way when the process died may
// be stored after the successor's start.
//
// A node that was only paused, or cut off, for longer than its lease goes on when
// it can. It cannot settle what was given back meanwhile (quota.Grant.Settle fails),
// so that no unpaid result is returned.
//
// While the database is away no lease can be renewed, and when its clock is set
// forward all leases expire at once. So a node takes others for dead only after it
// has held its own lease for the length of a lease.

var (
	// ErrNodeInUse reports that another process runs under the node's name.
	ErrNodeInUse = errors.New("another process uses the same node name")
	// ErrDisplaced reports that another process has taken over the node's name.
	ErrDisplaced = errors.New("another process has taken over this node name")
)

// DefaultLease is how long a node may fail to renew its lease before it is taken for dead.
const DefaultLease = 15 * time.Second

// recoverInterval is how often a node looks for reservations left open by nodes that
// are not in the table of nodes, as after a store was copied.
const recoverInterval = 10 * time.Minute

// Node is this process's membership among the processes that share a store.
type Node struct {
	store *Store
	name  string
	place string
	lease time.Duration

	// By the database's clock, which goes on while this machine is suspended.
	renewed time.Time // when the lease was renewed last
	held    time.Time // since when it has been held without a gap

	lastSearch time.Time // when recoverDead last looked through all open reservations
}

// Join takes a name for this process for the duration of a lease, which Watch must
// renew; zero means DefaultLease. place names what only one process can have at a
// time, such as a machine and a directory on it: a process that joins from the same
// place takes over the name at once, since the previous process must have ended.
// Otherwise Join waits until the lease of the name has expired, and returns
// ErrNodeInUse if it is renewed meanwhile.
func (s *Store) Join(ctx context.Context, name, place string, lease time.Duration) (*Node, error) {
	if lease == 0 {
		lease = DefaultLease
	}
	n := &Node{store: s, name: name, place: place, lease: lease}
	var first time.Time
	for {
		joined, err := n.takeName(ctx)
		if err != nil {
			return nil, fmt.Errorf("joining the cluster as node %s: %w", name, err)
		}
		if joined {
			return n, nil
		}
		until, err := n.leased(ctx)
		if err != nil {
			return nil, fmt.Errorf("joining the cluster as node %s: %w", name, err)
		}
		if first.IsZero() {
			first = until
		}
		if until.After(first) {
			return nil, fmt.Errorf("%w: %s; give each process its own name with --node", ErrNodeInUse, name)
		}
		const most = time.Second
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(max(time.Millisecond, min(most, until.Sub(s.Now())))):
		}
	}
}

// Name returns the node's name.
func (n *Node) Name() string { return n.name }

// Holder returns a name for this process that differs from those of earlier processes
// of the same node. It is meant for quota.Options.Node.
func (n *Node) Holder() string { return holder([]byte(n.name), n.store.process[:]) }

func holder(name, process []byte) string { return fmt.Sprintf("%s %x", name, process) }

// Recover gives back, through gate, the reservations that earlier processes of this
// node left open, and returns their number. It is to be called at the start.
func (n *Node) Recover(ctx context.Context, gate *quota.Gate) (int, error) {
	own := n.Holder()
	return gate.RecoverNodes(ctx, func(holder string) bool {
		// The names of all processes of one node have the same length.
		return holder != own && len(holder) == len(own) && strings.HasPrefix(holder, n.name+" ")
	})
}

// takeName takes the name, or renews the lease. It returns false if another process
// holds the name.
func (n *Node) takeName(ctx context.Context) (bool, error) {
	taken, err := query[struct{ Lease time.Time }](ctx, n.store, `
		INSERT INTO lineitem.node AS n (name, process, place, lease) VALUES ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))
		ON CONFLICT (name) DO UPDATE SET process = excluded.process, place = excluded.place, lease = excluded.lease
			WHERE n.process = excluded.process OR n.place = excluded.place OR n.lease < clock_timestamp()
		RETURNING lease`, []byte(n.name), n.store.process[:], []byte(n.place), n.lease.Seconds())
	if err != nil || len(taken) == 0 {
		return false, err
	}
	n.noteLease(taken[0].Lease)
	return true, nil
}

// renew renews the lease. A node that is no longer listed, because it was taken for
// dead, is listed again.
func (n *Node) renew(ctx context.Context) error {
	renewed, err := query[struct{ Lease time.Time }](ctx, n.store, `
		INSERT INTO lineitem.node AS n (name, process, place, lease) VALUES ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))
		ON CONFLICT (name) DO UPDATE SET lease = excluded.lease WHERE n.process = excluded.process
		RETURNING lease`, []byte(n.name), n.store.process[:], []byte(n.place), n.lease.Seconds())
	if err != nil {
		return err
	}
	if len(renewed) == 0 {
		return fmt.Errorf("%w: %s; give each process its own name with --node", ErrDisplaced, n.name)
	}
	n.noteLease(renewed[0].Lease)
	return nil
}

// noteLease records that the lease was renewed, and when it now expires.
func (n *Node) noteLease(until time.Time) {
	now := until.Add(-n.lease)
	if gap := now.Sub(n.renewed); gap > n.lease || gap < 0 { // the lease had expired, or the clock was set back
		n.held = now
	}
	n.renewed = now
}

// mayJudge reports whether the node may take others whose leases have expired for dead:
// whether it has held its own lease, without a gap, for the length of a lease.
func (n *Node) mayJudge() bool { return n.renewed.Sub(n.held) >= n.lease }

// leased returns when the lease on the name expires, or the zero time if the name is not listed.
func (n *Node) leased(ctx context.Context) (until time.Time, err error) {
	found, err := query[struct{ Lease time.Time }](ctx, n.store, "SELECT lease FROM lineitem.node WHERE name = $1", []byte(n.name))
	if err != nil || len(found) == 0 {
		return time.Time{}, err
	}
	return found[0].Lease, nil
}

// Watch renews the lease and gives back, through gate, the reservations that dead nodes
// left open, until ctx ends. It returns ErrDisplaced when another process has taken
// over the name, and nil otherwise. Errors of the database are logged.
func (n *Node) Watch(ctx context.Context, gate *quota.Gate) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var displaced error
	periodic.Run(ctx, n.lease/3, func() {
		err := n.renew(ctx)
		if errors.Is(err, ErrDisplaced) {
			displaced = err
			stop()
			return
		}
		if err == nil && n.mayJudge() {
			err = n.recoverDead(ctx, gate)
		}
		if err != nil && ctx.Err() == nil {
			n.store.opts.Log.Warn("the node's lease", "node", n.name, "error", err.Error())
		}
	})
	return displaced
}

// recoverDead gives back the reservations that dead nodes left open. It does so when
// the lease of a node has expired, and otherwise once every recoverInterval.
func (n *Node) recoverDead(ctx context.Context, gate *quota.Gate) error {
	dead, err := query[struct{ Name []byte }](ctx, n.store, "SELECT name FROM lineitem.node WHERE lease < clock_timestamp()")
	if err != nil || len(dead) == 0 && time.Since(n.lastSearch) < recoverInterval {
		return err
	}
	// The holders are read first and the living nodes afterwards, so that a node
	// that joins in between is not taken for dead.
	holders := map[string]bool{}
	for account, err := range n.store.Accounts(ctx) {
		if err != nil {
			return err
		}
		for _, r := range account.Open {
			for _, h := range r.Holders {
				holders[h.Node] = true
			}
		}
	}
	living, err := query[struct{ Name, Process []byte }](ctx, n.store, "SELECT name, process FROM lineitem.node WHERE lease >= clock_timestamp()")
	if err != nil {
		return err
	}
	for _, l := range living {
		delete(holders, holder(l.Name, l.Process))
	}
	if len(holders) > 0 {
		count, err := gate.RecoverNodes(ctx, func(holder string) bool { return holders[holder] })
		if err != nil {
			return err
		}
		if count > 0 {
			n.store.opts.Log.Info("reservations of nodes that are gone were given back", "count", count)
		}
	}
	for _, d := range dead {
		if err := n.store.exec(ctx, "DELETE FROM lineitem.node WHERE name = $1 AND lease < clock_timestamp()", d.Name); err != nil {
			return err
		}
	}
	n.lastSearch = time.Now()
	return nil
}

// Leave ends the lease. It is to be called when no reservation is open any more.
func (n *Node) Leave(ctx context.Context) error {
	return n.store.exec(ctx, "DELETE FROM lineitem.node WHERE name = $1 AND process = $2", []byte(n.name), n.store.process[:])
}

// Nodes returns the names of the running nodes, those whose leases have not expired.
func (s *Store) Nodes(ctx context.Context) (names []string, err error) {
	living, err := query[struct{ Name []byte }](ctx, s, "SELECT name FROM lineitem.node WHERE lease >= clock_timestamp() ORDER BY name")
	for _, l := range living {
		names = append(names, string(l.Name))
	}
	return names, err
}
