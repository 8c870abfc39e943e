package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"

	"golang.org/x/term"

	"lineitem/convert"
	"lineitem/convert/batch"
	"lineitem/convert/hugepages"
	tables "lineitem/convert/table"
	"lineitem/convert/workerpool"
)

// run is one call of the command "convert".
type run struct {
	conversion
	names    []string // as the user gave them
	files    []batch.File
	many     bool // whether there may be several results
	format   batch.Format
	comma    separator
	evidence bool
	review   bool   // whether tables show the review
	strict   bool   // whether documents must be verified
	output   string // value of -o
	asked    asked
	module   *convert.Module
	layouts  convert.Layouts

	stdin          io.Reader
	stdout, stderr io.Writer
}

// asked are values of flags that name something which has to be parsed or read.
type asked struct{ format, mapper, layouts string }

// runConvert is the command "convert".
func runConvert(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	r := &run{comma: ',', stdin: stdin, stdout: stdout, stderr: stderr}
	c := newCommand("convert", " FILE...", `Convert purchase orders and write their rows to standard output. A folder stands
for all documents in it, at any depth; - stands for standard input. The output is
one JSON object for one file, and one per line, in the order given, for several;
-o rows.csv and -o rows.xlsx write tables, and -o order.xml writes UBL;
with --format ubl, -o may name a folder for one file per order. If a file cannot
be converted, standard error says why and the exit status is 1; with --strict it
is 3 if a document is not verified.`)
	r.add(c, runtime.GOMAXPROCS(0))
	r.addResults(c, "the default is the ending of the name of -o, or else json for one file and ndjson for several")
	c.BoolVar(&r.strict, "strict", false, "exit with status 3 if a document is not verified")
	c.StringVar(&r.output, "o", "", "write to a `file` instead of standard output (-); if interrupted, write what is done to a file beside it, such as rows.part.csv")
	c.onlyOnce("o")
	var err error
	if r.names, err = c.parse(args); err != nil {
		return err
	}
	if err := r.checkNames(); err != nil {
		return err
	}
	if err := r.open(ctx); err != nil {
		return err
	}
	r.files = batch.List(r.names)
	r.many = len(r.names) > 1 || len(r.files) != 1 || r.files[0].Found
	if file, found := batch.Overwritten(r.files, r.output); found && !isStdout(r.output) {
		return &usageError{fmt.Sprintf("convert: -o %s would overwrite %s, which is an input", r.output, file.Path)}
	}
	if err := r.chooseFormat(); err != nil {
		return err
	}
	if r.many {
		hugepages.GrowHeap(passing) // one file is converted before that pays
	}
	return r.run(ctx)
}

// passing is about the memory that documents and answers take while they pass through
// the process, with the garbage of earlier ones, in bytes.
const passing = 64 << 20

// addResults adds to a command the flags that say what results hold and how they are
// written; byDefault is the usage of the default format.
func (r *run) addResults(c *command, byDefault string) {
	c.StringVar(&r.asked.format, "format", "", "`format`: json, ndjson, csv, xlsx, or ubl; "+byDefault)
	c.choices("format", "json", "ndjson", "csv", "xlsx", "ubl")
	c.Var(&r.comma, "separator", "`character` that separates the values of CSV, such as ; or tab")
	c.BoolVar(&r.evidence, "evidence", false, "add to JSON where each value was read, how sure it is, and what to check")
	c.BoolVar(&r.review, "review", false, "add the columns verified and review to CSV and XLSX, and in XLSX colours and notes on doubtful cells")
	c.StringVar(&r.asked.mapper, "mapper", "", "`file` of a mapper: a WebAssembly module that changes columns and rows")
	c.StringVar(&r.asked.layouts, "layouts", "", layoutsUsage)
}

// open reads what the flags of addResults name, and checks the recogniser.
func (r *run) open(ctx context.Context) (err error) {
	if err := r.checkOCR(ctx); err != nil {
		return err
	}
	if r.module, err = r.mapper.read(r.asked.mapper); err != nil {
		return err
	}
	if r.layouts, err = openLayouts(r.asked.layouts); err != nil {
		return err
	}
	collectSeldom()
	return nil
}

// collectSeldom makes the garbage collector wait until there is four times as much garbage
// as memory in use. Little is in use, since documents and their answers only pass through
// and are converted in other processes. Above the limit, which only large answers reach,
// it collects as often as necessary.
func collectSeldom() {
	const percent, limit = 400, 256 << 20
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(limit)
	}
}

// checkNames returns an error if the operands are wrong.
func (r *run) checkNames() error {
	stdins := 0
	for _, name := range r.names {
		if name == batch.Stdin {
			stdins++
		}
	}
	switch {
	case len(r.names) == 0:
		return &usageError{"convert: give files, folders, or - for standard input"}
	case stdins > 1:
		return &usageError{"convert: - is given twice, but standard input can be read only once"}
	}
	return nil
}

// chooseFormat chooses the format of results: that of --format, or else that of
// the extension of -o's name, or else one that suits the number of files.
func (r *run) chooseFormat() (err error) {
	r.format = batch.JSON
	if r.many {
		r.format = batch.NDJSON
	}
	switch byName := formatOf(r.output); {
	case r.asked.format != "":
		if r.format, err = batch.ParseFormat(r.asked.format); err != nil {
			return &usageError{"convert: " + err.Error()}
		}
	case byName != "":
		r.format = byName
	case filepath.Ext(r.output) != "":
		return &usageError{fmt.Sprintf("convert: -o %s: the format of this name is unknown; use .xlsx, .csv, .json, .ndjson or .xml, or set --format", r.output)}
	}
	if r.format == batch.XLSX && isStdout(r.output) && isTerminal(r.stdout) {
		return &usageError{"convert: a workbook is not written to a terminal; name a file with -o"}
	}
	return r.checkFormat("convert")
}

// checkFormat returns an error if the format has no room for what flags ask for.
func (r *run) checkFormat(command string) error {
	switch {
	case r.evidence && r.format.Table():
		return &usageError{command + ": " + string(r.format) + " cannot hold --evidence; use --review"}
	case r.evidence && r.format.Bare(), r.review && r.format == batch.UBL:
		return &usageError{command + ": " + string(r.format) + " cannot hold --evidence or --review; use --format json"}
	case r.review && !r.format.Table():
		return &usageError{command + ": --review is for CSV and XLSX; use --evidence for " + string(r.format)}
	}
	return nil
}

// run converts the files and writes their results.
func (r *run) run(ctx context.Context) error {
	out, encoder, err := r.openResults()
	if err != nil {
		return err
	}
	defer out.Discard()
	progress := new(batch.Progress)
	if isTerminal(r.stderr) && !isTerminal(out.Writer) {
		progress = batch.NewProgress(r.stderr, len(r.files))
	}
	told := &tally{w: r.stderr, progress: progress}
	switch err := r.convert(ctx, encoder, told); {
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return r.interrupted(ctx, out, encoder, told)
	case err != nil:
		return err
	}
	told.end()
	if told.documents() == 0 {
		told.say("there is no document in %s", strings.Join(r.names, ", "))
	}
	if told.converted > 0 || out.file == nil { // otherwise an existing file is kept
		if err := errors.Join(encoder.Close(ctx), out.Commit()); err != nil {
			return err
		}
	}
	switch {
	case told.failed > 0:
		return errTold
	case r.strict && told.unverified > 0:
		return errUnverified
	}
	return nil
}

// openResults opens the output for results, and its encoder. If each order gets a file of its own, there is no
// other output.
func (r *run) openResults() (*output, encoder, error) {
	if r.format == batch.UBL && isFolder(r.output) {
		folder, err := openFolder(r.output, r.files)
		return &output{Writer: io.Discard}, folder, err
	}
	out, err := openOutput(r.output, r.stdout)
	if err != nil {
		return nil, nil, err
	}
	encoder := batch.NewEncoder(out, r.format, r.many, isTerminal(out.Writer))
	encoder.Separate(rune(r.comma))
	return out, encoder, nil
}

// convert converts the files and passes their results to the encoder and to the
// tally.
func (r *run) convert(ctx context.Context, encoder encoder, told *tally) error {
	pool := r.pool(min(int(r.workers), len(r.files)), 2*int(r.workers), nil)
	defer pool.Close()
	return batch.Run(ctx, pool, r.files, r.options(pool), func(file batch.File, result *convert.Result, err error) error {
		defer told.progress.Step()
		if err != nil {
			told.failure(file, err)
			return nil
		}
		told.converted++
		told.cut(file, result)
		if r.format.Bare() || r.strict {
			told.judged(file, result, r.format.Bare())
		}
		if r.format == batch.UBL {
			told.incomplete(file, result)
		}
		if r.format.Table() {
			if file.Inside != "" {
				result.Filename = file.Inside
			}
		}
		return told.written(file, encoder.Write(r.shown(result)))
	})
}

// options returns the options for converting the files.
func (r *run) options(pool *workerpool.Pool) batch.Options {
	return batch.Options{
		Stdin: r.stdin, Bytes: int(r.bytes), Evidence: r.evidence, Review: r.format.Bare() || r.strict, Mapper: r.module, Layouts: r.layouts,
		Parallel: 2 * pool.Workers(),
	}
}

// shown returns a result with as much of its review as was asked for. If a mapper made the
// rows, JSON has no review, since that is about the rows that the mapper was given.
func (r *run) shown(result *convert.Result) *convert.Result {
	switch {
	case r.review:
		return tables.WithReview(result)
	case !r.evidence || r.module != nil:
		result.Verified, result.Confidence, result.Review = nil, nil, nil
	}
	return result
}

// interrupted keeps the results that there are when a signal comes, and returns an
// error that says where they are. A second signal ends the program at once.
func (r *run) interrupted(ctx context.Context, out *output, encoder encoder, told *tally) error {
	told.progress.Hide()
	told.end()
	if told.converted == 0 {
		return errInterrupted
	}
	err := encoder.Close(context.WithoutCancel(ctx))
	name, commitErr := out.CommitPart()
	if err := errors.Join(err, commitErr); err != nil {
		return fmt.Errorf("%w; %w", errInterrupted, err)
	}
	where := "written"
	if name != "" {
		where = "in " + name
	}
	return fmt.Errorf("%w after %d of %s; the results so far are %s", errInterrupted, told.converted+told.failed+told.skipped, plural(len(r.files), "file"), where)
}

func isTerminal(w io.Writer) bool {
	if p, ok := w.(*printer); ok {
		w = p.w
	}
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
