package workerpool

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"lineitem/convert"
)

// confined is a worker that does what documents tell it, as if an attacker had taken
// it over.
type confined struct{ untaught }

func (confined) Convert(_ context.Context, in convert.Input) (*convert.Result, error) {
	word, rest, _ := strings.Cut(string(in.Data), " ")
	var err error
	switch word {
	case "try":
		err = try(rest)
	case "collect": // while a goroutine runs that only a signal can interrupt
		var done atomic.Bool
		go func() {
			for !done.Load() {
			}
		}()
		for range 10 {
			runtime.GC()
		}
		done.Store(true)
	case "read":
		_, err = os.ReadFile(rest)
	case "list":
		_, err = os.ReadDir(rest)
	case "write":
		err = os.WriteFile(rest, []byte("x"), 0o600)
	case "rename":
		from, to, _ := strings.Cut(rest, " ")
		err = os.Rename(from, to)
	case "run":
		err = exec.Command(rest).Run()
	case "dial":
		network, address, _ := strings.Cut(rest, " ")
		var conn net.Conn
		if conn, err = net.Dial(network, address); err == nil {
			conn.Close()
		}
	}
	if err != nil {
		return nil, err
	}
	return &convert.Result{Filename: in.Filename, Mode: convert.ModeText}, nil
}

func (confined) Try(context.Context, *convert.Module) error { return nil }

// TestConfinement checks that an attacker who takes over a worker by a document
// reaches the folder of compiled code, which workers may write, and nothing else.
func TestConfinement(t *testing.T) {
	mine, others := t.TempDir(), t.TempDir()
	secret := filepath.Join(others, "accounts")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := newPool(t, Config{Args: []string{"lineitem", "confined-worker", mine}, Workers: 1})
	if !confinesFiles() {
		t.Skip("this system, or a binary with cgo, cannot keep a process from files")
	}
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer tcp.Close()
	socket := filepath.Join(mine, "operator.sock")
	local, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer local.Close()
	for _, test := range []struct {
		what string
		may  bool
	}{
		{"write " + filepath.Join(mine, "a"), true},
		{"rename " + filepath.Join(mine, "a") + " " + filepath.Join(mine, "b"), true},
		{"read " + filepath.Join(mine, "b"), true},
		{"list " + mine, true},
		{"read " + secret, false},
		{"list " + others, false},
		{"write " + filepath.Join(others, "a"), false},
		{"write " + secret, false},
		{"rename " + filepath.Join(mine, "b") + " " + filepath.Join(others, "b"), false},
		{"collect", true},
		{"read /etc/passwd", false},
		{fmt.Sprintf("read /proc/%d/environ", os.Getpid()), false},
		{fmt.Sprintf("write /proc/%d/mem", os.Getpid()), false},
		{"run /bin/true", false},
		{"dial tcp " + tcp.Addr().String(), false},
		{"dial udp 127.0.0.1:53", false},
		{"dial unix " + socket, false},
	} {
		_, err := convertText(p, test.what)
		if (err == nil) != test.may {
			t.Errorf("a worker that is told to %s gets %v, want that it may: %v", test.what, err, test.may)
		}
		var crash *CrashError
		if errors.As(err, &crash) || errors.Is(err, ErrKilled) {
			t.Errorf("a worker that is told to %s dies: %v", test.what, err)
		}
	}
	if _, err := p.Convert(context.Background(), convert.Input{Data: []byte("well")}); err != nil {
		t.Errorf("Convert after all that = %v, want none", err)
	}
}
