package browsertest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"lineitem/convert/cli/clitest"
	"lineitem/quota"
)

// A result's values can be corrected beside the pictures of its pages: with the pointer, by
// keyboard alone, and without script.
func TestCorrectInBrowser(t *testing.T) {
	b := startBrowser(t)
	data := t.TempDir()
	admin, end := clitest.NewAdmin(t, data)
	signedUp(t, admin, quota.NewAccount{ID: "acme", Credits: 1000, Limits: clitest.Unlimited})
	end()
	server := clitest.Start(t, data)
	open := func(t *testing.T, scripts bool) *tab {
		p := b.visit(t, server.URL)
		if !scripts {
			p.withoutScript()
		}
		p.open("/sign-in")
		p.signIn("acme", holderSecret)
		p.openCorrection("orders/us-accounting.pdf")
		return p
	}
	t.Run("values", func(t *testing.T) { open(t, true).correctValues() })
	t.Run("rows", func(t *testing.T) { open(t, true).correctRows() })
	t.Run("columns", func(t *testing.T) { open(t, true).takeColumns() })
	t.Run("by keyboard", func(t *testing.T) { open(t, true).correctByKeyboard() })
	t.Run("without script", func(t *testing.T) { open(t, false).correctWithoutScript() })
	if text := server.Complaints(); text != "" {
		t.Errorf("the server says:\n%s", text)
	}
}

// openCorrection tries a document, and opens the form in which its result is corrected.
func (p *tab) openCorrection(document string) {
	p.Helper()
	p.open("/try")
	p.attach("#file", document)
	p.expect(200, p.submit("#try-form"))
	p.expect(200, p.load(click("#correct")))
}

// value returns the text in a column's field, of a row from 1, or of the whole order if row is 0.
func (p *tab) value(row int, key string) string {
	p.Helper()
	return eval[string](p, fmt.Sprintf(`document.querySelector(%q).value`, at(row, key)))
}

// at returns a selector of a column's field, of a row from 1, or of the whole order if row is 0.
func at(row int, key string) string {
	if row == 0 {
		return fmt.Sprintf(`.head [data-key=%s]`, key)
	}
	return fmt.Sprintf(`tbody tr:nth-child(%d) [data-key=%s]`, row, key)
}

// column returns the values of a column, of all rows.
func (p *tab) column(key string) []string {
	p.Helper()
	return eval[[]string](p, fmt.Sprintf(`[...document.querySelectorAll("tbody [data-key=%s]")].map(f => f.value)`, key))
}

func (p *tab) wantValue(row int, key, want string) {
	p.Helper()
	if got := p.value(row, key); got != want {
		p.Errorf("%s of row %d is %q, want %q", key, row, got, want)
	}
}

func (p *tab) wantColumn(key string, want ...string) {
	p.Helper()
	if got := p.column(key); !slices.Equal(got, want) {
		p.Errorf("the column %s is %q, want %q", key, got, want)
	}
}

// word returns a selector of a word on the picture of a page.
func word(text string) string { return fmt.Sprintf(`.word[aria-label=%q]`, text) }

// tool returns a step that clicks one of the tools.
func tool(name string) chromedp.Action[chromedp.Void] { return click("[data-do=" + name + "]") }

// drag presses the mouse button at one place, moves to another, and releases it.
func (p *tab) drag(x0, y0, x1, y1 float64) {
	p.Helper()
	for _, e := range []input.DispatchMouseEventParams{
		{Type: input.DispatchMouseEventTypeMousePressed, X: x0, Y: y0},
		{Type: input.DispatchMouseEventTypeMouseMoved, X: (x0 + x1) / 2, Y: (y0 + y1) / 2},
		{Type: input.DispatchMouseEventTypeMouseMoved, X: x1, Y: y1},
		{Type: input.DispatchMouseEventTypeMouseReleased, X: x1, Y: y1},
	} {
		e.Button, e.Buttons, e.ClickCount = input.MouseButtonLeft, 1, 1
		call(p, input.DispatchMouseEvent, e)
	}
}

// dragOver drags over everything from the first selected word to the last one, and a little around.
func (p *tab) dragOver(first, last string) {
	p.Helper()
	p.middle(last)
	p.middle(first)
	b := eval[[4]float64](p, fmt.Sprintf(`(() => {
		const a = document.querySelector(%q).getBoundingClientRect(), b = document.querySelector(%q).getBoundingClientRect();
		return [Math.min(a.left, b.left) - 3, a.top - 2, Math.max(a.right, b.right) + 3, b.bottom + 2];
	})()`, first, last))
	p.drag(b[0], b[1], b[2], b[3])
}

// used sends the form, and returns the rows that can then be downloaded.
func (p *tab) used() []map[string]string {
	p.Helper()
	p.expect(200, p.load(click("#correct [value=use]")))
	var answer struct{ Rows []map[string]string }
	if err := json.Unmarshal(p.download("#download-json"), &answer); err != nil {
		p.Fatal(err)
	}
	return answer.Rows
}

// correctValues edits, clears and picks values, and sends them.
func (p *tab) correctValues() {
	p.audit()
	p.checkSight()
	p.touch()
	p.do(chromedp.Clear(chromedp.CSS(at(0, "po_number"))), write(at(0, "po_number"), "4711"))
	p.do(click(at(0, "buyer")), tool("clear"))
	p.wantValue(0, "buyer", "")
	p.do(click(at(0, "bill_to")), click(word("8147")), click(word("Warehouse")), click(word("Row")), click(word("Fresno,")))
	p.wantValue(0, "bill_to", "8147 Warehouse Row, Fresno,")
	p.do(click(word("Fresno,"))) // picking a word again takes it back
	p.wantValue(0, "bill_to", "8147 Warehouse Row")
	if got := p.texts(".told"); got[0] != "Bill To: 8147 Warehouse Row" {
		p.Errorf("picking words is told as %q", got)
	}
	p.do(click(at(0, "delivery_date")), click(word("09/20/25")))
	p.wantValue(0, "delivery_date", "2025-09-20")
	p.do(click(at(1, "line_total")), click(word("1,750.91")))
	p.wantValue(1, "line_total", "1750.91")
	p.do(click(at(2, "description")))
	p.dragOver(word("Stainless"), word("10"))
	p.wantValue(2, "description", "Stainless hose clamp size 10")

	p.do(chromedp.Clear(chromedp.CSS(at(3, "quantity"))), write(at(3, "quantity"), "some"), write(at(0, "tax"), "1,234.50 USD"))
	p.expect(422, p.load(click("#correct [value=use]")))
	if got := p.text("[role=alert]"); !strings.Contains(got, "Qty in row 3: “some” is not a number") {
		p.Errorf("a quantity that is no number is answered %q", got)
	}
	p.audit()
	p.await(fmt.Sprintf(`document.activeElement.matches(%q)`, at(3, "quantity"))) // the field that is wrong
	p.wantValue(0, "po_number", "4711")
	p.do(chromedp.Reload())
	p.wantValue(3, "quantity", "some")
	p.do(chromedp.Clear(chromedp.CSS(at(3, "quantity"))), write(at(3, "quantity"), "401"))

	rows := p.used()
	for key, want := range map[string]string{
		"po_number": "4711", "buyer": "", "bill_to": "8147 Warehouse Row", "delivery_date": "2025-09-20", "quantity": "401", "tax": "1234.50",
	} {
		if len(rows) != 5 || rows[2][key] != want {
			p.Errorf("the corrected rows are %v, want the %s %q", rows, key, want)
		}
	}
	if got := p.text(".result [role=status]"); !strings.HasPrefix(got, "Corrected.") || !p.has(".inspect .unproven") {
		p.Errorf("the page of corrected rows says %q, and marks no amount that does not add up", got)
	}
	p.audit()
	p.do(chromedp.Reload())
	p.expect(200, p.load(click("#correct"))) // correcting again begins with what was corrected
	p.wantValue(0, "po_number", "4711")
}

// touch picks a word and takes a column on a touch screen.
func (p *tab) touch() {
	p.Helper()
	p.narrow()
	to := func(kind input.DispatchTouchEventType, places ...*input.TouchPoint) {
		p.Helper()
		call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: append([]*input.TouchPoint{}, places...)})
	}
	middle := func(sel string) *input.TouchPoint {
		p.Helper()
		x, y := p.middle(sel)
		return &input.TouchPoint{X: x, Y: y}
	}
	p.do(chromedp.Focus(chromedp.CSS(at(0, "ship_via"))))
	to(input.DispatchTouchEventTypeTouchStart, middle(word("Vendor")))
	to(input.DispatchTouchEventTypeTouchEnd)
	p.await(fmt.Sprintf(`document.querySelector(%q).value === "Vendor"`, at(0, "ship_via")))

	p.do(chromedp.Focus(chromedp.CSS(at(1, "item_code"))), tool("column"))
	p.middle(word("SET"))
	from, last := middle(word("KIT")), middle(word("SET"))
	from.X, from.Y, last.X, last.Y = from.X-9, from.Y-5, last.X+9, last.Y+5
	to(input.DispatchTouchEventTypeTouchStart, from)
	to(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: last.X, Y: (from.Y + last.Y) / 2})
	to(input.DispatchTouchEventTypeTouchMove, last)
	to(input.DispatchTouchEventTypeTouchEnd)
	p.await(fmt.Sprintf(`document.querySelector(%q).value === "SET"`, at(5, "item_code")))
	p.wantColumn("item_code", "KIT", "BX", "BOX", "SH", "SET")
	p.wide()
}

// correctRows adds, removes, splits and joins rows.
func (p *tab) correctRows() {
	before := p.column("description")
	p.do(click(at(2, "quantity")), tool("remove"))
	p.wantColumn("quantity", "7", "400", "19", "13")
	p.do(tool("undo"))
	p.wantColumn("quantity", "7", "25", "400", "19", "13")
	p.do(click(at(2, "quantity")), tool("add"), chromedp.KeyEvent("26"))
	p.wantColumn("quantity", "7", "25", "26", "400", "19", "13")
	p.do(click(at(3, "quantity")), tool("remove"))

	p.do(chromedp.Focus(chromedp.CSS(at(4, "description"))))
	eval[any](p, `document.activeElement.setSelectionRange("Plywood,".length, "Plywood,".length)`)
	p.do(tool("split"))
	p.wantColumn("description", before[0], before[1], before[2], "Plywood,", "1/2 in CDX, 4 x 8", before[4])
	p.do(click(at(4, "description")), tool("join"))
	p.wantColumn("description", before...)
	p.wantColumn("quantity", "7", "25", "400", "19", "13")
	p.do(click(at(1, "unit")), tool("fill"))
	p.wantColumn("unit", "KIT", "KIT", "KIT", "KIT", "KIT")
	p.do(tool("undo"))
	p.do(click(at(5, "unit")), tool("remove"), tool("remove"))
	rows := p.used()
	if len(rows) != 3 || rows[2]["unit"] != "BOX" || rows[2]["description"] != before[2] {
		p.Errorf("the corrected rows are %v, want the first three", rows)
	}
}

// checkSight checks that a field that has the focus can be seen, and its words on the
// picture too, on a phone and on a desktop screen.
func (p *tab) checkSight() {
	p.Helper()
	for _, show := range []func(){p.narrow, p.wide} {
		show()
		for _, sel := range []string{at(0, "total"), at(5, "line_total"), at(1, "description"), at(0, "po_number")} {
			p.do(chromedp.Focus(chromedp.CSS(sel)))
			p.await(`(() => {
				const f = document.activeElement, r = f.getBoundingClientRect(), over = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
				const pages = document.querySelector(".pages").getBoundingClientRect(), word = document.querySelector(".word.taken").getBoundingClientRect();
				return over === f && word.top >= pages.top && word.bottom <= pages.bottom && word.left >= pages.left && word.right <= pages.right;
			})()`)
		}
	}
}

// takeColumns fills columns of cells from columns of words on the picture.
func (p *tab) takeColumns() {
	descriptions := p.column("description")
	p.do(click(at(1, "quantity")))
	for range 5 {
		p.do(tool("clear"), chromedp.KeyEvent(kb.ArrowDown))
	}
	p.wantColumn("quantity", "", "", "", "", "")
	p.do(tool("column"))
	p.dragOver(word("7"), word("13"))
	p.wantColumn("quantity", "7", "25", "400", "19", "13")

	// If there are no rows yet, each line of words makes one.
	p.do(click(at(1, "description")))
	for range 4 {
		p.do(tool("remove"))
	}
	for _, key := range []string{"description", "quantity", "unit", "unit_price", "line_total"} {
		p.do(click(at(1, key)), tool("clear"))
	}
	p.do(click(at(1, "line_total")), tool("column"))
	p.dragOver(word("1,750.91"), word("168.35"))
	p.wantColumn("line_total", "1750.91", "292.00", "12.00", "791.92", "168.35")
	p.do(click(at(1, "description")), tool("column"), click(word("Cordless")), click(word("1000"))) // without dragging
	p.wantColumn("description", descriptions[0], descriptions[1], descriptions[2], descriptions[3], descriptions[4])
}

// correctByKeyboard corrects without a pointer.
func (p *tab) correctByKeyboard() {
	press := func(keys ...string) {
		p.Helper()
		for _, key := range keys {
			p.do(chromedp.KeyEvent(key))
		}
	}
	in := func(sel string) {
		p.Helper()
		p.await(fmt.Sprintf(`document.activeElement.matches(%q)`, sel))
	}
	p.do(chromedp.Focus(chromedp.CSS(at(0, "po_number"))))
	press("x", kb.Escape)
	p.wantValue(0, "po_number", "25-563")
	press(kb.Enter) // does not send the form
	press(kb.F2)
	in(word("25-563"))
	press(kb.ArrowLeft)
	in(word("09/20/25"))
	press(kb.ArrowUp)
	in(word("Order") + "," + word("Date"))
	above := eval[string](p, `document.activeElement.ariaLabel`)
	press(kb.Enter)
	p.wantValue(0, "po_number", above)
	press(kb.ArrowDown, kb.ArrowRight)
	in(word("25-563"))
	press(kb.Escape)
	in(at(0, "po_number"))
	press(kb.Escape)
	p.wantValue(0, "po_number", "25-563")

	p.do(chromedp.Focus(chromedp.CSS(at(2, "quantity"))))
	press(kb.ArrowDown)
	in(at(3, "quantity"))
	press(kb.F2)
	in(word("400"))
	p.do(chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.Enter))
	p.wantValue(3, "quantity", "19")
	press(kb.Escape)
	p.do(chromedp.Focus(chromedp.CSS(`tbody tr:nth-child(3) th button`)))
	press(kb.Enter)
	in("[data-do=add]")
	press(kb.Tab, kb.Enter) // remove
	p.wantColumn("quantity", "7", "25", "19", "13")
	in(at(3, "quantity"))

	p.do(chromedp.Focus(chromedp.CSS(`[data-do=column]`)))
	press(kb.Enter, kb.F2)
	in(word("19"))
	press(kb.ArrowUp, kb.ArrowUp, kb.ArrowUp)
	in(word("7"))
	press(kb.Enter, kb.ArrowDown, kb.ArrowDown, kb.ArrowDown, kb.ArrowDown, kb.Enter)
	p.wantColumn("quantity", "7", "25", "400", "19", "13")
	if got := p.column("description"); len(got) != 5 || got[2] != "" {
		p.Errorf("the descriptions are %q, want none for the row that was removed", got)
	}
	p.do(chromedp.Focus(chromedp.CSS("#correct [value=use]")))
	p.expect(200, p.load(chromedp.KeyEvent(kb.Enter)))
}

// correctWithoutScript corrects values, adds a row, and leaves one out.
func (p *tab) correctWithoutScript() {
	p.do(chromedp.Clear(chromedp.CSS(at(0, "po_number"))), write(at(0, "po_number"), "4711"))
	p.do(write(at(6, "description"), "Bolt"), write(at(6, "quantity"), "1"))
	for _, key := range []string{"description", "quantity", "unit", "unit_price", "line_total"} {
		p.do(chromedp.Clear(chromedp.CSS(at(1, key))))
	}
	rows := p.used()
	if len(rows) != 5 || rows[0]["quantity"] != "25" || rows[4]["description"] != "Bolt" || rows[4]["po_number"] != "4711" {
		p.Errorf("the corrected rows are %v", rows)
	}
}
