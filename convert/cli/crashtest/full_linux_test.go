package crashtest

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"lineitem/convert/cli/clitest"
)

// creditsShown matches the line with a payer's credits in what "account show" prints.
var creditsShown = regexp.MustCompile(`(?m)^credits +99999$`)

// A server that starts while the disk is full answers 503 to everybody, and goes on by
// itself when there is room; accounts can be inspected meanwhile.
func TestStartWithFullDisk(t *testing.T) {
	clitest.NeedProc(t)
	file, client := clitest.OrderUpload(t), clitest.NewClient()
	for _, tt := range []struct {
		name   string
		filled int                                           // MiB of 90
		left   func(t *testing.T, data, key string) (by int) // leaves the data of an earlier process, and returns how many conversions that answered
		waits  bool                                          // whether the server must wait for room before it can open the store
	}{
		{"after a server that was killed", 42, serveAndKill, false},
		{"after a server that left a conversion open", 42, leaveOneOpen, true},
		{"without any room, after one that was killed", 84, serveAndKill, true},
		{"without any room", 84, leaveOneOpen, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			shell, data := clitest.OwnMounts(t), t.TempDir()
			before, key := clitest.NewPayer(t)
			answered := tt.left(t, before, key)
			script := fmt.Sprintf("mount -t tmpfs -o size=90m tmpfs %[1]s && cp -a %[2]s/. %[1]s && head -c %[3]dM /dev/zero > %[1]s/filler", data, before, tt.filled)
			args := append(append(shell[1:len(shell):len(shell)], "sh", "-c", script+` && exec "$0" "$@"`, os.Args[0]), clitest.ServeArgs(data, "--workers=1")...)
			server := clitest.Launch(t, exec.Command(shell[0], args...))
			message := clitest.ListeningMessage
			if tt.waits {
				message = clitest.WaitingMessage
			}
			url := server.Await(t, message)
			inside := filepath.Join("/proc", fmt.Sprint(server.Pid), "root", data) // the mount as the server sees it
			if status, header, err := file.Post(client, url, key, ""); err != nil || !clitest.Unavailable(status, header) {
				t.Errorf("with a full disk a request = %d with Retry-After: %q, %v, want 503 and a number", status, header.Get("Retry-After"), err)
			}
			if got := clitest.Done(t, "account", "show", "payer", "--data="+inside); !creditsShown.MatchString(got) {
				t.Errorf("account show with a full disk =\n%s\nwant 99,999 credits", got)
			}
			if got := clitest.Done(t, "account", "audit", "--data="+inside); !strings.Contains(got, "all balances equal") {
				t.Errorf("account audit with a full disk = %s", got)
			}
			if status, _, stderr := clitest.Run("account", "credits", "payer", "5", "--data="+inside); status != 1 || !strings.Contains(stderr, "almost full") {
				t.Errorf("account credits with a full disk = %d %q, want 1 and that it is full", status, stderr)
			}
			if err := os.Remove(filepath.Join(inside, "filler")); err != nil {
				t.Fatal(err)
			}
			if tt.waits {
				server.Await(t, clitest.ListeningMessage)
			}
			if status, _, err := file.Post(client, server.URL, key, ""); err != nil || status != http.StatusOK {
				t.Errorf("with room again a request = %d, %v, want 200", status, err)
			}
			clitest.CheckPaid(t, inside, "payer", answered+1)
		})
	}
}

// serveAndKill lets a server answer one request, and kills it.
func serveAndKill(t *testing.T, data, key string) (answered int) {
	t.Helper()
	server := clitest.Start(t, data, "--workers=1")
	status, _, err := clitest.OrderUpload(t).Post(clitest.NewClient(), server.URL, key, "")
	if err != nil || status != http.StatusOK {
		t.Fatalf("a request = %d, %v, want 200", status, err)
	}
	server.Kill()
	return 1
}

// leaveOneOpen leaves a conversion that was charged but not answered.
func leaveOneOpen(t *testing.T, data, key string) (answered int) {
	t.Helper()
	clitest.LeaveOpen(t, data, key)
	return 0
}
