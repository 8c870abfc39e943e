package workerpool

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/order"
	"lineitem/convert/order/taught"
	"lineitem/convert/testenv"
)

// TestMain makes the test binary its own worker, as the program is.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		var c Converter
		bounds := Bounds{Memory: testMemory}
		switch os.Args[1] {
		case "worker":
			c = &convert.Converter{}
		case "dying-worker": // confined like the program's workers
			c = dying{}
			bounds.Folders = []string{os.TempDir()}
		case "hungry-worker":
			c, bounds.Guests = hungry{}, testMemory
		case "confined-worker":
			bounds.Folders = append([]string{}, os.Args[2:]...)
			c = confined{}
		case "mute-worker":
			fmt.Fprintln(os.Stderr, "panic: cannot start")
			os.Exit(3)
		}
		if c != nil {
			if err := Work(c, bounds); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			os.Exit(0)
		}
	}
	os.Exit(m.Run())
}

const testMemory = 256 << 20

// dying converts documents that say how the process is to die: a parser with every
// possible fault. What holds for it holds for any parser.
type dying struct{}

func (dying) Convert(ctx context.Context, in convert.Input) (*convert.Result, error) {
	fmt.Println("a library prints this to standard output: secret-marker")
	if in.Mapper != nil {
		return loaded(ctx, in)
	}
	switch word, rest, _ := strings.Cut(string(in.Data), " "); word {
	case "layout":
		return found(ctx, in, 3)
	case "layouts-for-ever":
		return found(ctx, in, math.MaxInt)
	case "overflow":
		return nil, fmt.Errorf("%d", overflow(1))
	case "spin":
		for i := 0; ; i++ {
			sink = i
		}
	case "allocate":
		for {
			grown = append(grown, make([]byte, 1<<16))
			for i := 0; i < 1<<16; i += 4096 {
				grown[len(grown)-1][i] = 1
			}
		}
	case "allocate-fast":
		for {
			grown = append(grown, make([]byte, 64<<20))
		}
	case "panic":
		panic("secret-marker " + rest)
	case "index":
		return &convert.Result{Filename: string(in.Data[len(in.Data)+len(rest):][0])}, nil
	case "exit":
		os.Exit(7)
	case "killed":
		killMyself()
	case "killed-once": // rest names a file that the first worker creates
		if f, err := os.OpenFile(rest, os.O_CREATE|os.O_EXCL, 0o600); err == nil {
			f.Close()
			killMyself()
		}
	case "format":
		return nil, fmt.Errorf("wrapped: %w", &doc.FormatError{Page: 3, Reason: rest})
	case "unsupported":
		return nil, &doc.UnsupportedError{Page: 2, Feature: rest}
	case "encrypted":
		return nil, &doc.EncryptedError{}
	case "limit":
		return nil, &doc.LimitError{Limit: "pages", Max: 500}
	case "other":
		return nil, errors.New(rest)
	case "sleep":
		time.Sleep(50 * time.Millisecond)
	case "pid":
		return &convert.Result{Filename: in.Filename, Mode: fmt.Sprint(os.Getpid())}, nil
	case "environ":
		return &convert.Result{Filename: in.Filename, Mode: strings.Join(os.Environ(), ",")}, nil
	}
	return &convert.Result{Filename: in.Filename, Mode: convert.ModeText, Rows: []order.Row{}}, nil
}

// loaded loads the mapper twice, and returns its code as the result's mode.
func loaded(ctx context.Context, in convert.Input) (*convert.Result, error) {
	code, err := in.Mapper.Load(ctx)
	if err != nil {
		return nil, fmt.Errorf("loading: %w", err)
	}
	again, err := in.Mapper.Load(ctx)
	if err != nil || !bytes.Equal(again, code) {
		return nil, fmt.Errorf("loading again: %d bytes, %w", len(again), err)
	}
	return &convert.Result{Filename: in.Filename, Mode: string(code)}, nil
}

// found looks up the document's layout the given number of times, and returns its ID as
// the result's mode.
func found(ctx context.Context, in convert.Input, times int) (*convert.Result, error) {
	result := &convert.Result{Mode: "none", Columns: []order.Column{}, Rows: []order.Row{}}
	for i := 0; i < times && in.Layouts != nil; i++ {
		l, err := in.Layouts.Find(ctx, samplePrint)
		if err != nil {
			return nil, fmt.Errorf("looking for the layout: %w", err)
		}
		if l != nil {
			result.Mode = l.ID
		}
	}
	return result, nil
}

// Learn learns a layout named after the rows and, if there is one, the known layout.
func (d dying) Learn(ctx context.Context, in convert.Input, rows []map[string]string) (*taught.Lesson, error) {
	if string(in.Data) == "wrong-rows" {
		return nil, &taught.RowsError{Reason: "row 1 is of another document"}
	}
	result, err := d.Convert(ctx, in)
	if err != nil {
		return nil, err
	}
	return &taught.Lesson{
		Layout:         sampleLayout(result.Mode + fmt.Sprint(rows)),
		Unexplained:    []taught.Unexplained{{Line: -1, Field: order.PONumber, Value: "4500"}, {Line: len(rows), Field: order.LineTotal}},
		Contradictions: []string{"The item number stood elsewhere"},
	}, nil
}

// Try makes modules fail in the same ways as documents.
func (d dying) Try(ctx context.Context, m *convert.Module) error {
	code, err := m.Load(ctx)
	if err != nil {
		return err
	}
	if string(code) == "refuse" {
		return &doc.MapperError{Reason: "exited with status 3", Stderr: "no such field\n"}
	}
	_, err = d.Convert(ctx, convert.Input{Data: code})
	return err
}

var (
	sink  int
	grown [][]byte
)

func overflow(n int) int {
	if n == 0 { // never
		return 0
	}
	var frame [128]byte
	frame[n&127] = 1
	return overflow(n+1) + int(frame[0])
}

func newPool(t testing.TB, c Config) *Pool {
	t.Helper()
	if c.Args == nil {
		c.Args = []string{"lineitem", "dying-worker"}
	}
	c.Memory = testMemory
	p := New(c)
	t.Cleanup(func() { p.Close() })
	return p
}

func convertText(p *Pool, text string) (*convert.Result, error) {
	return p.Convert(context.Background(), convert.Input{Filename: "order.pdf", Data: []byte(text)})
}

// TestDeathIsContained checks that a document that kills the parser gets a clear error,
// and that conversions beside it and after it succeed.
func TestDeathIsContained(t *testing.T) {
	tests := []struct {
		document string
		check    func(error) bool
		want     string
	}{
		{"overflow", as[*CrashError], "the document crashed the converter (stack overflow)"},
		{"allocate", as[*MemoryError], "the document needs more than 256 MiB of memory"},
		{"allocate-fast", as[*MemoryError], "the document needs more than 256 MiB of memory"},
		{"panic x", as[*CrashError], "the document crashed the converter (panic)"},
		{"index x", as[*CrashError], "the document crashed the converter (slice bounds out of range [8:7])"},
		{"exit", as[*CrashError], "the document crashed the converter (exit status 7)"},
	}
	if !hasAddressLimit {
		tests = slices.Delete(tests, 2, 3) // too fast for the memory watch alone
	}
	var log bytes.Buffer
	p := newPool(t, Config{
		Workers: 3, Queue: 100, Timeout: testenv.Patience,
		Log: slog.New(slog.NewJSONHandler(&log, nil)),
	})
	for _, tt := range tests {
		t.Run(tt.document, func(t *testing.T) {
			stop := make(chan struct{})
			var beside sync.WaitGroup
			for range 2 {
				beside.Go(func() {
					for {
						if _, err := convertText(p, "sleep"); err != nil {
							t.Errorf("a conversion beside %q = %v, want none", tt.document, err)
						}
						select {
						case <-stop:
							return
						default:
						}
					}
				})
			}
			_, err := convertText(p, tt.document)
			close(stop)
			beside.Wait()
			if err == nil || !tt.check(err) || err.Error() != tt.want {
				t.Errorf("Convert(%q) = %T %v, want %q", tt.document, err, err, tt.want)
			}
			if _, err := convertText(p, "well"); err != nil {
				t.Errorf("the conversion after %q = %v, want none", tt.document, err)
			}
		})
	}
	p.Close()
	if strings.Contains(log.String(), "secret-marker") {
		t.Errorf("the log holds what a document said:\n%s", log.String())
	}
	if want := "workerpool.overflow"; !strings.Contains(log.String(), want) {
		t.Errorf("the log does not name %s, in which a worker died:\n%s", want, log.String())
	}
}

// TestTimeout checks that a document that never ends is stopped, and that the next one
// is converted.
func TestTimeout(t *testing.T) {
	testenv.WithTime(t, func(t testing.TB, limit time.Duration) {
		p := newPool(t, Config{Workers: 1, Timeout: limit})
		want := fmt.Sprintf("the conversion took longer than %v and was stopped", limit)
		if _, err := convertText(p, "spin"); !errors.Is(err, context.DeadlineExceeded) || err.Error() != want {
			t.Errorf("Convert of what never ends = %T %v, want %q", err, err, want)
		}
		if _, err := convertText(p, "well"); err != nil {
			t.Errorf("the conversion after that = %v, want none", err)
		}
	})
}

func as[E error](err error) bool {
	var e E
	return errors.As(err, &e)
}

// TestErrorsKeepTheirType checks that a document's own errors keep their type and text
// on the way from the worker, which stays alive.
func TestErrorsKeepTheirType(t *testing.T) {
	p := newPool(t, Config{Workers: 1})
	before := pid(t, p)
	tests := []struct {
		document string
		check    func(error) bool
		want     string
	}{
		{"format no pages", as[*doc.FormatError], "wrapped: page 3: no pages"},
		{"unsupported JBIG2", as[*doc.UnsupportedError], "page 2: JBIG2 is not supported"},
		{"encrypted", as[*doc.EncryptedError], (&doc.EncryptedError{}).Error()},
		{"limit", as[*doc.LimitError], "the document exceeds the limit of 500 pages"},
		{"other fault", as[error], "fault"},
	}
	for _, tt := range tests {
		_, err := convertText(p, tt.document)
		if err == nil || !tt.check(err) || err.Error() != tt.want {
			t.Errorf("Convert(%q) = %T %v, want %q", tt.document, err, err, tt.want)
		}
	}
	if after := pid(t, p); after != before {
		t.Errorf("the worker changed from %s to %s over ordinary errors", before, after)
	}
}

func pid(t *testing.T, p *Pool) string {
	t.Helper()
	r, err := convertText(p, "pid")
	if err != nil {
		t.Fatal(err)
	}
	return r.Mode
}

func TestWorkersAreReplaced(t *testing.T) {
	p := newPool(t, Config{Workers: 1})
	first := pid(t, p)
	if second := pid(t, p); second != first {
		t.Errorf("a second document went to worker %s, want the warm one, %s", second, first)
	}
	var n int
	fmt.Sscan(first, &n)
	proc, err := os.FindProcess(n)
	if err != nil {
		t.Fatal(err)
	}
	if err := proc.Kill(); err != nil {
		t.Fatal(err)
	}
	<-p.idle[0].reaped
	if third := pid(t, p); third == first {
		t.Errorf("after worker %s was killed it answered", third)
	}
}

// TestKilledFromOutside checks that a document whose worker is killed from outside is
// converted by another worker. If that one is killed too, the document must not be
// blamed.
func TestKilledFromOutside(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows does not tell that a process was killed")
	}
	p := newPool(t, Config{Workers: 1})
	once := "killed-once " + filepath.Join(t.TempDir(), "killed")
	if _, err := convertText(p, once); err != nil {
		t.Errorf("Convert() with a worker that is killed = %v, want none", err)
	}
	if _, err := os.Stat(strings.TrimPrefix(once, "killed-once ")); err != nil {
		t.Errorf("no worker was killed: %v", err)
	}
	if _, err := convertText(p, "killed"); err != ErrKilled {
		t.Errorf("Convert() with two workers that are killed = %v, want %v", err, ErrKilled)
	}
	if err := p.Try(context.Background(), convert.NewModule([]byte("killed"))); err != ErrKilled {
		t.Errorf("Try() with two workers that are killed = %v, want %v", err, ErrKilled)
	}
	if _, err := convertText(p, "well"); err != nil {
		t.Errorf("Convert() after that = %v, want none", err)
	}
}

func TestWorkerSeesNoEnvironment(t *testing.T) {
	t.Setenv("LINEITEM_SECRET", "marker")
	r, err := convertText(newPool(t, Config{}), "environ")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(r.Mode, "LINEITEM_SECRET") {
		t.Errorf("a worker's environment is %s, want none of the operator's", r.Mode)
	}
}

// inside returns how many documents have a worker or wait for one.
func inside(p *Pool) int {
	working, waiting, _ := p.Load()
	return working + waiting
}

func awaitInside(p *Pool, n int) {
	for inside(p) < n {
		time.Sleep(time.Millisecond)
	}
}

// TestResultsNeedRoom checks that a result for which its caller has no room is not read,
// and that the worker continues.
func TestResultsNeedRoom(t *testing.T) {
	p := newPool(t, Config{Workers: 1})
	full := errors.New("no room")
	var asked []int
	caller := &Caller{Room: func(n int) error {
		if asked = append(asked, n); len(asked) == 1 {
			return full
		}
		return nil
	}}
	in := convert.Input{Filename: "a.pdf", Data: []byte("well")}
	if r, err := p.Convert(caller.Context(t.Context()), in); err != full {
		t.Errorf("Convert without room = %v, %v, want %v", r, err, full)
	}
	if r, err := p.Convert(caller.Context(t.Context()), in); err != nil || r.Filename != "a.pdf" {
		t.Errorf("Convert with room = %v, %v, want the result", r, err)
	}
	if _, _, started := p.Load(); started != 1 {
		t.Errorf("%d workers were started, want one", started)
	}
	if len(asked) != 2 || asked[0] != asked[1] || asked[0] < len("a.pdf") || asked[0] > 1000 {
		t.Errorf("room was asked for %v bytes, want the same twice, as many as a small result takes", asked)
	}
}

func TestQueueIsBounded(t *testing.T) {
	p := newPool(t, Config{Workers: 1, Queue: 2, Timeout: time.Minute})
	if _, err := convertText(p, "well"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var sent sync.WaitGroup
	for range 3 { // one has the worker, two wait
		sent.Go(func() {
			_, err := p.Convert(ctx, convert.Input{Data: []byte("spin")})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("Convert under a cancelled context = %v, want %v", err, context.Canceled)
			}
		})
	}
	awaitInside(p, 3)
	if _, err := convertText(p, "well"); err != ErrBusy {
		t.Errorf("Convert with a full queue = %v, want %v", err, ErrBusy)
	}
	if n := inside(p); n != 3 {
		t.Errorf("a full queue was told when %d documents were inside, want at once, with 3", n)
	}
	cancel()
	sent.Wait()
	if _, err := convertText(p, "well"); err != nil {
		t.Errorf("Convert after the queue emptied = %v, want none", err)
	}
}

func TestCloseDrains(t *testing.T) {
	p := newPool(t, Config{Workers: 2, Queue: 10})
	var sent sync.WaitGroup
	for range 6 {
		sent.Go(func() {
			if _, err := convertText(p, "sleep"); err != nil {
				t.Errorf("Convert during Close = %v, want none", err)
			}
		})
	}
	awaitInside(p, 6)
	p.Close()
	sent.Wait()
	if _, err := convertText(p, "well"); err != ErrClosed {
		t.Errorf("Convert after Close = %v, want %v", err, ErrClosed)
	}
}

// TestWorkerThatDoesNotStart checks that a worker that cannot start gives an error of
// its own, which blames no document.
func TestWorkerThatDoesNotStart(t *testing.T) {
	_, err := convertText(newPool(t, Config{Args: []string{"lineitem", "mute-worker"}}), "well")
	if !as[*StartError](err) || !strings.Contains(err.Error(), "cannot start a worker") {
		t.Errorf("Convert without a worker = %v, want an error that says so", err)
	}
}

// TestOrphanEnds checks that a worker whose pool is gone ends, even in the middle of a
// conversion.
func TestOrphanEnds(t *testing.T) {
	p := newPool(t, Config{Workers: 1})
	pid(t, p)
	w := p.idle[0]
	p.idle = nil
	if err := writeFrame(w.in, kindRequest, appendRequest(nil, convert.Input{}), []byte("spin")); err != nil {
		t.Fatal(err)
	}
	w.in.Close()
	select {
	case <-w.reaped:
		if code := w.cmd.ProcessState.ExitCode(); code != exitOrphan {
			t.Errorf("the orphan ended with status %d, want %d", code, exitOrphan)
		}
	case <-time.After(testenv.Patience):
		w.kill()
		t.Error("the orphan still spins")
	}
	w.outPipe.Close()
}

// TestSameAsInProcess checks that the real converter gives the same result through a
// worker as in this process.
func TestSameAsInProcess(t *testing.T) {
	p := newPool(t, Config{Args: []string{"lineitem", "worker"}})
	for _, in := range testDocuments(t) {
		want, wantErr := new(convert.Converter).Convert(context.Background(), in)
		got, err := p.Convert(context.Background(), in)
		if fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Errorf("Convert(%s) = %v, in process %v", in.Filename, err, wantErr)
			continue
		}
		if diff := differ(got, want); diff != "" {
			t.Errorf("Convert(%s) differs from the result in process: %s", in.Filename, diff)
		}
	}
}

func testDocuments(t testing.TB) []convert.Input {
	t.Helper()
	names, err := filepath.Glob("../../testdata/orders/*.pdf")
	if err != nil || len(names) == 0 {
		t.Fatalf("no documents in testdata/orders (%v)", err)
	}
	var documents []convert.Input
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		documents = append(documents, convert.Input{Filename: filepath.Base(name), Data: data, Evidence: true})
	}
	return documents
}

// BenchmarkOverhead measures conversions in this process and in a worker.
func BenchmarkOverhead(b *testing.B) {
	documents := testDocuments(b)
	for _, bb := range []struct {
		name string
		c    Converter
	}{
		{"InProcess", &convert.Converter{}},
		{"Isolated", newPool(b, Config{Args: []string{"lineitem", "worker"}, Workers: 1})},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				in := documents[i%len(documents)]
				in.Evidence = false
				bb.c.Convert(context.Background(), in)
			}
		})
	}
}

// BenchmarkEcho measures the cost of the pipe alone: an empty result for a document of
// 100 kB.
func BenchmarkEcho(b *testing.B) {
	p := newPool(b, Config{Workers: 1})
	in := convert.Input{Filename: "order.pdf", Data: make([]byte, 100_000)}
	b.SetBytes(int64(len(in.Data)))
	for b.Loop() {
		if _, err := p.Convert(context.Background(), in); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkStart measures the cost of a new worker.
func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		p := New(Config{Args: []string{"lineitem", "dying-worker"}})
		if _, err := convertText(p, "well"); err != nil {
			b.Fatal(err)
		}
		p.Close()
	}
}
