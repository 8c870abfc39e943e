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

// Limits of the test server, small so that they are reached quickly.
const (
	maxDocument = 256 << 10 // bytes
	maxModule   = 64 << 10  // bytes
	maxPages    = 1
)

// faulty is the real converter, except for documents that simulate a broken machine, a long
// conversion, or a document that is not in the test data.
type faulty struct{ *convert.Converter }

// faults maps those documents to the errors that they cause.
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

// otherLayout is a document with a layout of its own, whose ID is otherID.
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

// mappers runs modules. In Try, a module that refuses the sample document because something
// is missing in it counts as working.
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
	fault error // nil: the store works
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

// account adds an account and returns a key of it.
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

// drain tells the server to shut down, so that it refuses further requests.
func (s *testServer) drain(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.server.Run(ctx, httptest.NewUnstartedServer(nil).Listener); err != nil {
		t.Fatal(err)
	}
}

// A request is sent as it is, but header fields with an empty value are left out.
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
