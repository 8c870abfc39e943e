//go:build !linux

package cli

// firstProcess reports whether this process has to be an init process, which only
// containers of Linux need.
func firstProcess() bool { return false }

// runAsInit is never called here.
func runAsInit([]string) error { return nil }
