package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"lineitem/convert/compiled"
	"lineitem/quota"
	"lineitem/quota/badgerstore"
)

// The test binary is also the program, its server and its workers.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && !strings.HasPrefix(os.Args[1], "-") {
		os.Exit(Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Setenv("LINEITEM_CACHE", "") // no server is to compile what no test here needs
	status := m.Run()
	endBrowser()
	os.Exit(status)
}

// warmCache returns a cache that holds what reads pictures, compiled.
func warmCache(t testing.TB) (folder string) {
	t.Helper()
	if out, err := warmed(); err != nil {
		t.Fatalf("lineitem warm = %v\n%s", err, out)
	}
	return compiled.Folder()
}

var warmed = sync.OnceValues(func() ([]byte, error) {
	return exec.Command(os.Args[0], "warm", "--cache="+compiled.Folder()).CombinedOutput()
})

// sampleOrder is a real document that converts quickly.
const sampleOrder = "../../testdata/orders/us-accounting.pdf"

// process is "lineitem serve" on a data directory.
type process struct {
	*os.Process
	url      string
	operator string    // the operator's listener, if there is one
	said     chan said // messages that are waited for
	ended    chan error
	mu       sync.Mutex
	log      bytes.Buffer // what is more than a piece of information
	all      bytes.Buffer // the whole log
}

// start starts the server and waits until it listens.
func start(t testing.TB, data string, args ...string) *process {
	t.Helper()
	return startCommand(t, exec.Command(os.Args[0], serveArgs(data, args...)...))
}

// startIn starts the server by a shell, which first does what a test needs, and
// becomes the server.
func startIn(t testing.TB, shell []string, script, data string, args ...string) *process {
	t.Helper()
	shell = append(shell, "sh", "-c", script+` && exec "$0" "$@"`, os.Args[0])
	shell = append(shell, serveArgs(data, args...)...)
	return startCommand(t, exec.Command(shell[0], shell[1:]...))
}

func serveArgs(data string, args ...string) []string {
	return append([]string{"serve", "--addr=127.0.0.1:0", "--data=" + data}, args...)
}

// Messages of the log that tests wait for.
const (
	listeningMessage = "listening"
	waitingMessage   = "waiting for the accounts; requests are answered 503"
)

// said is such a message, with the address in it.
type said struct{ message, addr string }

// startCommand starts a command that becomes the server, and waits until it listens.
func startCommand(t testing.TB, cmd *exec.Cmd) *process {
	t.Helper()
	p := launch(t, cmd)
	p.await(t, listeningMessage)
	return p
}

// launch starts a command that becomes the server.
func launch(t testing.TB, cmd *exec.Cmd) *process {
	t.Helper()
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p := &process{Process: cmd.Process, said: make(chan said, 2), ended: make(chan error, 1)}
	go func() {
		lines := bufio.NewScanner(stderr)
		for lines.Scan() {
			var line struct{ Msg, Addr, Level string }
			json.Unmarshal(lines.Bytes(), &line)
			switch {
			case line.Msg == listeningMessage, line.Msg == waitingMessage:
				select {
				case p.said <- said{line.Msg, line.Addr}:
				default: // nobody asked for the others
				}
			case line.Msg == "operator listening" && !filepath.IsAbs(line.Addr):
				p.operator = "http://" + line.Addr
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
	t.Cleanup(p.kill)
	return p
}

// await waits for a message of the log, and returns the address that it names.
func (p *process) await(t testing.TB, message string) (url string) {
	t.Helper()
	const longest = 30 * time.Second
	for deadline := time.After(longest); ; {
		select {
		case s := <-p.said:
			if p.url = "http://" + s.addr; s.message == message {
				return p.url
			}
		case err := <-p.ended:
			p.ended <- err
			t.Fatalf("serve ended with %v:\n%s", err, p.complaints())
		case <-deadline:
			t.Fatalf("serve does not say %q after %v:\n%s", message, longest, p.complaints())
		}
	}
}

// wait waits for the end of the process.
func (p *process) wait() error {
	err := <-p.ended
	p.ended <- err
	return err
}

// kill ends the process as SIGKILL does, and waits for its end.
func (p *process) kill() {
	p.Process.Kill()
	p.wait()
}

// goroutines ends the process, unless it has ended, and gives what it logged and what it was
// doing.
func (p *process) goroutines() string {
	if p.Process.Signal(syscall.SIGQUIT) == nil {
		p.wait()
	}
	return p.everything()
}

// end ends the process in good order, with what it started: that may be writing
// into a folder which the test removes next.
func (p *process) end() {
	if p.Process.Signal(os.Interrupt) != nil { // Windows, or it has ended
		p.kill()
		return
	}
	select {
	case err := <-p.ended:
		p.ended <- err
	case <-time.After(time.Minute):
		p.kill()
	}
}

// complaints is what the process logged as a warning or an error, and what it
// printed besides its log.
func (p *process) complaints() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.log.String()
}

// everything is what the process logged, and what it printed besides its log.
func (p *process) everything() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.all.String()
}

// newAdmin opens the accounts in a data directory, as long as no server has them.
func newAdmin(t testing.TB, data string) (admin *quota.Admin, end func()) {
	t.Helper()
	store, err := badgerstore.Open(accountsDirectory(data), badgerstore.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	return quota.NewAdmin(store, quota.Options{}), func() {
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// addAccount makes an account and returns a key of it.
func addAccount(t testing.TB, admin *quota.Admin, n quota.NewAccount) string {
	t.Helper()
	if _, err := admin.AddAccount(t.Context(), n); err != nil {
		t.Fatal(err)
	}
	key, _, err := admin.NewKey(t.Context(), n.ID, "test")
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// unlimited are limits that no test reaches.
var unlimited = quota.Limits{PerMinute: quota.MaxPerMinute, PerDay: 1e9, FreePerDay: quota.None, AtOnce: quota.MaxLimit, UnchargedSeconds: quota.MaxLimit}

// upload is a request that sends a file.
type upload struct {
	contentType string
	body        []byte
}

func newUpload(name string, document []byte) upload {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, _ := w.CreateFormFile("file", name)
	part.Write(document)
	w.Close()
	return upload{w.FormDataContentType(), b.Bytes()}
}

func orderUpload(t testing.TB) upload {
	t.Helper()
	data, err := os.ReadFile(sampleOrder)
	if err != nil {
		t.Fatal(err)
	}
	return newUpload(filepath.Base(sampleOrder), data)
}

// client has connections enough for all who use it at once.
func newClient() *http.Client {
	return &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256}}
}

// post sends the upload. An answer counts only when all of it arrived.
func (u upload) post(client *http.Client, url, key, idempotencyKey string) (status int, header http.Header, err error) {
	r, err := http.NewRequest("POST", url+"/api/v1/convert", bytes.NewReader(u.body))
	if err != nil {
		return 0, nil, err
	}
	r.Header.Set("Authorization", "Bearer "+key)
	r.Header.Set("Content-Type", u.contentType)
	if idempotencyKey != "" {
		r.Header.Set("Idempotency-Key", idempotencyKey)
	}
	response, err := client.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, nil, err
	}
	if response.StatusCode == http.StatusOK && !bytes.Contains(body, []byte(`"po_number"`)) {
		return 0, nil, fmt.Errorf("200 with the body %q", body)
	}
	return response.StatusCode, response.Header, nil
}

// unavailable tells whether an answer is 503 of a fault that passes, with
// Retry-After.
func unavailable(status int, header http.Header) bool {
	return status == http.StatusServiceUnavailable && header.Get("Retry-After") != ""
}
