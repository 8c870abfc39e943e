package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"lineitem/convert/cli/clitest"
)

// The unit in convert/serve/README.md is accepted by systemd, starts the program with flags that
// exist, and allows it the memory that it may need.
func TestUnit(t *testing.T) {
	readme, err := os.ReadFile("../serve/README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(readme), "/etc/systemd/system/lineitem.service <<'END'\n")
	unit, _, found := strings.Cut(rest, "\nEND\n")
	if !found {
		t.Fatal("convert/serve/README.md has no unit")
	}
	settings := map[string]string{}
	for line := range strings.Lines(unit) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
			settings[name] += value + "\n"
		}
	}
	for _, name := range []string{"Description", "MemoryMax", "SystemCallFilter", "RestrictAddressFamilies"} {
		if settings[name] == "" {
			t.Errorf("the unit has no %s", name)
		}
	}
	if want := "seccomp landlock_create_ruleset landlock_add_rule landlock_restrict_self"; !strings.Contains(settings["SystemCallFilter"], want) {
		t.Errorf("the unit's SystemCallFilter is %q, want also %s, which workers call", settings["SystemCallFilter"], want)
	}
	args := strings.Fields(settings["ExecStart"])
	if status, _, stderr := clitest.Run(append(args[1:], "-h")...); status != 0 {
		t.Errorf("%q = %d %s, want flags that exist", args, status, stderr)
	}
	checkMemoryMax(t, strings.TrimSpace(settings["MemoryMax"]), args)
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Skip("systemd-analyze is missing")
	}
	program, err := filepath.Abs(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "lineitem.service")
	if err := os.WriteFile(file, []byte(strings.Replace(unit, args[0], program, 1)+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	text, err := exec.Command("systemd-analyze", "verify", file).CombinedOutput()
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, filepath.Base(file)) { // other lines are about the machine
			t.Errorf("systemd-analyze verify says (%v): %s", err, line)
		}
	}
}

// checkMemoryMax checks that the unit allows as much memory as a machine needs according to
// convert/serve/README.md.
func checkMemoryMax(t *testing.T, max string, args []string) {
	t.Helper()
	mebibytes, err := strconv.Atoi(strings.TrimSuffix(max, "M"))
	if err != nil {
		t.Fatalf("MemoryMax=%s, want a number of M", max)
	}
	workers := 0
	for i, arg := range args[1:] {
		if args[i] == "--workers" {
			workers, _ = strconv.Atoi(arg)
		}
	}
	const server, requests, results = 150, 256, 64
	memory := int(defaultConversion(1).memory >> 20)
	if need := workers*memory*5/4 + requests + results + server; workers == 0 || mebibytes < need {
		t.Errorf("with %d workers MemoryMax is %d MiB, want at least %d", workers, mebibytes, need)
	}
}
