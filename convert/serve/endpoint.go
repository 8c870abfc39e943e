package serve

import (
	"context"
	"crypto/sha256"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/quota"
)

// convert is POST /api/v1/convert. The checks come in this order: key, rate,
// entitlement, size, form, kind.
func (s *Server) convert(w http.ResponseWriter, r *http.Request) {
	if s.draining.Load() {
		s.answerError(w, r, errDraining)
		return
	}
	grant, err := s.admit(w, r)
	if err != nil {
		s.answerError(w, r, err)
		return
	}
	defer s.giveBack(r, grant) // if nothing else ended it, in a panic
	answer, err := s.converted(w, r, grant)
	if err != nil {
		s.giveBack(r, grant)
		s.answerError(w, r, err)
		return
	}
	// The conversion is charged for here: after all that can fail has been
	// done, before the first byte of the answer leaves. So nobody gets rows
	// that were not charged for. Of the other kind, a charge for an answer that
	// did not arrive since the connection or the process broke just then, the
	// client is freed by repeating the request with its Idempotency-Key.
	if err := grant.Settle(r.Context()); err != nil {
		s.giveBack(r, grant)
		s.answerError(w, r, err)
		return
	}
	if answer.disposition != "" {
		w.Header().Set("Content-Disposition", answer.disposition)
	}
	s.write(w, http.StatusOK, answer.contentType, answer.body)
}

// admit checks the key, the rate and the entitlement.
func (s *Server) admit(w http.ResponseWriter, r *http.Request) (*quota.Grant, error) {
	key, err := bearerKey(r.Header.Get("Authorization"))
	if err != nil {
		return nil, err
	}
	grant, err := s.config.Gate.Admit(r.Context(), key, r.Header.Get("Idempotency-Key"))
	if err == nil {
		s.noteAdmission(w, r, grant.Account(), grant.Windows(), nil)
	} else {
		s.noteAdmission(w, r, "", nil, err)
	}
	return grant, err
}

// noteAdmission tells the log and the client what admitting a request, or
// refusing it, says about its account.
func (s *Server) noteAdmission(w http.ResponseWriter, r *http.Request, account string, windows []quota.Window, err error) {
	var rate *quota.RateError
	var payment *quota.PaymentError
	e := exchangeOf(r)
	switch {
	case err == nil:
		e.note(slog.String("account", account))
		setRateLimit(w.Header(), windows)
	case errors.As(err, &rate):
		e.note(slog.String("account", rate.Account), slog.String("window", rate.Window.Name))
		setRateLimit(w.Header(), rate.Windows)
	case errors.As(err, &payment):
		e.note(slog.String("account", payment.Account))
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

// converted reads the document, converts it and renders the answer.
func (s *Server) converted(w http.ResponseWriter, r *http.Request, grant *quota.Grant) (*rendered, error) {
	form, err := formOf(r, s.config.Bytes)
	if err != nil {
		return nil, err
	}
	weight := form.weight(r.ContentLength)
	if !s.uploads.take(weight) {
		return nil, errBusy
	}
	defer s.uploads.giveBack(weight)
	rendering, err := renderingOf(r)
	if err != nil {
		return nil, err
	}
	in, err := form.read(r)
	if err != nil {
		return nil, err
	}
	exchangeOf(r).received = true
	// While the server waits for the end of the conversion it reads on, to see
	// whether the client hangs up; the body's deadline must not end that. Only
	// test recorders have no deadlines.
	http.NewResponseController(w).SetReadDeadline(time.Time{})
	in.Evidence = rendering.evidence
	kind := doc.Sniff(in.Data)
	exchangeOf(r).note(slog.Int("bytes", len(in.Data)), slog.String("kind", string(kind)))
	switch {
	case len(in.Data) == 0:
		return nil, badRequest("empty_file", "The document is empty.")
	case kind == doc.Unknown:
		return nil, badRequest("unsupported_type", "The document is not a PDF, PNG, JPEG or WebP file.")
	}
	if ref := grant.Mapper(); ref != nil {
		in.Mapper = &convert.Module{Hash: ref.Hash, Load: grant.Module}
		exchangeOf(r).note(slog.String("mapper", ref.Hash.String()))
	}
	result, err := s.convertOnce(r.Context(), in, grant, r.Header.Get("Idempotency-Key") != "")
	if err != nil {
		return nil, err
	}
	exchangeOf(r).note(slog.String("mode", result.Mode), slog.Int("rows", result.RowCount))
	return s.render(r.Context(), rendering, result)
}

// convertOnce converts a document that, if the request can be repeated, is
// the one that it was first sent with.
func (s *Server) convertOnce(ctx context.Context, in convert.Input, grant *quota.Grant, repeatable bool) (*convert.Result, error) {
	if repeatable {
		if err := grant.Bind(ctx, sha256.Sum256(in.Data)); err != nil {
			return nil, err
		}
	}
	return s.config.Converter.Convert(ctx, in)
}

// write sends an answer whose header fields are set already.
func (s *Server) write(w http.ResponseWriter, status int, contentType string, body []byte) {
	// Fails with test recorders only.
	http.NewResponseController(w).SetWriteDeadline(time.Now().Add(s.config.WriteTimeout))
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	w.Write(body) // an error means that the client is gone
}
