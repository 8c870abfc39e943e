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
	path     string // of the outcome that keeps it
	document []byte // nil where it is too large to be kept
	result   *convert.Result
}

// newTrial keeps what a conversion's pages need at the path of an outcome.
func (h *Handler) newTrial(path string, c *Conversion) *trial {
	const share = 8 // of the memory of outcomes, so that none takes most of it
	t := &trial{path: path, result: c.Result}
	if int64(len(c.Document)) <= h.config.ResultMemory/share {
		t.document = bytes.Clone(c.Document) // without the room for more
	}
	return t
}

// weight is the memory that a trial takes, bytes.
func (t *trial) weight() int64 {
	const (
		cells = 3  // times the size of rows and evidence as JSON
		word  = 48 // bytes, without its text
	)
	n := int64(len(t.document)) + cells*t.result.SizeJSON(math.MaxInt64)
	for i := range t.result.Pictures {
		p := &t.result.Pictures[i]
		n += int64(len(p.Data))
		for j := range p.Words {
			n += word + int64(len(p.Words[j].Text))
		}
	}
	return n
}

// picturesAt gives the addresses of the pictures that the outcome at a path keeps.
func picturesAt(path string) func(page int) string {
	return func(page int) string { return path + "/pictures/" + strconv.Itoa(page) }
}

// showPicture answers with the picture of a page.
func (v *visit) showPicture() error {
	s := v.handler.outcomes
	o := s.read(tryOutcome+v.params.ByName("outcome"), v.session, v.handler.config.Now())
	if o == nil {
		return v.handler.errGone()
	}
	defer s.release(o)
	page, err := strconv.Atoi(v.params.ByName("page"))
	if err != nil || o.trial == nil || page < 1 || page > len(o.trial.result.Pictures) {
		return ErrNotFound
	}
	p := &o.trial.result.Pictures[page-1]
	if len(p.Data) == 0 {
		return ErrNotFound
	}
	v.send(http.StatusOK, p.MediaType, p.Data)
	return nil
}
