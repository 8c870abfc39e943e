package site

import (
	"hash/maphash"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Attempts to sign in, and to register, within attemptsPeriod of the first.
const (
	attemptsByAccount = 10
	attemptsByAddress = 30
	attemptsPeriod    = 15 * time.Minute
)

// limiter counts attempts by name within periods that begin with the first. Its
// table has a fixed size however many names come. Two names that share a place,
// which nobody can bring about, share their attempts.
type limiter struct {
	most   int
	period time.Duration
	seed   maphash.Seed

	mu    sync.Mutex
	table [1 << 14]struct {
		began time.Time
		used  int
	}
}

func newLimiter(most int, period time.Duration) *limiter {
	return &limiter{most: most, period: period, seed: maphash.MakeSeed()}
}

func (l *limiter) place(name string) int {
	return int(maphash.String(l.seed, name) % uint64(len(l.table)))
}

// take counts an attempt and returns 0, or returns how long to wait.
func (l *limiter) take(name string, now time.Time) (wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := &l.table[l.place(name)]
	if since := now.Sub(p.began); since >= l.period || since < 0 {
		p.began, p.used = now, 0
	}
	if p.used >= l.most {
		return p.began.Add(l.period).Sub(now)
	}
	p.used++
	return 0
}

// giveBack undoes a take.
func (l *limiter) giveBack(name string, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if p := &l.table[l.place(name)]; p.used > 0 && now.Sub(p.began) < l.period {
		p.used--
	}
}

// place names where a request comes from: its address, or of IPv6 the /64, which
// is one customer's. Behind a proxy that is known it is the last element of
// X-Forwarded-For, which the proxy wrote; those before it may be invented.
func (h *Handler) place(r *http.Request) string {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	addr := peer.Addr().Unmap().WithZone("")
	if h.isProxy(addr) {
		if forwarded, ok := forwardedFor(r.Header.Values("X-Forwarded-For")); ok {
			addr = forwarded
		}
	}
	if addr.Is6() {
		prefix, _ := addr.Prefix(64) // fits every IPv6 address
		return prefix.String()
	}
	return addr.String()
}

func (h *Handler) isProxy(a netip.Addr) bool {
	for _, p := range h.config.Proxies {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

// forwardedFor reads the last element, with or without a port.
func forwardedFor(fields []string) (netip.Addr, bool) {
	all := strings.Join(fields, ",")
	last := strings.TrimSpace(all[strings.LastIndexByte(all, ',')+1:])
	addr, err := netip.ParseAddr(strings.Trim(last, "[]"))
	if err != nil {
		withPort, err := netip.ParseAddrPort(last)
		if err != nil {
			return addr, false
		}
		addr = withPort.Addr()
	}
	return addr.Unmap().WithZone(""), true
}

// minutes says a time that is to be waited, rounded up.
func minutes(d time.Duration) string {
	n := int((d + time.Minute - 1) / time.Minute)
	if n == 1 {
		return "a minute"
	}
	return strconv.Itoa(n) + " minutes"
}
