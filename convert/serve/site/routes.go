package site

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"github.com/julienschmidt/httprouter"

	"lineitem/quota"
)

// A visit is one request for a page, with the account that makes it.
type visit struct {
	handler *Handler
	w       http.ResponseWriter
	r       *http.Request
	params  httprouter.Params
	session string        // the cookie's token, whether or not its session exists
	account *quota.Status // nil: nobody is signed in
}

// An action answers a visit, or returns an error without having written anything.
type action func(v *visit) error

func (h *Handler) routes() {
	h.publicRoute("GET", "/", (*visit).landing)
	h.publicRoute("GET", "/sign-in", (*visit).signInForm)
	h.publicRoute("POST", "/sign-in", (*visit).signIn)
	h.publicRoute("POST", "/sign-out", (*visit).signOut)
	h.publicRoute("GET", "/invite/:token", (*visit).inviteForm)
	h.publicRoute("POST", "/invite/:token", (*visit).acceptInvite)
	if h.config.Registration {
		h.publicRoute("GET", "/register", (*visit).registerForm)
		h.publicRoute("POST", "/register", (*visit).register)
	}
	h.signedInRoute("GET", "/account", (*visit).showAccount)
	h.signedInRoute("POST", "/account/password", (*visit).changePassword)
	h.signedInRoute("POST", "/account/keys", (*visit).newKey)
	h.signedInRoute("POST", "/account/keys/:id/rotate", (*visit).rotateKey)
	h.signedInRoute("POST", "/account/keys/:id/revoke", (*visit).revokeKey)
	h.signedInRoute("POST", "/account/mapper", (*visit).setMapper)
	h.signedInRoute("GET", "/account/mapper.wasm", (*visit).sendMapper)
	h.signedInRoute("POST", "/account/mapper/remove", (*visit).removeMapper)
	h.signedInRoute("POST", "/sign-out-everywhere", (*visit).signOutEverywhere)
	h.signedInRoute("GET", "/try", (*visit).tryForm)
	h.signedInRoute("POST", "/try", (*visit).try)
	h.signedInRoute("GET", tryOutcome+":outcome", (*visit).showOutcome)
	h.signedInRoute("GET", tryOutcome+":outcome/pictures/:page", (*visit).showPicture)
	h.signedInRoute("GET", tryOutcome+":outcome/correct", (*visit).correctForm)
	h.signedInRoute("POST", tryOutcome+":outcome/correct", (*visit).correct)
	h.signedInRoute("POST", "/try/learn", (*visit).learnAgain)
	h.signedInRoute("GET", "/account/layouts", (*visit).showLayouts)
	h.signedInRoute("GET", "/account/layouts/:id", (*visit).showLayout)
	h.signedInRoute("POST", "/account/layouts/:id/remove", (*visit).removeLayout)
	h.signedInRoute("GET", accountOutcome+":outcome", (*visit).showOutcome)
	h.localRoutes()
	h.asset("/openapi.json", "application/json", h.config.OpenAPI)
	for _, a := range assets() {
		h.asset("/assets/"+a.name, a.mediaType, a.data)
	}
}

// publicRoute adds a route for everybody.
func (h *Handler) publicRoute(method, pattern string, do action) { h.handle(method, pattern, do) }

// signedInRoute adds a route for holders who are signed in; others are redirected to sign in.
func (h *Handler) signedInRoute(method, pattern string, do action) {
	h.handle(method, pattern, func(v *visit) error {
		if v.account == nil {
			why := "signed-out"
			switch {
			case pattern == "/try":
				why = wantsToTry
			case v.session == "":
				why = "first"
			}
			if v.session != "" {
				v.setCookie(sessionCookie, "", 0)
			}
			return v.redirectDone("/sign-in", why)
		}
		return do(v)
	})
}

func (h *Handler) handle(method, pattern string, do action) {
	serve := func(w http.ResponseWriter, r *http.Request, params httprouter.Params) {
		r.Pattern = pattern
		v := &visit{handler: h, w: w, r: r, params: params}
		err := v.authenticate()
		if err == nil {
			err = do(v)
		}
		if err != nil {
			v.fail(err)
		}
	}
	h.router.Handle(method, pattern, serve)
	if method == http.MethodGet {
		h.router.Handle(http.MethodHead, pattern, serve)
	}
}

// authenticate refuses forms sent from pages of other sites, and determines who is signed in.
func (v *visit) authenticate() error {
	if v.handler.crossOrigin.Check(v.r) != nil {
		return errCrossOrigin
	}
	if isPlainHTTP(v.r) {
		return errPlainHTTP
	}
	v.session = v.cookie(sessionCookie)
	if v.session == "" {
		return nil
	}
	account, err := v.handler.config.Admin.Session(v.r.Context(), v.session)
	if errors.Is(err, quota.ErrNoSession) {
		return nil
	}
	if err != nil {
		return err
	}
	v.account = account
	v.handler.config.Service.RecordAccount(v.r, account.ID)
	return nil
}

// isPlainHTTP reports whether a form was sent by a page that was loaded without TLS from
// another machine, where browsers accept none of our cookies: nobody would be signed
// in, and an invitation would be used up for nothing.
func isPlainHTTP(r *http.Request) bool {
	origin, err := url.Parse(r.Header.Get("Origin"))
	if err != nil || origin.Scheme != "http" {
		return false
	}
	host := origin.Hostname()
	addr, _ := netip.ParseAddr(host)
	return !addr.IsLoopback() && host != "localhost" && !strings.HasSuffix(host, ".localhost")
}

// maxForm bounds a form without files, in bytes. The longest password has 1 KB, and up
// to three times as much when percent-encoded.
const maxForm = 16 << 10

// form reads a form without files.
func (v *visit) form() (url.Values, error) { return v.formUpTo(maxForm) }

// formUpTo reads a form without files. It returns errBigForm if it has more than most bytes.
func (v *visit) formUpTo(most int64) (url.Values, error) {
	mediaType, _, err := mime.ParseMediaType(v.r.Header.Get("Content-Type"))
	if err != nil || mediaType != "application/x-www-form-urlencoded" {
		return nil, errBadForm
	}
	if v.r.ContentLength > most {
		return nil, errBigForm
	}
	body, err := io.ReadAll(io.LimitReader(v.r.Body, most+1))
	switch {
	case err != nil:
		return nil, errBadForm
	case int64(len(body)) > most:
		return nil, errBigForm
	}
	values, err := url.ParseQuery(string(body))
	if err != nil {
		return nil, errBadForm
	}
	return values, nil
}
