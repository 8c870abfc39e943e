package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"runtime/debug"

	"lineitem/convert/serve"
	"lineitem/convert/workerpool"
	"lineitem/quota"
	"lineitem/quota/badgerstore"
	"lineitem/quota/operator"
)

// ownMemory is the size of the server's heap besides its budgets, in bytes. With the
// program itself it makes up what convert/serve/README.md says that the server needs.
const ownMemory = 100 << 20

// operatorAccount is the ID of the account that is made at the first start.
const operatorAccount = "operator"

// runServe is the command "serve". Its steps are ordered so that whatever may fail does
// so before anything is made or printed that would be left behind.
func runServe(ctx context.Context, args []string, stdout, stderr io.Writer) (err error) {
	f, err := parseServe(ctx, args)
	if err != nil {
		return err
	}
	layouts, err := openLayouts(*f.layouts)
	if err != nil {
		return err
	}
	module, err := readWASM(f.wasm)
	if err != nil {
		return err
	}
	ports, err := f.listen()
	if err != nil {
		return err
	}
	defer ports.close() // when something fails before they are served
	f.public = f.public.or(ports.public.Addr().String())
	log := slog.New(slog.NewJSONHandler(stderr, &slog.HandlerOptions{Level: slog.Level(f.level)}))
	f.tuneCollector()
	if err := os.MkdirAll(f.data, 0o700); err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	config := f.config(log)
	config.Layouts, config.WASM = layouts, module

	w := waiting{config, []net.Listener{ports.public, ports.operator, ports.metrics}}
	accounts, err := f.openAccounts(ctx, &w)
	if err != nil {
		return whyEnded(ctx, err)
	}
	defer func() { err = errors.Join(err, accounts.store.Close()) }()
	config.Gate, config.Admin = accounts.gate, accounts.admin
	if accounts.database != nil {
		config.Health = accounts.database.Health
		defer accounts.database.watch(accounts.gate, log, stop)()
	}
	pool := f.conversion.pool(int(f.conversion.workers), int(f.queue), log)
	defer pool.Close()
	config.Converter = pool
	// Before anything is changed, since on a full disk that may not be possible for long.
	endOperator, err := serveOperator(ctx, f.data, ports.operator, ports.token, f.operation(accounts, pool, log))
	if err != nil {
		return err
	}
	defer endOperator() // after the last conversion was charged for, before the store closes
	w.listeners = []net.Listener{ports.public, ports.metrics}
	if err := w.await(ctx, func() error { return accounts.recover(ctx, log, stdout) }); err != nil {
		return whyEnded(ctx, err)
	}
	counts := newMetrics(pool, config.Health)
	config.Observe = counts.Observe
	server := serve.New(config)
	if ports.metrics != nil {
		defer serveMetrics(ports.metrics, counts, log)()
	}
	watchLayouts(ctx, layouts, log)
	defer f.conversion.startWarming(ctx, log)()
	defer f.conversion.startTrimming()()
	about := []any{"addr", ports.public.Addr().String(), "version", version(), "workers", pool.Workers(), "data", f.data}
	if accounts.database != nil {
		about = append(about, "node", accounts.database.node.Name())
	}
	log.Info("listening", about...)
	return whyEnded(ctx, server.Run(ctx, ports.public))
}

// ports are the listeners of a server.
type ports struct {
	public            net.Listener
	operator, metrics net.Listener // nil if there are none
	token             string       // required on operator
}

// listen opens the listeners. That comes before the store is made, so that no key is
// printed which nothing serves.
func (f *serveFlags) listen() (_ *ports, err error) {
	p := &ports{}
	defer func() {
		if err != nil {
			p.close()
		}
	}()
	if p.operator, p.token, err = f.operator.listen(); err != nil {
		return nil, err
	}
	if p.public, err = listen("--addr", f.addr); err != nil {
		return nil, err
	}
	if f.metricsAddr != "" {
		p.metrics, err = listen("--metrics-addr", f.metricsAddr)
	}
	return p, err
}

// close closes the listeners that are open.
func (p *ports) close() {
	for _, l := range []net.Listener{p.public, p.operator, p.metrics} {
		if l != nil {
			l.Close()
		}
	}
}

// tuneCollector sets up the garbage collector for a server, unless the environment
// does.
func (f *serveFlags) tuneCollector() {
	if os.Getenv("GOGC") == "" {
		// The server's own heap is small, and its conversions run in other
		// processes: collecting twice as often as Go does by default costs
		// little, and leaves memory to the conversions.
		debug.SetGCPercent(50)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		// When much of the budgets is in use, the collector has to keep up.
		debug.SetMemoryLimit(int64(f.requestMemory) + int64(f.resultMemory) + int64(f.layoutMemory) + ownMemory)
	}
}

// servedAccounts are the accounts that a server has open.
type servedAccounts struct {
	store    quota.Store
	database *shared // nil if they are in the data directory
	admin    *quota.Admin
	gate     *quota.Gate
}

// openAccounts opens the accounts, and waits until they can be reached.
func (f *serveFlags) openAccounts(ctx context.Context, w *waiting) (*servedAccounts, error) {
	log := w.config.Log
	options := quota.Options{Limits: f.limits.over(quota.DefaultLimits), Log: log}
	a := &servedAccounts{}
	err := w.await(ctx, func() (err error) {
		if f.node.url == "" {
			a.store, err = openServed(ctx, f.data, badgerstore.Options{NoSync: !f.sync, Logger: log})
			return err
		}
		if a.database, err = f.node.openShared(ctx, f.data, log); err == nil {
			a.store, options.Node = a.database, a.database.node.Holder()
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	a.admin, a.gate = quota.NewAdmin(a.store, options), quota.NewGate(a.store, options)
	return a, nil
}

// recover releases the reservations that an earlier process did not settle, and makes
// the operator's account at the first start.
func (a *servedAccounts) recover(ctx context.Context, log *slog.Logger, stdout io.Writer) error {
	recoverLeft := a.gate.Recover
	if a.database != nil {
		recoverLeft = func(ctx context.Context) (int, error) { return a.database.node.Recover(ctx, a.gate) }
	}
	recovered, err := recoverLeft(ctx)
	if err != nil {
		return err
	}
	if recovered > 0 {
		log.Info("reservations of an earlier process were given back", "count", recovered)
	}
	return makeOperator(ctx, a.admin, stdout)
}

// operation returns the configuration of the operator's interface.
func (f *serveFlags) operation(a *servedAccounts, pool *workerpool.Pool, log *slog.Logger) operator.Config {
	config := operator.Config{
		Admin: a.admin, Log: log, CheckMapper: checkMapper(pool), Module: int64(f.conversion.mapper.module), URL: string(f.public),
	}
	if embedded, ok := a.store.(*badgerstore.Store); ok {
		config.Backup = backUp(embedded)
	}
	return config
}

// makeOperator makes the operator's account and key if there is no account yet, and also
// if a first start was interrupted between the two or could not print the key. The key is
// printed to standard output, not to the log.
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
	key, info, err := admin.NewKey(ctx, operatorAccount, "first")
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(stdout, "The API key of the account %q, which is not shown again:\n\n    %s\n\n", operatorAccount, key); err != nil {
		return unprinted(ctx, admin, operatorAccount, info.ID, err)
	}
	return nil
}
