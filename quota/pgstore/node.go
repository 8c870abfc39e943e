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

// Nodes share a store, and each has a name, which one process at a time may have.
// A process that runs renews a lease by the database's time. Its open reservations
// are booked under Node.Holder, which names it alone. What one that does not run
// any more left open is given back: by the others once its lease is over, and by
// its successor, at the start (Node.Recover) and, as a change that was on its way
// when the process died may be stored later than that, once more by Watch.
//
// A node that was only paused, or cut off, for longer than its lease goes on
// when it can. What was given back meanwhile it cannot settle (quota.Grant.Settle
// fails), so that no answer leaves that nobody paid for.
//
// While the database is away no lease can be renewed, and when its clock is set
// forward all are over at once. So a node judges others only after it has held its
// own lease for a whole lease's time.

var (
	// ErrNodeInUse reports that another process runs under a node's name.
	ErrNodeInUse = errors.New("another process uses the same node name")
	// ErrDisplaced reports that another process has taken over a node's name.
	ErrDisplaced = errors.New("another process has taken over this node name")
)

// DefaultLease is how long a node may be silent before it is taken for dead.
const DefaultLease = 15 * time.Second

// recoverInterval is how often a node looks for what was left open by nodes that
// are not even known, as after a store was copied.
const recoverInterval = 10 * time.Minute

// Node is this process among those that share a store.
type Node struct {
	store *Store
	name  string
	place string
	lease time.Duration

	// By the database's clock, which also goes on where this machine is halted.
	renewed time.Time // when the lease was renewed last
	held    time.Time // since when it has been held without a gap

	looked time.Time // when all that is open was looked through
}

// Join takes a name for this process, for a lease; zero means DefaultLease, and
// Watch must renew it. Place names what only one process at a time can
// have, such as a machine and a directory on it: a process that joins from the
// same place takes over at once, since the one before has ended. Otherwise Join
// waits until the lease is over, and returns ErrNodeInUse when it is renewed
// meanwhile.
func (s *Store) Join(ctx context.Context, name, place string, lease time.Duration) (*Node, error) {
	if lease == 0 {
		lease = DefaultLease
	}
	n := &Node{store: s, name: name, place: place, lease: lease}
	var first time.Time
	for {
		joined, err := n.take(ctx)
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

// Holder names this process, and no earlier one of the same node: it is meant for
// quota.Options.Node.
func (n *Node) Holder() string { return holder([]byte(n.name), n.store.process[:]) }

func holder(name, process []byte) string { return fmt.Sprintf("%s %x", name, process) }

// Recover gives back with gate the reservations that earlier processes of this
// node left open, and returns how many these were. It is to be called at start.
func (n *Node) Recover(ctx context.Context, gate *quota.Gate) (int, error) {
	own := n.Holder()
	return gate.RecoverNodes(ctx, func(holder string) bool {
		// All processes are named at one length.
		return holder != own && len(holder) == len(own) && strings.HasPrefix(holder, n.name+" ")
	})
}

// take takes the name, or renews the lease. It returns false when another process
// has it.
func (n *Node) take(ctx context.Context) (bool, error) {
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

// renew renews the lease. A node that is not listed any more, as it was taken for
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

// noteLease notes that the lease was renewed, and until when.
func (n *Node) noteLease(until time.Time) {
	now := until.Add(-n.lease)
	if gap := now.Sub(n.renewed); gap > n.lease || gap < 0 { // it was set back
		n.held = now
	}
	n.renewed = now
}

// mayJudge reports whether leases that are over are those of nodes that are dead.
func (n *Node) mayJudge() bool { return n.renewed.Sub(n.held) >= n.lease }

// leased reports until when the process that has the name has it.
func (n *Node) leased(ctx context.Context) (until time.Time, err error) {
	found, err := query[struct{ Lease time.Time }](ctx, n.store, "SELECT lease FROM lineitem.node WHERE name = $1", []byte(n.name))
	if err != nil || len(found) == 0 {
		return time.Time{}, err
	}
	return found[0].Lease, nil
}

// Watch renews the lease, and gives back with gate what nodes that are dead left
// open, until ctx ends. It returns ErrDisplaced when another process has taken
// over the name, and nil otherwise. An error of the database is logged.
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

// recoverDead gives back what dead nodes left open: when a lease is over, and
// else seldom.
func (n *Node) recoverDead(ctx context.Context, gate *quota.Gate) error {
	dead, err := query[struct{ Name []byte }](ctx, n.store, "SELECT name FROM lineitem.node WHERE lease < clock_timestamp()")
	if err != nil || len(dead) == 0 && time.Since(n.looked) < recoverInterval {
		return err
	}
	// Who holds something is asked first, and who lives afterwards: a node that
	// joins meanwhile is not taken for dead.
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
	n.looked = time.Now()
	return nil
}

// Leave ends the lease. It is to be called when nothing is open any more.
func (n *Node) Leave(ctx context.Context) error {
	return n.store.exec(ctx, "DELETE FROM lineitem.node WHERE name = $1 AND process = $2", []byte(n.name), n.store.process[:])
}

// Nodes returns the names of the nodes that run.
func (s *Store) Nodes(ctx context.Context) (names []string, err error) {
	living, err := query[struct{ Name []byte }](ctx, s, "SELECT name FROM lineitem.node WHERE lease >= clock_timestamp() ORDER BY name")
	for _, l := range living {
		names = append(names, string(l.Name))
	}
	return names, err
}
