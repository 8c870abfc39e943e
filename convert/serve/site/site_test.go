package site

import (
	"encoding/xml"
	"fmt"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"lineitem/quota"
)

func TestLimiter(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	l := newLimiter(3, 15*time.Minute, now)
	for _, tt := range []struct {
		name  string
		after time.Duration // since now
		want  time.Duration // time to wait
	}{
		{"a", 0, 0}, {"a", time.Minute, 0}, {"a", 2 * time.Minute, 0},
		{"a", 3 * time.Minute, 2 * time.Minute}, {"a", 4 * time.Minute, time.Minute}, // refused attempts do not prolong the wait
		{"b", 4 * time.Minute, 0},
		{"a", 5 * time.Minute, 0}, {"a", 5 * time.Minute, 5 * time.Minute}, // one attempt has come back
		{"a", 14 * time.Minute, 0}, {"a", 14 * time.Minute, time.Minute},
		{"a", time.Hour, 0}, {"a", time.Hour, 0}, {"a", time.Hour, 0}, {"a", time.Hour, 5 * time.Minute}, // all attempts have come back
	} {
		if got := l.take(tt.name, now.Add(tt.after)); got != tt.want {
			t.Errorf("take(%q) after %v = %v, want %v", tt.name, tt.after, got, tt.want)
		}
	}
	for range 10 {
		if wait := l.take("c", now); wait != 0 {
			t.Errorf("take after giveBack = %v, want 0", wait)
		}
		l.giveBack("c")
	}
	l.giveBack("d") // nothing to give back
	for i := range 4 {
		if got, want := l.take("d", now.Add(time.Hour)) > 0, i == 3; got != want {
			t.Errorf("take number %d after it has to wait: %t, want %t", i+1, got, want)
		}
	}
}

func TestOrigin(t *testing.T) {
	h := &Handler{config: Config{Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("10.1.0.0/16")}}}
	for _, tt := range []struct {
		peer      string
		forwarded []string
		want      string
	}{
		{"203.0.113.7:4711", nil, "203.0.113.7"},
		{"203.0.113.7:4711", []string{"198.51.100.1"}, "203.0.113.7"}, // not one of our proxies
		{"127.0.0.1:4711", nil, "127.0.0.1"},
		{"127.0.0.1:4711", []string{"198.51.100.1"}, "198.51.100.1"},
		{"127.0.0.1:4711", []string{"192.0.2.1, 198.51.100.1"}, "198.51.100.1"},
		{"127.0.0.1:4711", []string{"192.0.2.1", "198.51.100.1"}, "198.51.100.1"},
		{"127.0.0.1:4711", []string{"198.51.100.1:5000"}, "198.51.100.1"},
		{"10.1.2.3:4711", []string{"[2001:db8:1:2:3::4]:5000"}, "2001:db8:1:2::/64 of 2001:db8:1::/48"},
		{"10.1.2.3:4711", []string{"2001:db8:1:2::9"}, "2001:db8:1:2::/64 of 2001:db8:1::/48"},
		{"10.1.2.3:4711", []string{"::ffff:198.51.100.1"}, "198.51.100.1"},
		{"10.1.2.3:4711", []string{"unknown"}, "10.1.2.3"},
		{"10.1.2.3:4711", []string{"198.51.100.1, "}, "10.1.2.3"},
		{"[::ffff:127.0.0.1]:4711", []string{"198.51.100.1"}, "198.51.100.1"},
		{"[fe80::1%eth0]:4711", nil, "fe80::/64 of fe80::/48"},
		{"@", nil, "@"}, // a Unix socket
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = tt.peer
		r.Header["X-Forwarded-For"] = tt.forwarded
		o := h.origin(r)
		got := o.address
		if o.site != "" {
			got += " of " + o.site
		}
		if got != tt.want {
			t.Errorf("origin of %s with X-Forwarded-For %q = %q, want %q", tt.peer, tt.forwarded, got, tt.want)
		}
	}
}

func FuzzForwardedFor(f *testing.F) {
	for _, s := range []string{"198.51.100.1", "a, [2001:db8::1]:80", "[", ",", "fe80::1%eth0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, field string) {
		if a, ok := forwardedFor([]string{field}); ok != a.IsValid() || a.Zone() != "" {
			t.Errorf("forwardedFor(%q) = %v, %t", field, a, ok)
		}
	})
}

func days(conversions, credits []int) []quota.DayUsage {
	all := make([]quota.DayUsage, len(conversions))
	for i := range all {
		all[i] = quota.DayUsage{Day: time.Date(2026, 10, 23+i, 0, 0, 0, 0, time.UTC), Conversions: conversions[i], FromCredits: credits[i]}
	}
	return all
}

func TestChart(t *testing.T) {
	conversions, credits := make([]int, 30), make([]int, 30)
	conversions[0], conversions[28], credits[28], conversions[29], credits[29] = 20, 1000, 250, 5, 5
	got := string(chart(days(conversions, credits)))
	for _, part := range []string{
		`<title id="usage-title">Conversions of the last 30 days</title>`,
		`1,025 in all, at most 1,000 on one day.`,
		`<title>20 Nov 2026: 1,000, 250 with credits</title>`,
		`>21 Nov</text>`, `>24 Oct</text>`, `>500</text>`, `>1,000</text>`,
		`class="plan" x="93.80%" width="2.40%" y="45.0" height="105.0"`,   // three quarters of the whole height,
		`class="credits" x="93.80%" width="2.40%" y="10.0" height="35.0"`, // and the rest above
		`<p class="legend">`,
	} {
		if !strings.Contains(got, part) {
			t.Errorf("the chart lacks %q: %s", part, got)
		}
	}
	if n := strings.Count(got, `class="plan"`) - 1; n != 2 {
		t.Errorf("the chart has %d bars of the plan, want 2", n)
	}
	decoder := xml.NewDecoder(strings.NewReader("<x>" + got + "</x>"))
	for {
		if _, err := decoder.Token(); err != nil {
			if err.Error() != "EOF" {
				t.Errorf("the chart is not well formed: %v", err)
			}
			break
		}
	}
	if empty := string(chart(days(make([]int, 30), make([]int, 30)))); strings.Contains(empty, "<rect") || strings.Contains(empty, "legend") {
		t.Errorf("the chart of no conversions = %s, want no bars", empty)
	}
}

func TestNiceTop(t *testing.T) {
	for _, tt := range [][2]int{{0, 2}, {1, 2}, {2, 2}, {3, 4}, {5, 10}, {10, 10}, {11, 20}, {37, 40}, {41, 100}, {1000, 1000}, {1001, 2000}} {
		if got := niceTop(tt[0]); got != tt[1] {
			t.Errorf("niceTop(%d) = %d, want %d", tt[0], got, tt[1])
		}
	}
}

func TestTexts(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1000: "-1,000", -999: "-999"} {
		if got := countText(n); got != want {
			t.Errorf("countText(%d) = %q, want %q", n, got, want)
		}
	}
	for n, want := range map[int64]string{12: "12 bytes", 1536: "1.5 KiB", 3 << 20: "3 MiB"} {
		if got := sizeText(n); got != want {
			t.Errorf("sizeText(%d) = %q, want %q", n, got, want)
		}
	}
	for d, want := range map[time.Duration]string{time.Second: "a minute", time.Minute: "a minute", 61 * time.Second: "2 minutes", 15 * time.Minute: "15 minutes"} {
		if got := minutes(d); got != want {
			t.Errorf("minutes(%v) = %q, want %q", d, got, want)
		}
	}
	at := time.Date(2026, 1, 2, 23, 30, 0, 0, time.FixedZone("", -3600))
	if got := fmt.Sprint(dayText(at), "; ", momentText(at)); got != "3 Jan 2026; 3 Jan 2026, 00:30 UTC" {
		t.Errorf("a time in another zone = %q", got)
	}
}
