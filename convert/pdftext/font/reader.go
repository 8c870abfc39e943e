package font

import (
	"lineitem/convert/pdftext/cmap"
	"lineitem/convert/pdftext/cos"
)

// reader resolves objects to the wanted types. If an object has another type, the
// result is the zero value.
type reader struct{ file cos.File }

func (r reader) name(o cos.Object) string {
	name, _ := r.file.Resolve(o).(cos.Name)
	return string(name)
}

func (r reader) dict(o cos.Object) cos.Dict {
	dict, _ := r.file.Resolve(o).(cos.Dict)
	return dict
}

func (r reader) array(o cos.Object) cos.Array {
	array, _ := r.file.Resolve(o).(cos.Array)
	return array
}

func (r reader) number(o cos.Object) float64 {
	n, _ := r.float(o)
	return n
}

func (r reader) float(o cos.Object) (float64, bool) {
	switch n := r.file.Resolve(o).(type) {
	case int64:
		return float64(n), true
	case float64:
		return n, true
	}
	return 0, false
}

func (r reader) integer(o cos.Object) int64 { return int64(r.number(o)) }

// maxUseCMap is how many embedded CMaps may be based on one another.
const maxUseCMap = 4

// cmap reads an embedded CMap or ToUnicode stream.
func (r reader) cmap(s *cos.Stream, depth int) *cmap.CMap {
	data, _ := r.file.Data(s)
	use := cmap.Predefined
	if base, ok := r.file.Resolve(s.Dict["UseCMap"]).(*cos.Stream); ok && depth < maxUseCMap {
		use = func(string) *cmap.CMap { return r.cmap(base, depth+1) }
	}
	m := cmap.Parse(data, use)
	if mode, ok := r.float(s.Dict["WMode"]); ok {
		m.Vertical = mode == 1
	}
	return m
}

// program returns the font program of a descriptor, nil if it has none.
func (r reader) program(descriptor cos.Dict) []byte {
	for _, key := range [...]cos.Name{"FontFile2", "FontFile3", "FontFile"} {
		if s, ok := r.file.Resolve(descriptor[key]).(*cos.Stream); ok {
			data, _ := r.file.Data(s)
			return data
		}
	}
	return nil
}
