package cli

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"
)

// helpOf returns the help text of a command, on one line.
func helpOf(t *testing.T, command string) string {
	t.Helper()
	var out bytes.Buffer
	if status := Run(append(strings.Fields(command), "-h"), nil, &out, &out); status != 0 {
		t.Fatalf("lineitem %s -h = %d %s", command, status, &out)
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

// The flags in README files exist, and limits have the defaults that are stated there.
func TestFlagsInREADME(t *testing.T) {
	var help strings.Builder
	for _, group := range commandNames {
		text := helpOf(t, group)
		help.WriteString(text)
		for _, match := range regexp.MustCompile(`lineitem `+group+` ([a-z-]+) `).FindAllStringSubmatch(text, -1) {
			help.WriteString(helpOf(t, group+" "+match[1]))
		}
	}
	for _, file := range []string{"README.md", "convert/README.md", "convert/serve/README.md", "quota/README.md", "plugins/README.md", "plugins/mapper/README.md", "SECURITY.md"} {
		text, err := os.ReadFile("../../" + file)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range regexp.MustCompile("lineitem [a-z][^\n`]*|`--[^`]*`").FindAllString(string(text), -1) {
			for _, flag := range regexp.MustCompile(`(?:^|[ \x60])(--[a-z][a-z-]*)`).FindAllStringSubmatch(match, -1) {
				if !strings.Contains(help.String(), " "+flag[1]+" ") {
					t.Errorf("%s names %s, which no command has", file, flag[1])
				}
			}
		}
		if file == "convert/serve/README.md" {
			checkDefaults(t, string(text), helpOf(t, "serve"))
		}
	}
}

// checkDefaults compares the defaults in the README's table of limits with those in a command's help.
func checkDefaults(t *testing.T, readme, help string) {
	t.Helper()
	compared := 0
	for _, row := range regexp.MustCompile("(?m)^\\| [^|]* \\| `(--[a-z-]+)` \\| ([0-9A-Za-z]+)").FindAllStringSubmatch(readme, -1) {
		flag, said := row[1], row[2]
		_, rest, found := strings.Cut(help, " "+flag+" ")
		rest, _, _ = strings.Cut(rest, " --")
		if !found {
			t.Errorf("serve has no %s", flag)
		} else if want := regexp.MustCompile(`\(default ([^)]*)\)`).FindStringSubmatch(rest); want != nil && flag != "--workers" {
			if compared++; said != want[1] {
				t.Errorf("%s has the default %s, where convert/serve/README.md says %s", flag, want[1], said)
			}
		}
	}
	if compared < 30 {
		t.Errorf("convert/serve/README.md has %d limits, want more than 30", compared)
	}
}
