package serve

import (
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"time"

	"github.com/julienschmidt/httprouter"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/order/taught"
	"lineitem/convert/serve/site"
	"lineitem/convert/workerpool"
	"lineitem/quota"
	"lineitem/quota/problem"
)

// The account's layouts are the resource /api/v1/layouts. Requests for it are
// counted by the rate windows like conversions, and never charged.

// A Layout is a layout as it is listed.
type Layout struct {
	ID       string    `json:"id"`
	Name     string    `json:"name"`
	Examples int       `json:"examples"`
	Created  time.Time `json:"created"`
	Changed  time.Time `json:"changed"`
	Size     int       `json:"size"` // bytes
}

func newLayout(l *quota.Layout) Layout {
	return Layout{l.ID, l.Name, l.Examples, l.Created, l.Changed, len(l.Data)}
}

// layoutRoute is the route that the log and the metrics show for the address of any layout.
const layoutRoute = "/api/v1/layouts/{id}"

// errNoLayout reports that an account has no such layout.
var errNoLayout = &requestError{status: http.StatusNotFound, code: "layout_not_found", detail: "The account has no layout with this id."}

// errManyRows reports that the rows of a request are larger than maxRows.
var errManyRows = badRequest("invalid_rows", "The rows are larger than "+doc.SizeText(maxRows)+"; send rows without evidence.")

const (
	maxRows    = 4 << 20 // bytes of the right rows of a document
	rowsFactor = 12      // how many times their size they take in memory once they are read
)

// postLayout learns the layout of a document from its right rows.
func (s *Server) postLayout(w http.ResponseWriter, r *http.Request) {
	grant, err := s.countRequest(w, r)
	var lesson *site.Lesson
	if err == nil {
		lesson, err = s.learnForm(w, r, grant, func() (*form, error) { return formWithRows(r, s.config.Bytes, maxRows) })
	}
	if err != nil {
		s.answerError(w, r, err)
		return
	}
	s.answerLayout(w, r, lesson.ID, lesson.Refined, lesson.Report)
}

// answerLayout answers a request that stored a layout; replaced tells whether it took
// the place of an earlier one.
func (s *Server) answerLayout(w http.ResponseWriter, r *http.Request, id string, replaced bool, answer any) {
	status := http.StatusOK
	if !replaced {
		status = http.StatusCreated
		w.Header().Set("Location", "/api/v1/layouts/"+id)
	}
	s.answerJSON(w, r, status, answer)
}

func (s *Server) answerJSON(w http.ResponseWriter, r *http.Request, status int, answer any) {
	body, err := json.Marshal(answer)
	if err != nil {
		s.answerError(w, r, err)
		return
	}
	s.write(w, status, jsonMediaType, append(body, '\n'))
}

// learnForm reads a document and its right rows, and learns their layout.
func (s *Server) learnForm(w http.ResponseWriter, r *http.Request, grant *quota.Grant, form func() (*form, error)) (*site.Lesson, error) {
	f, err := form()
	if err != nil {
		return nil, err
	}
	held := &reservation{of: &s.memory, account: grant.Account()}
	defer held.end()
	in, err := f.readInput(r, held)
	if err != nil {
		return nil, err
	}
	s.bodyRead(w, r)
	if err := sniff(r, &in); err != nil {
		return nil, err
	}
	if f.rowsText == nil {
		return nil, badRequest("invalid_rows", `There are no rows; send the right rows of this document as "rows".`)
	}
	if err := held.take(rowsFactor * len(f.rowsText)); err != nil {
		return nil, err
	}
	rows, err := convert.ParseRows(f.rowsText)
	if err != nil {
		return nil, err
	}
	return s.teach(r, grant, held, in, rows)
}

// teach learns the layout of a document, counts the time of the workers as uncharged, and
// returns what was learned.
func (s *Server) teach(r *http.Request, grant *quota.Grant, held *reservation, in convert.Input, rows []map[string]string) (*site.Lesson, error) {
	caller := &workerpool.Caller{Account: grant.Account(), Room: held.resizer(held.take)}
	defer func() {
		grant.Worked(caller.Worked())
		s.giveBack(r, grant)
	}()
	l, err := s.learn(caller.Context(r.Context()), grant.Account(), grant.Layouts(), in, rows)
	if err != nil {
		return nil, err
	}
	exchangeOf(r).addAttrs(slog.String("layout", l.Layout.ID))
	lesson := &site.Lesson{Report: l.Report(), Refined: l.refined}
	lesson.Name = l.name
	return lesson, nil
}

// getLayouts lists the account's layouts.
func (s *Server) getLayouts(w http.ResponseWriter, r *http.Request) {
	grant, err := s.countRequest(w, r)
	list := struct {
		Layouts []Layout `json:"layouts"`
	}{[]Layout{}}
	if err == nil {
		for l, e := range s.config.Admin.Layouts(r.Context(), grant.Account()) {
			if err = e; err != nil {
				break
			}
			list.Layouts = append(list.Layouts, newLayout(l))
		}
	}
	if err != nil {
		s.answerError(w, r, err)
		return
	}
	s.answerJSON(w, r, http.StatusOK, list)
}

// countLayoutRequest is like countRequest, for the address of a layout, and also returns its ID.
func (s *Server) countLayoutRequest(w http.ResponseWriter, r *http.Request) (grant *quota.Grant, id string, err error) {
	exchangeOf(r).route = layoutRoute
	grant, err = s.countRequest(w, r)
	return grant, httprouter.ParamsFromContext(r.Context()).ByName("id"), err
}

// getLayout answers with a layout in its stored form, which putLayout takes.
func (s *Server) getLayout(w http.ResponseWriter, r *http.Request) {
	grant, id, err := s.countLayoutRequest(w, r)
	var l *quota.Layout
	if err == nil {
		l, err = s.config.Admin.Layout(r.Context(), grant.Account(), id)
	}
	if err != nil {
		s.answerError(w, r, layoutError(err))
		return
	}
	s.write(w, http.StatusOK, jsonMediaType, l.Data)
}

// deleteLayout removes a layout from the account.
func (s *Server) deleteLayout(w http.ResponseWriter, r *http.Request) {
	grant, id, err := s.countLayoutRequest(w, r)
	if err == nil {
		err = s.config.Admin.RemoveLayout(r.Context(), grant.Account(), id)
	}
	if err != nil {
		s.answerError(w, r, layoutError(err))
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// layoutError returns errNoLayout for quota.ErrNotFound, and other errors as they are.
func layoutError(err error) error {
	if errors.Is(err, quota.ErrNotFound) {
		return errNoLayout
	}
	return err
}

// putLayout stores a layout that getLayout answered, for this account or another one.
func (s *Server) putLayout(w http.ResponseWriter, r *http.Request) {
	grant, id, err := s.countLayoutRequest(w, r)
	var l *quota.Layout
	var replaced bool
	if err == nil {
		l, replaced, err = s.importLayout(w, r, grant, id)
	}
	if err != nil {
		s.answerError(w, r, err)
		return
	}
	s.answerLayout(w, r, id, replaced, newLayout(l))
}

func (s *Server) importLayout(w http.ResponseWriter, r *http.Request, grant *quota.Grant, id string) (*quota.Layout, bool, error) {
	held := &reservation{of: &s.memory, account: grant.Account()}
	defer held.end()
	if err := checkCoding(r); err != nil {
		return nil, false, err
	}
	data, err := readLayout(r, held)
	if err != nil {
		return nil, false, err
	}
	s.bodyRead(w, r)
	l, err := taught.Parse(data)
	if err != nil {
		return nil, false, badRequest("invalid_layout", problem.Sentence(err))
	}
	if l.ID != id {
		return nil, false, badRequest("invalid_layout", "The layout's id differs from the one in the address; send it to the address with its own id.")
	}
	if data, err = l.Encode(); err != nil {
		return nil, false, err
	}
	account := grant.Account()
	replaced, err := s.config.Admin.ImportLayout(r.Context(), account, quota.Layout{ID: id, Name: layoutName(l.Name), Examples: l.Examples, Data: data})
	var argument *quota.ArgumentError
	if errors.As(err, &argument) {
		err = badRequest("invalid_layout", problem.Sentence(err))
	}
	if err != nil {
		return nil, false, err
	}
	kept, err := s.config.Admin.Layout(r.Context(), account, id)
	return kept, replaced, layoutError(err)
}

// readLayout reads a body that is a layout.
func readLayout(r *http.Request, held *reservation) ([]byte, error) {
	if r.ContentLength > taught.MaxBytes {
		return nil, tooLarge("layout", taught.MaxBytes)
	}
	data, err := held.readAll(r.Body, min(announced(r), taught.MaxBytes))
	var known *requestError
	switch {
	case err == nil && len(data) > taught.MaxBytes:
		return nil, tooLarge("layout", taught.MaxBytes)
	case err == nil, errors.As(err, &known):
		return data, err
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, badRequest("bad_request", "The layout did not arrive in time.")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, badRequest("bad_request", "The body ends too early.")
	}
	return nil, badRequest("bad_request", "The body is not well formed.")
}

// Learn implements site.Service. It counts as a request, as it does through the API.
func (s siteService) Learn(w http.ResponseWriter, r *http.Request, account string) (*site.Lesson, error) {
	grant, err := s.config.Gate.CountAccount(r.Context(), account)
	s.noteAdmission(w, r, grant, err)
	if err != nil {
		return nil, err
	}
	return s.learnForm(w, r, grant, func() (*form, error) {
		f, err := multipartForm(r, "file", "document", s.config.Bytes+maxRows)
		if err == nil {
			f.maxFile, f.maxRows = s.config.Bytes, maxRows
		}
		return f, err
	})
}

// LearnFrom implements site.Service.
func (s siteService) LearnFrom(w http.ResponseWriter, r *http.Request, account string, document []byte, rows []map[string]string) (*site.Lesson, error) {
	grant, err := s.config.Gate.CountAccount(r.Context(), account)
	s.noteAdmission(w, r, grant, err)
	if err != nil {
		return nil, err
	}
	held := &reservation{of: &s.memory, account: account}
	defer held.end()
	in := convert.Input{Data: document}
	if err := sniff(r, &in); err != nil {
		return nil, err
	}
	return s.teach(r, grant, held, in, rows)
}
