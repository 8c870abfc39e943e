package pdftext

import (
	"lineitem/convert/pdftext/cos"
)

// maxAnnotations bounds those of one page.
const maxAnnotations = 1 << 14

// Flags of annotations (PDF 32000-1, Table 165).
const (
	annotHidden = 1 << 1
	annotNoView = 1 << 5
)

// annotations paints the appearances of a page's annotations and the values of
// form fields that have none.
func (in *interpreter) annotations(l *leaf, page matrix) {
	for _, o := range in.array(l.dict["Annots"])[:min(len(in.array(l.dict["Annots"])), maxAnnotations)] {
		dict := in.dict(o)
		if dict == nil || in.integer(dict["F"])&(annotHidden|annotNoView) != 0 || in.hides(dict["OC"]) {
			continue
		}
		subtype := in.name(dict["Subtype"])
		if subtype == "Popup" || subtype == "Link" {
			continue
		}
		in.begin(in.ctx, in.page, page)
		in.appearance(dict)
	}
}

// appearance paints an annotation's normal appearance stream into its
// rectangle (12.5.5, algorithm 8.1).
func (in *interpreter) appearance(dict cos.Dict) {
	rect, ok := in.box(dict["Rect"])
	if !ok {
		return
	}
	s := in.appearanceStream(dict)
	if s == nil {
		return
	}
	box, ok := in.box(s.Dict["BBox"])
	if !ok {
		return
	}
	box = in.matrix(s.Dict["Matrix"]).box(box)
	if box.Empty() {
		return
	}
	sx, sy := rect.Width()/box.Width(), rect.Height()/box.Height()
	fit := matrix{sx, 0, 0, sy, rect.X0 - box.X0*sx, rect.Y0 - box.Y0*sy}
	if m := fit.then(in.gs.ctm); m.finite() {
		in.gs.ctm = m
		in.form(s)
	}
}

// appearanceStream is the normal appearance, in the annotation's state where
// there are several.
func (in *interpreter) appearanceStream(dict cos.Dict) *cos.Stream {
	switch n := in.Resolve(in.dict(dict["AP"])["N"]).(type) {
	case *cos.Stream:
		return n
	case cos.Dict:
		return in.stream(n[in.name(dict["AS"])])
	}
	return nil
}
