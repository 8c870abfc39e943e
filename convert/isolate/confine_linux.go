//go:build linux && (amd64 || arm64)

package isolate

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Confine takes from this process for good what no conversion needs: all files
// but those below some folders (Landlock, since Linux 5.13), to run programs, to
// open sockets, and to signal or look into other processes (seccomp). So a flaw
// by which a document took over a worker would lead to none of the service's
// accounts.
//
// Compiled code that workers can write must not be run by a process that has more
// rights than they have.
//
// The error is errors.ErrUnsupported where the system does not offer all of it,
// and in a binary with cgo; the process then keeps what could not be taken.
func Confine(folders []string) error {
	return errors.Join(refuseCalls(), refuseFiles(folders))
}

// refusedCalls are those system calls that fail. Go's own code needs none of them.
var refusedCalls = [...]uint32{
	unix.SYS_EXECVE, unix.SYS_EXECVEAT,
	unix.SYS_SOCKET, unix.SYS_IO_URING_SETUP, // the latter opens sockets too
	unix.SYS_KILL, unix.SYS_TKILL, unix.SYS_PIDFD_SEND_SIGNAL, unix.SYS_RT_SIGQUEUEINFO, unix.SYS_RT_TGSIGQUEUEINFO,
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV,
}

// Offsets in what a filter sees of a call (seccomp(2), struct seccomp_data; both
// architectures are little endian).
const (
	callNumber   = 0
	callArch     = 4
	callArgument = 16 // the first
)

// x32Call marks calls of x32 programs, which have the architecture of amd64; on
// arm64 no call has so high a number.
const x32Call = 0x40000000

// refuseCalls installs a filter of system calls, in all threads.
func refuseCalls() error {
	const (
		load   = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
		equals = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
		least  = unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
		answer = unix.BPF_RET | unix.BPF_K
		allow  = unix.SECCOMP_RET_ALLOW
		refuse = unix.SECCOMP_RET_ERRNO | uint32(syscall.EPERM)
	)
	arch := map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64}[runtime.GOARCH]
	filter := []unix.SockFilter{
		{Code: load, K: callArch},
		{Code: equals, K: arch, Jt: 1},
		{Code: answer, K: refuse},
		{Code: load, K: callNumber},
		{Code: least, K: x32Call, Jf: 1},
		{Code: answer, K: refuse},
	}
	for _, call := range refusedCalls {
		filter = append(filter,
			unix.SockFilter{Code: equals, K: call, Jf: 1},
			unix.SockFilter{Code: answer, K: refuse})
	}
	filter = append(filter, // Go interrupts its own threads by signals
		unix.SockFilter{Code: equals, K: unix.SYS_TGKILL, Jf: 3},
		unix.SockFilter{Code: load, K: callArgument},
		unix.SockFilter{Code: equals, K: uint32(os.Getpid()), Jt: 1},
		unix.SockFilter{Code: answer, K: refuse},
		unix.SockFilter{Code: answer, K: allow})

	runtime.LockOSThread() // what follows needs what comes first, in the same thread
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return unsupported("no_new_privs", err)
	}
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	_, _, errno := syscall.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER,
		unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&program)))
	if errno != 0 {
		return unsupported("seccomp", errno)
	}
	return nil
}

// refuseFiles leaves the process the files below some folders. Those that are
// open stay so.
func refuseFiles(folders []string) error {
	version, _, errno := syscall.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return unsupported("Landlock", errno)
	}
	// Each version knew more rights: 13, 14, and so on up to 16 in the fifth, and
	// the bits of them follow one another.
	rights := [...]int{13, 14, 15, 15, 16}
	ruleset := unix.LandlockRulesetAttr{Handled_access_fs: 1<<rights[min(int(version), len(rights))-1] - 1}
	fd, _, errno := syscall.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET,
		uintptr(unsafe.Pointer(&ruleset)), unsafe.Sizeof(ruleset.Handled_access_fs), 0)
	if errno != 0 {
		return unsupported("Landlock", errno)
	}
	defer unix.Close(int(fd))
	const beneath = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR | unix.LANDLOCK_ACCESS_FS_WRITE_FILE |
		unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE |
		unix.LANDLOCK_ACCESS_FS_REMOVE_DIR | unix.LANDLOCK_ACCESS_FS_REFER | unix.LANDLOCK_ACCESS_FS_TRUNCATE
	for _, folder := range folders {
		if err := allow(int(fd), folder, beneath&ruleset.Handled_access_fs); err != nil {
			return err
		}
	}
	if _, _, errno := syscall.AllThreadsSyscall(unix.SYS_LANDLOCK_RESTRICT_SELF, fd, 0, 0); errno != 0 {
		return unsupported("Landlock", errno)
	}
	return nil
}

// allow adds rights below a folder to a ruleset.
func allow(ruleset int, folder string, rights uint64) error {
	fd, err := unix.Open(folder, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil // who cannot open it has no use for it
	}
	defer unix.Close(fd)
	rule := unix.LandlockPathBeneathAttr{Allowed_access: rights, Parent_fd: int32(fd)}
	_, _, errno := syscall.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(ruleset), unix.LANDLOCK_RULE_PATH_BENEATH,
		uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
	if errno != 0 {
		return unsupported("Landlock", errno)
	}
	return nil
}

func unsupported(what string, err error) error {
	return fmt.Errorf("%s: %w (%w)", what, errors.ErrUnsupported, err)
}
