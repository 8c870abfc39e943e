package workerpool

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// schedule is a queue of documents that only take time, on the clock of the test's bubble.
type schedule struct {
	t       *testing.T
	q       *queue
	all     sync.WaitGroup
	mu      sync.Mutex
	began   time.Time
	turns   []string                 // the documents in the order of their turns
	waited  map[string]time.Duration // from arrival to end, less the time taken by the document itself
	refused []string
}

func newSchedule(t *testing.T, workers, room int) *schedule {
	return &schedule{t: t, q: newQueue(workers, room, time.Second), began: time.Now(), waited: map[string]time.Duration{}}
}

// send sends an account's document that takes the given time.
func (s *schedule) send(account string, n int, takes time.Duration) {
	name := fmt.Sprint(account, n)
	came := time.Now()
	s.all.Go(func() {
		turn, err := s.q.join(account)
		if err != nil {
			s.note(&s.refused, name)
			return
		}
		for again := true; again; {
			work, err := turn.wait(s.t.Context())
			if err != nil {
				s.note(&s.refused, name)
				return
			}
			s.note(&s.turns, name)
			select {
			case <-work.Done():
			case <-time.After(takes):
				again = false
			}
			turn.end(again)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.waited[name] = time.Since(came) - takes
	})
	synctest.Wait() // so that documents arrive in the order in which they are sent
}

func (s *schedule) note(to *[]string, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	*to = append(*to, name)
}

// end waits until all documents are done, and checks the order of the turns.
func (s *schedule) end(want string) {
	s.t.Helper()
	s.all.Wait()
	if got := strings.Join(s.turns, " "); got != want {
		s.t.Errorf("turns were given to %s, want %s", got, want)
	}
	if given, waiting := s.q.load(); given+waiting+len(s.q.lines) > 0 {
		s.t.Errorf("in the end %d have a turn, %d wait, and %d accounts are remembered", given, waiting, len(s.q.lines))
	}
}

// TestQueueBacklog checks that one account's backlog delays another account by one
// document at most.
func TestQueueBacklog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSchedule(t, 1, 10)
		for i := range 5 {
			s.send("a", i, time.Second)
		}
		s.send("b", 0, time.Second)
		s.send("c", 0, time.Second)
		s.send("b", 1, time.Second)
		s.end("a0 b0 c0 a1 b1 a2 a3 a4")
	})
}

// TestQueueSharesTime checks that workers' time is what is shared: an account whose
// documents take long has fewer turns.
func TestQueueSharesTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSchedule(t, 1, 20)
		for i := range 3 {
			s.send("a", i, 3*time.Second)
		}
		for i := range 8 {
			s.send("b", i, time.Second)
		}
		s.end("a0 b0 b1 b2 a1 b3 b4 b5 a2 b6 b7")
	})
}

// TestQueueSavesNothingUp checks that an account that sent nothing for a while has saved
// up no turns, and that one that comes back owes none.
func TestQueueSavesNothingUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSchedule(t, 1, 20)
		for i := range 4 {
			s.send("a", i, time.Second)
		}
		time.Sleep(2500 * time.Millisecond) // a0, a1, and half of a2
		for i := range 3 {
			s.send("b", i, time.Second)
		}
		s.end("a0 a1 a2 b0 a3 b1 b2")
	})
}

// TestQueueTakesBack checks that an account that is alone has all workers, that another
// one soon gets a worker when it comes, and that the document whose worker was taken back
// is done again later.
func TestQueueTakesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSchedule(t, 3, 20)
		for i := range 3 {
			s.send("a", i, time.Minute)
		}
		time.Sleep(10 * time.Second)
		s.send("b", 0, time.Second)
		s.send("c", 0, time.Second)
		// b and c have the turns of a2 and a1. Neither gets a second one while a has
		// others.
		time.Sleep(10 * time.Second)
		s.send("b", 1, time.Second)
		s.end("a0 a1 a2 b0 c0 b1 a1 a2")
		for _, name := range []string{"b0", "c0", "b1"} {
			if s.waited[name] != 0 {
				t.Errorf("%s waited for %v, want not at all", name, s.waited[name])
			}
		}
	})
}

// TestQueuePatience checks that no turn is taken back before it has lasted a second, none
// from an account that has no other, and none twice.
func TestQueuePatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSchedule(t, 2, 20)
		s.send("a", 0, time.Minute)
		s.send("a", 1, time.Minute)
		time.Sleep(100 * time.Millisecond)
		s.send("b", 0, time.Minute)
		time.Sleep(time.Minute)
		s.send("c", 0, time.Second) // a1 has its second turn, and a no other
		s.end("a0 a1 b0 a1 c0")
		for name, want := range map[string]time.Duration{"b0": 900 * time.Millisecond, "c0": 900 * time.Millisecond} {
			if s.waited[name] != want {
				t.Errorf("%s waited for %v, want %v", name, s.waited[name], want)
			}
		}
	})
}

// TestQueueRoom checks that others find a place to wait, however many documents an account
// sends.
func TestQueueRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSchedule(t, 1, 4)
		for i := range 6 { // one has a turn, four wait, one is refused
			s.send("a", i, time.Second)
		}
		for i := range 3 { // two take the places of a4 and a3
			s.send("b", i, time.Second)
		}
		s.send("c", 0, time.Second) // takes the place of a2
		s.send("d", 0, time.Second) // takes that of b1
		s.send("e", 0, time.Second) // refused, as nobody has two places
		s.end("a0 b0 c0 d0 a1")
		if want := []string{"a5", "a4", "a3", "b2", "a2", "b1", "e0"}; !slices.Equal(s.refused, want) {
			t.Errorf("%v were refused, want %v", s.refused, want)
		}
	})
}

// TestQueueLeave checks that a document whose sender has left leaves no trace, whether it
// was waiting or had a turn.
func TestQueueLeave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1, 1, time.Second)
		gone, leave := context.WithCancel(t.Context())
		leave()
		has, err := q.join("a")
		waits, err2 := q.join("b")
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		if _, err := waits.wait(gone); err != context.Canceled {
			t.Errorf("wait() of who is gone = %v, want %v", err, context.Canceled)
		}
		if _, err := has.wait(t.Context()); err != nil {
			t.Errorf("wait() = %v", err)
		}
		has.end(false)
		unused, err := q.join("a")
		if err != nil {
			t.Fatal(err)
		}
		if work, err := unused.wait(gone); err == nil { // both outcomes are allowed
			<-work.Done()
			unused.end(false)
		}
		if given, waiting := q.load(); given+waiting+len(q.lines) > 0 {
			t.Errorf("in the end %d have a turn, %d wait, and %d accounts are remembered", given, waiting, len(q.lines))
		}
	})
}
