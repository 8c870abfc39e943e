package site

import (
	"net/http"
	"net/url"
	"strconv"

	template "github.com/DataDog/datadog-agent/pkg/template/html"

	"lineitem/convert"
	"lineitem/convert/jsontext"
	"lineitem/convert/order/value"
)

// maxCorrection bounds the form with the values of a document, in bytes.
const maxCorrection = 2 << 20

// correctPage is the data of the form in which the rows of a document are corrected,
// beside the pictures of its pages.
type correctPage struct {
	*draft
	Back   string // the path of the result that is corrected
	Failed string // why the form was not accepted
	Most   int    // how many rows can be corrected
	Pages  []wordPicture
}

// A wordPicture is the picture of a page, from which words are picked.
type wordPicture struct {
	Number       int
	Across, Down string // width and height, in points
	Source       template.URL
	Words        string // for the script; see wordsText
}

// outcomePath returns the path of the outcome that the visit's address names.
func (v *visit) outcomePath() string { return tryOutcome + v.params.ByName("outcome") }

func (v *visit) correctForm() error {
	t, done := v.trialAt(v.outcomePath())
	defer done()
	switch {
	case t == nil:
		return v.handler.errGone()
	case !correctable(t.result):
		return ErrNotFound
	}
	return v.showDraft(http.StatusOK, v.outcomePath(), newDraft(t.result), "")
}

// showDraft shows a draft of the result at a path, with the pictures of its pages if they
// are still kept.
func (v *visit) showDraft(status int, path string, d *draft, failed string) error {
	p := correctPage{draft: d, Back: path, Failed: failed, Most: mostCorrected}
	first, bytes := "", d.weight()
	if t, done := v.trialAt(path); t != nil {
		first = t.first
		done()
	}
	t, done := v.trialAt(first)
	defer done()
	if t != nil {
		bytes += t.wordsWeight()
	}
	release, err := v.handler.config.Service.Hold(v.account.ID, int(bytes)*pageCopies)
	if err != nil {
		return err
	}
	defer release()
	if t != nil {
		p.Pages = wordPictures(t.result.Pictures, picturesAt(first))
	}
	return v.show(status, "correct", "Correct "+d.Filename, p)
}

// wordPictures returns the pictures of pages for correctPage. source returns the address
// of the picture of a page.
func wordPictures(pictures []convert.PagePicture, source func(page int) string) []wordPicture {
	l := localeOf(pictures)
	var pages []wordPicture
	for i := range pictures {
		p := &pictures[i]
		picture := wordPicture{
			Number: p.Number, Across: lengthText(p.Width), Down: lengthText(p.Height), Words: wordsText(p.Words, l),
		}
		if len(p.Data) > 0 {
			picture.Source = template.URL(source(p.Number))
		}
		pages = append(pages, picture)
	}
	return pages
}

func lengthText(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }

// wordsText returns words as a JSON array. Each word is an array of its left, top, width and
// height in points, its text, and its value in a column of numbers and in one of dates; these
// are empty if it is neither.
func wordsText(words []convert.PageWord, l *value.Locale) string {
	b := []byte{'['}
	for i, w := range words {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '[')
		for _, length := range [...]float64{w.Box.X0, w.Box.Y0, w.Box.Width(), w.Box.Height()} {
			b = append(strconv.AppendFloat(b, length, 'f', 1, 64), ',')
		}
		number, date := "", ""
		if n, ok := l.Number(w.Text); ok && !n.Percent {
			number = n.Text
		}
		if iso, ok := l.Date(w.Text); ok {
			date = iso
		}
		b = append(jsontext.AppendString(b, w.Text), ',')
		b = append(jsontext.AppendString(b, number), ',')
		b = append(jsontext.AppendString(b, date), ']')
	}
	return string(append(b, ']'))
}

// formCopies is the memory that a form takes while it is read, as a multiple of its size.
const formCopies = 6

// correctionForm reads the form into memory that is held until release is called.
func (v *visit) correctionForm() (form url.Values, d *draft, release func(), err error) {
	length := v.r.ContentLength
	if length < 0 || length > maxCorrection {
		length = maxCorrection
	}
	release, err = v.handler.config.Service.Hold(v.account.ID, int(length)*formCopies)
	if err != nil {
		return nil, nil, nil, err
	}
	if form, err = v.formUpTo(maxCorrection); err == nil {
		d, err = parseDraft(form)
	}
	if err != nil {
		release()
	}
	return form, d, release, err
}

// correct reads the values of the form, and redirects to a page with the rows made of
// them, or to the form if values are wrong.
func (v *visit) correct() error {
	form, d, release, err := v.correctionForm()
	if err != nil {
		return err
	}
	defer release()
	path := v.outcomePath()
	var was *convert.Result // nil: it is not kept any more
	t, done := v.trialAt(path)
	defer done()
	if t != nil {
		was = t.result
		d.annotate(was)
	}
	d.normalize(v.localeOf(t))
	if len(d.wrong()) > 0 {
		return v.refuseDraft(http.StatusUnprocessableEntity, path, d, "")
	}
	u := correction{path: newPath(tryOutcome), result: d.result(was)}
	u.pictures = u.path
	if t != nil {
		u.pictures = t.first
	}
	if form.Get("do") == "learn" {
		u.learn = d
	}
	return v.applyCorrection(u)
}

// localeOf returns how the document of a trial writes numbers and dates; the zero Locale
// if it is not kept any more.
func (v *visit) localeOf(t *trial) *value.Locale {
	if t == nil {
		return new(value.Locale)
	}
	first, done := v.trialAt(t.first)
	defer done()
	if first == nil {
		return new(value.Locale)
	}
	return localeOf(first.result.Pictures)
}

// refuseDraft redirects to the form as it was sent, which then says what is wrong.
func (v *visit) refuseDraft(status int, path string, d *draft, failed string) error {
	at := newPath(tryOutcome)
	err := v.keep(at, &outcome{bytes: smallOutcome + d.weight(), show: func(v *visit) error {
		return v.showDraft(status, path, d, failed)
	}})
	if err != nil {
		return err
	}
	return v.redirectDone(at, "")
}

// A use describes what is to be done with rows that were corrected.
type correction struct {
	path     string // of the outcome that is to show them
	pictures string // path of the outcome that keeps their document and its pictures; same as path if none does
	result   *convert.Result
	learn    *draft  // the rows' draft if their layout is to be learned; nil: it is not
	lesson   *Lesson // what was learned from them; nil: nothing
	resend   string  // the rows as JSON, to be learned from when the document is sent again; otherwise empty
}

// applyCorrection redirects to a page with rows that were corrected, and learns their layout if that
// is wanted.
func (v *visit) applyCorrection(u correction) error {
	service := v.handler.config.Service
	size := u.result.SizeJSON(maxJSON)
	if size > maxJSON {
		return errManyRows(len(u.result.Rows))
	}
	release, err := service.Hold(v.account.ID, int(size)*pageCopies)
	if err != nil {
		return err
	}
	defer release()
	first, done := v.trialAt(u.pictures)
	defer done()
	if first != nil {
		u.result.Pictures = first.result.Pictures
	}
	c, err := service.Render(v.r, v.account.ID, u.result)
	if err != nil {
		return err
	}
	if u.learn != nil {
		if err := v.learn(&u, first); err != nil { // after all else that can fail
			return v.refuseLesson(u, err)
		}
	}
	page, err := v.tryResult(c, u)
	if err != nil {
		return err
	}
	kept := *u.result
	kept.Pictures = nil
	o := pageOutcome(http.StatusOK, page)
	o.trial = &trial{first: u.pictures, result: &kept}
	o.bytes += o.trial.weight()
	if err := v.keep(u.path, o); err != nil {
		return err
	}
	return v.redirectDone(u.path, "")
}
