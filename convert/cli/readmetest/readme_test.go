// Package readmetest tests what the README files of the repository say: that their
// commands run, their links lead somewhere, and what they list exists.
package readmetest

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/rogpeppe/go-internal/testscript"

	"lineitem/convert/cli"
	"lineitem/convert/compiled"
	"lineitem/convert/testenv"
)

// The test binary is also the program "lineitem", which the commands find in $PATH.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"lineitem": func() {
		os.Exit(cli.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}})
}

// root is the root of the repository, seen from here.
const root = "../../.."

// notRun lists the blocks of commands that no test runs, by file and first line, with the
// reason and what covers them instead.
var notRun = map[string]map[string]string{
	"convert/serve/README.md": {
		"sudo install lineitem /usr/local/bin/": "needs root, systemd and Caddy; TestUnit of convert/cli reads the unit",
		"go run ./convert/cli/release image lineitem.tar     # of the commit that is checked out; \"lineitem.tar arm64\" for another processor": "needs Docker or Podman; TestImageRuns of convert/cli/release runs the image",
	},
	"convert/order/README.md": {
		"for fold in 1 2 3 4; do": "trains on documents that are not in the repository",
	},
	"quota/README.md": {
		"export LINEITEM_STORE='postgres://lineitem:…@db.internal/lineitem?sslmode=verify-full&sslrootcert=/etc/lineitem/ca.pem'": "needs PostgreSQL and a network of its own; TestNodes of convert/cli runs such nodes",
	},
	"plugins/ocr/train/README.md": {
		"apt-get install --no-install-recommends python3-numpy python3-opencv python3-pil python3-freetype": "installs packages of Debian",
		"apt-get install --no-install-recommends python3-torch":                                             "trains for minutes on a GPU",
	},
}

// readmePrints holds regular expressions for what the commands of a file must print, for
// the files for which that says something.
var readmePrints = map[string]string{
	"README.md":               `(?s)"rowCount":8,.*"rowCount":8,`,
	"convert/README.md":       `(?s)"filename":"swiss-letter.pdf".*"filename":"-",.*"verified":.*"filename":"calloff-3.pdf".*3 of 3 documents have one of the layouts.*ALL +3 .*ALL +3 `,
	"convert/wasi/README.md":  `(?s)"filename":"german-letter.pdf",.*"filename":"us-hospital.pdf",`,
	"convert/serve/README.md": `(?s)"id":"ly_.*"filename":"calloff-2.pdf","mode":"text",.*71-0044-D`,
	"quota/README.md":         `(?s)plan +pro, from .*li_[0-9A-Za-z]+.*credits +500`,
	"plugins/README.md":       `(?s)"api":1.*"mode":"ocr"`,
	"convert/order/README.md": `(?s)buyer.*supplier`,
}

// readmePrelude makes the commands of a README file run as they are written, at the same
// time as other files' and without a network: "go run ." is the program under test, the server gets
// a free port, and commands that take minutes and have a test of their own are replaced. A
// command that fails ends the script, and so does an HTTP answer that is an error.
const readmePrelude = `
lineitem() {
	if [ "$1" != serve ]; then command lineitem "$@"; return; fi
	command lineitem "$@" --addr "$ADDR" >printed 2>log </dev/null &
	server=$!
	for _ in $(seq 600); do
		if command curl -fs "http://$ADDR/healthz" >/dev/null; then
			KEY=$(grep -o 'li_[0-9A-Za-z]*' printed)
			return
		fi
		sleep 0.05
	done
	cat log >&2
	return 1
}
server=
trap 'if [ -n "$server" ]; then kill $server; wait $server || true; fi' EXIT
curl() { command curl -fsS "$@"; }
go() {
	case "$1 $2" in
	"run .") lineitem "${@:3}" ;;
	"test ./...") ;; # is what runs this
	"build "*) ln -s "$(type -P lineitem)" lineitem ;; # .ci/run builds it
	*) (cd "$REPOSITORY" && command go "$@") ;;
	esac
}
plugins/mapper/build() { cp testdata/mapper/examples/c.wasm "$2"; } # package plugins builds them
`

// Every command in a README file can be run as it is written, from top to bottom, in the
// root of the repository.
func TestCommandsInREADME(t *testing.T) {
	t.Chdir(root)
	for _, program := range []string{"bash", "curl"} {
		if _, err := exec.LookPath(program); err != nil {
			testenv.Missing(t, program)
		}
	}
	if testing.Short() {
		t.Skip("runs the commands of all README files")
	}
	for _, file := range testenv.Either([]string{"README.md"}, markdown(t)) {
		blocks, skipped := shellBlocks(readText(t, file)), 0
		var script strings.Builder
		for _, block := range blocks {
			first, _, _ := strings.Cut(block, "\n")
			if notRun[file][first] != "" {
				skipped++
				continue
			}
			script.WriteString(block)
		}
		if want := len(notRun[file]); skipped != want {
			t.Errorf("%s has %d of the %d blocks that are not run", file, skipped, want)
		}
		if script.Len() > 0 {
			t.Run(file, func(t *testing.T) { runREADME(t, script.String(), readmePrints[file]) })
		}
	}
}

// runREADME runs a script in a folder that looks like the root of the repository.
func runREADME(t *testing.T, script, prints string) {
	if strings.Contains(script, "wasi/build") {
		testenv.Long(t, "builds the module")
	}
	if _, err := exec.LookPath("node"); err != nil && strings.Contains(script, "node ") {
		testenv.Missing(t, "node")
	}
	repository, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{"testdata", "plugins", "convert"} {
		if err := os.Symlink(filepath.Join(repository, name), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	script = strings.ReplaceAll(script, "KEY=li_…", ":")
	script = strings.ReplaceAll(script, "127.0.0.1:8080", address)
	if strings.Contains(script, "$KEY") && !strings.Contains(script, " serve") {
		script = "lineitem serve\n" + script
	}
	cmd := exec.CommandContext(t.Context(), "bash", "-euo", "pipefail", "-c", readmePrelude+script)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "ADDR="+address, "REPOSITORY="+repository, "LINEITEM_DATA="+filepath.Join(dir, "data"),
		"LINEITEM_CACHE="+compiled.Folder(), "LINEITEM_TIMEOUT=5m") // a busy machine is no failure
	var complaints strings.Builder
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("the commands end with %v\n%s\nstandard error:\n%s", err, ending(string(out)), ending(complaints.String()))
	}
	if !regexp.MustCompile(prints).Match(out) {
		t.Errorf("the commands print\n%s\nwant what matches %s", ending(string(out)), prints)
	}
}

// ending returns the last 3000 bytes of what was printed.
func ending(s string) string { return s[max(0, len(s)-3000):] }

// shellBlocks returns the fenced blocks of shell commands, each of which ends with a newline.
func shellBlocks(text string) []string {
	var blocks []string
	for _, match := range regexp.MustCompile("(?ms)^```sh\n(.*?)^```$").FindAllStringSubmatch(text, -1) {
		blocks = append(blocks, match[1])
	}
	return blocks
}

// Links between the README files lead to files and headings that exist.
func TestLinksInREADME(t *testing.T) {
	t.Chdir(root)
	link := regexp.MustCompile(`\]\(([^)\s]*)\)`)
	for _, file := range markdown(t) {
		for _, match := range link.FindAllStringSubmatch(readText(t, file), -1) {
			target := match[1]
			if strings.Contains(target, "://") {
				continue
			}
			path, anchor, _ := strings.Cut(target, "#")
			leads := file
			if path != "" {
				leads = filepath.Join(filepath.Dir(file), path)
			}
			if _, err := os.Stat(leads); err != nil {
				t.Errorf("%s links to %s: %v", file, target, err)
			} else if anchor != "" && !slices.Contains(anchors(readText(t, leads)), anchor) {
				t.Errorf("%s links to %s, want a heading of %q", file, target, anchors(readText(t, leads)))
			}
		}
	}
}

// anchors returns the names that a document's headings have in links, as GitHub and GitLab
// derive them.
func anchors(text string) []string {
	var names []string
	fenced := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		heading := strings.TrimLeft(line, "#")
		if fenced || heading == line {
			continue
		}
		names = append(names, strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
				return unicode.ToLower(r)
			}
			return -1
		}, strings.TrimSpace(heading)))
	}
	return names
}

// README.md is short enough that people read it.
func TestREADMEIsShort(t *testing.T) {
	t.Chdir(root)
	const most = 10_000
	if n := len(readText(t, "README.md")); n > most {
		t.Errorf("README.md has %d bytes, want at most %d", n, most)
	}
}

// The table of packages lists all packages that exist, and no others. It may leave out those
// below convert/order, which have a table in convert/order/README.md, and a few others.
func TestPackagesInREADME(t *testing.T) {
	t.Chdir(root)
	listed := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| (`(?:convert|plugins|quota|periodic)[a-z/]*`[^|]*) \\|").FindAllStringSubmatch(readText(t, "convert/README.md"), -1) {
		for _, cell := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[1], -1) {
			listed[cell[1]] = true
		}
	}
	packages := map[string]bool{}
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		// A folder with only test files belongs to a package above it, as README says about convert/cli.
		if err == nil && filepath.Ext(path) == ".go" && !strings.HasSuffix(path, "_test.go") {
			packages[filepath.ToSlash(filepath.Dir(path))] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range listed {
		if !packages[name] {
			t.Errorf("convert/README.md lists %s, which is not a package", name)
		}
	}
	for name := range packages {
		elsewhere := name == "." || strings.HasPrefix(name, "convert/order/") || strings.HasPrefix(name, "plugins/mapper/") ||
			strings.HasPrefix(name, "testdata/") || name == "convert/handwriting/training" || name == "convert/serve/openapi/examples"
		if !elsewhere && !listed[name] {
			t.Errorf("convert/README.md does not list %s", name)
		}
	}
}

// convert/DECISIONS.md explains each module that the program uses directly, and no other.
func TestDependenciesAreExplained(t *testing.T) {
	t.Chdir(root)
	direct := []string{"honnef.co/go/tools"} // a tool, which go.mod lists as indirect
	requires, _, _ := strings.Cut(readText(t, "go.mod"), "\n)")
	for _, match := range regexp.MustCompile(`(?m)^\t(\S+) v\S+$`).FindAllStringSubmatch(requires, -1) {
		direct = append(direct, match[1])
	}
	_, section, _ := strings.Cut(readText(t, "convert/DECISIONS.md"), "\n## Dependencies\n")
	var explained []string
	for line := range strings.Lines(section) {
		cell, _, _ := strings.Cut(strings.TrimPrefix(line, "| "), " |")
		for _, match := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cell, -1) {
			explained = append(explained, match[1])
		}
	}
	slices.Sort(direct)
	slices.Sort(explained)
	if !slices.Equal(direct, explained) {
		t.Errorf("convert/DECISIONS.md explains %q, want the direct dependencies %q", explained, direct)
	}
}

// markdown lists the Markdown files of the repository, as slash-separated paths.
func markdown(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path != "." && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case strings.HasSuffix(path, ".md"):
			files = append(files, filepath.ToSlash(path))
		}
		return nil
	})
	if err == nil && len(files) < 5 {
		err = errors.New("hardly any Markdown files")
	}
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func readText(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
