package ordertest

import (
	"slices"
	"strings"
)

// fieldGroup is a region of labelled values.
type fieldGroup struct {
	style  string
	keys   []string
	labels map[string]string
	across int // values side by side, in grids and strips
	bold   bool
	ruled  bool
	upper  bool // labels in capitals
	narrow bool // values wrap
	right  bool // values stand at the right edge
}

// fieldStyles are the ways to arrange labels and values.
var fieldStyles = []option{
	{"beside", 0.33}, {"running", 0.12}, {"above", 0.1}, {"grid", 0.14}, {"strip", 0.14}, {"boxes in a row", 0.04}, {"boxed rows", 0.09}, {"leaders", 0.03}, {"label at right", 0.03},
}

// chooseGroups draws the regions of labelled values and the fields in them.
func (g *generator) chooseGroups() {
	g.numberAt = "in a field"
	if !g.perLine { // otherwise only the lines state it
		g.numberAt = g.choose("number", option{"in a field", 0.76}, option{"title", 0.06}, option{"title, dated", 0.05}, option{"beneath title", 0.04}, option{"with date", 0.06}, option{"rare label", 0.06})
	}
	g.datedWord = g.label("dated")
	first := []string{"po_date"}
	switch g.numberAt {
	case "in a field", "rare label":
		first = []string{"po_number", "po_date"}
	case "title, dated":
		first = nil
	case "with date":
		first = []string{"number_date"}
	}
	second := []string{"delivery_date", "payment_terms", "ship_via", "currency"}
	for _, f := range []struct {
		key   string
		share float64
	}{{"reference", 0.3}, {"account", 0.25}, {"contact", 0.35}, {"project", 0.12}, {"received", 0.06}, {"phone", 0.12}, {"email", 0.12}, {"other_date", 0.08}} {
		if g.chance(f.share) {
			first = append(first, f.key)
		}
	}
	if g.chance(0.2) {
		second = append(second, "fob")
	}
	if len(first) == 0 {
		first = []string{"contact"}
	}
	g.Shuffle(len(second), func(i, j int) { second[i], second[j] = second[j], second[i] })
	if g.chance(0.3) {
		g.Shuffle(len(first), func(i, j int) { first[i], first[j] = first[j], first[i] })
	}
	g.termsLast = g.trait("terms behind items", 0.08)
	if g.termsLast {
		g.last = slices.DeleteFunc(slices.Clone(second), func(k string) bool { return k == "delivery_date" || k == "currency" })
		second = slices.DeleteFunc(second, func(k string) bool { return slices.Contains(g.last, k) })
	}
	if g.chance(0.5) {
		g.groups = []fieldGroup{g.group(append(first, second...))}
	} else {
		g.groups = []fieldGroup{g.group(first), g.group(second)}
	}
}

// group draws how a region of labelled values looks.
func (g *generator) group(keys []string) fieldGroup {
	f := fieldGroup{style: g.choose("fields", fieldStyles...), keys: keys, labels: map[string]string{}, across: g.between(2, 5)}
	f.bold, f.ruled, f.upper, f.right = g.chance(0.5), g.chance(0.75), g.chance(0.15), g.chance(0.2)
	f.narrow = g.trait("narrow values", 0.06)
	bilingual := g.language.code != "en" && g.trait("bilingual labels", 0.06)
	for _, k := range keys {
		l := g.label(k)
		if k == "po_number" && g.numberAt == "rare label" {
			l = g.label("rare_number")
		}
		if bilingual && languages["en"].has("label "+k) {
			l += " / " + languages["en"].all["label "+k][0]
		}
		if f.upper {
			l = strings.ToUpper(l)
		}
		f.labels[k] = l
	}
	return f
}

// labelled is a label with its value.
type labelled struct {
	label string
	value line
}

// fieldsOf returns the fields of a group for which the order has values.
func (g *generator) fieldsOf(f fieldGroup) []labelled {
	var list []labelled
	for _, k := range f.keys {
		value := say(g.values[k])
		if g.stated[k] != "" {
			value = say(g.values[k], k)
		}
		switch {
		case k == "number_date":
			value = line{{g.values["po_number"], []string{"po_number"}}, {"/", nil}, {g.values["po_date"], []string{"po_date"}}}
		case k == "po_number" && g.perLine, g.values[k] == "":
			continue
		}
		list = append(list, labelled{f.labels[k], value})
	}
	return list
}

// drawFields sets a region of labelled values between two edges.
func (g *generator) drawFields(f fieldGroup, x0, x1 float64) {
	list := g.fieldsOf(f)
	switch f.style {
	case "strip", "grid":
		g.drawGrid(f, list, x0, x1)
	case "boxes in a row":
		g.drawBoxes(f, list, x0, x1)
	case "above":
		g.drawAbove(f, list, x0, x1)
	case "running":
		g.drawRunning(list, x0, x1)
	default:
		g.drawBeside(f, list, x0, x1)
	}
	g.y += g.leading * 0.5
}

// drawRunning sets each value right after its label.
func (g *generator) drawRunning(list []labelled, x0, x1 float64) {
	for _, v := range list {
		for _, part := range g.wrap(append(say(v.label+g.colon), v.value...), x1-x0, g.size) {
			g.set(x0, g.y, part, g.size, false, leftAligned)
			g.y += g.leading
		}
	}
}

// drawBeside sets labels in one column and their values in another.
func (g *generator) drawBeside(f fieldGroup, list []labelled, x0, x1 float64) {
	leading := g.leading * 1.1
	wide := 0.0
	for _, v := range list {
		wide = max(wide, g.extent(v.label+":", g.size))
	}
	at := x0 + wide + 8
	if at > x1-60 {
		g.drawRunning(list, x0, x1)
		return
	}
	room := x1 - at - 3
	if f.narrow {
		room = min(room, 60)
	}
	for _, v := range list {
		parts := g.fitted(v.value, room, g.size)
		if f.narrow {
			parts = g.wrapAnywhere(v.value, room, g.size)
		}
		top := g.y
		for i, part := range parts {
			if f.right && f.style != "leaders" {
				g.set(x1-3, g.y, part, g.size, false, rightAligned)
			} else {
				g.set(at, g.y, part, g.size, false, leftAligned)
			}
			if i < len(parts)-1 {
				g.y += g.leading
			}
		}
		switch f.style {
		case "leaders":
			end := g.put(x0, top, v.label, g.size, f.bold, leftAligned)
			if n := int((at - 3 - end) / g.extent(".", g.size)); n > 2 {
				g.put(end+1, top, strings.Repeat(".", n-1)+g.colon, g.size, false, leftAligned)
			}
		case "label at right":
			g.put(at-5, top, v.label+g.colon, g.size, f.bold, rightAligned)
		default:
			g.put(x0, top, v.label+g.colon, g.size, f.bold, leftAligned)
		}
		if f.style == "boxed rows" {
			g.frame(x0-3, top-g.size, at-3, g.y+leading-g.size)
			g.frame(at-3, top-g.size, x1, g.y+leading-g.size)
		}
		g.y += leading
	}
}

// drawAbove sets labels above their values, one or two side by side.
func (g *generator) drawAbove(f fieldGroup, list []labelled, x0, x1 float64) {
	n := 1 + f.across%2
	wide := (x1 - x0) / float64(n)
	for part := range slices.Chunk(list, n) {
		lines := 1
		for i, v := range part {
			x := x0 + float64(i)*wide
			g.put(x, g.y, v.label+g.colon, g.size*0.85, f.bold, leftAligned)
			values := g.fitted(v.value, wide-8, g.size)
			for k, l := range values {
				g.set(x, g.y+g.leading*float64(k+1), l, g.size, false, leftAligned)
			}
			lines = max(lines, len(values))
		}
		g.y += g.leading * (float64(lines) + 1.4)
	}
}

// drawBoxes sets each label with its value in a box of its own, side by side.
func (g *generator) drawBoxes(f fieldGroup, list []labelled, x0, x1 float64) {
	x := x0
	for _, v := range list {
		label := v.label + g.colon
		wide := g.extent(label+" "+v.value.text(), g.size) + 10
		if x > x0 && x+wide > x1 {
			x = x0
			g.y += g.leading * 1.6
		}
		end := g.put(x+4, g.y, label, g.size, f.bold, leftAligned)
		g.set(end+g.extent(" ", g.size), g.y, v.value, g.size, false, leftAligned)
		g.frame(x, g.y-g.size, x+wide, g.y+g.size*0.45)
		x += wide
	}
	g.y += g.leading * 1.8
}

// drawGrid sets labels above their values in boxes: in a grid each box holds
// both, in a strip the labels are headings of a row of values.
func (g *generator) drawGrid(f fieldGroup, list []labelled, x0, x1 float64) {
	n := min(f.across, len(list), max(1, int((x1-x0)/75)))
	wide := (x1 - x0) / float64(max(1, n))
	for part := range slices.Chunk(list, max(1, n)) {
		values := make([][]line, len(part))
		lines, heads := 1, 1
		for i, v := range part {
			values[i] = g.fitted(v.value, wide-8, g.size)
			lines = max(lines, len(values[i]))
			heads = max(heads, len(g.wrap(say(v.label), wide-6, g.size*0.9)))
		}
		top := g.y - g.size*1.1
		head := g.y + g.leading*float64(heads-1) + g.size*0.35
		end := head + g.leading*float64(lines) + g.size*0.3
		for i, v := range part {
			x := x0 + float64(i)*wide
			for k, l := range g.wrap(say(v.label), wide-6, g.size*0.9) {
				g.set(x+4, g.y+float64(k)*g.leading, l, g.size*0.9, f.bold, leftAligned)
			}
			for k, l := range values[i] {
				if f.right {
					g.set(x+wide/2, head+g.leading*float64(k+1)-g.size*0.15, l, g.size, false, centred)
				} else {
					g.set(x+4, head+g.leading*float64(k+1)-g.size*0.15, l, g.size, false, leftAligned)
				}
			}
			if f.ruled {
				g.frame(x, top, x+wide, end)
			}
		}
		if f.style == "strip" && f.ruled {
			g.rule(x0, head, x0+wide*float64(len(part)), head)
		}
		g.y = end + g.size*1.1
		if !f.ruled {
			g.y += g.leading * 0.4
		}
	}
	g.y += g.leading * 0.5
}
