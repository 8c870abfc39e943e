package serve

import (
	"io"
	"runtime/debug"
	"sync"
	"time"

	"lineitem/periodic"
)

const (
	idleBeforeFree = 5 * time.Second // how often is looked whether memory can be returned
	worthFreeing   = 8 << 20         // bytes that were taken since
)

// budget is an amount of memory, in bytes, that is taken at once or not at all.
//
// No account holds more than greed times what it leaves to others, so that however
// many accounts hold what they can, and do not read their answers, there is room for
// what another one needs: with n of them a part in 1 + n * greed is left (dynamic
// thresholds: Choudhury and Hahne, 1998).
type budget struct {
	max int64

	mu    sync.Mutex
	used  int64
	held  map[string]int64 // by account; those that hold something
	taken int64            // ever, since memory was last returned to the system
}

const greed = 2

// most is how much one account can hold while nobody else holds anything.
func (b *budget) most() int64 { return b.max * greed / (greed + 1) }

func (b *budget) take(account string, n int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if left := b.max - b.used - n; left < 0 || b.held[account]+n > greed*left {
		return false
	}
	if b.held == nil {
		b.held = map[string]int64{}
	}
	b.held[account] += n
	b.used += n
	b.taken += n
	return true
}

func (b *budget) giveBack(account string, n int64) {
	if n == 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.used -= n
	if b.held[account] -= n; b.held[account] == 0 {
		delete(b.held, account)
	}
}

// inUse is how much is held.
func (b *budget) inUse() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.used
}

// hold is one request's share of a budget. It is used by one goroutine.
type hold struct {
	of      *budget
	account string
	bytes   int64
}

// take takes so many bytes more for what a client sends. It is errBusy where others hold
// them, and a final error where this request alone needs more than any may have: trying
// again would not help.
func (h *hold) take(n int) error { return h.takeOr(n, requestTooLarge) }

// takeForAnswer is take for what is made of that.
func (h *hold) takeForAnswer(n int) error { return h.takeOr(n, answerTooLarge) }

func (h *hold) takeOr(n int, final func(most int64) *requestError) error {
	switch most := h.of.most(); {
	case h.of.take(h.account, int64(n)):
		h.bytes += int64(n)
		return nil
	case h.bytes+int64(n) > most:
		return final(most)
	}
	return errBusy
}

func (h *hold) giveBack(n int) {
	h.of.giveBack(h.account, int64(n))
	h.bytes -= int64(n)
}

// room is a function that takes what it is asked for, and gives back what it was asked for
// before. take is that of the hold, or takeForAnswer.
func (h *hold) room(take func(n int) error) func(bytes int) error {
	before := 0
	return func(bytes int) error {
		h.giveBack(before)
		before = 0
		if err := take(bytes); err != nil {
			return err
		}
		before = bytes
		return nil
	}
}

// end gives everything back. It may be called again.
func (h *hold) end() {
	h.giveBack(int(h.bytes))
}

// Room for what is read, whose length nobody believes before it has come: a
// client that is slow, or never sends what it announced, holds at most roomGrowth
// times what it did send.
const (
	firstRoom  = 32 << 10 // bytes
	roomGrowth = 4
)

// readAll reads r to its end, or one byte more than most, into memory that is
// taken as it comes. Where there is no more the error is that of take.
func (h *hold) readAll(r io.Reader, most int) ([]byte, error) {
	var b []byte
	for {
		if len(b) == cap(b) {
			if len(b) > most {
				return b, nil
			}
			room := min(max(firstRoom, roomGrowth*len(b)), most+1)
			if err := h.take(room); err != nil {
				return nil, err
			}
			larger := make([]byte, len(b), room)
			copy(larger, b)
			h.giveBack(len(b))
			b = larger
		}
		n, err := r.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		switch err {
		case nil:
		case io.EOF:
			return b, nil
		default:
			return nil, err
		}
	}
}

// LeastRequestMemory is the least Config.RequestMemory with which a document of so many
// bytes can be read, sent in multipart/form-data. As base64 it needs up to three times
// that, and its result comes on top, however large it is.
func LeastRequestMemory(document int) int64 {
	before, room := 0, 0
	for room <= document { // as readAll grows
		before, room = room, min(max(firstRoom, roomGrowth*room), document+1)
	}
	peak := int64(before) + int64(room)
	return (peak*(greed+1) + greed - 1) / greed // of which an account has peak
}

// startReturning returns memory to the system, until end is called, when a good
// deal was taken and all of it is given back: by itself Go keeps for minutes what
// a few large documents took, which workers could use.
func (b *budget) startReturning() (end func()) {
	b.taken = worthFreeing // by starting: opening the store, reading templates
	return periodic.Start(idleBeforeFree, func() {
		if b.idle() {
			debug.FreeOSMemory()
		}
	})
}

// idle reports whether all that was taken is given back, and was worth returning to
// the system. It tells so once.
func (b *budget) idle() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.used > 0 || b.taken < worthFreeing {
		return false
	}
	b.taken = 0
	return true
}
