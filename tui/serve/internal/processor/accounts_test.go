package processor

import (
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"lambdascope/sim/analysis"
)

// address returns one of many.
func address(i int) netip.Prefix {
	return netip.PrefixFrom(netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)}), 32)
}

// used returns what a session from an address has used when it begins.
func used(a *Accounts, from netip.Prefix) time.Duration {
	share, end := a.Open(from, analysis.Limits{})
	defer end()
	return share.Used().Round(time.Microsecond)
}

// TestAccounts has sessions of one address one after the other, and at once: what one
// has used counts for those that begin when it has ended, once, and for no other
// address.
func TestAccounts(t *testing.T) {
	engine := analysis.NewEngine(1 << 20)
	synctest.Test(t, func(t *testing.T) {
		a := NewAccounts(engine)
		first, endFirst := a.Open(address(1), analysis.Limits{})
		beside, endBeside := a.Open(address(1), analysis.Limits{})
		first.Charge(400 * time.Millisecond)
		beside.Charge(100 * time.Millisecond)
		if got := used(a, address(1)); got != 0 {
			t.Errorf("a session begins with %v while the others go on, want 0", got)
		}
		endFirst()
		second, endSecond := a.Open(address(1), analysis.Limits{})
		if got := second.Used().Round(time.Microsecond); got != 400*time.Millisecond {
			t.Errorf("the next session begins with %v, want 400ms", got)
		}
		second.Charge(50 * time.Millisecond)
		endSecond()
		endBeside()
		if got := used(a, address(1)); got != 550*time.Millisecond {
			t.Errorf("after sessions of 400, 50 and 100 ms one begins with %v", got)
		}
		if got := used(a, address(2)); got != 0 {
			t.Errorf("another address begins with %v", got)
		}
		time.Sleep(time.Second)
		if got := used(a, address(1)); got != 275*time.Millisecond {
			t.Errorf("a second later one begins with %v, want half of 550ms", got)
		}
	})
}
