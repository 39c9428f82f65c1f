package door

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"time"
)

// crowded returns a place that has been taken away, nil for none: above half of
// what may be pending one of them by chance, above all of it one for certain.
func (d *Door) crowded(now time.Time) *Place {
	n, half := len(d.pending), d.most/2
	if d.most == 0 || n <= half || rand.IntN(d.most-half) >= n-half-1 && n <= d.most {
		return nil
	}
	worst := d.worst(now)
	if n <= d.most && min(worst.guest.pending, worst.guest.counts(worst.guest.pending, now)) <= 1 {
		return nil // nobody has more than one yet
	}
	return d.take(worst)
}

// worst returns the place that is the first to be taken away: the oldest one of the
// address that has most. Of addresses with equally many, those with penalties come first;
// of equal ones any. The first connections of an address that somebody has logged in
// from count for nothing, so that they come last; see counts.
func (d *Door) worst(now time.Time) (worst *Place) {
	candidates := 0
	for i, p := range d.pending {
		if slices.ContainsFunc(d.pending[:i], func(q *Place) bool { return q.guest == p.guest }) {
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
func (d *Door) take(p *Place) *Place {
	p.dropped = true
	d.remove(p)
	return p
}

// worse compares a guest with that of a place: greater than 0 where it is the one
// to lose a place.
func (d *Door) worse(g *guest, than *Place, now time.Time) int {
	if than == nil {
		return 1
	}
	return cmp.Or(g.counts(g.pending, now)-than.guest.counts(than.guest.pending, now), btoi(g.owes(now))-btoi(than.guest.owes(now)))
}

// gives tells whether a place is to be given to one of a guest's connections that waits.
func (d *Door) gives(p *Place, to *guest, now time.Time) bool {
	has, wants := p.guest.counts(p.guest.pending, now), to.counts(to.pending+1, now)
	return has > wants || has == wants && p.guest.owes(now) && !to.owes(now)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
