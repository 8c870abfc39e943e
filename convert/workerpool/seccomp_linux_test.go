//go:build linux && (amd64 || arm64)

package workerpool

import (
	"encoding/binary"
	"fmt"
	"go/build"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"testing"

	"golang.org/x/sys/unix"
)

// verdict returns the filter's answer to a system call of an architecture.
func verdict(t *testing.T, filter []unix.SockFilter, arch, number uint32, arguments ...uint64) uint32 {
	t.Helper()
	data := binary.LittleEndian.AppendUint32(nil, number)
	data = binary.LittleEndian.AppendUint32(data, arch)
	data = append(data, make([]byte, 8)...) // the instruction pointer
	for _, a := range arguments {
		data = binary.LittleEndian.AppendUint64(data, a)
	}
	data = append(data, make([]byte, 6*8)...)
	var a uint32
	for at := 0; at < len(filter); at++ {
		switch i := filter[at]; i.Code {
		case unix.BPF_LD | unix.BPF_W | unix.BPF_ABS:
			a = binary.LittleEndian.Uint32(data[i.K:])
		case unix.BPF_ALU | unix.BPF_AND | unix.BPF_K:
			a &= i.K
		case unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K:
			if a == i.K {
				at += int(i.Jt)
			} else {
				at += int(i.Jf)
			}
		case unix.BPF_RET | unix.BPF_K:
			return i.K
		default:
			t.Fatalf("instruction %d has the code %#x", at, i.Code)
		}
	}
	t.Fatal("the filter ends without an answer")
	return 0
}

const (
	allows = unix.SECCOMP_RET_ALLOW
	denies = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	lacks  = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
)

var hostArch = map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64}[runtime.GOARCH]

// TestCallFilter checks that the filter allows the system calls on its lists and
// nothing else: no other existing call, none of other architectures, none of x32.
func TestCallFilter(t *testing.T) {
	filter := callFilter()
	var limited []uint32
	for _, l := range limitedCalls() {
		limited = append(limited, l.call)
	}
	const x32, i386 = 0x40000000, uint32(unix.AUDIT_ARCH_I386)
	for number := range uint32(1024) {
		want := uint32(lacks)
		if slices.Contains(allowedCalls, number) {
			want = allows
		}
		if !slices.Contains(limited, number) {
			if got := verdict(t, filter, hostArch, number); got != want {
				t.Errorf("the answer to the call %d is %#x, want %#x", number, got, want)
			}
		}
		for _, other := range []struct{ arch, number uint32 }{{hostArch, number | x32}, {i386, number}} {
			if got := verdict(t, filter, other.arch, other.number); got != lacks {
				t.Errorf("the answer to the call %#x of the architecture %#x is %#x, want %#x", other.number, other.arch, got, lacks)
			}
		}
	}
	const thread = unix.CLONE_VM | unix.CLONE_FS | unix.CLONE_FILES | unix.CLONE_SIGHAND | unix.CLONE_SYSVSEM | unix.CLONE_THREAD
	self := uint64(os.Getpid())
	for _, test := range []struct {
		what      string
		number    uint32
		arguments []uint64
		want      uint32
	}{
		{"Go's threads", unix.SYS_CLONE, []uint64{thread | unix.CLONE_SETTLS}, allows},
		{"glibc's threads", unix.SYS_CLONE, []uint64{thread | unix.CLONE_SETTLS | unix.CLONE_PARENT_SETTID | unix.CLONE_CHILD_CLEARTID}, allows},
		{"fork", unix.SYS_CLONE, []uint64{uint64(unix.SIGCHLD)}, denies},
		{"vfork", unix.SYS_CLONE, []uint64{unix.CLONE_VM | unix.CLONE_VFORK}, denies},
		{"a thread in another namespace", unix.SYS_CLONE, []uint64{thread | unix.CLONE_NEWNS}, denies},
		{"a traced thread", unix.SYS_CLONE, []uint64{thread | unix.CLONE_PTRACE}, denies},
		{"open", unix.SYS_OPENAT, []uint64{1<<64 - 100, 0, unix.O_RDWR | unix.O_CREAT | unix.O_EXCL | unix.O_CLOEXEC}, allows},
		{"open by path only", unix.SYS_OPENAT, []uint64{1<<64 - 100, 0, unix.O_PATH | unix.O_CLOEXEC}, denies},
		{"F_GETFL", unix.SYS_FCNTL, []uint64{0, unix.F_GETFL}, allows},
		{"F_SETFL", unix.SYS_FCNTL, []uint64{0, unix.F_SETFL, unix.O_NONBLOCK}, allows},
		{"F_SETFL O_ASYNC", unix.SYS_FCNTL, []uint64{0, unix.F_SETFL, unix.O_NONBLOCK | unix.O_ASYNC}, denies},
		{"F_SETOWN", unix.SYS_FCNTL, []uint64{0, unix.F_SETOWN, 1}, denies},
		{"F_SETOWN in a longer word", unix.SYS_FCNTL, []uint64{0, 1<<32 | unix.F_SETOWN, 1}, denies},
		{"name memory", unix.SYS_PRCTL, []uint64{unix.PR_SET_VMA, unix.PR_SET_VMA_ANON_NAME}, allows},
		{"another prctl", unix.SYS_PRCTL, []uint64{unix.PR_SET_PDEATHSIG, unix.PR_SET_VMA_ANON_NAME}, denies},
		{"its own processors", unix.SYS_SCHED_GETAFFINITY, []uint64{0, 8192}, allows},
		{"those of another", unix.SYS_SCHED_GETAFFINITY, []uint64{1, 8192}, denies},
		{"interrupt its own thread", unix.SYS_TGKILL, []uint64{self, self, uint64(unix.SIGURG)}, allows},
		{"interrupt another's", unix.SYS_TGKILL, []uint64{self + 1, self + 1, uint64(unix.SIGURG)}, denies},
		{"all of them", unix.SYS_TGKILL, []uint64{1<<64 - 1, self, 9}, denies},
	} {
		if got := verdict(t, filter, hostArch, test.number, test.arguments...); got != test.want {
			t.Errorf("%s: the answer is %#x, want %#x", test.what, got, test.want)
		}
	}
}

// TestRuntimeCalls checks that, apart from those named here, Go's runtime makes
// no system call that the filter denies a confined process. A version of Go that
// makes others has to be examined.
func TestRuntimeCalls(t *testing.T) {
	unneeded := map[string]string{
		"arch_prctl":    "when the program starts",
		"connect":       "on Android",
		"EPOLL_PWAIT2":  "only known to it",
		"UNAME":         "when the program starts",
		"faccessat":     "on Android",
		"kill":          "when a crash was asked to dump core",
		"pipe2":         "in the runtime's own tests",
		"setitimer":     "when it is profiled",
		"setittimer":    "when it is profiled",
		"socket":        "on Android",
		"timer_create":  "when it is profiled",
		"timer_delete":  "when it is profiled",
		"timer_settime": "when it is profiled",
		"prlimit64":     "when the program starts",
	}
	sources := filepath.Join(build.Default.GOROOT, "src")
	filter := callFilter()
	calls := 0
	for name, pattern := range map[string]string{
		"runtime/sys_linux_" + runtime.GOARCH + ".s":                          `(?m)^#define\s+SYS_(\w+)\s+(\d+)`,
		"internal/runtime/syscall/linux/defs_linux_" + runtime.GOARCH + ".go": `(?m)^\s+SYS_(\w+)\s+=\s+(\d+)`,
	} {
		source, err := os.ReadFile(filepath.Join(sources, name))
		if err != nil {
			t.Skipf("Go's source is not here: %v", err)
		}
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(string(source), -1) {
			number, err := strconv.ParseUint(m[2], 10, 32)
			if err != nil {
				t.Fatal(err)
			}
			calls++
			if got := verdict(t, filter, hostArch, uint32(number)); got == lacks && unneeded[m[1]] == "" {
				t.Errorf("Go's runtime may make the call %s, %d, which a confined process may not", m[1], number)
			}
		}
	}
	if calls < 30 {
		t.Error(fmt.Sprint("found only so many calls in Go's runtime: ", calls))
	}
}
