package workerpool

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// A queue shares workers among accounts: as many documents as there are
// workers have a turn at once, and the others wait in their account's line.
//
// The next turn goes to the account that has the fewest turns at present; among several
// such accounts, to the one whose turns took the least time, and then to the one that has
// waited longest (fair queueing of the workers' time). An account
// that arrives is treated as having used as much time as the least served account
// inside: it need not wait behind a backlog, and collects no credit while it is away. When no more
// documents may wait, the longest line loses its last place to a shorter one.
//
// An account that is alone may have all workers. So it must be possible to take
// them back: if an account waits and has none, an account that has several loses its
// most recent turn once that has lasted for patience. Work that is taken back is put at
// the head of its line, and runs again only when its account has no other turn; an account's only turn
// is never taken back. So each document is converted twice at worst, and with
// at least two workers no account makes another one wait for a whole conversion.
type queue struct {
	workers  int           // turns at once
	room     int           // documents that may wait, besides those that have a turn
	patience time.Duration // least duration of a turn that is taken back

	mu      sync.Mutex
	lines   []*line // of all accounts inside; the one that was served or arrived last is last
	given   int     // turns in use
	waiting int     // documents waiting
	review  *time.Timer
}

// A line is the documents of one account that wait or have a turn.
type line struct {
	account string
	used    time.Duration // time that its turns took, or an assumed one for the time before it arrived
	waiting []*turn
	having  []*turn // the oldest first
}

// A turn is one document's claim on a worker. It is used by one goroutine.
type turn struct {
	queue *queue
	line  *line
	ready chan error // receives once for each turn: nil, or ErrBusy if its place was lost

	// The following fields are guarded by the queue's mutex.
	began time.Time
	stop  context.CancelCauseFunc // ends the work; nil if the work has not begun
	taken bool                    // it was taken back, which its user may not have noticed yet
	again bool                    // it was taken back before
}

// errTakenBack is the cause with which the context of a turn ends when it is taken back.
var errTakenBack = errors.New("workerpool: another account waits for the worker")

func newQueue(workers, room int, patience time.Duration) *queue {
	q := &queue{workers: workers, room: room, patience: patience}
	q.review = time.AfterFunc(time.Hour, q.takeBack)
	q.review.Stop()
	return q
}

// join takes a place in an account's line. It returns ErrBusy if no more documents may wait.
// The caller must then call wait.
func (q *queue) join(account string) (*turn, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	l := q.lineLocked(account)
	if q.given+q.waiting >= q.workers+q.room && !q.makeRoomLocked(l) {
		q.forgetLocked(l)
		return nil, ErrBusy
	}
	t := &turn{queue: q, line: l, ready: make(chan error, 1)}
	l.waiting = append(l.waiting, t)
	q.waiting++
	q.serveLocked()
	return t, nil
}

// lineLocked returns an account's line, and creates it if there is none.
func (q *queue) lineLocked(account string) *line {
	l := &line{account: account}
	for i, other := range q.lines {
		if other.account == account {
			return other
		}
		if i == 0 || other.used < l.used {
			l.used = other.used
		}
	}
	q.lines = append(q.lines, l)
	return l
}

// forgetLocked removes an account that has nothing inside any more.
func (q *queue) forgetLocked(l *line) {
	if len(l.waiting)+len(l.having) == 0 {
		q.lines = slices.DeleteFunc(q.lines, func(other *line) bool { return other == l })
	}
}

// makeRoomLocked turns away the last document in the longest line, if that line then
// is no shorter than l will be. It reports whether it did.
func (q *queue) makeRoomLocked(l *line) bool {
	longest := l
	for _, other := range q.lines {
		if len(other.waiting) > len(longest.waiting) {
			longest = other
		}
	}
	last := len(longest.waiting) - 1
	if last <= len(l.waiting) {
		return false
	}
	longest.waiting[last].ready <- ErrBusy
	longest.waiting = longest.waiting[:last]
	q.waiting--
	return true
}

// serveLocked gives out the turns that are free, and then checks whether others must
// be taken back.
func (q *queue) serveLocked() {
	for q.given < q.workers {
		l := q.nextLocked()
		if l == nil {
			break
		}
		t := l.waiting[0]
		l.waiting, l.having = l.waiting[1:], append(l.having, t)
		q.waiting--
		q.given++
		q.lines = append(slices.DeleteFunc(q.lines, func(other *line) bool { return other == l }), l)
		t.began = time.Now()
		t.ready <- nil
	}
	q.takeBackLocked()
}

// nextLocked returns the line that gets the next turn, nil if none can have one.
func (q *queue) nextLocked() (next *line) {
	for _, l := range q.lines {
		if len(l.waiting) == 0 || l.waiting[0].again && len(l.having) > 0 {
			continue
		}
		if next == nil || len(l.having) < len(next.having) || len(l.having) == len(next.having) && l.used < next.used {
			next = l
		}
	}
	return next
}

func (q *queue) takeBack() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.takeBackLocked()
}

// takeBackLocked takes back as many turns as there are accounts that wait and
// have none. If a turn has not yet lasted for patience, it schedules another check.
func (q *queue) takeBackLocked() {
	q.review.Stop()
	wanted := 0
	for _, l := range q.lines {
		if len(l.waiting) > 0 && len(l.having) == 0 {
			wanted++
		}
		for _, t := range l.having {
			if t.taken {
				wanted--
			}
		}
	}
	for ; wanted > 0; wanted-- {
		t := q.youngestLocked()
		if t == nil {
			return
		}
		if left := q.patience - time.Since(t.began); left > 0 {
			q.review.Reset(left)
			return
		}
		t.taken = true
		if t.stop != nil {
			t.stop(errTakenBack)
		}
	}
}

// youngestLocked returns the most recent turn of the account that has the most,
// not counting turns that are taken back already; nil if no account has two.
func (q *queue) youngestLocked() (youngest *turn) {
	most := 1
	for _, l := range q.lines {
		var last *turn
		n := 0
		for _, t := range l.having {
			if !t.taken {
				last = t
				n++
			}
		}
		if n > most {
			most, youngest = n, last
		}
	}
	return youngest
}

// wait waits for the turn and returns the context in which to do its work.
// After an error, which is ErrBusy or ctx's own, the place is lost;
// otherwise the caller must call end.
func (t *turn) wait(ctx context.Context) (context.Context, error) {
	q := t.queue
	select {
	case err := <-t.ready:
		if err != nil {
			return nil, err
		}
	case <-ctx.Done():
		q.mu.Lock()
		defer q.mu.Unlock()
		t.leaveLocked()
		return nil, ctx.Err()
	}
	work, stop := context.WithCancelCause(ctx)
	q.mu.Lock()
	defer q.mu.Unlock()
	t.stop = stop
	if t.taken {
		stop(errTakenBack)
	}
	return work, nil
}

// leaveLocked gives up a place, or a turn that was not used.
func (t *turn) leaveLocked() {
	q, l := t.queue, t.line
	if i := slices.Index(l.waiting, t); i >= 0 {
		l.waiting = slices.Delete(l.waiting, i, i+1)
		q.waiting--
	} else if slices.Contains(l.having, t) {
		t.endLocked()
	} // otherwise the place was just lost to another account
	q.forgetLocked(l)
	q.serveLocked()
}

// end ends the turn. With again, a turn that was taken back takes a place for another turn, at
// the head of its line.
func (t *turn) end(again bool) {
	q, l := t.queue, t.line
	q.mu.Lock()
	defer q.mu.Unlock()
	t.endLocked()
	if again {
		t.again, t.taken = true, false
		l.waiting = slices.Insert(l.waiting, 0, t)
		q.waiting++
	}
	q.forgetLocked(l)
	q.serveLocked()
}

func (t *turn) endLocked() {
	if t.stop != nil {
		t.stop(nil)
		t.stop = nil
	}
	l := t.line
	l.used += time.Since(t.began)
	l.having = slices.DeleteFunc(l.having, func(other *turn) bool { return other == t })
	t.queue.given--
}

// load reports how many documents have a turn, and how many wait for one.
func (q *queue) load() (working, waiting int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.given, q.waiting
}
