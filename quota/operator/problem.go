package operator

import (
	"errors"
	"fmt"
	"net/http"

	"lineitem/quota"
	"lineitem/quota/problem"
)

// Codes of problems.
const (
	codeBadRequest    = "bad_request"             // 400: an invalid body or query
	codeArgument      = "invalid_argument"        // 400: a value that is not allowed
	codeNoIdempotency = "missing_idempotency_key" // 400
	codeMissingToken  = "missing_token"           // 401
	codeInvalidToken  = "invalid_token"           // 401
	codeNotFound      = "not_found"               // 404: no such account or key
	codeNoRoute       = "no_such_address"         // 404
	codeMethod        = "method_not_allowed"      // 405
	codeExists        = "already_exists"          // 409
	codeInsufficient  = "insufficient_credits"    // 409
	codeTooLarge      = "body_too_large"          // 413
	codeMismatch      = "idempotency_mismatch"    // 422
	codeFull          = "store_full"              // 507: nothing was changed
	codeInternal      = "internal_error"          // 500
	codeUnavailable   = "store_unavailable"       // 503: try again; with an Idempotency-Key where credits are added
)

// refusal is an error about the request itself, not about accounts.
type refusal struct {
	status       int
	code, detail string
}

func (e *refusal) Error() string { return e.code + ": " + e.detail }

var (
	errNoIdempotency = &refusal{http.StatusBadRequest, codeNoIdempotency,
		"Send an Idempotency-Key of your own with credits, so that a repeated request does not add them twice."}
	errMissingToken = &refusal{http.StatusUnauthorized, codeMissingToken, `Send the operator's token in the header field "Authorization: Bearer TOKEN".`}
	errInvalidToken = &refusal{http.StatusUnauthorized, codeInvalidToken, "The token is not the operator's. API keys are for converting only."}
	errNoRoute      = &refusal{http.StatusNotFound, codeNoRoute, "This address does not exist."}
	errMethod       = &refusal{http.StatusMethodNotAllowed, codeMethod, "This address does not support this method; see the Allow field."}
	errPanic        = errors.New("panic")
)

// problemOf returns the problem with which an error is answered. It is the only
// place that decides this. An unknown error is answered 500 with a fixed sentence.
func problemOf(err error, requestID string) *problem.Problem {
	of := func(status int, code string) *problem.Problem {
		return problem.New(status, code, problem.Sentence(err), requestID)
	}
	var (
		refused  *refusal
		body     *bodyError
		large    *http.MaxBytesError
		argument *quota.ArgumentError
	)
	switch {
	case errors.As(err, &refused):
		return problem.New(refused.status, refused.code, refused.detail, requestID)
	case errors.As(err, &body):
		return of(http.StatusBadRequest, codeBadRequest)
	case errors.As(err, &large):
		return problem.New(http.StatusRequestEntityTooLarge, codeTooLarge, fmt.Sprintf("The body is larger than %d bytes.", large.Limit), requestID)
	case errors.As(err, &argument):
		return of(http.StatusBadRequest, codeArgument)
	case errors.Is(err, quota.ErrNotFound):
		return of(http.StatusNotFound, codeNotFound)
	case errors.Is(err, quota.ErrExists):
		return of(http.StatusConflict, codeExists)
	case errors.Is(err, quota.ErrInsufficientCredits):
		return of(http.StatusConflict, codeInsufficient)
	case errors.Is(err, quota.ErrIdempotencyMismatch):
		return of(http.StatusUnprocessableEntity, codeMismatch)
	case errors.Is(err, quota.ErrFull):
		return problem.New(http.StatusInsufficientStorage, codeFull, problem.Sentence(quota.ErrFull), requestID)
	case errors.Is(err, quota.ErrUnavailable):
		return problem.New(http.StatusServiceUnavailable, codeUnavailable, problem.Sentence(quota.ErrUnavailable), requestID)
	}
	return problem.New(http.StatusInternalServerError, codeInternal,
		"Something went wrong inside the service. The request's id tells in its log what.", requestID)
}

// Error is a problem with which a server answered a Client. If package quota has an
// error value for it, errors.Is finds that value.
type Error struct{ problem.Problem }

func (e *Error) Error() string { return problem.Clause(e.Detail) }

// Unwrap returns package quota's error value for the problem, or nil.
func (e *Error) Unwrap() error {
	switch e.Code {
	case codeNotFound:
		return quota.ErrNotFound
	case codeExists:
		return quota.ErrExists
	case codeInsufficient:
		return quota.ErrInsufficientCredits
	case codeMismatch:
		return quota.ErrIdempotencyMismatch
	case codeFull:
		return quota.ErrFull
	case codeUnavailable:
		return quota.ErrUnavailable
	}
	return nil
}
