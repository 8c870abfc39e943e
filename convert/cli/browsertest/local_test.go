package browsertest

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/network"

	"lineitem/convert/cli/clitest"
	"lineitem/quota"
)

// Once the converter is loaded, text PDFs are converted in the browser without a network, with the same
// result as the endpoint's. Documents that only the service can read are refused with an explanation.
func TestConvertHereInBrowser(t *testing.T) {
	b := startBrowser(t)
	data := t.TempDir()
	admin, end := clitest.NewAdmin(t, data)
	signedUp(t, admin, quota.NewAccount{ID: "acme", Credits: 1000, Limits: clitest.Unlimited})
	key, _, err := admin.NewKey(t.Context(), "acme", "test")
	if err != nil {
		t.Fatal(err)
	}
	end()
	server := clitest.Start(t, data, "--wasm", clitest.WASI(t)+".gz")
	documents := []string{"orders/us-accounting.pdf", "orders/german-letter.pdf", "orders/us-multipage.pdf"}
	want := map[string][]byte{}
	for _, name := range documents {
		want[name] = endpoint(t, server, key, name, "application/json", "?include=evidence")
	}
	p := b.visit(t, server.URL)
	p.open("/sign-in")
	p.signIn("acme", holderSecret)
	p.expect(200, p.open("/try"))
	p.audit()
	p.do(p.drop("#local-title", documents[0]))
	p.saysHere("Load the converter first.")
	p.do(click("#local button"))
	p.saysHere("Ready. The network is no longer needed.")
	if eval[bool](p, `document.querySelector("#local button").checkVisibility()`) {
		t.Error("a converter that is loaded is still offered to be loaded")
	}

	call(p, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
		MatchedNetworkConditions: []*network.Conditions{{Offline: true}},
	})
	server.End()
	for i, name := range documents {
		if i == 1 {
			p.do(p.drop("h1", name)) // anywhere on the page
		} else {
			p.attach("#local-file", name)
		}
		var converted converted
		if err := json.Unmarshal(want[name], &converted); err != nil {
			t.Fatal(err)
		}
		p.saysHere(fmt.Sprintf("%d rows,", len(converted.Rows)))
		if got := p.download("#local a"); string(got) != string(want[name]) {
			t.Errorf("%s converted here is\n%s\nwant what the endpoint answers:\n%s", name, got, want[name])
		}
		p.checkHere(converted)
		p.clearHere()
	}
	p.audit()
	for name, says := range map[string]string{
		"pictures/us-hospital-scan.pdf": "Page 1: text that is a picture is not supported;",
		"pictures/french-clean.png":     "Reading png images is not supported;",
	} {
		p.do(p.drop("#local-title", name))
		p.saysHere(says)
		p.clearHere()
	}
	p.do(p.drop("#local-title", documents[0], documents[1]))
	p.saysHere("Drop one document at a time.")
	eval[any](p, `document.querySelector("#local").dataset.most = 1000`)
	p.do(p.drop("#local-title", documents[0]))
	p.saysHere("The document is larger than 20 MiB.")
}

// saysHere waits until the part of the page that converts in the browser says something.
func (p *tab) saysHere(want string) {
	p.Helper()
	p.await(fmt.Sprintf(`document.querySelector("#local .said").textContent.startsWith(%q)`, want))
}

// clearHere clears what that part says, so that it can be waited for again.
func (p *tab) clearHere() {
	p.Helper()
	eval[any](p, `void (document.querySelector("#local .said").textContent = "")`)
}

// checkHere compares the table that was converted in the browser with the rows of an answer.
func (p *tab) checkHere(want converted) {
	p.Helper()
	var keys []string
	for _, c := range want.Columns {
		if slices.ContainsFunc(want.Rows, func(row map[string]string) bool { return row[c.Key] != "" }) {
			keys = append(keys, c.Key)
		}
	}
	got := eval[[][]string](p, `[...document.querySelectorAll("#local tbody tr")].map(tr => [...tr.cells].map(td => td.textContent))`)
	for i, row := range want.Rows {
		var values []string
		for _, key := range keys {
			values = append(values, row[key])
		}
		if i >= len(got) || !slices.Equal(got[i], values) {
			p.Errorf("row %d of %d is shown as %q, want %q", i+1, len(got), slices.Concat(got[min(i, len(got)):min(i+1, len(got))]...), values)
		}
	}
}
