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
	"slices"
	"strings"
	"syscall"

	"github.com/tetratelabs/wazero"

	"lineitem/convert"
	"lineitem/convert/order"
	"lineitem/convert/pdfium"
	"lineitem/convert/workerpool"
	"lineitem/plugins"
)

// Exit statuses.
const (
	exitFailure     = 1   // something could not be done
	exitUsage       = 2   // the command line is wrong
	exitUnverified  = 3   // a document that must be verified is not
	exitInterrupted = 130 // as shells report SIGINT
)

const usage = `lineitem converts purchase orders into rows.

Usage:
  lineitem convert [flags] FILE...   convert files, folders or standard input (-)
  lineitem inspect [flags] FILE      write an HTML page that shows where each value was read
  lineitem watch [flags] FOLDER      convert what arrives in a folder
  lineitem serve [flags]             convert over HTTP
  lineitem health [URL]              ask a running service whether it can convert
  lineitem accuracy [flags] FOLDER   measure how right conversions are
  lineitem layout COMMAND            teach layouts by corrected documents
  lineitem account COMMAND           manage accounts, their plans, limits and credits
  lineitem key COMMAND               manage the API keys of accounts
  lineitem plugin COMMAND            manage mappers: modules that change columns and rows
  lineitem store COMMAND             back up, restore and move accounts
  lineitem completion SHELL          print a completion script for bash, zsh or fish
  lineitem version                   print the version
  lineitem help [COMMAND]            print this text, or the help of a command

"lineitem COMMAND -h" lists the flags of a command. Most flags can also be set by an
environment variable: --upload-timeout by LINEITEM_UPLOAD_TIMEOUT.

Try: lineitem convert -o rows.xlsx order.pdf
`

// commandNames are the names of all commands that are not hidden.
var commandNames = []string{"convert", "inspect", "watch", "serve", "health", "accuracy", "layout", "account", "key", "plugin", "store", "completion", "version", "help"}

// streams are a command's input and outputs.
type streams struct {
	in  io.Reader
	out *printer
	err io.Writer
}

// printer is standard output, and keeps the first error of writing to it, since most code
// that prints for people does not check errors.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) Write(text []byte) (int, error) {
	n, err := p.w.Write(text)
	if p.err == nil {
		p.err = err
	}
	return n, err
}

// Run runs one command and returns its exit status: 0 when all went well, 1 when something
// could not be done, 2 when the command line is wrong, 3 when a document that must be
// verified is not, 130 when the command was interrupted. It is an error if the command's
// output cannot be written. As process 1, "serve" returns the status of the process that
// serves.
func Run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := untilSignal()
	defer stop()
	out := &printer{w: stdout}
	err := dispatch(ctx, args, streams{stdin, out, stderr})
	if help, ok := errors.AsType[*helpError](err); ok {
		help.command.printUsage(out)
		err = nil
	}
	if out.err != nil && (err == nil || errors.Is(err, errTold)) {
		err = out.err
	}
	var wrong *usageError
	var exit exitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return int(exit)
	case errors.As(err, &wrong):
		fmt.Fprintf(stderr, "lineitem: %v\nTry \"lineitem %s\".\n", err, helpWith(args))
		return exitUsage
	case errors.Is(err, errUnverified):
		return exitUnverified
	case errors.Is(err, errInterrupted):
		fmt.Fprintf(stderr, "lineitem: %v\n", err)
		return exitInterrupted
	case !errors.Is(err, errTold):
		fmt.Fprintf(stderr, "lineitem: %v\n", err)
	}
	return exitFailure
}

// untilSignal returns a context that ends when the program is told to end, or when its
// terminal is closed, unless it is to survive that (nohup). A second signal ends the program
// at once, except for SIGHUP: when a terminal is closed, its shell and the kernel may both
// send one.
func untilSignal() (ctx context.Context, stop func()) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	again := make(chan os.Signal, 1)
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
		signal.Notify(again, syscall.SIGHUP)
	}
	ctx, cancel := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, cancel)
	return ctx, func() {
		cancel()
		signal.Stop(again)
	}
}

// dispatch runs one command.
func dispatch(ctx context.Context, args []string, s streams) error {
	if len(args) == 0 {
		return &usageError{"a command is missing, as in: lineitem convert order.pdf"}
	}
	name, args := args[0], args[1:]
	switch name {
	case "convert":
		return runConvert(ctx, args, s.in, s.out, s.err)
	case "inspect":
		return runInspect(ctx, args, s.in, s.out, s.err)
	case "watch":
		return runWatch(ctx, args, s.err)
	case "serve":
		if firstProcess() {
			return runAsInit(append([]string{name}, args...))
		}
		return runServe(ctx, args, s.out, s.err)
	case "health":
		return runHealth(ctx, args, s.out)
	case "accuracy":
		return runAccuracy(ctx, args, s.out, s.err)
	case "worker":
		return runWorker(ctx, args)
	case "warm":
		return runWarm(ctx, args)
	case "completion":
		return runCompletion(args, s.out)
	case "complete":
		return runComplete(ctx, args, s.out)
	case "version", "--version", "-version", "-v", "-V":
		fmt.Fprintln(s.out, "lineitem", version())
		return nil
	case "help", "-h", "-help", "--help":
		return help(ctx, args, s)
	}
	for _, g := range groups {
		if g.name == name {
			return runGroup(ctx, g, args, s.out, s.err)
		}
	}
	return unknownCommand(name)
}

// help prints the help of a command, or of the program where none is named.
func help(ctx context.Context, args []string, s streams) error {
	switch {
	case len(args) == 0 || args[0] == "help" || args[0] == "version" || strings.HasPrefix(args[0], "-"):
		fmt.Fprint(s.out, usage)
		return nil
	case !slices.Contains(commandNames, args[0]):
		return unknownCommand(args[0])
	}
	return dispatch(ctx, append(slices.Clone(args), "-h"), s)
}

// groups are the commands that have commands of their own.
var groups = []*group{layoutCommands, accountCommands, keyCommands, pluginCommands, storeCommands}

// unknownCommand returns an error that suggests what may be meant: to convert, if
// name is a file, or a command of which it is a misspelling.
func unknownCommand(name string) error {
	text := fmt.Sprintf("unknown command %q", name)
	if _, err := os.Stat(name); err == nil {
		text += "; to convert it: lineitem convert " + name
	} else if meant := nearest(name, commandNames); meant != "" {
		text += fmt.Sprintf("; is %q meant?", meant)
	}
	return &usageError{text}
}

// helpWith returns the command that prints the usage of the one that failed.
func helpWith(args []string) string {
	if len(args) == 0 || args[0] == "help" || !slices.Contains(commandNames, args[0]) {
		return "help"
	}
	for _, g := range groups {
		if g.name == args[0] && len(args) > 1 && g.find(args[1]) != nil {
			return args[0] + " " + args[1] + " -h"
		}
	}
	return args[0] + " -h"
}

// exitError is the exit status of the child process that did the work. That process has
// already printed what was wrong.
type exitError int

func (e exitError) Error() string { return fmt.Sprintf("ended with status %d", int(e)) }

// errInterrupted reports that a signal interrupted a command.
var errInterrupted = errors.New("interrupted")

// errUnverified reports that a document that must be verified is not, and that the user
// has been told.
var errUnverified = errors.New("not verified")

// errTold reports that something failed and that the user has been told.
var errTold = errors.New("told already")

// runWorker is the hidden command that package workerpool starts.
func runWorker(ctx context.Context, args []string) error {
	var l conversion
	c := newCommand("worker", "", "Convert documents for another process.")
	l.addDocument(c)
	if _, err := c.parse(args); err != nil {
		return err
	}
	heap := workerpool.PrepareHeap(int64(l.memory))
	go order.Prepare() // while the document arrives and its text layer is read
	// Without a cache, code is only compiled again.
	cache, _ := plugins.OpenCache(l.cache)
	defer cache.Close(ctx)
	m := mappers{l.mappers(cache)}
	defer m.Close(ctx)
	converter, end, err := l.converter(ctx, cache, m)
	if err != nil {
		return err
	}
	defer end()
	folders := []string{}
	if l.cache != "" {
		folders = append(folders, l.cache)
	}
	return workerpool.Work(converter, workerpool.Bounds{Memory: int64(l.memory), Guests: l.guests(), Folders: folders, Heap: heap})
}

// converter returns a converter for this process. end must be called when it is no
// longer used.
func (l *conversion) converter(ctx context.Context, cache wazero.CompilationCache, m convert.Mapper) (c *convert.Converter, end func(), err error) {
	ocr, err := l.recognizer(cache)
	if err != nil {
		return nil, nil, err
	}
	library := &pdfium.Library{Cache: cache}
	end = func() {
		library.Close()
		ocr.Close(ctx)
	}
	return &convert.Converter{Limits: l.limits(), Recognizer: ocr, Renderer: library, Mapper: m, VerifyAt: float64(l.verifyAt)}, end, nil
}

// version returns the program's version and that of Go.
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
