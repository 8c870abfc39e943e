package serve

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"lineitem/convert/testenv"
	"lineitem/quota"
)

// TestBudgetLeavesRoom checks that there is room for another account, however many
// accounts hold as much memory as they can.
func TestBudgetLeavesRoom(t *testing.T) {
	for _, accounts := range []int{1, 2, 10, 30} {
		const whole = 1 << 20
		b := budget{max: whole}
		for range whole / 64 {
			for i := range accounts {
				b.take(fmt.Sprint(i), 64)
			}
		}
		left := whole - b.inUse()
		if least := int64(whole / (1 + freeMultiple*accounts)); left < least-64*int64(accounts) || left > least+64*int64(accounts) {
			t.Errorf("%d greedy accounts leave %d bytes of %d, want about %d", accounts, left, whole, least)
		}
		if !b.take("honest", left/2) {
			t.Errorf("beside %d greedy accounts half of what is left is refused", accounts)
		}
		if b.take("0", 64) {
			t.Errorf("one of %d greedy accounts gets even more", accounts)
		}
		b.giveBack("honest", left/2)
		for i := range accounts {
			b.giveBack(fmt.Sprint(i), b.held[fmt.Sprint(i)])
		}
		if b.inUse() != 0 || len(b.held) != 0 {
			t.Errorf("%d bytes of %d accounts are held after the end", b.inUse(), len(b.held))
		}
	}
	if alone := (&budget{max: 300}); alone.accountMax() != 200 || !alone.take("a", 200) || alone.take("a", 1) {
		t.Errorf("an account that is alone gets other than two thirds")
	}
}

// TestAnswersAreHeldUntilTheyAreWritten checks that answers that clients do not read
// hold their memory until the clients are cut off, and that another account is
// answered meanwhile.
func TestAnswersAreHeldUntilTheyAreWritten(t *testing.T) {
	t.Parallel() // this test mostly waits
	const clients = 30
	s := start(t, setup{config: Config{RequestMemory: 3 << 20, WriteTimeout: 2 * time.Second}, quota: quota.Limits{PerMinute: 10_000}})
	addr, _, _ := runReal(t, s)
	contentType, form := parts("file", "%PDF-20000 rows")
	greedy := s.account(t, "greedy", quota.Pro)
	conns := make([]net.Conn, clients)
	for i := range conns {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		conn.(*net.TCPConn).SetReadBuffer(4 << 10)
		fmt.Fprintf(conn, "POST /api/v1/convert HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s",
			greedy, contentType, form.Len(), form.String())
		conns[i] = conn
	}
	// 20,000 rows take 1.8 MB, so one answer is held and the others are refused.
	waitFor(t, func() bool { return s.server.memory.inUse() > 1<<20 })
	if a := s.postFile(t, "%PDF-1000 rows"); a.StatusCode != 200 {
		t.Errorf("beside %d clients that do not read another account's document = %d %s, want 200", clients, a.StatusCode, a.text)
	}
	if most := s.server.memory.accountMax(); s.server.memory.inUse() > most {
		t.Errorf("one account holds %d bytes, want at most %d", s.server.memory.inUse(), most)
	}
	refused := 0
	for _, conn := range conns {
		conn.SetReadDeadline(time.Now().Add(testenv.Patience))
		const busy = "HTTP/1.1 503"
		status := make([]byte, len(busy)) // no more is read, so that one client is cut off
		if _, err := io.ReadFull(conn, status); err == nil && string(status) == busy {
			refused++
		}
	}
	if refused == 0 {
		t.Errorf("none of %d clients that do not read was refused", clients)
	}
	waitFor(t, func() bool { return s.server.memory.inUse() == 0 })
}

func TestRequestMemory(t *testing.T) {
	s := start(t, setup{config: Config{RequestMemory: 1000}})
	if a := s.postFile(t, "%PDF-1"); a.StatusCode != 200 {
		t.Errorf("a small document = %d %s, want 200", a.StatusCode, a.text)
	}
	const limit = "666 bytes"
	for what, a := range map[string]*answer{
		"document": s.postFile(t, "%PDF-"+strings.Repeat("x", 1000)), "mapper": s.mapper(t, "PUT", strings.Repeat("x", 1001)),
	} {
		if a.StatusCode != 413 || a.code(t) != "file_too_large" || !strings.Contains(a.text, limit) || a.Header.Get("Retry-After") != "" {
			t.Errorf("a %s for which there is never room = %d %s, want 413 file_too_large that names %s, and never to try again", what, a.StatusCode, a.text, limit)
		}
	}
	if a := s.postFile(t, "%PDF-20 rows"); a.StatusCode != 400 || a.code(t) != "answer_too_large" || !strings.Contains(a.text, limit) || a.Header.Get("Retry-After") != "" {
		t.Errorf("an answer for which there is never room = %d %s, want 400 answer_too_large that names %s, and never to try again", a.StatusCode, a.text, limit)
	}
	s.server.memory.take("other", 600)
	if a := s.postFile(t, "%PDF-"+strings.Repeat("x", 300)); a.StatusCode != 503 || a.code(t) != "busy" || a.Header.Get("Retry-After") == "" {
		t.Errorf("a document for which others leave no room = %d %s, want 503 busy", a.StatusCode, a.text)
	}
	s.server.memory.giveBack("other", 600)
	if used := s.server.memory.inUse(); used != 0 {
		t.Errorf("%d bytes of the budget are still taken", used)
	}
}

// TestSlowClientsHoldLittle checks that clients that announce much, or no length, and
// send little hold little memory, so that others find room beside them.
func TestSlowClientsHoldLittle(t *testing.T) {
	const (
		clients = 20 // of each kind
		large   = 15 << 20
	)
	s := start(t, setup{config: Config{RequestMemory: 6 << 20}})
	const multi = "Content-Type: multipart/form-data; boundary=b\r\n"
	kinds := []string{
		"POST /api/v1/convert HTTP/1.1\r\n" + multi + fmt.Sprintf("Content-Length: %d\r\n", large) + "%s\r\n--b\r\nContent-Disposition: form-data; name=file\r\n\r\n%%PDF-",
		"POST /api/v1/convert HTTP/1.1\r\n" + multi + "Transfer-Encoding: chunked\r\n%s\r\n37\r\n--b\r\nContent-Disposition: form-data; name=file\r\n\r\n%%PDF-\r\n",
		"POST /api/v1/convert HTTP/1.1\r\nContent-Type: application/json\r\n" + fmt.Sprintf("Content-Length: %d\r\n", large) + "%s\r\n{",
		"PUT /api/v1/mapper HTTP/1.1\r\n" + fmt.Sprintf("Content-Length: %d\r\n", large) + "%s\r\n\x00asm",
		"PUT /api/v1/mapper HTTP/1.1\r\nTransfer-Encoding: chunked\r\n%s\r\n4\r\n\x00asm\r\n",
	}
	for range clients {
		for _, kind := range kinds {
			conn, err := net.Dial("tcp", s.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			fmt.Fprintf(conn, kind, "Host: x\r\nAuthorization: Bearer "+s.key+"\r\n")
		}
	}
	all := int64(clients * len(kinds) * firstBuffer)
	waitFor(t, func() bool { return s.server.memory.inUse() == all })
	other := field{"Authorization", "Bearer " + s.account(t, "other", quota.Pro)}
	if a := s.postFile(t, "%PDF-"+strings.Repeat("x", 512<<10), other); a.StatusCode != 200 {
		t.Errorf("a document beside %d slow clients = %d %s, want 200", clients*len(kinds), a.StatusCode, a.text)
	}
}

// TestReadAll checks that all data is read, that its memory is counted, and that it is
// never more than a few times the data received.
func TestReadAll(t *testing.T) {
	for _, n := range []int{0, 1, firstBuffer - 1, firstBuffer, firstBuffer + 1, 1 << 20} {
		want := bytes.Repeat([]byte("x"), n)
		for _, most := range []int{n, n + 1, n + firstBuffer, 3 << 20} {
			for name, reader := range map[string]func(io.Reader) io.Reader{
				"at once": func(r io.Reader) io.Reader { return r }, "with its end": iotest.DataErrReader, "by halves": iotest.HalfReader,
			} {
				memory := budget{max: 8 << 20}
				held := reservation{of: &memory}
				got, err := held.readAll(reader(bytes.NewReader(want)), most)
				if err != nil || !bytes.Equal(got, want) {
					t.Errorf("readAll of %d bytes, at most %d, %s = %d bytes, %v", n, most, name, len(got), err)
				}
				if used := memory.inUse(); used != int64(cap(got)) || used > int64(max(firstBuffer, bufferGrowth*n)) || used > int64(most+1) {
					t.Errorf("readAll of %d bytes, at most %d, %s holds %d bytes, and its result has room for %d", n, most, name, used, cap(got))
				}
				held.end()
				if used := memory.inUse(); used != 0 {
					t.Errorf("readAll of %d bytes: %d are held after the end", n, used)
				}
			}
		}
	}
	held := reservation{of: &budget{max: 3 << 20}}
	if got, err := held.readAll(strings.NewReader("12345"), 3); err != nil || len(got) != 4 {
		t.Errorf("readAll of 5 bytes, at most 3 = %q, %v, want one more than 3", got, err)
	}
	if _, err := held.readAll(strings.NewReader(strings.Repeat("x", 1<<20)), 1<<20); err != nil {
		t.Errorf("readAll = %v, want none", err)
	}
	held.end()
	held.of.take("other", 2<<20)
	if _, err := held.readAll(strings.NewReader(strings.Repeat("x", 1<<20)), 1<<20); err != errBusy {
		t.Errorf("readAll without room = %v, want %v", err, errBusy)
	}
	if _, err := held.readAll(iotest.ErrReader(io.ErrUnexpectedEOF), 1<<20); err != io.ErrUnexpectedEOF {
		t.Errorf("readAll = %v, want the reader's error", err)
	}
}

// TestLeastRequestMemory checks that LeastRequestMemory suffices to read a document,
// and that one byte less does not.
func TestLeastRequestMemory(t *testing.T) {
	for _, n := range []int{1, 1000, firstBuffer - 1, firstBuffer, firstBuffer + 1, 4 * firstBuffer, 1 << 20, 5 << 20} {
		least := LeastRequestMemory(n)
		for _, tt := range []struct {
			max int64
			ok  bool
		}{{least, true}, {least - 1, false}} {
			held := reservation{of: &budget{max: tt.max}}
			if _, err := held.readAll(bytes.NewReader(make([]byte, n)), n); (err == nil) != tt.ok {
				t.Errorf("with a memory of %d bytes reading %d gives %v, want that it succeeds: %t", tt.max, n, err, tt.ok)
			}
		}
	}
}

// TestBodiesAreNotBlownUp checks that decoding a JSON body takes memory in proportion
// to its size, whatever it contains.
func TestBodiesAreNotBlownUp(t *testing.T) {
	testenv.Sequential(t)
	const size = 4 << 20
	fill := func(head, with, tail string) string { return head + strings.Repeat(with, size/len(with)) + tail }
	for name, body := range map[string]string{
		"a name that is no UTF-8":        fill(`{"`, "\xff", `":1}`),
		"a file's name that is no UTF-8": fill(`{"filename":"`, "\xff", `"}`),
		"a file's name in escapes":       fill(`{"filename":"`, `\ud800`, `"}`),
		"a media type that is no UTF-8":  fill(`{"media_type":"`, "\xff", `"}`),
		"a name in escapes":              fill(`{"`, `\ud800`, `":1}`),
		"a file beside":                  fill(`{"file":"`, "x", `"}`),
		"base64":                         fill(`{"file_base64":"`, "AAAA", `"}`),
		"brackets":                       fill(``, `[`, ``),
		"a document in brackets":         fill(`{"file_base64":`, `[`, ``),
		"many elements that nobody asks": fill(`{"a":[`, `{},`, `{}]}`),
	} {
		r := httptest.NewRequest("POST", "/api/v1/convert", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		f, err := formOf(r, 16<<20)
		if err != nil {
			t.Fatal(err)
		}
		held := reservation{of: &budget{max: 4 * size}}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err = f.readInput(r, &held)
		runtime.ReadMemStats(&after)
		if err == errBusy {
			t.Errorf("%s is refused for want of memory", name)
		}
		// This includes buffers that were outgrown on the way and freed.
		if took := after.TotalAlloc - before.TotalAlloc; took > 8*size {
			t.Errorf("%s: reading %d bytes takes %d, want at most %d", name, len(body), took, 8*size)
		}
	}
}

// TestBrokenBodiesGiveBack checks that a client that stops in the middle gives back
// the memory it held.
func TestBrokenBodiesGiveBack(t *testing.T) {
	s := start(t, setup{config: Config{UploadTimeout: 300 * time.Millisecond}})
	addr, _, _ := runReal(t, s)
	conn := raw(t, s, addr, 1<<20, "")
	io.WriteString(conn, `{"file_base64":"`+strings.Repeat("A", 256<<10))
	if text, _ := io.ReadAll(conn); !bytes.HasPrefix(text, []byte("HTTP/1.1 400")) {
		t.Errorf("the answer to half a body = %.300q, want 400", text)
	}
	if used := s.server.memory.inUse(); used != 0 {
		t.Errorf("%d bytes of the budget are still taken", used)
	}
}
