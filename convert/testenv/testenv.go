// Package testenv is for tests that take long, or that need something that not every
// machine has.
//
// "go test ./..." is to be run often. So a test that takes more than a few seconds of
// processor time has a short form, which always runs, and a long form, which runs only
// if the environment variable LINEITEM_REQUIRE_ALL is set, as .ci/run sets it. Then
// nothing that tests need may be missing either.
package testenv

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// All is the environment variable that asks for the long form of all tests.
const All = "LINEITEM_REQUIRE_ALL"

// RequireAll reports whether all tests are to run in their long form.
func RequireAll() bool { return os.Getenv(All) != "" }

// Long skips a test that takes long, unless All is set. With -short, which is used with the
// race detector, it is skipped even then, since that makes it slower still. The reason says
// what takes the time, such as "starts three servers".
func Long(t testing.TB, reason string) {
	t.Helper()
	if testing.Short() || !RequireAll() {
		t.Skipf("takes long (%s): set %s", reason, All)
	}
}

// Costly skips a test that takes seconds of processor time, unless All is set. Unlike with
// Long, the test then runs with -short too, so that the race detector checks it.
func Costly(t testing.TB, reason string) {
	t.Helper()
	if !RequireAll() {
		t.Skipf("takes seconds of processor time (%s): set %s", reason, All)
	}
}

// Sequential skips, under the race detector, a test that uses only one goroutine, or in which goroutines do
// only what they do in another test as well: the detector finds nothing there, and makes the test several times as slow.
func Sequential(t testing.TB) {
	t.Helper()
	if Race {
		t.Skip("nothing runs at once that does not in other tests")
	}
}

// Together sets how many of a package's parallel tests run at once, unless the command line does: tests that mostly wait
// do not need a processor each. A package's TestMain calls it before it runs the tests.
func Together(tests int) {
	flag.Parse()
	const parallel = "test.parallel"
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == parallel })
	if !given {
		flag.Set(parallel, strconv.Itoa(tests)) // the testing package knows the flag
	}
}

// CacheFolder returns the folder in which tests keep, from one run to the next, what takes
// long to make. It is in the user's cache directory, and may not exist yet.
func CacheFolder() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		dir = os.TempDir()
	}
	return filepath.Join(dir, "lineitem-tests")
}

// Missing skips a test because something that it needs is missing on this machine,
// such as "Chromium". If All is set it fails the test instead.
func Missing(t testing.TB, what string) {
	t.Helper()
	if RequireAll() {
		t.Fatalf("%s is missing", what)
	}
	t.Skipf("%s is missing", what)
}

// Either returns small, for the short form of a test, or long, for its long form, if
// All is set and -short is not. It is for tests, not for TestMain: flags must have been
// parsed.
func Either[T any](small, long T) T {
	if testing.Short() || !RequireAll() {
		return small
	}
	return long
}
