package openapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"

	"lineitem/convert/serve/openapi"
	"lineitem/quota/problem"
)

// Only the media type of files is checked.
func init() { openapi3filter.RegisterBodyDecoder("*/*", openapi3filter.FileBodyDecoder) }

// contract checks requests and answers against the OpenAPI document, and records which answers occurred.
type contract struct {
	document *openapi3.T
	others   *openapi3.Responses // to requests for no operation of the document
	seen     map[outcome]bool
}

// An outcome is one way in which an operation can be answered.
type outcome struct {
	operation string // method and path; empty for no operation
	status    int
	code      string // the code of a problem, or else the media type
}

// TestDocumentIsCurrent checks that the embedded document is the one that is written by hand.
func TestDocumentIsCurrent(t *testing.T) {
	written, err := os.ReadFile("openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(openapi.Document(), written) {
		t.Error("openapi.json.packed does not hold openapi.json: run go generate ./convert/serve/openapi")
	}
}

func loadContract(t *testing.T) *contract {
	t.Helper()
	document, err := openapi3.NewLoader().LoadFromData(openapi.Document())
	if err != nil {
		t.Fatal(err)
	}
	if err := document.Validate(t.Context(), openapi3.EnableExamplesValidation(), openapi3.EnableSchemaFormatValidation(), openapi3.EnableSchemaPatternValidation()); err != nil {
		t.Fatalf("the document is not OpenAPI: %v", err)
	}
	return &contract{document, everywhere(t), map[outcome]bool{}}
}

// everywhere returns the responses to addresses and methods that are not an operation. The document
// states them in an extension, as OpenAPI has no place for them.
func everywhere(t *testing.T) *openapi3.Responses {
	t.Helper()
	var d struct {
		Everywhere struct {
			Responses json.RawMessage
		} `json:"x-everywhere"`
		Components json.RawMessage
	}
	if err := json.Unmarshal(openapi.Document(), &d); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(map[string]any{
		"openapi": "3.1.0", "info": map[string]string{"title": "everywhere", "version": "1"}, "components": d.Components,
		"paths": map[string]any{"/": map[string]any{"get": map[string]any{"responses": d.Everywhere.Responses}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	document, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	return document.Paths.Value("/").Get.Responses
}

// route returns the operation of a request and the parameters in its path. A request for no operation
// gets the responses that the document has for all addresses.
func (c *contract) route(r *http.Request) (route *routers.Route, params map[string]string) {
	path, params := r.URL.Path, map[string]string{}
	const layouts = "/api/v1/layouts/"
	if id, ok := strings.CutPrefix(path, layouts); ok {
		path, params["id"] = layouts+"{id}", id
	}
	if item := c.document.Paths.Value(path); item != nil && item.GetOperation(r.Method) != nil {
		return &routers.Route{
			Spec: c.document, Path: path, PathItem: item, Method: r.Method, Operation: item.GetOperation(r.Method),
		}, params
	}
	return &routers.Route{
		Spec: c.document, PathItem: &openapi3.PathItem{}, Method: r.Method,
		Operation: &openapi3.Operation{
			Security:  openapi3.NewSecurityRequirements(),
			Responses: c.others,
		},
	}, nil
}

// withKey checks that a request has an API key as documented.
func withKey(_ context.Context, in *openapi3filter.AuthenticationInput) error {
	if !strings.HasPrefix(in.RequestValidationInput.Request.Header.Get("Authorization"), "Bearer li_") {
		return errors.New("there is no key")
	}
	return nil
}

// exchange sends a request and checks the answer against the document. conforms is nil if the request
// conforms to it.
func (c *contract) exchange(t *testing.T, s *testServer, in request) (o outcome, conforms error) {
	t.Helper()
	route, params := c.route(s.new(t, in))
	operation := &openapi3filter.RequestValidationInput{
		Request: s.new(t, in), Route: route, PathParams: params,
		Options: &openapi3filter.Options{AuthenticationFunc: withKey, RejectWhenRequestBodyNotSpecified: true},
	}
	conforms = openapi3filter.ValidateRequest(t.Context(), operation)
	answer, err := s.Client().Do(s.new(t, in))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	o = outcome{status: answer.StatusCode}
	if operation.Route.Path != "" {
		o.operation = in.method + " " + operation.Route.Path
	}
	o.code, _, _ = strings.Cut(answer.Header.Get("Content-Type"), ";")
	if in.method == http.MethodHead {
		o.code = "" // there is no body
	}
	if o.code == problem.MediaType {
		var p problem.Problem
		if err := json.Unmarshal(body, &p); err != nil || p.Status != answer.StatusCode || p.RequestID != answer.Header.Get("X-Request-Id") {
			t.Errorf("%v has the problem %s (%v)", o, body, err)
		}
		o.code = p.Code
	}
	c.seen[o] = true
	// The header fields of a HEAD are checked as those of a GET, with the library's help.
	operation.Request.Method = strings.Replace(in.method, http.MethodHead, http.MethodGet, 1)
	check := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: operation, Status: answer.StatusCode, Header: answer.Header,
		Options: &openapi3filter.Options{IncludeResponseStatus: true},
	}
	if err := openapi3filter.ValidateResponse(t.Context(), check.SetBodyBytes(body)); err != nil {
		t.Errorf("%v is not as the document says: %v\n%.2000s", o, err, body)
		return o, conforms
	}
	if o.operation == "" {
		return o, conforms // header fields of pages are no part of the API
	}
	response := operation.Route.Operation.Responses.Status(answer.StatusCode).Value
	documented := slices.Clone(general)
	for name := range response.Headers {
		documented = append(documented, http.CanonicalHeaderKey(name))
	}
	for name := range answer.Header {
		if !slices.Contains(documented, name) {
			t.Errorf("%v has the field %s, which the document does not have", o, name)
		}
	}
	if len(response.Content) == 0 && len(body) > 0 {
		t.Errorf("%v has the body %.100q, which the document does not have", o, body)
	}
	return o, conforms
}

// general lists header fields of HTTP itself, and of every answer, that the document does not state.
var general = []string{"Content-Type", "Content-Length", "Date", "Connection", "X-Content-Type-Options"}

// outcomes returns all answers in the document.
func (c *contract) outcomes(t *testing.T) []outcome {
	t.Helper()
	var all []outcome
	add := func(operation, status string, r *openapi3.Response) {
		n, err := strconv.Atoi(status)
		if err != nil {
			t.Errorf("%s has the status %q", operation, status)
		}
		if len(r.Content) == 0 {
			all = append(all, outcome{operation, n, ""})
		}
		for mediaType, content := range r.Content {
			if mediaType != problem.MediaType {
				all = append(all, outcome{operation, n, mediaType})
				continue
			}
			for _, code := range codesOf(content.Schema.Value) {
				all = append(all, outcome{operation, n, code})
			}
		}
	}
	for path, item := range c.document.Paths.Map() {
		for method, operation := range item.Operations() {
			for status, r := range operation.Responses.Map() {
				add(method+" "+path, status, r.Value)
			}
		}
	}
	for status, r := range c.others.Map() {
		add("", status, r.Value)
	}
	return all
}

// codesOf returns the codes that a problem's schema allows.
func codesOf(s *openapi3.Schema) (codes []string) {
	for _, part := range s.AllOf {
		if code := part.Value.Properties["code"]; code != nil {
			for _, value := range code.Value.Enum {
				codes = append(codes, value.(string))
			}
		}
	}
	return codes
}

// TestProblemExamples checks that every problem in the document has an example: one for each code, with
// its status.
func TestProblemExamples(t *testing.T) {
	c := loadContract(t)
	responses := maps.Clone(c.document.Components.Responses)
	maps.Copy(responses, c.others.Map())
	for name, response := range responses {
		content := response.Value.Content[problem.MediaType]
		if content == nil {
			continue
		}
		codes := codesOf(content.Schema.Value)
		if got, want := slices.Sorted(maps.Keys(content.Examples)), slices.Sorted(slices.Values(codes)); !slices.Equal(got, want) || len(want) == 0 {
			t.Errorf("the examples of %s are %q, its codes %q", name, got, want)
		}
		for code, example := range content.Examples {
			text, _ := json.Marshal(example.Value.Value)
			var p problem.Problem
			if err := json.Unmarshal(text, &p); err != nil {
				t.Fatal(err)
			}
			if p.Code != code || p.Title != http.StatusText(p.Status) || example.Value.Summary == "" {
				t.Errorf("the example %s of %s is %+v: %s", code, name, p, example.Value.Summary)
			}
			err := content.Schema.Value.VisitJSON(example.Value.Value, openapi3.EnableJSONSchema2020())
			if err != nil {
				t.Errorf("the example %s of %s: %v", code, name, err)
			}
		}
	}
}
