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
	if n <= d.most && worst.guest.pending == 1 {
		return nil // nobody has more than one yet
	}
	return d.take(worst)
}

// worst returns the place that is the first to be taken away: the oldest of one
// address. One with wrong passwords or penalties comes before one without, and that
// before one that somebody has logged in from; of equal ones that which has most; of
// these any.
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
	return cmp.Or(than.guest.standing(now)-g.standing(now), g.pending-than.guest.pending)
}
