package plugins

import "fmt"

// Bounds of modules. What is compiled within them takes no longer than what
// honest compilers make of the largest size. Go's tool gofmt, 5 MB, has 3,000
// functions, 16,000 variables, 310,000 of maxWork, and 33 million of maxBranching;
// programs in C and Rust have a tenth of that. Even its compiler, 49 MB, is within them.
const (
	maxTypes      = 10_000
	maxValues     = 1_000 // parameters of a function, and results
	maxImports    = 1_000
	maxFunctions  = 50_000
	maxTables     = 100
	maxReferences = 1 << 20 // entries of all tables, also when they have grown, and those that they are filled with
	maxGlobals    = 10_000
	maxExports    = 50_000
	maxData       = 100_000
	maxLocals     = 50_000    // variables of one function, as compilers of WebAssembly commonly have it
	maxVariables  = 1_000_000 // of all functions
	maxWork       = 1_500_000
	maxBranching  = 500_000_000
)

// A boundError says that a module is beyond a bound.
type boundError struct{ what string }

func (e boundError) Error() string { return e.what }

// checkBound ends the reading of a module that has more of something than it may.
func checkBound[N int | uint64](n N, what string, most N) {
	if n > most {
		panic(malformed{boundError{fmt.Sprintf("it has %d %s; the limit is %d", n, what, most)}})
	}
}

// bodyWork is what of a function's instructions takes the compiler long.
type bodyWork struct {
	branches uint64 // instructions that branch, or get a branch by metering
	loops    uint64 // metering puts a branch into each
	targets  uint64 // of br_table
	values   uint64 // that calls and branches hand over
}

// moduleWork is what the functions of a module make, in branches: one takes some
// 10 µs, a loop as long as five, a target about as long, and a value that is
// handed over a quarter of it.
type moduleWork struct {
	variables uint64
	linear    uint64
	// The compiler takes longer for each branch of a function the more it has of
	// them: some 14 ns for each pair, so that the squares are summed.
	squares uint64
	largest int    // the number of the function with the most branches
	most    uint64 // of that
}

// add counts a function, and ends the reading where it is too much.
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
