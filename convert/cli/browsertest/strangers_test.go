package browsertest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"lineitem/convert/cli/clitest"
	"lineitem/quota"
	"lineitem/quota/operator"
)

const (
	sessionCookie = "__Host-lineitem"
	holderSecret  = "correct horse battery"
)

// signedUp makes an account with a password, and returns a session of its holder.
func signedUp(t testing.TB, admin *quota.Admin, n quota.NewAccount) (session string) {
	t.Helper()
	if _, err := admin.AddAccount(t.Context(), n); err != nil {
		t.Fatal(err)
	}
	token, _, err := admin.Invite(t.Context(), n.ID, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	if session, err = admin.AcceptInvite(t.Context(), token, holderSecret); err != nil {
		t.Fatal(err)
	}
	return session
}

// posting is a form that is sent to a page, or without a contentType a request for a page.
type posting struct {
	path        string
	contentType string
	body        string
}

func form(path string, values ...string) posting {
	f := url.Values{}
	for i := 0; i < len(values); i += 2 {
		f.Set(values[i], values[i+1])
	}
	return posting{path, "application/x-www-form-urlencoded", f.Encode()}
}

func fileForm(t testing.TB, path, field, file string) posting {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, _ := w.CreateFormFile(field, "file")
	part.Write(data)
	w.Close()
	return posting{path, w.FormDataContentType(), b.String()}
}

// post sends the form as a browser does, with a session, if any, and with
// further header fields. It returns the answer and its body.
func (f posting) post(t testing.TB, server *clitest.Process, session string, header ...string) (*http.Response, string) {
	t.Helper()
	method := "POST"
	if f.contentType == "" {
		method = "GET"
	}
	r, err := http.NewRequestWithContext(t.Context(), method, server.URL+f.path, strings.NewReader(f.body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "text/html")
	if f.contentType != "" {
		r.Header.Set("Content-Type", f.contentType)
	}
	if session != "" {
		r.AddCookie(&http.Cookie{Name: sessionCookie, Value: session})
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	response, err := http.DefaultTransport.RoundTrip(r) // redirections are not followed
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(text)
}

// sessionIn returns the session that an answer begins, or "".
func sessionIn(response *http.Response) string {
	for _, c := range response.Cookies() {
		if c.Name == sessionCookie && c.MaxAge >= 0 {
			return c.Value
		}
	}
	return ""
}

// Nobody else can do what a holder can do on the pages: not somebody who is not
// signed in any more or never was, who makes up a session, whose site sends a form from
// the holder's browser, or who is signed in to another account.
func TestStrangersChangeNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server")
	}
	data := t.TempDir()
	admin, end := clitest.NewAdmin(t, data)
	holder := signedUp(t, admin, quota.NewAccount{ID: "acme", Credits: 10, Limits: clitest.Unlimited})
	rival := signedUp(t, admin, quota.NewAccount{ID: "rival", Credits: 10, Limits: clitest.Unlimited})
	_, key, err := admin.NewKey(t.Context(), "acme", "first")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := admin.SetMapper(t.Context(), "acme", clitest.Mapper(t, "world")); err != nil {
		t.Fatal(err)
	}
	stale, err := admin.SignIn(t.Context(), "acme", holderSecret)
	if err == nil {
		err = admin.SignOut(t.Context(), stale)
	}
	if err != nil {
		t.Fatal(err)
	}
	end()
	server := clitest.Start(t, data)
	client, err := operator.Dial(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	// state returns everything that the holder could change.
	state := func() string {
		t.Helper()
		status, err := client.Account(t.Context(), "acme")
		if err != nil {
			t.Fatal(err)
		}
		for i := range status.Windows {
			status.Windows[i].Reset = 0
		}
		text, err := json.Marshal(status)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}

	ofKey := "/account/keys/" + key.ID
	doings := []posting{
		form("/account/keys", "name", "second"),
		form(ofKey+"/rotate", "grace", "24h"),
		form(ofKey + "/revoke"),
		fileForm(t, "/account/mapper", "mapper", clitest.Testdata("mapper", "pass.wasm")),
		form("/account/mapper/remove"),
		fileForm(t, "/try", "file", clitest.SampleOrder()),
		form("/account/password", "old", holderSecret, "password", "another long secret", "repeat", "another long secret"),
		form("/sign-out-everywhere"),
	}
	_, secret, _ := strings.Cut(rival, ".")
	before := state()
	for _, stranger := range []struct {
		name    string
		session string
		header  []string
		want    int
	}{
		{"who is not signed in", "", nil, http.StatusSeeOther},
		{"who signed out", stale, nil, http.StatusSeeOther},
		{"who writes the account into another session", base64.RawURLEncoding.EncodeToString([]byte("acme")) + "." + secret, nil, http.StatusSeeOther},
		{"another site's page", holder, []string{"Sec-Fetch-Site", "cross-site"}, http.StatusForbidden},
		{"a page beside the service", holder, []string{"Sec-Fetch-Site", "same-site"}, http.StatusForbidden},
		{"another site's page in an old browser", holder, []string{"Origin", "https://evil.example"}, http.StatusForbidden},
	} {
		for _, doing := range doings {
			response, text := doing.post(t, server, stranger.session, stranger.header...)
			if response.StatusCode != stranger.want {
				t.Errorf("%s sends %s and is answered %d %.300s, want %d", stranger.name, doing.path, response.StatusCode, text, stranger.want)
			}
			if to := response.Header.Get("Location"); stranger.want == http.StatusSeeOther && to != "/sign-in" {
				t.Errorf("%s sends %s and is led to %q, want /sign-in", stranger.name, doing.path, to)
			}
			if s := sessionIn(response); s != "" {
				t.Errorf("%s sends %s and is signed in", stranger.name, doing.path)
			}
		}
		for _, path := range []string{"/account", "/try"} {
			if stranger.want != http.StatusSeeOther {
				continue // reading is harmless: browsers do not show the answer to the other site
			}
			response, text := posting{path: path}.post(t, server, stranger.session)
			if response.StatusCode != http.StatusSeeOther || strings.Contains(text, "acme") {
				t.Errorf("%s opens %s and is answered %d %.300s, want %d", stranger.name, path, response.StatusCode, text, http.StatusSeeOther)
			}
		}
		if after := state(); after != before {
			t.Fatalf("after %s the account is %s, want %s", stranger.name, after, before)
		}
	}

	// Another account's holder does all this only to their own account, and finds no key
	// of this one.
	for _, doing := range doings[:6] {
		want := http.StatusNotFound
		if !strings.HasPrefix(doing.path, ofKey) {
			want = 0
		}
		response, text := doing.post(t, server, rival)
		if to := response.Header.Get("Location"); strings.Contains(to, "/outcome/") {
			response, text = posting{path: to}.post(t, server, rival)
		}
		if want != 0 && response.StatusCode != want || response.StatusCode >= 500 {
			t.Errorf("another account's holder sends %s and is answered %d %.300s, want %d", doing.path, response.StatusCode, text, want)
		}
	}
	if after := state(); after != before {
		t.Fatalf("after another account's holder the account is %s, want %s", after, before)
	}

	// The holder can do each of these things.
	for _, doing := range doings {
		before := state()
		response, text := doing.post(t, server, holder, "Sec-Fetch-Site", "same-origin")
		if response.StatusCode >= 400 || response.Header.Get("Location") == "/sign-in" && doing.path != "/sign-out-everywhere" {
			t.Errorf("the holder sends %s and is answered %d %.2000s", doing.path, response.StatusCode, text)
		}
		if s := sessionIn(response); s != "" {
			holder = s
		} else if doing.path == "/account/password" {
			t.Error("the holder's session goes on after the password was changed")
		}
		if doing.path != "/account/password" && state() == before {
			t.Errorf("the holder sends %s, and nothing changes: %.2000s", doing.path, text)
		}
	}
	if response, _ := (posting{path: "/account"}).post(t, server, holder); response.StatusCode != http.StatusSeeOther {
		t.Errorf("after signing out everywhere the account page is answered %d, want %d", response.StatusCode, http.StatusSeeOther)
	}
}

// An invitation works only once, and only as it was made.
func TestInvitationWorksOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server")
	}
	data := t.TempDir()
	admin, end := clitest.NewAdmin(t, data)
	for _, id := range []string{"acme", "rival"} {
		if _, err := admin.AddAccount(t.Context(), quota.NewAccount{ID: id}); err != nil {
			t.Fatal(err)
		}
	}
	end()
	server := clitest.Start(t, data)
	invite := func(account string) (path string) {
		t.Helper()
		link := strings.TrimSpace(string(clitest.Output(t, "account", "invite", account, "--data="+data)))
		path, found := strings.CutPrefix(link, server.URL)
		if !found {
			t.Fatalf("the invitation is %s, want an address at %s", link, server.URL)
		}
		return path
	}
	replaced, valid, other := invite("acme"), invite("acme"), invite("rival")
	_, secret, _ := strings.Cut(other, ".")
	account, _, _ := strings.Cut(valid, ".")
	password := func(path string) posting { return form(path, "password", holderSecret, "repeat", holderSecret) }
	refused := func(what, path string) {
		t.Helper()
		for _, p := range []posting{{path: path}, password(path)} {
			if response, text := p.post(t, server, ""); response.StatusCode < 400 || response.StatusCode >= 500 || sessionIn(response) != "" {
				t.Errorf("%s is answered %d %.300s, want a refusal", what, response.StatusCode, text)
			}
		}
	}
	refused("an invitation that another replaced", replaced)
	refused("an invitation with another account's token", account+"."+secret)
	refused("an invitation that nobody made", "/invite/x")
	if response, text := form(valid, "password", "short", "repeat", "short").post(t, server, ""); response.StatusCode != http.StatusUnprocessableEntity || sessionIn(response) != "" {
		t.Errorf("a password of 5 letters is answered %d %.300s, want %d", response.StatusCode, text, http.StatusUnprocessableEntity)
	}
	response, text := password(valid).post(t, server, "")
	session := sessionIn(response)
	if response.StatusCode != http.StatusSeeOther || session == "" {
		t.Errorf("an invitation is answered %d %.300s, want %d and a session", response.StatusCode, text, http.StatusSeeOther)
	}
	refused("an invitation that was accepted", valid)
	if response, text := (posting{path: "/account"}).post(t, server, session); response.StatusCode != http.StatusOK || !strings.Contains(text, "acme") {
		t.Errorf("the account page is answered %d %.300s, want 200", response.StatusCode, text)
	}
}
