package analysis

import (
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// TestSeats sits down where somebody is already, and looks at where the thread is then and
// may go.
func TestSeats(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var before, after unix.CPUSet
	if err := unix.SchedGetaffinity(0, &before); err != nil {
		t.Fatal(err)
	}
	if before.Count() < 2 {
		t.Skip("one processor")
	}
	s := new(seats)
	if seat := s.take(); seat != nowhere {
		t.Errorf("took processor %d, unasked", seat)
	}
	s.use()
	at := s.take()
	if s.taken[at].Load() != 1 {
		t.Errorf("processor %d is not taken", at)
	}
	s.leave(at)
	for c := range s.taken {
		if before.IsSet(c) {
			s.taken[c].Store(1)
		}
	}
	if seat := s.take(); !before.IsSet(seat) || s.taken[seat].Load() != 2 {
		t.Errorf("processor %d, which has %d: want to stay where all are taken", seat, s.taken[seat].Load())
	} else {
		s.leave(seat)
	}
	free := -1
	for c := range s.taken {
		if before.IsSet(c) && c != processor() {
			free = c
		}
	}
	s.taken[free].Store(0)
	s.rest()
	if at := processor(); s.move(at) != at {
		t.Error("moved, though others are there")
	}
	s.still.Store(0)
	if seat := s.move(processor()); seat != free || s.taken[free].Load() != 1 {
		t.Errorf("moved to processor %d, want %d", seat, free)
	}
	if err := unix.SchedGetaffinity(0, &after); err != nil || after != before {
		t.Errorf("the thread may be on %v then, want %v (%v)", after, before, err)
	}
}
