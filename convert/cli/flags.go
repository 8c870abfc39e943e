package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"lineitem/convert"
	"lineitem/convert/order/confidence"
	"lineitem/convert/workerpool"
	"lineitem/plugins"
)

// usageError is a mistake on the command line.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

// helpError reports that a command's usage is asked for.
type helpError struct {
	command interface{ printUsage(w io.Writer) }
}

func (e *helpError) Error() string { return flag.ErrHelp.Error() }

// command is one subcommand's flags. Each may also be set by the environment:
// --upload-timeout by LINEITEM_UPLOAD_TIMEOUT.
type command struct {
	*flag.FlagSet
	operands string              // how usage names them
	about    string              // what the command does
	once     map[string]bool     // flags that the environment does not set
	values   map[string][]string // possible values of flags that have few, for completion
}

func newCommand(name, operands, about string) *command {
	c := &command{flag.NewFlagSet(name, flag.ContinueOnError), operands, about, map[string]bool{}, map[string][]string{}}
	c.SetOutput(io.Discard) // errors are returned, and so printed only once
	return c
}

// onlyOnce says that flags are for one call and are not set by the environment:
// what belongs to one account must not come from it.
func (c *command) onlyOnce(names ...string) {
	for _, name := range names {
		c.once[name] = true
	}
}

// choices sets the possible values of a flag.
func (c *command) choices(name string, values ...string) { c.values[name] = values }

func environmentName(flagName string) string {
	return "LINEITEM_" + strings.ToUpper(strings.ReplaceAll(flagName, "-", "_"))
}

// parse reads the environment and then the arguments, and returns the operands.
// Flags may be before, between and after operands; after "--" there are only
// operands. The error is a helpError or a usageError.
func (c *command) parse(args []string) (operands []string, err error) {
	c.VisitAll(func(f *flag.Flag) {
		name := environmentName(f.Name)
		if value, ok := os.LookupEnv(name); ok && err == nil && !c.once[f.Name] {
			if e := c.Set(f.Name, value); e != nil {
				text := e.Error()
				if text == parseError {
					text = wanted(f)
				}
				err = &usageError{fmt.Sprintf("%s=%q: %s", name, value, text)}
			}
		}
	})
	if err != nil {
		return nil, err
	}
	var rest []string
	if i := slices.Index(args, "--"); i >= 0 {
		args, rest = args[:i], args[i+1:]
	}
	for {
		if err := c.Parse(args); errors.Is(err, flag.ErrHelp) {
			return nil, &helpError{c}
		} else if err != nil {
			return nil, &usageError{c.Name() + ": " + c.flagError(err)}
		}
		args = c.Args()
		if len(args) == 0 {
			return append(operands, rest...), nil
		}
		operands = append(operands, args[0])
		args = args[1:]
	}
}

// dashed returns a flag as it is written: -o, --format.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// flagError returns the text of an error of package flag, with flags as they are
// written here, and suggests the flag that may be meant.
func (c *command) flagError(err error) string {
	text := err.Error()
	if name, unknown := strings.CutPrefix(text, "flag provided but not defined: -"); unknown {
		text = "there is no flag " + dashed(name)
		for f, values := range c.values {
			if slices.Contains(values, name) {
				return text + "; is " + dashed(f) + " " + name + " meant?"
			}
		}
		var names []string
		c.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
		if meant := nearest(name, names); meant != "" {
			text += "; is " + dashed(meant) + " meant?"
		}
		return text
	}
	if name, lacking := strings.CutPrefix(text, "flag needs an argument: -"); lacking {
		return dashed(name) + " needs a value"
	}
	if said, ok := strings.CutSuffix(text, ": "+parseError); ok {
		if f := c.Lookup(said[strings.LastIndex(said, " -")+2:]); f != nil {
			text = said + ": " + wanted(f)
		}
	}
	return flagNamed().ReplaceAllStringFunc(text, func(s string) string {
		return " for " + dashed(s[strings.Index(s, "-")+1:len(s)-1]) + ":"
	})
}

// parseError is what package flag says of an invalid value of a flag of one of its own types.
const parseError = "parse error"

// wanted says which values a flag of one of package flag's own types has.
func wanted(f *flag.Flag) string {
	if getter, ok := f.Value.(flag.Getter); ok {
		switch getter.Get().(type) {
		case bool:
			return "want true or false"
		case uint64:
			return "want a whole number, 0 or above"
		}
	}
	return "want a whole number"
}

// flagNamed matches how package flag names the flag that has an invalid value.
var flagNamed = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(` for (flag )?-[a-z-]+:`)
})

// size is a flag for an amount of bytes: 512MiB, 64KiB, 2GiB or a plain number.
type size int64

var sizeUnits = []struct {
	suffix string
	bytes  int64
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}}

func (s *size) String() string {
	for _, u := range sizeUnits {
		if *s != 0 && int64(*s)%u.bytes == 0 {
			return strconv.FormatInt(int64(*s)/u.bytes, 10) + u.suffix
		}
	}
	return strconv.FormatInt(int64(*s), 10)
}

func (s *size) Set(text string) error {
	factor := int64(1)
	for _, u := range sizeUnits {
		if number, ok := strings.CutSuffix(text, u.suffix); ok {
			text, factor = number, u.bytes
			break
		}
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n <= 0 || n > 1<<40/factor {
		return errors.New("a size is a number above 0 with KiB, MiB or GiB, such as 20MiB")
	}
	*s = size(n * factor)
	return nil
}

// count is a flag for a number of things, at least 1.
type count int

func (c *count) String() string { return strconv.Itoa(int(*c)) }

func (c *count) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return errors.New("want a whole number above 0")
	}
	*c = count(n)
	return nil
}

// logLevel is a flag for the lowest level to log.
type logLevel slog.Level

func (l *logLevel) String() string { return slog.Level(*l).String() }

func (l *logLevel) Set(text string) error {
	if (*slog.Level)(l).UnmarshalText([]byte(text)) != nil {
		return errors.New("want debug, info, warn or error")
	}
	return nil
}

// cellLength is a flag for the greatest number of characters of a value. Less than
// leastCell is too little for values.
type cellLength int

const leastCell = 100

func (l *cellLength) String() string { return strconv.Itoa(int(*l)) }

func (l *cellLength) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < leastCell || n > convert.MostCell {
		return fmt.Errorf("want a whole number from %d to %d, the most that a workbook's cell can hold", leastCell, convert.MostCell)
	}
	*l = cellLength(n)
	return nil
}

// probability is a number from 0 to below 1.
type probability float64

func (p *probability) String() string { return strconv.FormatFloat(float64(*p), 'g', -1, 64) }

func (p *probability) Set(text string) error {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v >= 0 && v < 1) {
		return errors.New("want a number from 0 to below 1, such as 0.95")
	}
	*p = probability(v)
	return nil
}

// conversion holds the limits of each conversion, whichever command does it.
type conversion struct {
	bytes, memory size
	pages, words  count
	pixels        count
	cell          cellLength
	answer        size
	cache         string // directory of compiled code; empty for none
	timeout       span
	workers       count
	ocr           string // file of a recogniser; empty for the built-in one
	guestMemory   size
	guestTime     wait // 0 if there is no limit
	verifyAt      probability
	mapper        mapperLimits
}

func defaultConversion(workers int) conversion {
	d := convert.DefaultLimits
	return conversion{
		bytes: size(d.Bytes), memory: workerpool.DefaultMemory, pages: count(d.Pages), words: count(d.Words), pixels: count(d.Pixels), cell: cellLength(d.Cell), answer: size(d.Answer),
		timeout: span(workerpool.DefaultTimeout), workers: count(workers),
		guestMemory: size(plugins.DefaultLimits.Memory), mapper: defaultMapperLimits(),
	}
}

// add adds the flags to a command.
func (l *conversion) add(c *command, workers int) {
	*l = defaultConversion(workers)
	l.addDocument(c)
	c.Var(&l.timeout, "timeout", "longest `time` of one conversion")
	c.Var(&l.workers, "workers", "`number` of documents converted at once, each in its own process")
}

// addDocument adds the flags that are passed on to workers.
func (l *conversion) addDocument(c *command) {
	c.Var(&l.bytes, "max-bytes", "largest document, as a `size`")
	c.Var(&l.pages, "max-pages", "largest `number` of pages of a document")
	c.Var(&l.words, "max-words", "largest `number` of words of a document")
	c.Var(&l.pixels, "max-pixels", "largest `number` of pixels of a picture")
	c.Var(&l.cell, "max-cell", fmt.Sprintf("largest `number` of characters of a value, at most %d; longer ones are cut", convert.MostCell))
	c.Var(&l.answer, "max-answer", "largest answer, as a `size` of its JSON")
	l.addCache(c)
	c.Var(&l.memory, "memory", "memory of a worker process, as a `size`")
	c.StringVar(&l.ocr, "ocr", "", "`file` of a recogniser: a WebAssembly module that reads lines of text in pictures, instead of the built-in one")
	c.Var(&l.guestMemory, "guest-memory", "memory of one instance of a recogniser, as a `size`")
	l.verifyAt = confidence.Threshold
	c.Var(&l.verifyAt, "verify-at", "least `confidence` of a verified document, above 0 and below 1, such as 0.98; 0 means the default")
	c.Var(&l.guestTime, "guest-time", "longest `time` that a recogniser may take for one line of text; setting it makes recognisers many times slower; by default only the time of the conversion is limited")
	l.mapper.add(c)
}

func (l *conversion) addCache(c *command) {
	c.StringVar(&l.cache, "cache", defaultCache(), "`directory` for the compiled code of mappers and of what reads pictures; empty for none")
}

// workerArgs returns the command line of a worker with these limits.
func (l *conversion) workerArgs() []string {
	args := []string{
		os.Args[0], "worker",
		"--max-bytes=" + l.bytes.String(), "--max-pages=" + l.pages.String(), "--max-words=" + l.words.String(),
		"--max-pixels=" + l.pixels.String(), "--max-cell=" + l.cell.String(), "--max-answer=" + l.answer.String(),
		"--cache=" + l.cache, "--memory=" + l.memory.String(), "--ocr=" + l.ocr,
		"--guest-memory=" + l.guestMemory.String(), "--guest-time=" + l.guestTime.String(),
		"--verify-at=" + l.verifyAt.String(),
	}
	return append(args, l.mapper.args()...)
}

// pool returns a pool of workers with these limits.
func (l *conversion) pool(workers, queue int, log *slog.Logger) *workerpool.Pool {
	return workerpool.New(workerpool.Config{
		Args: l.workerArgs(), Workers: workers, Queue: queue,
		Timeout: time.Duration(l.timeout), Memory: int64(l.memory), Result: workerpool.ResultBytes(int(l.answer)), Log: log,
	})
}

func (l *conversion) limits() convert.Limits {
	return convert.Limits{Bytes: int(l.bytes), Pages: int(l.pages), Words: int(l.words), Pixels: int(l.pixels), Cell: int(l.cell), Answer: int(l.answer)}
}
