package analysis

import (
	"runtime"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// seats are the processors that a pool's workers are on. In a virtual machine, Linux may
// wake a thread where the one that wakes it runs, though another processor has been idle
// for a while; there the two take turns of 4 ms, for 10 ms and more. Workers that find each
// other move apart.
type seats struct {
	taken [len(unix.CPUSet{}) * 64]atomic.Int32 // workers, by processor
}

// nowhere is the seat of a worker where the system does not say which its processor is.
const nowhere = -1

// take notes on which processor the present goroutine is, which holds its thread, until
// leave. If a worker is there already, it moves to one that is free.
func (s *seats) take() (seat int) {
	if seat = processor(); seat != nowhere && s.taken[seat].Add(1) > 1 {
		seat = s.move(seat)
	}
	return seat
}

func (s *seats) leave(seat int) {
	if seat != nowhere {
		s.taken[seat].Add(-1)
	}
}

// move leaves a seat for one that is free, where there is one, and returns it.
func (s *seats) move(from int) (seat int) {
	var allowed, there unix.CPUSet
	if from == nowhere || unix.SchedGetaffinity(0, &allowed) != nil {
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
		return nowhere
	}
	runtime.KeepAlive(&c)
	return int(c) % len(seats{}.taken)
}
