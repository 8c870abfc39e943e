package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"

	"lineitem/convert/cli"
	"lineitem/convert/cli/clitest"
	"lineitem/convert/compiled"
	"lineitem/convert/testenv"
)

// TestMain makes the test binary also the program, with which the module is compared.
func TestMain(m *testing.M) { clitest.Main(m, cli.Run) }

// orders returns the names of PDF files with a text layer.
func orders(t testing.TB) []string {
	t.Helper()
	var names []string
	for _, folder := range []string{"orders", "taught/docs"} {
		found, err := filepath.Glob(filepath.Join(clitest.Testdata(folder), "*.pdf"))
		if err != nil || len(found) == 0 {
			t.Fatalf("there is no document in %s: %v", folder, err)
		}
		names = append(names, found...)
	}
	return names
}

// native returns what the program writes for documents.
func native(t testing.TB, args ...string) string {
	t.Helper()
	return string(clitest.Output(t, append([]string{"convert", "--format", "ndjson"}, args...)...))
}

// same reports where two outputs differ.
func same(t testing.TB, host, got, want string) {
	t.Helper()
	lines, wanted := strings.SplitAfter(got, "\n"), strings.SplitAfter(want, "\n")
	for i := range max(len(lines), len(wanted)) {
		switch {
		case i >= len(lines) || i >= len(wanted):
			t.Fatalf("%s gives %d lines, want %d", host, len(lines), len(wanted))
		case lines[i] != wanted[i]:
			t.Errorf("%s gives\n%s\nwant\n%s", host, lines[i], wanted[i])
		}
	}
}

// TestRun checks that the command gives the same as "lineitem convert", and says why a document
// cannot be converted.
func TestRun(t *testing.T) {
	names := orders(t)
	var out, complaints bytes.Buffer
	if status := run(names, nil, &out, &complaints); status != 0 {
		t.Fatalf("run = %d\n%s", status, &complaints)
	}
	same(t, "run", out.String(), native(t, names...))
	document, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	picture, scan := clitest.Testdata("pictures/french-clean.png"), clitest.Testdata("pictures/us-hospital-scan.pdf")
	order := string(document)
	tests := []struct {
		args          []string
		in            string
		status        int
		out, complain string // parts
	}{
		{[]string{"-"}, order, 0, `{"filename":"-","mode":"text"`, ""},
		{[]string{"--filename=order 1.pdf", "--evidence", "-"}, order, 0, `"evidence":[{`, ""},
		{[]string{scan, names[0]}, "", exitFailure, `{"filename":"` + filepath.Base(names[0]), "us-hospital-scan.pdf: page 1: text that is a picture is not supported; this build reads PDF files with a text layer only\n"},
		{[]string{picture}, "", exitFailure, "", "png images is not supported; this build reads"},
		{[]string{"--filename=a\nb.pdf", "-"}, "%PDF-1.7\n", exitFailure, "", `lineitem: "a\nb.pdf": `},
		{[]string{"-"}, "", exitFailure, "", "lineitem: -: the file is empty\n"},
		{[]string{"nothing.pdf"}, "", exitFailure, "", "lineitem: nothing.pdf: no such file"},
		{nil, "", exitUsage, "", "Usage: "},
		{[]string{"--verify-at=1", "-"}, order, exitUsage, "", "Usage: "},
		{[]string{"--layouts=x", "-"}, order, exitUsage, "", "not defined: -layouts"},
	}
	for _, tt := range tests {
		var out, complaints bytes.Buffer
		status := run(tt.args, strings.NewReader(tt.in), &out, &complaints)
		if status != tt.status || !strings.Contains(out.String(), tt.out) || (tt.out == "") != (out.Len() == 0) || !strings.Contains(complaints.String(), tt.complain) {
			t.Errorf("run(%q) = %d\n%.200s\n%s\nwant %d with %q and %q", tt.args, status, &out, &complaints, tt.status, tt.out, tt.complain)
		}
	}
}

// inWazero runs the module in wazero, with the repository's testdata as its only folder.
func inWazero(t testing.TB, module wazero.CompiledModule, runtime wazero.Runtime, in io.Reader, args ...string) (status uint32, out, complaints string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	config := wazero.NewModuleConfig().WithName("").WithArgs(append([]string{"lineitem"}, args...)...).
		WithStdin(in).WithStdout(&stdout).WithStderr(&stderr).WithSysWalltime().WithSysNanotime().
		WithFSConfig(wazero.NewFSConfig().WithReadOnlyDirMount(clitest.Testdata(), "/testdata"))
	_, err := runtime.InstantiateModule(t.Context(), module, config)
	if exit, ok := errors.AsType[*sys.ExitError](err); ok {
		status = exit.ExitCode()
	} else if err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	return status, stdout.String(), stderr.String()
}

// load compiles the module for wazero.
func load(t testing.TB) (wazero.Runtime, wazero.CompiledModule) {
	t.Helper()
	runtime := wazero.NewRuntimeWithConfig(t.Context(), wazero.NewRuntimeConfig().WithCompilationCache(compiled.Cache()))
	t.Cleanup(func() { runtime.Close(context.Background()) })
	wasi_snapshot_preview1.MustInstantiate(t.Context(), runtime)
	code, err := os.ReadFile(clitest.WASI(t))
	if err != nil {
		t.Fatal(err)
	}
	module, err := runtime.CompileModule(t.Context(), code)
	if err != nil {
		t.Fatal(err)
	}
	return runtime, module
}

// guestNames returns the names under which the module finds files of testdata.
func guestNames(t testing.TB, names []string) (guest []string) {
	t.Helper()
	for _, name := range names {
		inside, err := filepath.Rel(clitest.Testdata(), name)
		if err != nil {
			t.Fatal(err)
		}
		guest = append(guest, "/testdata/"+filepath.ToSlash(inside))
	}
	return guest
}

// TestModuleReadsNoPictures checks by function names that the module contains no code for reading
// pictures, which it does not support and which would only make it larger.
func TestModuleReadsNoPictures(t *testing.T) {
	testenv.Long(t, "builds the module")
	code, err := os.ReadFile(clitest.WASI(t))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"lineitem/convert/pdftext.": true, "lineitem/convert/raster.Decode": false, "lineitem/convert/segmentation.Find": false} {
		if got := bytes.Contains(code, []byte(name)); got != want {
			t.Errorf("the module names %s: %t, want %t", name, got, want)
		}
	}
}

// TestWazero checks that in wazero the module gives byte for byte what the program gives, for many
// documents in one instance and for one on standard input.
func TestWazero(t *testing.T) {
	testenv.Long(t, "builds and compiles the module")
	runtime, module := load(t)
	names := orders(t)
	for _, flag := range []string{"--evidence=false", "--evidence"} {
		status, out, complaints := inWazero(t, module, runtime, nil, append([]string{flag}, guestNames(t, names)...)...)
		if status != 0 {
			t.Fatalf("the module ends with %d\n%s", status, complaints)
		}
		same(t, "wazero with "+flag, out, native(t, append([]string{flag}, names...)...))
	}
	document, err := os.Open(names[0])
	if err != nil {
		t.Fatal(err)
	}
	defer document.Close()
	status, out, complaints := inWazero(t, module, runtime, document, "--filename="+filepath.Base(names[0]), "-")
	if status != 0 || complaints != "" {
		t.Errorf("the module ends with %d and %q", status, complaints)
	}
	same(t, "wazero", out, native(t, names[0]))
	scan := "/testdata/pictures/us-hospital-scan.pdf"
	if status, out, complaints := inWazero(t, module, runtime, nil, scan); status != exitFailure || out != "" || !strings.Contains(complaints, "this build reads") {
		t.Errorf("a scan ends with %d, %q and %q", status, out, complaints)
	}
}

// nodeRun runs a script in Node.
func nodeRun(t *testing.T, args ...string) (out string, err error) {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		testenv.Missing(t, "node")
	}
	cmd := exec.CommandContext(t.Context(), "node", append([]string{"--no-warnings"}, args...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	text, err := cmd.Output()
	if err != nil && stderr.Len() > 0 {
		err = errors.New(stderr.String())
	}
	return string(text), err
}

// TestNode checks that the example for platforms that run WASI modules gives what the program gives,
// also after a document that cannot be converted.
func TestNode(t *testing.T) {
	testenv.Long(t, "builds the module")
	names := orders(t)
	args := append([]string{"example.mjs", clitest.WASI(t), clitest.Testdata("pictures/us-hospital-scan.pdf")}, names...)
	out, err := nodeRun(t, args...)
	if err == nil || !strings.HasPrefix(err.Error(), "lineitem: us-hospital-scan.pdf: page 1: ") {
		t.Errorf("Node ends with %v, want that the scan is not read", err)
	}
	same(t, "Node", out, native(t, names...))
}

// TestShim checks that the shim for browsers gives what the program gives, and errors as sentences.
func TestShim(t *testing.T) {
	testenv.Long(t, "builds the module")
	shim, err := os.ReadFile("../serve/site/assets/wasi.js")
	if err != nil {
		t.Fatal(err)
	}
	names := orders(t)
	const script = `
		const {convert} = await import("data:text/javascript;base64," + process.argv[1]);
		const {readFileSync} = await import("node:fs"), {basename} = await import("node:path");
		const module = await WebAssembly.compile(readFileSync(process.argv[2]));
		for (const name of process.argv.slice(3)) {
			try {
				process.stdout.write(await convert(module, readFileSync(name), {filename: basename(name), evidence: true}));
			} catch (e) {
				console.log(e.message);
			}
		}`
	args := append([]string{"--input-type=module", "-e", script, base64.StdEncoding.EncodeToString(shim), clitest.WASI(t)}, names...)
	out, err := nodeRun(t, append(args, clitest.Testdata("pictures/french-clean.png"))...)
	if err != nil {
		t.Fatal(err)
	}
	const refused = "reading png images is not supported; this build reads PDF files with a text layer only\n"
	same(t, "the shim", out, native(t, append([]string{"--evidence"}, names...)...)+refused)
}
