package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"lineitem/convert/testenv"
)

// root is the root of the repository, seen from here.
const root = "../../.."

// sample returns a made-up program, of a commit that was never made.
func sample() *built {
	return &built{platform: platform{"linux", "arm64"}, program: []byte("program"), info: &debug.BuildInfo{
		GoVersion: "go1.26.8",
		Main:      debug.Module{Path: "lineitem", Version: "v1.2.0+rc.1"},
		Deps:      []*debug.Module{{Path: "example.org/Module", Version: "v1.0.0+incompatible", Sum: "h1:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="}},
		Settings:  []debug.BuildSetting{{Key: "vcs.time", Value: "2026-03-31T12:00:00Z"}, {Key: "vcs.revision", Value: "c0ffee"}},
	}}
}

// untarred reads a tar archive, and returns its headers in their order and its files by name.
func untarred(t *testing.T, data []byte) (headers []*tar.Header, files map[string][]byte) {
	t.Helper()
	files = map[string][]byte{}
	for r := tar.NewReader(bytes.NewReader(data)); ; {
		header, err := r.Next()
		if err == io.EOF {
			return headers, files
		}
		if err != nil {
			t.Fatal(err)
		}
		if files[header.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
		headers = append(headers, header)
	}
}

func gunzipped(t *testing.T, data []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if !r.ModTime.IsZero() || r.Name != "" {
		t.Errorf("the gzip header has %v and %q, want no time and no name", r.ModTime, r.Name)
	}
	plain, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

// Archives contain nothing about the machine that made them: neither the files' owners nor
// when they were written.
func TestArchives(t *testing.T) {
	b := sample()
	files := []file{{name: "LICENSES.txt", data: []byte("terms"), mode: 0o644}, {name: "lineitem", data: b.program, mode: 0o755}}
	packed, err := tarGzip("lineitem_1", files, b.time())
	if err != nil {
		t.Fatal(err)
	}
	headers, contents := untarred(t, gunzipped(t, packed))
	for _, h := range headers {
		if h.Uid != 0 || h.Gid != 0 || h.Uname != "" || h.Gname != "" || !h.ModTime.Equal(b.time()) {
			t.Errorf("%s is of %d:%d (%q:%q) and from %v, want 0:0 and %v", h.Name, h.Uid, h.Gid, h.Uname, h.Gname, h.ModTime, b.time())
		}
	}
	if len(headers) != 2 || headers[1].Mode != 0o755 || string(contents["lineitem_1/lineitem"]) != "program" {
		t.Errorf("the archive has %v and %q", headers, contents)
	}
	packed, err = zipped("lineitem_1", files, b.time())
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		t.Fatal(err)
	}
	if f := z.File[1]; f.Name != "lineitem_1/lineitem" || f.Mode() != 0o755 || !f.Modified.Equal(b.time()) {
		t.Errorf("the ZIP archive has %s with %v from %v", f.Name, f.Mode(), f.Modified)
	}
}

// blob returns the part of an image's archive that is named after a checksum, and checks that sum.
func blob(t *testing.T, files map[string][]byte, digest string) []byte {
	t.Helper()
	sum := strings.TrimPrefix(digest, "sha256:")
	data, ok := files["blobs/sha256/"+sum]
	if !ok || checksum(data) != sum {
		t.Fatalf("the image has no blob %s, or another one by its name", digest)
	}
	return data
}

// decoded returns the value of some JSON.
func decoded[T any](t *testing.T, data []byte) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	return v
}

// An image's archive is one for Docker and one for programs that read OCI layouts, and
// both describe the same image.
func TestImage(t *testing.T) {
	data, err := image(sample(), []byte("terms"))
	if err != nil {
		t.Fatal(err)
	}
	if again, err := image(sample(), []byte("terms")); err != nil || !bytes.Equal(data, again) {
		t.Errorf("the second image is another one (%v)", err)
	}
	_, files := untarred(t, data)
	index := decoded[struct{ Manifests []descriptor }](t, files["index.json"])
	var names []string
	for _, m := range index.Manifests {
		names = append(names, m.Annotations["io.containerd.image.name"])
	}
	if want := []string{"docker.io/library/lineitem:v1.2.0-rc.1", "docker.io/library/lineitem:latest"}; !slices.Equal(names, want) {
		t.Errorf("the index names %q, want %q", names, want)
	}
	manifest := decoded[struct {
		Config descriptor
		Layers []descriptor
	}](t, blob(t, files, index.Manifests[0].Digest))
	saved := decoded[[]struct {
		Config           string
		Layers, RepoTags []string
	}](t, files["manifest.json"])
	if len(saved) != 1 || len(manifest.Layers) != 1 || saved[0].Config != blobName(manifest.Config) || saved[0].Layers[0] != blobName(manifest.Layers[0]) ||
		!slices.Equal(saved[0].RepoTags, []string{"lineitem:v1.2.0-rc.1", "lineitem:latest"}) {
		t.Errorf("Docker is told %+v, others %+v", saved, manifest)
	}
	config := decoded[imageConfig](t, blob(t, files, manifest.Config.Digest))
	layer := gunzipped(t, blob(t, files, manifest.Layers[0].Digest))
	if want := "sha256:" + checksum(layer); len(config.RootFS.DiffIDs) != 1 || config.RootFS.DiffIDs[0] != want {
		t.Errorf("the configuration has the layers %q, want %q", config.RootFS.DiffIDs, want)
	}
	if config.Architecture != "arm64" || config.Created != "2026-03-31T12:00:00Z" || config.Config.Labels["org.opencontainers.image.revision"] != "c0ffee" {
		t.Errorf("the configuration is %+v", config)
	}
	checkRootFS(t, layer, config.Config)
}

// checkRootFS checks that an image has the folders that its configuration names, for its user,
// that only the program is executable, and that every folder precedes what is in it.
func checkRootFS(t *testing.T, layer []byte, config imageRun) {
	t.Helper()
	headers, _ := untarred(t, layer)
	made := map[string]*tar.Header{"./": {}}
	for _, h := range headers {
		if parent := filepath.Dir(strings.TrimSuffix(h.Name, "/")) + "/"; made[parent] == nil {
			t.Errorf("%s stands before %s", h.Name, parent)
		}
		made[h.Name] = h
		if mode := fs.FileMode(h.Mode); h.Typeflag == tar.TypeReg && mode&0o111 != 0 && "/"+h.Name != config.Entrypoint[0] {
			t.Errorf("%s can be run", h.Name)
		}
	}
	if config.User != "65532:65532" {
		t.Errorf("the user is %s", config.User)
	}
	for _, name := range []string{"LINEITEM_DATA", "LINEITEM_CACHE"} {
		i := slices.IndexFunc(config.Env, func(v string) bool { return strings.HasPrefix(v, name+"=") })
		folder := strings.TrimPrefix(config.Env[i], name+"=")
		if h := made[folder[1:]+"/"]; h == nil || h.Uid != 65532 || h.Gid != 65532 || h.Mode != 0o700 {
			t.Errorf("%s leads to %s, which is %+v", name, folder, h)
		}
		if _, volume := config.Volumes[folder]; volume != (name == "LINEITEM_DATA") {
			t.Errorf("the volumes are %v", config.Volumes)
		}
	}
	if h := made["tmp/"]; h == nil || h.Mode != 0o1777 {
		t.Errorf("/tmp is %+v", h)
	}
	if got := strings.Join(config.Healthcheck.Test, " "); got != "CMD "+config.Entrypoint[0]+" health" {
		t.Errorf("the health check is %q", got)
	}
}

// The bill of materials lists every module of the program, by its package URL.
func TestBOM(t *testing.T) {
	b := sample()
	data, err := b.bom([]module{
		{path: "std", version: "1.26.8", licences: []licence{{ids: []string{"BSD-3-Clause"}}}},
		{path: "example.org/Module", version: "v1.0.0+incompatible", sum: b.info.Deps[0].Sum, licences: []licence{{ids: []string{"MIT"}}, {ids: []string{"Apache-2.0", "MIT"}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	got := decoded[bom](t, data)
	if got.Metadata.Timestamp != "2026-03-31T12:00:00Z" || got.Metadata.Component.Hashes[0].Content != checksum(b.program) {
		t.Errorf("the list is of %+v", got.Metadata)
	}
	want := component{
		Type: "library", Ref: "pkg:golang/example.org/module@v1.0.0%2Bincompatible", Name: "example.org/Module", Version: "v1.0.0+incompatible",
		PURL: "pkg:golang/example.org/module@v1.0.0%2Bincompatible",
	}
	c := got.Components[1]
	if c.Ref != want.Ref || c.PURL != want.PURL || c.Name != want.Name || c.Licences[0].Expression != "Apache-2.0 AND MIT" ||
		c.Hashes[0].Content != "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f" {
		t.Errorf("the module is %+v, want %+v", c, want)
	}
}

// The licence of every module that the program uses is known, and its text is part of a release.
func TestLicences(t *testing.T) {
	t.Chdir(root)
	b := &built{platform: platform{"linux", "amd64"}, info: &debug.BuildInfo{GoVersion: "go1.26"}}
	lines, err := b.list("list", "-deps", "-f", "{{with .Module}}{{if .Version}}{{.Path}}\t{{.Version}}{{end}}{{end}}", ".")
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(lines)
	for _, line := range slices.Compact(lines) {
		if path, version, ok := strings.Cut(line, "\t"); ok {
			b.info.Deps = append(b.info.Deps, &debug.Module{Path: path, Version: version})
		}
	}
	modules, err := b.modules()
	if err != nil {
		t.Fatal(err)
	}
	if len(modules) < 20 {
		t.Errorf("the program has %d modules", len(modules))
	}
	found := map[string]string{}
	for _, m := range modules {
		found[m.path] = m.expression()
	}
	for path, want := range map[string]string{ // as the modules themselves say
		"std": "BSD-3-Clause", "github.com/tetratelabs/wazero": "Apache-2.0", "github.com/jackc/pgx/v5": "MIT",
		"github.com/klauspost/compress": "Apache-2.0 AND BSD-3-Clause AND MIT",
	} {
		if found[path] != want {
			t.Errorf("the licence of %s is %q, want %q", path, found[path], want)
		}
	}
	texts := string(licenceTexts(modules))
	for _, want := range []string{"github.com/jackc/pgx/v5 v5.", "Jack Christensen", "std 1.26: LICENSE"} {
		if !strings.Contains(texts, want) {
			t.Errorf("the licences' texts have no %q", want)
		}
	}
	if _, err := licencesOf(t.TempDir()); err == nil {
		t.Error("a module without a licence is no error")
	}
}

// A wrong command line is refused before anything is built.
func TestUsage(t *testing.T) {
	for _, args := range [][]string{nil, {"archives"}, {"image"}, {"image", "a", "amd64", "b"}, {"nothing", "a"}} {
		var complaints bytes.Buffer
		if status := run(args, io.Discard, &complaints); status != 2 || complaints.String() != usage {
			t.Errorf("release %q = %d %q, want 2 and the usage", args, status, &complaints)
		}
	}
	var complaints bytes.Buffer
	if status := run([]string{"archives", t.TempDir(), "plan9/amd64"}, io.Discard, &complaints); status != 1 || !strings.Contains(complaints.String(), "plan9/amd64 is not one of the platforms [linux/amd64 ") {
		t.Errorf("archives for plan9/amd64 = %d %q", status, &complaints)
	}
}

// Two builds in different folders are the same in every byte, and name no folder. The second
// uses what the first compiled, so that only linking and packing are done twice: paths
// are all that a compiler can write into the program about the machine.
func TestSameBytes(t *testing.T) {
	testenv.Long(t, "builds the program twice")
	t.Chdir(root)
	made := func() map[string]string {
		folder := t.TempDir()
		var complaints bytes.Buffer
		if status := run([]string{"archives", folder, "linux/arm64"}, io.Discard, &complaints); status != 0 {
			t.Fatalf("release archives = %d %s", status, &complaints)
		}
		sums := map[string]string{}
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			data, err := os.ReadFile(filepath.Join(folder, entry.Name()))
			if err != nil {
				t.Fatal(err)
			}
			if sums[entry.Name()] = checksum(data); strings.HasSuffix(entry.Name(), ".tar.gz") {
				checkNoPaths(t, gunzipped(t, data))
			}
		}
		return sums
	}
	first := made()
	t.Setenv("TMPDIR", t.TempDir()) // which has the folder of the build
	t.Setenv("TZ", "Asia/Tokyo")
	second := made()
	if len(first) != 3 {
		t.Errorf("the files are %v, want an archive, a list and SHA256SUMS", first)
	}
	for name, sum := range first {
		if second[name] != sum {
			t.Errorf("%s has the checksum %s, and the second time %s", name, sum, second[name])
		}
	}
}

// checkNoPaths checks that a program does not name the folders that it was built from.
func checkNoPaths(t *testing.T, program []byte) {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	folders := []string{here, filepath.Join(os.TempDir(), "lineitem-release-")}
	for _, name := range []string{"GOMODCACHE", "GOCACHE"} {
		out, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		folders = append(folders, strings.TrimSpace(string(out)))
	}
	for _, folder := range folders {
		if bytes.Contains(program, []byte(folder)) {
			t.Errorf("the program names %s", folder)
		}
	}
}
