//go:build linux && (amd64 || arm64)

package workerpool

import (
	"os"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// allowedCalls are the system calls that a confined process may make: those of
// Go's runtime, including those made when memory is short or on a panic, those of the C
// library's threads in binaries with cgo, and those for reading and storing
// compiled code. Landlock decides which files can be opened.
//
// All other calls, including future ones, fail with ENOSYS, so that
// libraries fall back as they do on an older kernel.
var allowedCalls = []uint32{
	// memory
	unix.SYS_BRK, unix.SYS_MADVISE, unix.SYS_MINCORE, unix.SYS_MMAP, unix.SYS_MPROTECT, unix.SYS_MREMAP, unix.SYS_MUNMAP,
	// threads and time
	unix.SYS_CLOCK_GETTIME, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_EXIT, unix.SYS_EXIT_GROUP, unix.SYS_FUTEX, unix.SYS_GETPID,
	unix.SYS_GETRANDOM, unix.SYS_GETTID, unix.SYS_NANOSLEEP, unix.SYS_RSEQ, unix.SYS_SCHED_YIELD, unix.SYS_SET_ROBUST_LIST,
	// signals that arrive
	unix.SYS_RESTART_SYSCALL, unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_SIGALTSTACK,
	// open files, and waiting for them
	unix.SYS_CLOSE, unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL, unix.SYS_EPOLL_PWAIT, unix.SYS_EVENTFD2, unix.SYS_FSTAT,
	unix.SYS_FSYNC, unix.SYS_GETDENTS64, unix.SYS_LSEEK, unix.SYS_PREAD64, unix.SYS_READ, unix.SYS_WRITE, unix.SYS_WRITEV,
	// files below the folders that Landlock allows
	unix.SYS_RENAMEAT, unix.SYS_UNLINKAT,
}

// limitedCalls returns the calls that are allowed only with some arguments. With others they fail with
// EPERM.
func limitedCalls() []limitedCall {
	const (
		thread = unix.CLONE_VM | unix.CLONE_FS | unix.CLONE_FILES | unix.CLONE_SIGHAND | unix.CLONE_SYSVSEM | unix.CLONE_THREAD
		local  = unix.CLONE_SETTLS | unix.CLONE_PARENT_SETTID | unix.CLONE_CHILD_SETTID | unix.CLONE_CHILD_CLEARTID | unix.CLONE_DETACHED
	)
	return []limitedCall{
		// New threads, but no new processes.
		{unix.SYS_CLONE, []argument{{0, ^uint32(local), thread}}},
		// O_PATH would open files anywhere, and so reveal what they are.
		{unix.SYS_OPENAT, []argument{{2, unix.O_PATH, 0}}},
		// Not F_SETOWN and the like, with which the kernel sends signals on behalf of the process.
		{unix.SYS_FCNTL, []argument{{1, all, unix.F_GETFL}}},
		{unix.SYS_FCNTL, []argument{{1, all, unix.F_SETFL}, {2, unix.O_ASYNC, 0}}},
		// Go names its memory, for /proc/PID/maps.
		{unix.SYS_PRCTL, []argument{{0, all, unix.PR_SET_VMA}, {1, all, unix.PR_SET_VMA_ANON_NAME}}},
		// Only for this process: Go interrupts its own threads by signals.
		{unix.SYS_SCHED_GETAFFINITY, []argument{{0, all, 0}}},
		{unix.SYS_TGKILL, []argument{{0, all, uint32(os.Getpid())}}},
	}
}

// limitedCall is a call that is allowed if all conditions on its arguments hold. If
// a call is listed several times, one entry that matches is enough.
type limitedCall struct {
	call      uint32
	arguments []argument
}

// argument is a condition on some of the low 32 bits of an argument.
// The kernel treats all arguments limited here as 32-bit numbers.
type argument struct {
	number      int // from 0
	mask, value uint32
}

const all = ^uint32(0)

// Offsets in the data that a filter sees of a call (seccomp(2), struct seccomp_data; both
// architectures are little endian).
const (
	callNumber   = 0
	callArch     = 4
	callArgument = 16 // the first argument; each has 8 bytes
)

// callFilter returns the program that decides on each system call. Calls of x32 programs,
// which report the architecture amd64, have numbers different from all those here.
func callFilter() []unix.SockFilter {
	const (
		load   = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
		and    = unix.BPF_ALU | unix.BPF_AND | unix.BPF_K
		equals = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
		answer = unix.BPF_RET | unix.BPF_K
		refuse = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
		absent = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
	)
	arch := map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64}[runtime.GOARCH]
	filter := []unix.SockFilter{
		{Code: load, K: callArch},
		{Code: equals, K: arch, Jt: 1},
		{Code: answer, K: absent},
		{Code: load, K: callNumber},
	}
	for _, call := range allowedCalls {
		filter = append(filter,
			unix.SockFilter{Code: equals, K: call, Jf: 1},
			unix.SockFilter{Code: answer, K: unix.SECCOMP_RET_ALLOW})
	}
	limited := limitedCalls()
	for i, l := range limited {
		var block []unix.SockFilter
		for k, a := range l.arguments {
			rest := 3*(len(l.arguments)-k-1) + 1 // instructions to skip if the condition fails, up to the one after ALLOW
			block = append(block,
				unix.SockFilter{Code: load, K: uint32(callArgument + 8*a.number)},
				unix.SockFilter{Code: and, K: a.mask},
				unix.SockFilter{Code: equals, K: a.value, Jf: uint8(rest)})
		}
		block = append(block, unix.SockFilter{Code: answer, K: unix.SECCOMP_RET_ALLOW})
		if i+1 < len(limited) && limited[i+1].call == l.call {
			block = append(block, unix.SockFilter{Code: load, K: callNumber}) // for the next entry of this call
		} else {
			block = append(block, unix.SockFilter{Code: answer, K: refuse})
		}
		filter = append(filter, unix.SockFilter{Code: equals, K: l.call, Jf: uint8(len(block))})
		filter = append(filter, block...)
	}
	return append(filter, unix.SockFilter{Code: answer, K: absent})
}

// restrictCalls installs the filter, in all threads.
func restrictCalls() error {
	filter := callFilter()
	runtime.LockOSThread() // no_new_privs must be set before seccomp, in the same thread
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return unsupported("no_new_privs", err)
	}
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	thread, _, errno := syscall.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER,
		unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&program)))
	switch {
	case errno != 0:
		return unsupported("seccomp", errno)
	case thread != 0: // a thread that has a filter of its own
		return unsupported("seccomp", syscall.EBUSY)
	}
	return nil
}
