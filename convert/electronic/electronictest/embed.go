package electronictest

import (
	"bytes"
	"fmt"
	"slices"

	"lineitem/convert/pdftext/cos"
)

// Embed returns a PDF file with a file embedded in it, under the given name, by an incremental update
// (PDF 32000-1, 7.5.6 and 7.11.4). It panics if pdf is not a PDF file.
func Embed(pdf []byte, name string, file []byte) []byte {
	reader, err := cos.Open(pdf, cos.Limits{})
	if err != nil {
		panic(err)
	}
	trailer := reader.Trailer()
	root := trailer["Root"].(cos.Ref)
	catalog := reader.Resolve(root).(cos.Dict)
	size := trailer["Size"].(int64)
	start := bytes.LastIndex(pdf, []byte("startxref"))
	var previous int
	if _, err := fmt.Sscan(string(pdf[start+len("startxref"):]), &previous); err != nil {
		panic(err)
	}
	stream, spec := cos.Ref{Num: uint32(size)}, cos.Ref{Num: uint32(size) + 1}
	updated := cos.Dict{}
	for key, value := range catalog {
		updated[key] = value
	}
	updated["AF"] = cos.Array{spec}
	updated["Names"] = cos.Dict{"EmbeddedFiles": cos.Dict{"Names": cos.Array{cos.String(name), spec}}}

	out := bytes.NewBuffer(append(bytes.Clone(pdf), '\n'))
	offsets := map[uint32]int{}
	object := func(ref cos.Ref, write func()) {
		offsets[ref.Num] = out.Len()
		fmt.Fprintf(out, "%d %d obj\n", ref.Num, ref.Gen)
		write()
		out.WriteString("\nendobj\n")
	}
	object(root, func() { writeObject(out, updated) })
	object(spec, func() {
		writeObject(out, cos.Dict{
			"Type": cos.Name("Filespec"), "F": cos.String(name), "UF": cos.String(name), "AFRelationship": cos.Name("Alternative"),
			"EF": cos.Dict{"F": stream, "UF": stream},
		})
	})
	object(stream, func() {
		writeObject(out, cos.Dict{"Type": cos.Name("EmbeddedFile"), "Subtype": cos.Name("text#2Fxml"), "Length": int64(len(file))})
		fmt.Fprintf(out, "\nstream\n%s\nendstream", file)
	})
	table := out.Len()
	fmt.Fprintf(out, "xref\n")
	for _, ref := range [...]cos.Ref{root, stream, spec} {
		fmt.Fprintf(out, "%d 1\n%010d %05d n \n", ref.Num, offsets[ref.Num], ref.Gen)
	}
	out.WriteString("trailer\n")
	update := cos.Dict{"Root": root, "Size": size + 2, "Prev": int64(previous)}
	if id := trailer["ID"]; id != nil {
		update["ID"] = id
	}
	writeObject(out, update)
	fmt.Fprintf(out, "\nstartxref\n%d\n%%%%EOF\n", table)
	return out.Bytes()
}

// writeObject writes an object in PDF syntax.
func writeObject(out *bytes.Buffer, o cos.Object) {
	switch o := o.(type) {
	case nil:
		out.WriteString("null")
	case cos.Name:
		out.WriteString("/" + string(o))
	case cos.String:
		fmt.Fprintf(out, "<%x>", string(o))
	case cos.Ref:
		fmt.Fprintf(out, "%d %d R", o.Num, o.Gen)
	case cos.Array:
		out.WriteString("[")
		for _, v := range o {
			writeObject(out, v)
			out.WriteString(" ")
		}
		out.WriteString("]")
	case cos.Dict:
		out.WriteString("<<")
		keys := make([]string, 0, len(o))
		for key := range o {
			keys = append(keys, string(key))
		}
		slices.Sort(keys)
		for _, key := range keys {
			out.WriteString("/" + key + " ")
			writeObject(out, o[cos.Name(key)])
			out.WriteString(" ")
		}
		out.WriteString(">>")
	default:
		fmt.Fprint(out, o)
	}
}
