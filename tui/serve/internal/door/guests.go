package door

import (
	"cmp"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// guests remembers the addresses that connections come from, a bounded number of
// them. Its lock is that of all it holds.
type guests struct {
	mu sync.Mutex
	of map[netip.Prefix]*guest
}

// guest is an address that connections come from.
type guest struct {
	address          netip.Prefix
	pending, waiting int       // connections, see door
	opened, penalty  debt      // for connections, see door
	known            time.Time // until when a login from there protects its connections
}

// maxGuests bounds the addresses that are remembered.
const maxGuests = 1 << 14

// knownFor is how long a login is remembered: from one class to the next, and over
// a break between terms.
const knownFor = 30 * 24 * time.Hour

func newGuests() *guests { return &guests{of: make(map[netip.Prefix]*guest)} }

// at returns the guest of an address. It is called with the lock.
func (gs *guests) at(address netip.Prefix, now time.Time) *guest {
	g := gs.of[address]
	if g == nil {
		if len(gs.of) >= maxGuests {
			gs.shrink(now)
		}
		g = &guest{address: address}
		gs.of[address] = g
	}
	return g
}

// shrink forgets a quarter of the guests: of those without connections the ones
// that there is least to remember of. Refusing new ones instead would let whoever
// has many addresses lock out everybody else.
func (gs *guests) shrink(now time.Time) {
	var away []*guest
	for _, g := range gs.of {
		if g.pending == 0 && g.waiting == 0 {
			away = append(away, g)
		}
	}
	slices.SortFunc(away, func(a, b *guest) int { return cmp.Compare(a.matters(now), b.matters(now)) })
	for _, g := range away[:min(len(away), maxGuests/4)] {
		delete(gs.of, g.address)
	}
}

// matters returns for how long something about the guest is worth remembering. A
// login is worth more than any penalty.
func (g *guest) matters(now time.Time) time.Duration {
	return max(g.known.Sub(now), g.opened.of(now), g.penalty.of(now))
}

// few is how many pending connections of an address are a person's own and one more try.
// A login protects that many and no more: whoever can log in could hold the door against
// all others.
const few = 2

// protected reports whether a login protects a guest with so many pending connections.
func (g *guest) protected(pending int, now time.Time) bool {
	return pending <= few && now.Before(g.known)
}

// owes tells whether connections of the guest came to nothing lately.
func (g *guest) owes(now time.Time) bool { return g.penalty.of(now) > 0 }

// debt is time that passes before it is paid. The zero value is none.
type debt struct{ paid time.Time }

// of returns what is owed.
func (d debt) of(now time.Time) time.Duration { return max(0, d.paid.Sub(now)) }

// add adds to what is owed, up to most.
func (d *debt) add(now time.Time, more, most time.Duration) {
	d.paid = now.Add(min(most, d.of(now)+more))
}

// pay takes something off what is owed.
func (d *debt) pay(some time.Duration) { d.paid = d.paid.Add(-some) }
