package serve

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/isolate"
	"lineitem/quota"
)

// convert is POST /api/v1/convert. The checks come in this order: key, rate,
// entitlement, size, form, kind.
func (s *Server) convert(w http.ResponseWriter, r *http.Request) {
	var rendering rendering
	var answer *rendered
	held := &hold{of: &s.memory}
	defer held.end() // when the answer is written
	err := s.charge(w, r, conversion{
		held: held,
		admit: func(ctx context.Context) (*quota.Grant, error) {
			key, err := bearerKey(r.Header.Get("Authorization"))
			if err != nil {
				return nil, err
			}
			return s.config.Gate.Admit(ctx, key, r.Header.Get("Idempotency-Key"))
		},
		repeatable: r.Header.Get("Idempotency-Key") != "",
		form:       formOf,
		want: func(in *convert.Input) (err error) {
			rendering, err = renderingOf(r)
			in.Evidence = rendering.evidence
			return err
		},
		answer: func(ctx context.Context, _ convert.Input, result *convert.Result) (err error) {
			answer, err = s.render(ctx, held, rendering, result)
			return err
		},
	})
	if err != nil {
		s.answerError(w, r, err)
		return
	}
	if answer.disposition != "" {
		w.Header().Set("Content-Disposition", answer.disposition)
	}
	s.stream(w, http.StatusOK, answer.contentType, answer.length, answer.write)
}

// A conversion is what differs between those who ask for one: the endpoint, and
// the page on which it is tried.
type conversion struct {
	// held takes the document, the result and what is made of it. Once the request is
	// admitted it is that of its account. The caller ends it.
	held       *hold
	admit      func(ctx context.Context) (*quota.Grant, error)
	repeatable bool // whether the request has an idempotency key
	form       func(r *http.Request, maxFile int) (*form, error)
	want       func(in *convert.Input) error // says what the result is to have
	// answer makes the whole answer, so that nothing can fail any more once the
	// conversion was charged for. The document is not held any more by then: who keeps
	// it holds it otherwise.
	answer func(ctx context.Context, in convert.Input, result *convert.Result) error
}

// charge admits a request, converts its document, makes the answer, and settles
// the charge. After an error nothing was charged.
//
// The conversion is charged for after all that can fail has been done, before
// the first byte of the answer leaves. So nobody gets rows that were not charged
// for. Of the other kind, a charge for an answer that did not arrive since the
// connection or the process broke just then, the client is freed by repeating
// the request with its Idempotency-Key.
func (s *Server) charge(w http.ResponseWriter, r *http.Request, c conversion) error {
	if s.draining.Load() {
		return errDraining
	}
	grant, err := c.admit(r.Context())
	s.noteAdmission(w, r, grant, err)
	if err != nil {
		return err
	}
	c.held.account = grant.Account()
	defer s.giveBack(r, grant) // unless it was settled; also in a panic
	if err := s.converted(w, r, grant, c); err != nil {
		return err
	}
	return grant.Settle(r.Context())
}

// noteAdmission tells the log and the client what admitting a request, or
// refusing it, says about its account. The grant is done when the request is
// answered.
func (s *Server) noteAdmission(w http.ResponseWriter, r *http.Request, grant *quota.Grant, err error) {
	var rate *quota.RateError
	var payment *quota.PaymentError
	e := exchangeOf(r)
	switch {
	case err == nil:
		e.account, e.grant = grant.Account(), grant
		setRateLimit(w.Header(), grant.Windows())
	case errors.As(err, &rate):
		e.account = rate.Account
		e.note(slog.String("window", rate.Window.Name))
		setRateLimit(w.Header(), rate.Windows)
	case errors.As(err, &payment):
		e.account = payment.Account
		setRateLimit(w.Header(), payment.Windows)
	}
}

// bearerKey takes the key out of an Authorization field (RFC 6750, 2.1). The
// scheme's name may be written in any case (RFC 9110, 11.1).
func bearerKey(field string) (string, error) {
	scheme, key, _ := strings.Cut(field, " ")
	key = strings.Trim(key, " ")
	if !strings.EqualFold(scheme, "Bearer") || key == "" {
		return "", errMissingKey
	}
	return key, nil
}

func (s *Server) giveBack(r *http.Request, grant *quota.Grant) {
	if err := grant.GiveBack(r.Context()); err != nil {
		s.config.Log.Error("a reservation was not given back", "id", exchangeOf(r).id, "account", grant.Account(), "error", err)
	}
}

// converted reads the document, converts it and makes the answer.
func (s *Server) converted(w http.ResponseWriter, r *http.Request, grant *quota.Grant, c conversion) error {
	form, err := c.form(r, s.config.Bytes)
	if err != nil {
		return err
	}
	var wanted convert.Input
	if err := c.want(&wanted); err != nil {
		return err
	}
	in, err := form.read(r, c.held)
	if err != nil {
		return err
	}
	document := c.held.bytes
	s.bodyRead(w, r)
	in.Evidence, in.Pictures = wanted.Evidence, wanted.Pictures
	if err := sniff(r, &in); err != nil {
		return err
	}
	in.Layouts = s.layoutsFor(grant)
	if ref := grant.Mapper(); ref != nil && in.Mapper == nil {
		in.Mapper = &convert.Module{Hash: ref.Hash, Load: grant.Module}
		exchangeOf(r).note(slog.String("mapper", ref.Hash.String()))
	}
	result, err := s.convertOnce(r.Context(), in, grant, c)
	if err != nil {
		return err
	}
	c.held.giveBack(int(document))
	exchangeOf(r).note(slog.String("mode", result.Mode), slog.Int("rows", result.RowCount))
	return c.answer(r.Context(), in, result)
}

// sniff tells what kind of document an input is, and refuses what is none.
func sniff(r *http.Request, in *convert.Input) error {
	in.Kind = doc.Sniff(in.Data)
	exchangeOf(r).note(slog.Int("bytes", len(in.Data)), slog.String("kind", string(in.Kind)))
	switch {
	case len(in.Data) == 0:
		return badRequest("empty_file", "The document is empty.")
	case in.Kind == doc.Unknown:
		return badRequest("unsupported_type", "The document is not a PDF, PNG, JPEG or WebP file.")
	}
	return nil
}

// bodyRead notes that a request's body was read. While the server waits for the
// end of the conversion it reads on, to see whether the client hangs up; the
// body's deadline must not end that. Only test recorders have no deadlines.
func (s *Server) bodyRead(w http.ResponseWriter, r *http.Request) {
	exchangeOf(r).received = true
	http.NewResponseController(w).SetReadDeadline(time.Time{})
}

// convertOnce converts a document that, if the request can be repeated, is
// the one that it was first sent with.
func (s *Server) convertOnce(ctx context.Context, in convert.Input, grant *quota.Grant, c conversion) (*convert.Result, error) {
	if c.repeatable {
		if err := grant.Bind(ctx, sha256.Sum256(in.Data)); err != nil {
			return nil, err
		}
	}
	caller := &isolate.Caller{Account: grant.Account(), Room: c.held.room()}
	defer func() { grant.Worked(caller.Worked()) }()
	return s.config.Converter.Convert(caller.Context(ctx), in)
}

// write sends an answer whose header fields are set already.
func (s *Server) write(w http.ResponseWriter, status int, contentType string, body []byte) {
	s.stream(w, status, contentType, int64(len(body)), func(w io.Writer) error {
		_, err := w.Write(body)
		return err
	})
}

// stream sends an answer of the given length while it is made.
func (s *Server) stream(w http.ResponseWriter, status int, contentType string, length int64, body func(io.Writer) error) {
	// Fails with test recorders only.
	http.NewResponseController(w).SetWriteDeadline(time.Now().Add(s.config.WriteTimeout))
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Length", strconv.FormatInt(length, 10))
	w.WriteHeader(status)
	body(w) // an error means that the client is gone
}
