package badgerstore

import (
	"sync"

	"github.com/dgraph-io/badger/v4"
)

// maxGroup bounds the bytes of changes that are committed together, well below
// what Badger takes in one transaction (15 % of a memory table).
const maxGroup = 128 << 10

// A committer writes changes of several accounts in one transaction. Badger
// waits for the disk once per transaction, also when many of them are pending;
// so while one group is on its way to the disk, the changes that arrive form the
// next one.
type committer struct {
	db      *badger.DB
	room    func() error // whether changes may be written
	failed  func(error) error
	pending chan commit
	ended   sync.WaitGroup
}

type commit struct {
	changes []*badger.Entry // without a value: to be deleted
	done    chan<- error
}

// newCommitter makes a committer. failed is called when the database did not store
// changes, after which room must return an error, and returns what is to be said
// of it.
func newCommitter(db *badger.DB, room func() error, failed func(error) error) *committer {
	c := &committer{db: db, room: room, failed: failed, pending: make(chan commit, 64)}
	c.ended.Go(c.run)
	return c
}

// do returns when the changes are stored, or none of them.
func (c *committer) do(changes []*badger.Entry) error {
	done := make(chan error, 1)
	c.pending <- commit{changes, done}
	return <-done
}

// close ends the committer. There must be no more calls of do.
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
