package serve

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"lineitem/convert"
)

// rendering is how a result is answered.
type rendering struct {
	csv      bool
	evidence bool
}

// renderingOf tells it from the field Accept and the query's "include".
func renderingOf(r *http.Request) (rendering, error) {
	accept := strings.Join(r.Header.Values("Accept"), ",")
	var out rendering
	out.csv = quality(accept, "text/csv") > quality(accept, "application/json")
	for _, value := range r.URL.Query()["include"] {
		for name := range strings.SplitSeq(value, ",") {
			if strings.TrimSpace(name) != "evidence" {
				return out, badRequest("bad_request", `The query's "include" may be "evidence" only.`)
			}
			out.evidence = true
		}
	}
	if out.csv && out.evidence {
		return out, badRequest("bad_request", "Evidence does not fit into text/csv; ask for application/json.")
	}
	return out, nil
}

// quality tells how much a field Accept wants a media type, from 0 to 1 (RFC
// 9110, 12.5.1). The most specific range decides. An empty field wants JSON and
// CSV alike.
func quality(accept, mediaType string) float64 {
	if strings.Trim(accept, " ,") == "" {
		return 1
	}
	major, _, _ := strings.Cut(mediaType, "/")
	best, q := 0, 0.0
	for element := range strings.SplitSeq(accept, ",") {
		name, params, err := mime.ParseMediaType(element)
		if err != nil {
			continue
		}
		specific := 0
		switch name {
		case mediaType:
			specific = 3
		case major + "/*":
			specific = 2
		case "*/*":
			specific = 1
		}
		if specific <= best {
			continue
		}
		best, q = specific, 1
		if text, ok := params["q"]; ok {
			if q, err = strconv.ParseFloat(text, 64); err != nil || q < 0 || q > 1 {
				q = 0
			}
		}
	}
	return q
}

// render gives the whole body, so that nothing can fail any more once the
// answer has begun.
func (o rendering) render(result *convert.Result) (contentType string, body []byte, err error) {
	var b bytes.Buffer
	if o.csv {
		w := csv.NewWriter(&b)
		w.UseCRLF = true // RFC 4180, 2
		w.Write(result.Keys())
		for i := range result.Rows {
			w.Write(result.Record(i))
		}
		w.Flush()
		return "text/csv; charset=utf-8; header=present", b.Bytes(), w.Error()
	}
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err = e.Encode(result)
	return "application/json", b.Bytes(), err
}
