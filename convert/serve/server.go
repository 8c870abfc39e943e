// Package serve converts purchase orders over HTTP. It has the endpoints, their request
// forms and problem bodies, and starts and stops the server.
package serve

import (
	"context"
	"errors"
	"hash/maphash"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/julienschmidt/httprouter"

	"lineitem/convert"
	"lineitem/convert/order/taught"
	"lineitem/convert/serve/site"
	"lineitem/convert/table"
	"lineitem/quota"
)

// Converter converts documents, learns layouts and tries mappers. Its errors are those of package
// doc and of package workerpool. The workerpool.Caller in the context names the account.
type Converter interface {
	Convert(ctx context.Context, in convert.Input) (*convert.Result, error)
	// Learn learns the layout of a document from its right rows. Its errors are those of
	// Convert, and *taught.RowsError.
	Learn(ctx context.Context, in convert.Input, rows []map[string]string) (*taught.Lesson, error)
	// Try checks whether a module can be used as a mapper.
	Try(ctx context.Context, m *convert.Module) error
}

// Config configures a Server and sets its limits. Where zero means the default, it
// is the value in Defaults.
type Config struct {
	Converter Converter    // required
	Gate      *quota.Gate  // required
	Admin     *quota.Admin // required, on the store of the gate
	Log       *slog.Logger // by default nothing is logged

	// Health returns an error while the accounts cannot be reached; /healthz
	// then answers 503. It must not wait. Nil means that they always can be reached.
	Health func() error

	// Layouts are the layouts shared by all accounts, which are used where none of an
	// account's own fits. Nil means none.
	Layouts convert.Layouts

	// Observe is called for each request that was answered, with its route, or "" if
	// there is none, its status, the code of its problem, or "" if the answer is not a
	// problem, and how long it took. It may be nil.
	Observe func(route string, status int, code string, took time.Duration)

	// URL is the service's public address without a solidus at its end, such as
	// https://orders.example. Pages name it in links and examples.
	URL string
	// Registration lets anybody make an account on the plan "free".
	Registration bool
	// WASM is the converter as a WebAssembly module, compressed with gzip, with which
	// browsers convert documents on the page /try. Nil: it is not offered.
	WASM []byte
	// Proxies are the addresses of proxies whose field X-Forwarded-For is trusted
	// when attempts to sign in are counted. None by default.
	Proxies []netip.Prefix

	// Bytes is the size of the largest document, decoded from base64. Zero means the
	// default of package convert.
	Bytes int
	// Module is the size of the largest mapper, in bytes. Zero means the default.
	Module int
	// RequestMemory bounds the bodies, documents and answers that are held at once, in
	// bytes. If there is no room for a request, the answer is that the service is
	// busy. Zero means the default.
	RequestMemory int64
	// ResultMemory bounds the results that the pages keep so that they can be loaded
	// again, in bytes, and ResultTime how long they are kept. Zero means the defaults.
	ResultMemory int64
	ResultTime   time.Duration
	// LayoutMemory bounds the indexes of accounts' layouts that are kept in memory, in
	// bytes. Each layout takes 30 KB at most. Zero means the default.
	LayoutMemory int64
	// HeaderBytes bounds a request's header, in bytes. Zero means the default.
	HeaderBytes int
	// SheetRows is how many rows can be answered as XLSX, at most table.MaxRows.
	// Making the sheet takes about 5 KB of RequestMemory for each row. Zero means the default.
	SheetRows int

	// A client that exceeds one of these times is cut off. Zero means the default.
	HeaderTimeout time.Duration // for a request's header
	UploadTimeout time.Duration // for a request, its body included
	WriteTimeout  time.Duration // for receiving the answer
	IdleTimeout   time.Duration // between two requests on a connection

	// DrainDelay is how long a server that was told to stop still listens and
	// answers that it is shutting down, so that a load balancer notices. Zero
	// means not at all.
	DrainDelay time.Duration
	// DrainTimeout is how long requests in flight may take to finish after
	// DrainDelay. Zero means the default.
	DrainTimeout time.Duration
}

// Defaults are the values that zero stands for in a Config.
var Defaults = Config{
	Bytes:         convert.DefaultLimits.Bytes,
	Module:        16 << 20,
	RequestMemory: 256 << 20,
	ResultMemory:  site.DefaultResultMemory,
	ResultTime:    site.DefaultResultTime,
	LayoutMemory:  64 << 20,
	HeaderBytes:   16 << 10,
	SheetRows:     25_000, // 500 pages of 50 lines
	HeaderTimeout: 10 * time.Second,
	UploadTimeout: 2 * time.Minute,
	WriteTimeout:  time.Minute,
	IdleTimeout:   2 * time.Minute,
	DrainTimeout:  40 * time.Second,
}

func (c Config) withDefaults() Config {
	d := Defaults
	c.Bytes = or(c.Bytes, d.Bytes)
	c.Module = or(c.Module, d.Module)
	c.RequestMemory = or(c.RequestMemory, d.RequestMemory)
	c.ResultMemory = or(c.ResultMemory, d.ResultMemory)
	c.ResultTime = or(c.ResultTime, d.ResultTime)
	c.LayoutMemory = or(c.LayoutMemory, d.LayoutMemory)
	c.HeaderBytes = or(c.HeaderBytes, d.HeaderBytes)
	c.SheetRows = min(or(c.SheetRows, d.SheetRows), table.MaxRows)
	c.HeaderTimeout = or(c.HeaderTimeout, d.HeaderTimeout)
	c.UploadTimeout = or(c.UploadTimeout, d.UploadTimeout)
	c.WriteTimeout = or(c.WriteTimeout, d.WriteTimeout)
	c.IdleTimeout = or(c.IdleTimeout, d.IdleTimeout)
	c.DrainTimeout = or(c.DrainTimeout, d.DrainTimeout)
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return c
}

func or[T comparable](v, fallback T) T {
	var zero T
	if v == zero {
		return fallback
	}
	return v
}

// Server answers requests. It is an http.Handler; Run serves it.
type Server struct {
	config     Config
	router     *httprouter.Router
	site       *site.Handler
	memory     budget
	layouts    layoutCache
	learnTurns *learnTurns
	seed       maphash.Seed  // for the sums of layouts' data
	sheets     chan struct{} // holds one element while a workbook is made
	draining   atomic.Bool
}

// New makes a server.
func New(c Config) *Server {
	s, err := newServer(c)
	if err != nil {
		panic("serve: " + err.Error()) // an embedded file is broken; no configuration can cause or mend that
	}
	return s
}

func newServer(c Config) (*Server, error) {
	s := &Server{config: c.withDefaults(), router: httprouter.New(), sheets: make(chan struct{}, 1), learnTurns: newLearnTurns(), seed: maphash.MakeSeed()}
	s.memory.max, s.layouts.most = s.config.RequestMemory, s.config.LayoutMemory
	s.router.RedirectTrailingSlash = false // a redirected POST loses its body with many clients
	s.router.RedirectFixedPath = false
	s.router.HandlerFunc(http.MethodPost, "/api/v1/convert", s.convert)
	s.router.HandlerFunc(http.MethodGet, "/api/v1/account", s.getAccount)
	s.router.HandlerFunc(http.MethodGet, "/api/v1/mapper", s.getMapper)
	s.router.HandlerFunc(http.MethodPut, "/api/v1/mapper", s.putMapper)
	s.router.HandlerFunc(http.MethodDelete, "/api/v1/mapper", s.deleteMapper)
	s.router.HandlerFunc(http.MethodPost, "/api/v1/layouts", s.postLayout)
	s.router.HandlerFunc(http.MethodGet, "/api/v1/layouts", s.getLayouts)
	s.router.HandlerFunc(http.MethodGet, "/api/v1/layouts/:id", s.getLayout)
	s.router.HandlerFunc(http.MethodPut, "/api/v1/layouts/:id", s.putLayout)
	s.router.HandlerFunc(http.MethodDelete, "/api/v1/layouts/:id", s.deleteLayout)
	s.router.HandlerFunc(http.MethodGet, "/healthz", s.health)
	s.router.HandlerFunc(http.MethodHead, "/healthz", s.health)
	s.router.MethodNotAllowed = s.refuse(site.ErrMethodNotAllowed)
	s.router.NotFound = http.HandlerFunc(s.page)
	var err error
	s.site, err = s.newSite()
	return s, err
}

// health handles /healthz: it answers whether the server takes requests.
func (s *Server) health(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if s.draining.Load() {
		w.WriteHeader(http.StatusServiceUnavailable)
		w.Write([]byte("draining\n"))
		return
	}
	if s.config.Health != nil && s.config.Health() != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		w.Write([]byte("store unavailable\n"))
		return
	}
	w.Write([]byte("ok\n"))
}

// errShutdown is the cause with which requests are cancelled that have not finished
// within DrainTimeout.
var errShutdown = errors.New("the service is shutting down")

// Run serves on l until ctx ends, and then drains: requests that still arrive are
// answered with 503, and those in flight may finish. Those that have not finished after
// DrainTimeout are answered with 503 too. Then Run returns nil; it returns an error
// only when serving fails. It closes l.
func (s *Server) Run(ctx context.Context, l net.Listener) error {
	base, end := context.WithCancelCause(context.WithoutCancel(ctx))
	defer end(errShutdown)
	server := s.newHTTPServer(base)
	defer s.memory.startReturning()()
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	s.draining.Store(true)
	s.config.Log.Info("draining", "delay", s.config.DrainDelay.String(), "timeout", s.config.DrainTimeout.String())
	if s.config.DrainDelay > 0 {
		select {
		case err := <-failed:
			return err
		case <-time.After(s.config.DrainDelay):
		}
	}
	if !shutdown(server, s.config.DrainTimeout) {
		s.config.Log.Warn("ending requests in flight")
		end(errShutdown)
		const answerTime = 5 * time.Second // only the answers 503 remain to be written
		if !shutdown(server, answerTime) {
			server.Close()
		}
	}
	s.config.Log.Info("stopped")
	return nil
}

// newHTTPServer returns an HTTP server for s. When base ends, so do its requests.
func (s *Server) newHTTPServer(base context.Context) *http.Server {
	return &http.Server{
		Handler:           s,
		ReadHeaderTimeout: s.config.HeaderTimeout,
		ReadTimeout:       s.config.UploadTimeout,
		WriteTimeout:      s.config.WriteTimeout, // unless an answer sets a later deadline; see stream
		IdleTimeout:       s.config.IdleTimeout,
		MaxHeaderBytes:    s.config.HeaderBytes,
		ErrorLog:          slog.NewLogLogger(s.config.Log.Handler(), slog.LevelWarn),
		BaseContext:       func(net.Listener) context.Context { return base },
		ConnContext:       limitSending,
	}
}

// sendBuffer is how much of an answer the system buffers for a client that does not
// read, in bytes. Without a limit it may buffer some megabytes for each, which count
// as the server's memory too.
const sendBuffer = 256 << 10

// limitSending limits how much of a connection's answers the system buffers.
func limitSending(ctx context.Context, c net.Conn) context.Context {
	if tcp, ok := c.(*net.TCPConn); ok {
		tcp.SetWriteBuffer(sendBuffer) // where that fails, the system's own limit holds
	}
	return ctx
}

// shutdown stops a server gracefully and reports whether all requests finished in time.
func shutdown(server *http.Server, timeout time.Duration) bool {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	return server.Shutdown(ctx) == nil
}
