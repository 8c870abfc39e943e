// Package site serves the web pages of the service: the account page with its keys,
// usage, mapper and layouts, the pages on which a document is tried and its rows are
// corrected, and the forms to sign in and register.
//
// Pages are rendered on the server and work without script. Package quota does what
// holders do with their accounts. Documents are converted in the same way as by the
// endpoint: package serve, which mounts the pages, passes that to them as a Service.
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

// A Service does what the pages share with the endpoint, so that both do it alike.
type Service interface {
	// Convert converts the document in the part "file" of a request's body in
	// multipart/form-data, for an account and at its cost, with the mapper in the
	// part "mapper" if there is one, or else with the account's. It calls keep with the
	// conversion before charging for it. If it returns an error, nothing was charged.
	Convert(w http.ResponseWriter, r *http.Request, account string, keep func(*Conversion) error) error
	// Learn learns for an account the layout of the document in the part "file" of such a
	// body. The part "rows" has the right rows of the document in JSON: an answer of the
	// endpoint, or its array of rows. It counts as a request, and costs nothing.
	Learn(w http.ResponseWriter, r *http.Request, account string) (*Lesson, error)
	// LearnFrom is like Learn, for a document and rows that the pages already have.
	LearnFrom(w http.ResponseWriter, r *http.Request, account string, document []byte, rows []map[string]string) (*Lesson, error)
	// Hold takes memory, in bytes, for a page of an account until release is called. It
	// returns an error if there is no room.
	Hold(account string, bytes int) (release func(), err error)
	// Render renders a result in the formats that a page of an account offers for
	// download.
	Render(r *http.Request, account string, result *convert.Result) (*Conversion, error)
	// SetMapper tries the module in the part "mapper" of such a body, and makes
	// it the account's mapper.
	SetMapper(w http.ResponseWriter, r *http.Request, account string) error
	// SendMapper answers with the module that is the account's mapper.
	SendMapper(w http.ResponseWriter, r *http.Request, account string) error
	// Explain records an error for the log and in the answer's header, and returns
	// what the page is to say, or nil if the client no longer waits for it.
	Explain(w http.ResponseWriter, r *http.Request, err error) *problem.Problem
	// Refuse answers clients that are not browsers with an error.
	Refuse(w http.ResponseWriter, r *http.Request, err error)
	// RecordAccount records for the log which account makes the request.
	RecordAccount(r *http.Request, account string)
}

// A Conversion is a result and the files of it that can be downloaded.
type Conversion struct {
	Result *convert.Result // with evidence and pictures
	// Document is the document that was converted. Nothing else refers to it.
	Document []byte
	JSON     File // as the endpoint answers, without evidence
	CSV      File
	XLSX     *File // nil: there are more rows than can be answered as XLSX
}

// A Lesson is the result of learning a layout.
type Lesson struct {
	taught.Report
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
	// Registration lets anybody make an account on the plan "free".
	Registration bool
	// Proxies are the addresses of proxies whose field X-Forwarded-For is trusted.
	Proxies []netip.Prefix
	// Bytes is the size of the largest document that the service accepts.
	Bytes int
	// Landing is the body of / for visitors, and HolderLanding for those signed in.
	Landing, HolderLanding template.HTML
	// Converter is the converter as a WebAssembly module, compressed with gzip, with which
	// browsers convert documents themselves. Nil: this is not offered.
	Converter []byte
	// OpenAPI is the document at /openapi.json.
	OpenAPI []byte
	// ResultMemory bounds the results, and other outcomes of forms, that are kept so that
	// they can be loaded again, in bytes, and ResultTime how long they are kept. Zero means
	// the defaults.
	ResultMemory int64
	ResultTime   time.Duration
	// WriteTimeout is how long a client may take to read a page. Zero: no limit.
	WriteTimeout time.Duration
	// Now returns the time. Nil means time.Now.
	Now func() time.Time
}

// Handler answers requests for pages, and for all addresses that have no other
// handler.
type Handler struct {
	config      Config
	router      *httprouter.Router
	crossOrigin http.CrossOriginProtection
	byAccount   *limiter // attempts to sign in from browsers that the account does not know
	byAddress   *limiter // those attempts, and attempts to register
	bySite      *limiter // likewise
	byBrowser   *limiter // attempts in browsers in which the holder signed in before, and to change the password
	outcomes    *outcomes
	local       *local // nil: browsers cannot convert documents themselves
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
	h.router.NotFound = h.refuseUnrouted(ErrNotFound)
	h.router.MethodNotAllowed = h.refuseUnrouted(ErrMethodNotAllowed)
	return h
}

// ServeHTTP implements http.Handler. It sets r.Pattern to the route, which contains no
// secret, unlike the path, which may. r.Pattern stays empty if there is no route.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	harden(w.Header())
	h.router.ServeHTTP(w, r)
}

// harden sets the header fields of all answers, by which pages load only what comes from
// this site, run no inline script, send forms only to this site, and are never framed.
func harden(header http.Header) {
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; "+
		"form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
	header.Set("X-Content-Type-Options", "nosniff")
	// Addresses of invitations are secret. With "no-referrer", forms would be sent with
	// the origin "null", as forms on other sites' pages may be.
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
	Detail     string        // a sentence for the reader
	RetryAfter time.Duration // after how long trying again helps; 0: never
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

// refuseUnrouted returns a handler that refuses requests without a route; browsers are shown
// a page.
func (h *Handler) refuseUnrouted(err error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !WantsPage(r) {
			h.config.Service.Refuse(w, r, err)
			return
		}
		v := &visit{handler: h, w: w, r: r}
		v.authenticate() // if it fails, the page is as for a visitor who is not signed in
		v.fail(err)
	}
}

// WantsPage reports whether a request accepts HTML, as one does that a browser sends to
// show the answer.
func WantsPage(r *http.Request) bool {
	return strings.Contains(strings.Join(r.Header.Values("Accept"), ","), "text/html")
}

// Fail answers with a page about an error, for requests that do not reach ServeHTTP.
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

// failure returns what a form says about a problem. If the service is at fault, that
// includes the request's ID, which its operator needs to find the cause.
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
