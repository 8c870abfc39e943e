package cli

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"iter"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
	"time"

	"lineitem/convert/hostile"
	"lineitem/convert/isolate"
	"lineitem/quota"
)

var hostileOnly = flag.String("hostile.only", "", "send all documents whose names begin so, and no others")

// What a document that is made to break its reader may cost.
const (
	// hostileTimeout is the server's --timeout.
	hostileTimeout = 15 * time.Second
	// hostileTime is from the first byte sent to the last one received. Besides
	// the conversion a worker may have to be started, on a machine that does
	// other things as well.
	hostileTime = hostileTimeout + 20*time.Second
	// hostileServer is the server's memory, MiB: itself, the document, and what
	// the garbage collector has not seen yet.
	hostileServer = 192
	// hostileWorker is a worker's memory, MiB: its limit, the quarter more that it
	// may have until it is known what it needs, and what it grows by between two
	// looks at it, which are late on a machine that does other things.
	hostileWorker = isolate.DefaultMemory>>20*5/4 + 100
)

// hostileSome is how many of the laborious documents, each of which may take
// hostileTimeout, are sent: one of so many, or of LINEITEM_HOSTILE. 1 means all.
const hostileSome = 24

// TestHostileDocuments sends documents that are made to break readers to a
// server. Each is answered as it should be, in time, and neither the server nor
// its workers take more memory than they may. Afterwards documents are
// converted as before, and what was answered was charged.
func TestHostileDocuments(t *testing.T) {
	needProc(t)
	t.Parallel()
	data := t.TempDir()
	admin, end := newAdmin(t, data)
	key := addAccount(t, admin, quota.NewAccount{ID: "acme", Credits: 100_000, Limits: unlimited})
	end()
	server := start(t, data, "--cache="+warmCache(t), "--workers=1", "--timeout="+hostileTimeout.String())
	client := newClient()

	answered := 0
	plain := map[string]string{sampleOrder: "", "../../testdata/pictures/french-clean.png": ""}
	convertPlain := func(file string) string {
		t.Helper()
		document, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		status, body, err := newUpload(filepath.Base(file), document).answer(client, server.url, key)
		if status != http.StatusOK {
			t.Fatalf("%s = %d %s, %v, want 200", file, status, body, err)
		}
		answered++
		return string(body)
	}
	for file := range plain {
		plain[file] = convertPlain(file)
	}

	every := max(1, fromEnvironment(t, "LINEITEM_HOSTILE", hostileSome))
	if *hostileOnly != "" {
		every = 1
	}
	var table expenses
	defer func() { table.log(t) }()
	for d, document := range madeAhead(every) {
		peak := watchPeaks(server.Pid)
		began := time.Now()
		status, body, err := document.answer(client, server.url, key)
		c := expense{name: d.Name, took: time.Since(began)}
		c.server, c.worker = peak.end()
		c.told = fmt.Sprint(status, " ", told(body))
		table = append(table, c)
		c.check(t, hostileTime, hostileServer, hostileWorker)
		// A machine that does other things may be too slow for any of them.
		if err != nil || status != http.StatusGatewayTimeout && !slices.Contains(d.Statuses, status) {
			t.Errorf("%s = %d %.300s, %v, want one of %v", d.Name, status, body, err, d.Statuses)
		}
		if status == http.StatusOK {
			answered++
		}
	}

	for file, want := range plain {
		if got := convertPlain(file); got != want {
			t.Errorf("afterwards %s = %s, want what it was before: %s", file, got, want)
		}
	}
	if text := server.complaints(); strings.Contains(text, `"level":"ERROR"`) {
		t.Errorf("the server says:\n%s", text)
	} else {
		t.Logf("the server says:\n%s", text)
	}
	checkPaid(t, data, "acme", answered)
}

// madeAhead makes documents, each while the one before is in use.
func madeAhead(every int) iter.Seq2[hostile.Document, upload] {
	return func(yield func(hostile.Document, upload) bool) {
		type made struct {
			hostile.Document
			upload
		}
		documents := make(chan made)
		go func() {
			defer close(documents)
			for i, d := range hostile.Documents() {
				if strings.HasPrefix(d.Name, *hostileOnly) && (i%every == 0 || !d.Laborious()) {
					documents <- made{d, newUpload(d.Name, d.Make())}
				}
			}
		}()
		for m := range documents {
			if !yield(m.Document, m.upload) {
				return
			}
		}
	}
}

// told is what an answer says of the document: its problem's code and detail.
func told(body []byte) string {
	var answer struct{ Code, Detail, Mode string }
	json.Unmarshal(body, &answer)
	return strings.TrimSpace(answer.Code + " " + answer.Detail + answer.Mode)
}

// answer sends the upload and returns the status and the body.
func (u upload) answer(client *http.Client, url, key string) (status int, body []byte, err error) {
	r, err := http.NewRequest("POST", url+"/api/v1/convert", bytes.NewReader(u.body))
	if err != nil {
		return 0, nil, err
	}
	r.Header.Set("Authorization", "Bearer "+key)
	r.Header.Set("Content-Type", u.contentType)
	response, err := client.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	body, err = io.ReadAll(response.Body)
	return response.StatusCode, body, err
}

// expense is what a request took of the server.
type expense struct {
	name, told     string
	took           time.Duration
	server, worker int // peak memory, MiB; 0 where there was no worker
}

// check compares a cost with what it may be, in MiB.
func (c expense) check(t *testing.T, time time.Duration, server, worker int) {
	t.Helper()
	if c.took > time {
		t.Errorf("%s took %v, want at most %v", c.name, c.took, time)
	}
	if c.server > server || c.worker > worker {
		t.Errorf("%s took %d MiB of the server and %d MiB of a worker, want at most %d and %d", c.name, c.server, c.worker, server, worker)
	}
}

type expenses []expense

// log prints the table of them.
func (c expenses) log(t *testing.T) {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "\ncase\tms\tserver MiB\tworker MiB\tanswer\n")
	var most expense
	for _, c := range c {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%.100s\n", c.name, c.took.Milliseconds(), c.server, c.worker, c.told)
		most.took, most.server, most.worker = max(most.took, c.took), max(most.server, c.server), max(most.worker, c.worker)
	}
	fmt.Fprintf(w, "%d cases, at most\t%d\t%d\t%d\t\n", len(c), most.took.Milliseconds(), most.server, most.worker)
	w.Flush()
	t.Log(b.String())
}

// peaks watches the peak memory of a server and of its workers.
type peaks struct {
	pid    int
	done   chan struct{}
	ended  sync.WaitGroup
	worker int // KB
}

// watch begins to measure, from the memory that the processes have now.
func watchPeaks(pid int) *peaks {
	m := &peaks{pid: pid, done: make(chan struct{})}
	resetPeak(pid)
	for _, worker := range workers(pid) {
		resetPeak(worker)
	}
	// A worker may be killed, and its peak be gone with it: it is looked at often.
	m.ended.Go(func() {
		for ticker := time.NewTicker(5 * time.Millisecond); ; {
			for _, worker := range workers(pid) {
				m.worker = max(m.worker, peakKB(worker))
			}
			select {
			case <-m.done:
				ticker.Stop()
				return
			case <-ticker.C:
			}
		}
	})
	return m
}

// end ends measuring and returns the peaks, MiB.
func (m *peaks) end() (server, worker int) {
	close(m.done)
	m.ended.Wait()
	return peakKB(m.pid) >> 10, m.worker >> 10
}

// resetPeak sets the peak memory of a process to what it has now (proc(5), clear_refs).
func resetPeak(pid int) {
	os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0)
}

// peakKB is the peak memory of a process (proc(5), VmHWM), 0 when it is gone.
func peakKB(pid int) int {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := bytes.Cut(text, []byte("VmHWM:"))
	n := 0
	fmt.Sscan(string(rest), &n)
	return n
}

// workers are those processes of a server that convert.
func workers(pid int) (pids []int) {
	tasks, _ := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	for _, task := range tasks {
		list, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/children", pid, task.Name())) // a thread may have ended
		for field := range strings.FieldsSeq(string(list)) {
			child := 0
			fmt.Sscan(field, &child)
			command, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", child))
			if parts := bytes.Split(command, []byte{0}); len(parts) > 1 && string(parts[1]) == "worker" {
				pids = append(pids, child)
			}
		}
	}
	return pids
}
