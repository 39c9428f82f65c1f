package serve

import (
	"net"
	"net/netip"
	"sync"
	"time"
)

// door decides which connections get in, before anything is read from them.
type door struct {
	most, perAddress int // at once; 0 for any number
	rate             float64
	burst            float64
	now              func() time.Time

	mu    sync.Mutex
	in    int
	guest map[netip.Prefix]*guest
}

// guest is an address that connections come from.
type guest struct {
	in     int
	tokens float64 // connections that it may open at once
	filled time.Time
	told   bool // its refusal was told, and it has not been let in since
}

// startups is how many connections there may be without a session, beside one for
// each session.
const startups = 64

// maxGuests bounds the addresses that are remembered.
const maxGuests = 1 << 14

func newDoor(o Options) *door {
	d := &door{perAddress: o.MaxPerAddress, rate: o.Rate, burst: float64(max(1, o.Burst)), now: time.Now, guest: make(map[netip.Prefix]*guest)}
	if o.MaxSessions > 0 {
		d.most = o.MaxSessions + startups
	}
	return d
}

// Why a connection is refused.
const (
	refusedFull    = "full"
	refusedAddress = "address"
	refusedRate    = "rate"
	refusedMemory  = "memory"
)

// enter lets a connection in, which is to leave; or says why not, and whether that
// is news.
func (d *door) enter(from net.Addr) (leave func(), refused string, news bool) {
	key := keyOf(from)
	d.mu.Lock()
	defer d.mu.Unlock()
	now := d.now()
	g := d.guest[key]
	if g == nil {
		if len(d.guest) >= maxGuests && !d.forget(now) {
			return nil, refusedFull, false
		}
		g = &guest{tokens: d.burst, filled: now}
		d.guest[key] = g
	}
	d.refill(g, now)
	switch {
	case d.rate > 0 && g.tokens < 1:
		refused = refusedRate
	case d.perAddress > 0 && g.in >= d.perAddress:
		refused = refusedAddress
	case d.most > 0 && d.in >= d.most:
		refused = refusedFull
	}
	if refused != "" {
		news = !g.told
		g.told = true
		return nil, refused, news
	}
	g.told = false
	g.tokens--
	g.in++
	d.in++
	return func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		g.in--
		d.in--
	}, "", false
}

func (d *door) refill(g *guest, now time.Time) {
	g.tokens = min(d.burst, g.tokens+d.rate*now.Sub(g.filled).Seconds())
	g.filled = now
}

// forget makes room: who is not in, and might open as many connections as anybody,
// is as good as new. It tells whether there is room now.
func (d *door) forget(now time.Time) bool {
	for key, g := range d.guest {
		d.refill(g, now)
		if g.in == 0 && (d.rate == 0 || g.tokens >= d.burst) {
			delete(d.guest, key)
		}
	}
	return len(d.guest) < maxGuests
}

// keyOf returns what counts as one address: of IPv6, the network of 64 bits that
// one household has.
func keyOf(a net.Addr) netip.Prefix {
	tcp, ok := a.(*net.TCPAddr)
	if !ok {
		return netip.Prefix{}
	}
	ip := tcp.AddrPort().Addr().Unmap().WithZone("")
	bits := 32
	if ip.Is6() {
		bits = 64
	}
	prefix, err := ip.Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return prefix
}
