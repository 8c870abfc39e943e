package openapi_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"lineitem/convert/serve"
	"lineitem/quota"
)

// The requests that the document shows can be run as they stand, and are answered
// with a success.
func TestCodeSamples(t *testing.T) {
	need(t, "sh", "curl")
	s := start(t)
	key := s.account(t, "rich", quota.Pro, quota.Limits{})
	samples := 0
	for path, item := range loadContract(t).document.Paths.Map() {
		for method, operation := range item.Operations() {
			encoded, err := json.Marshal(operation.Extensions["x-codeSamples"])
			if err != nil {
				t.Fatal(err)
			}
			var shown []struct{ Lang, Source string }
			if err := json.Unmarshal(encoded, &shown); err != nil {
				t.Fatalf("%s %s has the samples %s: %v", method, path, encoded, err)
			}
			for _, sample := range shown {
				samples++
				command := exec.CommandContext(t.Context(), "sh", "-c", sample.Source)
				command.Env = append(os.Environ(), "LINEITEM_URL="+s.URL, "LINEITEM_KEY="+key)
				var complaint strings.Builder
				command.Stderr = &complaint
				answer, err := command.Output()
				if err != nil {
					t.Errorf("%s %s: %s\nends with %v: %s%s", method, path, sample.Source, err, answer, &complaint)
				}
				var account serve.Account
				if err := json.Unmarshal(answer, &account); err != nil || account.Account != "rich" || account.Allowance.Remaining != 1000 {
					t.Errorf("%s %s: %s\nprints %s, want how the account stands", method, path, sample.Source, answer)
				}
			}
		}
	}
	if samples != 1 {
		t.Errorf("the document shows %d requests, want 1", samples)
	}
}
