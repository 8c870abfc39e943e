// Package problem writes an error as the body of an HTTP response (Problem
// Details, RFC 9457).
package problem

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
)

// MediaType is the media type of a Problem's body.
const MediaType = "application/problem+json"

// A Problem is the body of a response that is not a success. Its type is
// about:blank, so its title is the text of the status; programs distinguish
// problems by the code.
type Problem struct {
	Type      string `json:"type"`
	Title     string `json:"title"`
	Status    int    `json:"status"` // of the response
	Detail    string `json:"detail"` // a sentence for the client's user
	Code      string `json:"code"`   // stable, for programs
	RequestID string `json:"requestId"`
}

// New makes a problem of the type about:blank.
func New(status int, code, detail, requestID string) *Problem {
	return &Problem{
		Type: "about:blank", Title: http.StatusText(status), Status: status,
		Detail: detail, Code: code, RequestID: requestID,
	}
}

// Body returns the problem as JSON with a line feed at its end.
func (p *Problem) Body() []byte {
	body, _ := json.Marshal(p) // strings and numbers only: cannot fail
	return append(body, '\n')
}

// Write writes the problem as the response. Other header fields must be set already.
func (p *Problem) Write(w http.ResponseWriter) {
	body := p.Body()
	h := w.Header()
	h.Set("Content-Type", MediaType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(p.Status)
	w.Write(body) // an error means that the client is gone
}

// Sentence returns an error's text as a sentence, with a capital letter and a full stop.
func Sentence(err error) string {
	text := err.Error()
	if text == "" {
		return ""
	}
	if c := text[0]; 'a' <= c && c <= 'z' {
		text = string(c-'a'+'A') + text[1:]
	}
	return text + "."
}

// Clause undoes Sentence, for an error that is printed after a prefix. A first
// letter that was already a capital before Sentence may become a small one.
func Clause(sentence string) string {
	text := strings.TrimSuffix(sentence, ".")
	if len(text) > 1 && 'A' <= text[0] && text[0] <= 'Z' && ('a' <= text[1] && text[1] <= 'z' || text[1] == ' ') {
		text = string(text[0]-'A'+'a') + text[1:]
	}
	return text
}
