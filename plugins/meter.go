package plugins

import (
	"fmt"
	"math"
)

// meterModule and meterFunction name the function that metered code calls every
// so often. No module may import it by itself.
const (
	meterModule   = "lineitem"
	meterFunction = "tick"
)

// A moduleOutline is what is known of a module before it is compiled.
type moduleOutline struct {
	imports   []importedFunction
	functions int    // its own
	memory    uint64 // what it starts with, bytes; 0 where it has none
	globals   int

	types  []functionType
	bodies []int // indexes in types, one for each of its own functions
}

// functionType is a function's parameters and results.
type functionType struct {
	parameters int
	results    int
	block      []byte // the encoded type of a block with the same results and no parameters
}

// values returns how many values a call of such a function hands over: its
// parameters and results.
func (t functionType) values() uint64 { return uint64(t.parameters + t.results) }

// importedFunction is a function that a module wants from its host.
type importedFunction struct{ module, name string }

// meter rewrites a module so that it can be stopped. The rewritten module counts
// its loop iterations and calls, and calls the imported function lineitem.tick
// with 0 each time the count reaches meterPeriod, and before operations that may
// take long. Its compiled code runs at nearly full speed, unlike code that the
// WebAssembly runtime watches, and can be stopped in recursions without loops too.
// It also counts the bytes that nested calls take for their variables, and calls
// lineitem.tick with 1 when there are more than stack.
//
// The module otherwise does what it did before. Custom sections, such as names
// for debugging, are left out.
//
// For a malformed module, meter returns an error, or a module that the compiler
// will refuse: rewriting never makes an invalid module valid. The module may
// import only functions.
func meter(module []byte, stack int) (metered []byte, outline *moduleOutline, err error) {
	m := &meterer{in: reader{data: module}, outline: &moduleOutline{}, limit: int32(min(stack, math.MaxInt32/2))}
	defer func() {
		// The reader panics with a malformed error, such as where the module ends too soon.
		if r := recover(); r != nil {
			fault, ok := r.(malformed)
			if !ok {
				panic(r)
			}
			err = fault.error
		}
	}()
	m.rewrite()
	return m.out, m.outline, nil
}

// malformed describes what is wrong with a module.
type malformed struct{ error }

func failMalformed(format string, arguments ...any) {
	panic(malformed{fmt.Errorf(format, arguments...)})
}

// Numbers of sections (core specification, 5.5).
const (
	customSection = 0
	typeSection   = 1
	importSection = 2
	funcSection   = 3
	tableSection  = 4
	memorySection = 5
	globalSection = 6
	exportSection = 7
	startSection  = 8
	elemSection   = 9
	codeSection   = 10
	dataSection   = 11
	countSection  = 12
	tagSection    = 13
)

// Kinds of exports (core specification, 5.5.10).
const (
	functionExport = 0
	globalExport   = 3
)

// sectionOrder returns a number by which sections are ordered in a module.
func sectionOrder(section byte) int {
	switch section {
	case tagSection:
		return 2*memorySection + 1
	case countSection:
		return 2*elemSection + 1
	}
	return 2 * int(section)
}

// meterer rewrites one module.
type meterer struct {
	in      reader
	out     []byte
	outline *moduleOutline

	limit    int32  // of the stack, bytes
	imported uint32 // number of functions that the module itself imports
	tickType uint32 // type of lineitem.tick
	work     moduleWork
	fuel     uint32 // the global that is counted down
	stack    uint32 // the global that counts the bytes that nested calls take
}

func (m *meterer) rewrite() {
	header := m.in.bytes(8)
	m.out = append(m.out, header...)
	last := 0
	// Sections to which something is added. One that the module lacks is inserted
	// in its place.
	added := []byte{typeSection, importSection, globalSection}
	addBefore := func(at int) {
		for len(added) > 0 && sectionOrder(added[0]) < at {
			m.section(added[0], reader{data: []byte{0}})
			added = added[1:]
		}
	}
	for !m.in.ended() {
		id := m.in.byte()
		body := reader{data: m.in.bytes(int(m.in.u32()))}
		if id == customSection {
			continue
		}
		if id > tagSection || sectionOrder(id) <= last {
			failMalformed("section %d is unknown, or stands where it must not", id)
		}
		last = sectionOrder(id)
		addBefore(last)
		if len(added) > 0 && added[0] == id {
			added = added[1:]
		}
		m.section(id, body)
	}
	addBefore(math.MaxInt)
}

// section rewrites one section.
func (m *meterer) section(id byte, in reader) {
	var out []byte
	switch id {
	case typeSection:
		out = m.types(&in)
	case importSection:
		out = m.imports(&in)
	case funcSection:
		m.funcs(in)
		out = in.rest()
	case tableSection:
		out = m.tables(&in)
	case memorySection:
		m.memory(in)
		out = in.rest()
	case globalSection:
		out = m.globals(&in)
	case exportSection:
		out = m.exports(&in)
	case startSection:
		out = appendU32(nil, m.function(in.u32()))
	case elemSection:
		out = m.elements(&in)
	case codeSection:
		out = m.code(&in)
	case dataSection:
		out = m.data(&in)
	case countSection:
		out = appendU32(nil, in.u32())
	default:
		out = checkedSection(&in)
	}
	if !in.ended() {
		failMalformed("section %d is longer than what it holds", id)
	}
	m.out = append(m.out, id)
	m.out = appendU32(m.out, uint32(len(out)))
	m.out = append(m.out, out...)
}

// function returns the new index of a function: lineitem.tick is inserted as the
// last imported function. It refuses an index beyond the last function, since the
// highest 32-bit number would wrap around to the first function.
func (m *meterer) function(index uint32) uint32 {
	if all := int64(m.imported) + int64(len(m.outline.bodies)); int64(index) >= all {
		failMalformed("function %d of %d is used", index, all)
	}
	if index >= m.imported {
		index++
	}
	return index
}

func (m *meterer) types(in *reader) []byte {
	n := in.count()
	checkBound(n, "types", maxTypes)
	from := in.at
	added := 1
	blocks := []byte{0x60, 1, typeI32, 0} // the added types, first that of lineitem.tick
	m.tickType = uint32(n)
	for range n {
		if form := in.byte(); form != 0x60 {
			failMalformed("type form %#x is not supported", form)
		}
		t := functionType{parameters: in.count()}
		checkBound(t.parameters, "parameters of a function", maxValues)
		in.bytes(t.parameters)
		results := in.bytes(in.count())
		checkBound(len(results), "results of a function", maxValues)
		t.results = len(results)
		switch len(results) {
		case 0:
			t.block = []byte{emptyBlock}
		case 1:
			t.block = results
		default:
			t.block = appendS32(nil, int32(n+added))
			blocks = append(appendU32(append(blocks, 0x60, 0), uint32(len(results))), results...)
			added++
		}
		m.outline.types = append(m.outline.types, t)
	}
	out := appendU32(nil, uint32(n+added))
	out = append(out, in.data[from:in.at]...)
	return append(out, blocks...)
}

func (m *meterer) imports(in *reader) []byte {
	n := in.count()
	checkBound(n, "imports", maxImports)
	out := appendU32(nil, uint32(n+1))
	from := in.at
	for range n {
		f := importedFunction{string(in.bytes(in.count())), string(in.bytes(in.count()))}
		if kind := in.byte(); kind != 0 {
			what := "something"
			if names := []string{1: "table", 2: "memory", 3: "global", 4: "tag"}; int(kind) < len(names) {
				what = "the " + names[kind]
			}
			panic(malformed{refusedImport{fmt.Sprintf("%s %s.%s", what, f.module, f.name)}})
		}
		m.checkType(in.u32())
		m.outline.imports = append(m.outline.imports, f)
	}
	m.imported = uint32(n)
	out = append(out, in.data[from:in.at]...)
	out = appendName(appendName(out, meterModule), meterFunction)
	return appendU32(append(out, 0), m.tickType)
}

// refusedImport is an import that is not a function.
type refusedImport struct{ what string }

func (r refusedImport) Error() string { return "imports " + r.what }

func (m *meterer) funcs(in reader) {
	n := in.count()
	checkBound(n, "functions", maxFunctions)
	for range n {
		t := in.u32()
		if int64(t) >= int64(len(m.outline.types)) {
			failMalformed("function %d is of type %d of %d", len(m.outline.bodies), t, len(m.outline.types))
		}
		m.outline.bodies = append(m.outline.bodies, int(t))
	}
}

// tables rewrites the tables so that none can grow beyond maxReferences.
func (m *meterer) tables(in *reader) []byte {
	n := in.count()
	checkBound(n, "tables", maxTables)
	out := appendU32(nil, uint32(n))
	var entries uint64
	for range n {
		out = append(out, in.byte()) // type of its entries
		bounded := in.byte()
		if bounded > 1 {
			failMalformed("a table of the form %d is not supported", bounded)
		}
		least, most := in.u32(), uint32(maxReferences)
		if bounded == 1 {
			most = in.u32()
		}
		entries += uint64(least)
		checkBound(entries, "entries in its tables", maxReferences)
		out = appendU32(appendU32(append(out, 1), least), min(most, maxReferences))
	}
	return out
}

func (m *meterer) memory(in reader) {
	const page = 64 << 10 // bytes
	if in.count() > 0 {
		in.byte()
		m.outline.memory = uint64(in.u32()) * page
	}
}

func (m *meterer) globals(in *reader) []byte {
	n := in.count()
	checkBound(n, "globals", maxGlobals)
	m.outline.globals = n
	m.fuel, m.stack = uint32(n), uint32(n+1)
	out := appendU32(nil, uint32(n+2))
	for range n {
		out = append(out, in.bytes(2)...)
		out = m.constant(in, out)
	}
	out = append(out, typeI32, 1, opI32Const) // 1: a variable
	out = append(appendS32(out, meterPeriod), opEnd)
	return append(out, typeI32, 1, opI32Const, 0, opEnd)
}

func (m *meterer) exports(in *reader) []byte {
	n := in.count()
	checkBound(n, "exports", maxExports)
	out := appendU32(nil, uint32(n))
	for range n {
		out = appendName(out, string(in.bytes(in.count())))
		kind, index := in.byte(), in.u32()
		switch kind {
		case functionExport:
			index = m.function(index)
		case globalExport:
			m.checkGlobal(index)
		}
		out = appendU32(append(out, kind), index)
	}
	return out
}

// elements rewrites the element segments, which fill tables with functions. They
// have eight forms (core specification, 5.5.12).
func (m *meterer) elements(in *reader) []byte {
	n := in.count()
	out := appendU32(nil, uint32(n))
	references := n
	for range n {
		flags := in.u32()
		if flags > 7 {
			failMalformed("elements of the form %d are not supported", flags)
		}
		passive, explicit, expressions := flags&1 != 0, flags&2 != 0, flags&4 != 0
		out = appendU32(out, flags)
		if !passive {
			if explicit {
				out = appendU32(out, in.u32())
			}
			out = m.constant(in, out)
		}
		if passive || explicit {
			out = append(out, in.byte()) // kind or type of the elements
		}
		count := in.count()
		references += count
		checkBound(references, "entries for its tables", maxReferences)
		out = appendU32(out, uint32(count))
		for range count {
			if expressions {
				out = m.constant(in, out)
			} else {
				out = appendU32(out, m.function(in.u32()))
			}
		}
	}
	return out
}

// data rewrites the data segments, which initialize memory. They have three forms
// (core specification, 5.5.14).
func (m *meterer) data(in *reader) []byte {
	n := in.count()
	checkBound(n, "pieces of data", maxData)
	out := appendU32(make([]byte, 0, len(in.data)), uint32(n))
	for range n {
		form := in.u32()
		if form > 2 {
			failMalformed("data of the form %d is not supported", form)
		}
		out = appendU32(out, form)
		if form == 2 {
			out = appendU32(out, in.u32())
		}
		if form != 1 {
			out = m.constant(in, out)
		}
		out = appendName(out, string(in.bytes(in.count())))
	}
	return out
}

// checkedSection returns a section unchanged. It checks that the declared number of items
// is plausible, since the decoder of wazero 1.12 allocates as many as are declared.
func checkedSection(in *reader) []byte {
	from := *in
	from.count()
	return in.rest()
}

// constant rewrites a constant expression, including its end, and appends it to out.
func (m *meterer) constant(in *reader, out []byte) []byte {
	for {
		from := in.at
		op := in.byte()
		switch op {
		case opRefFunc:
			out = appendU32(append(out, op), m.function(in.u32()))
			continue
		case opGlobalGet:
			m.checkGlobal(in.u32())
		default:
			in.immediates(op)
		}
		out = append(out, in.data[from:in.at]...)
		if op == opEnd {
			return out
		}
	}
}

// checkGlobal keeps the globals that were added out of the module's reach.
func (m *meterer) checkGlobal(index uint32) {
	if index >= m.fuel {
		failMalformed("global %d of %d is used", index, m.fuel)
	}
}

// checkType keeps the types that were added out of the module's reach.
func (m *meterer) checkType(index uint32) {
	if int64(index) >= int64(len(m.outline.types)) {
		failMalformed("type %d of %d is used", index, len(m.outline.types))
	}
}

// checkLocal keeps the variable that was added to a function out of its reach.
// locals is how many variables the function has itself, parameters included.
func checkLocal(index, locals uint32) {
	if index >= locals {
		failMalformed("variable %d of %d is used", index, locals)
	}
}

// checkLabel keeps branches from leaving the block that was added around a
// function's instructions. nested is how many blocks enclose the branch.
func checkLabel(index uint32, nested int) {
	if int64(index) >= int64(nested) {
		failMalformed("a branch leaves %d of %d blocks", index, nested)
	}
}
