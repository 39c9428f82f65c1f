package analysis

import (
	"runtime"
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// seats are the processors that a pool's workers are on. In a virtual machine, Linux may
// wake a thread where the one that wakes it runs, though another processor has been idle
// for a while; there the two take turns of 4 ms, for 10 ms and more. Workers that find each
// other move apart. That is for a program for one person: a server has work for all
// processors, and lives for long, while a thread that has moved keeps to the processors
// that there were.
type seats struct {
	on    atomic.Bool
	taken [len(unix.CPUSet{}) * 64]atomic.Int32 // workers, by processor
	still atomic.Int64                          // until when nobody moves, in Unix nanoseconds
}

const (
	// nowhere is the seat of a worker where the system does not say which its processor is.
	nowhere = -1
	// movesWithin is how long a move to an idle processor takes at most. Others have a
	// program on them, for which workers had to wait.
	movesWithin = 2 * time.Millisecond
	// stillAfter is how long nobody moves after one that took longer.
	stillAfter = 300 * time.Millisecond
)

// use has workers move from now on.
func (s *seats) use() { s.on.Store(true) }

// take notes on which processor the present goroutine is, which holds its thread, until
// leave. If a worker is there already, it moves to one that is free.
func (s *seats) take() (seat int) {
	if !s.on.Load() {
		return nowhere
	}
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
	start := time.Now()
	if from == nowhere || start.UnixNano() < s.still.Load() || unix.SchedGetaffinity(0, &allowed) != nil {
		return from
	}
	for c := range s.taken {
		if c == from || !allowed.IsSet(c) || !s.taken[c].CompareAndSwap(0, 1) {
			continue
		}
		there.Set(c)
		if unix.SchedSetaffinity(0, &there) != nil { // not permitted, or c has just gone
			s.leave(c)
			s.rest()
			return from
		}
		_ = unix.SchedSetaffinity(0, &allowed)
		if time.Since(start) > movesWithin {
			s.rest()
		}
		s.leave(from)
		return c
	}
	return from
}

// rest has nobody move for a while.
func (s *seats) rest() { s.still.Store(time.Now().Add(stillAfter).UnixNano()) }

// processor returns the one that the present thread is on.
func processor() int {
	var c uint32
	if _, _, err := unix.RawSyscall(unix.SYS_GETCPU, uintptr(unsafe.Pointer(&c)), 0, 0); err != 0 {
		return nowhere
	}
	runtime.KeepAlive(&c)
	return int(c) % len(seats{}.taken)
}
