//go:build !linux || race

package workerpool

import (
	"runtime/metrics"

	"lineitem/convert/guestmemory"
)

// limitAddresses does nothing on systems without a limit that the Go runtime
// can live with, nor with the race detector, which maps terabytes; only the type watched
// limits the memory then.
func limitAddresses(int64) error { return nil }

// gauge measures the memory that Go and WebAssembly guests have from the system.
type gauge struct{}

func newGauge() (gauge, error) { return gauge{}, nil }

// resident returns the memory in bytes.
func (gauge) resident() int64 {
	samples := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64()-samples[1].Value.Uint64()) + guestmemory.InUse()
}

func (gauge) close() {}
