package pgtest

import (
	"net"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
)

// Proxy passes data between clients and a server. It counts round trips, and loses
// requests and answers on demand.
type Proxy struct {
	Port int

	mu     sync.Mutex
	turns  int
	onTurn func(turn int)
	lose   loss
	cut    bool
	broken int           // connections closed because of lose or cut
	hangs  chan struct{} // closed when the proxy goes on; nil if it does not hang
}

type loss int

const (
	nothing loss = iota
	request
	answer
	connection
)

// Proxy starts a proxy in front of the server. It ends with the test.
func (s *Server) Proxy(t testing.TB) *Proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{Port: l.Addr().(*net.TCPAddr).Port}
	t.Cleanup(func() { l.Close(); p.GoOn() })
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go p.serve(client, net.JoinHostPort("127.0.0.1", strconv.Itoa(s.Port)))
		}
	}()
	return p
}

// URL returns the address of a database behind the proxy.
func (p *Proxy) URL(database string) string { return address(p.Port, database) }

// Turns returns the number of round trips: how often a client began to send, at first
// or after an answer.
func (p *Proxy) Turns() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.turns
}

// OnTurn makes the proxy call fn at the beginning of each round trip, with its number
// from 1, before the server gets anything of it.
func (p *Proxy) OnTurn(fn func(turn int)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.onTurn = fn
}

// began counts a round trip.
func (p *Proxy) began() {
	p.mu.Lock()
	p.turns++
	turn, fn := p.turns, p.onTurn
	p.mu.Unlock()
	if fn != nil {
		fn(turn)
	}
}

// LoseRequest closes the connection on which a client next sends something,
// before the server has got it.
func (p *Proxy) LoseRequest() { p.set(request) }

// LoseAnswer closes the connection on which the server next answers. By then the
// server has done what it was sent.
func (p *Proxy) LoseAnswer() { p.set(answer) }

func (p *Proxy) set(l loss) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lose = l
}

// Hang makes the proxy pass on nothing until GoOn, like a network that drops what is
// sent.
func (p *Proxy) Hang() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hangs = make(chan struct{})
}

// Cut closes each connection on which anything is sent, and new ones at once, until
// GoOn.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut = true
}

// GoOn ends Hang and Cut: the proxy passes on what it holds back, and what comes.
func (p *Proxy) GoOn() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut = false
	if p.hangs != nil {
		close(p.hangs)
		p.hangs = nil
	}
}

func (p *Proxy) awaitGoOn() {
	p.mu.Lock()
	hangs := p.hangs
	p.mu.Unlock()
	if hangs != nil {
		<-hangs
	}
}

// Broken returns how many connections were closed by LoseRequest, LoseAnswer and Cut.
func (p *Proxy) Broken() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.broken
}

// loses reports whether to lose what passes. LoseRequest and LoseAnswer make it do so
// once, Cut each time.
func (p *Proxy) loses(l loss) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.lose != l && !p.cut {
		return false
	}
	p.lose = nothing
	p.broken++
	return true
}

// serve connects client to the server at to and copies data both ways until one side
// closes.
func (p *Proxy) serve(client net.Conn, to string) {
	defer client.Close()
	if p.loses(connection) {
		return
	}
	server, err := net.Dial("tcp", to)
	if err != nil {
		return
	}
	defer server.Close()
	var sending atomic.Bool // the client sent something last
	turn := func(client bool) {
		if sending.Swap(client) != client && client {
			p.began()
		}
	}
	pass := func(to, from net.Conn, isClient bool, lost loss) {
		defer to.Close()
		defer from.Close()
		buffer := make([]byte, 64<<10)
		for {
			n, err := from.Read(buffer)
			if n > 0 {
				p.awaitGoOn()
				turn(isClient)
				if p.loses(lost) {
					return
				}
				if _, err := to.Write(buffer[:n]); err != nil {
					return
				}
			}
			if err != nil {
				return
			}
		}
	}
	var both sync.WaitGroup
	both.Go(func() { pass(server, client, true, request) })
	both.Go(func() { pass(client, server, false, answer) })
	both.Wait()
}
