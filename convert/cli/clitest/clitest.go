// Package clitest runs the program as its users do, for tests: a command at a time, or
// "lineitem serve" as a process, with clients, accounts and measurements of its resources.
//
// The test binary also serves as the program. A package of tests that uses this one has
//
//	func TestMain(m *testing.M) { clitest.Main(m, cli.Run) }
//
// Tests of one command are in package cli. Below it are packages of tests that take
// longer, so that go test runs them side by side: browsertest tests the pages in a
// browser, abusetest what strangers send, crashtest what a server survives, nodetest
// stores, databases and several nodes.
package clitest

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"lineitem/convert/compiled"
	"lineitem/convert/testenv"
)

// program is the function that Main was given.
var program func(args []string, stdin io.Reader, stdout, stderr io.Writer) int

// atEnd are the functions that this package calls when the tests have run.
var atEnd []func()

// Main runs the tests of a package, and calls ends after them. In a process that a test
// started it runs the program instead, by calling run, which is cli.Run.
func Main(m *testing.M, run func(args []string, stdin io.Reader, stdout, stderr io.Writer) int, ends ...func()) {
	if len(os.Args) > 1 && !strings.HasPrefix(os.Args[1], "-") {
		os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	program = run
	os.Setenv("LINEITEM_CACHE", "") // so that servers do not compile in advance what no test needs
	if _, set := os.LookupEnv("LINEITEM_TIMEOUT"); !set {
		os.Setenv("LINEITEM_TIMEOUT", testenv.Patience.String())
	}
	status := m.Run()
	for _, end := range append(ends, atEnd...) {
		end()
	}
	os.Exit(status)
}

// root returns the repository's folder: the one with go.mod, at or above the folder
// that the test runs in.
var root = sync.OnceValue(func() string {
	for dir := "."; ; dir = filepath.Join("..", dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if len(dir) > 100 {
			panic("there is no go.mod above this folder")
		}
	}
})

// Testdata returns the path of a file or folder, named with slashes, in the repository's testdata.
func Testdata(elem ...string) string {
	return filepath.Join(root(), "testdata", filepath.FromSlash(path.Join(elem...)))
}

// SampleOrder returns the path of a real document that converts quickly.
func SampleOrder() string { return Testdata("orders", "us-accounting.pdf") }

// WarmCache returns a cache folder that holds the compiled code for reading pictures.
func WarmCache(t testing.TB) (folder string) {
	t.Helper()
	if out, err := warmed(); err != nil {
		t.Fatalf("lineitem warm = %v\n%s", err, out)
	}
	return compiled.Folder()
}

var warmed = sync.OnceValues(func() ([]byte, error) {
	return exec.Command(os.Args[0], "warm", "--cache="+compiled.Folder()).CombinedOutput()
})

// Run runs one command and returns its status and what it printed.
func Run(args ...string) (status int, stdout, stderr string) {
	var out, complaints bytes.Buffer
	status = program(args, strings.NewReader(""), &out, &complaints)
	return status, out.String(), complaints.String()
}

// Done runs a command that must succeed and returns what it printed.
func Done(t testing.TB, args ...string) string {
	t.Helper()
	status, stdout, stderr := Run(args...)
	if status != 0 {
		t.Fatalf("lineitem %q = %d\n%s%s", args, status, stdout, stderr)
	}
	return stdout
}

// Output runs a command of the program in a process of its own, and gives its standard output.
func Output(t testing.TB, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("lineitem %s: %v\n%s", strings.Join(args, " "), err, &stderr)
	}
	return out
}

// OwnMounts returns the command that runs another in a mount namespace of its own, where it may
// mount file systems that nobody else sees. It skips the test where that is not possible.
func OwnMounts(t testing.TB) []string {
	t.Helper()
	shell := []string{"unshare", "--map-root-user", "--mount"}
	if err := exec.Command(shell[0], append(shell[1:], "mount", "-t", "tmpfs", "tmpfs", t.TempDir())...).Run(); err != nil {
		t.Skip("nothing may be mounted here: ", err)
	}
	return shell
}
