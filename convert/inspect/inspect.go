// Package inspect shows people where each value of a conversion was read: the
// rows as a table beside pictures of the pages, with a box around each value. It
// makes an HTML fragment for a page of a site, or a self-contained HTML file.
//
// A cell is <td data-row="0" data-key="line_total" data-confidence="0.98">, with a
// link to its box <rect id="b-0-line_total"> if there is one; cells of one column that
// were read at the same place share the box. A value that is the same in all rows, such as
// one of the whole order, is shown once, as <dd> in a list above the table. What the review
// names is marked: a cell by one of the classes low (its confidence is low), unproven (no
// arithmetic confirms it) and missing (it was looked for and not found), which the stylesheet
// shows as signs; the title says why. An entry about no single value is shown as <li> above
// the values. All of these have the ids check-1, check-2 and so on, in the order of the page.
// A cell that was read nowhere has the class inferred.
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

// Style and Script are the stylesheet and the script for the HTML that Fragment
// returns, which is readable without either.
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

// Fragment returns a conversion as a section of HTML, without inline style or script.
// It shows the result's evidence and pictures if there are any. Its size is bounded, and
// it says where rows or pages are left out. picture returns the address of a page's
// picture; if it is nil the pictures are embedded as data URLs.
func Fragment(r *convert.Result, picture func(page int) string) (template.HTML, error) {
	var b bytes.Buffer
	if err := templates().ExecuteTemplate(&b, "fragment", newView(r, picture)); err != nil {
		return "", err
	}
	return template.HTML(b.String()), nil
}

// Write writes a conversion as one HTML file, which loads nothing.
func Write(w io.Writer, r *convert.Result) error {
	return templates().ExecuteTemplate(w, "file", struct {
		*view
		Policy string
		Style  template.CSS
		Script template.JS
	}{newView(r, nil), policy(), template.CSS(Style), template.JS(Script)})
}

// policy returns the Content-Security-Policy of a file: nothing may be loaded, and
// only the script in the file may run.
func policy() string {
	return "default-src 'none'; img-src data:; style-src " + hash(Style) + "; script-src " + hash(Script) +
		"; base-uri 'none'; form-action 'none'"
}

// hash returns the CSP hash source for the text of an element (CSP Level 3, 2.3.1).
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
