package serve

import (
	"context"
	"errors"
	"net/http"

	"lineitem/convert"
	"lineitem/convert/serve/openapi"
	"lineitem/convert/serve/site"
	"lineitem/convert/table"
	"lineitem/quota"
	"lineitem/quota/problem"
)

// newSite makes the handler of the web pages, which convert documents in the same way
// as the endpoint.
func (s *Server) newSite() (*site.Handler, error) {
	stranger := openapi.Visitor{URL: s.config.URL, Registration: s.config.Registration}
	holder := stranger
	holder.SignedIn = true
	landing, err1 := openapi.Landing(stranger)
	holders, err2 := openapi.Landing(holder)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	return site.New(site.Config{
		Service: siteService{s}, Admin: s.config.Admin, URL: s.config.URL,
		Registration: s.config.Registration, Proxies: s.config.Proxies,
		Landing: landing, HolderLanding: holders, OpenAPI: openapi.Document(), Bytes: s.config.Bytes, WriteTimeout: s.config.WriteTimeout,
		ResultMemory: s.config.ResultMemory, ResultTime: s.config.ResultTime, Converter: s.config.WASM,
	}), nil
}

// page answers requests outside the API.
func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	e := exchangeOf(r)
	e.page = true
	if s.draining.Load() {
		s.fail(w, r, errDraining)
		return
	}
	s.site.ServeHTTP(w, r)
}

// fail answers with an error, as a page if the client wants one.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	if exchangeOf(r).page && site.WantsPage(r) {
		s.site.Fail(w, r, err)
		return
	}
	s.answerError(w, r, err)
}

// siteService is the server as the web pages see it, a site.Service.
type siteService struct{ *Server }

var _ site.Service = siteService{}

// Convert implements site.Service.
func (s siteService) Convert(w http.ResponseWriter, r *http.Request, account string, keep func(*site.Conversion) error) error {
	held := &reservation{of: &s.memory}
	defer held.end()
	job, err := s.startJob(w, r, held, func(ctx context.Context) (*quota.Grant, error) {
		return s.config.Gate.AdmitAccount(ctx, account)
	})
	if err != nil {
		return err
	}
	defer job.end()
	form, err := tryForm(r, s.config.Bytes, s.config.Module)
	if err != nil {
		return err
	}
	in, err := job.readInput(form)
	if err != nil {
		return err
	}
	in.Evidence, in.Pictures = true, site.Pictures
	result, err := job.convert(in)
	if err != nil {
		return err
	}
	c, err := s.conversion(r.Context(), held, result)
	if err != nil {
		return err
	}
	c.Document = in.Data
	if err := held.takeForAnswer(pageWeight(c)); err != nil {
		return err
	}
	if err := keep(c); err != nil {
		return err
	}
	return job.settle()
}

// Hold implements site.Service.
func (s siteService) Hold(account string, bytes int) (release func(), err error) {
	held := &reservation{of: &s.memory, account: account}
	return held.end, held.takeForAnswer(bytes)
}

// Render implements site.Service.
func (s siteService) Render(r *http.Request, account string, result *convert.Result) (*site.Conversion, error) {
	held := &reservation{of: &s.memory, account: account}
	defer held.end()
	return s.conversion(r.Context(), held, result)
}

// pageWeight returns the memory that making a page takes, in bytes: it contains the rows
// as text, which is copied a few times while the page is made.
func pageWeight(c *site.Conversion) int {
	const copies = 8
	return len(c.JSON.Data) * copies
}

// conversion renders a result in the formats that the pages offer for download.
func (s siteService) conversion(ctx context.Context, held *reservation, result *convert.Result) (*site.Conversion, error) {
	plain := *result // as the endpoint answers if no evidence is asked for
	plain.Evidence, plain.Verified, plain.Confidence, plain.Review, plain.Pages = nil, nil, nil, nil, nil
	file := func(mediaType, extension string) (site.File, error) {
		answer, err := s.render(ctx, held, rendering{mediaType: mediaType}, &plain)
		if err != nil {
			return site.File{}, err
		}
		return site.File{Name: safeName(result.Filename) + extension, MediaType: mediaType, Data: answer.bytes()}, nil
	}
	c := &site.Conversion{Result: result}
	var err1, err2, err3 error
	c.JSON, err1 = file(jsonMediaType, ".json")
	c.CSV, err2 = file(table.CSVMediaType, ".csv")
	if len(result.Rows) <= s.config.SheetRows {
		var sheet site.File
		sheet, err3 = file(table.XLSXMediaType, ".xlsx")
		c.XLSX = &sheet
	}
	return c, errors.Join(err1, err2, err3)
}

// SetMapper implements site.Service. It counts as a request, as it does through the API.
func (s siteService) SetMapper(w http.ResponseWriter, r *http.Request, account string) error {
	grant, err := s.config.Gate.CountAccount(r.Context(), account)
	s.noteAdmission(w, r, grant, err)
	if err != nil {
		return err
	}
	form, err := multipartForm(r, mapperPart, "module", s.config.Module)
	if err != nil {
		return err
	}
	_, err = s.useMapper(w, r, grant, func(held *reservation) ([]byte, error) {
		in, err := form.readInput(r, held)
		return in.Data, err
	})
	return err
}

// tryForm returns the form of a body with a document, and perhaps a mapper to try on it.
func tryForm(r *http.Request, maxFile, maxModule int) (*form, error) {
	f, err := multipartForm(r, "file", "document", maxFile+maxModule)
	if err != nil {
		return nil, err
	}
	f.maxFile, f.maxModule = maxFile, maxModule
	return f, nil
}

// SendMapper implements site.Service. It counts as a request, as it does through the API.
func (s siteService) SendMapper(w http.ResponseWriter, r *http.Request, account string) error {
	grant, err := s.config.Gate.CountAccount(r.Context(), account)
	s.noteAdmission(w, r, grant, err)
	if err != nil {
		return err
	}
	held := &reservation{of: &s.memory, account: account}
	defer held.end()
	if err := held.take(s.config.Module); err != nil {
		return err
	}
	module, err := s.config.Admin.Module(r.Context(), account)
	if errors.Is(err, quota.ErrNotFound) {
		err = errNoMapper
	}
	if err != nil {
		return err
	}
	w.Header().Set("Content-Disposition", `attachment; filename="mapper.wasm"`)
	s.write(w, http.StatusOK, "application/wasm", module)
	return nil
}

// Explain implements site.Service.
func (s siteService) Explain(w http.ResponseWriter, r *http.Request, err error) *problem.Problem {
	return explain(w, r, err)
}

// Refuse implements site.Service.
func (s siteService) Refuse(w http.ResponseWriter, r *http.Request, err error) {
	s.answerError(w, r, err)
}

// RecordAccount implements site.Service.
func (s siteService) RecordAccount(r *http.Request, account string) { exchangeOf(r).account = account }
