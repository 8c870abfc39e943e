package abusetest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lineitem/convert/cli/clitest"
	sheets "lineitem/convert/table"
	"lineitem/convert/testenv"
)

const (
	soakQueue   = 16
	soakClients = 200 // requests that wait for an answer at once, at most
	// soakWait is the longest that an admitted request may take: at most
	// soakQueue others are ahead of it, few of which are pictures.
	soakWait = testenv.Patience
	// soakPatience is after how many requests, if none of them was refused, requests
	// are sent at twice the rate. At twice what the server can do every second request
	// has to wait, so that the queue is full after 2*soakQueue.
	soakPatience = 3 * soakQueue
	// soakGrowth is what the server's memory may grow by from the second quarter
	// of the time to the last, in KB.
	soakGrowth = 16 << 10
)

// soakCustomers returns customers with the requests that they choose from: text documents,
// pictures, broken documents, and documents for a mapper that works and one that does not.
func soakCustomers(t *testing.T) (customers []*customer) {
	t.Helper()
	texts, pictures, broken := &customer{account: "texts"}, &customer{account: "pictures"}, &customer{account: "broken"}
	mapped, trapped := &customer{account: "mapped", mapper: "examples/c"}, &customer{account: "trapped", mapper: "trap"}
	add := func(c *customer, name, query, accept string, data []byte) {
		c.wants = append(c.wants, want{name: name + " for " + c.account, query: query, accept: accept, file: clitest.NewUpload("order.pdf", data)})
	}
	read := func(pattern string) (names []string, documents [][]byte) {
		t.Helper()
		paths, err := filepath.Glob(clitest.Testdata(pattern))
		if err != nil || len(paths) == 0 {
			t.Fatalf("there are no documents %s (%v)", pattern, err)
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			names, documents = append(names, filepath.Base(path)), append(documents, data)
		}
		return names, documents
	}
	names, documents := read("orders/*.pdf")
	for i, data := range documents {
		v := variants[i%len(variants)]
		add(texts, names[i], v.query, v.accept, data)
		add(mapped, names[i], "", v.accept, data)
		if i < 2 {
			add(trapped, names[i], "", "application/json", data)
		}
	}
	for _, pattern := range []string{"pictures/us-accounting-clean.webp", "pictures/portuguese-fax.pdf", "pictures/dutch-screenshot.png"} {
		names, documents := read(pattern)
		add(pictures, names[0], "?include=evidence", "application/json", documents[0])
	}
	m := newMutator(t, 3)
	for i := range 20 {
		x := m.mutant(i)
		add(broken, fmt.Sprintf("mutant %d (%s: %s)", i, x.name, x.how), "", sheets.CSVMediaType, x.data)
	}
	add(broken, "no document", "", "application/json", []byte("no document"))
	add(broken, "nothing", "", "application/json", nil)
	return []*customer{texts, pictures, broken, mapped, trapped}
}

// choose chooses a customer and one of its requests: mostly text documents, as in an
// office, some pictures, some broken ones.
func choose(customers []*customer) (*customer, want) {
	shares := []int{7, 1, 3, 4, 1}
	n, i := rand.IntN(16), 0
	for ; n >= shares[i]; i++ {
		n -= shares[i]
	}
	c := customers[i]
	return c, c.wants[rand.IntN(len(c.wants))]
}

// soakTimes collects how long answers took, of requests that were admitted and refused.
type soakTimes struct {
	mu       sync.Mutex
	admitted []time.Duration
	refused  []time.Duration
	answered map[string]int // the number of answers 200, by account
}

func (s *soakTimes) note(account string, status int, took time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if status == http.StatusServiceUnavailable {
		s.refused = append(s.refused, took)
		return
	}
	s.admitted = append(s.admitted, took)
	if status == http.StatusOK {
		s.answered[account]++
	}
}

func (s *soakTimes) noneRefused() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.refused) == 0
}

// percentiles returns the count, the median, the 99th percentile and the maximum as text.
func percentiles(took []time.Duration) string {
	if len(took) == 0 {
		return "none"
	}
	sorted := slices.Sorted(slices.Values(took))
	at := func(share float64) time.Duration {
		return sorted[int(share*float64(len(sorted)-1))].Round(time.Millisecond)
	}
	return fmt.Sprintf("%d, p50 %v, p99 %v, at most %v", len(sorted), at(0.5), at(0.99), at(1))
}

// A service that gets twice as many requests as it can answer, with documents of all
// kinds, answers those it admits within a bounded time and as it does when it is idle; the
// rest is told at once to try again. Its memory does not grow, and every answer is paid for
// once. The environment's SOAK, such as 30m, says how long the load lasts.
func TestSoak(t *testing.T) {
	if os.Getenv("SOAK") == "" {
		testenv.Long(t, "asks for twice what the machine can do")
	}
	clitest.NeedProc(t)
	duration := 5 * time.Second
	if text := os.Getenv("SOAK"); text != "" {
		var err error
		if duration, err = time.ParseDuration(text); err != nil {
			t.Fatalf("SOAK=%q: %v", text, err)
		}
	}
	data, customers := t.TempDir(), soakCustomers(t)
	admin, end := clitest.NewAdmin(t, data)
	for _, c := range customers {
		c.open(t, admin)
	}
	end()
	server := clitest.Start(t, data, "--workers=2", fmt.Sprint("--queue=", soakQueue), "--cache="+clitest.WarmCache(t))
	t.Cleanup(server.End)
	transport := &http.Transport{MaxIdleConnsPerHost: soakClients, MaxConnsPerHost: soakClients}
	client := &http.Client{Transport: transport}
	times := &soakTimes{answered: map[string]int{}}

	// What an idle server answers.
	for _, c := range customers {
		for i, w := range c.wants {
			answer, status, _, err := c.ask(client, server.URL, w)
			if err != nil || status >= 500 {
				t.Fatalf("%s on an idle server = %.300s, %v", w.name, answer, err)
			}
			c.wants[i].answer = answer
			times.note(c.account, status, 0)
		}
	}
	send := func() {
		c, w := choose(customers)
		began := time.Now()
		answer, status, header, err := c.ask(client, server.URL, w)
		took := time.Since(began)
		switch {
		case err != nil:
			t.Errorf("%s: %v", w.name, err)
			return
		case clitest.Unavailable(status, header):
		case answer != w.answer:
			t.Errorf("%s, under load = %.500q\nwant as on an idle server %.500q", w.name, answer, w.answer)
		}
		times.note(c.account, status, took)
	}
	// Measure what the server can do: as much as a few clients get done.
	var done atomic.Int64
	var few sync.WaitGroup
	calibrated := time.Now()
	calibration := min(duration, 10*time.Second)
	for range 4 {
		few.Go(func() {
			for time.Since(calibrated) < calibration {
				send()
				done.Add(1)
			}
		})
	}
	few.Wait()
	rate := float64(done.Load()) / time.Since(calibrated).Seconds()
	times.admitted, times.refused = nil, nil
	before, meter := clitest.HeldBy(t, server.Pid), clitest.NewMeter(t, server.Pid)

	// Send twice that, whatever is answered, as long as there are connections. If the
	// machine was busy with other things during the measurement it can do more: then
	// the rate is raised until some requests are refused.
	asked := 2 * rate
	tickets := make(chan struct{}, soakClients)
	var sent, skipped int
	var all sync.WaitGroup
	ticker := time.NewTicker(time.Duration(float64(time.Second) / asked))
	for began := time.Now(); time.Since(began) < duration || times.noneRefused() && time.Since(began) < duration+soakWait; <-ticker.C {
		if sent++; sent%soakPatience == 0 && times.noneRefused() {
			asked *= 2
			ticker.Reset(time.Duration(float64(time.Second) / asked))
		}
		select {
		case tickets <- struct{}{}:
			all.Go(func() {
				defer func() { <-tickets }()
				send()
			})
		default:
			skipped++
		}
	}
	ticker.Stop()
	all.Wait()
	meter.End()
	client.CloseIdleConnections()

	t.Logf("it can do %.1f documents a second, and was asked for %.1f, for %v (%d not sent, for want of connections)", rate, asked, duration, skipped)
	t.Logf("admitted: %s", percentiles(times.admitted))
	t.Logf("refused with 503: %s", percentiles(times.refused))
	t.Log(meter)
	if len(times.admitted) == 0 || len(times.refused) == 0 {
		t.Errorf("%d requests were admitted and %d refused, want some of each", len(times.admitted), len(times.refused))
	}
	if longest := slices.Max(append(times.admitted, 0)); longest > soakWait {
		t.Errorf("an admitted request took %v, want at most %v", longest, soakWait)
	}
	quarter := len(meter.Server) / 4
	second, last := mean(meter.Server[quarter:2*quarter]), mean(meter.Server[3*quarter:])
	t.Logf("the server's memory was %.0f KB in the second quarter and %.0f KB in the last", second, last)
	if last-second > soakGrowth {
		t.Errorf("the server's memory grew by %.0f KB from the second quarter to the last, want at most %d KB", last-second, soakGrowth)
	}
	clitest.CheckHeld(t, server, before, 2)
	for _, c := range customers {
		clitest.CheckPaid(t, data, c.account, times.answered[c.account])
	}
	if strings.Contains(server.Complaints(), `"level":"ERROR"`) {
		t.Errorf("the server says:\n%.3000s", server.Complaints())
	}
}

func mean(values []int) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sum := 0
	for _, v := range values {
		sum += v
	}
	return float64(sum) / float64(len(values))
}
