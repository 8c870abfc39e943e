// Package site is what people see of the service in a browser: the account page
// with its keys, use, mapper and layouts, the pages on which a document is tried and its
// rows are corrected, and the ways to sign in.
//
// Pages are rendered here and work without script. What holders do with their
// accounts is done by package quota, and documents go the way of the endpoint:
// package serve, which mounts the pages, lends it as a Service.
package site

import (
	"cmp"
	"errors"
	"net/http"
	"net/netip"
	"strings"
	"time"

	template "github.com/DataDog/datadog-agent/pkg/template/html"
	"github.com/julienschmidt/httprouter"

	"lineitem/convert"
	"lineitem/convert/order/taught"
	"lineitem/quota"
	"lineitem/quota/problem"
)

// A Service is what the pages share with the endpoint, so that both do it alike.
type Service interface {
	// Convert converts the document in the part "file" of a request's body in
	// multipart/form-data, for an account and at its cost, by the mapper in the
	// part "mapper" where there is one, or else by the account's. It calls keep with the
	// conversion before it is charged for. After an error nothing was charged.
	Convert(w http.ResponseWriter, r *http.Request, account string, keep func(*Conversion) error) error
	// Learn learns for an account the layout of the document in the part "file" of such a
	// body, of which the rows in the part "rows" are right: JSON, as the endpoint answers or
	// the array of its rows. It counts as a request, and costs nothing.
	Learn(w http.ResponseWriter, r *http.Request, account string) (*Lesson, error)
	// LearnFrom is Learn of a document that the pages have at hand.
	LearnFrom(w http.ResponseWriter, r *http.Request, account string, document []byte, rows []map[string]string) (*Lesson, error)
	// Hold takes memory, bytes, for a page of an account until release is called. The error
	// says that there is none just now.
	Hold(account string, bytes int) (release func(), err error)
	// Render renders a result in each way in which the endpoint answers, for a page of an
	// account.
	Render(r *http.Request, account string, result *convert.Result) (*Conversion, error)
	// SetMapper tries the module in the part "mapper" of such a body, and makes
	// it the account's mapper.
	SetMapper(w http.ResponseWriter, r *http.Request, account string) error
	// SendMapper answers with the module that is the account's mapper.
	SendMapper(w http.ResponseWriter, r *http.Request, account string) error
	// Explain tells the log and the answer's header about an error, and returns
	// what the page is to say, nil when nobody waits for it any more.
	Explain(w http.ResponseWriter, r *http.Request, err error) *problem.Problem
	// Refuse answers clients that are no browsers with an error.
	Refuse(w http.ResponseWriter, r *http.Request, err error)
	// Enter tells the log whose request it is.
	Enter(r *http.Request, account string)
}

// A Conversion is a result and what can be downloaded of it.
type Conversion struct {
	Result *convert.Result // with evidence and pictures
	// Document is the document that was converted. Nothing else refers to it.
	Document []byte
	JSON     File // as the endpoint answers
	CSV      File
	XLSX     *File // nil: more rows than are answered as XLSX
}

// A Lesson is what was remembered of a layout.
type Lesson struct {
	taught.Told
	Refined bool // whether the layout was known before
}

// A File is one download.
type File struct {
	Name      string
	MediaType string
	Data      []byte
}

// Config configures the pages.
type Config struct {
	Service Service      // required
	Admin   *quota.Admin // required
	// URL is the service's public address without a solidus at its end, for links
	// and examples: https://orders.example
	URL string
	// Registration lets anybody make an account on plan free.
	Registration bool
	// Proxies are the addresses of proxies whose field X-Forwarded-For is believed.
	Proxies []netip.Prefix
	// Bytes is the largest document that the service takes.
	Bytes int
	// Landing is the body of / for visitors, and HolderLanding for those signed in.
	Landing, HolderLanding template.HTML
	// Converter is the converter as a WebAssembly module, compressed with gzip, by which
	// browsers convert documents themselves. Nil: they are not offered to.
	Converter []byte
	// OpenAPI is the document at /openapi.json.
	OpenAPI []byte
	// ResultMemory bounds the results, and other outcomes of forms, that are kept to
	// be loaded again, in bytes, and ResultTime how long. Zero means the defaults.
	ResultMemory int64
	ResultTime   time.Duration
	// WriteTimeout is how long a client may take to read a page. Zero: no limit.
	WriteTimeout time.Duration
	// Now returns the time. Nil means time.Now.
	Now func() time.Time
}

// Handler answers requests for pages, and for all addresses that are nothing
// else's.
type Handler struct {
	config    Config
	router    *httprouter.Router
	forgery   http.CrossOriginProtection
	byAccount *limiter // attempts of strangers to sign in
	byAddress *limiter // those, and to register
	bySite    *limiter // likewise
	byBrowser *limiter // attempts in browsers where the holder signed in before
	outcomes  *outcomes
	local     *local // nil where browsers cannot convert documents themselves
}

// New makes a Handler.
func New(c Config) *Handler {
	if c.Now == nil {
		c.Now = time.Now
	}
	c.ResultMemory = cmp.Or(c.ResultMemory, DefaultResultMemory)
	c.ResultTime = cmp.Or(c.ResultTime, DefaultResultTime)
	h := &Handler{
		config: c, router: httprouter.New(),
		byAccount: newLimiter(attemptsByAccount, attemptsPeriod, c.Now()),
		byAddress: newLimiter(attemptsByAddress, attemptsPeriod, c.Now()),
		bySite:    newLimiter(attemptsBySite, attemptsPeriod, c.Now()),
		byBrowser: newLimiter(attemptsByBrowser, attemptsPeriod, c.Now()),
		outcomes:  newOutcomes(c.ResultMemory, c.ResultTime),
	}
	h.router.RedirectTrailingSlash = false
	h.router.RedirectFixedPath = false
	h.routes()
	h.router.NotFound = h.elsewhere(ErrNotFound)
	h.router.MethodNotAllowed = h.elsewhere(ErrMethodNotAllowed)
	return h
}

// ServeHTTP implements http.Handler. It sets r.Pattern to the route, which has no
// secret in it as the path may; it stays empty where there is none.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	harden(w.Header())
	h.router.ServeHTTP(w, r)
}

// harden sets the header fields of all answers: pages load what comes from here,
// run no inline script, send forms only here, and are never framed.
func harden(header http.Header) {
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; "+
		"form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
	header.Set("X-Content-Type-Options", "nosniff")
	// Addresses of invitations are secret. With no-referrer forms would be sent from
	// the origin "null", as those of other sites' pages may be.
	header.Set("Referrer-Policy", "same-origin")
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
	header.Set("Cache-Control", "no-store")
}

// An Error is a request that the pages refuse.
type Error struct {
	Status     int
	Code       string        // as in a problem's body
	Detail     string        // a sentence for who reads it
	RetryAfter time.Duration // when trying again helps; 0: never
}

func (e *Error) Error() string { return e.Code + ": " + e.Detail }

// Errors of addresses.
var (
	ErrNotFound         = &Error{Status: http.StatusNotFound, Code: "not_found", Detail: "This address does not exist."}
	ErrMethodNotAllowed = &Error{
		Status: http.StatusMethodNotAllowed, Code: "method_not_allowed", Detail: "This address does not support this method; see the Allow field.",
	}
)

var (
	errCrossOrigin = &Error{
		Status: http.StatusForbidden, Code: "cross_origin",
		Detail: "The request came from a page of another site. Open the page on this site and try again.",
	}
	errBadForm = &Error{Status: http.StatusBadRequest, Code: "bad_request", Detail: "The form is not well formed. Load the page again."}
	errBusy    = &Error{
		Status: http.StatusServiceUnavailable, Code: "busy", RetryAfter: 2 * time.Second,
		Detail: "Too many people are signing in at the moment. Try again in a few seconds.",
	}
	errPlainHTTP = &Error{
		Status: http.StatusBadRequest, Code: "bad_request",
		Detail: "This page was loaded over plain HTTP, where browsers do not keep you signed in. Open its https address.",
	}
	errBigForm = &Error{Status: http.StatusRequestEntityTooLarge, Code: "bad_request", Detail: "The form is too large."}
)

// elsewhere refuses what has no route: browsers are shown a page.
func (h *Handler) elsewhere(err error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !WantsPage(r) {
			h.config.Service.Refuse(w, r, err)
			return
		}
		v := &visit{handler: h, w: w, r: r}
		v.enter() // if it fails, the page is that of a stranger
		v.fail(err)
	}
}

// WantsPage reports whether a request was sent by a browser that shows the answer.
func WantsPage(r *http.Request) bool {
	return strings.Contains(strings.Join(r.Header.Values("Accept"), ","), "text/html")
}

// Fail answers with a page about an error, for requests that do not get as far as
// ServeHTTP.
func (h *Handler) Fail(w http.ResponseWriter, r *http.Request, err error) {
	harden(w.Header())
	v := &visit{handler: h, w: w, r: r}
	v.fail(err)
}

func (v *visit) fail(err error) {
	switch {
	case errors.Is(err, quota.ErrNotFound): // a key of another account, or none
		err = ErrNotFound
	case errors.Is(err, quota.ErrBusy):
		err = errBusy
	}
	p := v.handler.config.Service.Explain(v.w, v.r, err)
	if p == nil {
		return
	}
	if err := v.show(p.Status, "error", p.Title, p); err != nil {
		http.Error(v.w, p.Detail, p.Status)
	}
}

// failure is what a form says about an error of the service. Where it is at fault,
// its operator is asked, and the id tells which request it was.
func failure(p *problem.Problem) string {
	if p.Status >= http.StatusInternalServerError {
		return p.Detail + " The id is " + p.RequestID + "."
	}
	return p.Detail
}

// fieldError is an error in one field of a form.
type fieldError struct {
	field  string
	detail string
}

func (e *fieldError) Error() string { return e.field + ": " + e.detail }
