package analysis

import (
	"runtime"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// seats are the processors that a pool's workers are on. In a virtual machine, Linux may
// take a processor that has been idle for the host's to be busy elsewhere: it wakes a
// thread where the one that wakes it runs, and there they take turns of 4 ms, for 10 ms
// and more, beside a processor without work. Workers that find each other move apart.
type seats struct {
	taken [len(unix.CPUSet{}) * 64]atomic.Int32 // workers, by processor
}

// take notes on which processor the present goroutine is, which holds its thread, until
// leave. If a worker is there already, it moves to one that is free.
func (s *seats) take() (seat int) {
	if seat = processor(); s.taken[seat].Add(1) > 1 {
		seat = s.move(seat)
	}
	return seat
}

func (s *seats) leave(seat int) { s.taken[seat].Add(-1) }

// move leaves a seat for one that is free, where there is one, and returns it.
func (s *seats) move(from int) (seat int) {
	var allowed, there unix.CPUSet
	if unix.SchedGetaffinity(0, &allowed) != nil {
		return from
	}
	for c := range s.taken {
		if c == from || !allowed.IsSet(c) || !s.taken[c].CompareAndSwap(0, 1) {
			continue
		}
		s.leave(from)
		there.Set(c)
		_ = unix.SchedSetaffinity(0, &there) // fails where c has just gone; there is no harm in that
		_ = unix.SchedSetaffinity(0, &allowed)
		return c
	}
	return from
}

// processor returns the one that the present thread is on.
func processor() int {
	var c uint32
	if _, _, err := unix.RawSyscall(unix.SYS_GETCPU, uintptr(unsafe.Pointer(&c)), 0, 0); err != 0 {
		return 0
	}
	runtime.KeepAlive(&c)
	return int(c) % len(seats{}.taken)
}
