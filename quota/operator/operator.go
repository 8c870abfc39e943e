// Package operator lets an operator manage accounts and keys over HTTP. It has
// a Handler for a quota.Admin, the Unix socket in the data directory through which
// commands on the same machine reach it, and a Client for these commands. A billing
// system reaches the same Handler, with a token, on a listener of its own.
//
//	POST   /v1/accounts                           make an account
//	GET    /v1/accounts                           all accounts, one JSON object per line
//	GET    /v1/accounts?removed=true              all removed accounts, likewise
//	GET    /v1/accounts/{account}                 one account
//	DELETE /v1/accounts/{account}                 remove the account
//	PUT    /v1/accounts/{account}/plan            {"plan", "start"}
//	PUT    /v1/accounts/{account}/limits          {"perMinute", "perDay", "freePerDay", "perMonth", "atOnce", "unchargedSeconds", "layouts"}; null: the default
//	POST   /v1/accounts/{account}/credits         {"amount", "note"}, with an Idempotency-Key
//	GET    /v1/accounts/{account}/ledger?after=N  entries after number N, one JSON object per line
//	GET    /v1/accounts/{account}/audit           whether its balances equal its ledger's sums
//	GET    /v1/audit                              the same for all accounts, one JSON object per line
//	GET    /v1/accounts/{account}/keys            its valid keys, without the keys themselves
//	POST   /v1/accounts/{account}/keys            {"name"}: make a key
//	DELETE /v1/accounts/{account}/keys/{key}      revoke a key, by its ID
//	POST   /v1/accounts/{account}/keys/{key}/rotate  {"graceSeconds"}: replace a key
//	PUT    /v1/accounts/{account}/mapper          give it a mapper; the body is the module
//	DELETE /v1/accounts/{account}/mapper          leave it without one
//	POST   /v1/accounts/{account}/invite          {"validSeconds"}: let its holder set a password
//	DELETE /v1/accounts/{account}/sessions        sign its holder out everywhere
//	GET    /v1/backup                             a backup of everything, on the socket only
//
// Answers are the JSON forms of package quota's types. If an error cuts off an
// answer of several lines, the final chunk of its body is missing, so that no
// client takes it for complete. All other failures are answered with problems (RFC
// 9457) that have a stable code; see problemOf.
package operator

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"time"

	"lineitem/quota"
)

// maxBody is the largest request body, in bytes. A body holds some texts of 200 bytes
// and some numbers. Modules have a limit of their own.
const maxBody = 64 << 10

// defaultModule is the largest size of a module, in bytes, if Config.Module is 0.
const defaultModule = 16 << 20

// Bodies of requests, besides quota.NewAccount and quota.Limits.
type (
	planBody struct {
		Plan  quota.Plan `json:"plan"`
		Start time.Time  `json:"start,omitzero"` // zero: now
	}
	creditsBody struct {
		Amount int64  `json:"amount"` // negative: credits are taken away
		Note   string `json:"note,omitempty"`
	}
	keyBody struct {
		Name string `json:"name"`
	}
	rotateBody struct {
		GraceSeconds int64 `json:"graceSeconds"` // how long the old key stays valid
	}
	inviteBody struct {
		ValidSeconds int64 `json:"validSeconds"` // how long the invitation can be accepted
	}
)

// Bodies of answers, besides the types of package quota.
type (
	keysBody struct {
		Keys []quota.KeyInfo `json:"keys"`
	}
	// NewKey is a key that was just made; its secret is not shown again.
	NewKey struct {
		Secret string `json:"key"`
		quota.KeyInfo
	}
	// Invitation is an invitation that was just made; its token is not shown again.
	Invitation struct {
		Token   string    `json:"token"`
		Link    string    `json:"link,omitempty"` // empty where the server has no public address
		Expires time.Time `json:"expires"`
	}
)

// InviteLink returns the URL at which the holder of an invitation sets a password.
// address is the service's public address, such as https://orders.example.
func InviteLink(address, token string) string { return address + "/invite/" + token }

// grace returns how long the old key stays valid.
func (b rotateBody) grace() (time.Duration, error) { return span("graceSeconds", b.GraceSeconds) }

// valid returns how long an invitation can be accepted.
func (b inviteBody) valid() (time.Duration, error) { return span("validSeconds", b.ValidSeconds) }

// span returns the duration of a member of a body that is in seconds. The error is a
// *quota.ArgumentError if the number is negative or too large for a time.Duration.
func span(name string, seconds int64) (time.Duration, error) {
	const most = math.MaxInt64 / int64(time.Second)
	if seconds < 0 || seconds > most {
		return 0, &quota.ArgumentError{Name: name, Reason: fmt.Sprintf("%d is not between 0 and %d", seconds, most)}
	}
	return time.Duration(seconds) * time.Second, nil
}

// A bodyError says why the body or the query of a request is invalid.
type bodyError struct{ reason string }

func (e *bodyError) Error() string { return e.reason }

// readBody decodes a request's body, whatever its Content-Type. An empty body stands for
// an object without members. The error is a *bodyError, *http.MaxBytesError or
// *quota.ArgumentError.
func readBody[T any](w http.ResponseWriter, r *http.Request) (body T, err error) {
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	d.DisallowUnknownFields()
	err = d.Decode(&body)
	if err == io.EOF {
		return body, nil
	}
	if err == nil {
		if _, err = d.Token(); err == io.EOF {
			return body, nil
		} else if err == nil {
			err = errors.New("there is data after the object")
		}
	}
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return body, err
	}
	if _, ok := errors.AsType[*quota.ArgumentError](err); ok {
		return body, err
	}
	return body, &bodyError{"the body is not a valid JSON object: " + err.Error()}
}
