package door

import (
	"net"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func from(ip string) net.Addr { return &net.TCPAddr{IP: net.ParseIP(ip), Port: 1234} }

// numbered returns one of many addresses.
func numbered(i int) net.Addr {
	return from(net.IPv4(10, byte(i>>16), byte(i>>8), byte(i)).String())
}

// street is where connections arrive at a door, in a bubble of synctest.
type street struct {
	*testing.T
	*Door
}

// at has connections arrive at a door, which closes at the end.
func at(t *testing.T, o Options, arrive func(s *street)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := &street{t, New(o)}
		defer s.Close()
		arrive(s)
	})
}

// arrival is a connection before the door.
type arrival struct {
	mu sync.Mutex
	outcome
}

// outcome is what has become of an arrival.
type outcome struct {
	place   *Place
	refused string
	dropped bool
	in      bool // Enter has returned
}

// arrives has a connection enter; it may wait.
func (s *street) arrives(from net.Addr) *arrival {
	a := &arrival{}
	go func() {
		place, refused := s.Enter(from, func() { a.set(func() { a.dropped = true }) })
		a.set(func() { a.place, a.refused, a.in = place, refused, true })
	}()
	synctest.Wait()
	return a
}

// arriveAll has several arrive from an address.
func (s *street) arriveAll(from net.Addr, many int) (all []*arrival) {
	for range many {
		all = append(all, s.arrives(from))
	}
	return all
}

func (a *arrival) set(change func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	change()
}

// now returns what has become of a connection once nothing moves any more.
func (a *arrival) now() (o outcome) {
	synctest.Wait()
	a.set(func() { o = a.outcome })
	return o
}

// has reports whether a connection has a place.
func (a *arrival) has() bool {
	o := a.now()
	return o.place != nil && !o.dropped
}

func inside(all []*arrival) (n int) {
	for _, a := range all {
		if a.has() {
			n++
		}
	}
	return n
}

// gets fails unless somebody has a place, which is left.
func (s *street) gets(a *arrival, who string, i int) {
	s.Helper()
	if !a.has() {
		s.Fatalf("%s %d: refused %q, dropped %t", who, i, a.refused, a.dropped)
	}
	a.place.Leave()
}

// pend fails unless so many are pending, and wait.
func (s *street) pend(pending, waiting int) {
	s.Helper()
	if p, w := s.Numbers(); p != pending || w != waiting {
		s.Errorf("%d pending and %d waiting, want %d and %d", p, w, pending, waiting)
	}
}

// TestDoorRate opens more at once than an address may: the others wait for their
// turn, which comes at the rate, and other addresses notice nothing.
func TestDoorRate(t *testing.T) {
	at(t, Options{Rate: 2, Burst: 3}, func(s *street) {
		all := s.arriveAll(from("10.0.0.1"), 7)
		for i, after := range []time.Duration{0, 499 * time.Millisecond, 2 * time.Millisecond, 500 * time.Millisecond, time.Second} {
			time.Sleep(after)
			if n, want := inside(all), []int{3, 3, 4, 5, 7}[i]; n != want {
				t.Errorf("look %d: %d are in, want %d", i, n, want)
			}
		}
		if !s.arrives(from("10.0.0.2")).has() {
			t.Error("another address waits")
		}
		time.Sleep(time.Hour) // no more than the burst gathers
		if n := inside(s.arriveAll(from("10.0.0.1"), 4)); n != 3 {
			t.Errorf("%d of 4 are in at once after an hour, want 3", n)
		}
	})
}

// TestDoorPerAddress has more from one address than may be pending: they wait until
// one leaves. IPv6 counts by networks of 64 bits, IPv4 in IPv6 as IPv4.
func TestDoorPerAddress(t *testing.T) {
	at(t, Options{Pending: 64, PerAddress: 2}, func(s *street) {
		var all []*arrival
		for _, ip := range []string{"2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1", "::ffff:10.0.0.1", "10.0.0.1", "10.0.0.1"} {
			all = append(all, s.arrives(from(ip)))
		}
		are := func(want ...bool) {
			t.Helper()
			var in []bool
			for _, a := range all {
				in = append(in, a.has())
			}
			if !slices.Equal(in, want) {
				t.Errorf("in are %v, want %v", in, want)
			}
		}
		are(true, true, false, true, true, true, false)
		all[0].place.Leave()
		all[0].place.Leave() // is the same as once
		are(true, true, true, true, true, true, false)
		s.pend(5, 1)
	})
}

// TestDoorHeld has addresses hold all places, or more, also where somebody has logged in
// from them: newcomers get in, and so does one that has logged in, at the cost of those that
// have most.
func TestDoorHeld(t *testing.T) {
	for name, c := range map[string]struct {
		addresses, each int
		known           bool
	}{
		"ten with twenty": {10, 20, false}, "many with one": {64, 1, false}, "seven with ten": {7, 10, true},
		"two with all": {2, 64, true}, "thirty with three": {30, 3, true}, "all places by twos": {32, 2, true},
	} {
		t.Run(name, func(t *testing.T) {
			at(t, Options{Pending: 64, PerAddress: 32}, func(s *street) {
				var held []*arrival
				for i := range c.addresses * c.each {
					if c.known {
						s.LoggedIn(numbered(i % c.addresses))
					}
					held = append(held, s.arrives(numbered(i%c.addresses)))
				}
				if n := inside(held); c.each == 1 && n != 64 {
					t.Errorf("%d are in, want all: there is room", n)
				}
				s.LoggedIn(from("192.0.2.1"))
				for i := range 200 {
					if i%10 == 0 {
						s.gets(s.arrives(from("192.0.2.1")), "one who has logged in", i)
					}
					s.gets(s.arrives(numbered(1000+i)), "newcomer", i)
				}
				if n := inside(held); n > 64 || n < 32 {
					t.Errorf("%d of those who hold are in", n)
				}
			})
		})
	}
}

// TestDoorQueueStanding has the door full of connections from addresses with
// penalties, and more of them waiting. They don't end each other's, and others get in
// before them, also those that wait for their own address's turn.
func TestDoorQueueStanding(t *testing.T) {
	at(t, Options{Pending: 16, PerAddress: 2}, func(s *street) {
		var bad []*arrival
		for i := range 100 {
			s.Ended(numbered(i), NothingCost)
			bad = append(bad, s.arrives(numbered(i)))
		}
		for i, a := range bad {
			a := a.now()
			if a.dropped || a.in != (i < 16) {
				t.Fatalf("offender %d: in %t, dropped %t", i, a.in, a.dropped)
			}
		}
		for i, a := range s.arriveAll(from("192.0.2.1"), 5) {
			s.gets(a, "person", i)
		}
	})
}

// TestDoorQueue has more waiting than may wait: whoever has most waiting loses, and
// nobody waits for ever.
func TestDoorQueue(t *testing.T) {
	at(t, Options{Pending: 64, PerAddress: 1}, func(s *street) {
		var all []*arrival
		for i := range 3 {
			all = append(all, s.arriveAll(numbered(i), 150)...)
		}
		modest := s.arriveAll(numbered(9), 30)
		s.pend(4, maxWaiting)
		for i, a := range modest[1:] {
			if a := a.now(); a.in {
				t.Errorf("modest %d no longer waits: %q", i, a.refused)
			}
		}
		time.Sleep(maxWait + time.Second)
		for _, a := range append(all, modest...) {
			if a := a.now(); !a.in || a.place == nil && a.refused != TooManyWait {
				t.Fatalf("%+v is left", a)
			}
		}
	})
}

// TestDoorPenalties lets connections come to nothing: the address waits longer and
// longer, up to a bound, also where somebody has logged in from there. Each login pays
// for one.
func TestDoorPenalties(t *testing.T) {
	at(t, Options{Rate: 5, Burst: 100}, func(s *street) {
		class, known, bad := from("10.0.0.1"), from("10.0.0.2"), from("10.0.0.3")
		s.LoggedIn(known)
		for range 3 {
			for _, a := range []net.Addr{class, known, bad} {
				s.Ended(a, LateCost)
			}
			s.LoggedIn(class)
		}
		if !s.arrives(class).has() {
			t.Error("an address with as many logins as late connections waits")
		}
		waits := []*arrival{s.arrives(known), s.arrives(bad)}
		if inside(waits) > 0 {
			t.Error("three late ones cost nothing")
		}
		time.Sleep(3*LateCost - penaltyAllowance)
		if inside(waits) < 2 {
			t.Error("the wait is longer than what is owed")
		}
		for range 1000 {
			s.Ended(bad, LateCost)
		}
		a := s.arrives(bad)
		if time.Sleep(maxPenalty - penaltyAllowance - time.Second); a.has() {
			t.Error("a thousand late ones cost less than the longest penalty")
		}
		if time.Sleep(time.Second); !a.has() {
			t.Errorf("refused %q after the longest penalty", a.refused)
		}
	})
}

// TestDoorCloses leaves nobody waiting.
func TestDoorCloses(t *testing.T) {
	at(t, Options{PerAddress: 1}, func(s *street) {
		all := s.arriveAll(from("10.0.0.1"), 2)
		s.Close()
		late := s.arrives(from("10.0.0.2"))
		if all[1].refused != Stopping || late.refused != Stopping {
			t.Errorf("refused %q and %q", all[1].refused, late.refused)
		}
	})
}
