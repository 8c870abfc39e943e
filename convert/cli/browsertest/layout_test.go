package browsertest

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"lineitem/convert/cli/clitest"
	"lineitem/quota"
)

// When one order is corrected and its layout remembered, other orders of the layout are
// read correctly from then on.
func TestLearnInBrowser(t *testing.T) {
	b := startBrowser(t)
	data := t.TempDir()
	admin, end := clitest.NewAdmin(t, data)
	signedUp(t, admin, quota.NewAccount{ID: "acme", Credits: 1000, Limits: clitest.Unlimited})
	end()
	server := clitest.Start(t, data)
	p := b.visit(t, server.URL)
	p.open("/sign-in")
	p.signIn("acme", holderSecret)

	p.openCorrection("taught/docs/calloff-1.pdf")
	p.correctCallOff()
	p.expect(200, p.load(click("#correct [value=learn]")))
	if got := p.text(".lesson, [aria-labelledby=lesson]"); !strings.Contains(got, "The layout is remembered") || !strings.Contains(got, "learned from 1 document.") || p.has("#unexplained") {
		t.Errorf("the page tells of what was learned: %s", got)
	}
	p.wantRemarks()
	p.audit()
	p.do(chromedp.Reload())
	p.wantColumns("taught/truth/calloff-1.json")

	for _, name := range []string{"calloff-2", "calloff-3"} {
		p.open("/try")
		p.attach("#file", "taught/docs/"+name+".pdf")
		p.expect(200, p.submit("#try-form"))
		p.wantColumns("taught/truth/" + name + ".json")
		if !p.has("#read-by a") {
			t.Errorf("the page of %s does not tell by which layout it was read", name)
		}
	}
	p.refuseRows()
	p.removeLayout()
	if text := server.Complaints(); text != "" {
		t.Errorf("the server says:\n%s", text)
	}
}

// correctCallOff corrects what was read wrongly from an order of an unusual layout.
func (p *tab) correctCallOff() {
	p.Helper()
	for row, words := range [][2]string{{"Bilge", "bronze"}, {"Strainer", "stainless"}} {
		p.do(click(at(row+1, "description")))
		p.dragOver(word(words[0]), word(words[1]))
	}
	p.do(click(at(1, "item_code")), click(word("44-1020-B")), click(at(2, "item_code")), click(word("44-1033-A")))
	p.do(click(at(0, "ship_to")))
	p.dragOver(word("Quay")+" + .word", word("1767")+" ~ "+word("1767"))
	p.wantValue(0, "ship_to", "Haldvik Marine AS, Quay 2, Sagbruksveien 15, 1767 Haldvik, Norway")
	p.do(click(at(0, "payment_terms")))
	p.dragOver(word("45"), word("landing."))
	p.do(chromedp.KeyEvent(kb.End), chromedp.KeyEvent(kb.Backspace))
	p.wantValue(0, "payment_terms", "45 days after landing")
	p.do(chromedp.Clear(chromedp.CSS(at(0, "delivery_date"))), write(at(0, "delivery_date"), "30 March 2026")) // written as on the document
}

// wantColumns compares the rows that can be downloaded with the right ones, in the columns
// that were corrected and in the line totals.
func (p *tab) wantColumns(truth string) {
	p.Helper()
	text, err := os.ReadFile(p.testFile(truth))
	if err != nil {
		p.Fatal(err)
	}
	var want, got struct{ Rows []map[string]string }
	if err := json.Unmarshal(text, &want); err != nil {
		p.Fatal(err)
	}
	if err := json.Unmarshal(p.download("#download-json"), &got); err != nil {
		p.Fatal(err)
	}
	if len(got.Rows) != len(want.Rows) {
		p.Fatalf("there are %d rows, want %d: %v", len(got.Rows), len(want.Rows), got.Rows)
	}
	for i, row := range got.Rows {
		for _, key := range []string{"description", "item_code", "ship_to", "delivery_date", "line_total"} {
			if row[key] != want.Rows[i][key] {
				p.Errorf("%s of row %d is %q, want %q", key, i+1, row[key], want.Rows[i][key])
			}
		}
	}
}

// wantRemarks checks that the page says what is remembered, and that this holds no value of
// the order.
func (p *tab) wantRemarks() {
	p.Helper()
	got := strings.Join(p.texts("#remarks li"), "\n")
	if !strings.Contains(got, "Item #: ") || !strings.Contains(got, "Delivery Date: ") {
		p.Errorf("what is remembered is told as %q, want a sentence for each column", got)
	}
	for _, value := range []string{"44-1020-B", "Bilge", "2026", "3593", "0117"} {
		if strings.Contains(got, value) {
			p.Errorf("what is remembered holds a value of the order, %q: %q", value, got)
		}
	}
}

// refuseRows checks that learning from rows that do not fit the document is refused.
func (p *tab) refuseRows() {
	p.Helper()
	p.openCorrection("orders/us-accounting.pdf")
	eval[any](p, `for (const f of document.querySelectorAll("#correct [data-key]")) if ("value" in f) f.value = ""`)
	p.do(write(at(1, "description"), "Nothing of the sort"), write(at(1, "line_total"), "4711.47"), write(at(0, "po_number"), "4711"))
	status := p.load(click("#correct [value=learn]"))
	if got := p.text("[role=alert]"); status < 400 || status >= 500 || !strings.HasPrefix(got, "Nothing was remembered.") {
		p.Errorf("rows of another document are answered %d %q", status, got)
	}
	p.wantValue(0, "po_number", "4711")
	p.audit()
}

// removeLayout opens the only layout of the account, and removes it.
func (p *tab) removeLayout() {
	p.Helper()
	p.open("/account")
	p.expect(200, p.load(click("#layouts-link")))
	if got := p.texts("#layouts-table tbody tr"); len(got) != 1 || !strings.Contains(got[0], "1 document") {
		p.Errorf("the layouts of the account are %q, want one of one document", got)
	}
	p.audit()
	p.expect(200, p.load(click("#layouts-table a")))
	p.wantRemarks()
	p.audit()
	p.do(click("details:has(#layout-remove) summary"))
	p.expect(200, p.submit("#layout-remove"))
	p.arrives("/account/layouts")
	p.says("removed")
	if !p.has("#layouts-none") {
		p.Error(fmt.Sprint("after removing it there are ", p.texts("#layouts-table tr")))
	}
}
