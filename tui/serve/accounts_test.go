package serve

import (
	"net/netip"
	"testing"
	"time"

	"lambdascope/sim/engine"
)

// TestAccounts: a session continues the processor time of the ended sessions of its address, and
// does not pay for sessions of other addresses.
func TestAccounts(t *testing.T) {
	a := accounts{engine: engine.New(0), ended: make(map[netip.Prefix]*engine.Share)}
	busy, quiet := netip.MustParsePrefix("10.0.0.1/32"), netip.MustParsePrefix("10.0.0.2/32")
	for range 3 {
		share, end := a.open(busy)
		share.Charge(10 * time.Second)
		end()
	}
	for address, want := range map[netip.Prefix]time.Duration{busy: 25 * time.Second, quiet: 0} {
		share, end := a.open(address)
		if used := share.Used(); used < want || used > want+5*time.Second {
			t.Errorf("a session of %v begins with %v used, want %v", address, used, want)
		}
		end()
	}
}
