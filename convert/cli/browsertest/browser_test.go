package browsertest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"lineitem/convert/testenv"
)

// patience is how long the tests wait for a page. It is reached only if something is
// wrong.
const patience = testenv.Patience

// chromium is a running browser.
type chromium struct{ ctx context.Context }

// startBrowser starts Chromium, unless an earlier test has, for a test that runs only in
// the long form of the tests. The browser reaches only addresses of this machine.
func startBrowser(t *testing.T) *chromium {
	t.Helper()
	testenv.Long(t, "goes through pages in a browser")
	return startQuickBrowser(t)
}

// startQuickBrowser is like startBrowser, for a test that takes few seconds and always runs.
func startQuickBrowser(t *testing.T) *chromium {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a browser")
	}
	b, err := sharedBrowser()
	if errors.Is(err, exec.ErrNotFound) {
		testenv.Missing(t, "Chromium")
	} else if err != nil {
		t.Fatalf("Chromium does not start: %v", err)
	}
	return b
}

// endBrowser ends Chromium, if it was started.
var endBrowser = func() {}

// sharedBrowser returns the browser of all tests. Each visitor has their own cookies there.
var sharedBrowser = sync.OnceValues(func() (*chromium, error) {
	// The headless shell is Chromium without windows, menus and services of its own, and takes less
	// than half the processor time for the same pages.
	names := []string{"chromium-headless-shell", "chrome-headless-shell", "headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}
	at := slices.IndexFunc(names, func(name string) bool { _, err := exec.LookPath(name); return err == nil })
	if at < 0 {
		return nil, exec.ErrNotFound
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(names[at]),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"),
		// The browser must not contact its own services.
		chromedp.Flag("disable-component-update", true),
		// Without a graphics processor a separate process for drawing only takes time.
		chromedp.Flag("disable-gpu", true),
	)
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // Chromium has no sandbox for root
	}
	ctx, cancel := chromedp.NewContext(context.Background(), chromedp.WithAllocatorOptions(options...))
	endBrowser = cancel
	return &chromium{ctx}, chromedp.Do(ctx)
})

// tab is a tab of a visitor, who has their own cookies.
type tab struct {
	*testing.T
	ctx     context.Context
	origin  string // what it may load from, besides data: addresses
	scripts bool   // whether pages may run scripts

	mu      sync.Mutex
	allowed []string // further origins
	faults  []string // requests to others, refusals, errors and warnings
}

// visit opens a tab for a new visitor of a server. At the end of the test it checks that
// the tab's pages did nothing that they may not do.
func (b *chromium) visit(t *testing.T, origin string) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	p := &tab{T: t, ctx: ctx, origin: origin, scripts: true}
	if err := chromedp.Do(ctx); err != nil { // opens the tab
		t.Fatal(err)
	}
	if err := chromedp.Listen(ctx, p.hear); err != nil {
		t.Fatal(err)
	}
	call(p, audits.Enable, cdp.Empty{})
	call(p, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	p.wide()
	t.Cleanup(p.checkFaults)
	return p
}

// call sends a command of the DevTools protocol.
func call[P, R any](p *tab, command cdp.Command[P, R], params P) R {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	r, err := chromedp.Call(ctx, command, params)
	if err != nil {
		p.Fatalf("%s: %v", command.Method, err)
	}
	return r
}

// hear records what no page may do.
func (p *tab) hear(event any) {
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if u, err := url.Parse(e.Request.URL); err != nil || !slices.Contains([]string{"data", "blob", "about"}, u.Scheme) && !p.own(e.Request.URL) {
			p.fault("a request to %.200s", e.Request.URL)
		}
	case *network.EventResponseReceived:
		if e.Type != network.ResourceTypeDocument && e.Response.Status >= 400 {
			p.fault("%s is answered %d", e.Response.URL, e.Response.Status)
		}
		if e.Type == network.ResourceTypeDocument && strings.HasPrefix(e.Response.URL, p.origin) && strings.HasPrefix(p.origin, "http") {
			p.hearHeader(e.Response)
		}
	case *runtime.EventExceptionThrown:
		p.fault("%v", e.ExceptionDetails)
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
			args, _ := json.Marshal(e.Args)
			p.fault("the console says %s: %s", e.Type, args)
		}
	case *log.EventEntryAdded:
		// The statuses of answers are checked above.
		if e.Entry.Source != log.EntrySourceNetwork && (e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning) {
			p.fault("the browser says: %s", e.Entry.Text)
		}
	case *audits.EventIssueAdded:
		if e.Issue.Code == audits.InspectorIssueCodeContentSecurityPolicyIssue {
			p.fault("against the content security policy: %+v", e.Issue.Details.ContentSecurityPolicyIssueDetails)
		}
	}
}

// protections are header fields that every page must have, and what they must contain.
var protections = map[string]string{
	"content-security-policy": "frame-ancestors 'none'",
	"x-content-type-options":  "nosniff",
	"referrer-policy":         "same-origin",
	"cache-control":           "no-store",
}

// hearHeader checks that a page has the protections, and that its policy allows no
// foreign or inline script.
func (p *tab) hearHeader(r *network.Response) {
	got := map[string]string{}
	for name, value := range r.Headers {
		got[strings.ToLower(name)] = fmt.Sprint(value)
	}
	for name, want := range protections {
		if !strings.Contains(got[name], want) {
			p.fault("%s has the field %s: %q, want %q", r.URL, name, got[name], want)
		}
	}
	if policy := got["content-security-policy"]; strings.Contains(policy, "unsafe") || !strings.Contains(policy, "default-src 'none'") {
		p.fault("%s has the policy %q", r.URL, policy)
	}
}

// own reports whether the page may load from the origin of an address.
func (p *tab) own(address string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, origin := range append(p.allowed, p.origin) {
		if rest, found := strings.CutPrefix(address, origin); found && (rest == "" || strings.ContainsAny(rest[:1], "/#")) {
			return true
		}
	}
	return false
}

// allow lets the visitor go to another origin too.
func (p *tab) allow(origin string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.allowed = append(p.allowed, origin)
}

func (p *tab) fault(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faults = append(p.faults, fmt.Sprintf(format, args...))
}

func (p *tab) checkFaults() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, f := range p.faults {
		p.Errorf("a page of %s: %s", p.origin, f)
	}
}

// do runs steps that stay on the page.
func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.Fatalf("%v, at %s", err, p.where())
	}
}

// load runs steps that lead to another page, waits for that page, and returns the
// status of its answer.
func (p *tab) load(steps ...chromedp.Action[chromedp.Void]) int {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	response, err := chromedp.RunResponse(ctx, steps...)
	if err != nil {
		p.Fatalf("%v, at %s", err, p.where())
	}
	if response == nil {
		p.Fatalf("nothing was loaded, at %s", p.where())
	}
	return int(response.Status)
}

// open goes to a path of the server, and returns the status of the answer.
func (p *tab) open(path string) int {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	response, err := chromedp.Run(ctx, chromedp.NavigateResponse(p.origin+path))
	if err != nil {
		p.Fatalf("opening %s: %v", path, err)
	}
	return int(response.Status)
}

// submit sends the form that sel selects, by its button, and returns the status of the answer.
func (p *tab) submit(sel string) int {
	p.Helper()
	return p.load(click(sel + " [type=submit], " + sel + " button:not([type])"))
}

// click returns a step that clicks what sel selects, as soon as it can be seen.
func click(sel string) chromedp.Action[chromedp.Void] {
	return chromedp.Click(chromedp.CSS(sel), chromedp.NodeVisible)
}

// write returns a step that types text into a field.
func write(sel, text string) chromedp.Action[chromedp.Void] {
	return chromedp.SendKeys(chromedp.CSS(sel), text, chromedp.NodeVisible)
}

// hover moves the pointer onto what sel selects.
func (p *tab) hover(sel string) {
	p.Helper()
	p.point(p.middle(sel))
}

// point moves the pointer to a place in the window.
func (p *tab) point(x, y float64) {
	p.Helper()
	call(p, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: x, Y: y})
}

// middle scrolls an element into view, and returns where its middle is in the window.
func (p *tab) middle(sel string) (x, y float64) {
	p.Helper()
	p.do(chromedp.ScrollIntoView(chromedp.CSS(sel), chromedp.NodeVisible))
	at := eval[[2]float64](p, fmt.Sprintf(`(() => {
		const r = document.querySelector(%q).getBoundingClientRect();
		return [r.x + r.width / 2, r.y + r.height / 2];
	})()`, sel))
	return at[0], at[1]
}

// eval returns the value of an expression in the page.
func eval[T any](p *tab, expression string) T {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.Fatalf("%v, evaluating %.200s at %s", err, expression, p.where())
	}
	return v
}

// await waits until an expression is true.
func (p *tab) await(expression string) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	for again := time.NewTicker(10 * time.Millisecond); ; {
		// While one document replaces another, there is nothing to evaluate in.
		if v, err := chromedp.Run(ctx, chromedp.Evaluate[bool](expression)); err == nil && v {
			return
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			p.Fatalf("it never becomes true that %s, at %s", expression, p.where())
		}
	}
}

// has reports whether sel selects anything on the page.
func (p *tab) has(sel string) bool {
	p.Helper()
	return eval[bool](p, fmt.Sprintf(`document.querySelector(%q) !== null`, sel))
}

// text returns the text of the first element that sel selects.
func (p *tab) text(sel string) string {
	p.Helper()
	return strings.TrimSpace(eval[string](p, fmt.Sprintf(`document.querySelector(%q)?.innerText ?? "nothing is "+%[1]q`, sel)))
}

// texts returns the texts of all elements that sel selects.
func (p *tab) texts(sel string) []string {
	p.Helper()
	return eval[[]string](p, fmt.Sprintf(`[...document.querySelectorAll(%q)].map(e => e.innerText.trim())`, sel))
}

// where returns the page's path and the beginning of its text, for messages.
func (p *tab) where() string {
	ctx, cancel := context.WithTimeout(p.ctx, 5*time.Second)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](`location.pathname + ": " + document.body.innerText.slice(0, 2000)`))
	if err != nil {
		return err.Error()
	}
	return text
}

// path returns the path of the page.
func (p *tab) path() string {
	p.Helper()
	return eval[string](p, `location.pathname`)
}

// withoutScript disables scripts in the pages that are opened from now on.
func (p *tab) withoutScript() {
	p.Helper()
	p.scripts = false
	call(p, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
}
