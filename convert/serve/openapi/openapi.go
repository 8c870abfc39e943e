// Package openapi tells developers how to use the service. It has the OpenAPI document
// of the public API, and a page that shows it beside examples.
package openapi

import (
	"bytes"
	_ "embed"
	"strings"
	"sync"

	template "github.com/DataDog/datadog-agent/pkg/template/html"

	"lineitem/convert/flate"
)

//go:generate sh -c "go run ../../flate/pack < openapi.json > openapi.json.packed"

//go:embed openapi.json.packed
var packed []byte

// Document returns the description of the API as OpenAPI 3.1, in JSON. openapi.json is written by
// hand; tests compare a server's answers with it. The result must not be changed.
var Document = sync.OnceValue(func() []byte { return []byte(flate.Unpack(packed)) })

// Style is the style sheet that the body returned by Landing needs in addition to that
// of the site.
//
//go:embed landing.css
var Style string

//go:embed landing.html
var landingText string

// page is the part of the landing page that does not depend on the service's address.
type page struct {
	template  *template.Template
	reference *reference
	examples  []example
}

var load = sync.OnceValues(func() (*page, error) {
	reference, err := parseReference(Document())
	if err != nil {
		return nil, err
	}
	examples, err := readExamples()
	if err != nil {
		return nil, err
	}
	t, err := template.New("landing").Funcs(template.FuncMap{"prose": prose, "line": line, "anchor": anchor}).Parse(landingText)
	if err != nil {
		return nil, err
	}
	return &page{t, reference, examples}, nil
})

// A Visitor describes the person to whom the first page is shown.
type Visitor struct {
	// URL is the service's public address, such as https://orders.example, which
	// the examples use.
	URL string
	// SignedIn is whether the visitor is signed in to an account, and Registration
	// whether visitors can make one themselves.
	SignedIn, Registration bool
}

// Landing returns the body of the service's first page: what the service is for, how
// to begin, examples, and the reference made from Document. It contains neither style
// nor script, and is the same for equal visitors.
func Landing(v Visitor) (template.HTML, error) {
	p, err := load()
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	err = p.template.Execute(&b, map[string]any{
		"URL": strings.TrimRight(v.URL, "/"), "SignedIn": v.SignedIn, "Registration": v.Registration,
		"Examples": p.examples, "Reference": p.reference,
	})
	return template.HTML(b.String()), err
}
