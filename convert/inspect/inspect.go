// Package inspect shows people where each value of a conversion was read: the
// rows as a table beside pictures of the pages, with a box around each value. It
// makes a fragment of HTML for a page of a site, and a whole file that needs
// nothing beside it.
//
// A cell is <td data-row="0" data-key="line_total" data-confidence="0.98">, with a
// link to its box <rect id="b-0-line_total"> where there is one; cells that were
// read at one place share the box. What is the same in all rows, as the values of a
// whole order are, stands once, as <dd> in a list above the table. What the review names
// is marked: a cell by the classes low (it is not sure), unproven (no arithmetic confirms
// it) and missing (it was looked for and not found), of which the stylesheet makes signs and
// the title says why; what is about no single value stands as <li> above the values. All of
// these have the ids check-1, check-2 and so on, in the order of the page. A cell that was
// read nowhere has the class inferred.
//
// The script highlights boxes, goes from value to value by keyboard, and copies values,
// rows, columns and the table.
package inspect

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"io"
	"sync"

	template "github.com/DataDog/datadog-agent/pkg/template/html"

	"lineitem/convert"
)

// Style and Script are the stylesheet and the script of what Fragment gives. It
// can be read without either.
var (
	//go:embed inspect.css
	Style string
	//go:embed inspect.js
	Script string
)

//go:embed inspect.html
var markup string

var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("inspect").Funcs(template.FuncMap{"number": number}).Parse(markup))
})

// Fragment is a conversion as a section of HTML, without inline style or script.
// The result's evidence and pictures are shown as far as it has any. Its size is
// bounded, and it says so where rows or pages are left out. picture gives the address of
// a page's picture; where it is nil the pictures stand in the section itself.
func Fragment(r *convert.Result, picture func(page int) string) (template.HTML, error) {
	var b bytes.Buffer
	if err := templates().ExecuteTemplate(&b, "fragment", newView(r, picture)); err != nil {
		return "", err
	}
	return template.HTML(b.String()), nil
}

// Write writes a conversion as one HTML file, which makes no request.
func Write(w io.Writer, r *convert.Result) error {
	return templates().ExecuteTemplate(w, "file", struct {
		*view
		Policy string
		Style  template.CSS
		Script template.JS
	}{newView(r, nil), policy(), template.CSS(Style), template.JS(Script)})
}

// policy is the Content-Security-Policy of a file: nothing may be loaded, and
// nothing runs but the script that stands in it.
func policy() string {
	return "default-src 'none'; img-src data:; style-src " + hash(Style) + "; script-src " + hash(Script) +
		"; base-uri 'none'; form-action 'none'"
}

// hash names what stands between two tags as CSP does (CSP Level 3, 2.3.1).
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
