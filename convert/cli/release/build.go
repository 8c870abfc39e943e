package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"
)

// platform is a system and an architecture, as Go names them.
type platform struct{ os, arch string }

func (p platform) String() string { return p.os + "/" + p.arch }

// suffix ends the name of a program.
func (p platform) suffix() string {
	if p.os == "windows" {
		return ".exe"
	}
	return ""
}

// built is the program for one platform, with the build information that Go wrote into it.
type built struct {
	platform
	folder  string // of its source
	program []byte
	info    *debug.BuildInfo
}

// environment returns the environment of the go command. It overrides those settings of
// the user that would change the program.
func environment(p platform) []string {
	return append(os.Environ(), "GOOS="+p.os, "GOARCH="+p.arch, "CGO_ENABLED=0", "GOFLAGS=-mod=readonly", "GOWORK=off",
		"GOEXPERIMENT=", "GOFIPS140=off", "GOAMD64=v1", "GOARM64=v8.0")
}

// checkout clones the repository of the current folder, at its commit. That leaves out what
// is not committed, and Go writes the commit into the program, which it does not in a
// working tree that "git worktree" made. remove removes the clone.
func checkout() (folder string, remove func(), err error) {
	root, err := exec.Command("git", "rev-parse", "--show-toplevel").Output()
	if err != nil {
		return "", nil, fmt.Errorf("git rev-parse: %w", err)
	}
	if folder, err = os.MkdirTemp("", "lineitem-release-"); err != nil {
		return "", nil, err
	}
	remove = func() { os.RemoveAll(folder) }
	out, err := exec.Command("git", "clone", "--quiet", "--shared", strings.TrimSpace(string(root)), folder).CombinedOutput()
	if err != nil {
		remove()
		return "", nil, fmt.Errorf("git clone: %w\n%s", err, out)
	}
	return folder, remove, nil
}

// build builds the program from a folder. The commit is written into it, since
// "lineitem version" reports it and all times are taken from it; paths of this machine
// are not.
func build(folder string, p platform) (*built, error) {
	dir, err := os.MkdirTemp("", "lineitem-release-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "lineitem")
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=true", "-tags=nethttpomithttp2", "-ldflags=-s", "-o", name, ".")
	cmd.Dir, cmd.Env = folder, environment(p)
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, out)
	}
	program, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		return nil, err
	}
	b := &built{p, folder, program, info}
	if b.time().IsZero() {
		return nil, errors.New("the program does not tell its commit")
	}
	return b, nil
}

// setting returns what Go recorded of the build under a name (runtime/debug.BuildSetting).
func (b *built) setting(key string) string {
	for _, s := range b.info.Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}

// time returns when the commit was made; zero if that is unknown.
func (b *built) time() time.Time {
	t, err := time.Parse(time.RFC3339, b.setting("vcs.time"))
	if err != nil {
		return time.Time{}
	}
	return t.UTC()
}

// version returns the version that "lineitem version" prints: a tag, or a pseudo-version
// of the commit.
func (b *built) version() string { return b.info.Main.Version }

// tag returns the version as images may name it: without a plus sign.
func (b *built) tag() string { return strings.ReplaceAll(b.version(), "+", "-") }

// module is a Go module that is part of the program, or Go's standard library.
type module struct {
	path, version string
	sum           string    // hash in go.sum; empty for the standard library
	licences      []licence // at least one
}

// modules lists the modules of the program besides the repository itself: the standard
// library first, then the others by path.
func (b *built) modules() ([]module, error) {
	goroot, err := b.list("env", "GOROOT")
	if err != nil {
		return nil, err
	}
	all := []module{{path: "std", version: strings.TrimPrefix(b.info.GoVersion, "go")}}
	folders := map[string]string{"std": goroot[0]}
	args := []string{"list", "-m", "-f", "{{.Path}}\t{{.Dir}}"}
	for _, dep := range b.info.Deps {
		if dep.Replace != nil {
			return nil, fmt.Errorf("%s is replaced, so that its version says little", dep.Path)
		}
		args = append(args, dep.Path)
		all = append(all, module{path: dep.Path, version: dep.Version, sum: dep.Sum})
	}
	lines, err := b.list(args...)
	if err != nil {
		return nil, err
	}
	for _, line := range lines {
		path, folder, _ := strings.Cut(line, "\t")
		folders[path] = folder
	}
	for i := range all {
		if all[i].licences, err = licencesOf(folders[all[i].path]); err != nil {
			return nil, fmt.Errorf("%s: %w", all[i].path, err)
		}
	}
	return all, nil
}

// list runs the go command, and returns the lines that it prints.
func (b *built) list(args ...string) ([]string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Env = b.folder, environment(b.platform)
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w", args[0], err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n"), nil
}

// checksum returns the SHA-256 of data, in hexadecimal.
func checksum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
