package cli

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// firstProcess reports whether this is process 1 of its PID namespace, as a container's
// program is. The kernel gives that process every orphan of the namespace, and ignores
// the signals that it does not handle (pid_namespaces(7)).
func firstProcess() bool { return os.Getpid() == 1 }

// runAsInit runs the program with the given arguments as a child, passes signals on to it,
// waits for every process that ends, and returns when that child has ended. The service
// itself cannot be process 1: waiting for any process would take the exit statuses of
// workers from the pool, and a second signal would not end it.
func runAsInit(args []string) error {
	signals := make(chan os.Signal, 16)
	signal.Notify(signals, syscall.SIGCHLD, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM)
	defer signal.Stop(signals)
	program, err := os.Executable()
	if err != nil {
		return err
	}
	child, err := syscall.ForkExec(program, append([]string{os.Args[0]}, args...), &syscall.ProcAttr{
		Env:   os.Environ(),
		Files: []uintptr{0, 1, 2},
		// A terminal's ^C goes to a process group. In its own, the child gets it only once, from here.
		Sys: &syscall.SysProcAttr{Setpgid: true},
	})
	if err != nil {
		return fmt.Errorf("cannot start %s: %w", program, err)
	}
	for {
		s := <-signals
		if s != syscall.SIGCHLD {
			syscall.Kill(child, s.(syscall.Signal)) // fails if the child has ended, which SIGCHLD tells next
			continue
		}
		if status, ended := reap(child); ended {
			return exitError(status)
		}
	}
}

// reap waits for all processes that have ended, and returns the exit status of the child
// if it is one of them: 128 plus the signal's number if a signal ended it, as in shells.
func reap(child int) (status int, ended bool) {
	for {
		var state syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &state, syscall.WNOHANG, nil)
		switch {
		case err == syscall.EINTR:
		case pid <= 0:
			return status, ended
		case pid == child && state.Signaled():
			status, ended = 128+int(state.Signal()), true
		case pid == child:
			status, ended = state.ExitStatus(), true
		}
	}
}
