package serve

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"
)

// layouts returns how many layouts an account has.
func (s *testServer) layouts(t *testing.T, account string) int {
	t.Helper()
	a, err := s.admin.Account(t.Context(), account)
	if err != nil {
		t.Fatal(err)
	}
	return a.Layouts.Count
}

// learned teaches the layout of an order, and returns the page that reports it.
func (v *visitor) learned(t *testing.T, path, buyer string) *answer {
	t.Helper()
	form := v.get(t, path+"/correct").correction(t)
	form.Set("buyer", buyer)
	form.Set("do", "learn")
	return v.correct(t, path, form)
}

// TestLearnOnPage checks that a layout is learned from corrected rows, once even if
// the page is reloaded, and is described in words.
func TestLearnOnPage(t *testing.T) {
	s := start(t, setup{})
	v := s.holder(t, "rich")
	path := v.tryOrder(t, "2")
	used := s.used(t, "rich")
	a := v.learned(t, path, "<b>Acme</b>") // loads the page twice
	for _, part := range []string{
		"The layout is remembered: &lt;b&gt;Acme&lt;/b&gt;", "learned from 1 document.", "<li>Supplier / Vendor: “Nobody”</li>",
		"<li>Line Total in row 2: “1.00”</li>", "Only what describes the layout is kept of a document", "Corrected.",
	} {
		if a.StatusCode != 200 || !strings.Contains(a.text, part) {
			t.Errorf("learning is answered %d without %q: %s", a.StatusCode, part, a.text)
		}
	}
	if rows := a.rows(t); len(rows) != 2 || rows[1]["buyer"] != "<b>Acme</b>" {
		t.Errorf("the corrected rows are %v", rows)
	}
	a = v.learned(t, path, "Acme")
	if !strings.Contains(a.text, "The layout is refined: Acme") || !strings.Contains(a.text, "<li>It stood elsewhere</li>") || !strings.Contains(a.text, "learned from 2 documents.") {
		t.Errorf("learning once more is answered %s", a.text)
	}
	if s.layouts(t, "rich") != 1 || s.used(t, "rich") != used {
		t.Errorf("the account has %d layouts, want 1, and %d conversions more, want none", s.layouts(t, "rich"), s.used(t, "rich")-used)
	}

	// Rows that nothing can be learned from are reported, and kept in the form.
	form := v.get(t, path+"/correct").correction(t)
	for name := range form {
		if name == "po_number" || strings.HasPrefix(name, "line.desc") {
			clear(form[name])
			form[name] = make([]string, len(form[name]))
		}
	}
	form.Set("ship_via", "")
	form.Set("do", "learn")
	if a := v.correct(t, path, form); a.StatusCode < 400 || !strings.HasPrefix(a.alert(), "Nothing was remembered. ") || !strings.Contains(a.text, `id="correct"`) {
		t.Errorf("learning from no rows is answered %d %q", a.StatusCode, a.alert())
	}
	form["line.quantity"] = []string{"7", "", ""}
	form.Set("do", "use")
	if rows := v.correct(t, path, form).rows(t); len(rows) != 1 {
		t.Errorf("the rows are %v, want one", rows)
	}
}

// TestLearnFromDocumentSentAgain checks that the page asks for a document again
// that is no longer kept, or never was.
func TestLearnFromDocumentSentAgain(t *testing.T) {
	for name, tt := range map[string]struct {
		config   Config
		document string
	}{
		"after its time": {Config{ResultTime: 2 * time.Second}, "1"},
		"too large":      {Config{ResultMemory: 200 << 10}, "1" + strings.Repeat(" ", 30<<10)},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, setup{config: tt.config})
			v := s.holder(t, "rich")
			path := v.upload(t, "/try", "file", "%PDF-order "+tt.document).Header.Get("Location")
			form := v.get(t, path+"/correct").correction(t)
			form.Set("buyer", `Acme "&" Co`)
			form.Set("do", "learn")
			for tt.config.ResultTime > 0 && v.get(t, path).StatusCode != 404 {
				time.Sleep(20 * time.Millisecond)
			}
			a := v.correct(t, path, form)
			m := regexp.MustCompile(`name="rows" value="([^"]*)"`).FindStringSubmatch(a.text)
			if m == nil || s.layouts(t, "rich") != 0 {
				t.Fatalf("learning without the document = %d %s, want a form that asks for it", a.StatusCode, a.text)
			}
			if rows := a.rows(t); len(rows) != 1 {
				t.Errorf("the corrected rows are %v", rows)
			}
			contentType, body := parts("rows", html.UnescapeString(m[1]), "file", "%PDF-order "+tt.document)
			a = v.follow(t, v.request(t, "POST", "/try/learn", contentType, body))
			if a.StatusCode != 200 || !strings.Contains(a.text, `The layout is remembered: Acme &#34;&amp;&#34; Co`) || s.layouts(t, "rich") != 1 {
				t.Errorf("learning from the document sent again = %d %s", a.StatusCode, a.text)
			}
			a = v.follow(t, v.upload(t, "/try/learn", "file", "%PDF-order 1"))
			if a.StatusCode < 400 || !strings.Contains(a.alert(), "no rows") {
				t.Errorf("learning from a document without rows = %d %q", a.StatusCode, a.alert())
			}
		})
	}
}

// TestLayoutsOfAccount checks that the account's pages list layouts, show one and
// remove one, for that account alone.
func TestLayoutsOfAccount(t *testing.T) {
	s := start(t, setup{})
	v := s.holder(t, "rich")
	if a := v.get(t, "/account/layouts"); !strings.Contains(a.text, `id="layouts-none"`) || !strings.Contains(v.get(t, "/account").text, "None is remembered yet") {
		t.Errorf("the layouts of an account without any: %s", a.text)
	}
	v.learned(t, v.tryOrder(t, "1"), "<b>Acme</b>")
	if a := v.get(t, "/account"); !strings.Contains(a.text, "1 layout is remembered") {
		t.Errorf("the account's page does not tell of its layout: %s", a.text)
	}
	list := v.get(t, "/account/layouts")
	m := regexp.MustCompile(`href="(/account/layouts/ly_[0-9a-f]*)">([^<]*)</a>`).FindStringSubmatch(list.text)
	if m == nil || m[2] != "&lt;b&gt;Acme&lt;/b&gt;" || !strings.Contains(list.text, "1 document<") {
		t.Fatalf("the layouts are listed as %s", list.text)
	}
	if a := v.get(t, m[1]); a.StatusCode != 200 || !strings.Contains(a.text, "What is remembered") {
		t.Errorf("the layout is shown as %d %s", a.StatusCode, a.text)
	}
	s.account(t, "other", "pro")
	other := s.holder(t, "other")
	want(t, "another account's layout", other.get(t, m[1]), 404, "")
	other.send(t, m[1]+"/remove")
	want(t, "a stranger's request for it", s.visitor().get(t, m[1]), 303, "/sign-in")
	want(t, "a layout of no name that can be", v.get(t, "/account/layouts/"+url.PathEscape("a b/c")), 404, "")
	if s.layouts(t, "rich") != 1 {
		t.Fatal("another account removed the layout")
	}
	want(t, "removing it", v.send(t, m[1]+"/remove"), 303, "/account/layouts")
	if a := v.get(t, "/account/layouts"); !strings.Contains(a.text, "The layout is removed") || s.layouts(t, "rich") != 0 {
		t.Errorf("after removing it the page says %s", a.text)
	}
	want(t, "a layout that was removed", v.get(t, m[1]), 404, "")
}
