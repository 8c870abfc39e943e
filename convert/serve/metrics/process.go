package metrics

import (
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// AddProcess adds what Prometheus' own libraries tell of a process: when it
// started, its goroutines, and on Linux its memory and open files. Workers are
// processes of their own and not in these.
func (m *Metrics) AddProcess(started time.Time) {
	m.Gauge("process_start_time_seconds", "When the server started, in seconds since 1970.",
		func() float64 { return float64(started.UnixMilli()) / 1000 })
	m.Gauge("go_goroutines", "Goroutines of the server.", func() float64 { return float64(runtime.NumGoroutine()) })
	if runtime.GOOS != "linux" {
		return
	}
	m.Gauge("process_resident_memory_bytes", "Resident memory of the server, without its workers.", residentMemory)
	m.Gauge("process_open_fds", "Open file descriptors of the server.", openFiles)
}

// residentMemory is 0 where it cannot be read.
func residentMemory() float64 {
	text, err := os.ReadFile("/proc/self/statm") // pages: size, resident, ... (proc(5))
	fields := strings.Fields(string(text))
	if err != nil || len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.Atoi(fields[1])
	return float64(pages * os.Getpagesize())
}

func openFiles() float64 {
	names, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0
	}
	return float64(len(names) - 1) // without that of the folder
}
