package main

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"strings"
	"time"
)

// bom is a CycloneDX 1.6 bill of materials (ECMA-424), with only the members that are used
// here.
type bom struct {
	Format     string      `json:"bomFormat"`
	Spec       string      `json:"specVersion"`
	Version    int         `json:"version"`
	Metadata   metadata    `json:"metadata"`
	Components []component `json:"components"`
}

type metadata struct {
	Timestamp string    `json:"timestamp"`
	Component component `json:"component"`
}

type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version"`
	Hashes     []hash     `json:"hashes,omitempty"`
	Licences   []terms    `json:"licenses,omitempty"`
	PURL       string     `json:"purl"`
	Properties []property `json:"properties,omitempty"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type terms struct {
	Expression string `json:"expression"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// purl returns the package URL of a Go module (the golang type of ECMA-427).
func purl(path, version string) string {
	return "pkg:golang/" + strings.ToLower(path) + "@" + strings.ReplaceAll(version, "+", "%2B")
}

// bom returns the bill of materials of the program. It has no serial number, since that
// would differ each time.
func (b *built) bom(modules []module) ([]byte, error) {
	program := component{
		Type: "application", Name: "lineitem", Version: b.version(),
		Ref: purl(b.info.Main.Path, b.version()), PURL: purl(b.info.Main.Path, b.version()),
		Hashes: []hash{{"SHA-256", checksum(b.program)}},
	}
	for _, s := range b.info.Settings { // how it was built
		program.Properties = append(program.Properties, property{"build:" + s.Key, s.Value})
	}
	all := bom{Format: "CycloneDX", Spec: "1.6", Version: 1, Metadata: metadata{b.time().Format(time.RFC3339), program}}
	for _, m := range modules {
		id := purl(m.path, m.version)
		c := component{Type: "library", Ref: id, Name: m.path, Version: m.version, PURL: id, Licences: []terms{{m.expression()}}}
		// The sum in go.sum is a SHA-256 over the sums of the module's files.
		if sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.sum, "h1:")); err == nil && len(sum) > 0 {
			c.Hashes = []hash{{"SHA-256", hex.EncodeToString(sum)}}
		}
		all.Components = append(all.Components, c)
	}
	var out bytes.Buffer
	w := json.NewEncoder(&out)
	w.SetEscapeHTML(false)
	w.SetIndent("", " ")
	err := w.Encode(all)
	return out.Bytes(), err
}
