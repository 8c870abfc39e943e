package accuracy

import (
	"context"
	"encoding/base64"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	template "github.com/DataDog/datadog-agent/pkg/template/html"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/order"
)

// look shows each of a document's faults on its pages. It adds the pages'
// pictures to the report's styles.
func look(ctx context.Context, c *convert.Converter, path string, d *reportDocument, styles *strings.Builder) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	m := &microscope{d: d, found: new(finder), pages: newPages(c, data), views: map[int]*view{}, styles: styles}
	defer m.pages.close()
	if d.Counts[Wrong]+d.Counts[Missed] > 0 {
		document, err := c.Document(ctx, data)
		if err != nil {
			return err
		}
		m.found = newFinder(document)
	}
	for _, f := range d.Faults {
		if err := m.fault(ctx, f); err != nil {
			return err
		}
	}
	m.markRight()
	slices.SortFunc(d.Pages, func(a, b *reportPage) int { return a.Number - b.Number })
	return nil
}

// microscope looks at one document.
type microscope struct {
	d      *reportDocument
	found  *finder
	pages  *pages
	views  map[int]*view // by page number
	styles *strings.Builder
}

// view is a page with its picture.
type view struct {
	*shown
	page *reportPage
}

// view returns the view of a page (from 1).
func (m *microscope) view(ctx context.Context, number int) (*view, error) {
	if v, ok := m.views[number]; ok {
		return v, nil
	}
	s, err := m.pages.show(ctx, number)
	if err != nil {
		return nil, err
	}
	class := fmt.Sprintf("p%d-%d", m.d.Number, number)
	fmt.Fprintf(m.styles, ".%s{background-image:url(data:%s;base64,%s)}\n", class, s.MediaType, base64.StdEncoding.EncodeToString(s.Data))
	v := &view{s, &reportPage{Number: number, Class: class, Style: css("width:%dpx;height:%dpx", s.Size.X, s.Size.Y)}}
	m.views[number] = v
	m.d.Pages = append(m.d.Pages, v.page)
	return v, nil
}

// farApart is the vertical distance from which two boxes are shown in separate crops, points.
const farApart = 200

// fault adds to a fault the parts of pages where the value was read and where it should
// have been read; if neither is known, the part where its line may be.
func (m *microscope) fault(ctx context.Context, f *fault) error {
	got, want, about := placeOf(&f.Cell), place{}, m.rowPlace(f)
	if f.Verdict != MadeUp {
		for _, value := range append([]string{f.Want}, f.Also...) {
			if want = m.found.find(f.Key, value, about); want.page > 0 {
				break
			}
		}
		if want.page == 0 {
			f.Note = "the wanted value was not found on any page"
		}
	}
	switch {
	case got.page == 0 && want.page == 0 && about.page == 0:
		_, err := m.view(ctx, 1)
		return err
	case got.page == 0 && want.page == 0:
		return m.crop(ctx, f, about.page, mark{"", about.box})
	case got.page == 0:
		return m.crop(ctx, f, want.page, mark{"want", want.box})
	case want.page == 0:
		return m.crop(ctx, f, got.page, mark{"got", got.box})
	case got.page == want.page && math.Abs(got.box.MidY()-want.box.MidY()) < farApart:
		return m.crop(ctx, f, got.page, mark{"want", want.box}, mark{"got", got.box})
	}
	if err := m.crop(ctx, f, got.page, mark{"got", got.box}); err != nil {
		return err
	}
	return m.crop(ctx, f, want.page, mark{"want", want.box})
}

// mark is a box to be shown in the style of its class; with an empty class it is not drawn.
type mark struct {
	class string
	box   doc.Box
}

// crop adds to a fault the part of a page around some boxes, and adds the boxes to
// the page.
func (m *microscope) crop(ctx context.Context, f *fault, page int, marks ...mark) error {
	v, err := m.view(ctx, page)
	if err != nil {
		return err
	}
	const (
		marginX, marginY = 110, 34 // points
		leastWidth       = 420     // points
	)
	var around doc.Box
	for _, k := range marks {
		around = around.Union(k.box)
	}
	wide := marginX + max(0, leastWidth-around.Width()-2*marginX)/2
	x0, x1 := within((around.X0-wide)*v.scale, v.Size.X), within((around.X1+wide)*v.scale, v.Size.X)
	y0, y1 := within((around.Y0-marginY)*v.scale, v.Size.Y), within((around.Y1+marginY)*v.scale, v.Size.Y)
	c := crop{Page: page, Class: v.page.Class, Style: css("width:%dpx;height:%dpx;background-position:-%dpx -%dpx", x1-x0, y1-y0, x0, y0)}
	for _, k := range marks {
		if k.class == "" {
			continue
		}
		value := f.Got
		if k.class == "want" {
			value = f.Want
		}
		c.Boxes = append(c.Boxes, v.box(k, "", x0, y0))
		v.page.Boxes = append(v.page.Boxes, v.box(k, fmt.Sprintf("%s, %s: %s", f.Key, f.Verdict, value), 0, 0))
	}
	f.Crops = append(f.Crops, c)
	return nil
}

// box returns a mark for the page's picture, relative to the picture's pixel (x, y).
func (v *view) box(k mark, title string, x, y int) reportBox {
	const around = 2 // pixels, so that the frame does not cover what is marked
	x0, y0 := within(k.box.X0*v.scale-around, v.Size.X), within(k.box.Y0*v.scale-around, v.Size.Y)
	x1, y1 := within(k.box.X1*v.scale+around, v.Size.X), within(k.box.Y1*v.scale+around, v.Size.Y)
	return reportBox{k.class, title, css("left:%dpx;top:%dpx;width:%dpx;height:%dpx", x0-x, y0-y, x1-x0, y1-y0)}
}

func within(v float64, most int) int { return int(min(max(v, 0), float64(most))) }

// css formats a style from numbers.
func css(format string, numbers ...any) template.CSS {
	return template.CSS(fmt.Sprintf(format, numbers...))
}

// markRight marks the cells that were read correctly on the pages that are shown.
func (m *microscope) markRight() {
	for i := range m.d.Cells {
		c := &m.d.Cells[i]
		at := placeOf(c)
		if v := m.views[at.page]; c.Verdict == Right && v != nil {
			v.page.Boxes = append(v.page.Boxes, v.box(mark{"right", at.box}, c.Key+": "+c.Got, 0, 0))
		}
	}
}

// placeOf returns where a cell was read.
func placeOf(c *Cell) place {
	if c.Evidence == nil || c.Evidence.Page < 1 || c.Evidence.Box.Empty() {
		return place{}
	}
	return place{c.Evidence.Page, c.Evidence.Box}
}

// rowPlace returns roughly where a fault's line stands: where another of its cells was read correctly,
// or else where another of its wanted values stands, if that occurs only once.
func (m *microscope) rowPlace(f *fault) place {
	if !f.Line {
		return place{}
	}
	for i := range m.d.Cells {
		c := &m.d.Cells[i]
		if at := placeOf(c); c.Line && c.Verdict == Right && c.WantRow == f.WantRow && at.page > 0 {
			return at
		}
	}
	if f.WantRow < 0 {
		return place{}
	}
	row := m.d.Truth.Rows[f.WantRow]
	for _, key := range keys(order.ItemCode, order.Description, order.LineTotal, order.UnitPrice) {
		if places := m.found.all(key, row[key]); len(places) == 1 {
			return places[0]
		}
	}
	return place{}
}
