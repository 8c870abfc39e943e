package main

import (
	"encoding/json"
	"io/fs"
	"slices"
	"strings"
	"time"
)

// The user, directories and port of an image.
const (
	imageUser  = 65532 // user who runs the program: by custom no one else's number, and not root
	imageData  = "var/lib/lineitem"
	imageCache = "var/cache/lineitem"
	imagePort  = "8080"
)

// imageFiles returns the files of an image, in order. Nothing else is needed: the program
// uses no shared library and no time zones. Root certificates are needed only to reach a
// database whose certificate a public authority signed; they expire, so the operator mounts
// his own.
func imageFiles(program, licences []byte) []file {
	dir := fs.ModeDir | 0o755
	return []file{
		{name: "bin", mode: dir},
		{name: "bin/lineitem", data: program, mode: 0o755},
		{name: "tmp", mode: fs.ModeDir | fs.ModeSticky | 0o777},
		{name: "usr", mode: dir},
		{name: "usr/share", mode: dir},
		{name: "usr/share/doc", mode: dir},
		{name: "usr/share/doc/lineitem", mode: dir},
		{name: "usr/share/doc/lineitem/LICENSES.txt", data: licences, mode: 0o644},
		{name: "var", mode: dir},
		{name: "var/cache", mode: dir},
		{name: imageCache, mode: fs.ModeDir | 0o700, owner: imageUser},
		{name: "var/lib", mode: dir},
		{name: imageData, mode: fs.ModeDir | 0o700, owner: imageUser}, // a new volume takes its owner from it
	}
}

// imageConfig is an image's configuration: that of OCI (image-spec 1.1, config.md) with
// Docker's health check (moby docker-image-spec 1.3).
type imageConfig struct {
	Created      string      `json:"created"`
	Architecture string      `json:"architecture"`
	OS           string      `json:"os"`
	Config       imageRun    `json:"config"`
	RootFS       imageRootFS `json:"rootfs"`
	History      []imageStep `json:"history"`
}

type imageRun struct {
	User        string
	Exposed     map[string]struct{} `json:"ExposedPorts"`
	Env         []string
	Entrypoint  []string
	Cmd         []string
	Volumes     map[string]struct{}
	WorkingDir  string
	Labels      map[string]string
	StopSignal  string
	Healthcheck imageHealth
}

type imageHealth struct {
	Test                           []string
	Interval, Timeout, StartPeriod time.Duration
	Retries                        int
}

type imageRootFS struct {
	Type    string   `json:"type"`
	DiffIDs []string `json:"diff_ids"`
}

type imageStep struct {
	Created   string `json:"created"`
	CreatedBy string `json:"created_by"`
}

// config returns the configuration of an image with one layer.
func (b *built) config(layer string) imageConfig {
	at := b.time().Format(time.RFC3339)
	return imageConfig{
		Created: at, Architecture: b.arch, OS: b.os,
		RootFS:  imageRootFS{"layers", []string{layer}},
		History: []imageStep{{at, "lineitem " + b.version()}},
		Config: imageRun{
			User:    "65532:65532",
			Exposed: map[string]struct{}{imagePort + "/tcp": {}},
			Env: []string{
				"PATH=/bin", "LINEITEM_ADDR=:" + imagePort, "LINEITEM_DATA=/" + imageData, "LINEITEM_CACHE=/" + imageCache,
			},
			Entrypoint: []string{"/bin/lineitem"}, Cmd: []string{"serve"},
			Volumes:    map[string]struct{}{"/" + imageData: {}},
			WorkingDir: "/", StopSignal: "SIGTERM",
			Healthcheck: imageHealth{
				Test:     []string{"CMD", "/bin/lineitem", "health"},
				Interval: 30 * time.Second, Timeout: 10 * time.Second, StartPeriod: time.Minute, Retries: 3,
			},
			Labels: map[string]string{
				"org.opencontainers.image.title":    "lineitem",
				"org.opencontainers.image.version":  b.version(),
				"org.opencontainers.image.revision": b.setting("vcs.revision"),
				"org.opencontainers.image.created":  at,
			},
		},
	}
}

// descriptor refers to a blob (OCI image-spec 1.1, descriptor.md).
type descriptor struct {
	MediaType   string            `json:"mediaType"`
	Digest      string            `json:"digest"`
	Size        int               `json:"size"`
	Annotations map[string]string `json:"annotations,omitempty"`
	Platform    map[string]string `json:"platform,omitempty"`
}

// Media types of OCI's image-spec 1.1.
const (
	typeConfig   = "application/vnd.oci.image.config.v1+json"
	typeLayer    = "application/vnd.oci.image.layer.v1.tar+gzip"
	typeManifest = "application/vnd.oci.image.manifest.v1+json"
	typeIndex    = "application/vnd.oci.image.index.v1+json"
)

// imageArchive collects the files of an archive that is both an OCI layout and an archive
// as "docker save" writes it, so that both old and new programs can load it.
type imageArchive struct{ files []file }

// add adds a blob.
func (a *imageArchive) add(mediaType string, data []byte) descriptor {
	sum := checksum(data)
	a.files = append(a.files, file{name: "blobs/sha256/" + sum, data: data, mode: 0o644})
	return descriptor{MediaType: mediaType, Digest: "sha256:" + sum, Size: len(data)}
}

// addJSON adds a value as a file of that name, or as a blob if a media type is given.
func (a *imageArchive) addJSON(name, mediaType string, value any) (descriptor, error) {
	data, err := json.Marshal(value)
	if err != nil {
		return descriptor{}, err
	}
	if mediaType != "" {
		return a.add(mediaType, data), nil
	}
	a.files = append(a.files, file{name: name, data: data, mode: 0o644})
	return descriptor{}, nil
}

// image returns the archive of an image in which the program is the only executable. It is
// named lineitem:VERSION and lineitem:latest.
func image(b *built, licences []byte) ([]byte, error) {
	layer, err := tarred(imageFiles(b.program, licences), b.time())
	if err != nil {
		return nil, err
	}
	compressed, err := gzipped(layer)
	if err != nil {
		return nil, err
	}
	var a imageArchive
	layerBlob := a.add(typeLayer, compressed)
	configBlob, err := a.addJSON("", typeConfig, b.config("sha256:"+checksum(layer)))
	if err != nil {
		return nil, err
	}
	manifest, err := a.addJSON("", typeManifest, map[string]any{
		"schemaVersion": 2, "mediaType": typeManifest, "config": configBlob, "layers": []descriptor{layerBlob},
	})
	if err != nil {
		return nil, err
	}
	manifest.Platform = map[string]string{"architecture": b.arch, "os": b.os}
	var manifests []descriptor
	for _, tag := range []string{b.tag(), "latest"} {
		named := manifest
		named.Annotations = map[string]string{
			"io.containerd.image.name": "docker.io/library/lineitem:" + tag, "org.opencontainers.image.ref.name": tag,
		}
		manifests = append(manifests, named)
	}
	for name, value := range map[string]any{
		"index.json": map[string]any{"schemaVersion": 2, "mediaType": typeIndex, "manifests": manifests},
		"manifest.json": []map[string]any{{
			"Config": blobName(configBlob), "Layers": []string{blobName(layerBlob)}, "RepoTags": []string{"lineitem:" + b.tag(), "lineitem:latest"},
		}},
		"oci-layout": map[string]string{"imageLayoutVersion": "1.0.0"},
	} {
		if _, err := a.addJSON(name, "", value); err != nil {
			return nil, err
		}
	}
	return tarred(a.sorted(), b.time())
}

// blobName returns the name of a blob in the archive.
func blobName(d descriptor) string { return "blobs/sha256/" + d.Digest[len("sha256:"):] }

// sorted returns the files and the directories that hold blobs, sorted by name.
func (a *imageArchive) sorted() []file {
	files := append([]file{{name: "blobs", mode: fs.ModeDir | 0o755}, {name: "blobs/sha256", mode: fs.ModeDir | 0o755}}, a.files...)
	slices.SortFunc(files, func(x, y file) int { return strings.Compare(x.name, y.name) })
	return files
}
