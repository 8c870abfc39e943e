// Package cli is the command line: subcommands, their flags and environment,
// and the wiring of what they use.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/tetratelabs/wazero"

	"lineitem/convert"
	"lineitem/convert/isolate"
	"lineitem/convert/raster"
	"lineitem/plugins"
)

// Exit statuses.
const (
	exitFailure = 1 // something could not be done
	exitUsage   = 2 // the command line is wrong
)

const usage = `lineitem turns purchase orders into rows.

Usage:
  lineitem convert [flags] FILE...   convert files, folders or standard input (-)
  lineitem inspect [flags] FILE      show where each value was read, as a page of HTML
  lineitem serve [flags]             convert over HTTP
  lineitem accuracy [flags] FOLDER   tell how right conversions are
  lineitem account COMMAND           accounts, their plans, limits and credits
  lineitem key COMMAND               their API keys
  lineitem plugin COMMAND            their mappers: modules that make other columns and rows
  lineitem store copy FROM TO        move accounts between a directory and PostgreSQL
  lineitem version                   tell the version
  lineitem help                      show this text

"lineitem COMMAND -h" tells a command's flags. Each flag may also be set by the
environment: --upload-timeout by LINEITEM_UPLOAD_TIMEOUT.
`

// Run runs one command and returns its exit status: 0 when all went well, 1
// when something could not be done, 2 when the command line is wrong.
func Run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	name := ""
	if len(args) > 0 {
		name, args = args[0], args[1:]
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	var err error
	switch name {
	case "convert":
		err = runConvert(ctx, args, stdin, stdout, stderr)
	case "inspect":
		err = runInspect(ctx, args, stdin, stdout, stderr)
	case "serve":
		err = runServe(ctx, args, stdout, stderr)
	case "accuracy":
		err = runAccuracy(ctx, args, stdout, stderr)
	case "account":
		err = runGroup(ctx, accountCommands, args, stdout, stderr)
	case "key":
		err = runGroup(ctx, keyCommands, args, stdout, stderr)
	case "plugin":
		err = runGroup(ctx, pluginCommands, args, stdout, stderr)
	case "store":
		err = runGroup(ctx, storeCommands, args, stdout, stderr)
	case "worker":
		err = runWorker(ctx, args)
	case "warm":
		err = runWarm(ctx, args)
	case "version", "--version":
		fmt.Fprintln(stdout, "lineitem", version())
	case "help", "-h", "-help", "--help":
		fmt.Fprint(stdout, usage)
	case "":
		err = &usageError{"a command is missing"}
	default:
		err = &usageError{fmt.Sprintf("unknown command %q", name)}
	}
	var help *helpError
	var wrong *usageError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &help):
		help.command.printUsage(stdout)
		return 0
	case errors.As(err, &wrong):
		fmt.Fprintf(stderr, "lineitem: %v\nTry \"lineitem help\".\n", err)
		return exitUsage
	case !errors.Is(err, errTold):
		fmt.Fprintf(stderr, "lineitem: %v\n", err)
	}
	return exitFailure
}

// errTold says that something failed and that the user knows it already.
var errTold = errors.New("told already")

// runWorker is the hidden command that package isolate starts.
func runWorker(ctx context.Context, args []string) error {
	var l conversion
	c := newCommand("worker", "", "Convert documents for another process.")
	l.addDocument(c)
	if _, err := c.parse(args); err != nil {
		return err
	}
	// Without a directory to keep it in, compiled code is only made again.
	cache, _ := plugins.OpenCache(l.cache)
	defer cache.Close(ctx)
	m := mappers{l.mapper.open(cache)}
	defer m.Close(ctx)
	converter, end, err := l.converter(ctx, cache, m)
	if err != nil {
		return err
	}
	defer end()
	return isolate.Work(converter, int64(l.memory))
}

// converter is what converts in this process. What is returned with it has to be
// called after use.
func (l *conversion) converter(ctx context.Context, cache wazero.CompilationCache, m convert.Mapper) (c *convert.Converter, end func(), err error) {
	ocr, err := l.recognizer(cache)
	if err != nil {
		return nil, nil, err
	}
	pdfium := &raster.PDFium{Cache: cache}
	end = func() {
		pdfium.Close()
		ocr.Close(ctx)
	}
	return &convert.Converter{Limits: l.limits(), Recognizer: ocr, PDFium: pdfium, Mapper: m}, end, nil
}

// version tells what the binary was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	if v == "" {
		v = "(devel)"
	}
	return v + " " + info.GoVersion
}
