package plugins

import "fmt"

// Bounds of modules. A module within them takes no longer to compile than the
// largest modules that ordinary compilers produce. Go's tool gofmt, 5 MB, has 3,000
// functions, 16,000 variables, 310,000 of maxWork, and 33 million of maxBranching;
// programs in C and Rust have a tenth of that. Even Go's compiler, 49 MB, is within them.
const (
	maxTypes      = 10_000
	maxValues     = 1_000 // parameters of a function; also results of a function
	maxImports    = 1_000
	maxFunctions  = 50_000
	maxTables     = 100
	maxReferences = 1 << 20 // entries that all tables begin with, entries to which one may grow, and entries of all element segments
	maxGlobals    = 10_000
	maxExports    = 50_000
	maxData       = 100_000
	maxLocals     = 50_000      // variables of one function, parameters included; the usual limit of WebAssembly compilers
	maxVariables  = 1_000_000   // of all functions
	maxWork       = 1_500_000   // moduleWork.linear
	maxBranching  = 500_000_000 // moduleWork.squares
)

// A boundError says that a module is beyond a bound.
type boundError struct{ what string }

func (e boundError) Error() string { return e.what }

// checkBound panics with a malformed error if n is greater than most, which ends
// the reading of the module.
func checkBound[N int | uint64](n N, what string, most N) {
	if n > most {
		panic(malformed{boundError{fmt.Sprintf("it has %d %s; the limit is %d", n, what, most)}})
	}
}

// bodyWork counts the parts of a function's instructions that take the compiler long.
type bodyWork struct {
	branches uint64 // instructions that branch, or to which metering adds a branch
	loops    uint64 // to each of which metering adds a branch
	targets  uint64 // of br_table
	values   uint64 // values that calls and branches hand over
}

// moduleWork is the compiler's work on all functions of a module, in branches. A
// branch takes some 10 µs, a loop as long as five branches, a target about as long
// as a branch, and a value that is handed over a quarter of that.
type moduleWork struct {
	variables uint64
	linear    uint64
	// squares is the sum of the squares of the functions' branches. The more
	// branches a function has, the longer each takes: some 14 ns for each pair.
	squares uint64
	largest int    // the number of the function with the most branches
	most    uint64 // branches of that function
}

// add adds a function's work, and ends the reading of the module where the sum is
// beyond a bound.
func (w *moduleWork) add(function int, locals uint64, b bodyWork) {
	w.variables += locals
	checkBound(w.variables, "variables in its functions", maxVariables)
	w.linear += b.branches + 5*b.loops + b.targets + b.values/4
	checkBound(w.linear, "branches and values that its calls hand over", maxWork)
	branches := min(b.branches+5*b.loops+b.targets/8, 1<<31)
	if branches > w.most {
		w.largest, w.most = function, branches
	}
	if w.squares += branches * branches; w.squares > maxBranching {
		panic(malformed{boundError{fmt.Sprintf("its functions have too many branches (function %d has about %d): split them", w.largest, w.most)}})
	}
}
