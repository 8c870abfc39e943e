//go:build !linux || race

package workerpool

import (
	"runtime/metrics"

	"lineitem/convert/guestmemory"
)

// limitAddresses does nothing where the system has no such limit that the Go runtime
// could live with, nor beside the race detector, which maps terabytes; the watch
// alone keeps the memory then.
func limitAddresses(int64) error { return nil }

// gauge returns the memory that Go and guests have of the system.
type gauge struct{}

func newGauge() (gauge, error) { return gauge{}, nil }

// resident is the memory in bytes.
func (gauge) resident() int64 {
	samples := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64()-samples[1].Value.Uint64()) + guestmemory.InUse()
}

func (gauge) close() {}
