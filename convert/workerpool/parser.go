package workerpool

import (
	"encoding/binary"
	"math"
)

// parser parses a payload. Its strings share the payload's memory. After
// an error, bad is set and all values are zero.
type parser struct {
	rest  string
	texts []string // the texts of a result
	room  int      // bytes that further lists may take
	bad   bool
}

func (p *parser) fail() {
	p.bad, p.rest = true, ""
}

func (p *parser) take(n uint64) string {
	if n > uint64(len(p.rest)) {
		p.fail()
		return ""
	}
	s := p.rest[:n]
	p.rest = p.rest[n:]
	return s
}

func (p *parser) byte() byte {
	if s := p.take(1); s != "" {
		return s[0]
	}
	return 0
}

func (p *parser) bool() bool {
	c := p.byte()
	p.bad = p.bad || c > 1
	return c == 1
}

func (p *parser) uvarint() uint64 {
	var v uint64
	for shift := uint(0); shift < 64; shift += 7 {
		c := p.byte()
		if shift == 63 && c > 1 {
			break
		}
		v |= uint64(c&0x7f) << shift
		if c < 0x80 {
			return v
		}
	}
	p.fail()
	return 0
}

// count parses the length of a list whose elements take at least size bytes of
// the payload each, and memory bytes once they are parsed. So a compromised
// worker cannot exhaust the pool's memory: its lists take no more than it announced.
func (p *parser) count(size, memory int) int { return p.countLess(0, size, memory) }

// countLess parses a length that is encoded with more added to it.
func (p *parser) countLess(more uint64, size, memory int) int {
	n := p.uvarint() - more
	if n > uint64(max(0, min(len(p.rest)/size, p.room/memory))) {
		p.fail()
		return 0
	}
	p.room -= int(n) * memory
	return int(n)
}

// fits reserves memory bytes, if there is room for them, and reports whether there was.
func (p *parser) fits(memory int) bool {
	if p.room -= memory; p.room < 0 {
		p.fail()
	}
	return !p.bad
}

// optional parses the length of a list that may be nil.
func (p *parser) optional(size, memory int) (n int, there bool) {
	if p.rest != "" && p.rest[0] == 0 {
		p.byte()
		return 0, false
	}
	n = p.countLess(1, size, memory)
	return n, !p.bad
}

func (p *parser) int() int {
	u := p.uvarint() // zigzag, as encoding/binary writes it
	return int(int64(u>>1) ^ -int64(u&1))
}

func (p *parser) float() float64 {
	s := p.take(8)
	if s == "" {
		return 0
	}
	return math.Float64frombits(binary.BigEndian.Uint64([]byte(s)))
}

func (p *parser) string() string { return p.take(p.uvarint()) }

// text parses the number of one of the result's texts and returns that text.
func (p *parser) text() string {
	n := p.uvarint()
	if n >= uint64(len(p.texts)) {
		p.fail()
		return ""
	}
	return p.texts[n]
}
