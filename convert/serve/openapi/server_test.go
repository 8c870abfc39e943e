package openapi_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/order/taught"
	"lineitem/convert/serve"
	"lineitem/convert/workerpool"
	"lineitem/plugins"
	"lineitem/quota"
	"lineitem/quota/badgerstore"
)

// The limits of the test's server, small so that they are reached quickly.
const (
	maxDocument = 256 << 10 // bytes
	maxModule   = 64 << 10  // bytes
	maxPages    = 1
)

// faulty is the real converter, but for documents that stand for what needs a
// broken machine, a long time, or a document that is not among the test data.
type faulty struct{ *convert.Converter }

// faults are what happens to those documents.
var faults = map[string]error{
	"%PDF-encrypted": &doc.EncryptedError{},
	"%PDF-large":     &doc.LimitError{Limit: doc.AnswerLimit, Max: 32 << 20},
	"%PDF-busy":      workerpool.ErrBusy,
	"%PDF-slow":      &workerpool.TimeoutError{After: workerpool.DefaultTimeout},
	"%PDF-killed":    workerpool.ErrKilled,
	"%PDF-broken":    errors.New("something that nobody thought of"),
}

func (c faulty) Convert(ctx context.Context, in convert.Input) (*convert.Result, error) {
	if err := faults[string(in.Data)]; err != nil {
		return nil, err
	}
	return c.Converter.Convert(ctx, in)
}

// otherLayout is a document whose layout, which has otherID, is another one than all others'.
const (
	otherLayout = "%PDF-other-layout"
	otherID     = "ly_fedcba9876543210"
)

func newOtherLayout() *taught.Layout {
	return &taught.Layout{
		Version: taught.Version, ID: otherID, Name: "Other", Examples: 1, Fingerprint: taught.Fingerprint{{Word: 1, Kind: taught.Wording}},
	}
}

func (c faulty) Learn(ctx context.Context, in convert.Input, rows []map[string]string) (*taught.Lesson, error) {
	if err := faults[string(in.Data)]; err != nil {
		return nil, err
	}
	if string(in.Data) == otherLayout {
		return &taught.Lesson{Layout: newOtherLayout()}, nil
	}
	return c.Converter.Learn(ctx, in, rows)
}

// mappers run modules. One that refuses the sample, for what that lacks, works.
type mappers struct{ *plugins.Mappers }

func (m mappers) Try(ctx context.Context, module []byte) error {
	_, err := m.Check(ctx, module, nil)
	if fault, ok := errors.AsType[*doc.MapperError](err); ok && fault.Message != "" {
		return nil
	}
	return err
}

// failingStore is a real store that fails on demand.
type failingStore struct {
	quota.Store
	fault error // nil: it works
}

func (s *failingStore) Update(ctx context.Context, account string, request quota.RequestID, fn func(*quota.Tx) error) error {
	if s.fault != nil {
		return s.fault
	}
	return s.Store.Update(ctx, account, request, fn)
}

// testServer is a server with a real store, gate and converter.
type testServer struct {
	*httptest.Server
	server *serve.Server
	admin  *quota.Admin
	store  *failingStore
}

func start(t *testing.T) *testServer {
	t.Helper()
	disk, err := badgerstore.Open(t.TempDir(), badgerstore.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { disk.Close() })
	store := &failingStore{Store: disk}
	options := quota.Options{Limits: quota.Limits{PerMinute: 1000}}
	guests := mappers{plugins.NewMappers(plugins.MapperOptions{})}
	t.Cleanup(func() { guests.Close(context.Background()) })
	s := &testServer{admin: quota.NewAdmin(store, options), store: store}
	s.server = serve.New(serve.Config{
		Converter: faulty{&convert.Converter{Limits: convert.Limits{Bytes: maxDocument, Pages: maxPages}, Mapper: guests}},
		Gate:      quota.NewGate(store, options), Admin: s.admin, Bytes: maxDocument, Module: maxModule,
	})
	s.Server = httptest.NewServer(s.server)
	t.Cleanup(s.Close)
	return s
}

// account makes an account and returns a key of it.
func (s *testServer) account(t *testing.T, id string, plan quota.Plan, limits quota.Limits) (key string) {
	t.Helper()
	if _, err := s.admin.AddAccount(t.Context(), quota.NewAccount{ID: id, Plan: plan, Limits: limits}); err != nil {
		t.Fatal(err)
	}
	key, _, err := s.admin.NewKey(t.Context(), id, "test")
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// drain tells the server to end. What still reaches it, it refuses.
func (s *testServer) drain(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.server.Run(ctx, httptest.NewUnstartedServer(nil).Listener); err != nil {
		t.Fatal(err)
	}
}

// A request is sent as it is; a header field that is empty is left out.
type request struct {
	method, path string
	header       map[string]string
	body         []byte
}

func (s *testServer) new(t *testing.T, in request) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), in.method, s.URL+in.path, bytes.NewReader(in.body))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range in.header {
		if value != "" {
			r.Header.Set(name, value)
		}
	}
	return r
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("../../../testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
