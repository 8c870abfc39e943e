package browsertest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"

	"lineitem/convert/cli/clitest"
	"lineitem/convert/testenv"
	"lineitem/quota"
)

// A holder can do everything on the account page, with script and without.
func TestAccountInBrowser(t *testing.T) {
	b := startBrowser(t)
	data := t.TempDir()
	admin, end := clitest.NewAdmin(t, data)
	for _, id := range []string{"scripted", "plain"} {
		n := quota.NewAccount{ID: id, Name: "Acme Ltd.", Credits: 20, Limits: quota.Limits{FreePerDay: 2}}
		if _, err := admin.AddAccount(t.Context(), n); err != nil {
			t.Fatal(err)
		}
	}
	end()
	s := &serviceTest{t, b, clitest.Start(t, data), data}
	t.Run("with script", func(t *testing.T) {
		p := b.visit(t, s.server.URL)
		s.walk(p, "scripted", p.audit)
	})
	t.Run("without script", func(t *testing.T) {
		p := b.visit(t, s.server.URL)
		p.withoutScript()
		s.walk(p, "plain", func() {}) // the pages are the same
	})
	if text := s.server.Complaints(); text != "" {
		t.Errorf("the server says:\n%s", text)
	}
}

// serviceTest is a running service and a browser that visits it.
type serviceTest struct {
	*testing.T
	browser *chromium
	server  *clitest.Process
	data    string
}

// invite makes an invitation as the operator does, and returns its path.
func (s *serviceTest) invite(account string) (path string) {
	s.Helper()
	link := strings.TrimSpace(string(clitest.Output(s, "account", "invite", account, "--data="+s.data)))
	path, found := strings.CutPrefix(link, s.server.URL)
	if !found {
		s.Fatalf("the invitation is %s, want an address at %s", link, s.server.URL)
	}
	return path
}

// walk does all that a holder can do with an account, from the invitation on.
// At each new page it calls audit.
func (s *serviceTest) walk(p *tab, account string, audit func()) {
	p.setPassword(s.invite(account), audit)
	p.signInAgain(account, audit)
	first := p.makeKey(audit)
	p.useKey(first, audit)
	second := p.rotateKey(first)
	p.revokeKey(first, second)
	p.changeMapper(second, audit)
	p.resistOthers()
	p.changePassword(account)
	p.endSessions(s.browser.visit(p.T, s.server.URL), account)
}

// untilTime matches how pages write the time until which something is valid.
var untilTime = regexp.MustCompile(`until \d.*\d{4}`)

const otherSecret = "and another long secret"

// setPassword follows an invitation, sets a password, and checks that the invitation works only once.
func (p *tab) setPassword(invitation string, audit func()) {
	p.Helper()
	p.expect(200, p.open(invitation))
	audit()
	p.do(write("#set-password [name=password]", holderSecret), write("#set-password [name=repeat]", otherSecret))
	p.expect(422, p.submit("#set-password"))
	if got := p.text("#set-password [role=alert]"); !strings.Contains(got, "differ") {
		p.Errorf("two passwords are answered %q, want that they differ", got)
	}
	audit()
	p.do(write("#set-password [name=password]", holderSecret), write("#set-password [name=repeat]", holderSecret))
	p.expect(200, p.submit("#set-password"))
	p.arrives("/account")
	p.says("Your password is set")
	audit()

	p.expect(404, p.open(invitation))
	if got := p.text("[role=alert]"); !strings.Contains(got, "invitation") {
		p.Errorf("an invitation followed twice is answered %q, want a sentence about it", got)
	}
	audit()
}

// signInAgain signs out and in again, and checks that a wrong password does not sign in.
func (p *tab) signInAgain(account string, audit func()) {
	p.Helper()
	p.expect(200, p.submit("#sign-out"))
	p.arrives("/sign-in")
	p.says("signed out")
	audit()
	p.do(chromedp.NavigateBack())
	if p.has("#sign-out") {
		p.Errorf("going back after signing out shows %s", p.where())
	}
	p.expect(200, p.open("/account"))
	p.arrives("/sign-in")
	p.signIn(account, otherSecret)
	p.arrives("/sign-in")
	if got := p.text("[role=alert]"); !strings.Contains(got, "password is wrong") {
		p.Errorf("a wrong password is answered %q, want that it is wrong", got)
	}
	audit()
	p.signIn(account, holderSecret)
	p.arrives("/account")
}

func (p *tab) signIn(account, password string) {
	p.Helper()
	p.do(chromedp.Clear(chromedp.CSS("#sign-in [name=account]")), write("#sign-in [name=account]", account), write("#sign-in [name=password]", password))
	p.submit("#sign-in")
}

// apiKey is an API key and the ID that names it.
type apiKey struct{ secret, id string }

// shownKey returns the key that the page shows. Its ID is that of the last row of the
// account page, which is opened for it.
func (p *tab) shownKey() (key apiKey) {
	p.Helper()
	key.secret = p.text("#new-key")
	p.expect(200, p.open("/account"))
	key.id = eval[string](p, `[...document.querySelectorAll("tr[data-key-id]")].at(-1).dataset.keyId`)
	return key
}

// row returns a selector of the key's row.
func (k apiKey) row() string { return fmt.Sprintf("tr[data-key-id=%q]", k.id) }

// makeKey makes a key and runs the curl command that is shown with it.
func (p *tab) makeKey(audit func()) apiKey {
	p.Helper()
	p.do(write("#new-key-form [name=name]", "laptop"))
	p.expect(200, p.submit("#new-key-form"))
	key := p.text("#new-key")
	if got := p.text("#curl"); !strings.Contains(got, key) || !strings.Contains(got, p.origin) {
		p.Errorf("the line for the key %s at %s is %s", key, p.origin, got)
	}
	audit()
	if p.scripts {
		p.copies("#curl")
	}
	p.runCurl(p.text("#curl"))
	p.do(chromedp.Reload())
	if again := p.text("#new-key"); again != key {
		p.Errorf("the page of the new key %s, loaded again, shows %s", key, again)
	}
	return p.shownKey()
}

// allowCopying lets pages write to the clipboard, and the test read it.
func (p *tab) allowCopying() {
	p.Helper()
	for _, permission := range []string{"clipboard-write", "clipboard-read"} {
		if _, err := chromedp.CallBrowser(p.ctx, browser.SetPermission, browser.SetPermissionParams{
			Permission: &browser.PermissionDescriptor{Name: permission}, Setting: browser.PermissionSettingGranted,
			Origin: p.origin, BrowserContextID: chromedp.FromContext(p.ctx).BrowserContextID,
		}); err != nil {
			p.Fatal(err)
		}
	}
}

// copies checks that the button beside a text copies it.
func (p *tab) copies(sel string) {
	p.Helper()
	p.allowCopying()
	p.do(click(fmt.Sprintf("[data-copy]:has(%s) + button", sel)))
	p.await(`[...document.querySelectorAll("[role=status]")].some(e => e.textContent === "Copied.")`)
	if got, want := eval[string](p, `navigator.clipboard.readText()`), p.text(sel); got != want {
		p.Errorf("the button copies %q, want %q", got, want)
	}
}

// runCurl runs the curl command that is shown with a key, on an order.
func (p *tab) runCurl(line string) {
	p.Helper()
	if _, err := exec.LookPath("curl"); err != nil {
		testenv.Missing(p, "curl")
	}
	dir := p.TempDir()
	document, err := os.ReadFile(clitest.SampleOrder())
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "order.pdf"), document, 0o600)
	}
	if err != nil {
		p.Fatal(err)
	}
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = dir
	out, err := cmd.Output()
	var answer converted
	if err == nil {
		err = json.Unmarshal(out, &answer)
	}
	if err != nil || answer.RowCount != 5 {
		p.Errorf("%s gives %.300s, %v, want 5 rows", line, out, err)
	}
}

// useKey uses a key twice and checks what the account page says about that. The
// curl command has used the key once before.
func (p *tab) useKey(key apiKey, audit func()) {
	p.Helper()
	p.converts(key, 200)
	p.converts(key, 200)
	p.open("/account")
	for _, want := range []struct{ sel, text string }{
		{"#left-allowance", "0"}, // of 2
		{"#left-credits", "19"},  // of 20
		{"#usage-table tbody tr:last-child td:nth-of-type(1)", "3"},
		{"#usage-table tbody tr:last-child td:nth-of-type(2)", "1"},
	} {
		if got := strings.TrimSpace(eval[string](p, fmt.Sprintf(`document.querySelector(%q).textContent`, want.sel))); got != want.text {
			p.Errorf("after three conversions %s says %q, want %q", want.sel, got, want.text)
		}
	}
	if got := eval[string](p, `document.querySelector("#usage-table tbody tr:last-child time").dateTime`); got != time.Now().UTC().Format(time.DateOnly) {
		p.Errorf("the last day of the chart is %s, want today", got)
	}
	if !p.has("svg#usage") {
		p.Error("there is no chart")
	}
	if text := eval[string](p, `document.documentElement.outerHTML`); strings.Contains(text, key.secret) {
		p.Error("the key is shown a second time")
	}
	audit()
}

// converts sends an order to the endpoint, and returns the labels of the result's columns.
func (p *tab) converts(key apiKey, want int) (columns []string) {
	p.Helper()
	order := clitest.OrderUpload(p)
	status, text, err := clitest.Answered(http.DefaultClient, "POST", p.origin+"/api/v1/convert", key.secret, order.ContentType, order.Body)
	if err != nil || status != want {
		p.Errorf("a conversion is answered %d %.300s, %v, want %d", status, text, err, want)
	}
	var answer converted
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		p.Errorf("a conversion is answered %.300s: %v", text, err)
	}
	for _, c := range answer.Columns {
		columns = append(columns, c.Label)
	}
	return columns
}

// rotateKey replaces a key by another one, and checks that both are valid for some time.
func (p *tab) rotateKey(old apiKey) (key apiKey) {
	p.Helper()
	p.do(click(old.row() + " summary"))
	p.expect(200, p.submit(old.row()+" form.rotate"))
	key = p.shownKey()
	p.converts(old, 200)
	p.converts(key, 200)
	if got := p.text(old.row() + " [data-label=Valid]"); !untilTime.MatchString(got) {
		p.Errorf("a key that was rotated is valid %q, want a time", got)
	}
	return key
}

// revokeKey revokes a key, and checks that another one is still valid.
func (p *tab) revokeKey(key, other apiKey) {
	p.Helper()
	p.do(click(key.row() + " summary"))
	p.expect(200, p.submit(key.row()+" form.revoke"))
	p.arrives("/account")
	p.says("revoked")
	if p.has(key.row()) || !p.has(other.row()) {
		p.Errorf("after a key was revoked there are the keys %q", p.texts("tr[data-key-id]"))
	}
	p.converts(key, 401)
	p.converts(other, 200)
}

// changeMapper uploads a mapper that fails and one that works, and removes that one.
func (p *tab) changeMapper(key apiKey, audit func()) {
	p.Helper()
	mapper := func(name string) int {
		p.Helper()
		p.attach("#mapper", "mapper/"+name)
		return p.submit("#mapper-form")
	}
	standard := p.converts(key, 200)
	p.expect(400, mapper("trap.wasm"))
	if got := p.text("#mapper-form [role=alert]"); !strings.Contains(got, "trapped") {
		p.Errorf("a mapper that fails is answered %q, want why", got)
	}
	audit()
	if got := p.converts(key, 200); fmt.Sprint(got) != fmt.Sprint(standard) {
		p.Errorf("after a mapper that was refused there are the columns %q, want %q", got, standard)
	}

	p.expect(200, mapper("examples/c.wasm"))
	p.arrives("/account")
	p.says("mapper")
	audit()
	if got := p.converts(key, 200); len(got) == 0 || got[0] != "Customer's order no." {
		p.Errorf("with a mapper there are the columns %q, want the mapper's", got)
	}

	p.do(click("details:has(#mapper-remove) summary"))
	p.expect(200, p.submit("#mapper-remove"))
	p.arrives("/account")
	if got := p.converts(key, 200); fmt.Sprint(got) != fmt.Sprint(standard) {
		p.Errorf("after the mapper was removed there are the columns %q, want %q", got, standard)
	}
}

// attach chooses a file of testdata in a form's field.
func (p *tab) attach(sel, name string) {
	p.Helper()
	p.do(chromedp.SetUploadFiles(chromedp.CSS(sel), []string{p.testFile(name)}))
}

// testFile returns the path of a file of testdata.
func (p *tab) testFile(name string) string {
	p.Helper()
	file, err := filepath.Abs(clitest.Testdata(name))
	if err != nil {
		p.Fatal(err)
	}
	return file
}

// resistOthers checks that a form that another site's page sends to the service is refused.
func (p *tab) resistOthers() {
	p.Helper()
	before := p.texts("tr[data-key-id] th")
	evil := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!DOCTYPE html><html lang="en"><link rel="icon" href="data:,"><title>Win</title><form id="win" method="post" action="%s/account/keys">
			<input name="name" value="stolen"><button>Win</button></form>`, p.origin)
	}))
	defer evil.Close()
	for _, address := range []string{evil.URL, strings.Replace(evil.URL, "127.0.0.1", "localhost", 1)} {
		p.allow(address)
		if _, err := chromedp.Run(p.ctx, chromedp.NavigateResponse(address)); err != nil {
			p.Fatal(err)
		}
		p.expect(403, p.submit("#win"))
	}
	p.open("/account")
	if after := p.texts("tr[data-key-id] th"); fmt.Sprint(after) != fmt.Sprint(before) {
		p.Errorf("after another site sent a form there are the keys %q, want %q", after, before)
	}
}

// changePassword sets another password, and checks that only that one signs in from then on.
func (p *tab) changePassword(account string) {
	p.Helper()
	change := func(old string) int {
		p.Helper()
		if !eval[bool](p, `document.querySelector("details:has(#password-form)").open`) {
			p.do(click("details:has(#password-form) summary"))
		}
		p.do(write("#password-form [name=old]", old), write("#password-form [name=password]", otherSecret), write("#password-form [name=repeat]", otherSecret))
		return p.submit("#password-form")
	}
	p.expect(422, change("not the password"))
	if got := p.text("#password-form [role=alert]"); got == "" {
		p.Error("a wrong old password is not told")
	}
	p.expect(200, change(holderSecret))
	p.arrives("/account")
	p.submit("#sign-out")
	p.signIn(account, holderSecret)
	p.arrives("/sign-in")
	p.signIn(account, otherSecret)
	p.arrives("/account")
}

// endSessions checks that signing out everywhere also ends the session of another browser.
func (p *tab) endSessions(other *tab, account string) {
	p.Helper()
	other.open("/sign-in")
	other.signIn(account, otherSecret)
	other.arrives("/account")
	p.expect(200, p.submit("#sign-out-everywhere"))
	p.arrives("/sign-in")
	for _, p := range []*tab{p, other} {
		p.open("/account")
		p.arrives("/sign-in")
	}
}

// expect ends the test unless a page has the wanted status.
func (p *tab) expect(want, got int) {
	p.Helper()
	if got != want {
		p.Fatalf("the page is answered %d, want %d: %s", got, want, p.where())
	}
}

// arrives ends the test unless the browser is at a path.
func (p *tab) arrives(want string) {
	p.Helper()
	if got := p.path(); got != want {
		p.Fatalf("the browser is at %s, want %s: %s", got, want, p.where())
	}
}

// says checks that the page confirms something with a text.
func (p *tab) says(want string) {
	p.Helper()
	if got := p.text("[role=status]"); !strings.Contains(got, want) {
		p.Errorf("%s confirms with %q, want %q", p.path(), got, want)
	}
}
