package engine

import (
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// clock measures the processor time of a goroutine. The goroutine stays on one thread until
// stop, because the kernel counts time by thread. Other goroutines may call now meanwhile.
// Work delegated to other goroutines does not count.
type clock struct {
	id    int32 // of the thread's clock
	start time.Duration
}

func startClock() clock {
	runtime.LockOSThread()
	const perThread = 6 // CPUCLOCK_PERTHREAD_MASK | CPUCLOCK_SCHED of the kernel
	c := clock{id: ^int32(unix.Gettid())<<3 | perThread}
	c.start = c.read()
	return c
}

// now returns the time since the start.
func (c clock) now() time.Duration { return c.read() - c.start }

// stop returns the time since the start, and unlocks the thread. Call stop on the goroutine of
// startClock.
func (c clock) stop() time.Duration {
	defer runtime.UnlockOSThread()
	return c.now()
}

// read returns the processor time of the thread; after an error, the time of the start.
func (c clock) read() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(c.id, &t) != nil {
		return c.start
	}
	return time.Duration(t.Nano())
}
