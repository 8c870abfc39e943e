package plugins

// meterPeriod is how many loop iterations and calls metered code counts before it
// calls lineitem.tick: some 0.1 ms.
const meterPeriod = 1 << 16

// Weights of instructions that take longer than a loop iteration, which counts 1.
const (
	indirectWeight = 1 << 8 // of an indirect call, which may reach the host
	bytesWeight    = 8      // binary logarithm of how many moved bytes count 1
)

// Arguments of lineitem.tick.
const (
	tickCount = 0 // the count has run down, or what follows may take long
	tickStack = 1 // the stack is exhausted
)

// What a nested call is taken to need on the stack, in bytes. No more about a
// compiled function's frame can be known from its code.
const (
	frameBytes    = 64
	variableBytes = 8 // for each variable
)

// Opcodes (core specification, 5.4).
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

// Operations that follow the prefix opMisc.
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
		failMalformed("%d functions have %d bodies", len(m.outline.bodies), n)
	}
	m.outline.functions = n
	out := appendU32(make([]byte, 0, 2*len(in.data)), uint32(n))
	var body []byte
	for i := range n {
		from := reader{data: in.bytes(in.count())}
		body = m.body(&from, body[:0], i)
		out = appendU32(out, uint32(len(body)))
		out = append(out, body...)
	}
	return out
}

// body rewrites one function. It wraps the instructions in a block, and makes each
// return a branch to the block's end, where the frame is taken off the stack count.
func (m *meterer) body(in *reader, out []byte, function int) []byte {
	t := m.outline.types[m.outline.bodies[function]]
	var work bodyWork
	arity := uint64(t.results) // values of the label that has the most, of those met so far
	groups := in.count()
	out = appendU32(out, uint32(groups+1))
	from, locals := in.at, uint64(t.parameters)
	for range groups {
		locals += uint64(in.u32())
		in.byte()
	}
	checkBound(locals, "variables in a function", maxLocals)
	out = append(out, in.data[from:in.at]...)
	out = append(out, 1, typeI32) // one more variable, for the number of bytes to move
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
			work.branches++
			arity = max(arity, m.blockType(in))
		case opLoop:
			nested++
			work.loops++
			arity = max(arity, m.blockType(in))
			out = append(out, in.data[from:in.at]...)
			out = m.countDown(out, 1)
			continue
		case opEnd:
			nested--
		case opBr, opBrIf:
			checkLabel(in.u32(), nested)
			work.branches++
			work.values += arity
		case opBrTable:
			targets := in.count() + 1
			work.targets += uint64(targets)
			work.values += arity * uint64(targets)
			for range targets {
				checkLabel(in.u32(), nested)
			}
		case opReturn:
			out = appendU32(append(out, opBr), uint32(nested-1))
			work.values += arity
			continue
		case opCall:
			f := in.u32()
			if f < m.imported {
				out = m.tick(out, tickCount) // a host's function may take long
			}
			out = appendU32(append(out, op), m.function(f))
			work.values += m.callValues(f)
			continue
		case opRefFunc:
			out = appendU32(append(out, op), m.function(in.u32()))
			continue
		case opCallIndirect:
			out = m.countDown(out, indirectWeight)
			work.branches++
			callee := in.u32()
			m.checkType(callee)
			work.values += m.outline.types[callee].values()
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
				work.branches++
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
		failMalformed("a function goes on behind its end")
	}
	m.work.add(function, locals, work)
	out = m.addStack(out, -frame)
	return append(out, opEnd)
}

// blockType reads the type of a block: a value type or the empty type, which are
// encoded as negative numbers of one byte, or the index of a function type. It
// returns the most values that a branch to the block's label may take.
func (m *meterer) blockType(in *reader) uint64 {
	if b := in.byte(); b&0xc0 == 0x40 {
		return 1
	}
	in.at--
	index := in.u32()
	m.checkType(index)
	return m.outline.types[index].values()
}

// callValues returns how many values a call of function f hands over.
func (m *meterer) callValues(f uint32) uint64 {
	if f < m.imported {
		return maxHostValues
	}
	return m.outline.types[m.outline.bodies[f-m.imported]].values()
}

// maxHostValues is the most parameters and results of a function of WASI.
const maxHostValues = 10

// enter appends code that adds a function's frame, in bytes, to the stack count,
// and ends the guest if the stack is exhausted.
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

// countDown appends code that reduces the count by n.
func (m *meterer) countDown(out []byte, n int32) []byte {
	out = appendU32(append(out, opGlobalGet), m.fuel)
	out = append(appendS32(append(out, opI32Const), n), opI32Sub)
	return m.tickAtEnd(appendU32(append(out, opGlobalSet), m.fuel))
}

// countBytes appends code that reduces the count by the weight of a number of
// bytes. That number is on top of the operand stack and stays there; local is a
// variable that holds it meanwhile.
func (m *meterer) countBytes(out []byte, local uint32) []byte {
	out = appendU32(append(out, opLocalSet), local)
	out = appendU32(append(out, opGlobalGet), m.fuel)
	out = appendU32(append(out, opLocalGet), local)
	out = append(out, opI32Const, bytesWeight, opI32ShrU, opI32Sub)
	out = m.tickAtEnd(appendU32(append(out, opGlobalSet), m.fuel))
	return appendU32(append(out, opLocalGet), local)
}

// tickAtEnd appends code that calls lineitem.tick if the count is 0 or less, and
// then sets it to meterPeriod again.
func (m *meterer) tickAtEnd(out []byte) []byte {
	out = appendU32(append(out, opGlobalGet), m.fuel)
	out = append(out, opI32Const, 0, opI32LeS, opIf, emptyBlock)
	out = m.tick(out, tickCount)
	out = appendS32(append(out, opI32Const), meterPeriod)
	out = appendU32(append(out, opGlobalSet), m.fuel)
	return append(out, opEnd)
}

// tick appends code that calls lineitem.tick with what: tickCount or tickStack.
func (m *meterer) tick(out []byte, what byte) []byte {
	return appendU32(append(out, opI32Const, what, opCall), m.imported)
}
