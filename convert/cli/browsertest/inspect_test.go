package browsertest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	_ "image/jpeg"
	_ "image/png"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"lineitem/convert/cli/clitest"
	"lineitem/convert/doc"
	"lineitem/convert/order/review"
)

// converted is the program's result for a document.
type converted struct {
	RowCount int
	Columns  []struct{ Key, Label string }
	Rows     []map[string]string
	Evidence []map[string]doc.Evidence
	Review   []review.Entry
}

// A document's evidence view is one file that loads nothing else, and shows each value's
// place on the page.
func TestInspectInBrowser(t *testing.T) {
	b := startBrowser(t)
	t.Setenv("LINEITEM_CACHE", clitest.WarmCache(t))
	for _, document := range []struct {
		name   string
		audits bool // not for all, since the pages differ little in what an audit looks at
	}{
		{"orders/us-accounting.pdf", true},
		{"orders/french-rotated.pdf", false},
		{"pictures/german-letter-clean.jpeg", true}, // has values of low confidence
		{"pictures/dutch-turned.jpg", false},        // is turned, as its EXIF data say
	} {
		t.Run(filepath.Base(document.name), func(t *testing.T) {
			file := clitest.Testdata(document.name)
			var want converted
			if err := json.Unmarshal(clitest.Output(t, "convert", "--evidence", file), &want); err != nil {
				t.Fatal(err)
			}
			out := filepath.Join(t.TempDir(), "out.html")
			clitest.Output(t, "inspect", file, "-o", out)

			p := b.visit(t, "file://"+filepath.ToSlash(out))
			p.open("")
			p.checkCells(want)
			p.checkBoxes(want)
			p.checkPointing()
			p.checkSteps()
			p.checkRoom()
			if document.audits {
				p.audit()
			}
		})
	}
}

// checkRoom checks that prices can be seen without scrolling on a desktop screen, and that
// the note on how certain a value is is shown completely, however long the value.
func (p *tab) checkRoom() {
	p.Helper()
	if right := eval[float64](p, `(() => {
		const of = document.querySelector("section.inspect .values").getBoundingClientRect();
		return Math.max(...[...document.querySelectorAll("section.inspect thead th:is([data-key=unit_price], [data-key=line_total])")]
			.map(th => th.getBoundingClientRect().right - of.right));
	})()`); right > 0 {
		p.Errorf("prices end %v pixels right of what is seen at 1280 pixels", right)
	}
	for _, width := range []func(){p.narrow, p.wide} {
		width()
		p.do(chromedp.Focus(chromedp.CSS(`section.inspect td[data-key="description"] a`)))
		eval[any](p, `(() => {
			window.long = document.activeElement;
			window.long.title += "; 1 × 2.00 = 2.00";
			document.getElementById(window.long.getAttribute("href").slice(1)).querySelector("title").textContent = "Description: " + "long ".repeat(200);
		})()`)
		// What is under the pointer after the change of width may be reported once instead.
		p.await(`(() => {
			window.long.blur();
			window.long.focus();
			return document.querySelector("section.inspect .told .why").textContent.endsWith("; 1 × 2.00 = 2.00");
		})()`)
		if !eval[bool](p, `(() => {
			const why = document.querySelector("section.inspect .told .why").getBoundingClientRect();
			const bar = document.querySelector("section.inspect .told p").getBoundingClientRect();
			const frame = document.querySelector("section.inspect .pages").getBoundingClientRect();
			return why.height > 0 && why.bottom <= Math.min(bar.bottom, frame.bottom) && why.top >= bar.top;
		})()`) {
			p.Error("of a long value it is not shown how sure it is")
		}
	}
}

// tableCell is a cell of the table on a page, with its box, if it has one.
type tableCell struct {
	Row             int
	Key, Text, Link string
	Mark            string // its class attribute, which marks values to check
	// Box is where its box is on the page's picture, as fractions of its width and
	// height: left, top, right, bottom.
	Box   [4]float64
	View  [2]float64 // the picture's width and height, in points
	Shown string     // the picture's address
}

func (p *tab) cells() []tableCell {
	p.Helper()
	return eval[[]tableCell](p, `[...document.querySelectorAll("section.inspect :is(td, dd)[data-key]")].map(td => {
		const c = {Row: +td.dataset.row, Key: td.dataset.key, Text: td.firstChild ? td.firstChild.textContent.trim() : "", Mark: td.className, Link: "", Box: [0, 0, 0, 0], View: [0, 0], Shown: ""};
		const a = td.querySelector("a[href^='#']");
		if (!a) return c;
		c.Link = a.getAttribute("href");
		const rect = document.querySelector(c.Link), svg = rect.closest("svg");
		const r = rect.getBoundingClientRect(), s = svg.getBoundingClientRect();
		c.Box = [(r.left - s.left) / s.width, (r.top - s.top) / s.height, (r.right - s.left) / s.width, (r.bottom - s.top) / s.height];
		c.View = [svg.viewBox.baseVal.width, svg.viewBox.baseVal.height];
		c.Shown = svg.querySelector("image").getAttribute("href");
		return c;
	})`)
}

// checkCells compares the table with the rows. A value that is the same in all rows is
// shown once, and a column that no row has is not shown.
func (p *tab) checkCells(want converted) {
	p.Helper()
	got := map[string]string{}
	for _, c := range p.cells() {
		got[fmt.Sprint(c.Row, " ", c.Key)] = c.Text
		if want := want.Rows[c.Row][c.Key]; squeeze(c.Text) != squeeze(want) {
			p.Errorf("row %d of the table has the %s %q, want %q", c.Row, c.Key, c.Text, want)
		}
	}
	for i, row := range want.Rows {
		for key, value := range row {
			_, shown := got[fmt.Sprint(i, " ", key)]
			_, once := got["0 "+key]
			if !shown && value != "" && !(once && value == want.Rows[0][key]) {
				p.Errorf("row %d has no %s in the table, want %q", i, key, value)
			}
		}
	}
}

// squeeze returns text as a page shows it, with single spaces.
func squeeze(text string) string { return strings.Join(strings.Fields(text), " ") }

// checkBoxes compares where the boxes are on the screen with where the values
// were read, and checks that something is printed there in the pictures.
func (p *tab) checkBoxes(want converted) {
	p.Helper()
	pictures := map[string]image.Image{}
	boxes := 0
	for _, c := range p.cells() {
		e, read := want.Evidence[c.Row][c.Key]
		if !read || e.Page == 0 || e.Box.Empty() {
			if c.Link != "" {
				p.Errorf("row %d, %s was not read anywhere, and has a box", c.Row, c.Key)
			}
			continue
		}
		if c.Link == "" {
			p.Errorf("row %d, %s was read on page %d, and has no box", c.Row, c.Key, e.Page)
			continue
		}
		boxes++
		marked := slices.ContainsFunc(strings.Fields(c.Mark), func(m string) bool { return m == "low" || m == "unproven" || m == "missing" })
		named := slices.ContainsFunc(want.Review, func(e review.Entry) bool { return e.Row == c.Row && e.Key == c.Key })
		if marked != named {
			p.Errorf("row %d, %s is marked: %t; that the review names it is %t", c.Row, c.Key, marked, named)
		}
		const near = 4.0 // points; a box may be a little larger than what it frames
		for i, side := range []float64{e.Box.X0 / c.View[0], e.Box.Y0 / c.View[1], e.Box.X1 / c.View[0], e.Box.Y1 / c.View[1]} {
			if math.Abs(side-c.Box[i])*c.View[i%2] > near {
				p.Errorf("the box of row %d, %s is at %.3f of the picture, want %v of %v", c.Row, c.Key, c.Box, e.Box, c.View)
				break
			}
		}
		picture, ok := pictures[c.Shown]
		if !ok {
			picture = p.decode(c.Shown)
			pictures[c.Shown] = picture
		}
		if dark, light := extremes(picture, c.Box); light-dark < 60 {
			p.Errorf("in the picture, nothing is printed where row %d, %s was read: from %d to %d of 255", c.Row, c.Key, dark, light)
		}
	}
	if boxes == 0 {
		p.Error("no cell has a box")
	}
}

// decode returns the picture at an address.
func (p *tab) decode(address string) image.Image {
	p.Helper()
	_, data, found := strings.Cut(address, ";base64,")
	if !found { // it is an address of the page's own server
		data = eval[string](p, fmt.Sprintf(`(async () => {
			const image = Object.assign(new Image(), {src: %q}), canvas = document.createElement("canvas");
			await image.decode();
			[canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
			canvas.getContext("2d").drawImage(image, 0, 0);
			return canvas.toDataURL().split(",")[1];
		})()`, address))
	}
	raw, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		p.Fatal(err)
	}
	picture, _, err := image.Decode(bytes.NewReader(raw))
	if err != nil {
		p.Fatal(err)
	}
	return picture
}

// extremes returns the least and the greatest green value in a part of a picture.
func extremes(picture image.Image, part [4]float64) (dark, light int) {
	dark, light = 255, 0
	b := picture.Bounds()
	at := func(part float64, size int) int { return int(part * float64(size)) }
	for y := at(part[1], b.Dy()); y < at(part[3], b.Dy()); y++ {
		for x := at(part[0], b.Dx()); x < at(part[2], b.Dx()); x++ {
			_, g, _, _ := picture.At(b.Min.X+x, b.Min.Y+y).RGBA()
			dark, light = min(dark, int(g>>8)), max(light, int(g>>8))
		}
	}
	return dark, light
}

// lit is an expression for the ids of the boxes that are highlighted, separated by commas.
const lit = `[...document.querySelectorAll("rect.box.lit")].map(r => "#" + r.id).join()`

// checkPointing checks that pointing at a cell, with the pointer or the keyboard,
// highlights its box, and that pointing at a box highlights its cell.
func (p *tab) checkPointing() {
	p.Helper()
	for _, key := range []string{"po_number", "description", "line_total"} {
		link := fmt.Sprintf(`section.inspect [data-key="%s"] a[href^="#"]`, key)
		box := eval[string](p, fmt.Sprintf(`document.querySelector(%q).getAttribute("href")`, link))

		p.hover(link)
		p.await(fmt.Sprintf(`%s === %q`, lit, box))

		p.point(0, 0)
		p.do(chromedp.Focus(chromedp.CSS(link)))
		there, back := chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowRight)
		if eval[bool](p, fmt.Sprintf(`document.querySelector(%q).closest("dd") !== null`, link)) {
			there, back = chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift))
		}
		p.do(there)
		p.await(fmt.Sprintf(`%s !== %q`, lit, box))
		p.do(back)
		p.await(fmt.Sprintf(`%s === %q`, lit, box))

		eval[any](p, `document.activeElement.blur()`)
		p.await(lit + ` === ""`)
		p.hover(box)
		p.await(fmt.Sprintf(`%s === %q && document.querySelector(%q).closest("td, dd").matches(".lit")`, lit, box, link))
	}
}

// checkSteps checks that the keyboard leads from value to value and to each value that is
// to be checked, and that one key leaves the table.
func (p *tab) checkSteps() {
	p.Helper()
	press := func(key string, modifiers ...chromedp.Modifier) {
		p.Helper()
		p.do(chromedp.KeyEvent(key, chromedp.KeyModifiers(modifiers...)))
	}
	at := func(want string) {
		p.Helper()
		p.await(fmt.Sprintf(`document.activeElement.closest(%q) !== null`, "section.inspect "+want))
	}
	p.do(chromedp.Focus(chromedp.CSS(`td[data-key="description"] a`)))
	press(kb.ArrowDown)
	at(`td[data-row="1"][data-key="description"]`)
	press(kb.ArrowUp)
	press(kb.ArrowUp)
	at(`thead th[data-key="description"]`)
	press(kb.ArrowDown)
	press(kb.Home)
	at(`td:nth-child(2)`)
	press(kb.ArrowLeft)
	at(`tbody th`)
	press(kb.End)
	at(`td[data-row="0"]`)
	press(kb.Tab)
	at(`.pages`)
	press(kb.Tab, chromedp.ModifierShift)
	at(`td[data-row="0"]`)

	p.do(chromedp.Focus(chromedp.CSS(`section.inspect .values`)))
	checks := eval[int](p, `document.querySelectorAll("section.inspect [id^='check-']").length`)
	if checks == 0 {
		return
	}
	for i := range checks + 1 { // the last step leads to the first one again
		press("n")
		at(fmt.Sprintf(`#check-%d`, i%checks+1))
	}
	press("n", chromedp.ModifierShift)
	at(fmt.Sprintf(`#check-%d`, checks))
	p.do(click("section.inspect .next"))
	at(`#check-1`)
}
