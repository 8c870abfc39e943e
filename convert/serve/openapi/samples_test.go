package openapi_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"lineitem/quota"
)

// TestCodeSamples checks that the requests shown in the OpenAPI document run as
// they are, and succeed.
func TestCodeSamples(t *testing.T) {
	need(t, "sh", "curl")
	s := start(t)
	key := s.account(t, "rich", quota.Pro, quota.Limits{})
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "order.pdf"), read(t, "orders/german-letter.pdf"), 0o600); err != nil {
		t.Fatal(err)
	}
	prints := map[string]string{
		"GET /api/v1/account": `{"account":"rich",`, "POST /api/v1/layouts": `{"id":"ly_`, "GET /api/v1/layouts": `{"layouts":[`,
	}
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
				command.Dir = dir
				command.Env = append(os.Environ(), "LINEITEM_URL="+s.URL, "LINEITEM_KEY="+key)
				var complaint strings.Builder
				command.Stderr = &complaint
				answer, err := command.Output()
				if err != nil {
					t.Errorf("%s %s: %s\nends with %v: %s%s", method, path, sample.Source, err, answer, &complaint)
				}
				if want := prints[method+" "+path]; want == "" || !strings.Contains(string(answer), want) {
					t.Errorf("%s %s: %s\nprints %s, want %s", method, path, sample.Source, answer, want)
				}
			}
		}
	}
	if samples != len(prints) {
		t.Errorf("the document shows %d requests, want %d", samples, len(prints))
	}
}
