package problem_test

import (
	"errors"
	"net/http/httptest"
	"testing"

	"lineitem/quota/problem"
)

func TestWrite(t *testing.T) {
	w := httptest.NewRecorder()
	problem.New(404, "not_found", "There is none.", "17").Write(w)
	want := `{"type":"about:blank","title":"Not Found","status":404,"detail":"There is none.","code":"not_found","requestId":"17"}` + "\n"
	if got := w.Body.String(); got != want || w.Code != 404 || w.Header().Get("Content-Type") != problem.MediaType {
		t.Errorf("Write() answers %d %v %s, want 404 %s", w.Code, w.Header(), got, want)
	}
}

func TestSentence(t *testing.T) {
	for text, want := range map[string]string{
		"account a: not found": "Account a: not found.",
		"API key":              "API key.",
		"":                     "",
	} {
		if got := problem.Sentence(errors.New(text)); got != want {
			t.Errorf("Sentence(%q) = %q, want %q", text, got, want)
		}
	}
}
