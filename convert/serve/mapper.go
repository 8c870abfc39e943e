package serve

import (
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"os"
	"strings"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/workerpool"
	"lineitem/quota"
	"lineitem/quota/problem"
)

// The account's mapper is the resource /api/v1/mapper. Requests for it are
// counted by the rate windows like conversions, and never charged.

// getMapper answers which mapper the account has.
func (s *Server) getMapper(w http.ResponseWriter, r *http.Request) {
	grant, err := s.countRequest(w, r)
	var status *quota.Status
	if err == nil {
		status, err = s.config.Admin.Account(r.Context(), grant.Account())
	}
	s.answerMapper(w, r, status, err)
}

// putMapper makes a module the account's mapper if it works on a sample;
// otherwise the account keeps the mapper that it has.
func (s *Server) putMapper(w http.ResponseWriter, r *http.Request) {
	grant, err := s.countRequest(w, r)
	var status *quota.Status
	if err == nil {
		status, err = s.replaceMapper(w, r, grant)
	}
	s.answerMapper(w, r, status, err)
}

// deleteMapper leaves the account without a mapper.
func (s *Server) deleteMapper(w http.ResponseWriter, r *http.Request) {
	grant, err := s.countRequest(w, r)
	if err == nil {
		_, err = s.config.Admin.RemoveMapper(r.Context(), grant.Account())
	}
	if err != nil {
		s.answerError(w, r, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// countRequest checks the key and the rate of a request that is not a conversion.
func (s *Server) countRequest(w http.ResponseWriter, r *http.Request) (*quota.Grant, error) {
	if s.draining.Load() {
		return nil, errDraining
	}
	key, err := bearerKey(r.Header.Get("Authorization"))
	if err != nil {
		return nil, err
	}
	grant, err := s.config.Gate.Count(r.Context(), key)
	s.noteAdmission(w, r, grant, err)
	if err == nil {
		_, err = queryOf(r)
	}
	return grant, err
}

// errNoMapper reports that an account has no mapper.
var errNoMapper = &requestError{status: http.StatusNotFound, code: "no_mapper", detail: "The account has no mapper."}

// answerMapper answers with the mapper of status, or with err.
func (s *Server) answerMapper(w http.ResponseWriter, r *http.Request, status *quota.Status, err error) {
	if err == nil && status.Mapper == nil {
		err = errNoMapper
	}
	var body []byte
	if err == nil {
		body, err = json.Marshal(status.Mapper)
	}
	if err != nil {
		s.answerError(w, r, err)
		return
	}
	s.write(w, http.StatusOK, jsonMediaType, append(body, '\n'))
}

// replaceMapper makes the module in the request's body the account's mapper.
func (s *Server) replaceMapper(w http.ResponseWriter, r *http.Request, grant *quota.Grant) (*quota.Status, error) {
	most := s.config.Module
	switch mediaType, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); {
	case r.Header.Get("Content-Encoding") != "":
		return nil, badRequest("bad_request", "Send the module as it is, without Content-Encoding.")
	case r.Header.Get("Content-Type") != "" && (err != nil || mediaType != "application/wasm" && mediaType != "application/octet-stream"):
		return nil, badRequest("bad_request", "Send the WebAssembly module itself as the body, with the Content-Type application/wasm.")
	case r.ContentLength > int64(most):
		return nil, tooLarge("module", int64(most))
	}
	return s.useMapper(w, r, grant, func(held *reservation) ([]byte, error) { return readModule(r, most, held) })
}

// useMapper reads a module by read, tries it, and makes it the account's mapper.
func (s *Server) useMapper(w http.ResponseWriter, r *http.Request, grant *quota.Grant, read func(held *reservation) ([]byte, error)) (*quota.Status, error) {
	held := &reservation{of: &s.memory, account: grant.Account()}
	defer held.end()
	module, err := read(held)
	if err != nil {
		return nil, err
	}
	s.bodyRead(w, r)
	exchangeOf(r).addAttrs(slog.Int("bytes", len(module)))
	if len(module) == 0 {
		return nil, badRequest("empty_file", "The module is empty.")
	}
	caller := &workerpool.Caller{Account: grant.Account()}
	defer func() {
		grant.Worked(caller.Worked())
		s.giveBack(r, grant)
	}()
	if err := s.config.Converter.Try(caller.Context(r.Context()), convert.NewModule(module)); err != nil {
		return nil, err
	}
	return s.config.Admin.SetMapper(r.Context(), grant.Account(), module)
}

// readModule reads a body that is a module. It returns an error if it has more than most bytes.
func readModule(r *http.Request, most int, held *reservation) ([]byte, error) {
	module, err := held.readAll(r.Body, min(announced(r), most))
	var known *requestError
	switch {
	case err == nil && len(module) > most:
		return nil, tooLarge("module", int64(most))
	case err == nil, errors.As(err, &known):
		return module, err
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, badRequest("bad_request", "The module did not arrive in time.")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, badRequest("bad_request", "The body ends too early.")
	}
	return nil, badRequest("bad_request", "The body is not well formed.")
}

// mapperFailed returns an error that describes what went wrong with a mapper, with
// the end of what it wrote to its standard error.
func mapperFailed(err *doc.MapperError) *requestError {
	detail := problem.Sentence(err)
	if s := strings.TrimSuffix(detail, "."); s != "" && strings.ContainsRune(".!?", rune(s[len(s)-1])) {
		detail = s // the mapper's own sentence already ends with punctuation
	}
	if stderr := strings.TrimSpace(err.Stderr); stderr != "" {
		detail += " Its standard error ends with: " + stderr
	}
	return badRequest("mapper_failed", detail)
}
