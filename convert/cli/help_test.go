package cli

import (
	"bytes"
	"strings"
	"testing"
)

// Usage has lines no wider than a terminal, and lists a command's own flags first.
func TestUsageIsReadable(t *testing.T) {
	for _, args := range []string{"convert", "serve", "account add", "store copy", "completion", "plugin check", "accuracy"} {
		var out bytes.Buffer
		if status := Run(append(strings.Fields(args), "-h"), nil, &out, &out); status != 0 {
			t.Errorf("lineitem %s -h = %d, want 0", args, status)
		}
		for line := range strings.Lines(out.String()) {
			if len(line) > 90 && strings.Contains(strings.TrimSpace(line), " ") {
				t.Errorf("lineitem %s -h has a line of %d characters: %s", args, len(line), line)
			}
		}
		own, limit := strings.Index(out.String(), "\n  --format"), strings.Index(out.String(), "\n  --max-bytes")
		if args == "convert" && (own < 0 || own > limit) {
			t.Errorf("lineitem convert -h tells limits before its own flags:\n%s", &out)
		}
	}
}
