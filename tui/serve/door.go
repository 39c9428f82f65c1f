package serve

import (
	"context"
	"maps"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"

	"lambdascope/sim/engine"
)

// door bounds the connections without a session, in all and for each address, before the first byte
// is read. A connection beyond the bounds of the address waits, so that a class behind one address
// gets in. A connection beyond the bound in all takes the place of the oldest connection of the
// address with the most, so that a flood costs the flooder.
type door struct {
	most, each int           // pending connections, and pending connections of one address
	every      time.Duration // between two new connections of one address, after a burst
	engine     *engine.Engine

	mu       sync.Mutex
	pending  []*entry // in order of arrival
	visitors map[netip.Prefix]*visitor
	waiting  int
}

// visitor is an address with connections.
type visitor struct {
	limiter *rate.Limiter
	slots   *semaphore.Weighted // one for each pending connection
	open    int                 // pending and waiting connections
	account *engine.Share       // of the sessions, so that many take no more processor time than one
}

// entry is the place of a pending connection.
type entry struct {
	door    *door
	address netip.Prefix
	visitor *visitor
	drop    func() // closes the connection
}

const (
	// burst is the number of connections that an address may open at once: more than a class.
	burst = 200
	// maxWait bounds the wait for a place.
	maxWait = time.Minute
	// The bounds of waiting connections, in all and of one address.
	maxWaiting     = 256
	maxWaitingEach = 100
	// maxVisitors bounds the addresses in memory.
	maxVisitors = 1 << 14
)

// newDoor returns a door for most pending connections, and each from one address.
func newDoor(most, each int, every time.Duration, e *engine.Engine) *door {
	return &door{most: most, each: each, every: every, engine: e, visitors: make(map[netip.Prefix]*visitor)}
}

// enter waits for a place and returns nil if too many connections wait, the wait is too long or ctx
// ends. Drop closes the connection.
func (d *door) enter(ctx context.Context, address netip.Prefix, drop func()) *entry {
	v := d.visit(address)
	if v == nil {
		return nil
	}
	ctx, stop := context.WithTimeout(ctx, maxWait)
	defer stop()
	if v.limiter.Wait(ctx) != nil || v.slots.Acquire(ctx, 1) != nil {
		d.end(v, true)
		return nil
	}
	p := &entry{door: d, address: address, visitor: v, drop: drop}
	if victim := d.add(p); victim != nil {
		victim.drop()
	}
	return p
}

// visit counts a waiting connection, and returns the visitor, or nil if too many connections wait.
func (d *door) visit(address netip.Prefix) *visitor {
	d.mu.Lock()
	defer d.mu.Unlock()
	v := d.visitors[address]
	if v == nil {
		if len(d.visitors) >= maxVisitors {
			maps.DeleteFunc(d.visitors, func(_ netip.Prefix, v *visitor) bool { return v.open == 0 })
		}
		v = &visitor{limiter: rate.NewLimiter(rate.Every(d.every), burst), slots: semaphore.NewWeighted(int64(d.each)), account: d.engine.NewShare(engine.Limits{}, 0)}
		d.visitors[address] = v
	}
	if v.open >= d.each+maxWaitingEach || v.open > 0 && d.waiting >= maxWaiting {
		return nil
	}
	v.open++
	d.waiting++
	return v
}

// add adds a place, and returns the place to be given up, or nil.
func (d *door) add(p *entry) (victim *entry) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.waiting--
	d.pending = append(d.pending, p)
	if len(d.pending) <= d.most {
		return nil
	}
	number := make(map[netip.Prefix]int)
	for _, p := range d.pending {
		number[p.address]++
	}
	for _, p := range d.pending {
		if victim == nil || number[p.address] > number[victim.address] {
			victim = p
		}
	}
	return victim
}

// leave gives a place up, once.
func (p *entry) leave() {
	d := p.door
	d.mu.Lock()
	i := slices.Index(d.pending, p)
	if i >= 0 {
		d.pending = slices.Delete(d.pending, i, i+1)
	}
	d.mu.Unlock()
	if i >= 0 {
		p.visitor.slots.Release(1)
		d.end(p.visitor, false)
	}
}

// end ends the count of a connection.
func (d *door) end(v *visitor, waits bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	v.open--
	if waits {
		d.waiting--
	}
}

// addressOf returns the network of an address: the address itself for IPv4, 64 bits for IPv6, because
// a household has 64 bits.
func addressOf(a net.Addr) netip.Prefix {
	tcp, ok := a.(*net.TCPAddr)
	if !ok {
		return netip.Prefix{}
	}
	ip := tcp.AddrPort().Addr().Unmap().WithZone("")
	bits := 32
	if ip.Is6() {
		bits = 64
	}
	return netip.PrefixFrom(ip, bits).Masked()
}

// written returns an address in the form of the log.
func written(address netip.Prefix) string {
	if address.IsSingleIP() {
		return address.Addr().String()
	}
	return address.String()
}
