package plugins

import (
	"encoding/binary"
	"errors"
	"math"
)

var errTruncated = errors.New("it ends too early")

// reader reads WebAssembly's binary format. Where that is malformed, it panics with
// a malformed error, which meter recovers.
type reader struct {
	data []byte
	at   int
}

func (r *reader) ended() bool { return r.at == len(r.data) }

func (r *reader) rest() []byte {
	from := r.at
	r.at = len(r.data)
	return r.data[from:]
}

func (r *reader) byte() byte { return r.bytes(1)[0] }

func (r *reader) bytes(n int) []byte {
	if n > len(r.data)-r.at {
		panic(malformed{errTruncated})
	}
	r.at += n
	return r.data[r.at-n : r.at]
}

// u32 reads an unsigned LEB128 number of at most 32 bits.
func (r *reader) u32() uint32 {
	v, n := binary.Uvarint(r.data[r.at:min(len(r.data), r.at+5)])
	if n <= 0 || v > math.MaxUint32 {
		panic(malformed{errTruncated})
	}
	r.at += n
	return uint32(v)
}

// count reads how many items follow, each of which takes at least one byte.
func (r *reader) count() int {
	n := r.u32()
	if int64(n) > int64(len(r.data)-r.at) {
		panic(malformed{errTruncated})
	}
	return int(n)
}

// leb skips a LEB128 number; most is the largest number of bytes it may have.
func (r *reader) leb(most int) {
	for range most {
		if r.byte() < 0x80 {
			return
		}
	}
	failMalformed("a number is too long")
}

// immediates skips the immediate operands of an opcode.
func (r *reader) immediates(op byte) {
	switch {
	case op == opBlock, op == opLoop, op == opIf:
		r.leb(5) // a type's index, or a value type
	case op == opCall,
		op >= 0x20 && op <= 0x26, // variables and tables
		op == opRefFunc:
		r.u32()
	case op == opCallIndirect:
		r.u32()
		r.u32()
	case op == 0x1c: // select with types
		r.bytes(r.count())
	case op >= 0x28 && op <= 0x3e: // loads and stores
		r.memoryArgument()
	case op == 0x3f, op == opMemoryGrow, op == 0xd0: // memory.size, ref.null
		r.byte()
	case op == opI32Const:
		r.leb(5)
	case op == 0x42: // i64.const
		r.leb(10)
	case op == 0x43: // f32.const
		r.bytes(4)
	case op == 0x44: // f64.const
		r.bytes(8)
	case op == opMisc:
		r.miscImmediates()
	case op == opVector:
		r.vectorImmediates()
	case op <= 0x01, op == 0x05, op == opEnd, op == opReturn, op == 0x1a, op == 0x1b, op >= 0x45 && op <= 0xc4, op == 0xd1:
	default:
		failMalformed("the instruction %#x is not supported", op)
	}
}

// memoryArgument skips the alignment and the offset of an access to memory.
func (r *reader) memoryArgument() {
	r.u32()
	r.u32()
}

func (r *reader) miscImmediates() {
	switch op := r.u32(); {
	case op < miscMemoryInit: // conversions
	case op == miscMemoryInit:
		r.u32()
		r.byte()
	case op == miscMemoryCopy:
		r.bytes(2)
	case op == miscMemoryFill:
		r.byte()
	case op == miscTableInit, op == miscTableCopy:
		r.u32()
		r.u32()
	case op == miscDataDrop, op == miscElemDrop, op == miscTableGrow, op == miscTableSize, op == miscTableFill:
		r.u32()
	default:
		failMalformed("the instruction %#x %d is not supported", opMisc, op)
	}
}

func (r *reader) vectorImmediates() {
	switch op := r.u32(); {
	case op <= 11, op == 92, op == 93: // loads and stores
		r.memoryArgument()
	case op == 12, op == 13: // v128.const, i8x16.shuffle
		r.bytes(16)
	case op >= 21 && op <= 34: // lanes
		r.byte()
	case op >= 84 && op <= 91: // loads and stores of a lane
		r.memoryArgument()
		r.byte()
	case op <= 255:
	default:
		failMalformed("the instruction %#x %d is not supported", opVector, op)
	}
}

func appendU32(b []byte, v uint32) []byte { return binary.AppendUvarint(b, uint64(v)) }

// appendS32 appends a signed LEB128 number.
func appendS32(b []byte, v int32) []byte {
	for v < -64 || v > 63 {
		b = append(b, byte(v)|0x80)
		v >>= 7
	}
	return append(b, byte(v)&0x7f)
}

func appendName(b []byte, name string) []byte {
	return append(appendU32(b, uint32(len(name))), name...)
}
