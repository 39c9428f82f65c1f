// Package door decides which connections may log in, by the address that they come
// from: nobody there has said yet who they are. It also bounds how fast an address can
// guess. It knows neither SSH nor sessions, and
// imports the standard library alone.
package door

import (
	"net"
	"slices"
	"time"
)

// Door decides which connections may begin to log in, before anything is read from
// them. Those that have no session yet are pending: their number is bounded, in all
// and from one address, apart from that of sessions. What is too much for an address
// waits, unread, until one of its own is done or its rate allows; what is too many
// in all ends one from the address that has most.
type Door struct {
	most, perAddress int           // pending; 0 for any number
	interval         time.Duration // between two connections of an address; 0 for none
	burst            time.Duration // what an address may owe for connections
	*guests

	// All below is under the lock of guests.
	pending []*Place   // in order of arrival
	queue   []*waiting // in order of arrival
	wake    *time.Timer
	closed  bool
}

// Place is that of a pending connection.
type Place struct {
	door    *Door
	guest   *guest
	drop    func() // closes the connection
	left    bool
	dropped bool // to make room for another
}

// waiting is a connection that waits to be pending.
type waiting struct {
	guest   *guest
	drop    func()
	done    chan struct{} // closed when it has a place or was refused
	place   *Place
	refused string
}

// Bounds of what waits.
const (
	maxWaiting           = 256
	maxWaitingPerAddress = 100
	maxWait              = 2 * time.Minute
)

// The costs of connections that fail to log in, and what they do to the next ones of
// the address, as OpenSSH's PerSourcePenalties. A login with a key or the
// password pays for one late connection, as a class may be behind one address.
const (
	LateCost         = 10 * time.Second // the time to log in has passed
	NothingCost      = time.Second      // ended without an attempt to log in
	penaltyAllowance = 15 * time.Second // what may be owed before connections wait
	maxPenalty       = time.Minute      // so that who shares an address with others waits no longer
)

// Options bound what a Door lets in. A number of zero bounds nothing.
type Options struct {
	Pending    int     // connections at once
	PerAddress int     // of them from one address
	Rate       float64 // new connections a second from one address
	Burst      int     // of them at once; at least 1
}

// New returns a door.
func New(o Options) *Door {
	d := &Door{most: o.Pending, perAddress: o.PerAddress, guests: newGuests()}
	if o.Rate > 0 {
		d.interval = time.Duration(float64(time.Second) / o.Rate)
		d.burst = time.Duration(max(1, o.Burst)-1) * d.interval
	}
	d.wake = time.AfterFunc(time.Hour, d.sweep)
	d.wake.Stop()
	return d
}

// Why a connection is refused.
const (
	TooManyWait = "waiting" // too many wait, or it has waited too long
	Stopping    = "stopping"
)

// Enter lets a connection in, which is to leave its place, or says why not. It
// returns when it is the connection's turn. Drop is to close it.
func (d *Door) Enter(from net.Addr, drop func()) (p *Place, refused string) {
	now := time.Now()
	d.mu.Lock()
	g := d.at(Address(from), now)
	switch {
	case d.closed:
		refused = Stopping
	case g.waiting == 0 && d.wait(g, now) == 0 && d.mayBe(g) && (!d.full() || !g.owes(now)):
		p = d.admit(g, drop, now)
	case g.waiting >= maxWaitingPerAddress:
		refused = TooManyWait
	}
	if p != nil || refused != "" {
		var victim *Place
		if p != nil {
			victim = d.crowded(now)
		}
		d.mu.Unlock()
		if victim != nil {
			victim.drop()
		}
		return p, refused
	}
	if len(d.queue) >= maxWaiting {
		d.turnAway()
	}
	w := &waiting{guest: g, drop: drop, done: make(chan struct{})}
	d.queue = append(d.queue, w)
	g.waiting++
	d.arm(now)
	d.mu.Unlock()
	enough := time.AfterFunc(maxWait, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		if i := slices.Index(d.queue, w); i >= 0 {
			d.answer(i, nil, TooManyWait)
		}
	})
	defer enough.Stop()
	<-w.done
	return w.place, w.refused
}

// wait returns for how long the address may open no connection.
func (d *Door) wait(g *guest, now time.Time) time.Duration {
	return max(0, g.opened.of(now)-d.burst, g.penalty.of(now)-penaltyAllowance)
}

// mayBe tells whether one more connection of the address may be pending, if there
// is room.
func (d *Door) mayBe(g *guest) bool { return d.perAddress == 0 || g.pending < d.perAddress }

func (d *Door) full() bool { return d.most > 0 && len(d.pending) >= d.most }

func (d *Door) admit(g *guest, drop func(), now time.Time) *Place {
	p := &Place{door: d, guest: g, drop: drop}
	g.opened.add(now, d.interval, d.burst+d.interval)
	g.pending++
	d.pending = append(d.pending, p)
	return p
}

// Leave gives the place up.
func (p *Place) Leave() {
	d := p.door
	d.mu.Lock()
	d.remove(p)
	d.mu.Unlock()
	d.sweep()
}

// remove is called with the lock.
func (d *Door) remove(p *Place) {
	if p.left {
		return
	}
	p.left = true
	p.guest.pending--
	d.pending = slices.DeleteFunc(d.pending, func(q *Place) bool { return q == p })
}

// WasDropped tells whether the place was taken away.
func (p *Place) WasDropped() bool {
	p.door.mu.Lock()
	defer p.door.mu.Unlock()
	return p.dropped
}

// sweep gives those who wait the places that there are, and those of others who are
// worth less.
func (d *Door) sweep() {
	d.mu.Lock()
	now := time.Now()
	s := d.standing(now)
	var victims []*Place
	var worst *Place // of those who are pending now; nil for not known
	for i := 0; i < len(d.queue); {
		w := d.queue[i]
		if d.wait(w.guest, now) > 0 || !d.mayBe(w.guest) {
			i++
			continue
		}
		if d.full() {
			if worst == nil {
				worst = d.worst(s)
			}
			if !s.gives(worst, w.guest) {
				i++
				continue
			}
			victims = append(victims, d.take(worst))
		}
		worst = nil
		d.answer(i, d.admit(w.guest, w.drop, now), "")
	}
	d.arm(now)
	d.mu.Unlock()
	for _, v := range victims {
		v.drop()
	}
}

// answer ends the wait of the i-th in the queue.
func (d *Door) answer(i int, p *Place, refused string) {
	w := d.queue[i]
	d.queue = slices.Delete(d.queue, i, i+1)
	w.guest.waiting--
	w.place, w.refused = p, refused
	close(w.done)
}

// turnAway ends the wait of the latest of the address that has most waiting.
func (d *Door) turnAway() {
	last := 0
	for i, w := range d.queue {
		if w.guest.waiting >= d.queue[last].guest.waiting {
			last = i
		}
	}
	d.answer(last, nil, TooManyWait)
}

// arm has sweep called when the next address may open a connection again. Places
// that are left call it themselves.
func (d *Door) arm(now time.Time) {
	next := time.Duration(0)
	for _, w := range d.queue {
		if wait := d.wait(w.guest, now); wait > 0 && (next == 0 || wait < next) {
			next = wait
		}
	}
	d.wake.Stop()
	if next > 0 && !d.closed {
		d.wake.Reset(next)
	}
}

// Ended charges an address for a connection that came to nothing.
func (d *Door) Ended(address net.Addr, cost time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := time.Now()
	d.at(Address(address), now).penalty.add(now, cost, maxPenalty)
}

// LoggedIn remembers that somebody has logged in from an address with what not everybody
// has: a key, the password or the secret of a room.
func (d *Door) LoggedIn(address net.Addr) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := time.Now()
	g := d.at(Address(address), now)
	g.known = now.Add(knownFor)
	g.penalty.pay(LateCost)
}

// Numbers returns how many connections are pending, and how many wait.
func (d *Door) Numbers() (pending, waiting int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.pending), len(d.queue)
}

// Close refuses all who wait, and who come later.
func (d *Door) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	d.wake.Stop()
	for len(d.queue) > 0 {
		d.answer(0, nil, Stopping)
	}
}
