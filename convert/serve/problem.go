package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"lineitem/convert/doc"
	"lineitem/convert/order/taught"
	"lineitem/convert/serve/site"
	"lineitem/convert/workerpool"
	"lineitem/quota"
	"lineitem/quota/problem"
)

// requestError is an error as it is answered.
type requestError struct {
	status     int
	code       string
	detail     string        // a sentence for the client's user
	retryAfter time.Duration // when trying again helps; 0: never
	challenge  string        // WWW-Authenticate
	fault      bool          // whether the service is at fault; the log then has the cause, for its operator
}

func (e *requestError) Error() string { return e.code + ": " + e.detail }

func badRequest(code, detail string) *requestError {
	return &requestError{status: http.StatusBadRequest, code: code, detail: detail}
}

// busyRetry is after how long trying again helps when the queue is full: most
// conversions take milliseconds, so that the queue soon has room.
const busyRetry = 2 * time.Second

// faultRetry is after how long trying again may help when a fault has to be mended,
// by the service's operator or by the end of whatever used up the machine.
const faultRetry = 10 * time.Second

// awayRetry is after how long trying again helps while the accounts cannot be reached:
// a database that fails over is back in some seconds.
const awayRetry = 5 * time.Second

// statusClientGone is logged when the client did not wait for the answer. It
// is not an HTTP status, and is never sent.
const statusClientGone = 499

var (
	errMissingKey = &requestError{
		status: http.StatusUnauthorized, code: "missing_key", challenge: `Bearer realm="lineitem"`,
		detail: `Send your API key in the header field "Authorization: Bearer KEY".`,
	}
	errDraining = &requestError{
		status: http.StatusServiceUnavailable, code: "busy", retryAfter: busyRetry,
		detail: "The service is shutting down; try again.",
	}
	errBusy = &requestError{
		status: http.StatusServiceUnavailable, code: "busy", retryAfter: busyRetry,
		detail: "Too many documents are being converted already; try again later.",
	}
	errLayoutsChanging = &requestError{
		status: http.StatusServiceUnavailable, code: "busy", retryAfter: busyRetry,
		detail: "The account's layouts keep being changed by other requests; try again.",
	}
	errUnavailable = &requestError{
		status: http.StatusServiceUnavailable, code: "unavailable", retryAfter: faultRetry, fault: true,
		detail: "The service cannot convert documents at the moment; try again later.",
	}
	errStoreAway = &requestError{
		status: http.StatusServiceUnavailable, code: "store_unavailable", retryAfter: awayRetry, fault: true,
		detail: "The service cannot reach its account database at the moment; try again later.",
	}
	errClientGone = &requestError{status: statusClientGone, code: "client_gone"}
	errPanic      = errors.New("panic")
)

// requestErrorOf decides how an error is answered. It is the only place that
// does. An unknown error is answered with 500 and a fixed sentence.
func requestErrorOf(ctx context.Context, err error) *requestError {
	var (
		known       *requestError
		page        *site.Error
		rate        *quota.RateError
		payment     *quota.PaymentError
		format      *doc.FormatError
		unsupported *doc.UnsupportedError
		encrypted   *doc.EncryptedError
		limit       *doc.LimitError
		mapper      *doc.MapperError
		rows        *taught.RowsError
		layouts     *quota.LayoutLimitError
		crash       *workerpool.CrashError
		memory      *workerpool.MemoryError
		start       *workerpool.StartError
	)
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &page):
		return &requestError{status: page.Status, code: page.Code, detail: page.Detail, retryAfter: page.RetryAfter}
	case context.Cause(ctx) == errShutdown, errors.Is(err, workerpool.ErrClosed):
		return errDraining
	case ctx.Err() != nil:
		return errClientGone
	case errors.Is(err, quota.ErrInvalidKey):
		return &requestError{
			status: http.StatusUnauthorized, code: "invalid_key",
			challenge: `Bearer realm="lineitem", error="invalid_token"`, // RFC 6750, 3.1
			detail:    problem.Sentence(err),
		}
	case errors.As(err, &rate):
		return &requestError{
			status: http.StatusTooManyRequests, code: "rate_limited",
			retryAfter: rate.RetryAfter, detail: problem.Sentence(err),
		}
	case errors.As(err, &payment):
		return &requestError{status: http.StatusPaymentRequired, code: "payment_required", detail: problem.Sentence(err)}
	case errors.Is(err, quota.ErrIdempotencyMismatch):
		return badRequest("bad_request", "This Idempotency-Key was used for another document within the last 24 hours; use a new key for each document.")
	case errors.As(err, &mapper):
		return mapperFailed(mapper)
	case errors.As(err, &rows):
		return badRequest("invalid_rows", problem.Sentence(err))
	case errors.As(err, &layouts):
		return &requestError{
			status: http.StatusConflict, code: "layout_limit",
			detail: fmt.Sprintf("The account has %d layouts, the most it may have; remove one first.", layouts.Max),
		}
	case errors.Is(err, quota.ErrLayoutsChanged):
		return errLayoutsChanging
	case errors.As(err, &encrypted):
		return badRequest("encrypted_document", problem.Sentence(err))
	case errors.As(err, &unsupported):
		return badRequest("unsupported_type", problem.Sentence(err))
	case errors.As(err, &limit):
		switch limit.Limit {
		case "bytes":
			return tooLarge("document", limit.Max)
		case doc.AnswerLimit:
			return badRequest("answer_too_large", fmt.Sprintf(
				"The answer would be larger than %s as JSON; split the document, and ask for evidence only if you need it.", doc.SizeText(limit.Max)))
		case "pages":
			return badRequest("too_many_pages", problem.Sentence(err))
		}
		return badRequest("unreadable_document", problem.Sentence(err))
	case errors.As(err, &format), errors.As(err, &crash), errors.As(err, &memory):
		return badRequest("unreadable_document", problem.Sentence(err))
	case errors.Is(err, workerpool.ErrBusy):
		return errBusy
	case errors.Is(err, quota.ErrFull), errors.Is(err, workerpool.ErrKilled), errors.As(err, &start):
		return errUnavailable
	case errors.Is(err, quota.ErrUnavailable):
		return errStoreAway
	case errors.Is(err, context.DeadlineExceeded):
		return &requestError{status: http.StatusGatewayTimeout, code: "conversion_timeout", detail: problem.Sentence(err)}
	}
	return &requestError{
		status: http.StatusInternalServerError, code: "internal_error", fault: true,
		detail: "The service failed. Its operator can find the cause in the log under the request's id.",
	}
}

// tooLarge reports that what noun names, such as a document or a module, is larger
// than limit, in bytes.
func tooLarge(noun string, limit int64) *requestError {
	return &requestError{
		status: http.StatusRequestEntityTooLarge, code: "file_too_large",
		detail: "The " + noun + " is larger than " + doc.SizeText(limit) + ".",
	}
}

// requestTooLarge reports that what a client sends needs more memory than any request may
// have, which is most bytes.
func requestTooLarge(most int64) *requestError {
	return &requestError{
		status: http.StatusRequestEntityTooLarge, code: "file_too_large",
		detail: "Reading the request needs more memory than one may take here, " + doc.SizeText(most) + "; send a smaller file.",
	}
}

// answerTooLarge reports that a document and its answer need more memory than any request
// may have, which is most bytes.
func answerTooLarge(most int64) *requestError {
	return badRequest("answer_too_large",
		"The document and its answer need more memory than a request may take here, "+doc.SizeText(most)+"; split the document.")
}

// answerError answers with a problem body.
func (s *Server) answerError(w http.ResponseWriter, r *http.Request, err error) {
	if p := explain(w, r, err); p != nil {
		s.write(w, p.Status, problem.MediaType, p.Body())
	}
}

// explain records an error for the log and in the answer's header, and returns what
// the body is to say. It returns nil when the client did not wait for the answer.
func explain(w http.ResponseWriter, r *http.Request, err error) *problem.Problem {
	e := exchangeOf(r)
	answer := requestErrorOf(r.Context(), err)
	e.code = answer.code
	e.addAttrs(slog.String("code", answer.code))
	if answer.fault {
		e.fault = true
		e.addAttrs(slog.String("error", err.Error()))
	}
	if answer.status == statusClientGone {
		e.status = statusClientGone
		// Without an answer net/http would send an empty 200, to a client that only
		// closed its side. The deadline prevents that. Fails with test recorders only.
		http.NewResponseController(w).SetWriteDeadline(time.Unix(1, 0))
		return nil
	}
	h := w.Header()
	if answer.challenge != "" {
		h.Set("WWW-Authenticate", answer.challenge)
	}
	if answer.retryAfter > 0 {
		h.Set("Retry-After", strconv.FormatInt(wholeSeconds(answer.retryAfter), 10))
	}
	if r.ContentLength != 0 && !e.received {
		// To use the connection again, the server would first wait for the rest
		// of the body. That may never come, and a client that is refused must be
		// told at once.
		h.Set("Connection", "close")
	}
	return problem.New(answer.status, answer.code, answer.detail, e.id)
}

// refuse is a handler that always answers with err.
func (s *Server) refuse(err error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { s.answerError(w, r, err) }
}
