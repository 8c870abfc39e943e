// Package testenv says what those tests do that take long, or that need something that
// not every machine has.
//
// "go test ./..." is to be run often: a test that takes more than some seconds of
// processor time has a small form, which always runs, and a long one, which runs
// where the environment's LINEITEM_REQUIRE_ALL is set, as .ci/run sets it. There
// nothing may be missing either.
package testenv

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// All is the variable of the environment that asks for everything.
const All = "LINEITEM_REQUIRE_ALL"

// RequireAll reports whether all tests are to run in their long form.
func RequireAll() bool { return os.Getenv(All) != "" }

// Long skips a test that takes long, unless everything is asked for. With -short it
// is skipped even then: the race detector makes it slower still. The reason says what
// takes the time, as "starts three servers".
func Long(t testing.TB, reason string) {
	t.Helper()
	if testing.Short() || !RequireAll() {
		t.Skipf("takes long (%s): set %s", reason, All)
	}
}

// Costly skips a test that takes seconds of processor time, unless everything is asked for.
// What differs from Long is that it runs with -short as well: the race detector is to see it.
func Costly(t testing.TB, reason string) {
	t.Helper()
	if !RequireAll() {
		t.Skipf("takes seconds of processor time (%s): set %s", reason, All)
	}
}

// Sequential skips, under the race detector, a test of what one goroutine does alone: the
// detector finds nothing there, and makes it several times as slow.
func Sequential(t testing.TB) {
	t.Helper()
	if Race {
		t.Skip("only one goroutine")
	}
}

// Together lets so many of a package's parallel tests run at once, unless the command line says how many: tests that mostly
// wait need no processor each. A package's TestMain calls it before it runs the tests.
func Together(tests int) {
	flag.Parse()
	const parallel = "test.parallel"
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == parallel })
	if !given {
		flag.Set(parallel, strconv.Itoa(tests)) // the testing package knows the flag
	}
}

// CacheFolder is where tests keep what takes long to make, from one run to the next: a
// folder in the user's directory for caches. It need not exist yet.
func CacheFolder() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		dir = os.TempDir()
	}
	return filepath.Join(dir, "lineitem-tests")
}

// Missing skips a test for which something is missing on this machine, as
// "Chromium", and fails it where everything is asked for.
func Missing(t testing.TB, what string) {
	t.Helper()
	if RequireAll() {
		t.Fatalf("%s is missing", what)
	}
	t.Skipf("%s is missing", what)
}

// Either returns what the small form of a test takes, or what its long form does
// where everything is asked for. It is for tests, not for TestMain: flags must have
// been parsed.
func Either[T any](small, long T) T {
	if testing.Short() || !RequireAll() {
		return small
	}
	return long
}
