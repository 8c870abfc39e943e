package openapi

import (
	"encoding/json"
	"strings"

	template "github.com/DataDog/datadog-agent/pkg/template/html"
)

// prose returns a description as HTML: paragraphs, and code between backticks. OpenAPI
// allows CommonMark there, but the document uses nothing else of it.
func prose(text string) template.HTML {
	var b strings.Builder
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		if paragraph != "" {
			b.WriteString("<p>" + string(line(paragraph)) + "</p>\n")
		}
	}
	return template.HTML(b.String())
}

// line returns a description without paragraphs as HTML.
func line(text string) template.HTML {
	var b strings.Builder
	for i, part := range strings.Split(text, "`") {
		escaped := template.HTMLEscapeString(part)
		if i%2 == 1 {
			escaped = "<code>" + escaped + "</code>"
		}
		b.WriteString(escaped)
	}
	return template.HTML(b.String())
}

// anchor returns the id of a schema or an operation in the page.
func anchor(name string) string { return "api-" + strings.ToLower(name) }

// sampleText returns a sample's value as it is shown: a string as its text, anything
// else as it is written in the document, with the indentation of its last line removed
// from every line.
func sampleText(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	laidOut := string(value)
	last := laidOut[strings.LastIndexByte(laidOut, '\n')+1:]
	indentation := last[:len(last)-len(strings.TrimLeft(last, " "))]
	return strings.ReplaceAll(laidOut, "\n"+indentation, "\n")
}
