package serve

import (
	"cmp"
	"math/rand/v2"
	"net"
	"slices"
	"time"
)

// door decides which connections may begin to log in, before anything is read from
// them. Those that have no session yet are pending: their number is bounded, in all
// and from one address, apart from that of sessions. What is too much for an address
// waits, unread, until one of its own is done or its rate allows; what is too many
// in all ends one from the address that has most.
type door struct {
	most, perAddress, perKnown int           // pending; 0 for any number
	interval                   time.Duration // between two connections of an address; 0 for none
	burst                      time.Duration // what an address may owe for connections
	*guests

	// All below is under the lock of guests.
	pending []*place   // in order of arrival
	queue   []*waiting // in order of arrival
	wake    *time.Timer
	closed  bool
}

// place is that of a pending connection.
type place struct {
	door    *door
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
	place   *place
	refused string
}

// Bounds of what waits.
const (
	maxWaiting           = 256
	maxWaitingPerAddress = 100
	maxWait              = 2 * time.Minute
)

// The costs of connections that come to nothing, where nobody has logged in from
// the address, and what they do to its next ones. They are those of OpenSSH's
// PerSourcePenalties.
const (
	lateCost         = 10 * time.Second // the time to log in has passed
	nothingCost      = time.Second      // ended without an attempt to log in
	penaltyAllowance = 15 * time.Second // what may be owed before connections wait
	maxPenalty       = 10 * time.Minute
)

func newDoor(o Options, gs *guests) *door {
	d := &door{most: o.MaxPending, perAddress: o.PendingPerAddress, perKnown: o.PendingPerAddress, guests: gs}
	if o.restricted() && !o.Public && d.perAddress > 0 {
		// A login there took a key or the password. People who type passwords take
		// seconds each, and a class may be behind one address.
		d.perKnown = max(d.perAddress, d.most/2)
	}
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
	refusedWaiting  = "waiting" // too many wait, or it has waited too long
	refusedPenalty  = "penalty" // the wait would be too long
	refusedStopping = "stopping"
)

// enter lets a connection in, which is to leave its place, or says why not. It
// returns when it is the connection's turn. Drop is to close it.
func (d *door) enter(from net.Addr, drop func()) (p *place, refused string) {
	now := time.Now()
	d.mu.Lock()
	g := d.at(addressOf(from), now)
	switch {
	case d.closed:
		refused = refusedStopping
	case g.waiting == 0 && d.wait(g, now) == 0 && d.mayBe(g, now) && (!d.full() || g.standing(now) > 0):
		p = d.admit(g, drop, now)
	case d.wait(g, now) > maxWait:
		refused = refusedPenalty
	case g.waiting >= maxWaitingPerAddress:
		refused = refusedWaiting
	}
	if p != nil || refused != "" {
		var victim *place
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
			d.answer(i, nil, refusedWaiting)
		}
	})
	defer enough.Stop()
	<-w.done
	return w.place, w.refused
}

// wait returns for how long the address may open no connection.
func (d *door) wait(g *guest, now time.Time) time.Duration {
	return max(0, g.opened.of(now)-d.burst, g.penalty.of(now)-penaltyAllowance)
}

// mayBe tells whether one more connection of the address may be pending, if there
// is room.
func (d *door) mayBe(g *guest, now time.Time) bool {
	most := d.perAddress
	if g.isKnown(now) {
		most = d.perKnown
	}
	return most == 0 || g.pending < most
}

func (d *door) full() bool { return d.most > 0 && len(d.pending) >= d.most }

func (d *door) admit(g *guest, drop func(), now time.Time) *place {
	p := &place{door: d, guest: g, drop: drop}
	g.opened.add(now, d.interval, d.burst+d.interval)
	g.pending++
	d.pending = append(d.pending, p)
	return p
}

// crowded returns a place that has been taken away, nil for none: above half of
// what may be pending one of them by chance, above all of it one for certain.
func (d *door) crowded(now time.Time) *place {
	n, half := len(d.pending), d.most/2
	if d.most == 0 || n <= half || rand.IntN(d.most-half) >= n-half-1 && n <= d.most {
		return nil
	}
	worst := d.worst(now)
	if n <= d.most && worst.guest.pending == 1 {
		return nil // nobody has more than one yet
	}
	return d.take(worst)
}

// worst returns the place that is the first to be taken away: the oldest of one
// address. One with wrong passwords or penalties comes before one without, and that
// before one that somebody has logged in from; of equal ones that which has most; of
// these any.
func (d *door) worst(now time.Time) (worst *place) {
	candidates := 0
	for i, p := range d.pending {
		if slices.ContainsFunc(d.pending[:i], func(q *place) bool { return q.guest == p.guest }) {
			continue
		}
		switch order := d.worse(p.guest, worst, now); {
		case order > 0:
			worst, candidates = p, 1
		case order == 0:
			if candidates++; rand.IntN(candidates) == 0 {
				worst = p
			}
		}
	}
	return worst
}

// take takes a place away, whose connection is to be dropped.
func (d *door) take(p *place) *place {
	p.dropped = true
	d.remove(p)
	return p
}

// worse compares a guest with that of a place: greater than 0 where it is the one
// to lose a place.
func (d *door) worse(g *guest, than *place, now time.Time) int {
	if than == nil {
		return 1
	}
	return cmp.Or(than.guest.standing(now)-g.standing(now), g.pending-than.guest.pending)
}

// leave gives the place up.
func (p *place) leave() {
	d := p.door
	d.mu.Lock()
	d.remove(p)
	d.mu.Unlock()
	d.sweep()
}

// remove is called with the lock.
func (d *door) remove(p *place) {
	if p.left {
		return
	}
	p.left = true
	p.guest.pending--
	d.pending = slices.DeleteFunc(d.pending, func(q *place) bool { return q == p })
}

// wasDropped tells whether the place was taken away.
func (p *place) wasDropped() bool {
	p.door.mu.Lock()
	defer p.door.mu.Unlock()
	return p.dropped
}

// sweep gives those who wait the places that there are, and those of others who are
// worth less.
func (d *door) sweep() {
	d.mu.Lock()
	now := time.Now()
	var victims []*place
	var worst *place // of those who are pending now; nil for not known
	for i := 0; i < len(d.queue); {
		w := d.queue[i]
		if d.wait(w.guest, now) > 0 || !d.mayBe(w.guest, now) {
			i++
			continue
		}
		if d.full() {
			if worst == nil {
				worst = d.worst(now)
			}
			if worst.guest.standing(now) >= w.guest.standing(now) {
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
func (d *door) answer(i int, p *place, refused string) {
	w := d.queue[i]
	d.queue = slices.Delete(d.queue, i, i+1)
	w.guest.waiting--
	w.place, w.refused = p, refused
	close(w.done)
}

// turnAway ends the wait of the latest of the address that has most waiting.
func (d *door) turnAway() {
	last := 0
	for i, w := range d.queue {
		if w.guest.waiting >= d.queue[last].guest.waiting {
			last = i
		}
	}
	d.answer(last, nil, refusedWaiting)
}

// arm has sweep called when the next address may open a connection again. Places
// that are left call it themselves.
func (d *door) arm(now time.Time) {
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

// ended charges an address for a connection that came to nothing.
func (d *door) ended(address net.Addr, cost time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := time.Now()
	if g := d.at(addressOf(address), now); !g.isKnown(now) {
		g.penalty.add(now, cost, maxPenalty)
	}
}

// loggedIn remembers that somebody has logged in from an address.
func (d *door) loggedIn(address net.Addr) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := time.Now()
	d.at(addressOf(address), now).known = now.Add(knownFor)
}

// numbers returns how many connections are pending, and how many wait.
func (d *door) numbers() (pending, waiting int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.pending), len(d.queue)
}

// close refuses all who wait, and who come later.
func (d *door) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	d.wake.Stop()
	for len(d.queue) > 0 {
		d.answer(0, nil, refusedStopping)
	}
}
