package workerpool

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
)

// How much of a worker's standard error is kept. The Go runtime prints the cause
// first, and then the stack; for a stack overflow it prints 100 frames.
const (
	stderrHead  = 8 << 10 // bytes
	traceFrames = 12      // functions listed in the log
)

const reasonOutOfMemory = "out of memory"

// report keeps what the Go runtime prints when a process dies. Anything printed
// before that is dropped.
type report struct {
	mu   sync.Mutex
	kept []byte
}

// Write implements io.Writer. It never fails, so that the process never blocks on it.
func (r *report) Write(b []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.kept) == 0 {
		if i := reportStart().FindIndex(b); i != nil {
			r.kept = append(r.kept, b[i[0]:min(len(b), i[0]+stderrHead)]...)
		}
	} else if room := stderrHead - len(r.kept); room > 0 {
		r.kept = append(r.kept, b[:min(len(b), room)]...)
	}
	return len(b), nil
}

// Patterns in reports. They are compiled when first needed, as few processes have a report.
var (
	reportStart = expression(`(?m)^(runtime: |fatal error: |panic: |SIG[A-Z]+: )`)
	// The runtime's own messages, which hold no data but numbers.
	fatalLine = expression(`(?m)^(?:fatal error: |panic: runtime error: )([a-zA-Z0-9 :,'\[\]()-]{1,80})`)
	// On its own stack, that of goroutine 0, the runtime fails only if the
	// system refuses it memory, which it does not always check.
	outOfMemory = expression(`out of memory|cannot allocate memory|(?m:^SIG[A-Z]+: .*\n.*\n\ngoroutine 0 )`)
	frameLine   = expression(`(?m)^([a-zA-Z0-9_./-]+\.[^\s]*)\([^()\n]*\)$`)
)

// expression returns a function that compiles a regular expression on its first call.
func expression(s string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(s) })
}

// cause returns why the process died: a short reason, empty if it printed none,
// and the innermost functions. Panic values and arguments are left out, since
// they may hold the document's content.
func (r *report) cause() (reason string, trace []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch m := fatalLine().FindSubmatch(r.kept); {
	case m != nil:
		reason = strings.TrimSpace(string(m[1]))
	case bytes.Contains(r.kept, []byte("panic: ")):
		reason = "panic"
	}
	if outOfMemory().Match(r.kept) {
		reason = reasonOutOfMemory
	}
	for _, m := range frameLine().FindAllSubmatch(r.kept, -1) {
		name := string(m[1])
		if strings.HasPrefix(name, "runtime.") || len(trace) == traceFrames {
			continue
		}
		trace = append(trace, name)
	}
	return reason, trace
}
