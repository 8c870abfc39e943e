package cli

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"lineitem/convert/cli/clitest"
	"lineitem/convert/testenv"
)

// asFirst makes a command process 1 of a PID namespace of its own, as in a container.
func asFirst(t *testing.T, cmd *exec.Cmd) *exec.Cmd {
	t.Helper()
	attributes := &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWPID}
	if os.Getuid() != 0 {
		attributes.Cloneflags |= syscall.CLONE_NEWUSER
		attributes.UidMappings = []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}}
		attributes.GidMappings = []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}}
	}
	try := exec.Command(os.Args[0], "version")
	try.SysProcAttr = attributes
	if err := try.Run(); err != nil {
		t.Skip("no PID namespace may be made here: ", err)
	}
	cmd.SysProcAttr = attributes
	return cmd
}

// As process 1, the service converts, waits for orphaned processes so that no zombies
// remain, and exits with status 0 on SIGTERM.
func TestServeAsProcess1(t *testing.T) {
	clitest.NeedProc(t)
	data, key := clitest.NewPayer(t)
	server := clitest.StartCommand(t, asFirst(t, exec.Command(os.Args[0], clitest.ServeArgs(data)...)))
	awaitChildren(t, server.Pid, 1) // the service alone
	client := clitest.NewClient()
	defer client.CloseIdleConnections()
	orphan(t, server.Pid)
	if status, body, err := clitest.OrderUpload(t).Answer(client, server.URL, key); status != http.StatusOK {
		t.Errorf("convert = %d %s %v, want 200", status, body, err)
	}
	orphan(t, server.Pid)
	if err := server.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := server.Wait(); err != nil {
		t.Errorf("after SIGTERM process 1 ended with %v, want status 0:\n%s", err, server.Everything())
	}
}

// orphan starts a process without a parent in the PID namespace of another one, ends it,
// and waits until nothing is left of it, so that process 1 must have waited for it.
func orphan(t *testing.T, first int) {
	t.Helper()
	if _, err := exec.LookPath("nsenter"); err != nil {
		testenv.Missing(t, "nsenter")
	}
	args := []string{"--target", fmt.Sprint(first), "--pid"}
	if os.Getuid() != 0 {
		args = append(args, "--user", "--preserve-credentials")
	}
	before := clitest.Children(t, first)
	// The sleeping process ends by itself if the test fails.
	enter := exec.Command("nsenter", append(args, "sh", "-c", "sleep 60 >/dev/null 2>&1 &")...)
	if text, err := enter.CombinedOutput(); err != nil {
		t.Skipf("no other namespace may be entered here: %v %s", err, text)
	}
	after := awaitChildren(t, first, len(before)+1)
	for _, pid := range after {
		if command, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid)); strings.HasPrefix(string(command), "sleep\x00") {
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	awaitChildren(t, first, len(before))
}

// awaitChildren waits until a process has as many children as wanted, including those that
// have ended and were not waited for.
func awaitChildren(t *testing.T, pid, want int) []int {
	t.Helper()
	var children []int
	for range 2000 {
		if children = clitest.Children(t, pid); len(children) == want {
			return children
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("process 1 has %d children, want %d", len(children), want)
	return nil
}

// Process 1 exits with the status with which the service ends.
func TestStatusOfProcess1(t *testing.T) {
	status := func(cmd *exec.Cmd) int {
		var exit *exec.ExitError
		if err := cmd.Run(); !errors.As(err, &exit) {
			t.Fatalf("%q = %v, want a status", cmd.Args, err)
		}
		return exit.ExitCode()
	}
	if got := status(asFirst(t, exec.Command(os.Args[0], "serve", "surplus"))); got != exitUsage {
		t.Errorf("serve with a wrong command line ends with %d as process 1, want %d", got, exitUsage)
	}
	clitest.NeedProc(t)
	server := clitest.StartCommand(t, asFirst(t, exec.Command(os.Args[0], clitest.ServeArgs(t.TempDir())...)))
	syscall.Kill(awaitChildren(t, server.Pid, 1)[0], syscall.SIGKILL)
	var exit *exec.ExitError
	if err := server.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 128+int(syscall.SIGKILL) {
		t.Errorf("after the service was killed process 1 ended with %v, want status %d", err, 128+int(syscall.SIGKILL))
	}
}
