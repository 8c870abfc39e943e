package browsertest

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"lineitem/convert/cli/clitest"
	"lineitem/convert/testenv"
	"lineitem/quota"
)

// The pages that can be opened without signing in work and are accessible.
func TestOpenPagesInBrowser(t *testing.T) {
	b := startQuickBrowser(t)
	data := t.TempDir()
	admin, end := clitest.NewAdmin(t, data)
	signedUp(t, admin, quota.NewAccount{ID: "acme"})
	end()
	server := clitest.Start(t, data, "--registration")
	p := b.visit(t, server.URL)
	for _, page := range []struct {
		path string
		want int
	}{
		{"/", 200}, {"/sign-in", 200}, {"/register", 200}, {"/nowhere", 404}, {"/invite/x", 404},
	} {
		p.expect(page.want, p.open(page.path))
		p.audit()
	}
	if !testenv.RequireAll() {
		return
	}
	p.followLinks()
	p.copies("#quick-curl")
	p.signInByKeyboard("acme")
	p.comeToTry("acme")
	p.register("other", "acme")
	known := b.visit(t, server.URL)
	known.open("/sign-in")
	known.signIn("acme", holderSecret)
	known.submit("#sign-out")
	p.guess("acme")
	known.signIn("acme", holderSecret) // in a browser where the holder signed in before, strangers' guesses do not count
	known.arrives("/account")
}

// followLinks checks that the links of the first page lead to pages of the service that
// exist, or to places on the page itself.
func (p *tab) followLinks() {
	p.Helper()
	p.open("/")
	if !strings.Contains(p.text("main"), p.origin+"/api/v1/convert") {
		p.Errorf("the first page does not tell where the endpoint is")
	}
	for _, dead := range eval[[]string](p, `[...document.querySelectorAll("a[href^='#']")].map(a => a.getAttribute("href"))
		.filter(href => !document.getElementById(decodeURIComponent(href.slice(1))))`) {
		p.Errorf("the first page leads to %s, which is not on it", dead)
	}
	for _, href := range eval[[]string](p, `[...new Set([...document.querySelectorAll("a:not([href^='#'])")].map(a => a.href))]`) {
		path, own := strings.CutPrefix(href, p.origin)
		if !own {
			continue // a page of somebody else, which is not asked for until a visitor goes there
		}
		response, err := http.Get(p.origin + path)
		if err != nil {
			p.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusOK {
			p.Errorf("the first page leads to %s, which is answered %d", path, response.StatusCode)
		}
	}
}

// signInByKeyboard skips to a page's content, and signs in and out, all with the
// keyboard.
func (p *tab) signInByKeyboard(account string) {
	p.Helper()
	p.open("/sign-in")
	press := chromedp.KeyEvent
	p.do(press(kb.Tab), press(kb.Enter))
	p.await(`location.hash === "#main" && document.activeElement.matches("main")`)
	p.do(press(kb.Tab), press(account), press(kb.Tab), press(holderSecret))
	p.expect(200, p.load(press(kb.Enter)))
	p.arrives("/account")
	p.do(chromedp.Focus(chromedp.CSS("#sign-out button")))
	p.expect(200, p.load(press(kb.Enter)))
	p.arrives("/sign-in")
}

// comeToTry checks that the page for trying a document leads through signing in, and
// then opens.
func (p *tab) comeToTry(account string) {
	p.Helper()
	p.open("/try")
	p.arrives("/sign-in")
	p.signIn(account, holderSecret)
	p.arrives("/try")
	p.submit("#sign-out")
}

// register checks that an account can be registered, but not one that exists.
func (p *tab) register(account, taken string) {
	p.Helper()
	register := func(account string) int {
		p.Helper()
		p.do(chromedp.Clear(chromedp.CSS("#register [name=account]")), write("#register [name=account]", account),
			write("#register [name=password]", holderSecret), write("#register [name=repeat]", holderSecret))
		return p.submit("#register")
	}
	p.open("/register")
	p.expect(422, register(taken))
	if got := p.text("#register [role=alert]"); !strings.Contains(got, "taken") {
		p.Errorf("registering as somebody else is answered %q, want that it is taken", got)
	}
	p.audit()
	p.expect(200, register(account))
	p.arrives("/account")
	p.says("ready")
	p.submit("#sign-out")
}

// guess guesses passwords until guessing is refused, after which even the right one does
// not sign in.
func (p *tab) guess(account string) {
	p.Helper()
	p.open("/sign-in")
	status, guesses := 0, 0
	for ; status != http.StatusTooManyRequests && guesses < 50; guesses++ {
		p.do(chromedp.Clear(chromedp.CSS("#sign-in [name=account]")), write("#sign-in [name=account]", account),
			write("#sign-in [name=password]", fmt.Sprint("guess ", guesses)))
		status = p.submit("#sign-in")
	}
	if status != http.StatusTooManyRequests || guesses > 11 {
		p.Errorf("guess %d of a password is answered %d, want 429 for the 11th at the latest", guesses, status)
	}
	p.audit()
	p.open("/sign-in")
	p.signIn(account, holderSecret)
	p.open("/account")
	p.arrives("/sign-in")
}

// Without --registration nobody can register.
func TestNobodyRegistersUnasked(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server")
	}
	server := clitest.Start(t, t.TempDir())
	for _, p := range []posting{{path: "/register"}, form("/register", "account", "me", "password", holderSecret, "repeat", holderSecret)} {
		if response, text := p.post(t, server, ""); response.StatusCode != http.StatusNotFound || sessionIn(response) != "" {
			t.Errorf("registering is answered %d %.300s, want 404", response.StatusCode, text)
		}
	}
}
