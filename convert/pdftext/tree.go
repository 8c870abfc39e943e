package pdftext

import (
	"math"

	"lineitem/convert/doc"
	"lineitem/convert/pdftext/cos"
)

// Bounds of the page tree.
const (
	maxTreeDepth = 64      // levels of Pages nodes
	maxTreeNodes = 1 << 17 // nodes visited, pages included
)

// leaf is a page with the attributes that it inherits (PDF 32000-1, 7.7.3.4).
type leaf struct {
	dict      cos.Dict
	resources cos.Dict
	mediaBox  cos.Object
	cropBox   cos.Object
	rotate    int
}

// tree walks a page tree. It does not trust Count, Type or Parent.
type tree struct {
	objects
	limit   int // pages, 0 for no limit
	nodes   int
	visited map[cos.Ref]bool // nodes with kids
	pages   []leaf
}

// pages returns the pages of a file in order. The error is a
// *doc.LimitError if there are more than limit.
func pages(file cos.File, limit int) ([]leaf, error) {
	t := &tree{objects: objects{file}, limit: limit, visited: make(map[cos.Ref]bool)}
	root := t.dict(file.Trailer()["Root"])
	if err := t.walk(root["Pages"], leaf{}, 0); err != nil {
		return nil, err
	}
	return t.pages, nil
}

func (t *tree) walk(o cos.Object, inherited leaf, depth int) error {
	ref, _ := o.(cos.Ref)
	if t.visited[ref] {
		return nil
	}
	if t.nodes++; t.nodes > maxTreeNodes || depth > maxTreeDepth {
		return nil
	}
	node, ok := t.Resolve(o).(cos.Dict)
	if !ok {
		return nil
	}
	if resources := t.dict(node["Resources"]); resources != nil {
		inherited.resources = resources
	}
	if box := node["MediaBox"]; box != nil {
		inherited.mediaBox = box
	}
	if box := node["CropBox"]; box != nil {
		inherited.cropBox = box
	}
	if _, ok := t.number(node["Rotate"]); ok {
		inherited.rotate = t.integer(node["Rotate"])
	}
	if kids := t.array(node["Kids"]); kids != nil && t.name(node["Type"]) != "Page" {
		if ref != (cos.Ref{}) { // only indirect nodes with kids are marked: a page may be shown several times
			t.visited[ref] = true
		}
		for _, kid := range kids {
			if err := t.walk(kid, inherited, depth+1); err != nil {
				return err
			}
		}
		return nil
	}
	if t.name(node["Type"]) == "Pages" {
		return nil // without kids
	}
	if t.limit > 0 && len(t.pages) == t.limit {
		return &doc.LimitError{Limit: "pages", Max: int64(t.limit)}
	}
	inherited.dict = node
	t.pages = append(t.pages, inherited)
	return nil
}

// letter is the size assumed for a page that states none, points.
var letter = doc.Box{X1: 612, Y1: 792}

// geometry returns the displayed page's size in points and the mapping onto it from
// default user space: cropped, rotated, and with y downward (PDF 32000-1, 8.3.2.3
// and 14.11.2).
func (l *leaf) geometry(o objects) (width, height float64, m matrix) {
	const largest = 1e6 // points
	box, ok := o.box(l.mediaBox)
	if !ok || !(max(-box.X0, box.X1, -box.Y0, box.Y1) < largest) {
		box = letter
	}
	if crop, ok := o.box(l.cropBox); ok {
		if crop = crop.Intersect(box); !crop.Empty() {
			box = crop
		}
	}
	unit, _ := o.number(l.dict["UserUnit"])
	if !(unit >= 0.01 && unit <= 1000) {
		unit = 1
	}
	w, h := box.Width()*unit, box.Height()*unit
	turn := int(math.Round(float64(l.rotate)/90)) * 90 % 360
	switch (turn + 360) % 360 {
	case 90:
		return h, w, matrix{0, unit, unit, 0, -box.Y0 * unit, -box.X0 * unit}
	case 180:
		return w, h, matrix{-unit, 0, 0, unit, box.X1 * unit, -box.Y0 * unit}
	case 270:
		return h, w, matrix{0, -unit, -unit, 0, box.Y1 * unit, box.X1 * unit}
	}
	return w, h, matrix{unit, 0, 0, -unit, -box.X0 * unit, box.Y1 * unit}
}
