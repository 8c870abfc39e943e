//go:build !linux || race

package isolate

import "runtime/metrics"

// limitAddresses does nothing where the system has no such limit that the Go runtime
// could live with, nor beside the race detector, which maps terabytes; the watch
// alone keeps the memory then.
func limitAddresses(int64) error { return nil }

// gauge tells the memory that Go has of the system.
type gauge struct{ samples []metrics.Sample }

func newGauge() (gauge, error) {
	return gauge{[]metrics.Sample{
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}}, nil
}

// resident is the memory in bytes.
func (g gauge) resident() int64 {
	metrics.Read(g.samples)
	return int64(g.samples[0].Value.Uint64() - g.samples[1].Value.Uint64())
}

func (gauge) close() {}
