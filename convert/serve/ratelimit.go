package serve

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"lineitem/quota"
)

// setRateLimit writes the fields RateLimit-Policy and RateLimit
// (draft-ietf-httpapi-ratelimit-headers-10): lists of structured fields (RFC
// 9651), one item per window.
//
//	RateLimit-Policy: "minute";q=30;w=60, "day";q=1000;w=86400
//	RateLimit: "minute";r=29;t=60, "day";r=999;t=3600
func setRateLimit(h http.Header, windows []quota.Window) {
	var policy, state strings.Builder
	item := func(b *strings.Builder, name, key string, value int64, key2 string, value2 int64) {
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		b.WriteString(`"` + name + `";` + key + "=" + strconv.FormatInt(value, 10) +
			";" + key2 + "=" + strconv.FormatInt(value2, 10))
	}
	for _, w := range windows {
		item(&policy, w.Name, "q", int64(w.Quota), "w", wholeSeconds(w.Length))
		item(&state, w.Name, "r", int64(w.Remaining), "t", wholeSeconds(w.Reset))
	}
	h.Set("RateLimit-Policy", policy.String())
	h.Set("RateLimit", state.String())
}

// wholeSeconds returns d in seconds, rounded up, so that a client that waits that long
// has waited long enough.
func wholeSeconds(d time.Duration) int64 { return int64((d + time.Second - 1) / time.Second) }
