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

// doorFor returns a door in a bubble of synctest, closed when it ends.
func doorFor(t *testing.T, o Options) *Door {
	d := New(o)
	t.Cleanup(d.Close)
	return d
}

// arrival is a connection before the door.
type arrival struct {
	mu     sync.Mutex
	result outcome
}

// outcome is what has become of an arrival.
type outcome struct {
	place   *Place
	refused string
	dropped bool
	in      bool // enter has returned
}

// arrive has a connection enter; it may wait.
func arrive(d *Door, from net.Addr) *arrival {
	a := &arrival{}
	go func() {
		place, refused := d.Enter(from, func() { a.set(func(o *outcome) { o.dropped = true }) })
		a.set(func(o *outcome) { o.place, o.refused, o.in = place, refused, true })
	}()
	synctest.Wait()
	return a
}

func (a *arrival) set(change func(*outcome)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	change(&a.result)
}

// now returns what has become of the connection once nothing moves any more.
func (a *arrival) now() outcome {
	synctest.Wait()
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.result
}

func inside(all []*arrival) (n int) {
	for _, a := range all {
		if o := a.now(); o.place != nil && !o.dropped {
			n++
		}
	}
	return n
}

// TestDoorRate opens more at once than an address may: the others wait for their
// turn, which comes at the rate, and other addresses notice nothing.
func TestDoorRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := doorFor(t, Options{Rate: 2, Burst: 3})
		var all []*arrival
		for range 7 {
			all = append(all, arrive(d, from("10.0.0.1")))
		}
		for i, after := range []time.Duration{0, 499 * time.Millisecond, 2 * time.Millisecond, 500 * time.Millisecond, time.Second} {
			time.Sleep(after)
			synctest.Wait()
			if n, want := inside(all), []int{3, 3, 4, 5, 7}[i]; n != want {
				t.Errorf("look %d: %d are in, want %d", i, n, want)
			}
		}
		if a := arrive(d, from("10.0.0.2")).now(); a.place == nil {
			t.Error("another address waits")
		}
		time.Sleep(time.Hour) // no more than the burst gathers
		if n := inside([]*arrival{arrive(d, from("10.0.0.1")), arrive(d, from("10.0.0.1")), arrive(d, from("10.0.0.1")), arrive(d, from("10.0.0.1"))}); n != 3 {
			t.Errorf("%d of 4 are in at once after an hour, want 3", n)
		}
	})
}

// TestDoorPerAddress has more from one address than may be pending: they wait until
// one leaves. IPv6 counts by networks of 64 bits, IPv4 in IPv6 as IPv4.
func TestDoorPerAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := doorFor(t, Options{Pending: 64, PerAddress: 2})
		first := arrive(d, from("2001:db8::1"))
		all := []*arrival{first}
		for _, ip := range []string{"2001:db8::2", "2001:db8::3", "2001:db8:0:1::1", "::ffff:10.0.0.1", "10.0.0.1", "10.0.0.1"} {
			all = append(all, arrive(d, from(ip)))
		}
		in := func() (in []bool) {
			for _, a := range all {
				in = append(in, a.now().in)
			}
			return in
		}
		if got, want := in(), []bool{true, true, false, true, true, true, false}; !slices.Equal(got, want) {
			t.Errorf("in are %v, want %v", got, want)
		}
		first.now().place.Leave()
		first.now().place.Leave() // is the same as once
		if got, want := in(), []bool{true, true, true, true, true, true, false}; !slices.Equal(got, want) {
			t.Errorf("when one has left, in are %v, want %v", got, want)
		}
		if pending, waiting := d.Numbers(); pending != 5 || waiting != 1 {
			t.Errorf("%d pending and %d waiting, want 5 and 1", pending, waiting)
		}
	})
}

// TestDoorCrowded fills the door from few addresses: whoever comes from another gets
// in all the same, at the cost of those that have most.
func TestDoorCrowded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := doorFor(t, Options{Pending: 64, PerAddress: 10})
		var held []*arrival
		for i := range 200 {
			held = append(held, arrive(d, from(net.IPv4(10, 0, 0, byte(i%10)).String())))
		}
		if pending, _ := d.Numbers(); pending > 64 {
			t.Fatalf("%d pending", pending)
		}
		for i := range 100 {
			a := arrive(d, from(net.IPv4(10, 1, byte(i), 1).String())).now()
			if a.place == nil || a.dropped {
				t.Fatalf("newcomer %d: refused %q, dropped %t", i, a.refused, a.dropped)
			}
			a.place.Leave()
		}
		if n := inside(held); n > 64 || n < 32 {
			t.Errorf("%d of those who hold are in", n)
		}
	})
}

// TestDoorManyAddresses has one connection from each of many addresses, and one that
// somebody has logged in from before: that one is not ended for the others.
func TestDoorManyAddresses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := doorFor(t, Options{Pending: 64, PerAddress: 10})
		var all []*arrival
		for i := range 64 {
			all = append(all, arrive(d, numbered(i)))
		}
		if n := inside(all); n != 64 {
			t.Fatalf("%d are in, want all 64: there is room", n)
		}
		d.LoggedIn(from("10.9.9.9"))
		known := arrive(d, from("10.9.9.9"))
		for i := range 1000 {
			all = append(all, arrive(d, numbered(64+i)))
		}
		if o := known.now(); o.place == nil || o.dropped {
			t.Error("the address that is known has lost its place")
		}
		if pending, _ := d.Numbers(); pending != 64 {
			t.Errorf("%d pending, want 64", pending)
		}
	})
}

// TestDoorQueueStanding has the door full of connections from addresses with
// penalties, and more of them waiting. They don't end each other's, and others get in
// before them, also those that wait for their own address's turn.
func TestDoorQueueStanding(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := doorFor(t, Options{Pending: 16, PerAddress: 2})
		var bad, class []*arrival
		for i := range 100 {
			d.Ended(numbered(i), NothingCost)
			bad = append(bad, arrive(d, numbered(i)))
		}
		for i, a := range bad {
			if o := a.now(); o.dropped || o.in != (i < 16) {
				t.Fatalf("offender %d: in %t, dropped %t", i, o.in, o.dropped)
			}
		}
		for range 5 {
			class = append(class, arrive(d, from("192.0.2.1")))
		}
		for i, a := range class {
			o := a.now()
			if o.place == nil || o.dropped {
				t.Fatalf("person %d: in %t, dropped %t", i, o.in, o.dropped)
			}
			o.place.Leave()
		}
	})
}

// TestDoorQueue has more waiting than may wait: whoever has most waiting loses, and
// nobody waits for ever.
func TestDoorQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := doorFor(t, Options{Pending: 64, PerAddress: 1})
		var greedy, modest []*arrival
		for a := range 3 {
			for range 150 {
				greedy = append(greedy, arrive(d, numbered(a)))
			}
		}
		for range 30 {
			modest = append(modest, arrive(d, numbered(9)))
		}
		if _, waiting := d.Numbers(); waiting != maxWaiting {
			t.Errorf("%d wait, want %d", waiting, maxWaiting)
		}
		for i, a := range modest[1:] {
			if o := a.now(); o.in {
				t.Errorf("modest %d no longer waits: %q", i, o.refused)
			}
		}
		time.Sleep(maxWait + time.Second)
		for _, a := range append(greedy, modest...) {
			if o := a.now(); !o.in || o.place == nil && o.refused != TooManyWait {
				t.Fatalf("%+v is left", o)
			}
		}
	})
}

// TestDoorPenalties lets connections come to nothing: the address waits longer and
// longer, up to a bound, also where somebody has logged in from there. Each login pays
// for one.
func TestDoorPenalties(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := doorFor(t, Options{Rate: 5, Burst: 100})
		class, known, bad := from("10.0.0.1"), from("10.0.0.2"), from("10.0.0.3")
		d.LoggedIn(known)
		for range 3 {
			for _, a := range []net.Addr{class, known, bad} {
				d.Ended(a, LateCost)
			}
			d.LoggedIn(class)
		}
		if a := arrive(d, class).now(); a.place == nil {
			t.Error("an address with as many logins as late connections waits")
		}
		waits := []*arrival{arrive(d, known), arrive(d, bad)}
		for _, a := range waits {
			if a.now().in {
				t.Error("three late ones cost nothing")
			}
		}
		time.Sleep(3*LateCost - penaltyAllowance)
		for _, a := range waits {
			if a.now().place == nil {
				t.Error("the wait is longer than what is owed")
			}
		}
		for range 1000 {
			d.Ended(bad, LateCost)
		}
		a := arrive(d, bad)
		if time.Sleep(maxPenalty - penaltyAllowance - time.Second); a.now().in {
			t.Error("a thousand late ones cost less than the longest penalty")
		}
		if time.Sleep(time.Second); a.now().place == nil {
			t.Errorf("refused %q after the longest penalty", a.now().refused)
		}
	})
}

// TestDoorKnownHold has addresses that somebody has logged in from hold all places:
// newcomers get in, and so does one that has logged in, however many the others hold.
func TestDoorKnownHold(t *testing.T) {
	for name, c := range map[string]struct{ addresses, each int }{"seven with ten": {7, 10}, "two with all": {2, 64}, "thirty with three": {30, 3}, "all places by twos": {32, 2}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := doorFor(t, Options{Pending: 64, PerAddress: 32})
				for i := range c.addresses {
					d.LoggedIn(numbered(i))
					for range c.each {
						arrive(d, numbered(i))
					}
				}
				d.LoggedIn(from("192.0.2.1"))
				for i := range 200 {
					a := arrive(d, numbered(1000+i))
					if i%10 == 0 {
						a = arrive(d, from("192.0.2.1"))
					}
					if o := a.now(); o.place == nil || o.dropped {
						t.Fatalf("newcomer %d: refused %q, dropped %t", i, o.refused, o.dropped)
					}
					a.now().place.Leave()
				}
			})
		})
	}
}

// TestDoorCloses leaves nobody waiting.
func TestDoorCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := New(Options{PerAddress: 1})
		arrive(d, from("10.0.0.1"))
		waits := arrive(d, from("10.0.0.1"))
		d.Close()
		if late := arrive(d, from("10.0.0.2")).now(); waits.now().refused != Stopping || late.refused != Stopping {
			t.Errorf("refused %q and %q", waits.now().refused, late.refused)
		}
	})
}

// TestGuestsAreBounded has more addresses than are remembered: those that there is
// something to remember of stay.
func TestGuestsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := doorFor(t, Options{})
		gs := d.guests
		here := arrive(d, from("192.0.2.1"))
		d.LoggedIn(from("192.0.2.2"))
		for range 5 {
			d.Ended(from("192.0.2.3"), maxPenalty)
		}
		for i := range 5 * maxGuests {
			d.Ended(numbered(i), NothingCost)
		}
		if n := len(gs.of); n > maxGuests {
			t.Errorf("%d addresses are remembered", n)
		}
		now := time.Now()
		if here.now().place.guest != gs.at(Address(from("192.0.2.1")), now) {
			t.Error("one that has a connection is forgotten")
		}
		if !now.Before(gs.at(Address(from("192.0.2.2")), now).known) {
			t.Error("a login is forgotten")
		}
		if !gs.at(Address(from("192.0.2.3")), now).owes(now) {
			t.Error("a penalty is forgotten")
		}
	})
}

// BenchmarkSweep is what each connection that ends costs while as many as may wait
// for places that are all taken, each from its own address.
func BenchmarkSweep(b *testing.B) {
	d := New(Options{Pending: 64, PerAddress: 10})
	defer d.Close()
	now := time.Now()
	guest := func(i int) *guest { return d.at(Address(numbered(i)), now) }
	for i := range d.most {
		d.admit(guest(i), func() {}, now)
	}
	for i := range maxWaiting {
		w := &waiting{guest: guest(d.most + i), drop: func() {}, done: make(chan struct{})}
		w.guest.waiting++
		d.queue = append(d.queue, w)
	}
	for b.Loop() {
		d.sweep()
	}
}
