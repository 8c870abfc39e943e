//go:build linux && (amd64 || arm64)

package workerpool

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// killMyself kills the worker as an operator would, or the kernel when memory is
// short. With this call a confined process can reach only itself.
func killMyself() {
	unix.Tgkill(os.Getpid(), unix.Gettid(), syscall.SIGKILL)
	select {}
}

// confinesFiles reports whether Landlock is available. It is not in a binary with
// cgo.
func confinesFiles() bool {
	_, err := landlockRules()
	_, _, errno := syscall.AllThreadsSyscall(unix.SYS_GETPID, 0, 0, 0)
	return err == nil && errno == 0
}

// try makes the named system call, and returns its error if the call was refused.
// It ignores other errors, which show that the kernel has processed the call.
func try(name string) error {
	name, target, _ := strings.Cut(name, " ")
	var o outside
	fmt.Sscan(target, &o.process, &o.file)
	err := trials[name](o)
	for _, refused := range []error{syscall.ENOSYS, syscall.EPERM, syscall.EACCES} {
		if errors.Is(err, refused) {
			return err
		}
	}
	return nil
}

// outside is what an attacker who has taken over a worker may want to reach.
type outside struct {
	process int
	file    string
}

// call makes a system call and returns its error only.
func call(number uintptr, arguments ...uintptr) error {
	var a [6]uintptr
	copy(a[:], arguments)
	if _, _, errno := syscall.Syscall6(number, a[0], a[1], a[2], a[3], a[4], a[5]); errno != 0 {
		return errno
	}
	return nil
}

const (
	input     = 0 // a pipe of the worker
	fioSetOwn = 0x8901
	dnModify  = 2
)

var trials = map[string]func(outside) error{
	// Files that may not be opened.
	"stat": func(o outside) error { _, err := os.Stat(o.file); return err },
	"statx": func(o outside) error {
		return unix.Statx(unix.AT_FDCWD, o.file, 0, unix.STATX_ALL, new(unix.Statx_t))
	},
	"statfs":   func(o outside) error { return unix.Statfs(o.file, new(unix.Statfs_t)) },
	"access":   func(o outside) error { return unix.Access(o.file, unix.R_OK) },
	"O_PATH":   func(o outside) error { _, err := unix.Open(o.file, unix.O_PATH, 0); return err },
	"openat2":  func(o outside) error { _, err := unix.Openat2(unix.AT_FDCWD, o.file, &unix.OpenHow{}); return err },
	"readlink": func(o outside) error { _, err := os.Readlink(o.file); return err },
	"chmod":    func(o outside) error { return os.Chmod(o.file, 0o666) },
	"chown":    func(o outside) error { return os.Chown(o.file, 65534, 65534) },
	"utimes":   func(o outside) error { return os.Chtimes(o.file, time.Unix(1, 0), time.Unix(1, 0)) },
	"setxattr": func(o outside) error { return unix.Setxattr(o.file, "user.x", []byte("x"), 0) },
	"getxattr": func(o outside) error { _, err := unix.Getxattr(o.file, "user.x", nil); return err },
	"truncate": func(o outside) error { return unix.Truncate(o.file, 0) },
	"link":     func(o outside) error { return os.Link(o.file, o.file+".link") },
	"symlink":  func(o outside) error { return os.Symlink(o.file, o.file+".link") },
	"mkdir":    func(o outside) error { return os.Mkdir(o.file+".folder", 0o700) },
	"mknod":    func(o outside) error { return unix.Mknod(o.file+".node", unix.S_IFIFO|0o600, 0) },
	"chdir":    func(o outside) error { return os.Chdir(filepath.Dir(o.file)) },
	"chroot":   func(o outside) error { return unix.Chroot(filepath.Dir(o.file)) },
	"watch": func(outside) error {
		_, err := unix.InotifyInit1(unix.IN_CLOEXEC)
		return err
	},
	"mount":     func(o outside) error { return unix.Mount("none", filepath.Dir(o.file), "tmpfs", 0, "") },
	"open_tree": func(o outside) error { _, err := unix.OpenTree(unix.AT_FDCWD, o.file, 0); return err },
	"handle": func(o outside) error {
		_, _, err := unix.NameToHandleAt(unix.AT_FDCWD, o.file, 0)
		return err
	},
	// Other processes.
	"kill":      func(o outside) error { return syscall.Kill(o.process, syscall.SIGTERM) },
	"look":      func(o outside) error { return syscall.Kill(o.process, 0) },
	"tkill":     func(o outside) error { return call(unix.SYS_TKILL, uintptr(o.process), uintptr(syscall.SIGTERM)) },
	"tgkill":    func(o outside) error { return unix.Tgkill(o.process, o.process, syscall.SIGTERM) },
	"sigqueue":  func(o outside) error { return call(unix.SYS_RT_SIGQUEUEINFO, uintptr(o.process), 15) },
	"pidfd":     func(o outside) error { _, err := unix.PidfdOpen(o.process, 0); return err },
	"ptrace":    func(o outside) error { return unix.PtraceAttach(o.process) },
	"getrlimit": func(o outside) error { return unix.Prlimit(o.process, unix.RLIMIT_NOFILE, nil, new(unix.Rlimit)) },
	"setrlimit": func(o outside) error {
		return unix.Prlimit(o.process, unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: 3, Max: 3}, nil)
	},
	"setpriority": func(o outside) error { return unix.Setpriority(unix.PRIO_PROCESS, o.process, 19) },
	"ioprio":      func(o outside) error { return call(unix.SYS_IOPRIO_SET, 1, uintptr(o.process), 3<<13) },
	"affinity": func(o outside) error {
		var set unix.CPUSet
		set.Set(0)
		return unix.SchedSetaffinity(o.process, &set)
	},
	"see-affinity": func(o outside) error { return unix.SchedGetaffinity(o.process, new(unix.CPUSet)) },
	"scheduler": func(o outside) error {
		return unix.SchedSetAttr(o.process, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_NORMAL}, 0)
	},
	"read-memory": func(o outside) error {
		_, err := unix.ProcessVMReadv(o.process, nil, nil, 0)
		return err
	},
	"move-pages": func(o outside) error { return call(unix.SYS_MOVE_PAGES, uintptr(o.process)) },
	"own":        func(o outside) error { _, err := unix.FcntlInt(input, unix.F_SETOWN, o.process); return err },
	"own-ex": func(o outside) error {
		owner := struct{ kind, process int32 }{1, int32(o.process)}
		return call(unix.SYS_FCNTL, input, unix.F_SETOWN_EX, uintptr(unsafe.Pointer(&owner)))
	},
	"own-by-ioctl":  func(o outside) error { return unix.IoctlSetPointerInt(input, fioSetOwn, o.process) },
	"signal-by-io":  func(outside) error { _, err := unix.FcntlInt(input, unix.F_SETSIG, int(syscall.SIGKILL)); return err },
	"asynchronous":  func(outside) error { _, err := unix.FcntlInt(input, unix.F_SETFL, unix.O_ASYNC); return err },
	"lease":         func(outside) error { _, err := unix.FcntlInt(input, unix.F_SETLEASE, unix.F_WRLCK); return err },
	"notify":        func(outside) error { _, err := unix.FcntlInt(input, unix.F_NOTIFY, dnModify); return err },
	"message-queue": func(outside) error { return call(unix.SYS_MQ_OPEN, 0, uintptr(unix.O_CREAT), 0o600) },
	"shared-memory": func(outside) error { _, err := unix.SysvShmGet(1, 4096, unix.IPC_CREAT); return err },
	// Networks, programs and what else leads out.
	"inet":       func(outside) error { _, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0); return err },
	"netlink":    func(outside) error { _, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_RAW, 0); return err },
	"socketpair": func(outside) error { _, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0); return err },
	"io_uring":   func(outside) error { return call(unix.SYS_IO_URING_SETUP, 1) },
	"exec":       func(outside) error { return exec.Command("/bin/true").Run() },
	"fork": func(outside) error {
		child, _, errno := syscall.RawSyscall(unix.SYS_CLONE, uintptr(unix.CLONE_UNTRACED), 0, 0)
		if errno != 0 {
			return errno
		}
		if child == 0 {
			syscall.RawSyscall(unix.SYS_EXIT_GROUP, 0, 0, 0)
		}
		return nil
	},
	"clone3":    func(outside) error { return call(unix.SYS_CLONE3) },
	"unshare":   func(outside) error { return unix.Unshare(unix.CLONE_NEWUSER) },
	"setns":     func(outside) error { return unix.Setns(input, 0) },
	"memfd":     func(outside) error { _, err := unix.MemfdCreate("x", 0); return err },
	"bpf":       func(outside) error { return call(unix.SYS_BPF) },
	"perf":      func(outside) error { return call(unix.SYS_PERF_EVENT_OPEN) },
	"faults":    func(outside) error { return call(unix.SYS_USERFAULTFD) },
	"keys":      func(outside) error { return call(unix.SYS_KEYCTL) },
	"syslog":    func(outside) error { _, err := unix.Klogctl(unix.SYSLOG_ACTION_SIZE_BUFFER, nil); return err },
	"dumpable":  func(outside) error { return unix.Prctl(unix.PR_SET_DUMPABLE, 1, 0, 0, 0) },
	"pdeathsig": func(outside) error { return unix.Prctl(unix.PR_SET_PDEATHSIG, 9, 0, 0, 0) },
	"setuid":    func(outside) error { return call(unix.SYS_SETUID, 0) },
	"landlock":  func(outside) error { return call(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, 1) },
	"again":     func(outside) error { return restrictCalls() },
}

// TestConfinedCalls checks that an attacker who takes over a worker by a document
// cannot use system calls to find out about, or act upon, other processes and
// others' files, including the known ways to send signals indirectly.
func TestConfinedCalls(t *testing.T) {
	folder := t.TempDir()
	secret := filepath.Join(folder, "accounts")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(secret)
	if err != nil {
		t.Fatal(err)
	}
	victim := exec.Command("sleep", "60")
	if err := victim.Start(); err != nil {
		t.Fatal(err)
	}
	died := make(chan error, 1)
	go func() { died <- victim.Wait() }()
	p := newPool(t, Config{Args: []string{"lineitem", "confined-worker"}, Workers: 1})
	for name := range trials {
		_, err := convertText(p, fmt.Sprintf("try %s %d %s", name, victim.Process.Pid, secret))
		var crash *CrashError
		switch {
		case err == nil:
			t.Errorf("a worker that was taken over gets through with %s", name)
		case errors.As(err, &crash):
			t.Errorf("a worker that tries %s dies: %v", name, err)
		}
	}
	if after, err := os.Stat(secret); err != nil || after.Mode() != before.Mode() || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("the file of others is changed: %v, %v", after, err)
	}
	if others, _ := os.ReadDir(folder); len(others) != 1 {
		t.Errorf("there are new files: %v", others)
	}
	select {
	case err := <-died:
		t.Errorf("the other process was ended: %v", err)
	default:
		victim.Process.Kill()
		<-died
	}
}
