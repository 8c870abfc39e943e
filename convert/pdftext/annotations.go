package pdftext

import (
	"lineitem/convert/doc"
	"lineitem/convert/pdftext/cos"
)

// maxAnnotations bounds the annotations of one page.
const maxAnnotations = 1 << 14

// Flags of annotations (PDF 32000-1, Table 165).
const (
	annotHidden = 1 << 1
	annotNoView = 1 << 5
)

// annotations paints the appearances of a page's annotations. It paints the values
// of form fields that have no appearance, or whose appearance is empty or stale while viewers are told to
// regenerate appearances (12.7.2, NeedAppearances).
func (in *interpreter) annotations(l *leaf, page matrix) {
	list := in.array(l.dict["Annots"])
	needed, _ := in.Resolve(in.dict(in.dict(in.Trailer()["Root"])["AcroForm"])["NeedAppearances"]).(bool)
	for _, o := range list[:min(len(list), maxAnnotations)] {
		dict := in.dict(o)
		if dict == nil || in.integer(dict["F"])&(annotHidden|annotNoView) != 0 || in.hides(dict["OC"]) {
			continue
		}
		subtype := in.name(dict["Subtype"])
		rect, ok := in.box(dict["Rect"])
		if !ok || subtype == "Popup" || subtype == "Link" {
			continue
		}
		in.restart(page)
		s, shown, covers := in.appearance(dict), len(in.page.glyphs), len(in.page.covers)
		if s != nil {
			in.paintAppearance(s, rect)
		}
		if subtype == "Widget" && (s == nil || needed && in.stale(dict, in.page.glyphs[shown:])) {
			in.page.glyphs = in.page.glyphs[:shown]
			for i := range in.page.covers[covers:] {
				in.page.covers[covers+i].glyphs = shown // the value is painted above what covers the appearance
			}
			in.restart(page)
			in.paintValue(dict, rect)
		}
	}
}

// appearance returns an annotation's normal appearance, that of its state if
// there are several (12.5.5).
func (in *interpreter) appearance(dict cos.Dict) *cos.Stream {
	switch n := in.Resolve(in.dict(dict["AP"])["N"]).(type) {
	case *cos.Stream:
		return n
	case cos.Dict:
		return in.stream(n[in.name(dict["AS"])])
	}
	return nil
}

// paintAppearance paints an appearance stream, fitted into its annotation's rectangle
// (12.5.5, algorithm 8.1).
func (in *interpreter) paintAppearance(s *cos.Stream, rect doc.Box) {
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
