package serve

import (
	"io"
	"runtime/debug"
	"sync"
	"time"

	"lineitem/periodic"
)

const (
	idleBeforeFree = 5 * time.Second // how often to check whether memory can be returned to the system
	worthFreeing   = 8 << 20         // least bytes taken since the last time that make it worthwhile
)

// budget is an amount of memory, in bytes, from which a request is met at once or
// refused; nobody waits.
//
// No account may hold more than freeMultiple times what is left for others. So however many
// accounts hold all that they may, and do not read their answers, there is room for
// another one: with n such accounts, 1/(1 + n*freeMultiple) of the budget is left (dynamic
// thresholds: Choudhury and Hahne, 1998).
type budget struct {
	max int64

	mu             sync.Mutex
	used           int64
	held           map[string]int64 // by account; only those that hold something
	takenSinceFree int64            // total since memory was last returned to the system, also if given back
}

const freeMultiple = 2

// accountMax returns how much one account can hold while nobody else holds anything, in bytes.
func (b *budget) accountMax() int64 { return b.max * freeMultiple / (freeMultiple + 1) }

func (b *budget) take(account string, n int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if left := b.max - b.used - n; left < 0 || b.held[account]+n > freeMultiple*left {
		return false
	}
	if b.held == nil {
		b.held = map[string]int64{}
	}
	b.held[account] += n
	b.used += n
	b.takenSinceFree += n
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

// inUse returns how much is held, in bytes.
func (b *budget) inUse() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.used
}

// reservation is one request's share of a budget. It is used by one goroutine.
type reservation struct {
	of      *budget
	account string
	bytes   int64
}

// take takes n more bytes for what a client sends. It returns errBusy if the budget has
// no room for them at the moment, and a final error if this request alone needs more than
// any may have, so that trying again would not help.
func (h *reservation) take(n int) error { return h.takeOr(n, requestTooLarge) }

// takeForAnswer is like take, for what is made of the request.
func (h *reservation) takeForAnswer(n int) error { return h.takeOr(n, answerTooLarge) }

func (h *reservation) takeOr(n int, final func(most int64) *requestError) error {
	switch most := h.of.accountMax(); {
	case h.of.take(h.account, int64(n)):
		h.bytes += int64(n)
		return nil
	case h.bytes+int64(n) > most:
		return final(most)
	}
	return errBusy
}

func (h *reservation) giveBack(n int) {
	h.of.giveBack(h.account, int64(n))
	h.bytes -= int64(n)
}

// resizer returns a function that takes the given number of bytes by take, after giving back
// those of its previous call. take is h.take or h.takeForAnswer.
func (h *reservation) resizer(take func(n int) error) func(bytes int) error {
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
func (h *reservation) end() {
	h.giveBack(int(h.bytes))
}

// The buffer sizes of readAll. An announced length is not trusted before the bytes
// have arrived: a client that is slow, or never sends what it announced, holds at most
// bufferGrowth times what it has sent, or firstBuffer.
const (
	firstBuffer  = 32 << 10 // bytes
	bufferGrowth = 4
)

// readAll reads r to its end, or to one byte more than most, and takes memory as the
// data arrives. If there is no room for more, it returns the error of take.
func (h *reservation) readAll(r io.Reader, most int) ([]byte, error) {
	var b []byte
	for {
		if len(b) == cap(b) {
			if len(b) > most {
				return b, nil
			}
			room := min(max(firstBuffer, bufferGrowth*len(b)), most+1)
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

// LeastRequestMemory returns the least Config.RequestMemory, in bytes, with which a document
// of the given size in bytes can be read when it is sent in multipart/form-data. In base64 it
// needs up to three times that. The result needs memory in addition, depending on its size.
func LeastRequestMemory(document int) int64 {
	before, room := 0, 0
	for room <= document { // as readAll grows
		before, room = room, min(max(firstBuffer, bufferGrowth*room), document+1)
	}
	peak := int64(before) + int64(room)
	return (peak*(freeMultiple+1) + freeMultiple - 1) / freeMultiple // so that accountMax is at least peak
}

// startReturning starts to return memory to the system, until end is called, whenever
// at least worthFreeing bytes were taken and all of them have been given back. Go would
// keep the memory of a few large documents for minutes, while workers could use it.
func (b *budget) startReturning() (end func()) {
	b.takenSinceFree = worthFreeing // for what starting took: opening the store, reading templates
	return periodic.Start(idleBeforeFree, func() {
		if b.idle() {
			debug.FreeOSMemory()
		}
	})
}

// idle reports whether all that was taken has been given back and is worth returning to
// the system. After reporting true it counts from 0 again.
func (b *budget) idle() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.used > 0 || b.takenSinceFree < worthFreeing {
		return false
	}
	b.takenSinceFree = 0
	return true
}
