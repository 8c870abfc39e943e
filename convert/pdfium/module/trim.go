package main

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// Sections of a module (core specification of WebAssembly, 5.5).
const (
	sectionCustom  = 0
	sectionImport  = 2
	sectionExport  = 7
	sectionStart   = 8
	sectionElement = 9
	sectionCode    = 10
)

// trim removes the exports of functions that are not in keep, and the code that only these functions
// need: functions that cannot be reached any more get "unreachable" as their body, so that all
// others keep their numbers. What remains computes the same. Custom sections (names) are removed as
// well.
func trim(module []byte, keep []string) ([]byte, error) {
	t := &trimmer{keep: keep, reached: map[int]bool{}}
	out := bytes.Clone(module[:8])
	for pass := range 2 {
		in := reader{data: module, at: 8}
		for in.at < len(module) && in.err == nil {
			id := in.byte()
			body := in.bytes(in.u32())
			if pass == 0 {
				t.read(id, body)
				continue
			}
			if body = t.write(id, body); body != nil {
				out = append(out, id)
				out = append(binary.AppendUvarint(out, uint64(len(body))), body...)
			}
		}
		t.reach()
		if err := cmp.Or(in.err, t.err); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// trimmer holds what is known of a module while it is trimmed.
type trimmer struct {
	keep     []string
	imported int      // number of imported functions, which come first
	bodies   [][]byte // of the functions after those
	roots    []int    // functions that are needed, and whose calls have not been followed yet
	reached  map[int]bool
	err      error
}

// read records what a section says about functions.
func (t *trimmer) read(id byte, body []byte) {
	in := reader{data: body}
	switch id {
	case sectionImport:
		for range in.u32() {
			in.bytes(in.u32())
			in.bytes(in.u32())
			if kind := in.byte(); kind != 0 {
				t.err = fmt.Errorf("an import of kind %d is not supported", kind)
				return
			}
			in.u32()
			t.imported++
		}
	case sectionExport:
		for range in.u32() {
			name := string(in.bytes(in.u32()))
			kind, index := in.byte(), in.u32()
			if kind == 0 && slices.Contains(t.keep, name) {
				t.roots = append(t.roots, index)
			}
		}
	case sectionStart:
		t.roots = append(t.roots, in.u32())
	case sectionElement:
		// Any function whose address is taken may be called.
		for range in.u32() {
			if kind := in.u32(); kind != 0 {
				t.err = fmt.Errorf("elements of kind %d are not supported", kind)
				return
			}
			in.instructions(func(int) {})
			for range in.u32() {
				t.roots = append(t.roots, in.u32())
			}
		}
	case sectionCode:
		for range in.u32() {
			t.bodies = append(t.bodies, in.bytes(in.u32()))
		}
	}
	t.err = cmp.Or(t.err, in.err)
}

// reach finds the functions that the roots call, directly or indirectly.
func (t *trimmer) reach() {
	for len(t.roots) > 0 && t.err == nil {
		f := t.roots[len(t.roots)-1]
		t.roots = t.roots[:len(t.roots)-1]
		if t.reached[f] {
			continue
		}
		t.reached[f] = true
		if f < t.imported {
			continue
		}
		in := reader{data: t.bodies[f-t.imported]}
		for range in.u32() {
			in.u32()
			in.byte()
		}
		in.instructions(func(called int) { t.roots = append(t.roots, called) })
		if in.err != nil {
			t.err = fmt.Errorf("function %d: %w", f, in.err)
		}
	}
}

// write returns what remains of a section's body, nil if the section is removed.
func (t *trimmer) write(id byte, body []byte) []byte {
	in := reader{data: body}
	switch id {
	case sectionCustom:
		return nil
	case sectionExport:
		n, kept := 0, []byte(nil)
		for range in.u32() {
			from := in.at
			name := string(in.bytes(in.u32()))
			kind := in.byte()
			in.u32()
			if kind != 0 || slices.Contains(t.keep, name) {
				n++
				kept = append(kept, body[from:in.at]...)
			}
		}
		return append(binary.AppendUvarint(nil, uint64(n)), kept...)
	case sectionCode:
		out := binary.AppendUvarint(nil, uint64(len(t.bodies)))
		for i, b := range t.bodies {
			if !t.reached[i+t.imported] {
				b = []byte{0, 0, 0x0b} // no variables, unreachable, end
			}
			out = append(binary.AppendUvarint(out, uint64(len(b))), b...)
		}
		return out
	}
	return body
}

// reader reads WebAssembly's binary format. After an error it reads zeros.
type reader struct {
	data []byte
	at   int
	err  error
}

func (r *reader) byte() byte {
	if b := r.bytes(1); len(b) == 1 {
		return b[0]
	}
	return 0
}

func (r *reader) bytes(n int) []byte {
	if r.err == nil && (n < 0 || n > len(r.data)-r.at) {
		r.err = errors.New("the module ends too early")
	}
	if r.err != nil {
		return nil
	}
	r.at += n
	return r.data[r.at-n : r.at]
}

// u32 reads an unsigned LEB128 number of at most 32 bits.
func (r *reader) u32() int {
	v, shift := 0, 0
	for shift < 35 {
		b := r.byte()
		v |= int(b&0x7f) << shift
		if shift += 7; b < 0x80 {
			return v
		}
	}
	return v
}

// leb skips a LEB128 number of any length.
func (r *reader) leb() {
	for r.byte() >= 0x80 {
	}
}

// instructions reads an expression up to its end, and calls f with the number of each function that
// it calls or takes a reference to.
func (r *reader) instructions(f func(int)) {
	for nested := 1; nested > 0 && r.err == nil; {
		switch op := r.byte(); {
		case op == 0x02, op == 0x03, op == 0x04: // block, loop, if
			nested++
			r.leb()
		case op == 0x1f: // try_table
			nested++
			r.leb()
			for range r.u32() {
				if kind := r.byte(); kind < 2 {
					r.leb() // the tag
				}
				r.leb() // the label
			}
		case op == 0x0b: // end
			nested--
		case op == 0x10, op == 0xd2: // call, ref.func
			f(r.u32())
		case op == 0x08, // throw
			op == 0x0c, op == 0x0d, // br, br_if
			op >= 0x20 && op <= 0x26,           // variables and tables
			op == 0x3f, op == 0x40, op == 0xd0, // memory.size, memory.grow, ref.null
			op == 0x41, op == 0x42: // i32.const, i64.const
			r.leb()
		case op == 0x0e: // br_table
			for range r.u32() + 1 {
				r.leb()
			}
		case op == 0x11, op >= 0x28 && op <= 0x3e: // call_indirect, loads and stores
			r.leb()
			r.leb()
		case op == 0x1c: // select with types
			r.bytes(r.u32())
		case op == 0x43: // f32.const
			r.bytes(4)
		case op == 0x44: // f64.const
			r.bytes(8)
		case op == 0xfc:
			r.bulk()
		case op == 0xfd:
			r.vector()
		case op <= 0x01, op == 0x05, op == 0x0a, op == 0x0f, op == 0x1a, op == 0x1b, // without operands; 0x0a is throw_ref
			op >= 0x45 && op <= 0xc4, op == 0xd1:
		default:
			r.err = fmt.Errorf("the instruction %#x is not supported", op)
		}
	}
}

// bulk skips the operands of bulk operations and saturating conversions.
func (r *reader) bulk() {
	switch op := r.u32(); op {
	case 0, 1, 2, 3, 4, 5, 6, 7:
	case 9, 11, 13, 15, 16, 17:
		r.leb()
	case 8, 10, 12, 14:
		r.leb()
		r.leb()
	default:
		r.err = fmt.Errorf("the instruction 0xfc %d is not supported", op)
	}
}

// vector skips the operands of vector operations.
func (r *reader) vector() {
	switch op := r.u32(); {
	case op <= 11, op == 92, op == 93: // loads and stores
		r.leb()
		r.leb()
	case op == 12, op == 13: // v128.const, i8x16.shuffle
		r.bytes(16)
	case op >= 21 && op <= 34: // lanes
		r.byte()
	case op >= 84 && op <= 91: // loads and stores of a lane
		r.leb()
		r.leb()
		r.byte()
	}
}
