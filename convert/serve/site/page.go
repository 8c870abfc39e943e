package site

import (
	"bytes"
	"embed"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	template "github.com/DataDog/datadog-agent/pkg/template/html"

	"lineitem/quota"
)

//go:embed templates
var templateFiles embed.FS

// templates returns the templates of pages by name, each with the frame around it. They are
// parsed when they are first needed: most runs of the program show no page.
var templates = sync.OnceValue(func() map[string]*template.Template {
	frame := template.Must(template.New("frame").Funcs(template.FuncMap{
		"asset": assetURL, "left": left, "spent": spent, "date": dateText, "never": time.Time.IsZero, "day": dayText, "moment": momentText, "stamp": stampText, "count": countText, "size": sizeText, "kinds": func() string { return kinds }, "label": labelOf, "rows": (*draftOrder).rows, "wrong": correctPage.wrong, "lineColumns": lineColumns, "localWorker": func() string { return localWorker },
	}).ParseFS(templateFiles, "templates/frame.html"))
	all := map[string]*template.Template{}
	for _, name := range []string{"landing", "sign-in", "password", "register", "account", "new-key", "try", "correct", "lesson", "layouts", "layout", "error"} {
		page := template.Must(frame.Clone())
		all[name] = template.Must(page.ParseFS(templateFiles, "templates/"+name+".html"))
	}
	return all
})

// frame is the data of the frame around every page.
type frame struct {
	Page         string // the template's name
	Title        string
	Account      *quota.Status // nil: nobody is signed in
	Registration bool
	Done         string // confirmation of what was done before
	Body         any
}

// show answers with a page, or, to a form of somebody who is signed in, with a
// redirection to it. The title of a page that says what is wrong with a form begins
// with "Error", since the title is what a screen reader reads first.
func (v *visit) show(status int, name, title string, body any) error {
	if status >= http.StatusBadRequest && name != "error" {
		title = "Error: " + title
	}
	text, err := v.render(name, title, body)
	if err != nil {
		return err
	}
	if !v.sent() {
		v.send(status, MediaType, text)
		return nil
	}
	path := newPath(accountOutcome)
	if err := v.keep(path, pageOutcome(status, text)); err != nil {
		return err
	}
	return v.redirectDone(path, "")
}

// render makes the whole page in memory, so that nothing can fail once its first byte
// is sent.
func (v *visit) render(name, title string, body any) ([]byte, error) {
	var b bytes.Buffer
	err := templates()[name].ExecuteTemplate(&b, "frame.html", frame{
		Page: name, Title: title, Account: v.account, Registration: v.handler.config.Registration,
		Done: v.confirmation(), Body: body,
	})
	return b.Bytes(), err
}

// MediaType is the media type of a page.
const MediaType = "text/html; charset=utf-8"

func (v *visit) send(status int, mediaType string, body []byte) {
	if timeout := v.handler.config.WriteTimeout; timeout > 0 {
		http.NewResponseController(v.w).SetWriteDeadline(time.Now().Add(timeout)) // fails with test recorders only
	}
	header := v.w.Header()
	header.Set("Content-Type", mediaType)
	header.Set("Content-Length", strconv.Itoa(len(body)))
	v.w.WriteHeader(status)
	v.w.Write(body) // an error means that the client is gone
}

func (v *visit) landing() error {
	landing := v.handler.config.Landing
	if v.account != nil {
		landing = v.handler.config.HolderLanding
	}
	return v.show(http.StatusOK, "landing", "", landing)
}

// dateText returns a day for programs (HTML's datetime).
func dateText(t time.Time) string { return t.Format(time.DateOnly) }

// dayText returns a day as people read it: 2 Jan 2026.
func dayText(t time.Time) string { return t.UTC().Format("2 Jan 2006") }

// momentText returns a day and a time in UTC as people read it.
func momentText(t time.Time) string { return t.UTC().Format("2 Jan 2006, 15:04 UTC") }

// stampText returns a time for programs (HTML's datetime).
func stampText(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// countText returns an integer with thousands separators: 12,345.
func countText(n any) string {
	digits := fmt.Sprint(n)
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// sizeText returns a number of bytes as people read it.
func sizeText(n int64) string {
	switch {
	case n >= 1<<20:
		return tenths(n, 1<<20) + " MiB"
	case n >= 1<<10:
		return tenths(n, 1<<10) + " KiB"
	}
	return countText(n) + " bytes"
}

func tenths(n, unit int64) string {
	return strings.TrimSuffix(strconv.FormatFloat(float64(n)/float64(unit), 'f', 1, 64), ".0")
}
