package pgstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"lineitem/quota"
)

// attempt holds the arguments of the database's function change_2: what was seen,
// for comparison, and what is to be stored. It may be sent again unchanged: it is
// stored at most once, and no more once it is 5 s old.
type attempt struct {
	number  uint64
	account []byte
	at      time.Time // when it was made, by the database's clock
	version int64
	next    int64 // the account's version after it
	process process

	record, writers, mapper []byte   // record nil: only compare
	requests, requestsSeen  [][]byte // nil for none
	set, setTo              [][]byte
	setLasting              []bool
	unset                   [][]byte
	seqs                    []int64
	entries                 [][]byte
	keys, keysGone          [][]byte
	layouts                 layoutChanges

	snapshot  *snapshot
	justRead  bool // what it was decided on was just read for it
	sent      bool // the database may have received it, but the answer was lost
	uncertain *quota.UncertainError
}

// versionUnseen is a version that no account has: an attempt with it only reads.
const versionUnseen = -1

// newVersion returns a random version. If versions were counted, a database that
// lost its last changes, as after a failover, would reach the same numbers with
// different records, and a node that remembers the lost records would take them for
// the current ones.
func newVersion() int64 { return 1 + rand.Int64N(math.MaxInt64-1) }

// writes reports whether an attempt changes anything.
func (a *attempt) writes() bool { return a.record != nil }

// isNoop reports whether there is nothing to send: the attempt changes nothing, and
// what it was decided on was just read for it.
func (a *attempt) isNoop() bool { return !a.writes() && a.justRead }

// readSnapshot reads an account and the requests that the calls of a turn name.
func (s *Store) readSnapshot(ctx context.Context, account string, turn []*call) (*snapshot, error) {
	a := s.newAttempt(account, versionUnseen)
	for _, c := range turn {
		a.addRequest(c.request, nil)
	}
	return s.send(ctx, a)
}

func (s *Store) newAttempt(account string, version int64) *attempt {
	return &attempt{
		number: s.attempts.Add(1), process: s.process, account: []byte(account),
		at: s.Now(), version: version, next: newVersion(),
	}
}

// addRequest adds a request to those that the database compares. A zero ID, and one
// that was added before, is ignored.
func (a *attempt) addRequest(id quota.RequestID, value []byte) {
	if id != (quota.RequestID{}) && !slices.ContainsFunc(a.requests, func(r []byte) bool { return bytes.Equal(r, id[:]) }) {
		a.requests = append(a.requests, id[:])
		a.requestsSeen = append(a.requestsSeen, value)
	}
}

// prepare runs the calls of a turn, one after another, on the account as it was last
// seen, and returns what they changed as an attempt.
func (s *Store) prepare(account string, known *snapshot, turn []*call) (*attempt, error) {
	a := s.newAttempt(account, known.version)
	a.justRead = known.justRead
	t := &turnState{record: known.record, requests: map[quota.RequestID][]byte{}}
	for _, c := range turn {
		if c.request != (quota.RequestID{}) {
			t.requests[c.request] = known.requests[c.request]
			a.addRequest(c.request, known.requests[c.request])
		}
	}
	before := maps.Clone(t.requests)
	for _, c := range turn {
		if err := t.run(c); err != nil {
			return nil, fmt.Errorf("account %s: %w", account, err)
		}
	}
	a.entries, a.seqs = t.entries, t.seqs
	for id, value := range t.requests {
		switch {
		case bytes.Equal(value, before[id]) && (value == nil) == (before[id] == nil):
		case value == nil:
			a.unset = append(a.unset, id[:])
		default:
			a.set, a.setTo = append(a.set, id[:]), append(a.setTo, value)
			a.setLasting = append(a.setLasting, t.lasting[id])
		}
	}
	a.layouts = t.layouts
	changed := !bytes.Equal(t.record, known.record) || len(a.entries) > 0 || len(a.set) > 0 || len(a.unset) > 0 || a.layouts.any()
	a.snapshot = known.with(t.requests)
	if !changed {
		return a, nil
	}
	a.record = t.record
	a.writers = withAttempt(known.writers, s.process, a.number)
	a.snapshot.version, a.snapshot.record, a.snapshot.writers = a.next, a.record, a.writers
	return a, a.addDerived(known.record)
}

// with returns a copy of k in which the given requests have new values, and which is
// not marked as just read.
func (k *snapshot) with(requests map[quota.RequestID][]byte) *snapshot {
	c := &snapshot{version: k.version, record: k.record, writers: k.writers, requests: requests}
	if len(k.requests)+len(requests) <= maxRequests {
		c.requests = maps.Clone(k.requests)
		if c.requests == nil {
			c.requests = map[quota.RequestID][]byte{}
		}
		maps.Copy(c.requests, requests)
	}
	return c
}

// addDerived fills in what is stored beside the record, in columns and tables of its own:
// the account's mapper, and the keys that it gained and lost since before.
func (a *attempt) addDerived(before []byte) error {
	was, err := decodeAccount(before)
	if err != nil {
		return err
	}
	is, err := decodeAccount(a.record)
	if err != nil {
		return err
	}
	if is.Mapper != nil {
		a.mapper = is.Mapper.Hash[:]
	}
	var had []quota.Key
	if was != nil {
		had = was.Keys
	}
	a.keys, a.keysGone = keysOnlyIn(is.Keys, had), keysOnlyIn(had, is.Keys)
	return nil
}

// keysOnlyIn returns the hashes of the keys that are not among others.
func keysOnlyIn(keys, others []quota.Key) (hashes [][]byte) {
	for i := range keys {
		hash := keys[i].Hash
		if !slices.ContainsFunc(others, func(k quota.Key) bool { return k.Hash == hash }) {
			hashes = append(hashes, hash[:])
		}
	}
	return hashes
}

func decodeAccount(record []byte) (*quota.Account, error) {
	if record == nil {
		return nil, nil
	}
	a := new(quota.Account)
	return a, a.UnmarshalBinary(record)
}

// turnState is the state of an account while the calls of a turn are run on it.
type turnState struct {
	record   []byte // nil: there is none
	requests map[quota.RequestID][]byte
	lasting  map[quota.RequestID]bool
	seqs     []int64
	entries  [][]byte
	layouts  layoutChanges
}

var errNoAccount = errors.New("does not exist")

// run runs one call. It returns an error only if stored data cannot be decoded or new
// data cannot be encoded; why a call is refused is in the call's own fields.
func (t *turnState) run(c *call) error {
	tx := new(quota.Tx)
	var err error
	if tx.Account, err = decodeAccount(t.record); err != nil {
		return err
	}
	if value := t.requests[c.request]; value != nil {
		tx.Request = new(quota.Request)
		if err := tx.Request.UnmarshalBinary(value); err != nil {
			return err
		}
	}
	hadLayouts := tx.Account != nil && tx.Account.Layouts != nil
	if c.run(tx); c.refused() {
		return nil
	}
	if tx.Account == nil {
		if t.record != nil || tx.Request != nil || len(tx.Entries) > 0 {
			c.err = errNoAccount
		}
		return nil
	}
	record, err := tx.Account.AppendBinary(nil)
	if err != nil {
		return err
	}
	t.record = record
	if c.request != (quota.RequestID{}) {
		if err := t.setRequest(c.request, tx.Request); err != nil {
			return err
		}
	}
	for i := range tx.Entries {
		entry, err := tx.Entries[i].AppendBinary(nil)
		if err != nil {
			return err
		}
		t.seqs, t.entries = append(t.seqs, int64(tx.Entries[i].Seq)), append(t.entries, entry)
	}
	if err := t.layouts.add(tx.Layouts); err != nil {
		return err
	}
	if hadLayouts && tx.Account.Layouts == nil {
		t.layouts = layoutChanges{clear: true}
	}
	return nil
}

func (t *turnState) setRequest(id quota.RequestID, r *quota.Request) (err error) {
	t.requests[id] = nil
	if r == nil {
		return nil
	}
	if t.lasting == nil {
		t.lasting = map[quota.RequestID]bool{}
	}
	t.lasting[id] = r.Expires.IsZero()
	t.requests[id], err = r.AppendBinary(nil)
	return err
}
