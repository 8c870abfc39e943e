package cli

import (
	"testing"
	"time"
)

func TestTimes(t *testing.T) {
	for _, tt := range []struct {
		text string
		want time.Duration // -1: refused
	}{
		{"90s", 90 * time.Second},
		{"1h30m", 90 * time.Minute},
		{"7d", 7 * 24 * time.Hour},
		{"0", 0},
		{"0d", 0},
		{"-1h", -1},
		{"-1d", -1},
		{"1.5d", -1},
		{"99999999999d", -1},
		{"d", -1},
		{"30", -1},
		{"soon", -1},
	} {
		got, err := parseTime(tt.text)
		if err != nil {
			got = -1
		}
		if got != tt.want {
			t.Errorf("parseTime(%q) = %v (%v), want %v", tt.text, got, err, tt.want)
		}
	}
	for text, want := range map[string]string{
		"2m0s": "2m", "72h0m0s": "72h", "1h30m0s": "1h30m", "10m10s": "10m10s", "20s": "20s", "0s": "", "500": "500", "": "", "0": "0", "free": "free",
	} {
		if got := shortTime(text); got != want {
			t.Errorf("shortTime(%q) = %q, want %q", text, got, want)
		}
	}
}
