package badgerstore

import (
	"sync"

	"github.com/dgraph-io/badger/v4"
)

// maxGroup bounds the size, in bytes, of the changes that are committed together.
// It is well below what Badger accepts in one transaction (15 % of a memory table).
const maxGroup = 128 << 10

// A committer writes changes of several accounts in one transaction. Badger
// waits for the disk once per transaction, even if many transactions are pending;
// so the changes that arrive while one group is on its way to the disk form the
// next group.
type committer struct {
	db      *badger.DB
	room    func() error // returns why changes must not be written, nil if they may
	failed  func(error) error
	pending chan commit
	ended   sync.WaitGroup
}

type commit struct {
	changes []*badger.Entry // an entry without a value deletes its key
	done    chan<- error
}

// newCommitter returns a running committer. When the database fails to store changes,
// the committer calls failed with the error, and do returns what failed returns. From
// then on room must return an error.
func newCommitter(db *badger.DB, room func() error, failed func(error) error) *committer {
	c := &committer{db: db, room: room, failed: failed, pending: make(chan commit, 64)}
	c.ended.Go(c.run)
	return c
}

// do waits until the changes are stored. If it returns an error, none of them is.
func (c *committer) do(changes []*badger.Entry) error {
	done := make(chan error, 1)
	c.pending <- commit{changes, done}
	return <-done
}

// close ends the committer. do must not be called any more.
func (c *committer) close() {
	close(c.pending)
	c.ended.Wait()
}

func (c *committer) run() {
	for first := range c.pending {
		group := []commit{first}
		size := first.size()
	gather:
		for size < maxGroup {
			select {
			case next, ok := <-c.pending:
				if !ok {
					break gather
				}
				group = append(group, next)
				size += next.size()
			default:
				break gather
			}
		}
		err := c.write(group)
		for _, g := range group {
			g.done <- err
		}
	}
}

func (c *committer) write(group []commit) error {
	if err := c.room(); err != nil {
		return err
	}
	txn := c.db.NewTransaction(true)
	defer txn.Discard()
	for _, g := range group {
		for _, e := range g.changes {
			var err error
			if e.Value == nil {
				err = txn.Delete(e.Key)
			} else {
				err = txn.SetEntry(e)
			}
			if err != nil {
				return err
			}
		}
	}
	if err := txn.Commit(); err != nil {
		return c.failed(err)
	}
	return nil
}

func (c *commit) size() int {
	n := 0
	for _, e := range c.changes {
		n += len(e.Key) + len(e.Value)
	}
	return n
}
