package serve

import (
	"net"
	"testing"
	"time"
)

// testDoor is a door whose clock stands until it is moved.
func testDoor(o Options) (d *door, wait func(time.Duration)) {
	now := time.Unix(0, 0)
	d = newDoor(o)
	d.now = func() time.Time { return now }
	return d, func(by time.Duration) { now = now.Add(by) }
}

func from(ip string) net.Addr { return &net.TCPAddr{IP: net.ParseIP(ip), Port: 1234} }

func TestDoorRate(t *testing.T) {
	d, wait := testDoor(Options{Rate: 2, Burst: 3})
	enter := func(ip, want string, news bool) {
		t.Helper()
		leave, refused, told := d.enter(from(ip))
		if refused != want || told != news || (leave == nil) != (want != "") {
			t.Errorf("%s: %q, news %t; want %q, %t", ip, refused, told, want, news)
		}
		if leave != nil {
			leave()
		}
	}
	for range 3 {
		enter("10.0.0.1", "", false)
	}
	enter("10.0.0.1", refusedRate, true)
	enter("10.0.0.1", refusedRate, false) // told already
	enter("10.0.0.2", "", false)          // another address
	wait(499 * time.Millisecond)
	enter("10.0.0.1", refusedRate, false)
	wait(2 * time.Millisecond)
	enter("10.0.0.1", "", false)
	enter("10.0.0.1", refusedRate, true)
	wait(time.Hour) // no more than the burst gathers
	for range 3 {
		enter("10.0.0.1", "", false)
	}
	enter("10.0.0.1", refusedRate, true)
}

func TestDoorCounts(t *testing.T) {
	d, _ := testDoor(Options{MaxPerAddress: 2, MaxSessions: 1})
	var leave []func()
	enter := func(ip, want string) {
		t.Helper()
		l, refused, _ := d.enter(from(ip))
		if refused != want {
			t.Errorf("%s: %q, want %q", ip, refused, want)
		}
		if l != nil {
			leave = append(leave, l)
		}
	}
	enter("2001:db8::1", "")
	enter("2001:db8::2", "") // of the same network
	enter("2001:db8::3", refusedAddress)
	enter("2001:db8:0:1::1", "")
	enter("::ffff:10.0.0.1", "")
	enter("10.0.0.1", "") // the same address
	enter("10.0.0.1", refusedAddress)
	for i := len(leave); i < 1+startups; i++ {
		enter(net.IPv4(10, 1, byte(i), 1).String(), "")
	}
	enter("10.0.0.9", refusedFull)
	leave[0]()
	enter("2001:db8::3", "")
	enter("10.0.0.9", refusedFull)
}

// TestDoorForgets has more addresses than are remembered: those that have used
// up what they may open stay, and the others make room.
func TestDoorForgets(t *testing.T) {
	d, wait := testDoor(Options{Rate: 1, Burst: 1})
	address := func(i int) net.Addr { return from(net.IPv4(10, byte(i>>16), byte(i>>8), byte(i)).String()) }
	for i := range maxGuests {
		leave, refused, _ := d.enter(address(i))
		if refused != "" {
			t.Fatalf("address %d: %q", i, refused)
		}
		if i > 0 {
			leave()
		}
	}
	if _, refused, _ := d.enter(address(maxGuests)); refused != refusedFull {
		t.Errorf("one address too many: %q", refused)
	}
	wait(time.Second)
	if _, refused, _ := d.enter(address(maxGuests)); refused != "" {
		t.Errorf("a second later: %q", refused)
	}
	if len(d.guest) != 2 {
		t.Errorf("%d addresses are remembered, want the one that is in and the new one", len(d.guest))
	}
}
