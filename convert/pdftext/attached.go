package pdftext

import (
	"bytes"
	"slices"
	"strings"

	"lineitem/convert/pdftext/cos"
)

// Bounds of the files that are embedded in a PDF file.
const (
	maxAttached      = 32 // XML files that are read
	maxSpecs         = 1000
	maxNameTreeDepth = 16
)

// AttachedXML returns the XML files that are embedded in a PDF file: those that the document as a
// whole is associated with (AF; ISO 19005-3, annex E), then the others by their names in the name tree
// EmbeddedFiles (PDF 32000-1, 7.7.4 and 7.11.4). Files that are damaged, and those of a PDF file that
// cannot be opened, are left out.
func AttachedXML(data []byte) [][]byte {
	if !bytes.Contains(data, []byte("/EF")) && !bytes.Contains(data, []byte("/ObjStm")) {
		return nil // no file specification has a file, and none can be in an object stream
	}
	file, err := cos.Open(data, cos.Limits{})
	if err != nil {
		return nil
	}
	a := attached{objects: objects{file}}
	root := a.dict(file.Trailer()["Root"])
	for _, spec := range a.array(root["AF"]) {
		a.add(spec)
	}
	a.walk(a.dict(root["Names"])["EmbeddedFiles"], 0)
	return a.files
}

// attached gathers embedded files.
type attached struct {
	objects
	specs int
	seen  []cos.Ref // streams that were read
	files [][]byte
}

// walk adds the files of a node of the name tree (PDF 32000-1, 7.9.6).
func (a *attached) walk(o cos.Object, depth int) {
	if depth > maxNameTreeDepth || a.specs > maxSpecs {
		return
	}
	a.specs++
	node := a.dict(o)
	names := a.array(node["Names"])
	for i := 1; i < len(names); i += 2 {
		a.add(names[i])
	}
	for _, kid := range a.array(node["Kids"]) {
		a.walk(kid, depth+1)
	}
}

// add adds the file of a file specification (PDF 32000-1, 7.11.3) if it is XML by its name or its type.
func (a *attached) add(o cos.Object) {
	if a.specs++; a.specs > maxSpecs || len(a.files) == maxAttached {
		return
	}
	spec := a.dict(o)
	embedded := a.dict(spec["EF"])
	for _, key := range [...]cos.Name{"UF", "F"} {
		stream := a.stream(embedded[key])
		if stream == nil || slices.Contains(a.seen, stream.Ref) {
			continue
		}
		name, _ := a.Resolve(spec[key]).(cos.String)
		if !a.isXML(string(name), stream) {
			continue
		}
		a.seen = append(a.seen, stream.Ref)
		if data, err := a.Data(stream); err == nil && len(data) > 0 {
			a.files = append(a.files, slices.Clone(data))
		}
		return
	}
}

// isXML reports whether a file calls itself XML. Its name may be in UTF-16.
func (a *attached) isXML(name string, stream *cos.Stream) bool {
	name = strings.ToLower(strings.ReplaceAll(name, "\x00", ""))
	return strings.HasSuffix(name, ".xml") || strings.HasSuffix(strings.ToLower(string(a.name(stream.Dict["Subtype"]))), "xml")
}
