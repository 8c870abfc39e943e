package crashtest

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"lineitem/convert/cli/clitest"
)

// A watcher whose outbox is on a full disk reports that, leaves the file in the inbox, and
// goes on when there is room.
func TestWatcherWithFullDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	clitest.NeedProc(t)
	shell, inbox, outbox := clitest.OwnMounts(t), t.TempDir(), t.TempDir()
	order, err := os.ReadFile(clitest.SampleOrder())
	if err == nil {
		err = os.WriteFile(filepath.Join(inbox, "order.pdf"), order, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf(`mount -t tmpfs -o size=64k tmpfs %[1]s && touch %[1]s/.lineitem-outbox && { cat /dev/zero > %[1]s/filler 2>/dev/null || true; } && exec "$0" "$@"`, outbox)
	args := append(shell[1:len(shell):len(shell)], "sh", "-c", script, os.Args[0], "watch", inbox, "-o", outbox, "--quiet=1ms")
	watcher := exec.Command(shell[0], args...)
	stderr, err := watcher.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := watcher.Start(); err != nil {
		t.Fatal(err)
	}
	defer watcher.Wait()
	defer watcher.Process.Kill()
	inside := filepath.Join("/proc", fmt.Sprint(watcher.Process.Pid), "root", outbox) // as the watcher sees it
	said := ""
	for lines := bufio.NewScanner(stderr); lines.Scan(); {
		said += lines.Text() + "\n"
		switch {
		case strings.Contains(lines.Text(), "no space left on device"):
			if _, err := os.Stat(filepath.Join(inbox, "order.pdf")); err != nil {
				t.Errorf("with a full disk the file is not in the inbox: %v", err)
			}
			if err := os.Remove(filepath.Join(inside, "filler")); err != nil {
				t.Fatal(err)
			}
		case strings.Contains(lines.Text(), `"msg":"converted"`):
			if info, err := os.Stat(filepath.Join(inside, "order.pdf.json")); err != nil || info.Size() == 0 {
				t.Errorf("with room again the result is %v, %v", info, err)
			}
			if !strings.Contains(said, "no space left on device") {
				t.Errorf("the watcher says\n%s\nwant that there is no space", said)
			}
			return
		}
	}
	t.Errorf("the watcher ends and says\n%s", said)
}
