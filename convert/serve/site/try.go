package site

import (
	"encoding/base64"
	"fmt"
	"net/http"

	template "github.com/DataDog/datadog-agent/pkg/template/html"

	"lineitem/convert"
	"lineitem/convert/inspect"
	"lineitem/quota"
)

// Pictures is the greatest number of pages of a tried document whose pictures are shown.
const Pictures = 10

// maxJSON bounds a result that is shown, in bytes of its JSON: its downloads are part
// of the page, and larger ones make pages that browsers handle badly. Such documents
// are for the endpoint.
const maxJSON = 4 << 20

// pageCopies is the memory that making a page takes, as a multiple of the size of what
// it shows.
const pageCopies = 8

// tryPage is the data of the page with the form, or with the result of a document.
type tryPage struct {
	Status    *quota.Status // of the account; nil on the page of a result
	Most      int64         // greatest size of a document, in bytes
	Minutes   string        // how long a result is kept
	Failed    string        // why there is no result
	Result    *convert.Result
	Correct   string // path of the form in which it can be corrected; empty if it cannot be
	Corrected bool   // whether it was corrected
	Lesson    *Lesson
	Resend    string      // the rows as JSON, to learn from when the document is sent again
	Layout    *usedLayout // learned layout that was used; nil: none
	Verified  bool        // whether everything is almost certainly right
	Judged    bool        // whether Verified was determined at all
	Downloads []download
	Inspect   template.HTML // the table and the pages
	Local     *local        // with which the browser converts documents itself; nil: it cannot
}

// A download is a file that is contained in the page itself.
type download struct {
	ID, Label, Name string
	URL             template.URL // data: (RFC 2397)
}

func newDownload(id, label string, f File) download {
	return download{id, label, f.Name, template.URL("data:" + f.MediaType + ";base64," + base64.StdEncoding.EncodeToString(f.Data))}
}

func (v *visit) tryForm() error { return v.showForm(http.StatusOK, "") }

func (v *visit) showForm(status int, failed string) error {
	return v.show(status, "try", "Try a document", v.tryPage(tryPage{Status: v.account, Failed: failed, Local: v.handler.local}))
}

// tryPage returns p with the data that the form and all results show.
func (v *visit) tryPage(p tryPage) tryPage {
	p.Most, p.Minutes = int64(v.handler.config.Bytes), minutes(v.handler.config.ResultTime)
	return p
}

func (v *visit) try() error {
	var path string
	service := v.handler.config.Service
	err := service.Convert(v.w, v.r, v.account.ID, func(c *Conversion) (err error) {
		path, err = v.keepResult(c)
		return err
	})
	if err == nil {
		return v.redirectDone(path, "")
	}
	v.handler.outcomes.drop(func(p string, _ *outcome) bool { return p == path }) // it was not charged for
	p := service.Explain(v.w, v.r, err)
	if p == nil {
		return nil
	}
	return v.redirectToPage(func(v *visit) error { return v.showForm(p.Status, failure(p)) })
}

// keepResult makes the page of a result, keeps it as an outcome with its trial, and
// returns its path.
func (v *visit) keepResult(c *Conversion) (path string, err error) {
	path = newPath(tryOutcome)
	page, err := v.tryResult(c, correction{path: path, pictures: path})
	if err != nil {
		return "", err
	}
	o := pageOutcome(http.StatusOK, page)
	o.trial = v.handler.newTrial(path, c)
	o.bytes += o.trial.weight()
	return path, v.keep(path, o)
}

// tryResult makes the page of a result.
func (v *visit) tryResult(c *Conversion, u correction) ([]byte, error) {
	r := c.Result
	if len(c.JSON.Data) > maxJSON {
		return nil, errManyRows(len(r.Rows))
	}
	p := v.tryPage(tryPage{
		Result: r, Corrected: u.result != nil, Lesson: u.lesson, Resend: u.resend, Judged: r.Verified != nil, Verified: r.Verified != nil && *r.Verified,
		Downloads: []download{newDownload("download-json", "JSON", c.JSON), newDownload("download-csv", "CSV", c.CSV)},
	})
	if correctable(r) {
		p.Correct = u.path + "/correct"
	}
	if c.XLSX != nil {
		p.Downloads = append(p.Downloads, newDownload("download-xlsx", "XLSX", *c.XLSX))
	}
	var err error
	if p.Layout, err = v.layoutOf(r); err != nil {
		return nil, err
	}
	if p.Inspect, err = inspect.Fragment(r, picturesAt(u.pictures)); err != nil {
		return nil, err
	}
	return v.render("try", "Rows of "+r.Filename, p)
}

// errManyRows returns the error for a result that is too large to be shown.
func errManyRows(rows int) *Error {
	return &Error{
		Status: http.StatusBadRequest, Code: "bad_request",
		Detail: fmt.Sprintf("The document has %s rows, more than this page can show. Convert it through the API; nothing was charged.", countText(rows)),
	}
}

// kinds are the extensions and media types of documents, for a browser's file dialog.
const kinds = ".pdf,.png,.jpg,.jpeg,.webp,.tif,.tiff,.xml,application/pdf,image/png,image/jpeg,image/webp,image/tiff,application/xml,text/xml"
