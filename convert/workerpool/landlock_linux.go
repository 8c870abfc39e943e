//go:build linux && (amd64 || arm64)

package workerpool

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// restrictFiles restricts the process to the files below some folders. Files that are
// open stay open. If the kernel's Landlock supports it, TCP, abstract Unix
// sockets and signals to other processes are forbidden as well.
func restrictFiles(folders []string) error {
	ruleset, err := landlockRules()
	if err != nil {
		return unsupported("Landlock", err)
	}
	fd, _, errno := syscall.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET,
		uintptr(unsafe.Pointer(&ruleset)), unsafe.Sizeof(ruleset), 0)
	if errno != 0 {
		return unsupported("Landlock", errno)
	}
	defer unix.Close(int(fd))
	const beneath = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR | unix.LANDLOCK_ACCESS_FS_WRITE_FILE |
		unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE | unix.LANDLOCK_ACCESS_FS_REFER | unix.LANDLOCK_ACCESS_FS_TRUNCATE
	for _, folder := range folders {
		if err := allow(int(fd), folder, beneath&ruleset.Handled_access_fs); err != nil {
			return err
		}
	}
	// Each thread restricts only itself, and must first renounce gaining privileges.
	if _, _, errno := syscall.AllThreadsSyscall6(unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0); errno != 0 {
		return unsupported("no_new_privs", errno)
	}
	if _, _, errno := syscall.AllThreadsSyscall(unix.SYS_LANDLOCK_RESTRICT_SELF, fd, 0, 0); errno != 0 {
		return unsupported("Landlock", errno)
	}
	return nil
}

// landlockRules returns everything that the kernel's version of Landlock can forbid
// (landlock(7)). Fields that an older version does not know stay zero,
// which it accepts.
func landlockRules() (unix.LandlockRulesetAttr, error) {
	var rules unix.LandlockRulesetAttr
	version, _, errno := syscall.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return rules, errno
	}
	// The access rights for files are consecutive bits: 13 in the first version, 17 in the ninth.
	rights := [...]int{13, 14, 15, 15, 16, 16, 16, 16, 17}
	rules.Handled_access_fs = 1<<rights[min(int(version), len(rights))-1] - 1
	if version >= 4 {
		rules.Handled_access_net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	}
	if version >= 6 {
		rules.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET
		if landlockFixed(2) {
			rules.Scoped |= unix.LANDLOCK_SCOPE_SIGNAL
		}
	}
	return rules, nil
}

// landlockFixed reports whether the kernel has fixed one of Landlock's errata.
// Without the fix of the second, the scope of signals also keeps the threads of one process
// from signalling each other, which Go needs to interrupt its own threads.
func landlockFixed(erratum int) bool {
	errata, _, errno := syscall.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_ERRATA)
	return errno == 0 && errata&(1<<(erratum-1)) != 0
}

// allow adds access rights below a folder to a ruleset.
func allow(ruleset int, folder string, rights uint64) error {
	fd, err := unix.Open(folder, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil // a process that cannot open it cannot use it either
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
