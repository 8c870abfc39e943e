package browsertest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"lineitem/convert/testenv"
)

// axe returns the script of axe-core, which checks accessibility: the file that
// LINEITEM_AXE names, or the one that npm has installed globally, or "" if there is neither.
var axe = sync.OnceValue(func() string {
	file := os.Getenv("LINEITEM_AXE")
	if file == "" {
		root, err := exec.Command("npm", "root", "--global").Output()
		if err != nil {
			return ""
		}
		file = filepath.Join(strings.TrimSpace(string(root)), "axe-core", "axe.min.js")
	}
	script, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	return string(script)
})

// wide shows pages as a desktop screen does.
func (p *tab) wide() {
	p.Helper()
	p.do(chromedp.EmulateViewport(1280, 900))
}

// narrow shows pages as a small phone does.
func (p *tab) narrow() {
	p.Helper()
	p.do(chromedp.EmulateViewport(360, 740, chromedp.EmulateMobile))
}

// prefer sets the visitor's preferences: the colour scheme, "light" or "dark", and reduced
// motion, so that no colour is examined while it changes.
func (p *tab) prefer(scheme string) {
	p.Helper()
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme},
		{Name: "prefers-reduced-motion", Value: "reduce"},
	}})
}

// audit checks the page as it is now: that axe-core finds no fault in it, light
// or dark, on a phone or a desktop screen, and that it fits into their widths. A
// page that runs no script cannot be audited. If axe-core is missing, only the widths
// are checked, unless the tests require everything.
func (p *tab) audit() {
	p.Helper()
	if axe() == "" && testenv.RequireAll() {
		p.Fatal("axe-core is missing")
	}
	eval[any](p, `typeof axe === "undefined" && void (() => {`+axe()+`})()`)
	// Open what is folded away, so that it is checked too.
	eval[any](p, `for (const d of document.querySelectorAll("details:not([open])")) { d.dataset.folded = ""; d.open = true; }`)
	for _, show := range []struct {
		width int
		as    func()
	}{{360, p.narrow}, {1280, p.wide}} {
		show.as()
		if got := eval[int](p, `Math.max(innerWidth, document.scrollingElement.scrollWidth)`); got != show.width {
			p.Errorf("%s is %d pixels wide, want %d", p.path(), got, show.width)
		}
		if axe() == "" {
			continue
		}
		// The dark scheme differs only in its colours: these are axe-core's rules about colours.
		for scheme, rules := range map[string]string{"light": "", "dark": `, runOnly: ["color-contrast", "link-in-text-block"]`} {
			p.prefer(scheme)
			for _, v := range eval[[]string](p, `axe.run(document, {resultTypes: ["violations"]`+rules+`}).then(r =>
				r.violations.flatMap(v => v.nodes.map(n => v.id + " at " + n.target + ": " + n.failureSummary)))`) {
				p.Errorf("%s, %s and %d pixels wide: %s", p.path(), scheme, show.width, v)
			}
		}
	}
	p.prefer("light")
	eval[any](p, `for (const d of document.querySelectorAll("details[data-folded]")) d.open = false`)
}
