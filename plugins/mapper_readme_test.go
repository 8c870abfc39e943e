package plugins

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// The README's example of a mapper's input has exactly the members that a mapper is
// given, and its example of an answer is accepted.
func TestContractInREADME(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(readme), "### The contract, version 1")
	parts := strings.SplitN(text, "```", 5)
	if len(parts) < 5 {
		t.Fatal("the README has no examples of the contract")
	}
	given, answer := strings.TrimPrefix(parts[1], "json"), strings.TrimPrefix(parts[3], "json")
	if got, want := shape(t, []byte(given)), shape(t, appendSheet(nil, SampleSheet())); !slices.Equal(got, want) {
		t.Errorf("the README's input has %q, want %q", got, want)
	}
	if mapped, message, err := parseMapped([]byte(answer), DefaultMapperLimits.Value); err != nil || message != "" || len(mapped.Rows) != 1 {
		t.Errorf("parseMapped of the README's answer = %v, %q, %v, want one row", mapped, message, err)
	}
}

// shape returns the paths of the members that an object has, at any depth, sorted.
// Members whose names are keys of columns count as one.
func shape(t *testing.T, data []byte) []string {
	t.Helper()
	var value any
	if err := json.Unmarshal(data, &value); err != nil {
		t.Fatal(err)
	}
	var members []string
	var walk func(path string, value any)
	walk = func(path string, value any) {
		switch v := value.(type) {
		case []any:
			for _, element := range v {
				walk(path+"[]", element)
			}
		case map[string]any:
			for name, member := range v {
				if path == ".rows[]" || path == ".evidence[]" {
					name = "KEY"
				}
				if name != "proof" { // which is left out if there is none
					walk(path+"."+name, member)
				}
			}
		default:
			members = append(members, path)
		}
	}
	walk("", value)
	slices.Sort(members)
	return slices.Compact(members)
}
