// Command wasi is the converter as one WebAssembly module, for hosts that run WASI commands
// (preview 1): edge platforms, Node, browsers with a shim. It is built with GOOS=wasip1 GOARCH=wasm,
// as the script build does.
//
// It converts in its own process: the host is the sandbox, and limits its time and memory. It contains
// what text PDFs need, and neither PDFium nor a recogniser. A document that needs these is an error.
package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"runtime/debug"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/order/confidence"
)

const usage = `Usage: lineitem.wasm [flags] FILE...

Converts purchase orders in text PDFs. Each FILE gives one line of JSON on standard output, as
"lineitem convert" writes it; - stands for standard input. If a file cannot be converted, standard
error says why, the others are converted all the same, and the exit status is 1.

`

// Exit statuses, the same as those of lineitem.
const (
	exitFailure = 1 // a file could not be converted
	exitUsage   = 2 // the command line is wrong
)

// stdin is the name that stands for standard input.
const stdin = "-"

// options are the flags.
type options struct {
	evidence bool
	filename string // name of the document in standard input; empty means "-"
	verifyAt float64
}

func main() {
	// Memory never goes back to the host, so large documents should not take more than they need.
	debug.SetMemoryLimit(256 << 20)
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run converts the files that args name and returns the exit status.
func run(args []string, in io.Reader, out, complaints io.Writer) int {
	var o options
	flags := flag.NewFlagSet("lineitem.wasm", flag.ContinueOnError)
	flags.SetOutput(complaints)
	flags.BoolVar(&o.evidence, "evidence", false, "add where each value was read, how sure it is, and what to check")
	flags.StringVar(&o.filename, "filename", "", "`name` of the document in standard input, for the answer")
	flags.Float64Var(&o.verifyAt, "verify-at", confidence.Threshold, "least `confidence` of a verified document, above 0 and below 1; 0 means the default")
	flags.Usage = func() {
		fmt.Fprint(complaints, usage)
		flags.PrintDefaults()
	}
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return exitUsage
	case flags.NArg() == 0, !(o.verifyAt >= 0 && o.verifyAt < 1):
		flags.Usage()
		return exitUsage
	}
	status := 0
	for _, name := range flags.Args() {
		if err := o.convert(name, in, out); err != nil {
			fmt.Fprintf(complaints, "lineitem: %s: %s\n", o.nameOf(name), explain(err))
			status = exitFailure
		}
	}
	return status
}

// nameOf returns the name of a file for messages. It is quoted if it has unprintable characters, which
// could control a terminal or look like another line: file names come from strangers.
func (o *options) nameOf(name string) string {
	if name == stdin {
		name = cmp.Or(o.filename, stdin)
	}
	if strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) || !utf8.ValidString(name) {
		return strconv.Quote(name)
	}
	return name
}

// convert converts one file and writes the result.
func (o *options) convert(name string, in io.Reader, out io.Writer) error {
	filename := path.Base(name)
	if name == stdin {
		filename = cmp.Or(o.filename, stdin)
	} else {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	// One byte more than the limit lets the converter see that the document is too large.
	data, err := io.ReadAll(io.LimitReader(in, int64(convert.DefaultLimits.Bytes)+1))
	if err != nil {
		return err
	}
	if len(data) == 0 {
		return errors.New("the file is empty")
	}
	c := convert.Converter{VerifyAt: o.verifyAt}
	r, err := c.Convert(context.Background(), convert.Input{Filename: filename, Data: data, Evidence: o.evidence})
	if err != nil {
		return err
	}
	if !o.evidence {
		r.Verified, r.Confidence, r.Review = nil, nil, nil
	}
	var line bytes.Buffer // so that only a whole line is written
	if err := r.WriteJSON(&line); err != nil {
		return err
	}
	_, err = out.Write(line.Bytes())
	return err
}

// explain returns an error's text, with what this build lacks if that is the reason.
func explain(err error) string {
	if _, ok := errors.AsType[*doc.UnsupportedError](err); ok {
		return err.Error() + "; this build reads PDF files with a text layer only"
	}
	if place, ok := errors.AsType[*fs.PathError](err); ok {
		return place.Err.Error()
	}
	return err.Error()
}
