package abusetest

import (
	"encoding/json"
	"flag"
	"fmt"
	"iter"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"lineitem/convert/cli/clitest"
	"lineitem/convert/hostile"
	"lineitem/convert/testenv"
	"lineitem/convert/workerpool"
	"lineitem/quota"
)

var hostileOnly = flag.String("hostile.only", "", "send all documents whose names begin so, and no others")

// What a document that is made to break its reader may cost a server.
const (
	// hostileTimeout is the server's --timeout.
	hostileTimeout = 15 * time.Second
	// hostileTime is the longest time from the first byte sent to the last one received.
	hostileTime = hostileTimeout + testenv.Patience
	// hostileServer is how much memory the server may take, in MiB: for itself, the
	// document, and what the garbage collector has not freed yet.
	hostileServer = 192
	// hostileWorker is how much memory a worker may take, in MiB: its limit, the quarter
	// more that it may have until it is known what it needs, and what it grows by between
	// two measurements, which come late on a busy machine.
	hostileWorker = workerpool.DefaultMemory>>20*5/4 + 100
)

// Of the laborious documents, each of which may take hostileTimeout, the test sends one in
// hostileSome, or one in LINEITEM_HOSTILE if that is set; 1 means all. In its short form it
// sends none of them, and one in hostileQuick of the others.
const (
	hostileSome  = 24
	hostileQuick = 27
)

// TestHostileDocuments sends documents that are made to break readers to a
// server. Each is answered as it should be, in time, and neither the server nor
// its workers take more memory than they may. Afterwards documents are
// converted as before, and what was answered was charged.
func TestHostileDocuments(t *testing.T) {
	clitest.NeedProc(t)
	t.Parallel()
	data := t.TempDir()
	admin, end := clitest.NewAdmin(t, data)
	key := clitest.AddAccount(t, admin, quota.NewAccount{ID: "acme", Credits: 100_000, Limits: clitest.Unlimited})
	end()
	server := clitest.Start(t, data, "--cache="+clitest.WarmCache(t), "--workers=1", "--timeout="+hostileTimeout.String())
	client := clitest.NewClient()

	answered := 0
	plain := map[string]string{clitest.SampleOrder(): "", clitest.Testdata("pictures", "french-clean.png"): ""}
	convertPlain := func(file string) string {
		t.Helper()
		document, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		status, body, err := clitest.NewUpload(filepath.Base(file), document).Answer(client, server.URL, key)
		if status != http.StatusOK {
			t.Fatalf("%s = %d %s, %v, want 200", file, status, body, err)
		}
		answered++
		return string(body)
	}
	for file := range plain {
		plain[file] = convertPlain(file)
	}

	every := clitest.FromEnvironment(t, "LINEITEM_HOSTILE", testenv.Either(0, hostileSome))
	if *hostileOnly != "" {
		every = 1
	}
	var table expenses
	defer func() { table.log(t) }()
	for d, document := range madeAhead(every) {
		peak := clitest.WatchPeaks(server.Pid)
		began := time.Now()
		status, body, err := document.Answer(client, server.URL, key)
		c := expense{name: d.Name, took: time.Since(began)}
		c.server, c.worker = peak.End()
		c.told = fmt.Sprint(status, " ", told(body))
		table = append(table, c)
		c.check(t, hostileTime, hostileServer, hostileWorker)
		// A busy machine may be too slow for any of the documents.
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
	if text := server.Complaints(); strings.Contains(text, `"level":"ERROR"`) {
		t.Errorf("the server says:\n%s", text)
	} else {
		t.Logf("the server says:\n%s", text)
	}
	clitest.CheckPaid(t, data, "acme", answered)
}

// madeAhead yields documents, and makes each while the one before it is in use: one in
// every of the laborious ones and all others, or if every is 0 those of the short form.
func madeAhead(every int) iter.Seq2[hostile.Document, clitest.Upload] {
	return func(yield func(hostile.Document, clitest.Upload) bool) {
		type made struct {
			hostile.Document
			clitest.Upload
		}
		documents := make(chan made)
		go func() {
			defer close(documents)
			for i, d := range hostile.Documents() {
				if strings.HasPrefix(d.Name, *hostileOnly) && sent(d, i, every) {
					documents <- made{d, clitest.NewUpload(d.Name, d.Make())}
				}
			}
		}()
		for m := range documents {
			if !yield(m.Document, m.Upload) {
				return
			}
		}
	}
}

// sent reports whether madeAhead yields the document with an index.
func sent(d hostile.Document, i, every int) bool {
	if every == 0 {
		return !d.Laborious() && i%hostileQuick == 0
	}
	return !d.Laborious() || i%every == 0
}

// told returns what an answer says about the document: its problem's code and detail, or the
// mode of the result.
func told(body []byte) string {
	var answer struct{ Code, Detail, Mode string }
	json.Unmarshal(body, &answer)
	return strings.TrimSpace(answer.Code + " " + answer.Detail + answer.Mode)
}

// expense is what a request cost the server.
type expense struct {
	name, told     string
	took           time.Duration
	server, worker int // peak memory, MiB; 0 if there was no worker
}

// check fails the test if the expense is above the limits; those of memory are in MiB.
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

// log logs the expenses as a table.
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
