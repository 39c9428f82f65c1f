package analysis

import (
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// clock measures the processor time of a goroutine, which stays on its thread
// until stop. What the goroutine has others do for it does not count.
type clock struct{ start time.Duration }

func startClock() clock {
	runtime.LockOSThread()
	return clock{threadTime()}
}

func (c clock) stop() time.Duration {
	defer runtime.UnlockOSThread()
	return threadTime() - c.start
}

// threadTime returns the processor time of the present thread.
func threadTime() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
