package pdftext

import (
	"bytes"
	"slices"
	"strings"

	"lineitem/convert/pdftext/cos"
)

// Limits on the files embedded in a PDF file.
const (
	maxAttached      = 32 // XML files that are read
	maxSpecs         = 1000
	maxNameTreeDepth = 16
)

// AttachedXML returns the XML files that are embedded in a PDF file: first those associated with the document as
// a whole (AF; ISO 19005-3, annex E), then the others in the order of the name tree
// EmbeddedFiles (PDF 32000-1, 7.7.4 and 7.11.4). It leaves out damaged files, and all of a PDF file that
// cannot be opened.
func AttachedXML(data []byte) [][]byte {
	if !bytes.Contains(data, []byte("/EF")) && !bytes.Contains(data, []byte("/ObjStm")) {
		return nil // there is no embedded file, and no object stream that could hold a reference to one
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
	seen  []cos.Ref // of streams that were read
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

// add adds the file of a file specification (PDF 32000-1, 7.11.3) if its name or its type says that it is XML.
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

// isXML reports whether a file's name or type says that it is XML. The name may be in UTF-16.
func (a *attached) isXML(name string, stream *cos.Stream) bool {
	name = strings.ToLower(strings.ReplaceAll(name, "\x00", ""))
	return strings.HasSuffix(name, ".xml") || strings.HasSuffix(strings.ToLower(string(a.name(stream.Dict["Subtype"]))), "xml")
}
