package site

import (
	"bytes"
	"math"
	"net/http"
	"strconv"

	"lineitem/convert"
)

// A trial is what is kept of a document that was tried: the pictures of its pages, and
// what it takes to correct its rows.
type trial struct {
	first    string // the path of the outcome that keeps it, or of that whose rows are corrected
	document []byte // nil where it is too large to be kept, or with the first
	result   *convert.Result
}

// newTrial keeps what a conversion's pages need at the path of an outcome.
func (h *Handler) newTrial(path string, c *Conversion) *trial {
	const share = 8 // of the memory of outcomes, so that none takes most of it
	t := &trial{first: path, result: c.Result}
	if int64(len(c.Document)) <= h.config.ResultMemory/share {
		t.document = bytes.Clone(c.Document) // without the room for more
	}
	return t
}

// weight is the memory that a trial takes, bytes.
func (t *trial) weight() int64 {
	const cells = 3 // times the size of rows and evidence as JSON
	n := int64(len(t.document)) + cells*t.result.SizeJSON(math.MaxInt64) + t.wordsWeight()
	for i := range t.result.Pictures {
		n += int64(len(t.result.Pictures[i].Data))
	}
	return n
}

// wordsWeight is the memory that the words of the pages take, bytes.
func (t *trial) wordsWeight() (n int64) {
	const word = 48 // bytes, without its text
	for i := range t.result.Pictures {
		for _, w := range t.result.Pictures[i].Words {
			n += word + int64(len(w.Text))
		}
	}
	return n
}

// picturesAt returns the addresses of the pictures that the outcome at a path keeps.
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

// trialAt returns the trial at the path of an outcome, or nil if there is none any more.
// The caller calls done when it needs it no longer.
func (v *visit) trialAt(path string) (t *trial, done func()) {
	s := v.handler.outcomes
	o := s.read(path, v.session, v.handler.config.Now())
	if o == nil {
		return nil, func() {}
	}
	return o.trial, func() { s.release(o) }
}
