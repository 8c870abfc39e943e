package cli

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"lineitem/convert/serve"
)

// serveFlags are the flags of the command "serve".
type serveFlags struct {
	conversion conversion
	limits     limitFlags
	node       nodeFlags
	operator   operatorFlags
	public     publicURL
	trusted    proxies

	addr, metricsAddr, data string
	layouts                 *string // folder of layouts
	wasm                    string  // file of the converter for browsers; empty for none
	registration, sync      bool
	level                   logLevel

	queue, sheetRows                           count
	requestMemory, resultMemory, layoutMemory  size
	headerBytes                                size
	headerTimeout, uploadTimeout, writeTimeout span
	idleTimeout, drainTimeout, resultTime      span
	drainDelay                                 wait
}

// parseServe reads the command line of "serve".
func parseServe(ctx context.Context, args []string) (*serveFlags, error) {
	c := newCommand("serve", "", `Convert purchase orders over HTTP: POST /api/v1/convert. The first start in an
empty data directory creates an account for the operator and prints its API key.`)
	var f serveFlags
	f.addAccounts(c)
	f.addAddresses(c)
	f.addRequests(c)
	operands, err := c.parse(args)
	if err != nil {
		return nil, err
	}
	if len(operands) > 0 {
		return nil, &usageError{fmt.Sprintf("serve: unexpected argument %q", operands[0])}
	}
	if f.data == "" {
		return nil, &usageError{"serve: there is no home directory; set the directory of accounts with --data"}
	}
	if err := f.node.check(); err != nil {
		return nil, err
	}
	if err := f.checkMemory(); err != nil {
		return nil, err
	}
	return &f, f.conversion.checkOCR(ctx)
}

// checkMemory returns an error if --request-memory is too little to read the largest document.
func (f *serveFlags) checkMemory() error {
	least := size(serve.LeastRequestMemory(int(f.conversion.bytes)))
	if f.requestMemory >= least {
		return nil
	}
	const unit = 1 << 20
	least = (least + unit - 1) / unit * unit
	return &usageError{fmt.Sprintf("serve: --request-memory %s is too little to read a document of %s (--max-bytes); it takes %s",
		f.requestMemory.String(), f.conversion.bytes.String(), least.String())}
}

// addAccounts adds the flags about accounts and conversions.
func (f *serveFlags) addAccounts(c *command) {
	c.StringVar(&f.data, "data", defaultData(), "`directory` of accounts and keys; one process at a time")
	c.BoolVar(&f.registration, "registration", false, "let anybody create an account on the plan free")
	c.BoolVar(&f.sync, "sync", true, "wait for the disk at each charge and change of an account, so that a power failure loses none")
	f.node.add(c)
	f.limits.addService(c)
	f.conversion.add(c, runtime.GOMAXPROCS(0))
	f.layouts = layoutsFlag(c)
	f.queue = 32
	c.Var(&f.queue, "queue", "`number` of documents that may wait for a worker before the answer is 503")
}

// addAddresses adds the flags about where the server is reached, and what it logs.
func (f *serveFlags) addAddresses(c *command) {
	c.StringVar(&f.addr, "addr", defaultAddr, "`address` to listen on; put a proxy that speaks TLS in front of it")
	c.Var(&f.public, "url", "public `address` of the service, such as https://orders.example; the default is that of --addr")
	f.trusted = loopback()
	c.StringVar(&f.wasm, "wasm", "", "`file` of the converter as WebAssembly, compressed (lineitem.wasm.gz): the page /try then offers to convert text PDFs in the browser")
	c.Var(&f.trusted, "proxies", "`addresses` and networks of trusted proxies, whose X-Forwarded-For is believed, separated by commas")
	f.operator.add(c)
	c.StringVar(&f.metricsAddr, "metrics-addr", "", "`address` on which Prometheus reads /metrics, such as 127.0.0.1:9464; none by default")
	c.Var(&f.level, "log-level", "lowest `level` to log: debug, info, warn, or error")
	c.choices("log-level", "debug", "info", "warn", "error")
}

// addRequests adds the flags about the memory and time that requests may take.
func (f *serveFlags) addRequests(c *command) {
	d := serve.Defaults
	f.requestMemory, f.resultMemory, f.layoutMemory = size(d.RequestMemory), size(d.ResultMemory), size(d.LayoutMemory)
	f.headerBytes, f.sheetRows = size(d.HeaderBytes), count(d.SheetRows)
	f.headerTimeout, f.uploadTimeout, f.writeTimeout = span(d.HeaderTimeout), span(d.UploadTimeout), span(d.WriteTimeout)
	f.idleTimeout, f.drainTimeout, f.resultTime = span(d.IdleTimeout), span(d.DrainTimeout), span(d.ResultTime)
	c.Var(&f.requestMemory, "request-memory", "memory of the documents and answers held at once, as a `size`")
	c.Var(&f.resultMemory, "result-memory", "memory of the results that pages keep to be loaded again, as a `size`")
	c.Var(&f.resultTime, "result-time", "longest `time` for which pages keep results")
	c.Var(&f.layoutMemory, "layout-memory", "memory for finding the layouts of accounts again, as a `size`")
	c.Var(&f.headerBytes, "header-bytes", "largest request header, as a `size`")
	c.Var(&f.sheetRows, "sheet-rows", "largest `number` of rows in an XLSX answer")
	c.Var(&f.headerTimeout, "header-timeout", "longest `time` for a request's header to arrive")
	c.Var(&f.uploadTimeout, "upload-timeout", "longest `time` for a whole request to arrive")
	c.Var(&f.writeTimeout, "write-timeout", "longest `time` for a client to read an answer")
	c.Var(&f.idleTimeout, "idle-timeout", "longest `time` between requests of a connection")
	c.Var(&f.drainDelay, "drain-delay", "`time` for which a stopping server still answers 503, so that load balancers notice")
	c.Var(&f.drainTimeout, "drain-timeout", "longest `time` for requests in flight to finish when the server stops")
}

// config returns the server's configuration from the flags. The caller adds what it opens,
// such as the converter and the accounts.
func (f *serveFlags) config(log *slog.Logger) serve.Config {
	return serve.Config{
		Log: log, URL: string(f.public), Registration: f.registration, Proxies: f.trusted,
		Bytes: int(f.conversion.bytes), Module: int(f.conversion.mapper.module),
		RequestMemory: int64(f.requestMemory), ResultMemory: int64(f.resultMemory), ResultTime: time.Duration(f.resultTime),
		LayoutMemory: int64(f.layoutMemory), HeaderBytes: int(f.headerBytes), SheetRows: int(f.sheetRows),
		HeaderTimeout: time.Duration(f.headerTimeout), UploadTimeout: time.Duration(f.uploadTimeout),
		WriteTimeout: time.Duration(f.writeTimeout), IdleTimeout: time.Duration(f.idleTimeout),
		DrainDelay: time.Duration(f.drainDelay), DrainTimeout: time.Duration(f.drainTimeout),
	}
}

// defaultData returns the directory for accounts unless a flag names one: the one
// that systemd gives the service, or one in the user's directory for application data
// (XDG Base Directory Specification). It is empty if there is neither.
func defaultData() string {
	if dir := os.Getenv("STATE_DIRECTORY"); dir != "" {
		return dir
	}
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "lineitem")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	switch runtime.GOOS {
	case "windows":
		if dir := os.Getenv("LocalAppData"); dir != "" {
			return filepath.Join(dir, "lineitem")
		}
		return filepath.Join(home, "AppData", "Local", "lineitem")
	case "darwin":
		return filepath.Join(home, "Library", "Application Support", "lineitem")
	}
	return filepath.Join(home, ".local", "share", "lineitem")
}
