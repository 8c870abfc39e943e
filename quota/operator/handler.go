package operator

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/julienschmidt/httprouter"

	"lineitem/quota"
)

// Config configures a Handler.
type Config struct {
	Admin *quota.Admin // required
	Log   *slog.Logger // nil: nothing is logged
	// Token is the token that requests must carry as "Authorization: Bearer TOKEN".
	// Empty means that whoever reaches the handler is the operator.
	Token string
	// CheckMapper returns nil if a module can be used as a mapper, and otherwise
	// an error that says why not: a *quota.ArgumentError if that is the module's
	// fault. If CheckMapper is nil, modules are not checked.
	CheckMapper func(ctx context.Context, module []byte) error
	// Module is the largest size of a module, in bytes. Zero means 16 MiB.
	Module int64
	// Backup writes a backup of all accounts, and returns an error if the backup
	// is incomplete. Nil means that the handler offers no backup.
	Backup func(ctx context.Context, w io.Writer) error
	// URL is the service's public address, such as https://orders.example, to
	// which the links of invitations lead. Empty means that invitations have no link.
	URL string
}

// Handler answers an operator's requests.
type Handler struct {
	admin  *quota.Admin
	log    *slog.Logger
	token  *[sha256.Size]byte // the token's hash; nil: no token is required
	router *httprouter.Router

	checkMapper func(ctx context.Context, module []byte) error
	module      int64
	url         string
	backup      func(ctx context.Context, w io.Writer) error
}

// NewHandler returns a handler with a configuration.
func NewHandler(c Config) *Handler {
	h := &Handler{admin: c.Admin, log: c.Log, router: httprouter.New(), checkMapper: c.CheckMapper, module: c.Module, url: c.URL}
	if h.module == 0 {
		h.module = defaultModule
	}
	if h.log == nil {
		h.log = slog.New(slog.DiscardHandler)
	}
	if c.Token != "" {
		sum := sha256.Sum256([]byte(c.Token))
		h.token = &sum
	}
	// Redirects would lose bodies, and the part of a path that is an ID must not be cleaned.
	h.router.RedirectTrailingSlash = false
	h.router.RedirectFixedPath = false
	for _, route := range []struct {
		method, path string
		answer       func(w http.ResponseWriter, r *http.Request, p params) error
	}{
		{"POST", "/v1/accounts", h.addAccount},
		{"GET", "/v1/accounts", h.accounts},
		{"GET", "/v1/accounts/:account", h.account},
		{"DELETE", "/v1/accounts/:account", h.removeAccount},
		{"PUT", "/v1/accounts/:account/plan", h.setPlan},
		{"PUT", "/v1/accounts/:account/limits", h.setLimits},
		{"POST", "/v1/accounts/:account/credits", h.addCredits},
		{"GET", "/v1/accounts/:account/ledger", h.ledger},
		{"GET", "/v1/accounts/:account/audit", h.audit},
		{"GET", "/v1/audit", h.auditAll},
		{"GET", "/v1/accounts/:account/keys", h.keys},
		{"POST", "/v1/accounts/:account/keys", h.newKey},
		{"DELETE", "/v1/accounts/:account/keys/:key", h.revokeKey},
		{"POST", "/v1/accounts/:account/keys/:key/rotate", h.rotateKey},
		{"PUT", "/v1/accounts/:account/mapper", h.setMapper},
		{"DELETE", "/v1/accounts/:account/mapper", h.removeMapper},
		{"POST", "/v1/accounts/:account/invite", h.invite},
		{"DELETE", "/v1/accounts/:account/sessions", h.signOut},
	} {
		h.router.Handle(route.method, route.path, func(w http.ResponseWriter, r *http.Request, p httprouter.Params) {
			if err := route.answer(w, r, params{p.ByName("account"), p.ByName("key")}); err != nil {
				h.fail(w, r, err)
			}
		})
	}
	if c.Backup != nil {
		h.backup = c.Backup
		h.router.GET("/v1/backup", func(w http.ResponseWriter, r *http.Request, _ httprouter.Params) { h.writeBackup(w, r) })
	}
	h.router.NotFound = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.fail(w, r, errNoRoute) })
	h.router.MethodNotAllowed = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.fail(w, r, errMethod) })
	return h
}

// params are the variable parts of a path.
type params struct{ account, key string }

type requestIDKey struct{}

// ServeHTTP implements http.Handler: it gives the request an ID, checks the token, and
// logs the request: at level debug if it is a GET that is answered 200, else at level info.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	began := time.Now()
	var random [8]byte
	rand.Read(random[:]) // never fails
	id := hex.EncodeToString(random[:])
	w.Header().Set("X-Request-Id", id)
	w.Header().Set("Cache-Control", "no-store")
	r = r.WithContext(context.WithValue(r.Context(), requestIDKey{}, id))
	recorder := &statusRecorder{ResponseWriter: w, status: http.StatusOK}
	path := ""
	defer func() {
		p := recover()
		if p == http.ErrAbortHandler {
			panic(p)
		}
		if p != nil {
			h.log.Error("panic", "id", id, "stack", string(debug.Stack()))
			if !recorder.began {
				h.fail(recorder, r, errPanic)
			}
		}
		level := slog.LevelInfo
		if r.Method == http.MethodGet && recorder.status == http.StatusOK {
			level = slog.LevelDebug
		}
		h.log.LogAttrs(context.WithoutCancel(r.Context()), level, "operator request",
			slog.String("id", id), slog.String("method", r.Method), slog.String("path", path),
			slog.Int("status", recorder.status), slog.Float64("ms", float64(time.Since(began).Microseconds())/1000))
	}()
	if err := h.authorize(r); err != nil {
		w.Header().Set("WWW-Authenticate", `Bearer realm="lineitem operator"`)
		h.fail(recorder, r, err)
		return
	}
	path = r.URL.Path // not logged before: without the token it may be anything
	h.router.ServeHTTP(recorder, r)
}

// authorize checks the request's token. It compares hashes, so that the time that this
// takes reveals nothing about the token.
func (h *Handler) authorize(r *http.Request) error {
	if h.token == nil {
		return nil
	}
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	token = strings.Trim(token, " ")
	if !strings.EqualFold(scheme, "Bearer") || token == "" {
		return errMissingToken
	}
	sum := sha256.Sum256([]byte(token))
	if subtle.ConstantTimeCompare(sum[:], h.token[:]) != 1 {
		return errInvalidToken
	}
	return nil
}

// fail answers a request with the problem for err.
func (h *Handler) fail(w http.ResponseWriter, r *http.Request, err error) {
	id, _ := r.Context().Value(requestIDKey{}).(string)
	p := problemOf(err, id)
	if p.Status >= http.StatusInternalServerError && r.Context().Err() == nil { // otherwise the client is gone, or the service is ending
		h.log.Error("an operator's request failed", "id", id, "error", err)
	}
	p.Write(w)
}

func (h *Handler) addAccount(w http.ResponseWriter, r *http.Request, _ params) error {
	body, err := readBody[quota.NewAccount](w, r)
	if err != nil {
		return err
	}
	status, err := h.admin.AddAccount(r.Context(), body)
	return answer(w, http.StatusCreated, status, err)
}

func (h *Handler) accounts(w http.ResponseWriter, r *http.Request, _ params) error {
	switch text := r.URL.Query().Get("removed"); text {
	case "", "false":
		return stream(w, h.admin.Accounts(r.Context()))
	case "true":
		return stream(w, h.admin.RemovedAccounts(r.Context()))
	default:
		return &bodyError{`the query's "removed" is neither true nor false`}
	}
}

func (h *Handler) account(w http.ResponseWriter, r *http.Request, p params) error {
	status, err := h.admin.Account(r.Context(), p.account)
	return answer(w, http.StatusOK, status, err)
}

func (h *Handler) removeAccount(w http.ResponseWriter, r *http.Request, p params) error {
	return done(w, h.admin.RemoveAccount(r.Context(), p.account))
}

func (h *Handler) setPlan(w http.ResponseWriter, r *http.Request, p params) error {
	body, err := readBody[planBody](w, r)
	if err != nil {
		return err
	}
	status, err := h.admin.SetPlan(r.Context(), p.account, body.Plan, body.Start)
	return answer(w, http.StatusOK, status, err)
}

func (h *Handler) setLimits(w http.ResponseWriter, r *http.Request, p params) error {
	body, err := readBody[quota.Limits](w, r)
	if err != nil {
		return err
	}
	status, err := h.admin.SetLimits(r.Context(), p.account, body)
	return answer(w, http.StatusOK, status, err)
}

func (h *Handler) addCredits(w http.ResponseWriter, r *http.Request, p params) error {
	id := r.Header.Get("Idempotency-Key")
	if id == "" {
		return errNoIdempotency
	}
	body, err := readBody[creditsBody](w, r)
	if err != nil {
		return err
	}
	status, err := h.admin.AddCredits(r.Context(), p.account, body.Amount, id, body.Note)
	return answer(w, http.StatusOK, status, err)
}

func (h *Handler) ledger(w http.ResponseWriter, r *http.Request, p params) error {
	var after uint64
	if text := r.URL.Query().Get("after"); text != "" {
		var err error
		if after, err = strconv.ParseUint(text, 10, 64); err != nil {
			return &bodyError{`the query's "after" is not the number of an entry`}
		}
	}
	return stream(w, h.admin.Ledger(r.Context(), p.account, after))
}

func (h *Handler) audit(w http.ResponseWriter, r *http.Request, p params) error {
	report, err := h.admin.Audit(r.Context(), p.account)
	return answer(w, http.StatusOK, report, err)
}

func (h *Handler) auditAll(w http.ResponseWriter, r *http.Request, _ params) error {
	return stream(w, h.admin.AuditAll(r.Context()))
}

func (h *Handler) keys(w http.ResponseWriter, r *http.Request, p params) error {
	status, err := h.admin.Account(r.Context(), p.account)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, keysBody{status.Keys}, nil)
}

func (h *Handler) newKey(w http.ResponseWriter, r *http.Request, p params) error {
	body, err := readBody[keyBody](w, r)
	if err != nil {
		return err
	}
	secret, info, err := h.admin.NewKey(r.Context(), p.account, body.Name)
	return answer(w, http.StatusCreated, NewKey{secret, info}, err)
}

func (h *Handler) revokeKey(w http.ResponseWriter, r *http.Request, p params) error {
	return done(w, h.admin.RevokeKey(r.Context(), p.account, p.key))
}

func (h *Handler) rotateKey(w http.ResponseWriter, r *http.Request, p params) error {
	body, err := readBody[rotateBody](w, r)
	if err != nil {
		return err
	}
	grace, err := body.grace()
	if err != nil {
		return err
	}
	secret, info, err := h.admin.RotateKey(r.Context(), p.account, p.key, grace)
	return answer(w, http.StatusCreated, NewKey{secret, info}, err)
}

// setMapper gives an account a new mapper if the mapper can be used; otherwise the
// account keeps the one that it has.
func (h *Handler) setMapper(w http.ResponseWriter, r *http.Request, p params) error {
	if _, err := h.admin.Account(r.Context(), p.account); err != nil {
		return err
	}
	module, err := io.ReadAll(http.MaxBytesReader(w, r.Body, h.module))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return err
	} else if err != nil {
		return &bodyError{"the module was not received completely"}
	}
	// What follows may take longer than the deadline for receiving a body. The call
	// fails only with test recorders.
	http.NewResponseController(w).SetReadDeadline(time.Time{})
	if h.checkMapper != nil && len(module) > 0 {
		if err := h.checkMapper(r.Context(), module); err != nil {
			return err
		}
	}
	status, err := h.admin.SetMapper(r.Context(), p.account, module)
	return answer(w, http.StatusOK, status, err)
}

func (h *Handler) removeMapper(w http.ResponseWriter, r *http.Request, p params) error {
	status, err := h.admin.RemoveMapper(r.Context(), p.account)
	return answer(w, http.StatusOK, status, err)
}

func (h *Handler) invite(w http.ResponseWriter, r *http.Request, p params) error {
	body, err := readBody[inviteBody](w, r)
	if err != nil {
		return err
	}
	valid, err := body.valid()
	if err != nil {
		return err
	}
	made := Invitation{}
	made.Token, made.Expires, err = h.admin.Invite(r.Context(), p.account, valid)
	if h.url != "" {
		made.Link = InviteLink(h.url, made.Token)
	}
	return answer(w, http.StatusCreated, made, err)
}

// writeBackup answers with a backup. If the backup fails, the answer is aborted, so that
// the client sees that it is incomplete.
func (h *Handler) writeBackup(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/octet-stream")
	if err := h.backup(r.Context(), patient{w, http.NewResponseController(w)}); err != nil {
		id, _ := r.Context().Value(requestIDKey{}).(string)
		h.log.Error("a backup failed", "id", id, "error", err)
		panic(http.ErrAbortHandler)
	}
}

// patient gives a client lineTime for each part of an answer, however long the whole is.
type patient struct {
	io.Writer
	control *http.ResponseController
}

func (p patient) Write(data []byte) (int, error) {
	p.control.SetWriteDeadline(time.Now().Add(lineTime)) // fails with test recorders only
	return p.Writer.Write(data)
}

func (h *Handler) signOut(w http.ResponseWriter, r *http.Request, p params) error {
	return done(w, h.admin.SignOutEverywhere(r.Context(), p.account))
}

// answer writes a resource as JSON. If err is not nil it writes nothing and returns err.
func answer(w http.ResponseWriter, status int, resource any, err error) error {
	if err != nil {
		return err
	}
	body, err := json.Marshal(resource)
	if err != nil {
		return err
	}
	body = append(body, '\n')
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	w.Write(body) // an error means that the client is gone
	return nil
}

// done answers 204 without a body. If err is not nil it writes nothing and returns err.
func done(w http.ResponseWriter, err error) error {
	if err == nil {
		w.WriteHeader(http.StatusNoContent)
	}
	return err
}

// lineTime is how long a client may take to receive one part of a stream.
const lineTime = 30 * time.Second

// stream writes resources as JSON, one object per line, however many there are. An error
// before the first object is returned; a later one aborts the answer.
func stream[T any](w http.ResponseWriter, resources iter.Seq2[T, error]) error {
	control := http.NewResponseController(w)
	e := json.NewEncoder(w)
	begin := func() { w.Header().Set("Content-Type", "application/x-ndjson") }
	first := true
	for resource, err := range resources {
		if err != nil && first {
			return err
		}
		if err == nil {
			begin()
			first = false
			control.SetWriteDeadline(time.Now().Add(lineTime)) // fails with test recorders only
			err = e.Encode(resource)
		}
		if err != nil {
			panic(http.ErrAbortHandler)
		}
	}
	begin()
	return nil
}

// statusRecorder records the status of an answer, and whether the answer has begun.
type statusRecorder struct {
	http.ResponseWriter
	status int
	began  bool
}

// Unwrap is for http.ResponseController.
func (w *statusRecorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *statusRecorder) WriteHeader(status int) {
	w.status, w.began = status, true
	w.ResponseWriter.WriteHeader(status)
}

func (w *statusRecorder) Write(b []byte) (int, error) {
	w.began = true
	return w.ResponseWriter.Write(b)
}
