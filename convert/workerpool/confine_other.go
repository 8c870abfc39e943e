//go:build !linux || !(amd64 || arm64)

package workerpool

import "errors"

// Confine does nothing, since the system lacks the means that Linux has, and
// returns errors.ErrUnsupported.
func Confine([]string) error { return errors.ErrUnsupported }
