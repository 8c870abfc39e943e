package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"lineitem/convert/compiled"
	documents "lineitem/convert/hostile"
	"lineitem/convert/testenv"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"lineitem": main})
}

// TestScript runs the program as its users do; see testdata/script.
func TestScript(t *testing.T) {
	orders, err := filepath.Abs("testdata/orders")
	if err != nil {
		t.Fatal(err)
	}
	guests, err := filepath.Abs("plugins/testdata")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("ORDERS", orders)
			env.Setenv("PICTURES", filepath.Join(filepath.Dir(orders), "pictures"))
			env.Setenv("GUESTS", guests)
			env.Setenv("TAUGHT", filepath.Join(filepath.Dir(orders), "taught"))
			env.Setenv("MAPPERS", filepath.Join(filepath.Dir(orders), "mapper"))
			env.Values[serverKey{}] = new(server)
			env.Setenv("LINEITEM_CACHE", compiled.Folder())
			env.Setenv("LINEITEM_TIMEOUT", "5m") // a busy machine is no failure
			env.Setenv("LINEITEM_DATA", filepath.Join(env.WorkDir, "data"))
			return nil
		},
		Condition: func(cond string) (bool, error) {
			if cond == "long" {
				return testenv.Either(false, true), nil
			}
			return false, fmt.Errorf("there is no condition %q", cond)
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"hostile":   hostile,
			"serving":   serving,
			"post":      post,
			"status":    status,
			"terminate": terminate,
			"capture":   capture,
			"metrics":   readMetrics,
		},
	})
}

// hostile writes a document that is made to break its reader: hostile NAME FILE.
func hostile(ts *testscript.TestScript, neg bool, args []string) {
	document := documents.Make(args[0])
	if document == nil {
		ts.Fatalf("there is no document %q", args[0])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), document, 0o666))
}

// status runs a command and compares its exit status: status WANT COMMAND...
func status(ts *testscript.TestScript, neg bool, args []string) {
	err := ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if fmt.Sprint(got) != args[0] {
		ts.Fatalf("%s ended with status %d, want %s", strings.Join(args[1:], " "), got, args[0])
	}
}

// server is a running "lineitem serve".
type server struct {
	cmd   *exec.Cmd
	ended chan struct{} // closed when it has ended
}

type serverKey struct{}

// patience is how long a server may take to start, to end or to count requests, since the machine may be
// busy; the tests look at it again after each pause.
const (
	patience = testenv.Patience
	pause    = 25 * time.Millisecond
)

// serving starts "lineitem serve" in the background and waits until it answers.
// It sets $ADDR to its address and, if an API key was printed, $KEY to that. The
// server's output is in the file "printed", its log in "log".
func serving(ts *testscript.TestScript, neg bool, args []string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	addr := l.Addr().String()
	l.Close()
	ts.Setenv("ADDR", addr)
	program, err := exec.LookPath("lineitem")
	ts.Check(err)
	printed, err := os.Create(ts.MkAbs("printed"))
	ts.Check(err)
	defer printed.Close()
	log, err := os.Create(ts.MkAbs("log"))
	ts.Check(err)
	defer log.Close()
	cmd := exec.Command(program, append([]string{"serve", "--addr=" + addr}, args...)...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = ts.MkAbs("."), printed, log
	cmd.Env = []string{"SYSTEMROOT=" + os.Getenv("SYSTEMROOT")}
	for _, name := range []string{"LINEITEM_DATA", "LINEITEM_CACHE", "LINEITEM_TIMEOUT"} {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	ts.Check(cmd.Start())
	s := server{cmd, make(chan struct{})}
	go func() {
		cmd.Wait() // its outcome is kept in ProcessState
		close(s.ended)
	}()
	ts.Defer(func() {
		cmd.Process.Kill() // if it was not stopped
		<-s.ended
	})
	*ts.Value(serverKey{}).(*server) = s
	for range patience / pause {
		if response, err := http.Get("http://" + addr + "/healthz"); err == nil {
			response.Body.Close()
			if response.StatusCode == http.StatusOK { // otherwise it is opening the accounts
				if m := regexp.MustCompile(`li_[0-9A-Za-z]+`).FindString(ts.ReadFile("printed")); m != "" {
					ts.Setenv("KEY", m)
				}
				return
			}
		}
		time.Sleep(pause)
	}
	ts.Fatalf("serve does not answer; its log:\n%s", ts.ReadFile("log"))
}

// terminate ends the server as a service manager does; the server must exit with status 0.
func terminate(ts *testscript.TestScript, neg bool, args []string) {
	s := ts.Value(serverKey{}).(*server)
	ts.Check(s.cmd.Process.Signal(os.Interrupt))
	select {
	case <-s.ended:
		if state := s.cmd.ProcessState; !state.Success() {
			ts.Fatalf("serve ended with %v; its log:\n%s", state, ts.ReadFile("log"))
		}
	case <-time.After(patience):
		ts.Fatalf("serve did not end within %v", patience)
	}
}

// capture sets a variable to the first match in the last command's output:
// capture VARIABLE REGEXP.
func capture(ts *testscript.TestScript, neg bool, args []string) {
	match := regexp.MustCompile(args[1]).FindString(ts.ReadFile("stdout"))
	if match == "" {
		ts.Fatalf("nothing in %q matches %s", ts.ReadFile("stdout"), args[1])
	}
	ts.Setenv(args[0], match)
}

// readMetrics prints the server's metrics, from the address that its log names,
// once they match, since a request is counted only when its answer is on its way:
// metrics REGEXP.
func readMetrics(ts *testscript.TestScript, neg bool, args []string) {
	address := regexp.MustCompile(`"metrics listening","addr":"([^"]+)"`).FindStringSubmatch(ts.ReadFile("log"))
	if address == nil {
		ts.Fatalf("the log tells no address of metrics:\n%s", ts.ReadFile("log"))
	}
	var text []byte
	for range patience / pause {
		response, err := http.Get("http://" + address[1] + "/metrics")
		ts.Check(err)
		text, err = io.ReadAll(response.Body)
		response.Body.Close()
		ts.Check(err)
		if regexp.MustCompile(args[0]).Match(text) {
			ts.Stdout().Write(text)
			return
		}
		time.Sleep(pause)
	}
	ts.Fatalf("the metrics do not match %s:\n%s", args[0], text)
}

// post sends a file to the endpoint as curl -F file=@FILE would and compares
// the status: post STATUS FILE [KEY]. The body is written to the file "body".
func post(ts *testscript.TestScript, neg bool, args []string) {
	data, err := os.ReadFile(ts.MkAbs(args[1]))
	ts.Check(err)
	body := "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + filepath.Base(args[1]) + "\"\r\n\r\n" + string(data) + "\r\n--b--\r\n"
	r, err := http.NewRequest("POST", "http://"+ts.Getenv("ADDR")+"/api/v1/convert", strings.NewReader(body))
	ts.Check(err)
	r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
	if len(args) > 2 {
		r.Header.Set("Authorization", "Bearer "+args[2])
	}
	response, err := http.DefaultClient.Do(r)
	ts.Check(err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs("body"), text, 0o666))
	if got := fmt.Sprint(response.StatusCode); got != args[0] {
		ts.Fatalf("post %s = %s %s, want %s", args[1], got, text, args[0])
	}
}

// BenchmarkPeer compares "lineitem convert" on a folder's files with "pdftotext -bbox"
// on each of them, as many at once as there are cores. It only reports; no figure
// makes it fail. The folder is testdata/orders, or the one that the environment
// variable LINEITEM_PEER_FOLDER names.
func BenchmarkPeer(b *testing.B) {
	peer, err := exec.LookPath("pdftotext")
	if err != nil && !testenv.RequireAll() {
		b.Skip("there is no pdftotext to compare with (poppler-utils)")
	} else if err != nil {
		b.Fatal(err)
	}
	folder := os.Getenv("LINEITEM_PEER_FOLDER")
	if folder == "" {
		folder = "testdata/orders"
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.pdf"))
	if err != nil || len(files) == 0 {
		b.Fatalf("no PDF files in %s", folder)
	}
	program := filepath.Join(b.TempDir(), "lineitem")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		b.Fatalf("go build: %v\n%s", err, out)
	}
	var own, other time.Duration
	for b.Loop() {
		began := time.Now()
		// Files that cannot be converted are part of the work.
		exec.Command(program, append([]string{"convert", "--format", "ndjson"}, files...)...).Run()
		own += time.Since(began)

		began = time.Now()
		slots := make(chan struct{}, runtime.GOMAXPROCS(0))
		for _, file := range files {
			slots <- struct{}{}
			go func() {
				defer func() { <-slots }()
				exec.Command(peer, "-bbox", file, os.DevNull).Run()
			}()
		}
		for range cap(slots) {
			slots <- struct{}{}
		}
		other += time.Since(began)
	}
	n := float64(b.N * len(files))
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(own.Seconds()*1000/n, "lineitem-ms/file")
	b.ReportMetric(other.Seconds()*1000/n, "pdftotext-ms/file")
	b.ReportMetric(other.Seconds()/own.Seconds(), "times-faster")
}
