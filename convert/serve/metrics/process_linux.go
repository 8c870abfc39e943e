package metrics

import (
	"bytes"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// ticks is the unit of times in /proc, per second: USER_HZ, which is 100 on all of
// Linux' architectures that Go has.
const ticks = 100

// Fields of /proc/self/stat, counted from the one behind the program's name (proc(5) counts
// from 1, and that one is its third).
const (
	statUser    = 14 - 3
	statSystem  = 15 - 3
	statStart   = 22 - 3
	statVirtual = 23 - 3
	statPages   = 24 - 3
)

// writeProcess writes what the system knows of this process. What cannot be read is left out.
func writeProcess(e *exposition) {
	if stat := processStat(); len(stat) > statPages {
		e.value("process_cpu_seconds_total", "Total user and system CPU time spent in seconds.", counter, (stat[statUser]+stat[statSystem])/ticks)
		e.value("process_resident_memory_bytes", "Resident memory size in bytes.", gauge, stat[statPages]*float64(os.Getpagesize()))
		e.value("process_virtual_memory_bytes", "Virtual memory size in bytes.", gauge, stat[statVirtual])
		if boot, ok := bootTime(); ok {
			e.value("process_start_time_seconds", "Start time of the process since unix epoch in seconds.", gauge, boot+stat[statStart]/ticks)
		}
	}
	if files, err := os.ReadDir("/proc/self/fd"); err == nil {
		e.value("process_open_fds", "Number of open file descriptors.", gauge, float64(len(files)-1)) // without that of the directory
	}
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_NOFILE, &limit) == nil {
		e.value("process_max_fds", "Maximum number of open file descriptors.", gauge, float64(limit.Cur))
	}
	if unix.Getrlimit(unix.RLIMIT_AS, &limit) == nil {
		e.value("process_virtual_memory_max_bytes", "Maximum amount of virtual memory available in bytes.", gauge, float64(limit.Cur))
	}
}

// processStat returns the numbers in /proc/self/stat behind the program's name, which may
// have blanks and parentheses.
func processStat() (fields []float64) {
	stat, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return nil
	}
	for _, field := range bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:]) {
		v, _ := strconv.ParseFloat(string(field), 64) // the state is a letter
		fields = append(fields, v)
	}
	return fields
}

// bootTime is when the system started, in seconds since 1970.
func bootTime() (seconds float64, ok bool) {
	stat, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, false
	}
	for line := range bytes.Lines(stat) {
		if text, found := bytes.CutPrefix(line, []byte("btime ")); found {
			seconds, err = strconv.ParseFloat(string(bytes.TrimSpace(text)), 64)
			return seconds, err == nil
		}
	}
	return 0, false
}
