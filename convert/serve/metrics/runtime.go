package metrics

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"time"
)

// writeRuntime writes the state of Go's runtime. Reading it stops the process for some
// microseconds.
func writeRuntime(e *exposition) {
	e.family("go_info", "Information about the Go environment.", gauge)
	e.sample("go_info", 1, label{"version", runtime.Version()})
	e.value("go_goroutines", "Number of goroutines that currently exist.", gauge, float64(runtime.NumGoroutine()))
	threads, _ := runtime.ThreadCreateProfile(nil)
	e.value("go_threads", "Number of OS threads created.", gauge, float64(threads))

	const pauses = "go_gc_duration_seconds"
	stats := debug.GCStats{PauseQuantiles: make([]time.Duration, 5)}
	debug.ReadGCStats(&stats)
	e.family(pauses, "A summary of the wall-time pause (stop-the-world) duration in garbage collection cycles.", "summary")
	for i, pause := range stats.PauseQuantiles {
		e.sample(pauses, pause.Seconds(), label{"quantile", strconv.FormatFloat(float64(i)/4, 'g', -1, 64)})
	}
	e.sample(pauses+"_sum", stats.PauseTotal.Seconds())
	e.sample(pauses+"_count", float64(stats.NumGC))

	settings := []metrics.Sample{{Name: "/gc/gogc:percent"}, {Name: "/gc/gomemlimit:bytes"}, {Name: "/sched/gomaxprocs:threads"}}
	metrics.Read(settings)
	e.value("go_gc_gogc_percent", "Heap size target percentage configured by the user, otherwise 100.", gauge, uint64Of(settings[0]))
	e.value("go_gc_gomemlimit_bytes", "Go runtime memory limit configured by the user, otherwise math.MaxInt64.", gauge, uint64Of(settings[1]))
	e.value("go_sched_gomaxprocs_threads", "The current runtime.GOMAXPROCS setting.", gauge, uint64Of(settings[2]))

	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	for _, v := range []struct {
		name, help string
		kind       kind
		value      uint64
	}{
		{"alloc_bytes", "Number of bytes allocated in heap and currently in use.", gauge, m.Alloc},
		{"alloc_bytes_total", "Total number of bytes allocated in heap until now, even if released already.", counter, m.TotalAlloc},
		{"sys_bytes", "Number of bytes obtained from system.", gauge, m.Sys},
		{"mallocs_total", "Total number of heap objects allocated, both live and gc-ed.", counter, m.Mallocs},
		{"frees_total", "Total number of heap objects frees.", counter, m.Frees},
		{"heap_alloc_bytes", "Number of heap bytes allocated and currently in use.", gauge, m.HeapAlloc},
		{"heap_sys_bytes", "Number of heap bytes obtained from system.", gauge, m.HeapSys},
		{"heap_idle_bytes", "Number of heap bytes waiting to be used.", gauge, m.HeapIdle},
		{"heap_inuse_bytes", "Number of heap bytes that are in use.", gauge, m.HeapInuse},
		{"heap_released_bytes", "Number of heap bytes released to OS.", gauge, m.HeapReleased},
		{"heap_objects", "Number of currently allocated objects.", gauge, m.HeapObjects},
		{"stack_inuse_bytes", "Number of bytes obtained from system for stack allocator in non-CGO environments.", gauge, m.StackInuse},
		{"stack_sys_bytes", "Number of bytes obtained from system for stack allocator.", gauge, m.StackSys},
		{"mspan_inuse_bytes", "Number of bytes in use by mspan structures.", gauge, m.MSpanInuse},
		{"mspan_sys_bytes", "Number of bytes used for mspan structures obtained from system.", gauge, m.MSpanSys},
		{"mcache_inuse_bytes", "Number of bytes in use by mcache structures.", gauge, m.MCacheInuse},
		{"mcache_sys_bytes", "Number of bytes used for mcache structures obtained from system.", gauge, m.MCacheSys},
		{"buck_hash_sys_bytes", "Number of bytes used by the profiling bucket hash table.", gauge, m.BuckHashSys},
		{"gc_sys_bytes", "Number of bytes used for garbage collection system metadata.", gauge, m.GCSys},
		{"other_sys_bytes", "Number of bytes used for other system allocations.", gauge, m.OtherSys},
		{"next_gc_bytes", "Number of heap bytes when next garbage collection will take place.", gauge, m.NextGC},
	} {
		e.value("go_memstats_"+v.name, v.help, v.kind, float64(v.value))
	}
	e.value("go_memstats_last_gc_time_seconds", "Number of seconds since 1970 of last garbage collection.", gauge, float64(m.LastGC)/1e9)
}

// uint64Of is the value of a setting, 0 if this version of Go does not have it.
func uint64Of(s metrics.Sample) float64 {
	if s.Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return float64(s.Value.Uint64())
}
