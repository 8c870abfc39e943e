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

// How many attempts to sign in, and to register, are allowed at once, and again in each
// attemptsPeriod.
const (
	attemptsByAccount = 10 // for an account, from browsers that it does not know
	attemptsByBrowser = 10 // from a browser that the account knows
	attemptsByAddress = 30 // from an address, in browsers that the account does not know
	attemptsBySite    = 4 * attemptsByAddress
	attemptsPeriod    = 15 * time.Minute
)

const limiterTables = 2

// limiter is a token bucket for each name. A full bucket has most attempts; used ones
// come back one by one, and all of them within a period. Its size is fixed however many
// names there are: each name has a place in every table, and the place that others used
// least decides (a count-min sketch, Cormode and Muthukrishnan 2005). Names that share
// all their places share their attempts; the seeds are random, so nobody can bring that
// about.
type limiter struct {
	most  int
	every time.Duration // after which one attempt comes back
	began time.Time

	mu     sync.Mutex
	tables [limiterTables]struct {
		seed maphash.Seed
		full [1 << 14]time.Duration // when each place has all its attempts again, as time since began
	}
}

func newLimiter(most int, period time.Duration, now time.Time) *limiter {
	l := &limiter{most: most, every: period / time.Duration(most), began: now}
	for i := range l.tables {
		l.tables[i].seed = maphash.MakeSeed()
	}
	return l
}

// places returns where a name is counted.
func (l *limiter) places(name string) (places [limiterTables]*time.Duration) {
	for i := range l.tables {
		t := &l.tables[i]
		places[i] = &t.full[maphash.String(t.seed, name)%uint64(len(t.full))]
	}
	return places
}

// take takes an attempt and returns 0, or takes none and returns how long to wait for one.
func (l *limiter) take(name string, at time.Time) (wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now, places := at.Sub(l.began), l.places(name) // by the monotonic clock, which cannot be set
	full := *places[0]
	for _, p := range places[1:] {
		full = min(full, *p)
	}
	if wait := max(full, now) - now - time.Duration(l.most-1)*l.every; wait > 0 {
		return wait
	}
	for _, p := range places {
		*p = max(*p, now) + l.every
	}
	return 0
}

// giveBack undoes a take.
func (l *limiter) giveBack(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range l.places(name) {
		*p -= l.every
	}
}

// An origin is where a request comes from.
type origin struct {
	// address is the client's IPv4 address, or the /64 prefix of its IPv6 address,
	// which belongs to one link.
	address string
	// site is the /48 prefix of an IPv6 address, the most that one customer is usually
	// given (RFC 6177), who could otherwise count as 65,536 addresses. Empty for others.
	site string
}

// origin returns where a request comes from. Behind a trusted proxy that is the last
// element of X-Forwarded-For, which the proxy wrote; the elements before it may be forged.
func (h *Handler) origin(r *http.Request) origin {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return origin{address: r.RemoteAddr}
	}
	addr := peer.Addr().Unmap().WithZone("")
	if h.isProxy(addr) {
		if forwarded, ok := forwardedFor(r.Header.Values("X-Forwarded-For")); ok {
			addr = forwarded
		}
	}
	if !addr.Is6() {
		return origin{address: addr.String()}
	}
	link, _ := addr.Prefix(64) // these fit every IPv6 address
	site, _ := addr.Prefix(48)
	return origin{address: link.String(), site: site.String()}
}

// takeFrom takes an attempt of an address, and of its site, and returns 0, or takes none
// and returns how long to wait for one.
func (h *Handler) takeFrom(o origin, now time.Time) (wait time.Duration) {
	if wait := h.byAddress.take(o.address, now); wait > 0 || o.site == "" {
		return wait
	}
	if wait = h.bySite.take(o.site, now); wait > 0 {
		h.byAddress.giveBack(o.address)
	}
	return wait
}

// giveBackTo undoes a takeFrom.
func (h *Handler) giveBackTo(o origin) {
	h.byAddress.giveBack(o.address)
	if o.site != "" {
		h.bySite.giveBack(o.site)
	}
}

func (h *Handler) isProxy(a netip.Addr) bool {
	for _, p := range h.config.Proxies {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

// forwardedFor returns the address in the last element of X-Forwarded-For fields, which
// may have a port, and reports whether there is one.
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

// minutes returns a duration as text in minutes, rounded up.
func minutes(d time.Duration) string {
	n := int((d + time.Minute - 1) / time.Minute)
	if n == 1 {
		return "a minute"
	}
	return strconv.Itoa(n) + " minutes"
}
