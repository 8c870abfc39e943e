package plugins

// meterPeriod is after how many loops and calls metered code calls
// lineitem.tick: some 0.1 ms.
const meterPeriod = 1 << 16

// Weights of what takes longer than a loop's turn.
const (
	indirectWeight = 1 << 8 // of an indirect call, which may reach the host
	bytesWeight    = 8      // binary logarithm of the bytes that are moved for each count
)

// What lineitem.tick is called with.
const (
	tickCount = 0 // the count is down
	tickStack = 1 // the stack is exhausted
)

// What a nested call takes, bytes: of a compiled function's frame it is all that
// can be told from its code.
const (
	frameBytes    = 64
	variableBytes = 8
)

// Opcodes, as the core specification, 5.4, has them.
const (
	opBlock        = 0x02
	opLoop         = 0x03
	opIf           = 0x04
	opEnd          = 0x0b
	opBr           = 0x0c
	opBrIf         = 0x0d
	opBrTable      = 0x0e
	opReturn       = 0x0f
	opCall         = 0x10
	opCallIndirect = 0x11
	opLocalGet     = 0x20
	opLocalSet     = 0x21
	opLocalTee     = 0x22
	opGlobalGet    = 0x23
	opGlobalSet    = 0x24
	opMemoryGrow   = 0x40
	opI32Const     = 0x41
	opI32GtS       = 0x4a
	opI32LeS       = 0x4c
	opI32Add       = 0x6a
	opI32Sub       = 0x6b
	opI32ShrU      = 0x76
	opRefFunc      = 0xd2
	opMisc         = 0xfc // prefix of bulk operations and saturating conversions
	opVector       = 0xfd // prefix of vector operations
)

// Operations behind the prefix opMisc.
const (
	miscMemoryInit = 8
	miscDataDrop   = 9
	miscMemoryCopy = 10
	miscMemoryFill = 11
	miscTableInit  = 12
	miscElemDrop   = 13
	miscTableCopy  = 14
	miscTableGrow  = 15
	miscTableSize  = 16
	miscTableFill  = 17
)

const (
	emptyBlock = 0x40 // the type of a block without results
	typeI32    = 0x7f
)

// code rewrites the functions' bodies.
func (m *meterer) code(in *reader) []byte {
	n := in.count()
	if n != len(m.outline.bodies) {
		fail("%d functions have %d bodies", len(m.outline.bodies), n)
	}
	m.outline.functions = n
	out := appendU32(make([]byte, 0, 2*len(in.data)), uint32(n))
	var body []byte
	for i := range n {
		from := reader{data: in.bytes(in.count())}
		body = m.body(&from, body[:0], m.outline.types[m.outline.bodies[i]])
		out = appendU32(out, uint32(len(body)))
		out = append(out, body...)
	}
	return out
}

// maxLocals bounds the variables of one function, as compilers of WebAssembly
// commonly do.
const maxLocals = 50000

// body rewrites one function. Its instructions become those of a block, behind
// which all returns meet.
func (m *meterer) body(in *reader, out []byte, t functionType) []byte {
	groups := in.count()
	out = appendU32(out, uint32(groups+1))
	from, locals := in.at, uint64(t.parameters)
	for range groups {
		locals += uint64(in.u32())
		in.byte()
	}
	if locals > maxLocals {
		fail("a function has %d variables, more than %d", locals, maxLocals)
	}
	out = append(out, in.data[from:in.at]...)
	out = append(out, 1, typeI32) // one more, for the number of bytes to move
	size, frame := uint32(locals), int32(frameBytes+variableBytes*locals)

	out = m.countDown(out, 1)
	out = m.enter(out, frame)
	out = append(append(out, opBlock), t.block...)
	for nested := 1; nested > 0; {
		from := in.at
		op := in.byte()
		switch op {
		case opBlock, opIf:
			nested++
			m.blockType(in)
		case opLoop:
			nested++
			m.blockType(in)
			out = append(out, in.data[from:in.at]...)
			out = m.countDown(out, 1)
			continue
		case opEnd:
			nested--
		case opBr, opBrIf:
			checkLabel(in.u32(), nested)
		case opBrTable:
			for range in.count() + 1 {
				checkLabel(in.u32(), nested)
			}
		case opReturn:
			out = appendU32(append(out, opBr), uint32(nested-1))
			continue
		case opCall:
			f := in.u32()
			if f < m.imported {
				out = m.tick(out, tickCount) // a host's function may take long
			}
			out = appendU32(append(out, op), m.function(f))
			continue
		case opRefFunc:
			out = appendU32(append(out, op), m.function(in.u32()))
			continue
		case opCallIndirect:
			out = m.countDown(out, indirectWeight)
			m.checkType(in.u32())
			in.u32() // the table
		case opLocalGet, opLocalSet, opLocalTee:
			checkLocal(in.u32(), size)
		case opGlobalGet, opGlobalSet:
			m.checkGlobal(in.u32())
		case opMemoryGrow:
			out = m.tick(out, tickCount)
			in.immediates(op)
		case opMisc:
			switch in.u32() {
			case miscMemoryCopy, miscMemoryFill:
				out = m.countBytes(out, size)
			case miscMemoryInit, miscTableInit, miscTableCopy, miscTableGrow, miscTableFill:
				out = m.tick(out, tickCount)
			}
			in.at = from + 1
			in.immediates(op)
		default:
			in.immediates(op)
		}
		out = append(out, in.data[from:in.at]...)
	}
	if !in.ended() {
		fail("a function goes on behind its end")
	}
	out = m.addStack(out, -frame)
	return append(out, opEnd)
}

// blockType reads the type of a block: a value type or none, which are negative
// numbers of one byte, or the index of a type.
func (m *meterer) blockType(in *reader) {
	if b := in.byte(); b&0xc0 == 0x40 {
		return
	}
	in.at--
	m.checkType(in.u32())
}

// enter appends code that counts a function's frame, and ends the guest where
// the stack is exhausted.
func (m *meterer) enter(out []byte, frame int32) []byte {
	out = m.addStack(out, frame)
	out = appendU32(append(out, opGlobalGet), m.stack)
	out = appendS32(append(out, opI32Const), m.limit)
	out = append(out, opI32GtS, opIf, emptyBlock)
	return append(m.tick(out, tickStack), opEnd)
}

func (m *meterer) addStack(out []byte, n int32) []byte {
	out = appendU32(append(out, opGlobalGet), m.stack)
	out = append(appendS32(append(out, opI32Const), n), opI32Add)
	return appendU32(append(out, opGlobalSet), m.stack)
}

// countDown appends code that counts down by n.
func (m *meterer) countDown(out []byte, n int32) []byte {
	out = appendU32(append(out, opGlobalGet), m.fuel)
	out = append(appendS32(append(out, opI32Const), n), opI32Sub)
	return m.tickAtEnd(appendU32(append(out, opGlobalSet), m.fuel))
}

// countBytes appends code that counts down by the weight of as many bytes as
// the number on top of the operand stack tells, which it leaves there.
func (m *meterer) countBytes(out []byte, local uint32) []byte {
	out = appendU32(append(out, opLocalSet), local)
	out = appendU32(append(out, opGlobalGet), m.fuel)
	out = appendU32(append(out, opLocalGet), local)
	out = append(out, opI32Const, bytesWeight, opI32ShrU, opI32Sub)
	out = m.tickAtEnd(appendU32(append(out, opGlobalSet), m.fuel))
	return appendU32(append(out, opLocalGet), local)
}

// tickAtEnd appends code that calls lineitem.tick when the count is down, and
// begins anew.
func (m *meterer) tickAtEnd(out []byte) []byte {
	out = appendU32(append(out, opGlobalGet), m.fuel)
	out = append(out, opI32Const, 0, opI32LeS, opIf, emptyBlock)
	out = m.tick(out, tickCount)
	out = appendS32(append(out, opI32Const), meterPeriod)
	out = appendU32(append(out, opGlobalSet), m.fuel)
	return append(out, opEnd)
}

// tick appends code that calls lineitem.tick.
func (m *meterer) tick(out []byte, what byte) []byte {
	return appendU32(append(out, opI32Const, what, opCall), m.imported)
}

// immediates skips what follows an opcode.
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
		fail("the instruction %#x is not supported", op)
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
		fail("the instruction %#x %d is not supported", opMisc, op)
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
		fail("the instruction %#x %d is not supported", opVector, op)
	}
}
