package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"time"

	"lineitem/convert/serve"
	"lineitem/quota"
	"lineitem/quota/badgerstore"
	"lineitem/quota/operator"
)

// ownMemory is what the server's heap takes besides its budgets, bytes; with the
// program itself it is what README says that the server needs.
const ownMemory = 100 << 20

// operatorAccount is made at the first start.
const operatorAccount = "operator"

// runServe is the command "serve".
func runServe(ctx context.Context, args []string, stdout, stderr io.Writer) (err error) {
	var l conversion
	var q limitFlags
	var n nodeFlags
	var public publicURL
	trusted := loopback()
	d := serve.Defaults
	var (
		queue         = count(32)
		requestMemory = size(d.RequestMemory)
		resultMemory  = size(d.ResultMemory)
		resultTime    = span(d.ResultTime)
		layoutMemory  = size(d.LayoutMemory)
		headerBytes   = size(d.HeaderBytes)
		sheetRows     = count(d.SheetRows)
		headerTimeout = span(d.HeaderTimeout)
		uploadTimeout = span(d.UploadTimeout)
		writeTimeout  = span(d.WriteTimeout)
		idleTimeout   = span(d.IdleTimeout)
		drainTimeout  = span(d.DrainTimeout)
		drainDelay    wait
	)
	c := newCommand("serve", "", `Convert purchase orders over HTTP: POST /api/v1/convert. The first start in an
empty data directory makes an account for the operator and prints its API key.`)
	addr := c.String("addr", defaultAddr, "`address` to listen on; put a proxy that speaks TLS before it")
	c.Var(&public, "url", "`address` at which people reach the service, such as https://orders.example; that of --addr without it")
	registration := c.Bool("registration", false, "let anybody make an account on plan free")
	c.Var(&trusted, "proxies", "`addresses` and networks of proxies whose field X-Forwarded-For is believed, separated by commas")
	data := c.String("data", defaultData(), "`directory` of accounts and keys; one process at a time")
	n.add(c)
	l.add(c, runtime.GOMAXPROCS(0))
	folder := layoutsFlag(c)
	c.Var(&queue, "queue", "`number` of documents that may wait for a worker before the answer is 503")
	c.Var(&requestMemory, "request-memory", "memory of the documents and answers that are held at once, as a `size`")
	c.Var(&resultMemory, "result-memory", "memory of the results that the page /try keeps to be loaded again, as a `size`")
	c.Var(&resultTime, "result-time", "`time` for which it keeps them at most")
	c.Var(&layoutMemory, "layout-memory", "memory of what is kept of accounts' layouts to find them again, as a `size`")
	c.Var(&headerBytes, "header-bytes", "largest request header, as a `size`")
	c.Var(&sheetRows, "sheet-rows", "largest `number` of rows that are answered as XLSX")
	c.Var(&headerTimeout, "header-timeout", "longest `time` that a request's header may take to arrive")
	c.Var(&uploadTimeout, "upload-timeout", "longest `time` that a whole request may take to arrive")
	c.Var(&writeTimeout, "write-timeout", "longest `time` that a client may take to read an answer")
	c.Var(&idleTimeout, "idle-timeout", "longest `time` that a connection may stay open between requests")
	c.Var(&drainDelay, "drain-delay", "`time` for which a server told to end still answers 503, for load balancers to notice")
	c.Var(&drainTimeout, "drain-timeout", "longest `time` that requests in flight may take to finish at the end")
	q.addService(c)
	sync := c.Bool("sync", true, "wait for the disk before a charge or a change of an account counts, so that none is lost in a power failure; --sync=false does not")
	var o operatorFlags
	o.add(c)
	metricsAddr := c.String("metrics-addr", "", "`address` on which Prometheus reads /metrics, such as 127.0.0.1:9464; none by default")
	level := slog.LevelInfo
	c.TextVar(&level, "log-level", level, "least `level` that is logged: debug, info, warn, or error")
	c.choices("log-level", "debug", "info", "warn", "error")
	operands, err := c.parse(args)
	if err != nil {
		return err
	}
	if len(operands) > 0 {
		return &usageError{fmt.Sprintf("serve: unexpected argument %q", operands[0])}
	}
	if *data == "" {
		return &usageError{"serve: there is no home directory; say with --data where accounts are to be kept"}
	}
	if err := n.check(); err != nil {
		return err
	}
	if err := l.checkOCR(ctx); err != nil {
		return err
	}
	layouts, err := openLayouts(*folder)
	if err != nil {
		return err
	}
	operatorListener, token, err := o.listen()
	if err != nil {
		return err
	}
	if operatorListener != nil {
		defer operatorListener.Close() // when something fails before it is served
	}
	// Before the store is made, and a key printed that nothing serves.
	listener, err := listen("--addr", *addr)
	if err != nil {
		return err
	}
	defer listener.Close() // likewise
	var metricsListener net.Listener
	if *metricsAddr != "" {
		if metricsListener, err = listen("--metrics-addr", *metricsAddr); err != nil {
			return err
		}
		defer metricsListener.Close() // likewise
	}
	public = public.or(listener.Addr().String())
	log := slog.New(slog.NewJSONHandler(stderr, &slog.HandlerOptions{Level: level}))

	if os.Getenv("GOGC") == "" {
		// The server's own heap is small, and its conversions run in other
		// processes: collecting twice as often as Go does by default costs
		// little, and leaves memory to those.
		debug.SetGCPercent(50)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		// Where much of its budgets is held, collecting has to keep up.
		debug.SetMemoryLimit(int64(requestMemory) + int64(resultMemory) + int64(layoutMemory) + ownMemory)
	}
	if err := os.MkdirAll(*data, 0o700); err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	config := serve.Config{
		Log: log, URL: string(public), Registration: *registration, Proxies: trusted,
		Layouts: layouts, Bytes: int(l.bytes), Module: int(l.mapper.module), RequestMemory: int64(requestMemory),
		ResultMemory: int64(resultMemory), ResultTime: time.Duration(resultTime), LayoutMemory: int64(layoutMemory), HeaderBytes: int(headerBytes), SheetRows: int(sheetRows),
		HeaderTimeout: time.Duration(headerTimeout), UploadTimeout: time.Duration(uploadTimeout),
		WriteTimeout: time.Duration(writeTimeout), IdleTimeout: time.Duration(idleTimeout),
		DrainDelay: time.Duration(drainDelay), DrainTimeout: time.Duration(drainTimeout),
	}
	w := waiting{config, []net.Listener{listener, operatorListener, metricsListener}}
	options := quota.Options{Limits: q.over(quota.DefaultLimits), Log: log}
	var store quota.Store
	var database *shared // nil: the accounts are in the data directory
	err = w.await(ctx, func() error {
		if n.url == "" {
			store, err = openServed(ctx, *data, badgerstore.Options{NoSync: !*sync, Logger: log})
		} else if database, err = n.openShared(ctx, *data, log); err == nil {
			store, options.Node, config.Health = database, database.node.Holder(), database.Health
		}
		return err
	})
	if err != nil {
		return whyEnded(ctx, err)
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	admin := quota.NewAdmin(store, options)
	gate := quota.NewGate(store, options)
	recoverLeft := gate.Recover
	if database != nil {
		recoverLeft = func(ctx context.Context) (int, error) { return database.node.Recover(ctx, gate) }
		endWatch := database.watch(gate, log, stop)
		defer endWatch()
	}
	pool := l.pool(int(l.workers), int(queue), log)
	defer pool.Close()
	// Before anything is changed, which a full disk may refuse for long.
	operation := operator.Config{
		Admin: admin, Log: log, CheckMapper: checkMapper(pool), Module: int64(l.mapper.module), URL: string(public),
	}
	if embedded, ok := store.(*badgerstore.Store); ok {
		operation.Backup = backUp(embedded)
	}
	endOperator, err := serveOperator(ctx, *data, operatorListener, token, operation)
	if err != nil {
		return err
	}
	defer endOperator() // after the last conversion was charged for, before the store closes
	w.listeners = []net.Listener{listener, metricsListener}
	err = w.await(ctx, func() error {
		recovered, err := recoverLeft(ctx)
		if err != nil {
			return err
		}
		if recovered > 0 {
			log.Info("reservations of an earlier process were given back", "count", recovered)
		}
		return makeOperator(ctx, admin, stdout)
	})
	if err != nil {
		return whyEnded(ctx, err)
	}
	counts := newMetrics(pool, config.Health)
	config.Converter, config.Gate, config.Admin, config.Observe = pool, gate, admin, counts.Observe
	server := serve.New(config)
	if metricsListener != nil {
		defer serveMetrics(metricsListener, counts, log)()
	}
	watchLayouts(ctx, layouts, log)
	endWarming := l.startWarming(ctx, log)
	defer endWarming()
	endTrimming := l.startTrimming(ctx)
	defer endTrimming()
	about := []any{"addr", listener.Addr().String(), "version", version(), "workers", pool.Workers(), "data", *data}
	if database != nil {
		about = append(about, "node", database.node.Name())
	}
	log.Info("listening", about...)
	return whyEnded(ctx, server.Run(ctx, listener))
}

// makeOperator makes the operator's account and key when there is no account
// yet, and also when a first start was cut off between the two. The key goes to
// standard output, which is not the log.
func makeOperator(ctx context.Context, admin *quota.Admin, stdout io.Writer) error {
	for account, err := range admin.Accounts(ctx) {
		if err != nil {
			return err
		}
		if account.ID != operatorAccount || len(account.Keys) > 0 {
			return nil
		}
	}
	_, err := admin.AddAccount(ctx, quota.NewAccount{ID: operatorAccount, Name: "Operator", Plan: quota.Pro})
	if err != nil && !errors.Is(err, quota.ErrExists) {
		return err
	}
	key, _, err := admin.NewKey(ctx, operatorAccount, "first")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdout, "The API key of the account %q, shown this once:\n\n    %s\n\n", operatorAccount, key)
	return err
}

// defaultData is where accounts are kept unless the operator says otherwise:
// what systemd gives the service, or the user's directory for application data
// (XDG Base Directory Specification). It is empty when there is no such place.
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
