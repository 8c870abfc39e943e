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
	"lineitem/convert/workerpool"
	"lineitem/quota"
)

// convert handles POST /api/v1/convert.
func (s *Server) convert(w http.ResponseWriter, r *http.Request) {
	held := &reservation{of: &s.memory}
	defer held.end() // after the answer is written
	answer, err := s.convertForKey(w, r, held)
	if err != nil {
		s.answerError(w, r, err)
		return
	}
	if answer.disposition != "" {
		w.Header().Set("Content-Disposition", answer.disposition)
	}
	s.stream(w, http.StatusOK, answer.contentType, answer.length, answer.write)
}

// convertForKey takes a request through the steps of the endpoint, in this order: key,
// rate, entitlement, form, size, kind, conversion, charge. If it returns an error,
// nothing was charged.
func (s *Server) convertForKey(w http.ResponseWriter, r *http.Request, held *reservation) (*rendered, error) {
	idempotencyKey := r.Header.Get("Idempotency-Key")
	job, err := s.startJob(w, r, held, func(ctx context.Context) (*quota.Grant, error) {
		key, err := bearerKey(r.Header.Get("Authorization"))
		if err != nil {
			return nil, err
		}
		return s.config.Gate.Admit(ctx, key, idempotencyKey)
	})
	if err != nil {
		return nil, err
	}
	defer job.end()
	form, err := formOf(r, s.config.Bytes)
	if err != nil {
		return nil, err
	}
	rendering, err := renderingOf(r)
	if err != nil {
		return nil, err
	}
	in, err := job.readInput(form)
	if err != nil {
		return nil, err
	}
	if idempotencyKey != "" {
		if err := job.grant.Bind(r.Context(), sha256.Sum256(in.Data)); err != nil {
			return nil, err
		}
	}
	in.Evidence = rendering.evidence
	result, err := job.convert(in)
	if err != nil {
		return nil, err
	}
	answer, err := s.render(r.Context(), held, rendering, result)
	if err != nil {
		return nil, err
	}
	return answer, job.settle()
}

// A job is a conversion that an account was granted. It is charged for once settle
// returns: after everything that can fail, and before the first byte of the answer is
// sent. So nobody gets rows that were not charged for. The opposite can happen: a charge
// for an answer that did not arrive because the connection or the process broke at that
// moment. A client that then repeats the request with its Idempotency-Key is not charged
// again.
type job struct {
	*Server
	w     http.ResponseWriter
	r     *http.Request
	grant *quota.Grant
	held  *reservation // memory of the document, the result and what is made of it
}

// startJob admits a request. The caller must end the job and held, which belongs to the
// grant's account from then on.
func (s *Server) startJob(w http.ResponseWriter, r *http.Request, held *reservation, admit func(context.Context) (*quota.Grant, error)) (*job, error) {
	if s.draining.Load() {
		return nil, errDraining
	}
	grant, err := admit(r.Context())
	s.noteAdmission(w, r, grant, err)
	if err != nil {
		return nil, err
	}
	held.account = grant.Account()
	return &job{s, w, r, grant, held}, nil
}

// readInput reads the document, and sets the layouts and the mapper with which it is converted:
// the account's mapper, unless the form has one.
func (j *job) readInput(form *form) (convert.Input, error) {
	in, err := form.readInput(j.r, j.held)
	if err != nil {
		return in, err
	}
	j.bodyRead(j.w, j.r)
	if err := sniff(j.r, &in); err != nil {
		return in, err
	}
	in.Layouts = j.layoutsFor(j.grant)
	if ref := j.grant.Mapper(); ref != nil && in.Mapper == nil {
		in.Mapper = &convert.Module{Hash: ref.Hash, Load: j.grant.Module}
		exchangeOf(j.r).addAttrs(slog.String("mapper", ref.Hash.String()))
	}
	return in, nil
}

// convert converts the document, and then gives back the memory held for it: a caller that
// keeps the document must account for it elsewhere.
func (j *job) convert(in convert.Input) (*convert.Result, error) {
	document := j.held.bytes
	caller := &workerpool.Caller{Account: j.grant.Account(), Room: j.held.resizer(j.held.takeForAnswer)}
	defer func() { j.grant.Worked(caller.Worked()) }()
	result, err := j.config.Converter.Convert(caller.Context(j.r.Context()), in)
	if err != nil {
		return nil, err
	}
	j.held.giveBack(int(document))
	exchangeOf(j.r).addAttrs(slog.String("mode", result.Mode), slog.Int("rows", result.RowCount))
	return result, nil
}

// settle charges for the conversion.
func (j *job) settle() error { return j.grant.Settle(j.r.Context()) }

// end gives back the grant unless it was settled, also after a panic.
func (j *job) end() { j.giveBack(j.r, j.grant) }

// noteAdmission records for the log, and in the answer's header, what the admission
// or refusal of a request says about its account. ServeHTTP calls the grant's Done
// when the request is answered.
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
		e.addAttrs(slog.String("window", rate.Window.Name))
		setRateLimit(w.Header(), rate.Windows)
	case errors.As(err, &payment):
		e.account = payment.Account
		setRateLimit(w.Header(), payment.Windows)
	}
}

// bearerKey returns the key in an Authorization field (RFC 6750, 2.1). The
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
		s.config.Log.Error("cannot give back a reservation", "id", exchangeOf(r).id, "account", grant.Account(), "error", err)
	}
}

// sniff sets the input's kind of document, and returns an error if it is not a document.
func sniff(r *http.Request, in *convert.Input) error {
	in.Kind = doc.Sniff(in.Data)
	exchangeOf(r).addAttrs(slog.Int("bytes", len(in.Data)), slog.String("kind", string(in.Kind)))
	switch {
	case len(in.Data) == 0:
		return badRequest("empty_file", "The document is empty.")
	case in.Kind == doc.Unknown:
		return badRequest("unsupported_type", "The document is not a PDF, PNG, JPEG, WebP, TIFF or XML file.")
	}
	return nil
}

// bodyRead notes that a request's body was read, and removes its deadline. While the
// server waits for the end of the conversion it goes on reading, to notice when the
// client hangs up; the body's deadline must not end that. Only test recorders have no
// deadlines.
func (s *Server) bodyRead(w http.ResponseWriter, r *http.Request) {
	exchangeOf(r).received = true
	http.NewResponseController(w).SetReadDeadline(time.Time{})
}

// write sends an answer whose header fields are set already.
func (s *Server) write(w http.ResponseWriter, status int, contentType string, body []byte) {
	s.stream(w, status, contentType, int64(len(body)), func(w io.Writer) error {
		_, err := w.Write(body)
		return err
	})
}

// stream sends an answer of the given length, in bytes, while body makes it.
func (s *Server) stream(w http.ResponseWriter, status int, contentType string, length int64, body func(io.Writer) error) {
	// Fails with test recorders only.
	http.NewResponseController(w).SetWriteDeadline(time.Now().Add(s.config.WriteTimeout))
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Length", strconv.FormatInt(length, 10))
	w.WriteHeader(status)
	body(w) // an error means that the client is gone
}
