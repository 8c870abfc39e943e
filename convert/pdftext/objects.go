package pdftext

import (
	"lineitem/convert/doc"
	"lineitem/convert/pdftext/cos"
)

// objects resolves values to the wanted types. If an object has another type, the
// result is the zero value.
type objects struct{ cos.File }

func (o objects) dict(v cos.Object) cos.Dict {
	switch v := o.Resolve(v).(type) {
	case cos.Dict:
		return v
	case *cos.Stream:
		return v.Dict
	}
	return nil
}

func (o objects) array(v cos.Object) cos.Array {
	array, _ := o.Resolve(v).(cos.Array)
	return array
}

func (o objects) stream(v cos.Object) *cos.Stream {
	stream, _ := o.Resolve(v).(*cos.Stream)
	return stream
}

func (o objects) name(v cos.Object) cos.Name {
	name, _ := o.Resolve(v).(cos.Name)
	return name
}

func (o objects) number(v cos.Object) (float64, bool) {
	switch v := o.Resolve(v).(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

func (o objects) integer(v cos.Object) int {
	n, _ := o.number(v)
	return int(n)
}

// box reads a rectangle given by any two opposite corners (PDF 32000-1,
// 7.9.5). ok is false if it is not a rectangle, or is empty.
func (o objects) box(v cos.Object) (b doc.Box, ok bool) {
	array := o.array(v)
	if len(array) < 4 {
		return b, false
	}
	var n [4]float64
	for i := range n {
		if n[i], ok = o.number(array[i]); !ok {
			return b, false
		}
	}
	b = doc.Box{X0: min(n[0], n[2]), Y0: min(n[1], n[3]), X1: max(n[0], n[2]), Y1: max(n[1], n[3])}
	return b, !b.Empty()
}

// matrix reads an array of six numbers; anything else yields the identity.
func (o objects) matrix(v cos.Object) matrix {
	array := o.array(v)
	if len(array) < 6 {
		return identity
	}
	var n [6]float64
	for i := range n {
		var ok bool
		if n[i], ok = o.number(array[i]); !ok {
			return identity
		}
	}
	m := matrix{n[0], n[1], n[2], n[3], n[4], n[5]}
	if !m.finite() {
		return identity
	}
	return m
}
