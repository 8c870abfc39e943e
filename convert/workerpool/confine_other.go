//go:build !linux || !(amd64 || arm64)

package workerpool

import "errors"

// Confine takes nothing from the process, since the system does not offer what
// Linux does, and is errors.ErrUnsupported.
func Confine([]string) error { return errors.ErrUnsupported }
