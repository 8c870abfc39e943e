package serve

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// queryOf returns a request's query, which may have only the named parameters. Any
// other one is refused: a client that misspells one would otherwise be charged for
// an answer that it did not ask for.
func queryOf(r *http.Request, names ...string) (url.Values, error) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, badRequest("bad_request", "The query is not well formed: percent-encode reserved characters (%26 for &).")
	}
	for _, name := range slices.Sorted(maps.Keys(query)) {
		if slices.Contains(names, name) {
			continue
		}
		known := "this address takes none"
		if len(names) > 0 {
			known = "this address takes " + strings.Join(names, ", ")
		}
		detail := fmt.Sprintf("There is no query parameter %q; %s.", shortName(name), known)
		if slices.Contains([]string{"format", "accept", "output"}, strings.ToLower(name)) {
			detail += " To get CSV, XLSX or XML, use the header field Accept."
		}
		return nil, badRequest("bad_request", detail)
	}
	return query, nil
}

// shortName shortens a name that a client made up, for messages.
func shortName(name string) string {
	const most = 40 // characters
	if runes := []rune(strings.ToValidUTF8(name, "?")); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return name
}
