package clitest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"lineitem/convert/testenv"
)

// Process is "lineitem serve" on a data directory.
type Process struct {
	*os.Process
	URL      string
	Operator string    // URL of the operator's TCP listener, if there is one
	said     chan said // messages that Await waits for
	ended    chan error
	mu       sync.Mutex
	log      bytes.Buffer // the log without the levels INFO and DEBUG
	all      bytes.Buffer // the whole log
}

// Start starts the server and waits until it listens.
func Start(t testing.TB, data string, args ...string) *Process {
	t.Helper()
	return StartCommand(t, exec.Command(os.Args[0], ServeArgs(data, args...)...))
}

// StartIn starts the server from a shell, which first runs a script and then
// becomes the server.
func StartIn(t testing.TB, shell []string, script, data string, args ...string) *Process {
	t.Helper()
	shell = append(shell, "sh", "-c", script+` && exec "$0" "$@"`, os.Args[0])
	shell = append(shell, ServeArgs(data, args...)...)
	return StartCommand(t, exec.Command(shell[0], shell[1:]...))
}

func ServeArgs(data string, args ...string) []string {
	return append([]string{"serve", "--addr=127.0.0.1:0", "--data=" + data}, args...)
}

// Messages of the log that tests wait for.
const (
	ListeningMessage = "listening"
	WaitingMessage   = "waiting for the accounts; requests are answered 503"
)

// said is a message of the log, with the address in it.
type said struct{ message, addr string }

// StartCommand starts a command that becomes the server, and waits until it listens.
func StartCommand(t testing.TB, cmd *exec.Cmd) *Process {
	t.Helper()
	p := Launch(t, cmd)
	p.Await(t, ListeningMessage)
	return p
}

// Launch starts a command that becomes the server.
func Launch(t testing.TB, cmd *exec.Cmd) *Process {
	t.Helper()
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p := &Process{Process: cmd.Process, said: make(chan said, 2), ended: make(chan error, 1)}
	go func() {
		lines := bufio.NewScanner(stderr)
		for lines.Scan() {
			var line struct{ Msg, Addr, Level string }
			json.Unmarshal(lines.Bytes(), &line)
			switch {
			case line.Msg == ListeningMessage, line.Msg == WaitingMessage:
				select {
				case p.said <- said{line.Msg, line.Addr}:
				default: // the channel is full: nobody waits for more
				}
			case line.Msg == "operator listening" && !filepath.IsAbs(line.Addr):
				p.Operator = "http://" + line.Addr
			}
			p.mu.Lock()
			fmt.Fprintf(&p.all, "%s\n", lines.Bytes())
			if line.Level != "INFO" && line.Level != "DEBUG" {
				fmt.Fprintf(&p.log, "%s\n", lines.Bytes())
			}
			p.mu.Unlock()
		}
		p.ended <- cmd.Wait()
	}()
	t.Cleanup(p.Kill)
	return p
}

// Await waits for a message of the log, and returns the URL of the address in it.
func (p *Process) Await(t testing.TB, message string) (url string) {
	t.Helper()
	for deadline := time.After(testenv.Patience); ; {
		select {
		case s := <-p.said:
			if p.URL = "http://" + s.addr; s.message == message {
				return p.URL
			}
		case err := <-p.ended:
			p.ended <- err
			t.Fatalf("serve ended with %v:\n%s", err, p.Complaints())
		case <-deadline:
			t.Fatalf("serve does not say %q after %v:\n%s", message, testenv.Patience, p.Complaints())
		}
	}
}

// Wait waits for the end of the process. It may be called more than once.
func (p *Process) Wait() error {
	err := <-p.ended
	p.ended <- err
	return err
}

// Kill ends the process as SIGKILL does, and waits for its end.
func (p *Process) Kill() {
	p.Process.Kill()
	p.Wait()
}

// Goroutines ends the process with SIGQUIT, unless it has ended, and returns its log and the stacks
// of its goroutines.
func (p *Process) Goroutines() string {
	if p.Process.Signal(syscall.SIGQUIT) == nil {
		p.Wait()
	}
	return p.Everything()
}

// End ends the process gracefully, and with it its child processes, which may be
// writing into a folder that the test removes next.
func (p *Process) End() {
	if p.Process.Signal(os.Interrupt) != nil { // Windows, or it has ended
		p.Kill()
		return
	}
	select {
	case err := <-p.ended:
		p.ended <- err
	case <-time.After(testenv.Patience):
		p.Kill()
	}
}

// Complaints returns what the process logged as a warning or an error, and what
// it printed to standard error besides its log.
func (p *Process) Complaints() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.log.String()
}

// Everything returns what the process logged, and what it printed to standard error
// besides its log.
func (p *Process) Everything() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.all.String()
}
