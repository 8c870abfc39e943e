// Command release makes what is released: archives of the program for each platform, and
// container images. It needs Go and Git, and no network once the modules are in Go's cache.
//
//	go run ./convert/cli/release archives FOLDER [OS/ARCH...]
//	go run ./convert/cli/release image FILE [ARCH]
//
// "archives" writes for each platform an archive with the program and the licences of its
// modules, beside it a CycloneDX bill of materials, and SHA256SUMS of all files. "image"
// writes a container image that "docker load" and "podman load" read. Both build the commit
// that is checked out, and write the same bytes on every machine, which depend only on the
// commit, its tags and the release of Go. Times are the commit's.
package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

const usage = `Usage: release archives FOLDER [OS/ARCH...]
       release image FILE [ARCH]
`

// platforms are those that the program is released for.
var platforms = []platform{
	{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"},
}

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run runs one of the two commands, and returns the exit status.
func run(args []string, stdout, stderr io.Writer) int {
	var err error
	switch {
	case len(args) >= 2 && args[0] == "archives":
		err = writeArchives(args[1], args[2:], stdout)
	case len(args) == 2 && args[0] == "image":
		err = writeImage(args[1], runtime.GOARCH, stdout)
	case len(args) == 3 && args[0] == "image":
		err = writeImage(args[1], args[2], stdout)
	default:
		io.WriteString(stderr, usage)
		return 2
	}
	if err != nil {
		fmt.Fprintln(stderr, "release:", err)
		return 1
	}
	return 0
}

// writeArchives writes the archives of the platforms that are named, or of all, into a
// folder.
func writeArchives(folder string, names []string, stdout io.Writer) error {
	wanted := platforms
	if len(names) > 0 {
		wanted = nil
	}
	for _, name := range names {
		i := slices.IndexFunc(platforms, func(p platform) bool { return p.String() == name })
		if i < 0 {
			return fmt.Errorf("%s is not one of the platforms %v", name, platforms)
		}
		wanted = append(wanted, platforms[i])
	}
	source, remove, err := checkout()
	if err != nil {
		return err
	}
	defer remove()
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	var sums []string
	for _, p := range wanted {
		files, err := packed(source, p)
		if err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		for _, f := range files {
			if err := os.WriteFile(filepath.Join(folder, f.name), f.data, 0o666); err != nil {
				return err
			}
			sums = append(sums, checksum(f.data)+"  "+f.name+"\n")
			fmt.Fprintln(stdout, f.name, len(f.data), "bytes")
		}
	}
	slices.SortFunc(sums, func(a, b string) int { return strings.Compare(a[64:], b[64:]) })
	return os.WriteFile(filepath.Join(folder, "SHA256SUMS"), []byte(strings.Join(sums, "")), 0o666)
}

// packed builds the program for one platform from the source in a folder, and returns the archive and its bill of materials.
func packed(source string, p platform) ([]file, error) {
	b, err := build(source, p)
	if err != nil {
		return nil, err
	}
	modules, err := b.modules()
	if err != nil {
		return nil, err
	}
	contents := []file{{name: "LICENSES.txt", data: licenceTexts(modules), mode: 0o644}, {name: "lineitem" + p.suffix(), data: b.program, mode: 0o755}}
	bom, err := b.bom(modules)
	if err != nil {
		return nil, err
	}
	name := "lineitem_" + b.version() + "_" + p.os + "_" + p.arch
	pack, extension := tarGzip, ".tar.gz"
	if p.os == "windows" {
		pack, extension = zipped, ".zip"
	}
	archive, err := pack(name, contents, b.time())
	if err != nil {
		return nil, err
	}
	return []file{{name: name + extension, data: archive}, {name: name + ".cdx.json", data: bom}}, nil
}

// writeImage writes the container image for Linux on an architecture.
func writeImage(name, arch string, stdout io.Writer) error {
	p := platform{"linux", arch}
	if !slices.Contains(platforms, p) {
		return fmt.Errorf("%s is not one of the platforms %v", p, platforms)
	}
	source, remove, err := checkout()
	if err != nil {
		return err
	}
	defer remove()
	b, err := build(source, p)
	if err != nil {
		return err
	}
	modules, err := b.modules()
	if err != nil {
		return err
	}
	data, err := image(b, licenceTexts(modules))
	if err != nil {
		return err
	}
	if err := os.WriteFile(name, data, 0o666); err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%s %d bytes\nsha256 %s\nlineitem:%s for %s\n", name, len(data), checksum(data), b.tag(), p)
	return nil
}
