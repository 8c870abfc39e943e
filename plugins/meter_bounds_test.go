package plugins

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"lineitem/convert/doc"
)

// moduleParts are the contents of a module's sections, by the sections' numbers.
type moduleParts map[byte][]byte

// module encodes a module: a command whose functions have the given bodies and
// neither parameters nor results. The sections of p replace those made here.
func (p moduleParts) module(bodies ...string) []byte {
	parts := moduleParts{
		typeSection:   {1, 0x60, 0, 0},
		funcSection:   append(appendU32(nil, uint32(len(bodies))), make([]byte, len(bodies))...),
		exportSection: slices.Concat([]byte{1, 6}, []byte("_start"), []byte{functionExport, 0}),
	}
	code := appendU32(nil, uint32(len(bodies)))
	for _, body := range bodies {
		if !strings.HasPrefix(body, "locals") {
			body = "\x00" + body // without local variables
		}
		code = appendName(code, strings.TrimPrefix(body, "locals")+"\x0b")
	}
	parts[codeSection] = code
	for id, content := range p {
		parts[id] = content
	}
	module := []byte("\x00asm\x01\x00\x00\x00")
	for _, id := range []byte{typeSection, importSection, funcSection, tableSection, memorySection, globalSection, exportSection, startSection, elemSection, codeSection, dataSection} {
		if content, ok := parts[id]; ok {
			module = append(appendU32(append(module, id), uint32(len(content))), content...)
		}
	}
	return module
}

func repeated(n int, item string) []byte {
	return append(appendU32(nil, uint32(n)), bytes.Repeat([]byte(item), n)...)
}

func u32(v uint32) string { return string(appendU32(nil, v)) }

// Modules that are small but would take long to compile are refused before the
// compiler sees them, with a reason.
func TestModulesBeyondBounds(t *testing.T) {
	const branches = "too many branches"
	twice := func(n int, opening, inner string) string {
		return strings.Repeat(opening, n) + inner + strings.Repeat("\x0b", n)
	}
	tests := []struct {
		what   string
		module []byte
		reason string
	}{
		{"types", moduleParts{typeSection: repeated(400_000, "\x60\x00\x00")}.module(""), "400000 types"},
		{"parameters", moduleParts{typeSection: slices.Concat([]byte{1, 0x60}, repeated(5000, "\x7f"), []byte{0})}.module(""), "5000 parameters"},
		{"results", moduleParts{typeSection: slices.Concat([]byte{1, 0x60, 0}, repeated(5000, "\x7f"))}.module(""), "5000 results"},
		{"imports", moduleParts{importSection: repeated(100_000, "\x01e\x01f\x00\x00")}.module(""), "100000 imports"},
		{"functions", moduleParts{}.module(slices.Repeat([]string{""}, 1_000_000)...), "1000000 functions"},
		{"tables", moduleParts{tableSection: repeated(1000, "\x70\x00\x01")}.module(""), "1000 tables"},
		{"a large table", moduleParts{tableSection: []byte("\x01\x70\x00" + u32(100_000_000))}.module(""), "100000000 entries"},
		{"large tables together", moduleParts{tableSection: repeated(50, "\x70\x00"+u32(1_000_000))}.module(""), "entries in its tables"},
		{"globals", moduleParts{globalSection: repeated(1_000_000, "\x7f\x01\x41\x00\x0b")}.module(""), "1000000 globals"},
		{"exports", moduleParts{exportSection: repeated(100_000, "\x01f\x00\x00")}.module(""), "100000 exports"},
		{"elements", moduleParts{
			tableSection: []byte("\x01\x70\x00\x01"),
			elemSection:  slices.Concat([]byte("\x01\x00\x41\x00\x0b"), repeated(2_000_000, "\x00")),
		}.module(""), "2000001 entries for its tables"},
		{"data", moduleParts{memorySection: []byte("\x01\x00\x01"), dataSection: repeated(500_000, "\x01\x00")}.module(""), "500000 pieces of data"},
		{"variables", moduleParts{}.module("locals\x01" + u32(1_000_000) + "\x7f"), "1000000 variables"},
		{"variables of many functions", moduleParts{}.module(slices.Repeat([]string{"locals\x01" + u32(49_990) + "\x7f"}, 2000)...), "variables in its functions"},
		{"ifs of many functions", moduleParts{}.module(slices.Repeat([]string{strings.Repeat("\x41\x01\x04\x40\x0b", 100)}, 20_000)...), "branches and values"},
		{"targets of many functions", moduleParts{}.module(slices.Repeat([]string{"\x41\x00\x0e" + u32(500) + strings.Repeat("\x00", 501)}, 5000)...), "branches and values"},
		{"calls that give much", moduleParts{
			typeSection: slices.Concat([]byte("\x02\x60\x00\x00\x60\x00"), repeated(900, "\x7f")),
			funcSection: []byte{2, 0, 1},
		}.module(strings.Repeat("\x10\x01", 10_000)+"\x00", "\x00"), "branches and values"},
		{"branches that take much", moduleParts{
			typeSection: slices.Concat([]byte("\x02\x60\x00\x00\x60\x00"), repeated(900, "\x7f")),
			funcSection: []byte{2, 0, 1},
		}.module("", strings.Repeat("\x41\x00", 901)+strings.Repeat("\x0d\x00\x41\x00", 10_000)+"\x00"), "branches and values"},
		{"nested ifs", moduleParts{}.module(twice(200_000, "\x41\x01\x04\x40", "")), branches},
		{"nested loops", moduleParts{}.module(twice(300_000, "\x03\x40", "")), branches},
		{"nested blocks", moduleParts{}.module(twice(1_000_000, "\x02\x40", "")), branches},
		{"ifs in a row", moduleParts{}.module(strings.Repeat("\x41\x01\x04\x40\x0b", 30_000)), branches},
		{"loops in a row", moduleParts{}.module(strings.Repeat("\x03\x40\x0b", 5000)), branches},
		{"loops of several functions", moduleParts{}.module(slices.Repeat([]string{strings.Repeat("\x03\x40\x0b", 1000)}, 30)...), branches},
		{"branches that ask", moduleParts{}.module(strings.Repeat("\x41\x01\x0d\x00", 30_000)), branches},
		{"a branch to many targets", moduleParts{}.module("\x02\x40\x41\x00\x0e" + u32(4_000_000) + strings.Repeat("\x00", 4_000_001) + "\x0b"), "branches and values"},
	}
	m := NewMappers(MapperOptions{})
	defer m.Close(t.Context())
	for _, test := range tests {
		_, err := m.Map(t.Context(), test.module, SampleSheet())
		fault, ok := errors.AsType[*doc.MapperError](err)
		if !ok || !strings.HasPrefix(fault.Reason, "would take too long to compile: it") || !strings.Contains(fault.Reason, test.reason) {
			t.Errorf("Map(%s, %d bytes) = %v, want %s", test.what, len(test.module), err, test.reason)
		}
	}
}

// Modules of the same forms but usual sizes are compiled and run: they fail only because
// they write no answer. A table can grow up to the bound and no further.
func TestModulesWithinBounds(t *testing.T) {
	table := "\x01\x70\x00\x01"
	grow := func(n uint32, want string) string { // traps unless table.grow returns want
		return "\xd0\x70\x41" + string(appendS32(nil, int32(n))) + "\xfc\x0f\x00" + "\x41" + want + "\x47\x04\x40\x00\x0b"
	}
	tests := []struct {
		what   string
		module []byte
	}{
		{"types", moduleParts{typeSection: repeated(1000, "\x60\x00\x00")}.module("")},
		{"functions", moduleParts{}.module(slices.Repeat([]string{""}, 5000)...)},
		{"globals", moduleParts{globalSection: repeated(1000, "\x7f\x01\x41\x00\x0b")}.module("")},
		{"nested blocks", moduleParts{}.module(strings.Repeat("\x02\x40", 2000) + strings.Repeat("\x0b", 2000))},
		{"a branch to many targets", moduleParts{}.module("\x02\x40\x41\x00\x0e" + u32(5000) + strings.Repeat("\x00", 5001) + "\x0b")},
		{"a table that grows", moduleParts{tableSection: []byte(table)}.module(grow(maxReferences-1, "\x01"))},
		{"a table that cannot grow so far", moduleParts{tableSection: []byte(table)}.module(grow(maxReferences, "\x7f"))},
		{"a table that wants to grow further", moduleParts{tableSection: []byte("\x01\x70\x01\x01" + u32(1<<31))}.module(grow(maxReferences, "\x7f"))},
	}
	m := NewMappers(MapperOptions{})
	defer m.Close(t.Context())
	for _, test := range tests {
		_, err := m.Map(t.Context(), test.module, SampleSheet())
		fault, ok := errors.AsType[*doc.MapperError](err)
		if !ok || !strings.HasPrefix(fault.Reason, "wrote a malformed answer: it wrote nothing") {
			t.Errorf("Map(%s) = %v, want that it writes nothing", test.what, err)
		}
	}
}

// Modules that compilers make from C and Rust are far within the bounds.
func TestHonestModulesHaveRoom(t *testing.T) {
	names := []string{"../testdata/mapper/examples/c.wasm", "../testdata/mapper/examples/rust.wasm", "ocr/latin.wasm"}
	for _, name := range names {
		code, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		m := &meterer{in: reader{data: code}, outline: &moduleOutline{}, limit: 8 << 20}
		m.rewrite()
		if m.work.squares > maxBranching/100 || m.work.linear > maxWork/100 || m.work.variables > maxVariables/100 || m.outline.functions > maxFunctions/100 || len(m.outline.types) > maxTypes/100 || m.outline.globals > maxGlobals/100 {
			t.Errorf("%s makes the work %+v, and has %d functions, %d types, %d globals: more than a hundredth of what it may",
				name, m.work, m.outline.functions, len(m.outline.types), m.outline.globals)
		}
	}
}
