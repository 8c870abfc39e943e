package openapi

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// The part of an OpenAPI document that the reference shows.
type (
	document struct {
		Info struct{ Description string }
		Tags []struct{ Name, Description string }

		Paths      ordered[ordered[operation]] // by path and method
		Everywhere struct {
			Responses ordered[response]
		} `json:"x-everywhere"` // for addresses and methods that Paths does not have
		Components struct {
			SecuritySchemes ordered[struct{ Description string }]
			Parameters      ordered[parameter]
			Headers         ordered[header]
			Responses       ordered[response]
			Schemas         ordered[schema]
		}
	}
	operation struct {
		OperationID, Summary, Description string
		Tags                              []string
		Parameters                        []parameter
		RequestBody                       *struct {
			Description string
			Content     ordered[mediaType]
		}
		Responses ordered[response]
		// CodeSamples are programs that send such a request: an extension that
		// tools for API references know.
		CodeSamples []struct{ Lang, Source string } `json:"x-codeSamples"`
		Security    *[]any                          // nil: that of the document, which is the API key
	}
	parameter struct {
		Ref         string `json:"$ref"`
		Name, In    string
		Description string
		Required    bool
		Schema      schema
		Example     any
	}
	header struct {
		Ref         string `json:"$ref"`
		Description string
		Example     any
	}
	response struct {
		Ref         string `json:"$ref"`
		Description string
		Headers     ordered[header]
		Content     ordered[mediaType]
	}
	mediaType struct {
		Schema   schema
		Examples ordered[struct {
			Summary string
			Value   json.RawMessage
		}]
	}
	schema struct {
		Ref                  string `json:"$ref"`
		Type                 any    // a string, or several
		Title, Description   string
		Format               string
		ContentEncoding      string
		Required             []string
		Properties           ordered[schema]
		AdditionalProperties *additional
		Items                *schema
		Enum                 []any
		Const                any
	}
)

// additional describes what an object may hold besides its properties: values of a
// schema, or any values, which JSON writes as true.
type additional struct{ schema }

// UnmarshalJSON implements json.Unmarshaler.
func (a *additional) UnmarshalJSON(text []byte) error {
	if string(text) == "true" {
		return nil
	}
	return json.Unmarshal(text, &a.schema)
}

// reference is the document as the page shows it.
type reference struct {
	Description string
	Key         string // how to send an API key
	Groups      []group
	Headers     ordered[header]
	Problems    []problemRow
	Schemas     []schemaTable
}

// A group holds the operations of one tag.
type group struct {
	Name, Description string
	Operations        []operationView
}

type operationView struct {
	ID, Method, Path     string
	Summary, Description string
	Key                  bool // whether it needs an API key
	Parameters           []parameter
	Body                 string // what the request's body is; empty: there is none
	Forms                []form
	Answers              []answer
	Samples              []sample
}

// A form is one media type of a body.
type form struct {
	MediaType   string
	Schema      string // name of its schema in the reference; empty: it has none there
	Description string
}

// An answer is the answer of an operation with one status.
type answer struct {
	Status, Text, Description string
	Forms                     []form
	Codes, Headers            []string
}

// A sample is a request, or the body of a successful answer.
type sample struct{ Summary, Text string }

// A problemRow is one code with one status.
type problemRow struct {
	Status, Code string
	Meanings     []string // one for each response that has the code
}

// A schemaTable is an object with its members.
type schemaTable struct {
	Name, Description string
	Members           []memberRow
}

type memberRow struct {
	Name, Type, TypeRef string // TypeRef is the name of a schema of the reference
	Description         string
	Required            bool
}

// problemMediaType is the media type of answers that report an error.
const problemMediaType = "application/problem+json"

// parseReference returns the reference made from an OpenAPI document. It resolves the
// document's $ref to parameters and responses.
func parseReference(text []byte) (*reference, error) {
	var d document
	if err := json.Unmarshal(text, &d); err != nil {
		return nil, err
	}
	r := &reference{Description: d.Info.Description, Headers: d.Components.Headers}
	for _, s := range d.Components.SecuritySchemes {
		r.Key = s.Value.Description
	}
	for _, tag := range d.Tags {
		r.Groups = append(r.Groups, group{Name: tag.Name, Description: tag.Description})
	}
	for _, path := range d.Paths {
		for _, method := range path.Value {
			o, err := d.operation(path.Name, method.Name, &method.Value)
			if err != nil {
				return nil, err
			}
			for i := range r.Groups {
				if slices.Contains(method.Value.Tags, r.Groups[i].Name) {
					r.Groups[i].Operations = append(r.Groups[i].Operations, *o)
				}
			}
		}
	}
	r.Problems = d.problems()
	for _, s := range d.Components.Schemas {
		r.Schemas = append(r.Schemas, schemaTable{s.Name, s.Value.Description, s.Value.members()})
	}
	return r, nil
}

// component returns the component of a kind to which a $ref such as
// "#/components/headers/Allow" refers.
func component[T any](all ordered[T], kind, ref string) (*T, error) {
	if name, ok := strings.CutPrefix(ref, "#/components/"+kind+"/"); ok {
		if c := all.find(name); c != nil {
			return c, nil
		}
	}
	return nil, fmt.Errorf("openapi: there is no %s", ref)
}

func (d *document) operation(path, method string, o *operation) (*operationView, error) {
	v := &operationView{
		ID: o.OperationID, Method: strings.ToUpper(method), Path: path,
		Summary: o.Summary, Description: o.Description, Key: o.Security == nil,
	}
	for _, p := range o.Parameters {
		if p.Ref != "" {
			resolved, err := component(d.Components.Parameters, "parameters", p.Ref)
			if err != nil {
				return nil, err
			}
			p = *resolved
		}
		v.Parameters = append(v.Parameters, p)
	}
	if o.RequestBody != nil {
		v.Body, v.Forms = o.RequestBody.Description, formsOf(o.RequestBody.Content)
	}
	for _, s := range o.CodeSamples {
		v.Samples = append(v.Samples, sample{"A request from the " + strings.ToLower(s.Lang) + ".", s.Source})
	}
	for _, r := range o.Responses {
		response := &r.Value
		if response.Ref != "" {
			var err error
			if response, err = component(d.Components.Responses, "responses", response.Ref); err != nil {
				return nil, err
			}
		}
		status, _ := strconv.Atoi(r.Name)
		a := answer{Status: r.Name, Text: http.StatusText(status), Description: response.Description, Forms: formsOf(response.Content)}
		for _, h := range response.Headers {
			a.Headers = append(a.Headers, h.Name)
		}
		for _, content := range response.Content {
			for _, e := range content.Value.Examples {
				switch {
				case content.Name == problemMediaType:
					a.Codes = append(a.Codes, e.Name)
				default:
					v.Samples = append(v.Samples, sample{e.Value.Summary, sampleText(e.Value.Value)})
				}
			}
		}
		v.Answers = append(v.Answers, a)
	}
	return v, nil
}

func formsOf(content ordered[mediaType]) []form {
	var forms []form
	for _, c := range content {
		f := form{MediaType: c.Name, Description: c.Value.Schema.Description, Schema: c.Value.Schema.name()}
		if c.Name == problemMediaType {
			f.Schema = "Problem"
		}
		forms = append(forms, f)
	}
	return forms
}

// problems returns the problem codes sorted by status, and then in the order of the
// responses.
func (d *document) problems() []problemRow {
	var rows []problemRow
	for _, r := range slices.Concat(d.Components.Responses, d.Everywhere.Responses) {
		for _, c := range r.Value.Content {
			if c.Name != problemMediaType {
				continue
			}
			for _, e := range c.Value.Examples {
				var p struct{ Status int }
				json.Unmarshal(e.Value.Value, &p) // tests compare it with the schema
				row := problemRow{Status: strconv.Itoa(p.Status), Code: e.Name}
				i := slices.IndexFunc(rows, func(o problemRow) bool { return o.Status == row.Status && o.Code == row.Code })
				if i < 0 {
					i, rows = len(rows), append(rows, row)
				}
				if !slices.Contains(rows[i].Meanings, e.Value.Summary) {
					rows[i].Meanings = append(rows[i].Meanings, e.Value.Summary)
				}
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b problemRow) int { return strings.Compare(a.Status, b.Status) })
	return rows
}

// name returns the name of the component that a schema refers to, or "".
func (s *schema) name() string {
	return strings.TrimPrefix(s.Ref, "#/components/schemas/")
}

func (s *schema) members() []memberRow {
	var rows []memberRow
	for _, p := range s.Properties {
		row := memberRow{Name: p.Name, Description: p.Value.Description, Required: slices.Contains(s.Required, p.Name)}
		row.Type, row.TypeRef = p.Value.typeText()
		rows = append(rows, row)
	}
	if s.AdditionalProperties != nil {
		row := memberRow{Name: "…", Description: "Any other."}
		row.Type, row.TypeRef = s.AdditionalProperties.typeText()
		rows = append(rows, row)
	}
	return rows
}

// typeText returns the type of a value as text, and the name of the schema of the
// reference that describes it, or "".
func (s *schema) typeText() (text, ref string) {
	if name := s.name(); name != "" {
		return name, name
	}
	if s.Items != nil {
		element, ref := s.Items.typeText()
		return "array of " + element, ref
	}
	if types, ok := s.Type.([]any); ok {
		words := make([]string, len(types))
		for i, t := range types {
			words[i] = fmt.Sprint(t)
		}
		return strings.Join(words, " or "), ""
	}
	if text, ok := s.Type.(string); ok {
		return text, ""
	}
	return "any", ""
}
