package browsertest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"lineitem/convert/cli/clitest"
	"lineitem/quota"
)

// Each kind of document can be dropped on the page, or chosen without script,
// and the page shows what the endpoint answers, with each value's place.
func TestTryInBrowser(t *testing.T) {
	b := startBrowser(t)
	t.Setenv("LINEITEM_CACHE", clitest.WarmCache(t))
	data := t.TempDir()
	admin, end := clitest.NewAdmin(t, data)
	session := signedUp(t, admin, quota.NewAccount{ID: "acme", Credits: 1000, Limits: clitest.Unlimited})
	key, _, err := admin.NewKey(t.Context(), "acme", "test")
	if err != nil {
		t.Fatal(err)
	}
	end()
	server := clitest.Start(t, data)
	// credits returns the credits that the account page shows.
	credits := func() int {
		t.Helper()
		response, text := posting{path: "/account"}.post(t, server, session)
		if response.StatusCode != 200 {
			t.Fatalf("the account page is answered %d %.300s", response.StatusCode, text)
		}
		_, text, _ = strings.Cut(text, `id="left-credits">`)
		text, _, _ = strings.Cut(text, "<")
		n, err := strconv.Atoi(strings.ReplaceAll(text, ",", ""))
		if err != nil {
			t.Fatalf("the account page tells %q credits", text)
		}
		return n
	}

	p := b.visit(t, server.URL)
	plain := b.visit(t, server.URL)
	plain.withoutScript()
	for _, p := range []*tab{p, plain} {
		p.open("/sign-in")
		p.signIn("acme", holderSecret)
		p.open("/try")
	}
	p.audit()
	for _, document := range []struct {
		name      string
		downloads bool // whether to check downloads, which are made from the rows alike for all kinds
	}{
		{"orders/us-accounting.pdf", true},
		{"pictures/french-clean.png", false},
		{"pictures/us-letter-scan.jpg", false},
		{"pictures/us-accounting-clean.webp", false},
	} {
		t.Run(filepath.Base(document.name), func(t *testing.T) {
			p.T, plain.T = t, t
			want := endpoint(t, server, key, document.name, "application/json", "?include=evidence")
			var converted converted
			if err := json.Unmarshal(want, &converted); err != nil {
				t.Fatalf("the endpoint answers %.300s: %v", want, err)
			}
			before := credits()
			p.open("/try")
			p.expect(200, p.load(p.drop("[data-drop]", document.name)))
			if after := credits(); after != before-1 {
				t.Errorf("a document that was tried took the credits from %d to %d", before, after)
			}
			p.checkCells(converted)
			p.checkBoxes(converted)
			p.checkPointing()
			if document.downloads {
				p.checkDownloads(server, key, document.name)
				p.checkCopying(converted)
				p.audit()
				p.loadAgain(credits)
			} else {
				p.expect(200, p.load(click("#correct")))
				p.checkWords()
			}

			plain.attach("#file", document.name)
			plain.expect(200, plain.submit("#try-form"))
			plain.checkCells(converted)
			plain.checkBoxes(converted)
			plain.checkTarget()
		})
	}
	p.T, plain.T = t, t

	// A file that is no document is refused with a message and costs nothing, and so are
	// several documents and one that is too large.
	before := credits()
	p.open("/try")
	p.expect(400, p.load(p.drop("[data-drop]", "mapper/pass.wasm")))
	if got := p.text("#try-form [role=alert]"); got == "" {
		t.Error("a document of no kind is refused without a word")
	}
	p.audit()
	p.do(p.drop("[data-drop]", "orders/us-accounting.pdf", "orders/us-hospital.pdf"))
	p.await(`document.querySelector("#try-form").innerText.includes("one document at a time")`)
	eval[any](p, `document.querySelector("#file").dataset.most = 1000`)
	p.do(p.drop("[data-drop]", "orders/us-accounting.pdf"))
	p.await(`document.querySelector("#try-form").innerText.includes("larger than 20 MiB.")`)
	if after := credits(); after != before {
		t.Errorf("what was refused took the credits from %d to %d", before, after)
	}
	if text := server.Complaints(); text != "" {
		t.Errorf("the server says:\n%s", text)
	}
}

// checkWords checks that something is printed in the picture where words can be picked.
func (p *tab) checkWords() {
	p.Helper()
	boxes := eval[[][4]float64](p, `[...document.querySelectorAll("svg[data-page='1'] .word")].filter(w => /[A-Za-z0-9]/.test(w.ariaLabel)).map(w => {
		const r = w.getBoundingClientRect(), s = w.closest("svg").getBoundingClientRect();
		return [(r.left - s.left) / s.width, (r.top - s.top) / s.height, (r.right - s.left) / s.width, (r.bottom - s.top) / s.height];
	})`)
	picture := p.decode(eval[string](p, `document.querySelector("svg[data-page='1'] image").getAttribute("href")`))
	blank := 0
	for _, box := range boxes {
		if dark, light := extremes(picture, box); light-dark < 60 {
			blank++
		}
	}
	if len(boxes) < 20 || blank*20 > len(boxes) {
		p.Errorf("of %d words %d stand where nothing is printed in the picture", len(boxes), blank)
	}
}

// loadAgain checks that loading a result again and going back to it cost nothing.
func (p *tab) loadAgain(credits func() int) {
	p.Helper()
	before := credits()
	p.do(chromedp.Reload())
	at, rows := p.path(), p.texts("section.inspect tbody tr")
	p.open("/account")
	eval[any](p, `void setTimeout(() => history.back())`) // going back may load nothing, so that is not waited for; with a time-out the page answers before it goes
	p.await(fmt.Sprintf(`location.pathname === %q && document.readyState === "complete"`, at))
	if after := p.texts("section.inspect tbody tr"); len(rows) == 0 || fmt.Sprint(after) != fmt.Sprint(rows) {
		p.Errorf("a result that was loaded again has the rows %q, want %q", after, rows)
	}
	if after := credits(); after != before {
		p.Errorf("loading a result again took the credits from %d to %d", before, after)
	}
}

// checkDownloads compares what can be downloaded with what the endpoint answers.
func (p *tab) checkDownloads(server *clitest.Process, key, document string) {
	p.Helper()
	for _, d := range []struct{ sel, mediaType string }{
		{"#download-json", "application/json"},
		{"#download-csv", "text/csv"},
		{"#download-xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
	} {
		if got, want := p.download(d.sel), endpoint(p, server, key, document, d.mediaType, ""); !bytes.Equal(got, want) {
			p.Errorf("%s gives %d bytes %.300q, want the endpoint's %d %.300q", d.sel, len(got), got, len(want), want)
		}
	}
}

// checkCopying checks that a value, a row, a column and the table are copied in a form that
// a spreadsheet accepts.
func (p *tab) checkCopying(want converted) {
	p.Helper()
	p.allowCopying()
	keys := eval[[]string](p, `[...document.querySelectorAll("section.inspect thead th[data-key]")].map(th => th.dataset.key)`)
	labels := map[string]string{}
	for _, c := range want.Columns {
		labels[c.Key] = c.Label
	}
	line := func(of map[string]string) string {
		var values []string
		for _, key := range keys {
			values = append(values, squeeze(of[key]))
		}
		return strings.Join(values, "\t")
	}
	lines, quantities := []string{line(labels)}, []string{}
	for _, row := range want.Rows {
		lines, quantities = append(lines, line(row)), append(quantities, row["quantity"])
	}
	const (
		row    = `section.inspect tbody tr:nth-child(2) th button`
		value  = `section.inspect td[data-row="2"][data-key="description"]`
		column = `section.inspect thead th[data-key="quantity"] button`
	)
	copied := func(what string, said, want string, steps ...chromedp.Action[chromedp.Void]) {
		p.Helper()
		p.do(steps...)
		p.await(fmt.Sprintf(`document.querySelector("section.inspect .said").textContent === "Copied: " + %q`, said))
		if got := eval[string](p, `navigator.clipboard.readText()`); got != want {
			p.Errorf("copying %s gives %q, want %q", what, got, want)
		}
	}
	copied("a column", labels["quantity"]+".", strings.Join(quantities, "\n"), click(column))
	copied("a row", "row 2.", line(want.Rows[1]), click(row))
	copied("the table", fmt.Sprint(len(want.Rows), " rows."), strings.Join(lines, "\n"), click("section.inspect .tools .copy"))
	description := want.Rows[2]["description"]
	copied("a value", description, description, chromedp.Focus(chromedp.CSS(value+" a")), chromedp.KeyEvent("c", chromedp.KeyModifiers(chromedp.ModifierCtrl)))

	// What a spreadsheet would take for a formula is copied as text, as in CSV.
	eval[any](p, `for (const [i, text] of ["=1+1", "-12.50", "+49 30", "@x", "-", "  =a\tb", "10"].entries())
		(document.querySelectorAll("section.inspect td[data-key=unit]")[i] ?? {}).textContent = text`)
	copied("formulas", labels["unit"]+".", "'=1+1\n-12.50\n'+49 30\n'@x\n-", click(`section.inspect thead th[data-key="unit"] button`))
}

// endpoint returns what POST /api/v1/convert answers for a document.
func endpoint(t testing.TB, server *clitest.Process, key, name, mediaType, query string) []byte {
	t.Helper()
	document, err := os.ReadFile(clitest.Testdata(name))
	if err != nil {
		t.Fatal(err)
	}
	u := clitest.NewUpload(filepath.Base(name), document)
	r, err := http.NewRequestWithContext(t.Context(), "POST", server.URL+"/api/v1/convert"+query, bytes.NewReader(u.Body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+key)
	r.Header.Set("Content-Type", u.ContentType)
	r.Header.Set("Accept", mediaType)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var body bytes.Buffer
	if _, err := body.ReadFrom(response.Body); err != nil || response.StatusCode != 200 {
		t.Fatalf("%s as %s is answered %d %.300s, %v", name, mediaType, response.StatusCode, &body, err)
	}
	return body.Bytes()
}

// drop returns a step that drops files of testdata on the page, as from a file manager.
func (p *tab) drop(sel string, names ...string) chromedp.Action[chromedp.Void] {
	p.Helper()
	const copied = 1
	data := &input.DragData{Items: []*input.DragDataItem{}, DragOperationsMask: copied}
	for _, name := range names {
		data.Files = append(data.Files, p.testFile(name))
	}
	x, y := p.middle(sel)
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		for _, event := range []input.DispatchDragEventType{
			input.DispatchDragEventTypeDragEnter, input.DispatchDragEventTypeDragOver, input.DispatchDragEventTypeDrop,
		} {
			if _, err := cdp.Call(ctx, t, input.DispatchDragEvent, input.DispatchDragEventParams{Type: event, X: x, Y: y, Data: data}); err != nil {
				return err
			}
		}
		return nil
	})
}

// download follows a link to a file, and returns the contents of the downloaded file.
func (p *tab) download(sel string) []byte {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	dir := p.TempDir()
	if _, err := chromedp.CallBrowser(ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllowAndName, BrowserContextID: chromedp.FromContext(p.ctx).BrowserContextID,
		DownloadPath: dir, EventsEnabled: new(true),
	}); err != nil {
		p.Fatal(err)
	}
	events := chromedp.BrowserEvents(ctx, browser.DownloadProgress)
	p.do(click(sel))
	for e, err := range events {
		switch {
		case err != nil:
			p.Fatalf("downloading %s: %v", sel, err)
		case e.State == browser.DownloadProgressStateCanceled:
			p.Fatalf("the download of %s is cancelled", sel)
		case e.State == browser.DownloadProgressStateCompleted:
			data, err := os.ReadFile(filepath.Join(dir, e.GUID))
			if err != nil {
				p.Fatal(err)
			}
			return data
		}
	}
	return nil
}

// checkTarget checks that following a value's link highlights its box, as it must without
// script.
func (p *tab) checkTarget() {
	p.Helper()
	link := `section.inspect [data-key="description"] a[href^="#"]`
	box := eval[string](p, fmt.Sprintf(`document.querySelector(%q).getAttribute("href")`, link))
	look := fmt.Sprintf(`JSON.stringify([getComputedStyle(document.querySelector(%q)).fill, getComputedStyle(document.querySelector(%[1]q)).strokeWidth])`, box)
	before := eval[string](p, look)
	p.do(click(link))
	p.await(fmt.Sprintf(`location.hash === %q && %s !== %q`, box, look, before))
}
