package abusetest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"lineitem/convert/cli/clitest"
	"lineitem/convert/testenv"
	"lineitem/quota"
)

// No conversion makes a temporary file, not even for a moment: the folders for
// temporary files, which no other process sees here, are not modified.
func TestNoTemporaryFiles(t *testing.T) {
	testenv.Long(t, "reads pictures")
	clitest.NeedProc(t)
	shell, base := clitest.OwnMounts(t), t.TempDir()
	program := filepath.Join(base, "program")
	if err := os.Link(os.Args[0], program); err != nil {
		t.Skip("the program cannot be where its mount is: ", err)
	}
	data := filepath.Join(base, "data")
	admin, end := clitest.NewAdmin(t, data)
	customers := newCustomers()[:3]
	for _, c := range customers {
		c.open(t, admin)
	}
	picture := clitest.AddAccount(t, admin, quota.NewAccount{ID: "picture", Credits: 100, Limits: clitest.Unlimited})
	end()
	// The data stays reachable at its mount point; the folders for temporary files are new.
	script := `mount --bind ` + base + ` /mnt && mount -t tmpfs tmpfs /tmp && mount --bind /tmp /var/tmp && mkdir /tmp/empty`
	args := clitest.ServeArgs("/mnt/data", "--workers=2", "--sync=false", "--cache=/mnt/cache")
	server := clitest.StartCommand(t, exec.Command(shell[0], append(append(shell[1:], "sh", "-c", script+` && exec "$0" "$@"`, "/mnt/program"), args...)...))
	root := filepath.Join("/proc", fmt.Sprint(server.Pid), "root")
	inside := filepath.Join(root, "tmp")
	changed := func() syscall.Timespec {
		t.Helper()
		var s syscall.Stat_t
		if err := syscall.Stat(inside, &s); err != nil {
			t.Fatal(err)
		}
		return s.Mtim
	}
	before := changed()
	mix(t, server.URL, customers, 1)
	client := clitest.NewClient()
	for _, name := range []string{"us-letter-scan.jpg", "portuguese-fax.pdf", "us-accounting-clean.webp"} {
		document, err := os.ReadFile(clitest.Testdata("pictures", name))
		if err != nil {
			t.Fatal(err)
		}
		if status, _, err := clitest.NewUpload(name, document).Post(client, server.URL, picture, ""); err != nil || status != 200 {
			t.Errorf("%s = %d, %v, want 200", name, status, err)
		}
	}
	if after := changed(); after != before {
		t.Error("files were made in the folder for temporary files")
	}
	entries, err := os.ReadDir(inside)
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder for temporary files holds %v, %v, want what was there", entries, err)
	}
}
