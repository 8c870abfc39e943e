package abusetest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lineitem/convert/cli/clitest"
	"lineitem/convert/testenv"
	"lineitem/quota"
)

// What a request that abuses the protocol may cost.
const (
	// abuseTime is how long a connection may last with the time-outs of abuseFlags.
	abuseTime = testenv.Patience
	// abuseServer is how much memory the server may take, in MiB: for itself, a body of
	// 28 MB, what is decoded from it, and what the garbage collector has not freed yet.
	abuseServer = 256
	// heldUploads is the server's --request-memory in the test that has it hold many
	// uploads at once, in MiB.
	heldUploads = 64
)

var abuseFlags = []string{
	"--workers=1", "--timeout=10s", "--header-timeout=1s", "--upload-timeout=4s", "--write-timeout=2s", "--idle-timeout=1s",
}

// abused is a server that the tests send abusive requests to.
type abused struct {
	*clitest.Process
	address, data, key string
	order              clitest.Upload
}

func startAbused(t *testing.T, flags ...string) *abused {
	t.Helper()
	a := &abused{data: t.TempDir(), order: clitest.OrderUpload(t)}
	admin, end := clitest.NewAdmin(t, a.data)
	a.key = clitest.AddAccount(t, admin, quota.NewAccount{ID: "acme", Credits: 100_000, Limits: clitest.Unlimited})
	end()
	a.Process = clitest.Start(t, a.data, flags...)
	a.address = strings.TrimPrefix(a.URL, "http://")
	return a
}

// A wire is a connection on which a test writes what it likes. It collects what
// the server answers, from the beginning.
type wire struct {
	*net.TCPConn
	server   *abused
	answered chan []string // statuses
}

// dial opens a connection. It waits for answers for as long as patience.
func (a *abused) dial(t *testing.T, patience time.Duration) *wire {
	t.Helper()
	conn, err := net.Dial("tcp", a.address)
	if err != nil {
		t.Fatal(err)
	}
	conn.SetDeadline(time.Now().Add(patience))
	w := &wire{conn.(*net.TCPConn), a, make(chan []string, 1)}
	go func() {
		defer conn.Close()
		var statuses []string
		for r := bufio.NewReader(conn); ; {
			answer, err := http.ReadResponse(r, nil)
			if errors.Is(err, os.ErrDeadlineExceeded) {
				statuses = append(statuses, "open") // the server has not hung up within patience
			}
			if err != nil {
				break
			}
			statuses = append(statuses, fmt.Sprint(answer.StatusCode))
			// The body of an answer to bytes that are not a request may be cut off.
			if _, err := io.Copy(io.Discard, answer.Body); err != nil {
				break
			}
		}
		w.answered <- statuses
	}()
	return w
}

// say writes some texts, one after the other; a server that has heard enough
// may hang up.
func (w *wire) say(texts ...string) {
	for _, text := range texts {
		if _, err := io.WriteString(w, text); err != nil {
			return
		}
	}
}

// answers returns the statuses of all answers until the server hung up, separated by
// spaces.
func (w *wire) answers() string { return strings.Join(<-w.answered, " ") }

// post returns the head of a conversion, with further fields that end in CR LF.
func (a *abused) post(fields ...string) string {
	return "POST /api/v1/convert HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + a.key + "\r\n" + strings.Join(fields, "") + "\r\n"
}

// text returns the head of a conversion whose body is JSON of the given length.
func (a *abused) text(length int, fields ...string) string {
	return a.post(append(fields, fmt.Sprintf("Content-Type: application/json\r\nContent-Length: %d\r\n", length))...)
}

// form returns the head of one whose body is multipart, with the boundary "b".
func (a *abused) form(length int, fields ...string) string {
	return a.post(append(fields, fmt.Sprintf("%sContent-Length: %d\r\n", formType, length))...)
}

// chunked returns the head of one whose body is multipart and sent in chunks.
func (a *abused) chunked(fields ...string) string {
	return a.post(append(fields, formType, "Transfer-Encoding: chunked\r\n")...)
}

const (
	formType = "Content-Type: multipart/form-data; boundary=b\r\n"
	fileHead = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\n"
	formEnd  = "\r\n--b--\r\n"
	health   = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
	last     = "Connection: close\r\n"
)

// orderForm returns a valid multipart body with an order.
func orderForm(t *testing.T) string {
	t.Helper()
	document, err := os.ReadFile(clitest.SampleOrder())
	if err != nil {
		t.Fatal(err)
	}
	return fileHead + string(document) + formEnd
}

// abuse is a way to misuse the protocol.
type abuse struct {
	name string
	want []string // the answers that may be given: statuses, separated by spaces
	do   func(w *wire, s *abused)
}

// abuses returns misuses that are over when they are sent, and wait for nothing.
func abuses(t *testing.T) []abuse {
	const size = 28_000_000
	order := orderForm(t)
	either := func(want ...string) []string { return want }
	send := func(name, want string, texts func(s *abused) []string) abuse {
		return abuse{name, either(strings.Split(want, "|")...), func(w *wire, s *abused) { w.say(texts(s)...) }}
	}
	// whole sends JSON as the body, long sends a multipart form.
	whole := func(name, want, body string) abuse {
		return send(name, want, func(s *abused) []string { return []string{s.text(len(body), last), body} })
	}
	long := func(name, want, body string) abuse {
		return send(name, want, func(s *abused) []string { return []string{s.form(len(body), last), body} })
	}
	inChunks := func(name, want, body string) abuse {
		return send(name, want, func(s *abused) []string { return []string{s.chunked(last), body} })
	}
	// head sends a head with some fields, and the body only if the answer should be 200:
	// bytes behind a head that is refused may cost the client its answer.
	head := func(name, want string, fields ...string) abuse {
		return send(name, want, func(s *abused) []string {
			texts := []string{s.form(len(order), append(fields, last)...), order}
			if want != "200" {
				texts = texts[:1]
			}
			return texts
		})
	}
	raw := func(name, want, text string) abuse {
		return send(name, want, func(s *abused) []string { return []string{text} })
	}
	chunk := func(text string) string { return fmt.Sprintf("%x\r\n%s\r\n", len(text), text) }

	return []abuse{
		// Bodies.
		whole("28 MB that are no base64", "400", `{"file_base64":"`+strings.Repeat("%", size)+`"}`),
		whole("28 MB of base64 of no document", "413", `{"file_base64":"`+strings.Repeat("A", size)+`"}`),
		whole("28 MB of escaped base64", "400", `{"file_base64":"`+strings.Repeat(`\u0041`, size/6)+`"}`),
		whole("28 MB of base64 padding", "400", `{"file_base64":"`+strings.Repeat("=", size)+`"}`),
		whole("28 MB of spaces in base64", "400", `{"file_base64":"`+strings.Repeat(" ", size)+`"}`),
		whole("base64 without end", "400", `{"file_base64":"`+strings.Repeat("A", size)),
		whole("28 MB of brackets", "400", strings.Repeat("[", size)),
		whole("28 MB of nested objects", "400", strings.Repeat(`{"a":`, size/5)),
		whole("28 MB of digits", "400", `{"file_base64":`+strings.Repeat("7", size)),
		whole("a million properties", "400", "{"+strings.Repeat(`"filename":"a",`, 1_000_000)+`"b":1}`),
		whole("a million documents", "400", "{"+strings.Repeat(`"file_base64":"AAAA",`, 1_000_000)+`"b":1}`),
		whole("a name of 28 MB", "400", `{"`+strings.Repeat("a", size)+`":1}`),
		whole("a name of 28 MB that is no UTF-8", "400", `{"`+strings.Repeat("\xff", size)+`":1}`),
		whole("28 MB of file name that is no UTF-8", "400", `{"filename":"`+strings.Repeat("\xff", size)+`"}`),
		whole("28 MB of file name", "400", `{"filename":"`+strings.Repeat(`\ud800`, size/6)+`"}`),
		long("multipart without end", "400", fileHead+strings.Repeat("%PDF-", 4_000_000)),
		long("multipart without a beginning", "400", strings.Repeat("\r\n--a", 4_000_000)),
		long("boundaries only", "400|413", strings.Repeat("--b\r\n", 4_000_000)+"--b--"),
		long("a thousand parts", "200", strings.Repeat("--b\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n", 1000)+order),
		long("300,000 parts", "200|400|413", strings.Repeat("--b\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n", 300_000)+order),
		long("a part's header of 9 MB", "400", "--b\r\nContent-Disposition: form-data; name=file\r\nA: "+strings.Repeat("a", 9_000_000)+"\r\n\r\nnothing"+formEnd),
		long("a part's header of 20 MB", "400|413", "--b\r\nContent-Disposition: form-data; name=file\r\nA: "+strings.Repeat("a", 20_000_000)+"\r\n\r\nnothing"+formEnd),
		long("a million fields of a part", "400", "--b\r\n"+strings.Repeat("A: a\r\n", 1_000_000)+"\r\nnothing"+formEnd),
		long("parameters of a part without end", "400", "--b\r\nContent-Disposition: form-data"+strings.Repeat("; name*0=a", 800_000)+"\r\n\r\nnothing"+formEnd),
		head("a boundary of 10 KB", "400", "Content-Type: multipart/form-data; boundary="+strings.Repeat("c", 10_000)+"\r\n"),
		head("a coding", "400", "Content-Encoding: gzip\r\n"),

		// Lengths.
		send("a body that is shorter than it says", "400", func(s *abused) []string { return []string{s.form(len(order)+1000, last), order} }),
		send("a body that is longer than it says", "400 400|400", func(s *abused) []string { return []string{s.form(len(order) - 1000), order} }),
		send("a length of gigabytes", "413", func(s *abused) []string { return []string{s.form(1<<40, last), order} }),
		send("a length of all bits", "400|413", func(s *abused) []string {
			return []string{s.post(formType, last, "Content-Length: 9223372036854775807\r\n"), order}
		}),
		send("a length beyond all bits", "400", func(s *abused) []string {
			return []string{s.post(formType, last, "Content-Length: 99999999999999999999\r\n")}
		}),
		send("no length", "400", func(s *abused) []string { return []string{s.post(formType, last), order} }),
		send("a negative length", "400", func(s *abused) []string { return []string{s.form(-1, last)} }),
		send("a signed length", "400", func(s *abused) []string {
			return []string{s.post(formType, last, fmt.Sprintf("Content-Length: +%d\r\n", len(order)))}
		}),
		head("two lengths", "400", "Content-Length: 5\r\n"),
		send("two lengths in one field", "400", func(s *abused) []string {
			return []string{s.post(formType, last, fmt.Sprintf("Content-Length: %d, 5\r\n", len(order)))}
		}),
		// The Content-Length of a chunked body is ignored (RFC 9112, 6.3): what a proxy
		// might take for the next request is not taken for one, or the connection ends.
		send("a length and chunks", "200|400", func(s *abused) []string {
			return []string{s.chunked("Content-Length: 5\r\n", last), chunk(order), "0\r\n\r\n" + health}
		}),
		send("a smuggled request", "400|400 400", func(s *abused) []string {
			return []string{s.chunked("Content-Length: 43\r\n"), "0\r\n\r\nGET /healthz HTTP/1.1\r\nX: "}
		}),
		head("an unknown coding of the body", "501|400", "Transfer-Encoding: xchunked\r\n"),
		head("chunked twice", "501|400", "Transfer-Encoding: chunked, chunked\r\n"),
		head("chunked at last", "501|400", "Transfer-Encoding: gzip, chunked\r\n"),
		head("a space before the colon", "400", "Transfer-Encoding : chunked\r\n"),
		head("a folded field", "400", "Transfer-Encoding:\r\n chunked\r\n"),

		// Chunks.
		inChunks("sound chunks", "200", chunk(order[:1000])+chunk(order[1000:])+"0\r\n\r\n"),
		inChunks("an extension of 10 MB", "400", "5;"+strings.Repeat("a", 10_000_000)+"\r\n"),
		inChunks("many extensions", "400", strings.Repeat("1;"+strings.Repeat("a", 1000)+"\r\na\r\n", 10_000)),
		inChunks("a trailer of 10 MB", "200|400", chunk(order)+"0\r\nA: "+strings.Repeat("a", 10_000_000)+"\r\n\r\n"),
		inChunks("a million trailers", "200|400", chunk(order)+"0\r\n"+strings.Repeat("A: a\r\n", 1_000_000)+"\r\n"),
		inChunks("chunks of one byte", "413|400", chunk(fileHead)+strings.Repeat("1\r\na\r\n", 4_000_000)+"0\r\n\r\n"),
		inChunks("chunks beyond the largest document", "413", chunk(fileHead)+strings.Repeat(chunk(strings.Repeat("a", 1<<20)), 40)),
		inChunks("a chunk of all bits", "400|413", "ffffffffffffffff\r\n"+order),
		inChunks("a chunk beyond all bits", "400", "ffffffffffffffffffff\r\n"+order),
		inChunks("a chunk of a negative size", "400", "-5\r\n"+order),
		inChunks("a chunk without its end", "400", "5\r\n--b\r\nx"),

		// Heads.
		head("a field of 1 MB", "431", "A: "+strings.Repeat("a", 1<<20)+"\r\n"),
		head("a name of a field of 1 MB", "431", strings.Repeat("a", 1<<20)+": a\r\n"),
		head("200,000 fields", "431", strings.Repeat("A: a\r\n", 200_000)),
		head("as many fields as may be", "200", strings.Repeat("A:\r\n", 3500)),
		head("a field with a zero byte", "400", "A: a\x00b\r\n"),
		raw("an address of 1 MB", "431", "GET /"+strings.Repeat("a", 1<<20)+" HTTP/1.1\r\nHost: x\r\n\r\n"),
		raw("a method of 1 MB", "431|400", strings.Repeat("A", 1<<20)+" / HTTP/1.1\r\nHost: x\r\n\r\n"),
		raw("a line without end", "431|400", strings.Repeat("a", 1<<20)),
		raw("empty lines", "431|400", strings.Repeat("\r\n", 1<<20)),
		raw("zero bytes", "400|431", strings.Repeat("\x00", 1<<20)),
		raw("no host", "400", "GET /healthz HTTP/1.1\r\n\r\n"),
		raw("two hosts", "400", "GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n"),

		// Targets (RFC 9112, 3.2).
		raw("a target of another host", "200", "GET http://elsewhere/healthz HTTP/1.1\r\nHost: x\r\n"+last+"\r\n"),
		raw("a target that is an authority", "404|405|400", "CONNECT elsewhere:443 HTTP/1.1\r\nHost: elsewhere:443\r\n"+last+"\r\n"),
		raw("a target that is a path with CONNECT", "404|405|400", "CONNECT /healthz HTTP/1.1\r\nHost: x\r\n"+last+"\r\n"),
		raw("a target of all", "200", "OPTIONS * HTTP/1.1\r\nHost: x\r\n"+last+"\r\n"),
		raw("a target of all to get", "405|400", "GET * HTTP/1.1\r\nHost: x\r\n"+last+"\r\n"),
		raw("a target that climbs", "404", "GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\n"+last+"\r\n"),
		raw("a target of escapes", "404", "GET /%00%0d%0a%2e%2e%2f%ff HTTP/1.1\r\nHost: x\r\n"+last+"\r\n"),
		raw("a target of 15 KB of solidi", "404", "GET "+strings.Repeat("/", 15_000)+" HTTP/1.1\r\nHost: x\r\n"+last+"\r\n"),
		raw("a query of 15 KB", "200", "GET /healthz?"+strings.Repeat("a&", 7_000)+" HTTP/1.1\r\nHost: x\r\n"+last+"\r\n"),
		raw("a method of 15 KB", "405", strings.Repeat("A", 15_000)+" /healthz HTTP/1.1\r\nHost: x\r\n"+last+"\r\n"),
		raw("a method of its own", "405", "BREW /api/v1/convert HTTP/1.1\r\nHost: x\r\n"+last+"\r\n"),

		// Versions.
		send("HTTP/1.0", "200", func(s *abused) []string {
			return []string{strings.Replace(s.form(len(order)), "HTTP/1.1", "HTTP/1.0", 1), order}
		}),
		send("HTTP/1.0 in chunks", "400|501", func(s *abused) []string {
			return []string{strings.Replace(s.chunked(), "HTTP/1.1", "HTTP/1.0", 1), chunk(order) + "0\r\n\r\n"}
		}),
		raw("HTTP/0.9", "400", "GET /healthz\r\n"),
		raw("HTTP/9.9", "505|400", "GET /healthz HTTP/9.9\r\nHost: x\r\n\r\n"),
		raw("HTTP/2 without TLS", "405|505|400", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00"),
		raw("HTTP/2 by upgrade", "200", "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n"),
		raw("TLS", "400", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"+strings.Repeat("x", 1000)+"\r\n\r\n"),

		// Several requests.
		send("requests one behind the other", "200 200 200", func(s *abused) []string {
			return []string{health + s.form(len(order)) + order + strings.Replace(health, "\r\n\r\n", "\r\nConnection: close\r\n\r\n", 1)}
		}),
		// After an error that leaves the body unread nothing more is read from the connection.
		send("a request behind a refused one", "413", func(s *abused) []string { return []string{s.form(1 << 40), health, health} }),
		send("a request behind a broken document", "400 200", func(s *abused) []string {
			body := fileHead + "\x89PNG\r\n\x1a\n" + formEnd // of no picture
			return []string{s.form(len(body)) + body + strings.Replace(health, "\r\n\r\n", "\r\nConnection: close\r\n\r\n", 1)}
		}),
		send("a request behind a malformed head", "400", func(s *abused) []string { return []string{"GET\r\n\r\n", health} }),

		// Expectations.
		head("an expectation of nobody", "417", "Expect: 200-ok\r\n"),
		send("expecting to go on with what is too large", "413", func(s *abused) []string {
			return []string{s.form(1<<40, "Expect: 100-continue\r\n")}
		}),
		send("expecting to go on without a key", "401", func(s *abused) []string {
			return []string{strings.Replace(s.form(1000, "Expect: 100-continue\r\n"), s.key, "li_nobody", 1)}
		}),
		send("expecting to go on and going on at once", "100 200", func(s *abused) []string {
			return []string{s.form(len(order), "Expect: 100-continue\r\n", last), order}
		}),
	}
}

// TestAbusedRequests sends bytes that are not a request, or a request that is made to be expensive.
// Each is answered as it should be, in time, and the server takes no more memory than
// it may. Afterwards it holds no more resources than before and converts as before.
func TestAbusedRequests(t *testing.T) {
	clitest.NeedProc(t)
	t.Parallel()
	s := startAbused(t, abuseFlags...)
	answered := 0
	checkConverts := func(when string) {
		t.Helper()
		if status, _, err := s.order.Post(clitest.NewClient(), s.URL, s.key, ""); status != http.StatusOK {
			t.Errorf("%s a document = %d, %v, want 200", when, status, err)
		}
		answered++
	}
	checkConverts("before")
	before := clitest.HeldBy(t, s.Pid)
	var table expenses
	defer func() { table.log(t) }()
	for i, a := range abuses(t) {
		if i%testenv.Either(15, 1) != 0 {
			continue
		}
		peak := clitest.WatchPeaks(s.Pid)
		began := time.Now()
		w := s.dial(t, abuseTime)
		a.do(w, s)
		got := w.answers()
		e := expense{name: a.name, told: got, took: time.Since(began)}
		e.server, e.worker = peak.End()
		table = append(table, e)
		e.check(t, abuseTime, abuseServer, hostileWorker)
		if !slices.Contains(a.want, got) {
			t.Errorf("%s is answered %q, want one of %q", a.name, got, a.want)
		}
		if charged(a, got) {
			answered++
		}
	}
	checkConverts("afterwards")
	if text := s.Complaints(); strings.Contains(text, `"level":"ERROR"`) {
		t.Errorf("the server says:\n%s", text)
	}
	clitest.CheckPaid(t, s.data, "acme", answered)
	clitest.CheckHeld(t, s.Process, before, 1)
}

// charged reports whether a conversion is among the answers, which the account pays for.
func charged(a abuse, got string) bool {
	other := strings.Contains(a.name, "HTTP/2") || strings.HasPrefix(a.name, "a target ") || strings.HasPrefix(a.name, "a query ") || a.name == "a request behind a broken document"
	return strings.Contains(got, "200") && !other
}

// TestSlowRequests has many clients that are slow, each in its own way, at once.
// Each is cut off when its time is over, and meanwhile others are served.
func TestSlowRequests(t *testing.T) {
	clitest.NeedProc(t)
	t.Parallel()
	s := startAbused(t, abuseFlags...)
	order := orderForm(t)
	drip := func(w *wire, text string) { // writes a byte at a time
		for i := range len(text) {
			if _, err := io.WriteString(w, text[i:i+1]); err != nil {
				return
			}
			time.Sleep(200 * time.Millisecond)
		}
	}
	slow := []abuse{
		{"no byte", []string{""}, func(w *wire, s *abused) {}},
		{"a slow head", []string{"", "400"}, func(w *wire, s *abused) { drip(w, s.form(len(order))) }},
		{"a head that stops", []string{""}, func(w *wire, s *abused) { w.say("POST /api/v1/convert HTTP/1.1\r\nHost: x\r\n") }},
		{"a slow body", []string{"400"}, func(w *wire, s *abused) {
			w.say(s.form(len(order)))
			drip(w, order)
		}},
		{"slow JSON", []string{"400"}, func(w *wire, s *abused) {
			w.say(s.text(1000))
			drip(w, strings.Repeat(" ", 1000))
		}},
		{"slow chunks", []string{"400"}, func(w *wire, s *abused) {
			w.say(s.chunked())
			drip(w, strings.Repeat("1\r\na\r\n", 1000))
		}},
		{"a slow extension of a chunk", []string{"400"}, func(w *wire, s *abused) {
			w.say(s.chunked())
			drip(w, "1;"+strings.Repeat("a", 1000))
		}},
		{"a slow trailer", []string{"400"}, func(w *wire, s *abused) {
			w.say(s.chunked(last), fmt.Sprintf("%x\r\n%s\r\n0\r\n", len(order), order))
			drip(w, "A: "+strings.Repeat("a", 1000))
		}},
		{"a body that stops behind its form", []string{"400"}, func(w *wire, s *abused) { w.say(s.form(len(order)+1000), order) }},
		{"chunks that stop behind their form", []string{"400"}, func(w *wire, s *abused) {
			w.say(s.chunked(), fmt.Sprintf("%x\r\n%s\r\n", len(order), order))
		}},
		{"a body that stops", []string{"400"}, func(w *wire, s *abused) { w.say(s.form(len(order)), order[:100]) }},
		{"a body that never comes", []string{"100 400"}, func(w *wire, s *abused) {
			w.say(s.form(len(order), "Expect: 100-continue\r\n"))
		}},
		{"a body of a refused request that never comes", []string{"401"}, func(w *wire, s *abused) {
			w.say(strings.Replace(s.form(len(order)), s.key, "li_nobody", 1))
		}},
		{"an idle connection", []string{"200"}, func(w *wire, s *abused) { w.say(health) }},
		{"a body closed in the middle", []string{"400", ""}, func(w *wire, s *abused) {
			w.say(s.form(len(order)), order[:100])
			w.CloseWrite()
		}},
		// Closing one's side counts as going away, of which there is no other sign. A
		// client that is gone need not be answered.
		{"a whole request on a half-closed connection", []string{"", "200"}, func(w *wire, s *abused) {
			w.say(s.form(len(order), last), order)
			w.CloseWrite()
		}},
		{"nothing on a half-closed connection", []string{""}, func(w *wire, s *abused) { w.CloseWrite() }},
	}
	const each = 10 // clients
	peak := clitest.WatchPeaks(s.Pid)
	var mu sync.Mutex
	var table expenses
	answered := 0
	var clients sync.WaitGroup
	for _, a := range slow {
		for range each {
			clients.Go(func() {
				began := time.Now()
				w := s.dial(t, abuseTime)
				a.do(w, s)
				got := w.answers()
				took := time.Since(began)
				mu.Lock()
				defer mu.Unlock()
				if !slices.Contains(a.want, got) {
					t.Errorf("%s is answered %q, want one of %q", a.name, got, a.want)
				}
				if strings.Contains(got, "200") && a.name != "an idle connection" {
					answered++
				}
				if i := slices.IndexFunc(table, func(e expense) bool { return e.name == a.name }); i >= 0 {
					table[i].took = max(table[i].took, took)
				} else {
					table = append(table, expense{name: a.name, told: got, took: took})
				}
			})
		}
	}
	// Others are served while those are slow.
	for range 20 {
		if status, _, err := s.order.Post(clitest.NewClient(), s.URL, s.key, ""); status != http.StatusOK {
			t.Errorf("beside slow clients a document = %d, %v, want 200", status, err)
		}
		answered++
	}
	clients.Wait()
	all := expense{name: fmt.Sprintf("all, %d clients each", each)}
	all.server, all.worker = peak.End()
	table = append(table, all)
	table.log(t)
	for _, e := range table {
		e.check(t, abuseTime, abuseServer, hostileWorker)
	}
	clitest.CheckPaid(t, s.data, "acme", answered)
}

// TestSlowReaders has clients that send request after request and read no answer. Each
// is cut off when its time is over, whatever it asks for.
func TestSlowReaders(t *testing.T) {
	// The system buffers megabytes of short answers before a server has to wait.
	const full = testenv.Patience
	clitest.NeedProc(t)
	t.Parallel()
	s := startAbused(t, abuseFlags...)
	before := clitest.HeldBy(t, s.Pid)
	peak := clitest.WatchPeaks(s.Pid)
	began := time.Now()
	var readers sync.WaitGroup
	for _, address := range []string{"/healthz", "/openapi.json"} {
		for range 3 {
			readers.Go(func() {
				conn, err := net.Dial("tcp", s.address)
				if err != nil {
					t.Error(err)
					return
				}
				defer conn.Close()
				conn.(*net.TCPConn).SetReadBuffer(4 << 10)
				conn.SetDeadline(time.Now().Add(full))
				requests := strings.Repeat("GET "+address+" HTTP/1.1\r\nHost: x\r\n\r\n", 1000)
				for {
					if _, err := io.WriteString(conn, requests); errors.Is(err, os.ErrDeadlineExceeded) {
						t.Errorf("who asks for %s and takes no answer is connected after %v", address, full)
						return
					} else if err != nil {
						return // hung up
					}
				}
			})
		}
	}
	if status, _, err := s.order.Post(clitest.NewClient(), s.URL, s.key, ""); status != http.StatusOK {
		t.Errorf("beside slow readers a document = %d, %v, want 200", status, err)
	}
	readers.Wait()
	e := expense{name: "slow readers", took: time.Since(began)}
	e.server, e.worker = peak.End()
	expenses{e}.log(t)
	e.check(t, full, abuseServer, hostileWorker)
	clitest.CheckHeld(t, s.Process, before, 1)
}

// TestManyConnections checks that requests are served while thousands of silent
// connections are open, and while gigabytes of bodies are announced.
func TestManyConnections(t *testing.T) {
	testenv.Costly(t, "opens thousands of connections")
	clitest.NeedProc(t)
	t.Parallel()
	s := startAbused(t, "--workers=1", "--header-timeout=3s", "--upload-timeout=3s", fmt.Sprintf("--request-memory=%dMiB", heldUploads))
	before := clitest.HeldBy(t, s.Pid)
	var table expenses
	defer func() { table.log(t) }()
	answered := 0
	serves := func(name string, most int, others func() (end func())) {
		t.Helper()
		peak := clitest.WatchPeaks(s.Pid)
		end := others()
		began := time.Now()
		if status, _, err := s.order.Post(clitest.NewClient(), s.URL, s.key, ""); status != http.StatusOK {
			t.Errorf("beside %s a document = %d, %v, want 200", name, status, err)
		}
		answered++
		e := expense{name: name, told: "200", took: time.Since(began)}
		end()
		e.server, e.worker = peak.End()
		table = append(table, e)
		e.check(t, abuseTime, most, hostileWorker)
	}

	const idle = 2000
	serves(fmt.Sprintf("%d idle connections", idle), abuseServer, func() func() {
		open := make([]net.Conn, 0, idle)
		for range idle {
			conn, err := net.Dial("tcp", s.address)
			if err != nil {
				t.Fatalf("connection %d: %v", len(open)+1, err)
			}
			open = append(open, conn)
		}
		return func() {
			for _, conn := range open {
				conn.Close()
			}
		}
	})

	// Each upload announces 20 MB. Those that send only a byte hold hardly any memory,
	// and the server waits for all of them; those that send a megabyte and stop hold that,
	// and when there is no room for more the others are refused. A small document finds
	// room in either case.
	const uploads = 100
	for _, sent := range []struct {
		what string
		body string
		busy bool // whether there is no room for all
	}{
		{"announced uploads", "-", false},
		{"uploads that stop after a megabyte", fileHead + strings.Repeat("x", 1_000_000), true},
	} {
		var busy, late int
		serves(fmt.Sprint(uploads, " ", sent.what), abuseServer+heldUploads, func() func() {
			wires := make([]*wire, uploads)
			for i := range wires {
				wires[i] = s.dial(t, abuseTime)
				wires[i].say(s.form(20_000_000), sent.body)
			}
			return func() {
				for _, w := range wires {
					switch got := w.answers(); got {
					case "503":
						busy++
					case "400":
						late++
					default:
						t.Errorf("one of the %s is answered %q, want 503 or 400", sent.what, got)
					}
				}
			}
		})
		if late == 0 || (busy > 0) != sent.busy || sent.busy && late*len(sent.body) > heldUploads<<20 {
			t.Errorf("of %d %s %d were waited for and %d refused, of %d MiB", uploads, sent.what, late, busy, heldUploads)
		}
	}
	clitest.CheckPaid(t, s.data, "acme", answered)
	clitest.CheckHeld(t, s.Process, before, 1)
}
