package site

import (
	"bytes"
	"math"
	"net/http"
	"strconv"

	"lineitem/convert"
)

// A trial is what is kept of a document that was tried: the pictures of its pages, and
// what is needed to correct its rows.
type trial struct {
	first    string // path of the outcome that keeps document and pictures: its own, or that of the original conversion
	document []byte // nil: it is too large to be kept, or the outcome at first keeps it
	result   *convert.Result
}

// newTrial returns the trial of a conversion for an outcome at a path.
func (h *Handler) newTrial(path string, c *Conversion) *trial {
	const share = 8 // a document takes at most 1/share of the memory of outcomes
	t := &trial{first: path, result: c.Result}
	if int64(len(c.Document)) <= h.config.ResultMemory/share {
		t.document = bytes.Clone(c.Document) // without spare capacity
	}
	return t
}

// weight returns the memory that a trial takes, in bytes.
func (t *trial) weight() int64 {
	const cells = 3 // memory of rows and evidence, as a multiple of their size as JSON
	n := int64(len(t.document)) + cells*t.result.SizeJSON(math.MaxInt64) + t.wordsWeight()
	for i := range t.result.Pictures {
		n += int64(len(t.result.Pictures[i].Data))
	}
	return n
}

// wordsWeight returns the memory that the words of the pages take, in bytes.
func (t *trial) wordsWeight() (n int64) {
	const word = 48 // bytes, without its text
	for i := range t.result.Pictures {
		for _, w := range t.result.Pictures[i].Words {
			n += word + int64(len(w.Text))
		}
	}
	return n
}

// picturesAt returns a function that returns the address of a page's picture, which the
// outcome at the given path keeps.
func picturesAt(path string) func(page int) string {
	return func(page int) string { return path + "/pictures/" + strconv.Itoa(page) }
}

// showPicture answers with the picture of a page.
func (v *visit) showPicture() error {
	t, done := v.trialAt(tryOutcome + v.params.ByName("outcome"))
	defer done()
	if t == nil {
		return v.handler.errGone()
	}
	page, err := strconv.Atoi(v.params.ByName("page"))
	if err != nil || page < 1 || page > len(t.result.Pictures) {
		return ErrNotFound
	}
	p := &t.result.Pictures[page-1]
	if len(p.Data) == 0 {
		return ErrNotFound
	}
	v.send(http.StatusOK, p.MediaType, p.Data)
	return nil
}

// trialAt returns the trial of the outcome at a path, or nil if there is none any more.
// The caller must call done when it no longer needs the trial.
func (v *visit) trialAt(path string) (t *trial, done func()) {
	s := v.handler.outcomes
	o := s.read(path, v.session, v.handler.config.Now())
	if o == nil {
		return nil, func() {}
	}
	return o.trial, func() { s.release(o) }
}
